import Foundation
import PorticoAuth
import PorticoConfig
import Testing

@Suite("E7 The answers of a gateway")
struct GatewayAnswersTests {
    private func verify(_ text: String) throws -> GatewayLogin { try GatewayLogin(verifying: Data(text.utf8)) }

    private func answer(token: String = #""t0ken""#, number: String = #""0042""#, name: String = #""Ada""#) -> String {
        #"{"data": {"gatewayUserName": \#(token), "more": [], "user": {"employeeNo": \#(number), "name": \#(name), "x": 1}}}"#
    }

    @Test("is verified field by field")
    func verified() throws {
        let login = try verify(answer(name: #"" Ada\nLovelace ""#))
        #expect(login.gatewayUserName == GatewayUserName("t0ken"))
        #expect(login.person.employeeNumber == EmployeeNumber("0042"))
        #expect(login.person.name == "Ada Lovelace")
    }

    @Test(
        "may name groups, and report an invalid one",
        arguments: [
            (#"["Staff", "editors"]"#, ["staff", "editors"]), ("[]", []), ("null", nil),
        ] as [(String, Set<GroupName>?)])
    func groups(list: String, groups: Set<GroupName>?) throws {
        let text = answer().replacing(#""x": 1"#, with: #""groups": \#(list)"#)
        #expect(try verify(text).person.groups == groups)
        #expect(try verify(answer()).person.groups == nil)
        let wrong = answer().replacing(#""x": 1"#, with: #""groups": ["a b"]"#)
        #expect(throws: GatewayAnswerProblem.invalid("data.user.groups")) { try verify(wrong) }
    }

    @Test("show nothing of the token in any description")
    func secret() throws {
        let login = try verify(answer())
        var dumped = ""
        dump(login, to: &dumped)
        #expect(!"\(login) \(String(reflecting: login)) \(dumped)".contains("t0ken"))
    }

    @Test(
        "E7 names the field that is missing",
        arguments: [
            ("{}", "data"), (#"{"data": null}"#, "data"), (#"{"data": {}}"#, "data.gatewayUserName"),
            (#"{"data": {"gatewayUserName": "t"}}"#, "data.user"),
            (#"{"data": {"gatewayUserName": "t", "user": {}}}"#, "data.user.employeeNo"),
            (#"{"data": {"gatewayUserName": "t", "user": {"employeeNo": "1"}}}"#, "data.user.name"),
        ])
    func missing(text: String, field: String) {
        #expect(throws: GatewayAnswerProblem.missing(field)) { try verify(text) }
    }

    @Test("E7 names the field that breaks a rule")
    func invalid() {
        for token in ["", "a b", "é", "a\\nb", String(repeating: "x", count: 4097)] {
            #expect(throws: GatewayAnswerProblem.invalid("data.gatewayUserName")) {
                try verify(answer(token: "\"\(token)\""))
            }
        }
        for number in ["", "12a", "-1", "1.0", " 1", "١٢", String(repeating: "1", count: 33)] {
            #expect(throws: GatewayAnswerProblem.invalid("data.user.employeeNo")) {
                try verify(answer(number: "\"\(number)\""))
            }
        }
        for name in ["", "  ", "\\u202e", String(repeating: "x", count: 101)] {
            #expect(throws: GatewayAnswerProblem.invalid("data.user.name")) { try verify(answer(name: "\"\(name)\"")) }
        }
    }

    @Test("E7 names the field of the wrong type, and the place where the JSON is invalid")
    func unreadable() {
        for (text, field) in [
            (answer(number: "42"), "data.user.employeeNo"), (answer(token: "{}"), "data.gatewayUserName"),
            (#"{"data": [1]}"#, "data"), (#"{"data": {"user": "x"}}"#, "data.user"), ("", nil), ("[]", nil),
            ("<p>", nil),
            (#"{"data": "#, nil),
        ] {
            #expect(throws: GatewayAnswerProblem.unreadable(field), "\(text)") { try verify(text) }
        }
    }
}
