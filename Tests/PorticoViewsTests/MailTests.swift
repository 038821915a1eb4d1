import Foundation
import PorticoConfig
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("Mails")
struct MailTests {
    private static let link = WebURL(
        "https://portico.example.com/password/new?token=0123456789abcdefghijklmnopqrstuvwxyz-_ABCDEFG")!
    private static let page = WebURL("https://portico.example.com/password/reset")!
    private static let time = AccountSamples.time
    private static let end = Mail.Moment(time + 7 * 86_400)

    private static let mails: [(String, Mail)] = [
        ("registration", .registration(appName: "Portico", link: link, minutes: 60, language: "en")),
        (
            "already-registered",
            .alreadyRegistered(appName: "Portico", name: "Ada", username: "ada", reset: page, language: "en")
        ),
        ("invitation", .invitation(appName: "Portico", name: "", inviter: nil, link: link, until: end, language: "en")),
        (
            "invitation-by",
            .invitation(appName: "Portico", name: "Ada", inviter: "Grace", link: link, until: end, language: "en")
        ),
        ("welcome", .welcome(appName: "Portico", name: "Ada", username: "ada", link: link, until: end, language: "en")),
        ("password-reset", reset(isForced: false)),
        ("password-reset-forced", reset(isForced: true)),
        (
            "password-changed",
            .passwordChanged(
                appName: "Portico", name: "Ada", username: "ada", browser: "Firefox on Linux", address: "192.0.2.7",
                when: Mail.Moment(time), reset: page, language: "en")
        ),
        ("email-change", .emailChange(appName: "Portico", link: link, minutes: 60, language: "en")),
        (
            "email-changed",
            .emailChanged(appName: "Portico", name: "Ada", username: "ada", when: Mail.Moment(time), language: "en")
        ),
        ("factors-app-added", factors(.appAdded)), ("factors-app-removed", factors(.appRemoved)),
        ("factors-reset", factors(.factorsReset)),
        ("factors-codes-renewed", factors(.codesRenewed)), ("factors-code-used", factors(.codeUsed(left: 3))),
        ("factors-elsewhere", factors(.codeUsed(left: 0), passwordServer: "The works")),
        (
            "new-sign-in",
            .newSignIn(
                appName: "Portico", name: AccountSamples.hostile, username: "ada", browser: "", address: "192.0.2.7",
                when: Mail.Moment(time), link: link, minutes: 60, language: "en")
        ),
        (
            "new-sign-in-elsewhere",
            .newSignIn(
                appName: "Portico", name: "Ada", username: "ada · The works", passwordServer: "The works", browser: "",
                address: "192.0.2.7", when: Mail.Moment(time), link: link, minutes: 60, language: "en")
        ),
        (
            "sign-in-limited",
            .signInLimited(appName: "Portico", name: "Ada", username: "ada", link: link, minutes: 60, language: "en")
        ),
        ("factors-reset-stopped", factors(.resetStopped)),
        (
            "factors-reset-begun",
            .factorsResetBegun(
                appName: "Portico", name: "Ada", username: "ada", due: Mail.Moment(time), link: link,
                until: Mail.Moment(time + 60), language: "en")
        ),
        (
            "sign-in-link",
            .signInLink(
                appName: "Portico", name: "Ada", username: "ada", browser: "Firefox on Linux", address: "192.0.2.7",
                when: Mail.Moment(time), link: link, code: "012345", minutes: 10, language: "en")
        ),
        ("account-deleted", .accountDeleted(appName: "Portico", name: "Ada", language: "en")),
    ]

    private static func factors(_ change: FactorChange, passwordServer: String? = nil) -> Mail {
        .factorsChanged(
            change, appName: "Portico", name: "Ada", username: "ada", passwordServer: passwordServer,
            browser: "Firefox on Linux", address: "192.0.2.7", when: Mail.Moment(time), reset: page, language: "en")
    }

    private static func reset(isForced: Bool) -> Mail {
        .passwordReset(
            appName: "Portico", name: "Ada", username: "ada", link: link, minutes: 60, isForced: isForced,
            language: "en")
    }

    @Test(arguments: mails)
    func `each as HTML and as text`(name: String, mail: Mail) throws {
        try Snapshot.expect(render(mail), named: "mail-\(name)")
        try Snapshot.expect("Subject: \(mail.subject)\n\n\(mail.text)", named: "mail-\(name)", type: "txt")
    }

    @Test(arguments: mails)
    func `lines of the text are short, and the link stands on one of its own`(name: String, mail: Mail) {
        let lines = mail.text.split(separator: "\n")
        for line in lines where line.count > 72 {
            #expect(String(line) == mail.action?.link.description)
        }
        if let link = mail.action?.link.description { #expect(lines.contains { $0 == link }) }
        #expect(mail.text.hasSuffix("\n"))
    }

    @Test(arguments: mails)
    func `the HTML loads nothing and leads to one place`(name: String, mail: Mail) {
        let markup = render(mail)
        for part in ["<img", "<script", "<link", "src=", "url(", "@import"] { #expect(!markup.contains(part)) }
        #expect(count(of: "href=", in: markup) == (mail.action == nil ? 0 : 1))
    }

    @Test(arguments: mails)
    func `the HTML looks like the product, also in the dark`(name: String, mail: Mail) {
        let markup = render(mail)
        #expect(count(of: "<style>", in: markup) == 1)
        #expect(markup.contains("prefers-color-scheme: dark"))
        #expect(markup.contains(##"<td class="head" bgcolor="#ffcc00"><bdi>Portico</bdi></td>"##))
        #expect(markup.contains(#"class="button""#) == (mail.action != nil))
    }

    @Test(arguments: [("en", "ltr", "left"), ("ar", "rtl", "right")])
    func `the HTML begins where lines of its language begin, and its link is from left to right`(
        language: String, direction: String, edge: String
    ) {
        let markup = render(
            Mail.registration(appName: "Portico", link: Self.link, minutes: 60, language: language), in: language)
        #expect(markup.contains(#"<table class="card" lang="\#(language)" dir="\#(direction)""#))
        #expect(markup.contains(".card { text-align: \(edge); }"))
        #expect(markup.contains(#"<span class="address" dir="ltr">https://"#))
    }

    @Test func `names do not become markup, or more headers`() {
        let mail = Mail.accountDeleted(appName: "Por\r\ntico\nBcc: x", name: "<script>", language: "en")
        #expect(mail.subject == "Your account on Por tico Bcc: x was deleted")
        #expect(render(mail).contains("Hello &lt;script&gt;,"))
        #expect(mail.text.hasPrefix("Hello <script>,\n\n"))
    }

    @Test func `words are put into lines as they fit`() {
        #expect("".wrapped(at: 10) == "")
        #expect("one two three".wrapped(at: 7) == "one two\nthree")
        #expect("one two three".wrapped(at: 6) == "one\ntwo\nthree")
        #expect("far-too-long ok ok".wrapped(at: 5) == "far-too-long\nok ok")
        #expect("  one \n two ".wrapped(at: 72) == "one two")
    }

    @Test func `a link that works for seconds is not said to work for no minute`() {
        let mail = Mail.registration(appName: "Portico", link: Self.link, minutes: 0, language: "en")
        #expect(mail.text.contains("The link works once, for less than a minute."))
        #expect(render(MailSentPage(kind: .registration, minutes: 0)).contains("within a minute"))
    }
}
