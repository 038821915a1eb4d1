"""The receiver of mails: `parse` describes the mail on standard input; `serve` is a server (aiosmtpd) that behaves as its
options say and records the mails that it accepts. Both print JSON."""

import argparse
import asyncio
import email
import email.policy
import json
import os
import pathlib
import ssl
import sys
import threading


def described(content: bytes) -> dict:
    message = email.message_from_bytes(content, policy=email.policy.default)
    parts = list(message.iter_parts())
    return {
        "headers": [[name, str(value)] for name, value in message.items()],
        "recipients": [[a.display_name, a.addr_spec] for a in message["To"].addresses],
        "senders": [[a.display_name, a.addr_spec] for a in message["From"].addresses],
        "seconds": message["Date"].datetime.timestamp(),
        "types": [part.get_content_type() for part in parts],
        "texts": [part.get_payload(decode=True).decode() for part in parts],
        "defects": [str(d) for part in [message, *parts] for d in part.defects]
        + [str(d) for value in message.values() for d in value.defects],
    }


def serve(options: argparse.Namespace) -> None:
    from aiosmtpd.smtp import SMTP, AuthResult

    folder = pathlib.Path(options.folder)
    transcript = folder / "transcript"

    async def answer(command: str, usual: str) -> str:
        if options.mute == command:
            await asyncio.Event().wait()
        return options.reply[1] if options.reply and options.reply[0] == command else usual

    class Handler:
        async def handle_MAIL(self, server, session, envelope, address, mail_options):
            envelope.mail_from = address
            return await answer("MAIL", "250 OK")

        async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
            envelope.rcpt_tos.append(address)
            return await answer("RCPT", "250 OK")

        async def handle_DATA(self, server, session, envelope):
            taken = {
                "from": envelope.mail_from,
                "to": envelope.rcpt_tos,
                "isOverTLS": session.ssl is not None or server.transport.get_extra_info("sslcontext") is not None,
                "userName": session.auth_data,
                "content": envelope.original_content.decode(),
            }
            status = await answer("DATA", "250 OK")
            if status.startswith("250"):
                number = len(list(folder.glob("*.json")))
                (folder / f"{number}.json").write_text(json.dumps(taken))
            return status

        async def handle_QUIT(self, server, session, envelope):
            return await answer("QUIT", "221 Bye")

    class Server(SMTP):
        def data_received(self, data):
            with transcript.open("ab") as file:
                file.write(data)
            super().data_received(data)

    def authenticate(server, session, envelope, mechanism, data):
        isRight = [data.login.decode(), data.password.decode()] == options.account
        return AuthResult(success=isRight, auth_data=data.login.decode(), handled=False)

    context = None
    if options.tls != "none":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate)

    def protocol():
        return Server(
            Handler(),
            hostname="localhost",
            tls_context=context if options.tls == "starttls" else None,
            auth_require_tls=options.tls == "starttls",
            auth_required=options.account is not None,
            authenticator=authenticate if options.account else None,
        )

    def end_with_parent():
        sys.stdin.read()
        os._exit(0)

    async def run():
        implicit = context if options.tls == "tls" else None
        server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0, ssl=implicit)
        threading.Thread(target=end_with_parent, daemon=True).start()
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()

    asyncio.run(run())


parser = argparse.ArgumentParser()
parser.add_argument("mode", choices=["parse", "serve"])
parser.add_argument("--folder")
parser.add_argument("--certificate")
parser.add_argument("--tls", choices=["none", "starttls", "tls"], default="none")
parser.add_argument("--account", nargs=2)
parser.add_argument("--reply", nargs=2, help="a command, and what it is answered with")
parser.add_argument("--mute", help="the command that is never answered")
arguments = parser.parse_args()
if arguments.mode == "parse":
    print(json.dumps(described(sys.stdin.buffer.read())))
else:
    serve(arguments)
