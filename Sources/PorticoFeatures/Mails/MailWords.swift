import Foundation
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The data for the text of a mail, read when the mail is sent.
struct MailWords {
    /// The recipient.
    let reader: Reader
    let appName: String
    /// The name of the person, and the name to sign in with; both empty without an account.
    let name: String
    let username: String
    /// The display name of the server that stores the password; nil if this server does.
    let passwordServer: String?
    /// The time zone of the person; nil if unknown.
    let zone: TimeZone?
    /// The inviter's name; nil if unknown.
    let inviter: String?
    /// The link of the mail; nil if it has none, or the link does not exist any more.
    let link: WebURL?
    /// The end of the link; nil if there is none.
    let end: Date?
    /// The code beside a link to log in; nil for other mails.
    let code: String?
    /// The minutes for which the link works.
    let minutes: Int
    /// The page to ask for another password.
    let reset: WebURL?
    let servers: [Server]

    func moment(_ time: Date) -> Mail.Moment { Mail.Moment(time, in: zone) }

    /// The link of an invitation or of a reset, with its end.
    var linkWithEnd: (link: WebURL, end: Mail.Moment)? {
        guard let link, let end else { return nil }
        return (link, moment(end))
    }

    /// The link to log in, with its code.
    var linkWithCode: (link: WebURL, code: String)? {
        guard let link, let code else { return nil }
        return (link, code)
    }
}

extension MailJob.Content {
    /// The mail of each kind; nil if its link does not exist any more.
    func mail(_ words: MailWords) -> Mail? {
        let (appName, name, username, minutes) = (words.appName, words.name, words.username, words.minutes)
        let language = words.reader.language
        return switch self {
        case .registration:
            words.link.map { .registration(appName: appName, link: $0, minutes: minutes, language: language) }
        case .alreadyRegistered(let id):
            .alreadyRegistered(
                appName: appName, name: name, username: id.user, passwordServer: words.passwordServer,
                reset: words.reset,
                language: language)
        case .invitation(let invitation):
            words.linkWithEnd.map {
                .invitation(
                    appName: appName, name: invitation.name, inviter: words.inviter, link: $0.link, until: $0.end,
                    language: language)
            }
        case .welcome:
            words.linkWithEnd.map {
                .welcome(
                    appName: appName, name: name, username: username, link: $0.link, until: $0.end, language: language)
            }
        case .passwordReset(_, let isForced):
            words.link.map {
                .passwordReset(
                    appName: appName, name: name, username: username, link: $0, minutes: minutes, isForced: isForced,
                    language: language)
            }
        case .passwordChanged(_, let client, let time):
            words.reset.map {
                .passwordChanged(
                    appName: appName, name: name, username: username, browser: client.agent,
                    address: client.address, when: words.moment(time), reset: $0, language: language)
            }
        case .emailChange:
            words.link.map { .emailChange(appName: appName, link: $0, minutes: minutes, language: language) }
        case .emailChanged(_, let time):
            .emailChanged(
                appName: appName, name: name, username: username, when: words.moment(time), language: language)
        case .factorsChanged(_, let change, let client, let time):
            .factorsChanged(
                change, appName: appName, name: name, username: username, passwordServer: words.passwordServer,
                browser: client.agent, address: client.address, when: words.moment(time), reset: words.reset,
                language: language)
        case .factorsResetBegun(_, let due):
            words.linkWithEnd.map {
                .factorsResetBegun(
                    appName: appName, name: name, username: username, due: words.moment(due), link: $0.link,
                    until: $0.end, language: language)
            }
        case .newSignIn(_, _, let client, let time, let provider):
            words.link.map {
                .newSignIn(
                    appName: appName, name: name, username: username, passwordServer: words.passwordServer,
                    browser: client.agent, address: client.address, when: words.moment(time),
                    way: provider.flatMap(words.servers.passwordServer(on:)).map(SignInWayText.provider), link: $0,
                    minutes: minutes,
                    language: language)
            }
        case .signInLink(_, _, let client, let time):
            words.linkWithCode.map {
                .signInLink(
                    appName: appName, name: name, username: username, browser: client.agent,
                    address: client.address, when: words.moment(time), link: $0.link, code: $0.code, minutes: minutes,
                    language: language)
            }
        case .signInLimited:
            words.link.map {
                .signInLimited(
                    appName: appName, name: name, username: username, link: $0, minutes: minutes, language: language)
            }
        case .codesLimited:
            words.link.map {
                .codesLimited(
                    appName: appName, name: name, username: username, link: $0, minutes: minutes, language: language)
            }
        case .accountDeleted(let name, _): .accountDeleted(appName: appName, name: name, language: language)
        }
    }

    /// The server that the account was on before it was deleted.
    var formerServer: ServerID? {
        if case .accountDeleted(_, let server) = self { server } else { nil }
    }

    /// Whether it contains a link that gives access to the account. A link that confirms an address goes to the new
    /// one.
    var opensAccount: Bool { account != nil && purpose != nil && purpose != .emailChange }

    /// The name queued with the mail; nil if the account has it.
    var name: String? {
        switch self {
        case .invitation(let invitation): invitation.name
        case .accountDeleted(let name, _): name
        // The address is not confirmed, so the mail must not contain a name that a stranger chose.
        case .emailChange: ""
        default: nil
        }
    }
}
