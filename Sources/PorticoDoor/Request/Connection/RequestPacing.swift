import Foundation
import NIOCore

/// Forwards one request at a time. Holds further bytes, and does not read from the client meanwhile: parsed requests
/// would take thirty times the memory.
final class RequestPacing: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The state of the exchange, reported by ``ConnectionRules``.
    enum Signal {
        /// The request is complete, and its response is not sent yet.
        case hold
        /// The response was sent.
        case release
        /// The server answers no further request.
        case discard
    }

    /// The maximum number of held bytes. After a client has closed its half of the connection, the channel is read to
    /// the end even if requests are held.
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

    /// The bytes after the current request, if they belong to another protocol.
    func takeHeld() -> ByteBuffer? {
        defer { held = nil }
        return held
    }

    package func read(context: ChannelHandlerContext) {
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

    /// Delays `inputClosed` until all held bytes are forwarded.
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

    /// The bytes up to an empty line, which ends a head or is part of a body: at most one request.
    private func nextPart() -> ByteBuffer? {
        guard var bytes = held else { return nil }
        let part = bytes.readSlice(length: bytes.withUnsafeReadableBytes(Self.endOfHead))
        held = bytes.readableBytes > 0 ? bytes : nil
        return part
    }

    /// The number of bytes through the first empty line; all bytes if there is none.
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
