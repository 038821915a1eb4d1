import CCurl
import Foundation
import PorticoBytes
import PorticoHTML
import PorticoTransfer
import PorticoViews

/// Asks a running server on this machine whether it works.
public struct HealthCheck: Sendable {
    /// The time limit.
    private static let patience = Duration.seconds(3)
    /// The address of the request.
    public let address: String

    /// - Parameters:
    ///   - options: the options that the server was started with.
    ///   - isForRequests: whether to check that the server can respond to requests, not only that it runs.
    public init(_ options: ServerOptions, isForRequests: Bool) {
        let host =
            switch options.hostname {
            case "0.0.0.0": "127.0.0.1"
            case "::": "[::1]"
            case let name: name.has(":") ? "[\(name)]" : name
            }
        address = "http://\(host):\(options.port)\(isForRequests ? SitePath.readyz : .healthz)"
    }

    /// - Returns: the text of the response.
    /// - Throws: ``StartFailure`` if it does not answer, or cannot work.
    public func run() async throws -> String {
        let answer = HealthAnswer()
        let transfers = Transfers(connectionsPerHost: 1)
        defer { transfers.stop() }
        do {
            let handle = try TransferHandle(url: address, protocols: "http", delegate: answer)
            try handle.set(CURLOPT_TIMEOUT_MS, Int(Self.patience / .milliseconds(1)))
            try handle.receive()
            try await transfers.run(handle)
        } catch {
            throw StartFailure("no server answers at \(address)")
        }
        let text = String(answer.text.trimmed(\.isASCIIWhitespace))
        guard answer.status == 200 else { throw StartFailure("the server answers \(answer.status): \(text)") }
        return text
    }
}

/// The response of the server.
///
/// `@unchecked Sendable`: only the transfer thread uses its mutable state until the transfer has ended.
private final class HealthAnswer: TransferDelegate, @unchecked Sendable {
    private(set) var status = 0
    private var body = Data()
    var text: String { String(decoding: body, as: UTF8.self) }

    func received(_ line: Substring) -> Bool {
        if let line = StatusLine(line) { status = line.status }
        return true
    }

    func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
        body.append(contentsOf: bytes)
        // Its answers are a line of text.
        return body.count <= 4096
    }
}
