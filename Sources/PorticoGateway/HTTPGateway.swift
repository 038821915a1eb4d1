import Foundation
import PorticoAuth
import PorticoConfig

/// A gateway called over HTTP; `docs/gateway.yaml` specifies the API.
package struct HTTPGateway: Gateway {
    /// Maximum size of a response about a person, in bytes.
    package static let answerLimit = 64 << 10
    /// Maximum size of a workplace directory, in bytes.
    package static let directoryLimit = 4 << 20

    /// The base URL of the API.
    let url: URL
    let calls: JSONCalls

    package func login(userName: String, password: String) async throws(GatewayError) -> GatewayLogin {
        let credentials = ["userName": userName, "password": password]
        return try await calls.ask { () throws in
            let answer = try await send("login", body: try .json(credentials), limit: Self.answerLimit)
            return try GatewayLogin(verifying: answer.body)
        }
    }

    package func me(_ token: GatewayUserName) async throws(GatewayError) -> GatewayPerson {
        try await calls.ask { () throws in
            try GatewayPerson(verifying: await send("me", token: token, limit: Self.answerLimit).body)
        }
    }

    package func workplaces(_ token: GatewayUserName) async throws(GatewayError) -> WorkplaceDirectory {
        try await calls.ask { () throws in
            let answer = try await send("workplaces", token: token, limit: Self.directoryLimit)
            return try WorkplaceDirectory(verifyingAnswer: answer.body)
        }
    }

    package func logout(_ token: GatewayUserName) async throws(GatewayError) {
        try await calls.ask { () throws in
            _ = try await send("logout", token: token, body: .empty, limit: nil)
        }
    }

    private func send(
        _ path: String, token: GatewayUserName? = nil, body: JSONCalls.Body? = nil, limit: Int?
    ) async throws -> GatewayAnswer {
        try await calls.send(
            url.appending(path: path).absoluteString, authorization: token.map { "Bearer \($0.value)" }, body: body,
            limit: limit)
    }
}
