import Foundation
import PorticoAuth
import PorticoBytes

// A login after its beginning: whether it is in force, and its end in both directions.
extension OpenIDProvider {
    package nonisolated var rechecks: Bool { options.rechecks }
    package nonisolated var logsOut: Bool { options.logsOut }

    /// Not a call of a person, so a token that does not count is not a breach of the provider.
    package func logout(_ token: String) async throws(GatewayError) -> ProviderLogoutToken {
        do {
            return try await withTimeLimit(calls.timeout) {
                let token = try IDToken(token, source: "logout_token")
                let claims = try await self.verify(token, try await self.description(), isOfStranger: true)
                return try claims.logout(
                    issuer: self.options.issuer, client: self.options.clientID, at: self.now())
            }
        } catch {
            throw GatewayError(error)
        }
    }

    struct TokenRefusal: Decodable {
        let error: String
    }

    package func refresh(_ token: String, of subject: String) async throws(GatewayError) -> ProviderRefresh {
        let tokens = try await calls.ask { try await self.renewedTokens(by: token) }
        var answer = ProviderRefresh(token: tokens.refreshToken)
        do {
            answer.person = try await calls.ask { try await self.person(of: tokens) }
        } catch {
            // The old refresh token may be used up, so the new one counts in any case.
            answer.problem = error
        }
        return answer
    }

    private func renewedTokens(by token: String) async throws -> Tokens {
        let description = try await description()
        let answer: GatewayAnswer
        do {
            answer = try await send(
                to: description.tokenEndpoint, [("grant_type", "refresh_token"), ("refresh_token", token)],
                description, limit: Self.limit, statuses: [200, 400])
        } catch GatewayError.refused(.credentials) {
            // The provider refuses this site, which says nothing about the login.
            throw GatewayError.failed(status: 401)
        } catch GatewayError.refused(.forbidden) {
            throw GatewayError.failed(status: 403)
        }
        guard answer.status == 200 else {
            let refusal = try decoded(TokenRefusal.self, from: answer.body)
            guard refusal.error == "invalid_grant" else { throw GatewayError.failed(status: answer.status) }
            throw GatewayError.refused(.credentials)
        }
        return try decoded(Tokens.self, from: answer.body)
    }

    /// The person; nil if the answer has no token about them.
    private func person(of tokens: Tokens) async throws -> ProviderPerson? {
        try tokens.checkType()
        guard let idToken = tokens.idToken else { return nil }
        let description = try await description()
        let token = try IDToken(idToken)
        let claims = try await verify(token, description)
        try claims.check(issuer: options.issuer, client: options.clientID, nonce: nil, at: now())
        try claims.checkDigest("at_hash", of: tokens.accessToken, algorithm: token.algorithm)
        return try await person(claims, tokens, description)
    }

    package func revoke(_ token: String) async throws(GatewayError) {
        try await calls.ask { () throws in
            let description = try await self.description()
            guard let address = description.revocation else { return }
            _ = try await self.send(
                to: address, [("token", token), ("token_type_hint", "refresh_token")], description, limit: nil,
                statuses: [200, 204])
        }
    }

    package func logoutAddress(idToken: String?, returnAddress: String) async throws(GatewayError) -> String? {
        guard let endpoint = try await calls.ask({ try await self.description().endSession }) else { return nil }
        let hint = idToken.map { [("id_token_hint", $0)] } ?? []
        let fields = hint + [("client_id", options.clientID), ("post_logout_redirect_uri", returnAddress)]
        return PercentEncoding.address(endpoint, adding: fields)
    }
}
