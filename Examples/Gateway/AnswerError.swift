import HTTPTypes
import Hummingbird
import NIOCore
import PorticoConfig

/// An error response of the API: `{"error": {"code": "…", "message": "…"}}`.
struct AnswerError: HTTPResponseError {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    var headers: HTTPFields = [:]

    static let credentials = AnswerError(
        status: .unauthorized, code: "credentials", message: "User name and password do not fit.",
        headers: [.wwwAuthenticate: "Bearer"])
    static let token = AnswerError(
        status: .unauthorized, code: "token", message: "The token is not in force.",
        headers: [.wwwAuthenticate: "Bearer"])
    static let forbidden = AnswerError(status: .forbidden, code: "forbidden", message: "The account may not be used.")
    static let broken = AnswerError(status: .internalServerError, code: "broken", message: "Something went wrong.")
    static let mediaType = AnswerError(
        status: .unsupportedMediaType, code: "media_type", message: "A request body is JSON, application/json.")

    static func tooMany(_ seconds: Int) -> AnswerError {
        AnswerError(
            status: .tooManyRequests, code: "too_many", message: "Too many attempts.",
            headers: [.retryAfter: "\(seconds)"]
        )
    }

    static func badRequest(_ message: String) -> AnswerError {
        AnswerError(status: .badRequest, code: "bad_request", message: message)
    }

    func response(from request: Request, context: some RequestContext) throws -> Response { try response() }

    func response() throws -> Response {
        let error: JSONValue = .object(["code": .text(code), "message": .text(message)])
        return try Response(.object(["error": error]), status: status, headers: headers)
    }
}

/// Converts all errors to the API's form.
struct ErrorForm: RouterMiddleware {
    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as AnswerError {
            return try error.response()
        } catch let error as HTTPError where error.status == .notFound {
            return try notFound(request).response()
        } catch let error as any HTTPResponseError {
            let message = "\(error.status.reasonPhrase)."
            return try AnswerError(status: error.status, code: "http_\(error.status.code)", message: message).response()
        }
    }

    private func notFound(_ request: Request) -> AnswerError {
        guard let call = Call(path: request.uri.path) else {
            return AnswerError(status: .notFound, code: "not_found", message: "There is nothing here.")
        }
        return AnswerError(
            status: .methodNotAllowed, code: "method", message: "This path takes \(call.method.rawValue).",
            headers: [.allow: call.method.rawValue])
    }
}
