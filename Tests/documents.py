"""The examples of the documents, as tests run them: with other places, and nothing else changed."""

import re
import subprocess
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"


def example(language, document="in-front-of", place=0):
    """The first example in a language, or the one at another place among them."""
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / f"{document}.md").read_text(), re.S)[place]


def placed(text, places):
    """A text with other places. Each must be in it, so that a test does not try something else than the document has."""
    for old, new in places.items():
        assert old in text, old
        text = text.replace(old, str(new))
    return text


def certificate(folder, name):
    """Makes a certificate, and gives the files of it and of its key."""
    files = Path(folder) / "certificate.pem", Path(folder) / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
         "-subj", f"/CN={name}", "-keyout", files[1], "-out", files[0]], check=True, capture_output=True)
    return files
