"""A mail server in the test's process. It accepts mail over STARTTLS from authenticated clients."""

import ssl
import subprocess

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from .mails import Mail
from .portico import free_port

ACCOUNT = ("portico", "nine bells at the ferry")


def certify(folder, name):
    """Makes a self-signed certificate with its key, in one file."""
    file, key = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", file],
        check=True, capture_output=True)
    file.write_text(file.read_text() + key.read_text())
    return file


class PostOffice:
    def __init__(self, certificate):
        self.certificate = certificate
        #: The accepted mails, and their senders.
        self.mails, self.senders = [], []
        self.port = free_port()
        self._controller = None

    def open(self, certificate=None):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate or self.certificate)
        self._controller = Controller(
            self, hostname="127.0.0.1", port=self.port, tls_context=context, require_starttls=True, auth_required=True,
            authenticator=self._knows)
        self._controller.start()

    def close(self):
        controller, self._controller = self._controller, None
        if controller:
            controller.stop()

    async def handle_DATA(self, server, session, envelope):
        self.senders.append((envelope.mail_from, session.auth_data, session.ssl is not None))
        self.mails.append(Mail.of(envelope.original_content))
        return "250 OK"

    def _knows(self, server, session, envelope, mechanism, data):
        is_right = (data.login.decode(), data.password.decode()) == ACCOUNT
        return AuthResult(success=is_right, auth_data=data.login.decode(), handled=False)
