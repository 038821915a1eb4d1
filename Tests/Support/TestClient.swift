import CCurl
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PorticoFeatures
import PorticoTransfer
import ServiceLifecycle

/// Sends HTTP requests to a server under test through a socket.
package final class TestClient: Sendable {
    /// The port of the server.
    package let port: Int
    private let transfers = Transfers(connectionsPerHost: 0)

    /// A client for a server on loopback.
    package init(port: Int) {
        self.port = port
    }

    /// - Parameter path: the request target, sent unchanged.
    package func send(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: ByteBuffer? = nil
    ) async throws -> TestResponse {
        let answer = TestAnswer()
        let handle = try TransferHandle(url: "http://127.0.0.1:\(port)", protocols: "http", delegate: answer)
        try handle.set(CURLOPT_REQUEST_TARGET, path)
        try handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        if let body { try handle.post(Array(body.readableBytesView)) }
        if method == .head { try handle.set(CURLOPT_NOBODY, 1) }
        try handle.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        // A name without a value removes the header that libcurl would add.
        for line in ["Host: localhost", "Accept:", "Content-Type:", "Expect:"] {
            let name = line.prefix { $0 != ":" }
            if HTTPField.Name(String(name)).map({ headers[$0] == nil }) ?? true {
                try handle.append(line, to: CURLOPT_HTTPHEADER)
            }
        }
        for field in headers {
            // A semicolon makes libcurl send the header with an empty value.
            let line = field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)"
            try handle.append(line, to: CURLOPT_HTTPHEADER)
        }
        try handle.receive()
        try await transfers.run(handle)
        return answer.response
    }
}

/// The response of a server under test.
package struct TestResponse: Sendable {
    /// The status code.
    package internal(set) var status: HTTPResponse.Status
    /// The header fields.
    package internal(set) var headers: HTTPFields
    /// The whole body.
    package internal(set) var body: ByteBuffer
}

/// Collects a response.
///
/// `@unchecked` because only the transfer thread changes it until the transfer ends.
private final class TestAnswer: TransferDelegate, @unchecked Sendable {
    private(set) var response = TestResponse(status: .init(code: 0), headers: [:], body: ByteBuffer())

    func received(_ line: Substring) -> Bool {
        let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("HTTP/"), let code = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) {
            response = TestResponse(status: .init(code: code), headers: [:], body: ByteBuffer())
        } else if let colon = text.firstIndex(of: ":"), let name = HTTPField.Name(String(text[..<colon])) {
            let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            response.headers.append(HTTPField(name: name, value: value))
        }
        return true
    }

    func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
        response.body.writeBytes(bytes)
        return true
    }
}

extension Application<FrontDoor> {
    /// Serves on a free loopback port while `test` runs.
    func serve(_ test: @escaping @Sendable (TestClient) async throws -> Void) async throws {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let group = ServiceGroup(services: [ServedApplication(base: self) { port.yield($0) }], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { port.finish() }
                try await group.run()
            }
            for await port in ports {
                try await test(TestClient(port: port))
                break
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}

/// An application on a free loopback port that reports the port.
private struct ServedApplication: ApplicationProtocol {
    let base: Application<FrontDoor>
    let onListening: @Sendable (Int) -> Void

    var responder: FrontDoor { base.responder }
    var server: HTTPServerBuilder { base.responder.server }
    var logger: Logger { base.logger }
    var services: [any Service] { base.services }
    var processesRunBeforeServerStart: [@Sendable () async throws -> Void] { base.processesRunBeforeServerStart }

    var configuration: ApplicationConfiguration {
        var configuration = base.configuration
        configuration.address = .hostname("127.0.0.1", port: 0)
        return configuration
    }

    func onServerRunning(_ channel: any Channel) async {
        await base.onServerRunning(channel)
        onListening(channel.localAddress?.port ?? 0)
    }
}
