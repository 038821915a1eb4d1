"""The examples of the documents, as tests run them: only addresses and paths differ."""

import re
import subprocess
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"


def example(language, document="in-front-of", place=0):
    """The first example in a language, or the one with another index."""
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / f"{document}.md").read_text(), re.S)[place]


def placed(text, places):
    """A text with other addresses and paths. The text must contain each old one, so that a test runs the example of the document."""
    for old, new in places.items():
        assert old in text, old
        text = text.replace(old, str(new))
    return text


def certificate(folder, name):
    """Creates a certificate, and returns its file and the file of its key."""
    files = Path(folder) / "certificate.pem", Path(folder) / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
         "-subj", f"/CN={name}", "-keyout", files[1], "-out", files[0]], check=True, capture_output=True)
    return files
