"""Services with OAuth alone, each with calls of its own."""

import json
import secrets
import urllib.parse
import uuid

from .server import Answer, OAuthError, Provider, json_answer, page


class GitHub(Provider):
    """An Enterprise Server, which has its calls at the host of its pages. OAuth alone: errors of the token endpoint have the status 200,
    and its answers are forms unless `Accept` asks for JSON."""

    PATHS = {"authorization": "/login/oauth/authorize", "token": "/login/oauth/access_token", "userinfo": "/api/v3/user",
             "emails": "/api/v3/user/emails"}

    def _check(self, asked):
        # `response_type` is none of its parameters.
        super()._check({"response_type": "code", **asked})

    def identifier(self, name):
        return self.people[name].get("sub") or int(super().identifier(name), 16) % 10**8

    def _token(self, request):
        form = request.form
        as_json = "json" in request.headers.get("Accept", "")
        try:
            if (form.get("client_id"), form.get("client_secret")) != (self.client_id, self.client_secret):
                raise OAuthError("incorrect_client_credentials", "The client_id and/or client_secret passed are incorrect.")
            if form.get("redirect_uri") not in (None, *self.redirect_uris):
                raise OAuthError("redirect_uri_mismatch", "The redirect_uri MUST match the registered callback URL.")
            grant = self._redeemed(form.get("code"), form.get("redirect_uri"), form.get("code_verifier"))
            answer = {"access_token": f"gho_{self._access_token(grant)}", "token_type": "bearer", "scope": ",".join(grant.scopes)}
            self.access_tokens[answer["access_token"]] = grant
        except OAuthError as error:
            name = "bad_verification_code" if error.error == "invalid_grant" else error.error
            answer = {"error": name, "error_description": error.description or "The code passed is incorrect or expired.",
                      "error_uri": "https://docs.github.com/apps"}
        if as_json:
            return json_answer(answer)
        return Answer(200, urllib.parse.urlencode(answer).encode(), {"Content-Type": "application/x-www-form-urlencoded; charset=utf-8"})

    def _userinfo(self, request):
        def profile(name, person):
            return {"login": name, "id": self.identifier(name), "node_id": f"U_{name}", "avatar_url": f"{self.url}/avatar", "type": "User",
                    "site_admin": False, "name": person.get("name"), "email": person.get("public_email"), "two_factor_authentication": None}
        return self._told(request, None, profile)

    def _emails(self, request):
        def emails(name, person):
            return [{"email": person["email"], "primary": True, "verified": person["email_verified"], "visibility": "private"},
                    {"email": f"{name}@users.noreply.example", "primary": False, "verified": True, "visibility": None}]
        return self._told(request, {"user:email", "user"}, emails)

    def _told(self, request, scopes, answer):
        if not request.headers.get("User-Agent"):
            return page("Request forbidden by administrative rules. Please make sure your request has a User-Agent header", 403)
        if (grant := self._granted(request)) is None:
            return json_answer({"message": "Bad credentials", "documentation_url": "https://docs.github.com/rest", "status": "401"}, 401)
        if scopes and not scopes & grant.scopes:
            return json_answer({"message": "Not Found", "documentation_url": "https://docs.github.com/rest", "status": "404"}, 404)
        return json_answer(answer(grant.person, self.people[grant.person]))


class WeChat(Provider):
    """The login of websites. Every answer has the status 200 and the type `text/plain`; `unionid` is the same in all applications."""

    PATHS = {"authorization": "/connect/qrconnect", "token": "/sns/oauth2/access_token", "refresh": "/sns/oauth2/refresh_token",
             "userinfo": "/sns/userinfo", "auth": "/sns/auth"}
    CLIENT = "appid"
    checks_pkce = False

    def _led_back(self, asked, parameters):
        # After a refusal there is a state, and no code.
        return super()._led_back(asked, {name: value for name, value in parameters.items() if not name.startswith("error")})

    def _token(self, request):
        asked = request.query
        if asked.get("appid") != self.client_id:
            return self._error(40013, "invalid appid")
        if asked.get("secret") != self.client_secret:
            return self._error(40125, "invalid appsecret")
        is_used = asked.get("code") in self.codes and self.codes[asked["code"]].is_redeemed
        try:
            grant = self._redeemed(asked.get("code"))
        except OAuthError:
            return self._error(40163, "code been used") if is_used else self._error(40029, "invalid code")
        refresh_token = secrets.token_urlsafe(24)
        self.refresh_tokens[refresh_token] = grant
        return self._tokens(grant, refresh_token, unionid=f"o6_{self.identifier(grant.person)}")

    def _refresh(self, request):
        if (grant := self.refresh_tokens.get(request.query.get("refresh_token"))) is None:
            return self._error(40030, "invalid refresh_token")
        return self._tokens(grant, request.query["refresh_token"])

    def _userinfo(self, request):
        if (grant := self._allowed(request)) is None:
            return self._error(40001, "invalid credential, access_token is invalid or not latest")
        person = self.people[grant.person]
        return json_answer({"openid": request.query["openid"], "nickname": person["name"], "sex": 0, "province": "", "city": "", "country": "",
                      "headimgurl": "", "privilege": [], "unionid": f"o6_{self.identifier(grant.person)}"}, type="text/plain")

    def _check(self, asked):
        if asked.get("scope") != "snsapi_login":
            raise OAuthError("invalid_scope")
        super()._check(asked)

    def _auth(self, request):
        return self._error(0, "ok") if self._allowed(request) else self._error(40003, "invalid openid")

    def _allowed(self, request):
        grant = self.access_tokens.get(request.query.get("access_token"))
        return grant if grant and request.query.get("openid") == f"oA_{self.identifier(grant.person)}" else None

    def _tokens(self, grant, refresh_token, **more):
        return json_answer({"access_token": self._access_token(grant), "expires_in": 7200, "refresh_token": refresh_token,
                      "openid": f"oA_{self.identifier(grant.person)}", "scope": "snsapi_login", **more}, type="text/plain")

    def _error(self, code, message):
        return json_answer({"errcode": code, "errmsg": message}, type="text/plain")


class DingTalk(Provider):
    """The answer has the code as `authCode`, the token endpoint reads and writes JSON, and tokens have a header of their own."""

    PATHS = {"authorization": "/oauth2/auth", "token": "/v1.0/oauth2/userAccessToken", "userinfo": "/v1.0/contact/users/me"}
    CODE = "authCode"
    REQUIRED = ("state", "prompt")
    checks_pkce = False

    def _check(self, asked):
        if "openid" not in self._scopes(asked):
            raise OAuthError("invalid_scope")
        super()._check(asked)

    def _token(self, request):
        form = request.form
        if (form.get("clientId"), form.get("clientSecret")) != (self.client_id, self.client_secret):
            return self._error("invalidClientIdOrSecret", "无效的clientId或者clientSecret")
        try:
            if form.get("grantType") == "refresh_token":
                grant = self.refresh_tokens[form.get("refreshToken")]
            else:
                grant = self._redeemed(form.get("code") if form.get("grantType") == "authorization_code" else None)
        except (KeyError, OAuthError):
            return self._error("invalidParameter.authCode.notFound", "不合法的临时授权码")
        refresh_token = secrets.token_urlsafe(24)
        self.refresh_tokens[refresh_token] = grant
        return json_answer({"accessToken": self._access_token(grant), "refreshToken": refresh_token, "expireIn": 7200})

    def _userinfo(self, request):
        if (grant := self.access_tokens.get(request.headers.get("x-acs-dingtalk-access-token"))) is None:
            return self._error("InvalidAuthentication", "不合法的access_token", 401)
        person, identifier = self.people[grant.person], self.identifier(grant.person)
        return json_answer({"nick": person["name"], "unionId": f"u{identifier}", "openId": f"o{identifier}", "email": person["email"],
                      "avatarUrl": "", "mobile": "15555550100", "stateCode": "86"})

    def _error(self, code, message, status=400):
        return json_answer({"code": code, "message": message, "requestid": str(uuid.uuid4()).upper()}, status)
