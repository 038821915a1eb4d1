import CCurl
import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTransfer

/// A gateway that is asked over HTTP, as `docs/gateway.yaml` has it.
///
/// Neither the password nor a token stands in any address or error.
public struct HTTPGateway: Gateway {
    /// The most bytes of an answer about a person.
    public static let answerLimit = 64 << 10
    /// The most bytes of a directory of workplaces.
    public static let directoryLimit = 4 << 20

    private let url: URL
    private let transfers: Transfers
    private let certificates: TrustedCertificates?
    private let timeout: Duration

    /// - Parameters:
    ///   - url: what the paths of the contract stand under.
    ///   - certificates: trusted besides those of the system.
    ///   - timeout: what a call may take in all, from connecting to the last byte of the answer.
    public init(
        url: URL, transfers: Transfers, certificates: TrustedCertificates? = nil, timeout: Duration = .seconds(5)
    ) {
        self.url = url
        self.transfers = transfers
        self.certificates = certificates
        self.timeout = timeout
    }

    public func login(userName: String, password: String) async throws(GatewayError) -> GatewayLogin {
        let credentials = ["userName": userName, "password": password]
        return try await ask { () throws in
            let body = Array(try JSONEncoder().encode(credentials))
            let answer = try await send("login", body: body, limit: Self.answerLimit)
            return try GatewayLogin(verifying: answer.body)
        }
    }

    public func me(_ token: GatewayUserName) async throws(GatewayError) -> GatewayPerson {
        try await ask { () throws in
            try GatewayPerson(verifying: await send("me", token: token, limit: Self.answerLimit).body)
        }
    }

    public func workplaces(_ token: GatewayUserName) async throws(GatewayError) -> WorkplaceDirectory {
        try await ask { () throws in
            let answer = try await send("workplaces", token: token, limit: Self.directoryLimit)
            return try WorkplaceDirectory(verifyingAnswer: answer.body)
        }
    }

    public func logout(_ token: GatewayUserName) async throws(GatewayError) {
        try await ask { () throws in
            let answer = try await send("logout", token: token, body: [], limit: nil)
            guard answer.status == 204 else { throw GatewayAnswerProblem.unreadable(nil) }
        }
    }

    /// - Parameters:
    ///   - body: JSON to send with POST; nil asks with GET.
    ///   - limit: the most bytes of JSON in the answer; nil where it has none.
    private func send(
        _ path: String, token: GatewayUserName? = nil, body: [UInt8]? = nil, limit: Int?
    ) async throws -> GatewayAnswer {
        let answer = GatewayAnswer(limit: limit)
        let handle = try TransferHandle(
            url: url.appending(path: path).absoluteString, protocols: "http,https", delegate: answer)
        try handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        // Servers seldom close an idle connection before: a request must not go into one that is just being closed.
        try handle.set(CURLOPT_MAXAGE_CONN, 4)
        try certificates?.trust(in: handle)
        try handle.append("Accept: application/json", to: CURLOPT_HTTPHEADER)
        if let token { try handle.append("Authorization: Bearer \(token.value)", to: CURLOPT_HTTPHEADER) }
        if let body {
            // Without a value it is not sent; otherwise libcurl would say that it is a form.
            let type = body.isEmpty ? "" : " application/json"
            try handle.append("Content-Type:\(type)", to: CURLOPT_HTTPHEADER)
            try handle.post(body)
        }
        try handle.receive()
        do {
            try await transfers.run(handle)
        } catch {
            throw answer.problem ?? GatewayError(error)
        }
        guard answer.hasHead else { throw GatewayError.unreachable }
        if let problem = answer.problem { throw problem }
        return answer
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
