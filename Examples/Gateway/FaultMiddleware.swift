import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Produces the faults of transport and status. The handlers produce those of the content.
struct FaultMiddleware: RouterMiddleware {
    let faults: FaultSwitch

    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        guard let call = Call(path: request.uri.path) else { return try await next(request, context) }
        let setting = faults.fault(in: call)
        switch setting.fault {
        case .slow:
            try await Self.pause(.seconds(setting.seconds ?? 3))
            return try await next(request, context)
        case .drip:
            return Self.drip(try await next(request, context), every: .seconds(setting.seconds ?? 1))
        case .silent:
            // No response, whether the client disconnects or the server stops.
            _ = try? await request.body.consumeWithCancellationOnInboundClose { _ in
                try await Self.pause(.seconds(86_400 * 365))
            }
            return try await Self.hangUp(context)
        case .down: return try await Self.hangUp(context)
        case .huge: return Response(status: .ok, headers: Self.json, body: Self.endless)
        case .malformed:
            return Response(status: .ok, headers: Self.json, body: .init(byteBuffer: .init(string: #"{"data": {"#)))
        case .webPage:
            return Response(
                status: .ok, headers: [.contentType: "text/html"],
                body: .init(
                    byteBuffer: .init(string: "<!doctype html><title>Welcome</title><p>Please accept our terms.")))
        case .otherStatus:
            var response = try await next(request, context)
            if response.status == .ok { response.status = .created }
            if response.status == .noContent { response.status = .ok }
            return response
        case .byteOrderMark:
            return Response(status: .ok, headers: Self.json, body: .init(byteBuffer: .init(string: "\u{FEFF}{}")))
        case .repeatedName:
            return Response(
                status: .ok, headers: Self.json, body: .init(byteBuffer: .init(string: #"{"data": 1, "data": 2}"#)))
        case .redirect: return Response(status: .found, headers: [.location: "/elsewhere"])
        case .error: throw AnswerError.broken
        case .revoked where call != .login: throw AnswerError.token
        case .forbidden: throw AnswerError.forbidden
        case .tooMany: throw AnswerError.tooMany(Int(setting.seconds ?? 30))
        default: return try await next(request, context)
        }
    }

    private static let json: HTTPFields = [.contentType: "application/json"]

    /// Sleeps, at most until the server shuts down.
    private static func pause(_ time: Duration) async throws {
        try await cancelWhenGracefulShutdown { try await Task.sleep(for: time) }
    }

    private static func hangUp(_ context: GatewayContext) async throws -> Response {
        try await context.channel.close()
        throw AnswerError.broken  // The client is disconnected.
    }

    private static var endless: ResponseBody {
        ResponseBody { writer in
            try await writer.write(ByteBuffer(string: #"{"data": {"gatewayUserName": ""#))
            let much = ByteBuffer(repeating: UInt8(ascii: "x"), count: 65_536)
            while !Task.isShuttingDownGracefully { try await writer.write(much) }
            throw CancellationError()
        }
    }

    private static func drip(_ response: Response, every time: Duration) -> Response {
        var response = response
        let body = response.body
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            try await body.write(DrippingWriter(writer: writer, time: time))
        }
        return response
    }

    private struct DrippingWriter: ResponseBodyWriter {
        var writer: any ResponseBodyWriter
        let time: Duration

        mutating func write(_ buffer: ByteBuffer) async throws {
            for byte in buffer.readableBytesView {
                try await FaultMiddleware.pause(time)
                try await writer.write(ByteBuffer(bytes: [byte]))
            }
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
            try await writer.finish(trailingHeaders)
        }
    }
}
