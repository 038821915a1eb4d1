"""Identity providers for tests: the OpenID providers, and the services with OAuth alone, that people know, on loopback.

    with Provider("keycloak") as provider:
        provider.redirect_uris.append("https://portico.example/callback")
        start_client(**provider.options())

A fake publishes the fields and refuses the mistakes of its original; `fault` makes it break the rules. The fields come
from copies of the discovery documents of Google, Entra, Apple and a Keycloak realm (without its encryption and device methods),
and from the sources of Authentik. Written from memory: Google's extra parameters, `iss` in the answers of Keycloak, and the logins
of GitHub, WeChat and DingTalk except for their errors. Paths stay, hosts become one.
No fake has certificates in its keys (`x5c`), encrypts tokens, or registers clients by itself."""

from .canaille_process import Canaille
from .faults import CONFORMANCE, LOGOUT_CONFORMANCE
from .openid import Key, OpenID
from .openid_kinds import Apple, Authentik, Elsewhere, Entra, Google, Keycloak
from .server import PEOPLE, Provider
from .services import DingTalk, GitHub, WeChat

__all__ = [
    "Apple", "Authentik", "CONFORMANCE", "Canaille", "DingTalk", "Elsewhere", "Entra", "GitHub", "Google", "Key", "Keycloak",
    "LOGOUT_CONFORMANCE", "OpenID", "PEOPLE", "Provider", "WeChat"]
