import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoBytes
import PorticoHTML

extension Response {
    /// 303: the action is done, and the response redirects to its result.
    public static func redirect(to path: SitePath) -> Response {
        Response(status: .seeOther, headers: [.location: path.description])
    }

    /// The response to a form that is done: 303 for a browser; for script 204 with the path in a header, because
    /// `fetch` hides redirects.
    public static func done(_ path: SitePath, for request: Request) -> Response {
        guard request.isFromScript else { return redirect(to: path) }
        return Response(status: .noContent, headers: [.porticoLocation: path.description])
    }

    /// Makes the response to a form lead to another site, at an address that was checked.
    package mutating func lead(to address: String, for request: Request) {
        headers[request.isFromScript ? .porticoLocation : .location] = address
    }

    /// The response to a form whose page is finished: as ``done(_:for:)``, and script dismisses the page.
    ///
    /// - Parameter value: the value that the page returns to the script that presented it, such as the number of a
    ///   record.
    public static func dismissed(
        to path: SitePath, for request: Request, returning value: String? = nil
    ) -> Response {
        var response = done(path, for: request)
        guard request.isFromScript else { return response }
        response.headers[.porticoDismiss] = "true"
        response.headers[.porticoValue] = value?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        return response
    }

    /// This response with `Retry-After`; unchanged if `seconds` is nil.
    package func retry(after seconds: Int?) -> Response {
        var response = self
        if let seconds { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }
}

extension PorticoContext {
    /// The identity; set on routes behind ``IdentityMiddleware``.
    package func requireIdentity() throws -> RequestIdentity {
        guard let identity else { throw WebError(.internalServerError) }
        return identity
    }
}
