"""A typeface that people have, for pictures."""

import os
import tempfile
from contextlib import contextmanager

#: Of Debian's package fonts-inter. It looks like the system's typeface of most devices. Chinese is in that of
#: fonts-droid-fallback.
FAMILY = "Inter"
#: The families that pages name first, which the machine of the tests lacks.
NAMES = ["system-ui", "-apple-system", "Segoe UI", "Roboto", "sans-serif"]
ALIAS = """<match target="pattern"><test name="family"><string>{}</string></test>
<edit name="family" mode="prepend" binding="strong"><string>{}</string></edit></match>"""


@contextmanager
def typeface():
    """While it runs, browsers that start draw the system's typeface as Inter. The style of pages is that of the product."""
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
        aliases = "\n".join(ALIAS.format(name, FAMILY) for name in NAMES)
        file.write(f"""<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<include>/etc/fonts/fonts.conf</include>
{aliases}
</fontconfig>
""")
        file.flush()
        os.environ["FONTCONFIG_FILE"] = file.name
        try:
            yield
        finally:
            del os.environ["FONTCONFIG_FILE"]
