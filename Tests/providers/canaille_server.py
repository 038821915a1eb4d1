"""Canaille with its memory as database: prints its address, then serves. It is a program with packages of its own."""

import datetime
import json
import sys

from canaille import create_app
from canaille.app import models
from canaille.backends import Backend
from joserfc.jwk import RSAKey
from werkzeug.serving import make_server

settings = json.loads(sys.argv[1])
# The socket first: the configuration needs the port.
server = make_server("127.0.0.1", 0, lambda *_: [], threaded=True)
key = RSAKey.generate_key(2048, auto_kid=True).as_dict(private=True)
app = create_app({
    "SECRET_KEY": "of a test", "SERVER_NAME": f"127.0.0.1:{server.server_port}", "PREFERRED_URL_SCHEME": "http",
    "CANAILLE": {"DATABASE": "memory"}, "CANAILLE_OIDC": {"ACTIVE_JWKS": [key]}}, env_file=None)
with app.app_context(), Backend.instance.session():
    ada = models.User(
        user_name="ada", password=settings["password"], formatted_name="Ada Lovelace", given_name="Ada", family_name="Lovelace",
        emails=["ada@example.org"])
    Backend.instance.save(ada)
    Backend.instance.save(models.Group(display_name="staff", members=[ada]))
    client = models.Client(
        client_id=settings["client_id"], client_secret=settings["client_secret"], client_name="Portico",
        client_id_issued_at=datetime.datetime.now(datetime.timezone.utc), redirect_uris=settings["redirect_uris"],
        post_logout_redirect_uris=settings["post_logout_redirect_uris"], token_endpoint_auth_method="client_secret_basic",
        grant_types=["authorization_code", "refresh_token"], response_types=["code"], id_token_signed_response_alg="RS256",
        scope=["openid", "profile", "email", "groups"])
    Backend.instance.save(client)
    # It must exist before it can be its own audience.
    client.audience = [client]
    Backend.instance.save(client)
server.app = app
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
