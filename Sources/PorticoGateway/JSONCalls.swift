import CCurl
import Foundation
import PorticoAuth
import PorticoBytes
import PorticoTransfer

/// Calls a server of others over HTTP, and reads its JSON. Secrets never appear in errors.
struct JSONCalls: Sendable {
    let transfers: Transfers
    /// Trusted besides the system's.
    let certificates: TrustedCertificates?
    /// Time limit for a call, from connecting to the last byte of the response.
    let timeout: Duration
    /// Called when TLS fails, with the reason.
    let untrusted: @Sendable (_ reason: String) -> Void
    /// Called when a response breaks the contract.
    let breach: @Sendable (GatewayError) -> Void
    /// Called when a server refuses a request, with its word for it.
    var refused: @Sendable (_ reason: String) -> Void = { _ in }

    /// The body of a request, with its media type.
    struct Body {
        let type: String
        let bytes: [UInt8]

        /// A body without content.
        static let empty = Body(type: "", bytes: [])

        static func form(_ fields: [(String, String)]) -> Body {
            Body(type: "application/x-www-form-urlencoded", bytes: Array(PercentEncoding.form(fields).utf8))
        }

        static func json(_ value: some Encodable) throws -> Body {
            Body(type: "application/json", bytes: Array(try JSONEncoder().encode(value)))
        }
    }

    /// - Parameters:
    ///   - authorization: the value of the header `Authorization`; nil for none.
    ///   - headers: further header lines.
    ///   - body: sent with POST; nil sends a GET.
    ///   - limit: maximum size of JSON in the response, in bytes; nil if it has no body.
    ///   - statuses: the statuses to accept; nil for 200 with a body, and 204 without one.
    ///   - types: the media types that the JSON may have.
    func send(
        _ url: String, authorization: String? = nil, headers: [String] = [], body: Body? = nil, limit: Int?,
        statuses: Set<Int>? = nil, types: Set<String> = ["application/json"]
    ) async throws -> GatewayAnswer {
        // A token of others must not add lines to the request.
        guard ([authorization ?? ""] + headers).allSatisfy({ !$0.utf8.contains { $0 < 0x20 || $0 == 0x7f } }) else {
            throw GatewayAnswerProblem.invalid("access_token")
        }
        let answer = GatewayAnswer(limit: limit, statuses: statuses, types: types)
        let handle = try TransferHandle(url: url, protocols: "http,https", delegate: answer)
        try handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        // Shorter than the usual idle timeout of servers, so that no request uses a connection that is being closed.
        try handle.set(CURLOPT_MAXAGE_CONN, 4)
        try certificates?.trust(in: handle)
        try handle.append("Accept: application/json", to: CURLOPT_HTTPHEADER)
        if let authorization { try handle.append("Authorization: \(authorization)", to: CURLOPT_HTTPHEADER) }
        for header in headers { try handle.append(header, to: CURLOPT_HTTPHEADER) }
        if let body {
            // An empty value omits the header; libcurl would otherwise send a form's content type.
            try handle.append(
                body.type.isEmpty ? "Content-Type:" : "Content-Type: \(body.type)", to: CURLOPT_HTTPHEADER)
            try handle.post(body.bytes)
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
        if limit != nil { try AnswerForm.check(answer.body) }
        return answer
    }

    /// The error for an answer in which a provider refuses a login. Notes its word for it, bounded.
    func refusal(_ reason: String) -> GatewayError {
        refused(reason.limited(toBytes: 100))
        return .refused(.credentials)
    }

    /// Runs the calls of `work` within the time limit.
    func ask<Answer: Sendable>(
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
