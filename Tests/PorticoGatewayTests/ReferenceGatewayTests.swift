import Foundation
import PorticoAuth
import PorticoTestSupport
import Testing

@testable import ExampleGateway

@Suite("The reference gateway", .timeLimit(.minutes(20)))
struct ReferenceGatewayTests {
    @Test("reads its sample file")
    func sample() throws {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
        let file = try PeopleFile(path: root + "/docs/gateway-people.json")
        #expect(file.people.count == 5)
    }

    @Test(
        "reports the mistakes of a file",
        arguments: [
            ("", "the file is no JSON"), ("[]", "the file is of another type"), ("{}", "people is missing"),
            (person(#""password": 1"#), "people[0].password is of another type"),
            (#"{"people": [{}]}"#, "people[0].userName is missing"),
            (
                person(#""userName": "Ada""#),
                "people[0]: userName must be 1 to 64 of a–z 0–9 . _ - @ +, with a letter or digit"
            ),
            (person(#""password": """#), "people[0]: password must not be empty"),
            (person(#""employeeNo": "A1""#), "people[0]: employeeNo must be 1 to 32 digits"),
            (person(#""name": " ""#), "people[0]: name must be 1 to 100 characters"),
            (#"{"people": [], "workplaces": {}}"#, "workplaces: factories: this is missing or of another type"),
            (
                #"{"people": [], "workplaces": {"factories": [{"code": "F", "name": "a"}, {"code": "F", "name": "b"}]}}"#,
                "workplaces: the factory “F”: there is another of this code"
            ),
        ])
    func problems(text: String, sentence: String) {
        let problem = #expect(throws: PeopleFileProblem.self) { try PeopleFile(Data(text.utf8)) }
        #expect(problem?.description == sentence)
    }

    @Test("refuses a repeated person", arguments: ["userName", "employeeNo"])
    func twice(field: String) {
        let ada = #"{"userName": "ada", "password": "x", "employeeNo": "1", "name": "Ada"}"#
        let other = field == "userName" ? ada.replacing(#""1""#, with: #""2""#) : ada.replacing("ada", with: "eve")
        let problem = #expect(throws: PeopleFileProblem.self) {
            try PeopleFile(Data(#"{"people": [\#(ada), \#(other)]}"#.utf8))
        }
        #expect(problem?.description == "people[1]: \(field) is somebody else's")
    }

    @Test("lets a user name wait after too many wrong passwords, and forgets them")
    func attempts() {
        var attempts = FailedAttempts()
        let start = ContinuousClock.now
        for _ in 1..<FailedAttempts.limit { attempts.failed("ada", now: start) }
        #expect(attempts.wait(for: "ada", now: start) == nil)
        attempts.failed("ada", now: start)
        #expect(attempts.wait(for: "ada", now: start) == 31)
        #expect(attempts.wait(for: "ada", now: start + .seconds(29.5)) == 1)
        #expect(attempts.wait(for: "grace", now: start) == nil)
        #expect(attempts.wait(for: "ada", now: start + .seconds(30)) == nil)
        attempts.failed("ada", now: start + .seconds(30))
        #expect(attempts.wait(for: "ada", now: start + .seconds(30)) == nil)
        for _ in 1..<FailedAttempts.limit { attempts.failed("ada", now: start + .seconds(31)) }
        attempts.succeeded("ada")
        #expect(attempts.wait(for: "ada", now: start + .seconds(31)) == nil)
    }

    @Test("creates a separate token for every sign-in")
    func tokens() async throws {
        try await GatewayFixture.with { fixture in
            let (first, second) = (try await fixture.login(), try await fixture.login())
            #expect(first.gatewayUserName != second.gatewayUserName)
            #expect(first.gatewayUserName.value.count == 43)
            try await fixture.gateway.logout(first.gatewayUserName)
            #expect(try await fixture.gateway.me(second.gatewayUserName) == second.person)
        }
    }

    /// A file with one person and one changed field.
    private static func person(_ field: String) -> String {
        let name = field.prefix { $0 != ":" }
        let fields = [#""userName": "ada""#, #""password": "x""#, #""employeeNo": "1""#, #""name": "Ada""#]
        return #"{"people": [{\#((fields.filter { !$0.hasPrefix(name) } + [field]).joined(separator: ", "))}]}"#
    }
}
