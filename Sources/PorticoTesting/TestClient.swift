import CCurl
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PorticoBytes
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
        let answer = TestAnswer(path: path)
        let handle = try handle(path, headers: headers, answer)
        if let body { try handle.post(Array(body.readableBytesView)) }
        if method == .head { try handle.set(CURLOPT_NOBODY, 1) }
        try handle.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        try await transfers.run(handle)
        return answer.response
    }

    /// Asks for an endless response, and passes it to `receiver` until it ends or the task is cancelled.
    func stream(_ path: String, headers: HTTPFields, to receiver: any TransferDelegate) async throws {
        try await transfers.run(try handle(path, headers: headers, receiver))
    }

    private func handle(
        _ path: String, headers: HTTPFields, _ delegate: any TransferDelegate
    ) throws -> TransferHandle {
        let handle = try TransferHandle(url: "http://127.0.0.1:\(port)", protocols: "http", delegate: delegate)
        try handle.set(CURLOPT_REQUEST_TARGET, path)
        try handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        // A name without a value removes the header that libcurl would add.
        for line in ["Host: localhost", "Accept:", "Content-Type:", "Expect:"] {
            if HTTPField.Name(String(line.before(":"))).map({ headers[$0] == nil }) ?? true {
                try handle.append(line, to: CURLOPT_HTTPHEADER)
            }
        }
        for field in headers {
            // A semicolon makes libcurl send the header with an empty value.
            let line = field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)"
            try handle.append(line, to: CURLOPT_HTTPHEADER)
        }
        try handle.receive()
        return handle
    }
}

/// Collects a response.
///
/// `@unchecked` because only the transfer thread changes it until the transfer ends.
private final class TestAnswer: TransferDelegate, @unchecked Sendable {
    private(set) var response: TestResponse

    init(path: String) {
        response = TestResponse(path: path, status: .init(code: 0), headers: [:], body: ByteBuffer())
    }

    func received(_ line: Substring) -> Bool {
        if let start = StatusLine(line) {
            response.status = .init(code: start.status)
            (response.headers, response.body) = ([:], ByteBuffer())
        } else if let (name, value) = line.cut(at: ":"), let name = HTTPField.Name(String(name)) {
            response.headers.append(HTTPField(name: name, value: String(value.trimmed(\.isASCIIWhitespace))))
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
    package func serve(_ test: @escaping @Sendable (TestClient) async throws -> Void) async throws {
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
