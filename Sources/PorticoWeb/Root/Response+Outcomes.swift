import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoHTML

extension Response {
    /// 303: what was asked for is done, look there.
    public static func redirect(to path: SitePath) -> Response {
        Response(status: .seeOther, headers: [.location: path.description])
    }

    /// A form that succeeded: 303 for a browser; for script 204 and the address, as `fetch` hides redirects.
    public static func done(_ path: SitePath, for request: Request) -> Response {
        guard request.isFromScript else { return redirect(to: path) }
        return Response(status: .noContent, headers: [.porticoLocation: path.description])
    }

    /// A form that succeeded and whose page is done with: as ``done(_:for:)``, and script takes the page away.
    public static func dismissed(to path: SitePath, for request: Request) -> Response {
        var response = done(path, for: request)
        if request.isFromScript { response.headers[.porticoDismiss] = "true" }
        return response
    }

    /// This, saying when trying again makes sense, where waiting helps at all.
    func retry(after seconds: Int?) -> Response {
        var response = self
        if let seconds { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }
}

extension PorticoContext {
    /// Who is asking; set on routes behind ``IdentityMiddleware``.
    func requireIdentity() throws -> RequestIdentity {
        guard let identity else { throw WebError(.internalServerError) }
        return identity
    }
}
