import Foundation
import NIOCore

/// Hands requests on one at a time: what a client sends beyond the request that is being answered waits as bytes, and the
/// client is not read from meanwhile. Parsed, it would take thirty times the memory.
final class RequestPacing: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// What the handler of messages says about the exchange.
    enum Signal {
        /// A request has come in whole, and its answer has not left.
        case hold
        /// The answer has left.
        case release
        /// Nothing more is going to be answered.
        case discard
    }

    /// The most bytes that wait. A client that ends its half of the connection is read to the end, wanted or not.
    private static let limit = 131_072

    private var held: ByteBuffer?
    private var mode = Signal.release
    private var isForwarding = false
    private var owesRead = false
    private var hasEnded = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard mode != .discard else { return }
        if held == nil { held = bytes } else { held?.writeBuffer(&bytes) }
        forward(context)
        if let held, held.readableBytes > Self.limit { context.close(promise: nil) }
    }

    func read(context: ChannelHandlerContext) {
        if held == nil { context.read() } else { owesRead = true }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let signal = event as? Signal else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        mode = signal
        promise?.succeed()
        guard signal != .hold, !isForwarding else { return }
        resume(context)
    }

    /// That the client will send nothing more is said after all that it has sent.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event, held != nil {
            hasEnded = true
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    private func resume(_ context: ChannelHandlerContext) {
        if mode == .discard { held = nil }
        if held != nil {
            forward(context)
            context.fireChannelReadComplete()
        }
        guard held == nil else { return }
        if hasEnded {
            hasEnded = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
        if owesRead {
            owesRead = false
            context.read()
        }
    }

    private func forward(_ context: ChannelHandlerContext) {
        guard !isForwarding else { return }
        isForwarding = true
        while mode == .release, let part = nextPart() { context.fireChannelRead(wrapInboundOut(part)) }
        isForwarding = false
        if mode == .discard { held = nil }
    }

    /// The bytes up to the end of a head, which may also be the middle of a body: no more than one request.
    private func nextPart() -> ByteBuffer? {
        guard var bytes = held else { return nil }
        let part = bytes.readSlice(length: bytes.withUnsafeReadableBytes(Self.endOfHead))
        held = bytes.readableBytes > 0 ? bytes : nil
        return part
    }

    /// The number of bytes up to the first empty line, and with it; all where there is none.
    private static func endOfHead(_ bytes: UnsafeRawBufferPointer) -> Int {
        let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var line = 0
        while let start = bytes.baseAddress, let found = memchr(start + line, Int32(lineFeed), bytes.count - line) {
            let length = UnsafeRawPointer(found) - start - line
            line += length + 1
            if length == 1, bytes[line - 2] == carriageReturn { return line }
        }
        return bytes.count
    }
}

@available(*, unavailable)
extension RequestPacing: Sendable {}
