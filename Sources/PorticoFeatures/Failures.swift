import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1
import PorticoAssets
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Turns errors into responses: a page, the login cover, or a problem document (RFC 9457).
struct Failures: Sendable {
    let root: Root
    let drafts: DraftKeeping

    func response(to error: any Error, request: Request, context: PorticoContext) async -> Response {
        let reader = await reader(of: request, context, status: Self.status(of: error))
        do {
            switch error {
            case let error as SignInRequired:
                return try await signInRequired(error, request: request, context: context, for: reader)
            case let error as WebError:
                return answer(error, errorID: nil, to: request, for: reader)
            case let error as HandlerError:
                return answer(error, to: request, context, for: reader)
            case is FormRefusal:
                return answer(WebError(.unprocessableContent), errorID: nil, to: request, for: reader)
            case let error as AuthError:
                return answer(error.webError, errorID: nil, to: request, for: reader)
            case let refusal as AssetLibrary.Refusal:
                return answer(refusal.webError, errorID: nil, to: request, for: reader)
            case let failure as StorageFailure:
                let error = WebError(
                    .serviceUnavailable, retryAfter: Self.pause, reason: failure.isOutOfReach ? nil : .cannotSave)
                return answer(error, errorID: context.report(failure), to: request, for: reader)
            case let fault as RequestFault:
                context.logger.debug("a request was at fault", metadata: ["fault": "\(fault)"])
                return answer(WebError(fault.status), errorID: nil, to: request, for: reader)
            case is CancellationError where Task.isCancelled:
                context.logger.notice("a request was cut off, because the server ends")
                return answer(
                    WebError(.serviceUnavailable, retryAfter: Self.pause), errorID: nil, to: request, for: reader)
            default:
                return unexpected(error, request: request, context: context, for: reader)
            }
        } catch {
            return unexpected(error, request: request, context: context, for: reader)
        }
    }

    /// The page or problem document in the place of an empty error response, with its headers.
    func response(inPlaceOf bare: Response, request: Request, context: PorticoContext) async -> Response {
        let reader = await reader(of: request, context, status: bare.status)
        return answer(bare.status, headers: bare.headers, errorID: nil, to: request, for: reader)
    }

    /// The reader. If no route has identified the requester, this does it, and does not extend the sign-in; but not for
    /// a refusal that protects the server, which must be cheap, and not if the server fails, maybe with its store.
    private func reader(
        of request: Request, _ context: PorticoContext, status: HTTPResponse.Status?
    ) async -> Reader {
        let isWanted = request.isNavigation || !root.site.branding.brands.servers.isEmpty
        if isWanted, let status, status.kind == .clientError, !Self.protecting.contains(status) {
            // If the store fails, the page is that of a new browser.
            _ = try? await context.requester?.identity(isUse: false)
            await context.requester?.readChoices()
        }
        return context.reader
    }

    /// The statuses of refusals that protect the server.
    private static let protecting: [HTTPResponse.Status] = [
        .contentTooLarge, .misdirectedRequest, .tooManyRequests,
    ]

    /// The status of an error of a handler; nil for another error.
    private static func status(of error: any Error) -> HTTPResponse.Status? {
        switch error {
        case let error as WebError: error.status
        case let error as HandlerError: error.status
        case let error as AuthError: error.webError.status
        case let refusal as AssetLibrary.Refusal: refusal.webError.status
        default: nil
        }
    }

    /// Shows the cover to navigation, and to script of our pages, which shows it in place. Other script and programs
    /// get its path in a header.
    private func signInRequired(
        _ error: SignInRequired, request: Request, context: PorticoContext, for reader: Reader
    ) async throws -> Response {
        var response: Response
        if request.prefersJSON {
            response = problem(WebError(.unauthorized), errorID: nil)
        } else if request.isFromScript, error.requestingPage == nil {
            response = root.errorPage(WebError(.unauthorized), errorID: nil, request: request, for: reader)
        } else {
            let draft = await keep(error, request: request, context: context)
            response = try await root.signInRequired(
                error.identity, requestingPage: error.requestingPage, refused: error.refused, next: draft,
                request: request, for: reader)
        }
        if request.prefersJSON || request.isFromScript {
            response.headers[.porticoCover] = SitePath.newSession.description
        }
        response.headers[.wwwAuthenticate] = Root.challenge
        return response
    }

    /// Stores the posted form, and returns the path that shows it again; nil if it cannot be stored.
    private func keep(_ error: SignInRequired, request: Request, context: PorticoContext) async -> SitePath? {
        guard let form = error.form else { return nil }
        do {
            return try await drafts.keep(form, sentBy: error.identity, in: request)
        } catch {
            _ = context.report(error)
            return nil
        }
    }

    /// Seconds until a retry; by then, disk space may be free again.
    private static let pause = 30

    private func unexpected(
        _ error: any Error, request: Request, context: PorticoContext, for reader: Reader
    ) -> Response {
        answer(WebError(.internalServerError), errorID: context.report(error), to: request, for: reader)
    }

    /// The message of the error is for the log: it may name internals.
    private func answer(
        _ error: HandlerError, to request: Request, _ context: PorticoContext, for reader: Reader
    ) -> Response {
        var errorID: String?
        if error.status == .internalServerError {
            errorID = context.report(error.error)
        } else {
            context.logger.info(
                "a handler refused a request",
                metadata: ["status": "\(error.status.code)", "error": "\(error.error)"])
        }
        return answer(error.status, headers: error.headers, errorID: errorID, to: request, for: reader)
    }

    /// - Parameter headers: the headers that a handler wants in the response. Headers of the error page with the same
    ///   names take precedence.
    private func answer(
        _ status: HTTPResponse.Status, headers: HTTPFields, errorID: String?, to request: Request, for reader: Reader
    ) -> Response {
        let error = WebError(status, retryAfter: headers[.retryAfter].flatMap { Int($0) })
        var response = answer(error, errorID: errorID, to: request, for: reader)
        let own = Set(response.headers.map(\.name))
        for field in headers where !own.contains(field.name) { response.headers.append(field) }
        return response
    }

    private func answer(_ error: WebError, errorID: String?, to request: Request, for reader: Reader) -> Response {
        var response =
            request.prefersJSON
            ? problem(error, errorID: errorID)
            : root.errorPage(error, errorID: errorID, request: request, for: reader)
        if let seconds = error.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
        if let reason = error.reason { response.headers[.porticoReason] = reason.rawValue }
        if let methods = error.allow { response.headers[.allow] = methods }
        if error.status == .unauthorized { response.headers[.wwwAuthenticate] = Root.challenge }
        return response
    }

    private func problem(_ error: WebError, errorID: String?) -> Response {
        // A status that was created from a number has no phrase.
        let phrase = error.status.reasonPhrase
        let document = ProblemDocument(
            title: phrase.isEmpty ? HTTPResponseStatus(statusCode: error.status.code).reasonPhrase : phrase,
            status: error.status.code,
            instance: errorID.map { "urn:portico:error:\($0)" })
        return Response(
            status: error.status, headers: [.contentType: "application/problem+json"],
            body: ResponseBody(byteBuffer: document.encoded()))
    }
}

extension AssetLibrary.Refusal {
    fileprivate var webError: WebError {
        switch self {
        case .notFound: WebError(.notFound)
        case .methodNotAllowed: WebError(.methodNotAllowed, allow: "GET, HEAD")
        }
    }
}
