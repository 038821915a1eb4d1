"""A server whose people log in at an identity provider."""

#: The name of the provider on pages.
NAME = "The works"


def at_works(provider):
    """The options with which people log in at a provider."""
    known = provider.options()
    return {
        "PORTICO_SERVERS_LIST": "local,works", "PORTICO_SERVERS_WORKS_NAME": NAME, "PORTICO_SERVERS_WORKS_KIND": "oidc",
        "PORTICO_SERVERS_WORKS_ISSUER": known["issuer"], "PORTICO_SERVERS_WORKS_CLIENT_ID": known["client_id"],
        "PORTICO_SERVERS_WORKS_CLIENT_SECRET": known["client_secret"]}


def register(portico, provider):
    """Tells the provider where the server is."""
    provider.redirect_uris.append(f"{portico.origin}/session/provider/works")


def choose(tab, person):
    """Presses the button of a person at the provider; of nobody to turn back."""
    with tab.leaving():
        tab.click(f"button[name=person][value='{person}']")
