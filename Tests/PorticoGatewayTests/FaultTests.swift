import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@testable import ExampleGateway

@Suite("A gateway with a fault", .timeLimit(.minutes(20)))
struct FaultTests {
    /// The error of every call.
    private static let ofAll: [Fault: GatewayError] = [
        .down: .unreachable, .redirect: .redirected, .error: .failed(status: 500), .forbidden: .refused(.forbidden),
        .tooMany: .refused(.tooMany(retryAfter: 30)),
    ]
    /// The error of calls that return something.
    private static let ofAnswers: [Fault: GatewayError] = [
        .huge: .tooLarge, .malformed: .invalidAnswer(.unreadable(nil)), .webPage: .invalidAnswer(.unreadable(nil)),
        .otherStatus: .failed(status: 201), .byteOrderMark: .invalidAnswer(.notUTF8),
        .repeatedName: .invalidAnswer(.repeatedName("data")),
    ]
    /// The error of calls about a person.
    private static let ofPeople: [Fault: GatewayError] = [
        .missingEmployeeNumber: .invalidAnswer(.missing("data.user.employeeNo")),
        .lettersInEmployeeNumber: .invalidAnswer(.invalid("data.user.employeeNo")),
        .wrongType: .invalidAnswer(.unreadable("data.user.employeeNo")),
        .noUser: .invalidAnswer(.missing("data.user")),
    ]
    /// Faults with separate tests.
    private static let others: [Fault] = [.none, .slow, .silent, .drip, .revoked, .otherPerson, .repeatedCode]

    @Test("has one of the known faults")
    func complete() {
        let known = Set(Self.ofAll.keys).union(Self.ofAnswers.keys).union(Self.ofPeople.keys).union(Self.others)
        #expect(known == Set(Fault.allCases))
    }

    @Test("ends every call with the fault")
    func ends() async throws {
        try await GatewayFixture.with { fixture in
            let token = try await fixture.login().gatewayUserName
            for (fault, error) in Self.ofAll.merging(Self.ofAnswers, uniquingKeysWith: { first, _ in first }) {
                fixture.set(fault)
                let calls = Self.ofAll[fault] == nil ? Call.allCases.filter { $0 != .logout } : Call.allCases
                for call in calls { #expect(await end(of: call, fixture, token) == error, "\(fault) in \(call)") }
            }
            for (fault, error) in Self.ofPeople {
                fixture.set(fault)
                #expect(await end(of: .login, fixture, token) == error, "\(fault)")
                #expect(await end(of: .me, fixture, token) == error, "\(fault)")
                if fault != .wrongType { #expect(await end(of: .workplaces, fixture, token) == nil, "\(fault)") }
            }
        }
    }

    @Test("only takes time, also if it sends a byte now and then", arguments: [Fault.slow, .silent, .drip])
    func timeLimit(fault: Fault) async throws {
        let token = try #require(GatewayUserName("t0ken"))
        try await GatewayFixture.with(timeout: .milliseconds(200)) { fixture in
            fixture.set(fault, seconds: fault == .drip ? 0.05 : 60)
            for call in fault == .drip ? [.login] : Call.allCases {
                #expect(await end(of: call, fixture, token) == .timedOut, "\(call)")
            }
        }
    }

    @Test("is slow, and succeeds in the end")
    func slow() async throws {
        try await GatewayFixture.with { fixture in
            for fault in [Fault.slow, .drip] {
                fixture.set(fault, seconds: 0.001)
                let login = try await fixture.login()
                #expect(login.person.name == "Ada Lovelace")
            }
        }
    }

    @Test("has ended every token, or does not know it in one operation only")
    func revoked() async throws {
        try await GatewayFixture.with { fixture in
            let token = try await fixture.login().gatewayUserName
            fixture.set(.revoked)
            for call in [Call.me, .workplaces, .logout] {
                #expect(await end(of: call, fixture, token) == .refused(.credentials))
            }
            #expect(await end(of: .login, fixture, token) == nil)
            fixture.set(.revoked, on: .workplaces)
            #expect(await end(of: .me, fixture, token) == nil)
            #expect(await end(of: .workplaces, fixture, token) == .refused(.credentials))
        }
    }

    @Test("answers about another person")
    func otherPerson() async throws {
        try await GatewayFixture.with { fixture in
            let token = try await fixture.login().gatewayUserName
            fixture.set(.otherPerson)
            #expect(try await fixture.gateway.me(token).employeeNumber == EmployeeNumber("0107"))
            #expect(try await fixture.login().person.name == "Grace Hopper")
        }
    }

    @Test("has invalid workplaces")
    func workplaces() async throws {
        try await GatewayFixture.with { fixture in
            let token = try await fixture.login().gatewayUserName
            fixture.set(.repeatedCode)
            #expect(
                await end(of: .workplaces, fixture, token) == .invalidAnswer(.workplaces(.repeatedCode(.factory, "F1")))
            )
            fixture.set(.wrongType)
            #expect(
                await end(of: .workplaces, fixture, token) == .invalidAnswer(.unreadable("data.factories")))
        }
    }

    private func end(of call: Call, _ fixture: GatewayFixture, _ token: GatewayUserName) async -> GatewayError? {
        let gateway = fixture.gateway
        return switch call {
        case .login: await login(gateway, "ada", "s3cret-of-ada")
        case .me: await failure { () throws(GatewayError) in try await gateway.me(token) }
        case .workplaces: await failure { () throws(GatewayError) in try await gateway.workplaces(token) }
        case .logout: await failure { () throws(GatewayError) in try await gateway.logout(token) }
        }
    }
}
