import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// A connection from a client: HTTP/1.1 (RFC 9112), one request after the other, with limits for size and time.
///
/// A client that accepts no bytes for 30 seconds is disconnected (``WriteProgress``), one request is read at a time
/// (``RequestPacing``), and what is wrong with a request ends its connection (``ConnectionRules``).
public struct HTTPConnection: HTTPChannelHandler {
    public typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    public let responder: HTTPChannelHandler.Responder
    /// On the answers to what is no request at all.
    let headers: HTTPFields
    let faults: RequestFaultCounters
    private let slowReaders = SlowReaders()

    init(responder: @escaping HTTPChannelHandler.Responder, headers: HTTPFields, faults: RequestFaultCounters) {
        self.responder = responder
        self.headers = headers
        self.faults = faults
    }

    /// The most bytes of one header field, of all, and the most fields.
    private static var limits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = 16_384
        limits.maxHeaderListSize = 32_768
        limits.maxHeaderFieldCount = 100
        return limits
    }

    /// How long a connection stays open without a request, or with one whose head does not arrive.
    private static let idleTime = Duration.seconds(60)

    public func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            // Most requests are small, and a connection keeps the buffer that it read into.
            try channel.syncOptions?.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 512, maximum: 4_096))
            // The next answer is not made before the client has accepted this one.
            try channel.syncOptions?.setOption(
                .writeBufferWaterMark, value: ChannelOptions.Types.WriteBufferWaterMark(low: 2_048, high: 8_192))
            // The system's own buffer for a client that does not read. It grows to megabytes where its size is not set.
            try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: 65_536)
            try channel.pipeline.syncOperations.addHandlers([
                WriteProgress(slowReaders: slowReaders),
                RequestPacing(),
                HTTPResponseEncoder(),
                ByteToMessageHandler(
                    HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: Self.limits)),
                ConnectionRules(headers: headers, faults: faults),
                HTTP1ToHTTPServerCodec(secure: false),
                HTTPConnectionStateHandler(idleTimeout: Self.idleTime, logger: logger),
            ])
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    public func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }
}

extension FrontDoor {
    /// The server that this front door answers on.
    public var server: HTTPServerBuilder {
        HTTPServerBuilder { [headers, faults] responder in
            HTTPConnection(responder: responder, headers: headers.common, faults: faults)
        }
    }
}
