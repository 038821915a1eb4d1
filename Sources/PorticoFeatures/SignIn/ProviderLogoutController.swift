import Foundation
import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig

/// The logouts of which identity providers tell this server (OpenID Connect Back-Channel Logout 1.0).
///
/// The request comes from the provider, not from a browser: the signature of the token is its only proof.
struct ProviderLogoutController: Sendable {
    let providers: ProviderSignIns

    /// Ends the sign-ins that the token names.
    func end(_ request: Request, context: PorticoContext) async throws -> Response {
        let server = ServerID(rawValue: try context.parameters.require("server"))
        let client = try context.requireIdentity().client
        let form = try await context.form(LogoutForm.self)
        do {
            let count = try await providers.end(by: form.logoutToken ?? "", of: server, client: client)
            context.logger.info(
                "an identity provider has ended logins", metadata: ["server": "\(server)", "count": "\(count)"])
            return Response(status: .ok, headers: [.cacheControl: "no-store"])
        } catch AuthError.gateway(let error) {
            context.logger.warning(
                "a logout of an identity provider was refused",
                metadata: ["server": "\(server)", "error": "\(error)"])
            return try refusal(.badRequest, "invalid_request", reason(error))
        } catch is LimitReached {
            var response = try refusal(.tooManyRequests, "temporarily_unavailable", "too many invalid tokens")
            response.headers[.retryAfter] = "60"
            return response
        }
    }

    private func reason(_ error: GatewayError) -> String {
        switch error {
        case .invalidAnswer(.missing(let field)), .invalidAnswer(.invalid(let field)): "\(field) is missing or invalid"
        default: "the token cannot be verified"
        }
    }

    private func refusal(_ status: HTTPResponse.Status, _ error: String, _ reason: String) throws -> Response {
        let json = try JSONEncoder().encode(["error": error, "error_description": reason])
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }
}

/// The form of a provider.
private struct LogoutForm: Decodable {
    var logoutToken: String?

    enum CodingKeys: String, CodingKey {
        case logoutToken = "logout_token"
    }
}
