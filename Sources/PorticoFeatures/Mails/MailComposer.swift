import Foundation
import NIOCore
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoHTML
import PorticoViews

/// A composed mail.
package struct WrittenMail: Sendable {
    /// The name of the recipient; empty if unknown.
    package let name: String
    /// The subject, on one line.
    package let subject: String
    /// The plain text form.
    package let text: String
    /// The HTML form.
    package let html: String
    /// The name of the sender.
    package let senderName: String
}

/// Composes queued mails when they are sent: creates their links, and uses the current data.
package struct MailComposer: Sendable {
    private let links: AccountLinks
    private let accounts: any AuthStore
    private let origin: @Sendable () -> PublicOrigin
    private let brand: @Sendable (ServerID) -> Brand
    private let servers: [Server]
    private let config: @Sendable (AccountID) async throws -> UserConfig
    private let language: String

    /// - Parameters:
    ///   - brand: the brand of a server.
    ///   - servers: the servers of accounts, named in mails.
    ///   - config: the configuration of a person, whose language and time zone the mails to that person have.
    ///   - language: the tag of the language for people without a choice.
    ///   - origin: the origin of the server, for links.
    package init(
        links: AccountLinks, accounts: any AuthStore, brand: @escaping @Sendable (ServerID) -> Brand, servers: [Server],
        config: @escaping @Sendable (AccountID) async throws -> UserConfig, language: String,
        origin: @escaping @Sendable () -> PublicOrigin
    ) {
        self.servers = servers
        self.links = links
        self.accounts = accounts
        self.brand = brand
        self.config = config
        self.language = language
        self.origin = origin
    }

    /// Composes a mail.
    ///
    /// - Parameter queued: the mail in the queue; nil if it is in none.
    /// - Returns: nil if the mail is obsolete, because its account is deleted or disabled, or its link was withdrawn or
    ///   used.
    package func write(_ job: MailJob, queued: QueuedMail? = nil) async throws -> WrittenMail? {
        var account: Account?
        if let id = job.content.account {
            account = try await accounts.account(id)
            guard let account, !account.isDisabled else { return nil }
            // The address may have changed: a link to the account goes only to its current address.
            if job.content.opensAccount, account.email != job.recipient { return nil }
        }
        // People without an account get one on this server.
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
        let made = try await links.make(for: job, queued: queued)
        let link = made.flatMap { address(of: $0.link.purpose, token: $0.token, account) }
        let config = try await config(of: account)
        let offered = [config?.language, job.language, language].compactMap(\.self).compactMap(Language.init(offered:))
        let reader = Reader(server: account?.id.server, language: (offered.first ?? .source).tag)
        let words = MailWords(
            reader: reader, appName: appName, name: account?.name ?? "",
            username: account.map { servers.label(of: $0.id, in: reader.language) } ?? "",
            passwordServer: account.flatMap { servers.passwordServer(of: $0.id) },
            zone: config?.timeZone, inviter: try await inviter(of: job.content), link: link,
            end: made?.link.expiresAt,
            code: try job.content.purpose == .signIn ? made.map { try links.code(of: $0.token.digest) } : nil,
            minutes: made.map { links.minutes(of: $0.link) } ?? 0,
            reset: WebURL("\(origin())\(SitePath.resetPassword)"), servers: servers)
        return job.content.mail(words)
    }

    private func config(of account: Account?) async throws -> UserConfig? {
        guard let account else { return nil }
        return try await config(account.id)
    }

    private func inviter(of content: MailJob.Content) async throws -> String? {
        guard case .invitation(let invitation) = content, let id = invitation.inviter else { return nil }
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
            case .signIn: .mailSignInLink
            case .liftLimits: .liftLimits
            case .stopReset: .stopFactorsReset
            }
        return WebURL("\(origin())\(path)?token=\(token.value)")
    }

    /// The link of an invitation, to pass on without a mail.
    package static func link(of invitation: Token, at origin: PublicOrigin) -> String {
        "\(origin)\(Self.invitation)?token=\(invitation.value)"
    }

    private static let invitation = SitePath.confirmRegistration
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
