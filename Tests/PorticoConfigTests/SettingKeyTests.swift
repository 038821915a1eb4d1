import PorticoConfig
import Testing

@Suite("A configuration key")
struct ConfigKeyTests {
    private let size = SettingKey("size", default: 3) { (1...7).contains($0) }
    private let code = UserConfig.currentFactoryCode

    @Test("reads the values that it wrote", arguments: [1, 3, 7])
    func roundTrip(value: Int) throws {
        #expect(try size.decode(size.encode(value)) == value)
    }

    @Test("refuses to write an invalid value, by name", arguments: [0, 8, -1])
    func invalidValue(value: Int) {
        #expect(throws: ConfigError.invalidValue(key: "size")) { try size.encode(value) }
    }

    @Test(
        "does not accept an invalid stored text as a value",
        arguments: ["", "8", "0", "\"3\"", "3.5", "null", "[3]", "three", "3 3", "{\"size\":3}"])
    func undecodable(json: String) {
        #expect(size.decode(json) == nil)
    }

    @Test("keeps text exactly", arguments: ["", "a", "\"", "\\", "a/b", "🏭", "line\nline", "\u{0}"])
    func text(value: String) throws {
        let key = SettingKey("note", default: "")
        #expect(try key.decode(key.encode(value)) == value)
    }

    @Test("writes one value in one way, so that equal values are equal text")
    func stableForm() throws {
        let key = SettingKey("map", default: [String: String]())
        #expect(try key.encode(["b": "2/3", "a": "1"]) == #"{"a":"1","b":"2/3"}"#)
    }

    @Test("of the workplace holds a code or nothing, and no empty code")
    func codes() throws {
        #expect(try code.decode(code.encode("F1")) == "F1")
        #expect(try code.encode(nil) == "null")
        #expect(throws: ConfigError.invalidValue(key: "currentFactoryCode")) { try code.encode("") }
        #expect(code.defaultValue == nil)
    }
}
