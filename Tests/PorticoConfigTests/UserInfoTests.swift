import PorticoConfig
import Testing

@Suite("What a person says of themselves")
struct UserInfoTests {
    private let key = UserConfig.userInfo

    @Test("may be nothing at all")
    func empty() {
        #expect(UserInfo().problems.isEmpty)
        #expect(key.defaultValue == UserInfo(name: nil, pronouns: "", note: ""))
    }

    @Test("is kept up to the limits of each field and not beyond")
    func limits() {
        func text(_ count: Int) -> String { String(repeating: "é", count: count) }
        #expect(UserInfo(name: text(100), pronouns: text(40), note: text(500)).problems.isEmpty)
        #expect(
            UserInfo(name: text(101), pronouns: text(41), note: text(501)).problems == [
                .nameTooLong(maximum: 100), .pronounsTooLong(maximum: 40), .noteTooLong(maximum: 500),
            ])
    }

    @Test("has a name that is more than spaces, where it has one", arguments: ["", " ", "\t \n", "\u{3000}"])
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

    @Test("reads fields that were not stored as empty, and what is no longer valid as nothing")
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

    @Test("and how it is read, is published under these names")
    func names() {
        #expect(key.name == "userInfo")
        #expect(UserConfig.appearance.name == "appearance")
        #expect(UserConfig.textSize.name == "textSize")
    }
}
