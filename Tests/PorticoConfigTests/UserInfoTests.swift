import PorticoConfig
import Testing

@Suite("A person's profile")
struct UserInfoTests {
    private let key = UserConfig.userInfo

    @Test("may be empty")
    func empty() {
        #expect(UserInfo().problems.isEmpty)
        #expect(key.defaultValue == UserInfo(name: nil, pronouns: "", note: ""))
    }

    @Test("is accepted up to the limits of each field")
    func limits() {
        func text(_ count: Int) -> String { String(repeating: "é", count: count) }
        #expect(UserInfo(name: text(100), pronouns: text(40), note: text(500)).problems.isEmpty)
        #expect(
            UserInfo(name: text(101), pronouns: text(41), note: text(501)).problems == [
                .nameTooLong(maximum: 100), .pronounsTooLong(maximum: 40), .noteTooLong(maximum: 500),
            ])
    }

    @Test("has a length that joined characters cannot hide")
    func clusters() {
        let joined = String(repeating: "a\u{200D}", count: 50_000)
        #expect(joined.fits(100_000))
        #expect(!joined.fits(49_999))
        #expect(
            UserInfo(name: "a" + String(repeating: "\u{200D}", count: 20_000)).problems == [.nameTooLong(maximum: 100)])
        #expect(UserInfo(note: String(repeating: "e\u{301}", count: 500)).problems.isEmpty)
        #expect(UserInfo(name: String(repeating: "\u{1100}", count: 101)).problems == [.nameTooLong(maximum: 100)])
    }

    static let invisible = [
        "\u{200B}", "\u{2060}", "\u{3164}", "\u{2800}", "\u{AD}", "\u{200E}", "\u{200F}", "\u{FEFF}", "\u{115F}",
        "\u{FFA0}", "\u{E0001}", "\u{FE0F}", "\u{301}", "\u{1D159}", "\u{180E}", "\u{200B} \u{200B}", "\u{600}",
    ]

    @Test("has a visible name", arguments: invisible)
    func invisibleName(name: String) throws {
        #expect(UserInfo(name: name).problems == [.nameBlank])
        #expect(name.personName == "")
        #expect(name.personText == "")
        #expect("Ada\(name)".personName.hasPrefix("A"))
        let stored = try #require(key.decode(#"{"name":"\#(name)","pronouns":"she"}"#))
        #expect(stored == UserInfo(pronouns: "she"), "an earlier version has kept it")
    }

    @Test("of an earlier version is read, even if it is longer than it may be now")
    func earlier() throws {
        let note = String(repeating: "न\u{94D}\u{200D}", count: 500)
        #expect(UserInfo(note: note).problems == [.noteTooLong(maximum: 500)])
        let read = key.decode(#"{"note":"\#(note)"}"#)
        #expect(read?.note.unicodeScalars.elementsEqual(note.unicodeScalars) == true)
        #expect(throws: ConfigError.self) { try key.encode(UserInfo(note: note)) }
    }

    @Test("has a name of more than spaces, if it has one", arguments: ["", " ", "\t \n", "\u{3000}"])
    func blankName(name: String) throws {
        #expect(UserInfo(name: name).problems == [.nameBlank])
        #expect(throws: ConfigError.invalidValue(key: "userInfo")) { try key.encode(UserInfo(name: name)) }
    }

    @Test(
        "is read as it was written",
        arguments: [
            UserInfo(), UserInfo(name: "Ada"), UserInfo(name: "A \"B\"", pronouns: "she/her", note: "one\ntwo"),
        ])
    func roundTrip(info: UserInfo) throws {
        #expect(try key.decode(key.encode(info)) == info)
    }

    @Test("is empty for missing fields and for an invalid stored value")
    func stored() {
        #expect(key.decode(#"{"name":"Ada"}"#) == UserInfo(name: "Ada"))
        #expect(key.decode("{}") == UserInfo())
        #expect(key.decode(#"{"name":" "}"#) == nil)
        let config = UserConfig(
            account: AccountID(server: .local, user: "ada"), isAutoLogin: false,
            values: ["userInfo": #"{"name":" "}"#, "appearance": #""sepia""#, "textSize": #""XL""#])
        #expect(config.userInfo == UserInfo())
        #expect(config.appearance == .automatic)
        #expect(config.textSize == .xl)
    }

    @Test("has this key name, beside those of appearance and text size")
    func names() {
        #expect(key.name == "userInfo")
        #expect(UserConfig.appearance.name == "appearance")
        #expect(UserConfig.textSize.name == "textSize")
    }
}
