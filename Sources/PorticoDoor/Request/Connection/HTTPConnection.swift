import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import PorticoAuth
import PorticoConfig

/// A client connection: HTTP/1.1 (RFC 9112), one request at a time, with limits for size and time.
///
/// A client that accepts no bytes for 30 seconds is disconnected (``WriteProgress``), requests are read one at a time
/// (``RequestPacing``), and an invalid request closes its connection (``ConnectionRules``).
public struct HTTPConnection: HTTPChannelHandler {
    public typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    /// Handles each request.
    public let responder: HTTPChannelHandler.Responder
    /// The headers of responses to invalid requests.
    let headers: HTTPFields
    let faults: RequestFaultCounters
    package let bodyLimits: BodyLimits
    private let slowReaders: SlowReaders
    private let clients: ClientAddress
    private let networks: NetworkConnections
    private let lines: LogLimit

    package init(
        responder: @escaping HTTPChannelHandler.Responder, headers: HTTPFields, faults: RequestFaultCounters,
        bodyLimits: BodyLimits, slowReaders: SlowReaders, clients: ClientAddress, networks: NetworkConnections,
        lines: LogLimit
    ) {
        self.clients = clients
        self.networks = networks
        self.lines = lines
        self.slowReaders = slowReaders
        self.responder = responder
        self.headers = headers
        self.faults = faults
        self.bodyLimits = bodyLimits
    }

    /// The maximum size of a header field and of all of them in bytes, and their maximum number.
    private static var limits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = 16_384
        limits.maxHeaderListSize = 32_768
        limits.maxHeaderFieldCount = 100
        return limits
    }

    /// The time for which a connection stays open without a complete request head.
    private static let idleTime = Duration.seconds(60)

    public func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            // Most requests are small, and a connection keeps its read buffer.
            try channel.syncOptions?.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 512, maximum: 4_096))
            // The server creates the next response only after the client has accepted this one.
            try channel.syncOptions?.setOption(
                .writeBufferWaterMark, value: ChannelOptions.Types.WriteBufferWaterMark(low: 2_048, high: 8_192))
            // The system's send buffer for a slow reader. Without a fixed size, it grows to megabytes.
            try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: 65_536)
            try channel.pipeline.syncOperations.addHandlers([
                WriteProgress(slowReaders: slowReaders),
                RequestPacing(),
                HTTPResponseEncoder(),
                ByteToMessageHandler(
                    HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: Self.limits)),
                ConnectionRules(headers: headers, faults: faults, bodyLimits: bodyLimits),
                HTTP1ToHTTPServerCodec(secure: false),
                HTTPConnectionStateHandler(idleTimeout: Self.idleTime, logger: logger),
            ])
            count(channel, logger)
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    /// Closes a connection beyond its network's share. Trusted proxies and this machine have no limit, because their
    /// connections belong to many people.
    private func count(_ channel: any Channel, _ logger: Logger) {
        guard let client = clients.peer(of: channel), !clients.isProxy(channel),
            !AddressRange.loopback.contains(where: { $0.contains(address: client.address) })
        else { return }
        guard networks.open(client) else {
            if let count = lines.take("connections of a network") {
                logger.warning(
                    "a network has as many connections as it may, so others are closed",
                    metadata: ["network": "\(client.network)", "connections": "\(count)"])
            }
            return channel.close(promise: nil)
        }
        channel.closeFuture.whenComplete { [networks] _ in networks.close(client) }
    }

    /// Runs on the connection's event loop, see ``ThreadPoolMiddleware``.
    public func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await handleHTTP(asyncChannel: value, logger: logger)
        }
    }
}
