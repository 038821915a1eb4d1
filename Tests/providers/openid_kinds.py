"""The OpenID providers that people know."""

import hashlib
import json
import uuid

import jwt

from .openid import OpenID
from .server import OAuthError, base64url, json_answer


class Google(OpenID):
    """It has no groups, no back-channel logout and no page to log out; a refresh token only with `access_type=offline`."""

    PATHS = {"discovery": "/.well-known/openid-configuration", "authorization": "/o/oauth2/v2/auth", "token": "/token",
             "userinfo": "/v1/userinfo", "revocation": "/revoke", "jwks": "/oauth2/v3/certs"}
    METADATA = {
        "response_types_supported": ["code", "token", "id_token", "code token", "code id_token", "token id_token",
                                     "code token id_token", "none"],
        "response_modes_supported": ["query", "fragment", "form_post"], "subject_types_supported": ["public"],
        "scopes_supported": ["openid", "email", "profile"],
        "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
        "claims_supported": ["aud", "email", "email_verified", "exp", "family_name", "given_name", "iat", "iss", "name", "picture",
                             "sub"],
        "code_challenge_methods_supported": ["plain", "S256"], "grant_types_supported": ["authorization_code", "refresh_token"]}
    CLAIMS = {None: ["hd"], "profile": ["name", "given_name", "family_name", "picture"], "email": ["email", "email_verified"]}
    LOGIN_CLAIMS = {"at_hash"}
    SPARE_KEYS = 1
    sends_iss = False

    def identifier(self, name):
        return self.people[name].get("sub") or str(10**20 + int(super().identifier(name), 16) % 10**20)

    def _parameters(self, grant):
        return {"scope": " ".join(sorted(grant.scopes)), "authuser": "0", "prompt": "none", "hd": self.people[grant.person].get("hd")}

    def _gives_refresh_token(self, grant):
        return grant.asked.get("access_type") == "offline"

    def _own_claims(self, name):
        return {"azp": self.client_id}


class Entra(OpenID):
    """One tenant. Groups are identifiers, and only in the token; an address has no `email_verified`; keys have no `alg`."""

    TENANT = "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"
    ISSUER = f"/{TENANT}/v2.0"
    PATHS = {"discovery": f"/{TENANT}/v2.0/.well-known/openid-configuration", "authorization": f"/{TENANT}/oauth2/v2.0/authorize",
             "token": f"/{TENANT}/oauth2/v2.0/token", "jwks": f"/{TENANT}/discovery/v2.0/keys", "userinfo": "/oidc/userinfo",
             "end_session": f"/{TENANT}/oauth2/v2.0/logout"}
    METADATA = {
        "token_endpoint_auth_methods_supported": ["client_secret_post", "private_key_jwt", "client_secret_basic",
                                                  "self_signed_tls_client_auth"],
        "response_modes_supported": ["query", "fragment", "form_post"], "subject_types_supported": ["pairwise"],
        "response_types_supported": ["code", "id_token", "code id_token", "id_token token"],
        "scopes_supported": ["openid", "profile", "email", "offline_access"], "request_uri_parameter_supported": False,
        "http_logout_supported": True, "frontchannel_logout_supported": True,
        "claims_supported": ["sub", "iss", "cloud_instance_name", "cloud_instance_host_name", "cloud_graph_host_name", "msgraph_host",
                             "aud", "exp", "iat", "auth_time", "acr", "nonce", "preferred_username", "name", "tid", "ver", "at_hash",
                             "c_hash", "email"],
        "tenant_region_scope": "EU", "cloud_instance_name": "microsoftonline.com", "cloud_graph_host_name": "graph.windows.net",
        "msgraph_host": "graph.microsoft.com", "rbac_url": "https://pas.windows.net"}
    CLAIMS = {"profile": ["name", "preferred_username"], "email": ["email"]}
    LOGIN_CLAIMS = {"sid"}
    SPARE_KEYS = 2
    sends_iss = False

    def identifier(self, name):
        return self.people[name].get("sub") or base64url(hashlib.sha256(f"{self.client_id} {name}".encode()).digest())

    def group_id(self, name):
        return str(uuid.uuid5(uuid.UUID(self.TENANT), name))

    def claims(self, name, scopes):
        return {**super().claims(name, scopes), **({"preferred_username": self.people[name]["email"]} if "profile" in scopes else {})}

    def _own_claims(self, name):
        groups = self.people[name]["groups"]
        # The token has no more than 200 groups; Microsoft Graph has the rest.
        graph = {"_claim_names": {"groups": "src1"}, "_claim_sources": {"src1": {"endpoint": f"{self.url}/me/getMemberObjects"}}}
        return {"oid": self.group_id(f"person {name}"), "tid": self.TENANT, "ver": "2.0", "nbf": int(self.clock()),
                **(graph if len(groups) > 200 else {"groups": [self.group_id(group) for group in groups]})}

    def _parameters(self, grant):
        return {"session_state": grant.session}

    def _gives_refresh_token(self, grant):
        return "offline_access" in grant.scopes

    def _jwks(self, _):
        keys = [key.jwk() for key in [*self.keys, *self._spares]]
        return json_answer({"keys": [{name: part for name, part in key.items() if name != "alg"} | {"issuer": self.issuer} for key in keys]})


class Apple(OpenID):
    """It answers by a form; the secret is a token that the client signs; a name comes once, beside the code; there is no userinfo."""

    PATHS = {"discovery": "/.well-known/openid-configuration", "authorization": "/auth/authorize", "token": "/auth/token",
             "revocation": "/auth/revoke", "jwks": "/auth/keys"}
    METADATA = {
        "response_types_supported": ["code"], "response_modes_supported": ["query", "fragment", "form_post"],
        "subject_types_supported": ["pairwise"], "scopes_supported": ["openid", "email", "name"],
        "token_endpoint_auth_methods_supported": ["client_secret_post"],
        "claims_supported": ["aud", "email", "email_verified", "exp", "iat", "is_private_email", "iss", "nonce", "nonce_supported",
                             "real_user_status", "sub", "transfer_sub"]}
    CLAIMS = {None: ["is_private_email"], "email": ["email", "email_verified"]}
    LOGIN_CLAIMS = {"at_hash", "auth_time"}
    CANCELLED = "user_cancelled_authorize"
    TEAM = "ABCDE12345"
    SPARE_KEYS = 2
    checks_pkce = False
    sends_iss = False

    def options(self):
        return {**super().options(), "client_secret": None, "team_id": self.TEAM}

    def identifier(self, name):
        return self.people[name].get("sub") or f"001234.{super().identifier(name)}.0911"

    def _check(self, asked):
        super()._check(asked)
        if {"name", "email"} & self._scopes(asked) and asked.get("response_mode") != "form_post":
            raise OAuthError("invalid_request", "response_mode must be form_post when name or email scope is requested.")

    def _parameters(self, grant):
        person = self.people[grant.person]
        if "name" not in grant.scopes or grant.person in self.consented:
            return {}
        name = {"firstName": person.get("given_name", ""), "lastName": person.get("family_name", "")}
        return {"user": json.dumps({"name": name, "email": person["email"]})}

    def _own_claims(self, name):
        return {"nonce_supported": True}

    def _check_secret(self, client, secret):
        claims = self._verified(secret, issuer=self.TEAM, audience=self.issuer, require=["iss", "iat", "exp", "aud", "sub"])
        if client != self.client_id or jwt.get_unverified_header(secret).get("kid") != self.client_key.kid:
            raise OAuthError("invalid_client", status=400)
        if claims["exp"] > self.clock() + 15_777_000:
            raise OAuthError("invalid_client", "the secret must end within six months")


class Keycloak(OpenID):
    """A realm, with the mappers that put groups and roles into ID tokens. It publishes a key for encryption, too."""

    SPARE_KEYS = 1
    ISSUER = "/realms/staff"
    _PROTOCOL = f"{ISSUER}/protocol/openid-connect"
    PATHS = {"discovery": f"{ISSUER}/.well-known/openid-configuration", "authorization": f"{_PROTOCOL}/auth",
             "token": f"{_PROTOCOL}/token", "userinfo": f"{_PROTOCOL}/userinfo", "end_session": f"{_PROTOCOL}/logout",
             "jwks": f"{_PROTOCOL}/certs", "revocation": f"{_PROTOCOL}/revoke"}
    METADATA = {
        "frontchannel_logout_session_supported": True, "frontchannel_logout_supported": True, "acr_values_supported": ["0", "1"],
        "grant_types_supported": ["authorization_code", "client_credentials", "implicit", "password", "refresh_token"],
        "response_types_supported": ["code", "none", "id_token", "token", "id_token token", "code id_token", "code token",
                                     "code id_token token"],
        "response_modes_supported": ["query", "fragment", "form_post", "query.jwt", "fragment.jwt", "form_post.jwt", "jwt"],
        "subject_types_supported": ["public", "pairwise"],
        "id_token_signing_alg_values_supported": ["PS384", "RS384", "EdDSA", "ES384", "HS256", "HS512", "ES256", "RS256", "HS384",
                                                  "ES512", "PS256", "PS512", "RS512"],
        "token_endpoint_auth_methods_supported": ["private_key_jwt", "client_secret_basic", "client_secret_post", "tls_client_auth",
                                                  "client_secret_jwt"],
        "claims_supported": ["aud", "sub", "iss", "auth_time", "name", "given_name", "family_name", "preferred_username", "email",
                             "acr"],
        "claim_types_supported": ["normal"], "claims_parameter_supported": True, "request_parameter_supported": True,
        "scopes_supported": ["openid", "offline_access", "web-origins", "email", "roles", "profile", "acr", "basic"],
        "code_challenge_methods_supported": ["plain", "S256"], "require_pushed_authorization_requests": False,
        "backchannel_logout_supported": True, "backchannel_logout_session_supported": True,
        "authorization_response_iss_parameter_supported": True}
    CLAIMS = {None: ["groups", "amr"], "profile": OpenID.CLAIMS["profile"], "email": OpenID.CLAIMS["email"]}

    def identifier(self, name):
        return self.people[name].get("sub") or str(uuid.uuid5(uuid.NAMESPACE_URL, f"keycloak {name}"))

    def _own_claims(self, name):
        roles = [*self.people[name]["groups"], "offline_access", "default-roles-staff"]
        return {"typ": "ID", "azp": self.client_id, "acr": "1", "jti": str(uuid.uuid4()), "realm_access": {"roles": roles}}

    def _parameters(self, grant):
        return {"session_state": grant.session}

    def _jwks(self, _):
        encrypting = [key.jwk() | {"use": "enc", "alg": "RSA-OAEP"} for key in self._spares]
        return json_answer({"keys": [*encrypting, *(key.jwk() for key in self.keys)]})


class Authentik(OpenID):
    """An issuer that ends with a slash; groups belong to the scope `profile`; a refresh token needs `offline_access`."""

    ISSUER = "/application/o/portico/"
    PATHS = {"discovery": f"{ISSUER}.well-known/openid-configuration", "authorization": "/application/o/authorize/",
             "token": "/application/o/token/", "userinfo": "/application/o/userinfo/", "end_session": f"{ISSUER}end-session/",
             "revocation": "/application/o/revoke/", "jwks": f"{ISSUER}jwks/"}
    METADATA = {
        "response_types_supported": ["code", "id_token", "id_token token", "code token", "code id_token", "code id_token token"],
        "response_modes_supported": ["query", "fragment", "form_post"], "subject_types_supported": ["public"],
        "grant_types_supported": ["authorization_code", "refresh_token", "implicit", "client_credentials", "password"],
        "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
        "acr_values_supported": ["goauthentik.io/providers/oauth2/default"], "request_parameter_supported": False,
        "scopes_supported": ["openid", "email", "profile", "offline_access"], "claims_parameter_supported": False,
        "claims_supported": ["sub", "iss", "aud", "exp", "iat", "auth_time", "acr", "amr", "nonce", "email", "email_verified", "name",
                             "given_name", "preferred_username", "nickname", "groups"],
        "code_challenge_methods_supported": ["plain", "S256"],
        "backchannel_logout_supported": True, "backchannel_logout_session_supported": True}
    CLAIMS = {None: ["amr"], "profile": ["name", "given_name", "preferred_username", "groups"], "email": OpenID.CLAIMS["email"]}
    sends_iss = False

    def identifier(self, name):
        return self.people[name].get("sub") or hashlib.sha256(f"authentik {name}".encode()).hexdigest()

    def _own_claims(self, name):
        return {"acr": "goauthentik.io/providers/oauth2/default"}

    def _gives_refresh_token(self, grant):
        return "offline_access" in grant.scopes


class Elsewhere(OpenID):
    """Its pages are at another host than its issuer."""

    def metadata(self):
        return {**super().metadata(), "authorization_endpoint": self.address("authorization").replace("127.0.0.1", "localhost")}
