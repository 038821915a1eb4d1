import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import PorticoBytes
import ServiceLifecycle

/// A request to the application behind this server, and its response. Both are streamed: this server reads from each
/// side as fast as the other one accepts bytes.
package struct UpstreamExchange: Sendable {
    let upstream: Upstream
    let request: Request
    /// The head for the application, without the framing, which is added.
    let head: HTTPRequestHead
    let channel: any Channel
    /// Whether the sign-in is still in force and has access; nil if the request has none.
    let isStillAllowed: (@Sendable () async throws -> Bool)?

    package init(
        upstream: Upstream, request: Request, head: HTTPRequestHead, channel: any Channel,
        isStillAllowed: (@Sendable () async throws -> Bool)?
    ) {
        self.upstream = upstream
        self.request = request
        self.head = head
        self.channel = channel
        self.isStillAllowed = isStillAllowed
    }

    /// The application could not be reached, or has not sent a response.
    package struct Failure: Error {
        package let reason: any Error
        package var isLate: Bool {
            if case ChannelError.connectTimeout = reason { return true }
            return reason is UpstreamConnection.TimedOut
        }
    }

    /// The application changes to another protocol without a request for it.
    private struct UnexpectedProtocol: Error {}

    /// The application's response has an invalid status (RFC 9110, 15).
    private struct InvalidStatus: Error { let code: UInt }

    /// The time between two checks of the sign-in while a request, its response or a WebSocket is open.
    private static let interval = Duration.seconds(1)

    private var opensWebSocket: Bool { request.headers[.upgrade] != nil }

    /// - Throws: ``Failure``; the fault of a client whose request is incomplete.
    package func response() async throws -> Response {
        let connection: UpstreamConnection
        do {
            connection = try await UpstreamConnection.open(to: upstream.address, on: channel.eventLoop)
        } catch {
            throw Failure(reason: error)
        }
        let end: @Sendable () -> Void = { connection.close() }
        do {
            try await channel.eventLoop.submit { [channel] in
                try channel.pipeline.syncOperations.addHandler(
                    DisconnectHandler(gone: end), name: DisconnectHandler.name, position: .first)
            }.get()
        } catch {
            // The client is gone.
            connection.close()
            throw RequestFault.malformed
        }
        let sending = Task { await send(on: connection) }
        let watch = Task { await endWhenDenied(connection) }
        do {
            let head = try await connection.head(within: upstream.timeout)
            return try response(head, on: connection, sending, watch)
        } catch {
            await finish(connection, sending, watch)
            if let fault = await sending.value { throw fault }
            throw Failure(reason: error)
        }
    }

    /// Sends the request.
    ///
    /// - Returns: the error that made the client's request incomplete; nil if it is complete.
    private func send(on connection: UpstreamConnection) async -> (any Error)? {
        var head = head
        let framing = PassedHeaders.Framing(request.headers)
        switch framing {
        case .length(let length): head.headers.add(name: "Content-Length", value: "\(length)")
        case .chunked: head.headers.add(name: "Transfer-Encoding", value: "chunked")
        case .none:
            if [.POST, .PUT, .PATCH].contains(head.method) { head.headers.add(name: "Content-Length", value: "0") }
        }
        head.headers.add(name: "Connection", value: opensWebSocket ? "Upgrade" : "close")
        if opensWebSocket { head.headers.add(name: "Upgrade", value: "websocket") }
        // If the application does not accept the rest of the request, it has ended the connection; its response gives
        // the reason.
        guard (try? await connection.write(.head(head))) != nil else { return nil }
        guard framing != .none, framing != .length(0) else {
            try? await connection.write(.end(nil))
            return nil
        }
        var rest = request.body.makeAsyncIterator()
        // The application may respond as soon as it has the last byte. A wait for the end after that byte would then be
        // cancelled, and that would end the client's connection.
        var missing: Int? = if case .length(let length) = framing { length } else { nil }
        do {
            while missing != 0, let bytes = try await rest.next() {
                guard (try? await connection.write(.body(.byteBuffer(bytes)))) != nil else { return nil }
                missing? -= bytes.readableBytes
            }
        } catch {
            // The application must not take the part for the whole request.
            connection.close()
            return error
        }
        if !Task.isCancelled { try? await connection.write(.end(nil)) }
        return nil
    }

    private func response(
        _ head: HTTPResponseHead, on connection: UpstreamConnection, _ sending: Task<(any Error)?, Never>,
        _ watch: Task<Void, Never>
    ) throws -> Response {
        guard head.status == .switchingProtocols || (200..<600).contains(head.status.code) else {
            throw InvalidStatus(code: head.status.code)
        }
        var headers = PassedHeaders.ofResponse(head.headers)
        let status = HTTPResponse.Status(code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase)
        if head.status == .switchingProtocols {
            guard opensWebSocket, head.headers["upgrade"].map(\.asciiLowercased) == ["websocket"],
                head.headers[canonicalForm: "connection"].contains(where: { $0.isEqualIgnoringASCIICase(to: "upgrade") }
                )
            else { throw UnexpectedProtocol() }
            headers[.upgrade] = "websocket"
            headers[.connection] = "Upgrade"
            return Response(
                status: status, headers: headers,
                body: ResponseBody { _ in try await tunnel(through: connection, watch) })
        }
        let isEmpty = request.method == .head || !head.status.mayHaveResponseBody
        return Response(
            status: status, headers: headers,
            body: ResponseBody { writer in
                do {
                    while !isEmpty, let bytes = try await connection.next() { try await writer.write(bytes) }
                    await finish(connection, sending, watch)
                } catch {
                    await finish(connection, sending, watch)
                    throw error
                }
                try await writer.finish(nil)
            })
    }

    /// Passes bytes in both directions until one side ends the connection, or the sign-in has ended.
    private func tunnel(through connection: UpstreamConnection, _ watch: Task<Void, Never>) async throws {
        defer {
            watch.cancel()
            connection.close()
        }
        try await channel.eventLoop.flatSubmit { [channel] in
            channel.eventLoop.makeCompletedFuture { try TunnelEnd.join(channel, connection.channel) }.flatMap { $0 }
        }.get()
        try await withGracefulShutdownHandler {
            try await channel.closeFuture.get()
        } onGracefulShutdown: { [channel] in
            channel.close(promise: nil)
        }
    }

    private func finish(
        _ connection: UpstreamConnection, _ sending: Task<(any Error)?, Never>, _ watch: Task<Void, Never>
    ) async {
        watch.cancel()
        connection.close()
        // The application may have responded before the end of the request.
        sending.cancel()
        _ = await sending.value
        channel.pipeline.removeHandler(name: DisconnectHandler.name, promise: nil)
    }

    private func endWhenDenied(_ connection: UpstreamConnection) async {
        guard let isStillAllowed else { return }
        while (try? await Task.sleep(for: Self.interval)) != nil, connection.channel.isActive {
            // If the store is out of reach, open connections stay open.
            guard (try? await isStillAllowed()) ?? true else { return connection.close() }
        }
    }
}
