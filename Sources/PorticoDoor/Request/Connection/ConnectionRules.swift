import HTTPTypes
import NIOCore
import NIOHTTP1

/// Enforces the message and connection rules of HTTP/1.1 (RFC 9112), and limits the size and duration of request
/// bodies, before any handler of the request.
final class ConnectionRules: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The maximum time from the first to the last part of a body, for each MiB that its path allows.
    private static let bodyTime = TimeAmount.seconds(20)
    /// The maximum time between two parts of a body that passes to the application behind this server.
    private static let partTime = TimeAmount.seconds(60)
    /// The time for a client to read the last response and close its half of the connection. If the connection were
    /// closed at once, the system could discard the response while the client is still sending (RFC 9112, 9.6).
    private static let lingerTime = TimeAmount.seconds(2)

    /// The headers of responses from this handler.
    private let headers: HTTPFields
    private let faults: RequestFaultCounters
    private let bodyLimits: BodyLimits

    /// A request head was received, but not the end of its body.
    private var isReceiving = false
    /// A request head was received, but its response is not written completely.
    private var isAnswering = false
    /// The connection closes after the response.
    private var closes = false
    /// All further input is discarded.
    private var isOver = false
    private var version = HTTPVersion.http1_1
    /// The response has no body, whatever its headers say.
    private var isHead = false
    /// The request is for the application behind this server.
    private var isPassedOn = false
    /// The size of the body so far in bytes.
    private var received = 0
    /// The maximum size of the body in bytes.
    private var limit = BodyLimits.standard
    private var deadline: Scheduled<Void>?

    init(headers: HTTPFields, faults: RequestFaultCounters, bodyLimits: BodyLimits) {
        self.headers = headers
        self.faults = faults
        self.bodyLimits = bodyLimits
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopDeadline()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stopDeadline()
    }
}

@available(*, unavailable)
extension ConnectionRules: Sendable {}

// MARK: Input

extension ConnectionRules {
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            begin(head, context)
        case .body(let part):
            received += part.readableBytes
            guard received <= limit else { return fail(.bodyTooLarge, context) }
            startDeadline(context)
            context.fireChannelRead(data)
        case .end:
            isReceiving = false
            stopDeadline()
            context.fireChannelRead(data)
            if isAnswering { signal(.hold, context) }
        }
    }

    /// Reads and discards further input, so that the client gets to read the response.
    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        if isOver { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isOver else { return }
        guard let error = error as? HTTPParserError else {
            return context.fireErrorCaught(isReceiving ? RequestFault.malformed : error)
        }
        if isReceiving {
            fail(.malformed, context)
        } else if isAnswering {
            finishAfterAnswer(context)
        } else {
            refuse(RequestFault(error), context)
        }
    }

    /// The server shuts down. A response that has begun is completed before the connection closes.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        guard !isOver else { return }
        let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        if isAnswering {
            closes = true
        } else if waiting > 0 {
            writeLast(wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), context, promise: nil)
            context.flush()
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        // Drops a request that arrives with the end of the previous body. The client has to send it again.
        guard !isAnswering else { return finishAfterAnswer(context) }
        let request: ReceivedHead
        do throws(RequestFault) {
            request = try ReceivedHead(head)
        } catch {
            return refuse(error, context)
        }
        isReceiving = true
        isAnswering = true
        closes = request.closes
        version = head.version
        isHead = head.method == .HEAD
        received = 0
        var head = request.head
        isPassedOn = bodyLimits.isPassedOn?(head.headers.first(name: "Host") ?? "", head.uri) ?? false
        limit = isPassedOn ? .max : request.length == 0 ? 0 : bodyLimits.limit(of: head.uri)
        if !isPassedOn || !request.opensWebSocket { head.headers.remove(name: "Upgrade") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
        if let length = request.length, length > limit { return fail(.bodyTooLarge, context) }
        if request.expectsContinue {
            let answer = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(answer)), promise: nil)
        }
    }

    /// Aborts a request whose head was already forwarded. The error reaches the code that reads the body, which creates
    /// the response.
    private func fail(_ fault: RequestFault, _ context: ChannelHandlerContext) {
        faults.count(fault)
        isReceiving = false
        stopDeadline()
        finishAfterAnswer(context)
        context.fireErrorCaught(fault)
        if !isAnswering { linger(context) }
    }

    /// Responds to invalid input before any handler of requests.
    private func refuse(_ fault: RequestFault, _ context: ChannelHandlerContext) {
        faults.count(fault)
        let text = ByteBuffer(string: "\(fault.status.code) \(fault.status.reasonPhrase)\n")
        var head = HTTPResponseHead(
            version: .http1_1, status: .init(statusCode: fault.status.code, reasonPhrase: fault.status.reasonPhrase),
            headers: HTTPHeaders(headers.map { ($0.name.rawName, $0.value) }))
        head.headers.add(name: "Content-Type", value: "text/plain; charset=utf-8")
        head.headers.add(name: "Cache-Control", value: "no-store")
        head.headers.add(name: "Content-Length", value: "\(text.readableBytes)")
        head.headers.add(name: "Connection", value: "close")
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(text))), promise: nil)
        isOver = true
        signal(.discard, context)
        writeLast(wrapOutboundOut(.end(nil)), context, promise: nil)
        context.flush()
    }

    private func startDeadline(_ context: ChannelHandlerContext) {
        guard deadline == nil || isPassedOn else { return }
        stopDeadline()
        // At most an hour.
        let mebibytes = min(max(1, limit / BodyLimits.standard), 180)
        let time = isPassedOn ? Self.partTime : Self.bodyTime * mebibytes
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            self.fail(.bodyTooSlow, context)
        }
    }

    private func stopDeadline() {
        deadline?.cancel()
        deadline = nil
    }
}

// MARK: Output

extension ConnectionRules {
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isAnswering else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if version == .http1_0 { head.version = .http1_0 }
            if closes, head.status != .switchingProtocols {
                head.headers.replaceOrAdd(name: "Connection", value: "close")
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end where isHead:
            // Leaves out the end of a chunked body as well. The encoder writes nothing for an empty part.
            end(wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), context, promise: promise)
        case .end:
            end(data, context, promise: promise)
        }
    }

    private func end(_ data: NIOAny, _ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        isAnswering = false
        // Reading the rest of a body without a limit would be a waste.
        if isReceiving, isPassedOn { finishAfterAnswer(context) }
        guard !closes else { return writeLast(data, context, promise: promise) }
        context.write(data, promise: promise)
        if !isReceiving { signal(.release, context) }
    }

    /// Discards further input, and closes the connection after the current response.
    private func finishAfterAnswer(_ context: ChannelHandlerContext) {
        closes = true
        isOver = true
        signal(.discard, context)
    }

    /// Writes the end of the last response, and closes the connection once it is sent.
    private func writeLast(_ end: NIOAny, _ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        let sent = promise ?? context.eventLoop.makePromise()
        context.write(end, promise: sent)
        sent.futureResult.assumeIsolated().whenComplete { _ in self.linger(context) }
    }

    /// Closes the sending side, and the whole connection after a delay, so that the client can read the last response.
    private func linger(_ context: ChannelHandlerContext) {
        isOver = true
        signal(.discard, context)
        context.close(mode: .output, promise: nil)
        stopDeadline()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingerTime) {
            context.close(promise: nil)
        }
        context.read()
    }

    private func signal(_ signal: RequestPacing.Signal, _ context: ChannelHandlerContext) {
        context.triggerUserOutboundEvent(signal, promise: nil)
    }
}

extension RequestFault {
    fileprivate init(_ error: HTTPParserError) {
        switch error {
        case .headerOverflow: self = .headTooLarge
        case .invalidVersion: self = .versionUnknown
        default: self = .malformed
        }
    }
}
