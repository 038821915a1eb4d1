"""The language of pages."""

LOOK = "portico-look"


def read_in(portico, cookies, language, text_size="L", username="ada"):
    """Chooses the language and the text size of a person. Returns the cookies of a browser that knows them."""
    status, _, _ = portico.ask("/settings/appearance", cookies, account=f"local/{username}", appearance="automatic",
                               textSize=text_size, language=language)
    assert status == 303, status
    return [cookie for cookie in cookies if cookie["name"] != LOOK] + reader(language, text_size)


def reader(language, text_size="L"):
    """The cookies of a browser in which nobody is signed in, with a language and a text size."""
    return [{"name": LOOK, "value": f"automatic.{text_size}.{language}"}]
