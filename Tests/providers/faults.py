"""Faults of providers, and what clients must do with them."""


#: Faults; the test of the OpenID Foundation's plans for relying parties with the same fault, if there is one; and whether a client
#: must refuse the login (or the logout). None: it may do either.
CONFORMANCE = [
    (None, "oidcc-client-test", False),
    # The ID token.
    ("wrong-iss", "oidcc-client-test-invalid-iss", True),
    ("no-sub", "oidcc-client-test-missing-sub", True),
    ("wrong-aud", "oidcc-client-test-invalid-aud", True),
    ("no-aud", "oidcc-client-test-missing-aud", True),
    ("several-aud-without-azp", None, True),
    # A SHOULD in OpenID Connect Core 3.1.3.7.
    ("wrong-azp", None, True),
    ("no-iat", "oidcc-client-test-missing-iat", True),
    ("issued-in-future", None, True),
    ("not-yet-valid", None, True),
    ("expired", None, True),
    ("no-exp", None, True),
    ("wrong-nonce", "oidcc-client-test-nonce-invalid", True),
    ("no-nonce", None, True),
    # With one key published; None also with several, if one of them alone matches.
    ("no-kid", "oidcc-client-test-kid-absent-single-jwks", None),
    ("unknown-kid", None, True),
    ("alg-none", "oidcc-client-test-idtoken-sig-none", True),
    ("bad-signature", "oidcc-client-test-invalid-sig-rs256", True),
    ("wrong-key-type", "oidcc-client-test-invalid-sig-es256", True),
    ("hs256-with-secret", "oidcc-client-test-invalid-sig-hs256", True),
    ("hs256-with-public-key", None, True),
    ("rotated-in-flight", "oidcc-client-test-signing-key-rotation-just-before-signing", False),
    ("wrong-at-hash", "oidcc-client-test-invalid-athash", True),
    ("wrong-c-hash", "oidcc-client-test-invalid-chash", True),
    # For requests with `max_age`.
    ("old-auth-time", None, True),
    ("no-auth-time", None, True),
    ("no-id-token", None, True),
    ("email-verified-as-text", None, False),
    # The answer of the authorization endpoint. A provider that announces `iss` must send it: RFC 9207, section 2.4.
    ("wrong-state", None, True),
    ("no-state", None, True),
    ("wrong-iss-parameter", None, True),
    ("missing-iss-parameter", None, True),
    ("no-code", None, True),
    # The answers of other endpoints.
    ("discovery-other-issuer", "oidcc-client-test-discovery-issuer-mismatch", True),
    ("token-error", None, True),
    ("code-used-twice", None, True),
    ("token-type-mac", None, True),
    ("userinfo-other-sub", "oidcc-client-test-userinfo-invalid-sub", True),
    ("userinfo-no-sub", None, True),
    ("refresh-wrong-iss", "oidcc-client-test-refresh-token-invalid-issuer", True),
    ("refresh-other-sub", "oidcc-client-test-refresh-token-invalid-sub", True),
    # The transport: a page, a body without an end, a byte at a time, no answer, a closed connection, another address.
    *((name, None, True) for name in ("html", "huge", "slow", "silent", "down", "redirect", "server-error")),
]
#: The same for `log_out`.
LOGOUT_CONFORMANCE = [
    (None, "oidcc-client-test-rp-backchannel-rpinitlogout", False),
    ("alg-none", "oidcc-client-test-rp-backchannel-rpinitlogout-alg-none", True),
    ("hs256-with-secret", "oidcc-client-test-rp-backchannel-rpinitlogout-wrong-alg", True),
    ("no-events", "oidcc-client-test-rp-backchannel-rpinitlogout-no-event", True),
    ("wrong-events", "oidcc-client-test-rp-backchannel-rpinitlogout-wrong-event", True),
    ("with-nonce", "oidcc-client-test-rp-backchannel-rpinitlogout-with-nonce", True),
    ("wrong-aud", "oidcc-client-test-rp-backchannel-rpinitlogout-wrong-aud", True),
    ("wrong-iss", "oidcc-client-test-rp-backchannel-rpinitlogout-wrong-iss", True),
    *((name, None, True) for name in ("no-sub-no-sid", "no-iat", "no-jti", "expired", "bad-signature", "unknown-kid")),
]

#: The changes that faults make to the claims of a token; None removes a claim.
CLAIMS = {
    "wrong-iss": lambda _: {"iss": "https://another.example"},
    "wrong-aud": lambda _: {"aud": "another-client"},
    "no-aud": lambda _: {"aud": None},
    "several-aud-without-azp": lambda claims: {"aud": [claims["aud"], "another-client"], "azp": None},
    "wrong-azp": lambda _: {"azp": "another-client"},
    "wrong-nonce": lambda _: {"nonce": "another-nonce"},
    "no-nonce": lambda _: {"nonce": None},
    "expired": lambda claims: {"iat": claims["iat"] - 7200, "exp": claims["iat"] - 3600},
    "no-exp": lambda _: {"exp": None},
    "issued-in-future": lambda claims: {"iat": claims["iat"] + 3600, "exp": claims["iat"] + 7200},
    "not-yet-valid": lambda claims: {"nbf": claims["iat"] + 3600, "exp": claims["iat"] + 7200},
    "no-sub": lambda _: {"sub": None},
    "no-iat": lambda _: {"iat": None},
    "wrong-at-hash": lambda _: {"at_hash": "x" * 22},
    "wrong-c-hash": lambda _: {"c_hash": "x" * 22},
    "old-auth-time": lambda claims: {"auth_time": claims["iat"] - 86_400},
    "no-auth-time": lambda _: {"auth_time": None},
    "no-events": lambda _: {"events": None},
    "wrong-events": lambda _: {"events": {"https://another.example/event": {}}},
    "with-nonce": lambda _: {"nonce": "nonce"},
    "no-sub-no-sid": lambda _: {"sub": None, "sid": None},
    "no-jti": lambda _: {"jti": None},
}

TRANSPORT = {"html", "huge", "slow", "silent", "down", "redirect", "server-error"}
