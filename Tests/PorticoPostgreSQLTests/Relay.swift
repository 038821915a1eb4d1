import NIOCore
import NIOPosix
import Synchronization

/// Passes bytes between clients and a server on this machine. Silenced connections stay open, but transfer nothing
/// more.
final class Relay: Sendable {
    /// The number of calls of ``silence()``.
    private let silences = Atomic(0)
    /// Whether it drops PostgreSQL's notifications, like a pooler that works by transaction.
    private let swallowsNotifications: Bool

    private init(swallowsNotifications: Bool) {
        self.swallowsNotifications = swallowsNotifications
    }

    /// - Parameter test: gets the relay and its port.
    static func with(
        to port: Int, swallowsNotifications: Bool = false, _ test: (Relay, Int) async throws -> Void
    ) async throws {
        let relay = Relay(swallowsNotifications: swallowsNotifications)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { client in
                ClientBootstrap(group: client.eventLoop)
                    .connect(host: "127.0.0.1", port: port)
                    .flatMapThrowing { server in
                        try client.pipeline.syncOperations.addHandler(Passing(to: server, relay))
                        if relay.swallowsNotifications {
                            try server.pipeline.syncOperations.addHandler(NotificationFilter())
                        }
                        try server.pipeline.syncOperations.addHandler(Passing(to: client, relay))
                    }
                    .flatMap { client.setOption(.autoRead, value: true) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        defer { listener.close(promise: nil) }
        try await test(relay, listener.localAddress?.port ?? 0)
    }

    /// Silences the existing connections.
    func silence() { silences.add(1, ordering: .relaxed) }

    private final class Passing: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let partner: any Channel
        private let relay: Relay
        private let silences: Int

        init(to partner: any Channel, _ relay: Relay) {
            (self.partner, self.relay) = (partner, relay)
            silences = relay.silences.load(ordering: .relaxed)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard silences == relay.silences.load(ordering: .relaxed) else { return }
            partner.writeAndFlush(unwrapInboundIn(data), promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { partner.close(promise: nil) }
    }
}

/// Drops PostgreSQL's notification messages. A message has a type of one byte and a length of four bytes, which
/// includes these four: <https://www.postgresql.org/docs/15/protocol-message-formats.html>
private final class NotificationFilter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var rest = ByteBuffer()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        rest.writeBuffer(&bytes)
        var passed = ByteBuffer()
        while let length: Int32 = rest.getInteger(at: rest.readerIndex + 1),
            var message = rest.readSlice(length: Int(length) + 1)
        {
            if message.getInteger(at: message.readerIndex) != UInt8(ascii: "A") { passed.writeBuffer(&message) }
        }
        if passed.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(passed)) }
    }
}
