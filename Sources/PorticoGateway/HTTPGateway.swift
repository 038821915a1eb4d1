import CCurl
import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTransfer

/// A gateway called over HTTP; `docs/gateway.yaml` specifies the API.
///
/// Passwords and tokens never appear in URLs or errors.
package struct HTTPGateway: Gateway {
    /// Maximum size of a response about a person, in bytes.
    package static let answerLimit = 64 << 10
    /// Maximum size of a workplace directory, in bytes.
    package static let directoryLimit = 4 << 20

    private let url: URL
    private let transfers: Transfers
    private let certificates: TrustedCertificates?
    private let timeout: Duration
    private let untrusted: @Sendable (_ reason: String) -> Void
    private let breach: @Sendable (GatewayError) -> Void

    /// - Parameters:
    ///   - url: the base URL of the API.
    ///   - certificates: trusted besides the system's.
    ///   - timeout: time limit for a call, from connecting to the last byte of the response.
    ///   - untrusted: called when TLS fails, with the reason.
    ///   - breach: called when a response breaks the contract.
    package init(
        url: URL, transfers: Transfers, certificates: TrustedCertificates? = nil, timeout: Duration = .seconds(5),
        untrusted: @escaping @Sendable (_ reason: String) -> Void = { _ in },
        breach: @escaping @Sendable (GatewayError) -> Void = { _ in }
    ) {
        self.url = url
        self.transfers = transfers
        self.certificates = certificates
        self.timeout = timeout
        self.untrusted = untrusted
        self.breach = breach
    }

    package func login(userName: String, password: String) async throws(GatewayError) -> GatewayLogin {
        let credentials = ["userName": userName, "password": password]
        return try await ask { () throws in
            let body = Array(try JSONEncoder().encode(credentials))
            let answer = try await send("login", body: body, limit: Self.answerLimit)
            return try GatewayLogin(verifying: answer.body)
        }
    }

    package func me(_ token: GatewayUserName) async throws(GatewayError) -> GatewayPerson {
        try await ask { () throws in
            try GatewayPerson(verifying: await send("me", token: token, limit: Self.answerLimit).body)
        }
    }

    package func workplaces(_ token: GatewayUserName) async throws(GatewayError) -> WorkplaceDirectory {
        try await ask { () throws in
            let answer = try await send("workplaces", token: token, limit: Self.directoryLimit)
            return try WorkplaceDirectory(verifyingAnswer: answer.body)
        }
    }

    package func logout(_ token: GatewayUserName) async throws(GatewayError) {
        try await ask { () throws in
            _ = try await send("logout", token: token, body: [], limit: nil)
        }
    }

    /// - Parameters:
    ///   - body: JSON to send with POST; nil sends a GET.
    ///   - limit: maximum size of JSON in the response, in bytes; nil if it has no body.
    private func send(
        _ path: String, token: GatewayUserName? = nil, body: [UInt8]? = nil, limit: Int?
    ) async throws -> GatewayAnswer {
        let answer = GatewayAnswer(limit: limit)
        let handle = try TransferHandle(
            url: url.appending(path: path).absoluteString, protocols: "http,https", delegate: answer)
        try handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        // Shorter than the usual idle timeout of servers, so that no request uses a connection that is being closed.
        try handle.set(CURLOPT_MAXAGE_CONN, 4)
        try certificates?.trust(in: handle)
        try handle.append("Accept: application/json", to: CURLOPT_HTTPHEADER)
        if let token { try handle.append("Authorization: Bearer \(token.value)", to: CURLOPT_HTTPHEADER) }
        if let body {
            // An empty value omits the header; libcurl would otherwise send a form's content type.
            let type = body.isEmpty ? "" : " application/json"
            try handle.append("Content-Type:\(type)", to: CURLOPT_HTTPHEADER)
            try handle.post(body)
        }
        try handle.receive()
        do {
            try await transfers.run(handle)
        } catch {
            if case TransferError.failed(_, let reason) = error, GatewayError(error) == .untrusted { untrusted(reason) }
            throw answer.problem ?? GatewayError(error)
        }
        guard answer.hasHead else { throw GatewayError.unreachable }
        if let problem = answer.problem { throw problem }
        try AnswerForm.check(answer.body)
        return answer
    }

    private func ask<Answer: Sendable>(
        _ work: @escaping @Sendable () async throws -> Answer
    ) async throws(GatewayError) -> Answer {
        do {
            return try await withTimeLimit(timeout, work)
        } catch {
            let error = GatewayError(error)
            if error.isBreach { breach(error) }
            throw error
        }
    }
}

extension GatewayError {
    /// Whether the response breaks the contract, so that the operator of the gateway has to fix it.
    fileprivate var isBreach: Bool {
        switch self {
        case .invalidAnswer, .redirected, .tooLarge: true
        case .failed(let status): status < 500
        case .unreachable, .timedOut, .cancelled, .untrusted, .refused: false
        }
    }
}
