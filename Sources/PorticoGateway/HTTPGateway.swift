import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PorticoAuth
import PorticoConfig

/// A gateway that is asked over HTTP, as `docs/gateway.yaml` has it.
///
/// Neither the password nor a token stands in any address or error.
public struct HTTPGateway: Gateway {
    /// The most bytes of an answer about a person.
    public static let answerLimit = 64 << 10
    /// The most bytes of a directory of workplaces.
    public static let directoryLimit = 4 << 20

    private let url: URL
    private let client: HTTPClient
    private let timeout: Duration

    /// - Parameters:
    ///   - url: what the paths of the contract stand under.
    ///   - client: one with `HTTPClient.Configuration.gateways`, which follows no redirect.
    ///   - timeout: what a call may take in all, from connecting to the last byte of the answer.
    public init(url: URL, client: HTTPClient, timeout: Duration = .seconds(5)) {
        self.url = url
        self.client = client
        self.timeout = timeout
    }

    public func login(userName: String, password: String) async throws(GatewayError) -> GatewayLogin {
        let credentials = ["userName": userName, "password": password]
        return try await ask { () throws in
            var request = request("login", .POST)
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(try JSONEncoder().encode(credentials))
            return try GatewayLogin(verifying: await answer(to: request, limit: Self.answerLimit))
        }
    }

    public func me(_ token: GatewayUserName) async throws(GatewayError) -> GatewayPerson {
        try await ask { () throws in
            try GatewayPerson(verifying: await answer(to: request("me", token: token), limit: Self.answerLimit))
        }
    }

    public func workplaces(_ token: GatewayUserName) async throws(GatewayError) -> WorkplaceDirectory {
        try await ask { () throws in
            let request = request("workplaces", token: token)
            return try WorkplaceDirectory(verifyingAnswer: await answer(to: request, limit: Self.directoryLimit))
        }
    }

    public func logout(_ token: GatewayUserName) async throws(GatewayError) {
        try await ask { () throws in
            let response = try await send(request("logout", .POST, token: token))
            guard response.status == .noContent else { throw GatewayAnswerProblem.unreadable(nil) }
        }
    }

    private func request(_ path: String, _ method: HTTPMethod = .GET, token: GatewayUserName? = nil)
        -> HTTPClientRequest
    {
        var request = HTTPClientRequest(url: url.appending(path: path).absoluteString)
        request.method = method
        request.headers.add(name: "Accept", value: "application/json")
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token.value)") }
        return request
    }

    /// - Throws: ``GatewayError`` where the status says so, and whatever the client throws.
    private func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        // The time that counts is that of the whole call.
        let response = try await client.execute(request, deadline: .distantFuture)
        if let failure = response.failure { throw failure }
        return response
    }

    /// The whole body of an answer in JSON.
    private func answer(to request: HTTPClientRequest, limit: Int) async throws -> Data {
        let response = try await send(request)
        guard response.isJSON else { throw GatewayAnswerProblem.unreadable(nil) }
        return Data(try await response.body.collect(upTo: limit).readableBytesView)
    }

    private func ask<Answer: Sendable>(
        _ work: @escaping @Sendable () async throws -> Answer
    ) async throws(GatewayError) -> Answer {
        do {
            return try await withTimeLimit(timeout, work)
        } catch {
            throw GatewayError(error)
        }
    }
}
