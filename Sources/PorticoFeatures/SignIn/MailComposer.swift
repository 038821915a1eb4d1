import Foundation
import NIOCore
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoHTML
import PorticoViews

/// A composed mail.
public struct WrittenMail: Sendable {
    /// The name of the recipient; empty if unknown.
    public let name: String
    /// The subject, on one line.
    public let subject: String
    /// The plain text form.
    public let text: String
    /// The HTML form.
    public let html: String
    /// The name of the sender.
    public let senderName: String
}

/// Composes queued mails when they are sent: creates their links, and uses the current data.
public struct MailComposer: Sendable {
    private let links: AccountLinks
    private let accounts: any AuthStore
    private let origin: @Sendable () -> PublicOrigin
    private let brand: @Sendable (ServerID) -> Brand
    private let servers: [Server]
    private let zone: @Sendable (AccountID) async throws -> TimeZone?

    /// - Parameters:
    ///   - brand: the brand of a server.
    ///   - servers: the servers of accounts, named in mails.
    ///   - zone: the time zone of a person; nil if it is not known.
    ///   - origin: the origin of the server, for links.
    public init(
        links: AccountLinks, accounts: any AuthStore, brand: @escaping @Sendable (ServerID) -> Brand, servers: [Server],
        zone: @escaping @Sendable (AccountID) async throws -> TimeZone?,
        origin: @escaping @Sendable () -> PublicOrigin
    ) {
        self.servers = servers
        self.links = links
        self.accounts = accounts
        self.brand = brand
        self.zone = zone
        self.origin = origin
    }

    /// Composes a mail.
    ///
    /// - Parameter queued: the mail in the queue; nil if it is in none.
    /// - Returns: nil if the mail is obsolete, because its account is deleted or disabled, or its link was withdrawn or
    ///   used.
    public func write(_ job: MailJob, queued: QueuedMail? = nil) async throws -> WrittenMail? {
        var account: Account?
        if let id = job.content.account {
            account = try await accounts.account(id)
            guard let account, !account.isDisabled else { return nil }
            // The address may have changed: a link to the account goes only to its current address.
            if job.content.opensAccount, account.email != job.recipient { return nil }
        }
        // People without an account yet get one on this server.
        let brand = brand(account?.id.server ?? job.content.formerServer ?? .local)
        guard var mail = try await mail(job, queued: queued, for: account, appName: brand.name) else { return nil }
        mail.footer = brand.mailFooter
        mail.colors = MailColors(brand)
        var html = HTMLWriter(language: mail.language)
        mail.render(into: &html)
        return WrittenMail(
            name: job.content.name ?? account?.name ?? "", subject: mail.subject, text: mail.text,
            html: String(buffer: html.buffer), senderName: brand.senderName ?? brand.name)
    }

    private func mail(
        _ job: MailJob, queued: QueuedMail?, for account: Account?, appName: String
    ) async throws -> Mail? {
        let link = try await links.make(for: job, queued: queued).flatMap {
            address(of: $0.purpose, token: $0.token, account)
        }
        let minutes = Int(links.lifetime / 60)
        if let account {
            let zone = try await zone(account.id)
            return mail(job.content, to: account, appName: appName, in: zone, link: link, minutes: minutes)
        }
        switch job.content {
        case .registration:
            return link.map { .registration(appName: appName, link: $0, minutes: minutes) }
        case .invitation(let invitation):
            let inviter = try await inviter(of: invitation)
            return link.map {
                .invitation(appName: appName, name: invitation.name, inviter: inviter, link: $0, minutes: minutes)
            }
        case .accountDeleted(let name, _):
            return .accountDeleted(appName: appName, name: name)
        default:
            return nil
        }
    }

    private func mail(
        _ content: MailJob.Content, to account: Account, appName: String, in zone: TimeZone?, link: WebURL?,
        minutes: Int
    ) -> Mail? {
        let (name, username, reset) = (account.name, servers.label(of: account.id), url(.resetPassword))
        switch content {
        case .welcome:
            return link.map {
                .welcome(appName: appName, name: name, username: username, link: $0, minutes: minutes)
            }
        case .passwordReset(_, let isForced):
            return link.map {
                .passwordReset(
                    appName: appName, name: name, username: username, link: $0, minutes: minutes, isForced: isForced)
            }
        case .emailChange:
            return link.map { .emailChange(appName: appName, link: $0, minutes: minutes) }
        case .newSignIn(_, _, let client, let time):
            return link.map {
                .newSignIn(
                    appName: appName, name: name, username: username,
                    passwordServer: servers.passwordServer(of: account.id), browser: client.agent,
                    address: client.address, when: Mail.Moment(time, in: zone), link: $0, minutes: minutes)
            }
        case .signInLimited:
            return link.map {
                .signInLimited(appName: appName, name: name, username: username, link: $0, minutes: minutes)
            }
        case .alreadyRegistered:
            let isLocal = account.id.server == .local
            return .alreadyRegistered(appName: appName, name: name, username: username, reset: isLocal ? reset : nil)
        case .passwordChanged(_, let client, let time):
            return reset.map {
                .passwordChanged(
                    appName: appName, name: name, username: username, browser: client.agent,
                    address: client.address, when: Mail.Moment(time, in: zone), reset: $0)
            }
        case .emailChanged(_, let time):
            return .emailChanged(appName: appName, name: name, username: username, when: Mail.Moment(time, in: zone))
        case .registration, .invitation, .accountDeleted:
            return nil
        }
    }

    private func inviter(of invitation: Invitation) async throws -> String? {
        guard let id = invitation.inviter else { return nil }
        return try await accounts.account(id)?.name
    }

    private func address(of purpose: OneTimeLink.Purpose, token: Token, _ account: Account?) -> WebURL? {
        let path: SitePath =
            switch purpose {
            case .registration: .confirmRegistration
            case .invitation: account == nil ? Self.invitation : .newPassword
            case .passwordReset: .newPassword
            case .emailChange: .confirmEmail
            case .endSignIn: .endSignIn
            case .liftLimits: .liftLimits
            }
        return WebURL("\(origin())\(path)?token=\(token.value)")
    }

    /// The link of an invitation that somebody passes on without a mail.
    public static func link(of invitation: Token, at origin: PublicOrigin) -> String {
        "\(origin)\(Self.invitation)?token=\(invitation.value)"
    }

    private static let invitation = SitePath.confirmRegistration

    private func url(_ path: SitePath) -> WebURL? { WebURL("\(origin())\(path)") }
}

extension MailJob.Content {
    /// The server that the account was on before it was deleted.
    fileprivate var formerServer: ServerID? {
        if case .accountDeleted(_, let server) = self { server } else { nil }
    }

    /// Whether it contains a link that gives access to the account.
    fileprivate var opensAccount: Bool {
        switch self {
        case .welcome, .passwordReset, .newSignIn, .signInLimited: true
        case .registration, .alreadyRegistered, .invitation, .passwordChanged, .emailChange, .emailChanged,
            .accountDeleted:
            false
        }
    }

    /// The name queued with the mail; nil if the account has it.
    fileprivate var name: String? {
        switch self {
        case .invitation(let invitation): invitation.name
        case .accountDeleted(let name, _): name
        // The address is not confirmed, so the mail must not contain a name that a stranger chose.
        case .emailChange: ""
        default: nil
        }
    }
}

extension MailColors {
    fileprivate init(_ brand: Brand) {
        let cover = brand.cover(.light)
        self.init(
            head: cover.background.description, headText: cover.text.description,
            button: brand.accent(.light).description, buttonText: brand.accentText(.light).description,
            buttonDark: brand.accent(.dark).description, buttonTextDark: brand.accentText(.dark).description)
    }
}
