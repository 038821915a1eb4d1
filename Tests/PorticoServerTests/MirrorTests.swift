import Foundation
import PorticoAuth
import PorticoConfig
import PorticoViews
import Testing

@testable import PorticoServer

@Suite("What views and the modules behind them both list")
struct MirrorTests {
    @Test("are the kinds of security events")
    func events() {
        #expect(ActivityKind.allCases.map(\.rawValue) == SecurityEvent.Kind.allCases.map(\.rawValue))
    }

    @Test("are the purposes of links")
    func links() {
        #expect(LinkPurpose.allCases.map(\.rawValue) == OneTimeLink.Purpose.allCases.map(\.rawValue))
    }

    @Test("are the kinds of mails")
    func mails() throws {
        let email = try #require(EmailAddress("ada@x.example"))
        let contents = sequence(first: MailJob.Content.registration) { next(after: $0, email) }
        #expect(MailKind.allCases.map(\.rawValue) == contents.map { MailJob(to: email, $0).kind })
    }

    /// Names every content once: one that is new has to be put in here.
    private func next(after content: MailJob.Content, _ email: EmailAddress) -> MailJob.Content? {
        let (ada, now) = (AccountID(server: .local, user: "ada"), Date())
        return switch content {
        case .registration: .alreadyRegistered(ada)
        case .alreadyRegistered: .invitation(Invitation(email: email))
        case .invitation: .welcome(ada)
        case .welcome: .passwordReset(ada, isForced: false)
        case .passwordReset: .passwordChanged(ada, Client(), now)
        case .passwordChanged: .emailChange(ada)
        case .emailChange: .emailChanged(ada, now)
        case .emailChanged: .newSignIn(ada, 7, Client(), now)
        case .newSignIn: .accountDeleted(name: "Ada")
        case .accountDeleted: nil
        }
    }

    @Test("are the options of the installation, but for those that are shown at the command line only")
    func options() {
        let hidden = [
            "http.hostname", "http.port", "http.connections", "data.directory", "public.directory",
            "splash.minimumDuration",
            "presentation.automatic", "mail.port", "mail.username", "mail.password", "mail.certificates",
            "events.streamsPerAccount", "events.streams", "events.interval", "cache.capacity", "log.level",
            "servers.list", "servers.local.name", "gateway.timeout", "gateway.launchTimeout",
            "gateway.workplacesInterval", "gateway.certificates",
            "gateway.key",
        ]
        let shown = PorticoViews.InstallationOption.allCases.map(\.rawValue)
        #expect((shown + hidden).sorted() == ServerOptions().installation.map(\.key).sorted())
        #expect(ServerOptions().settings.map(\.option.rawValue).sorted() == shown.sorted())
    }
}
