"""The mails that a server under test wrote to its outbox, and their content."""

from portico_testing import Mail

from .texts import bare
from .waiting import wait_until


class Mailbox:
    """The mails to one person, each read once."""

    def __init__(self, portico, address):
        self.portico, self.address = portico, address
        self._read = set()

    def next(self, subject):
        """Waits for an unread mail whose subject begins with `subject`. Other mails stay unread."""
        return wait_until(lambda: self._find(subject), f"a mail “{subject}” to {self.address}")

    def link(self, subject):
        """The path and query of the link in such a mail."""
        address = self.next(subject).link
        assert address.startswith(self.portico.origin + "/")
        return address.removeprefix(self.portico.origin)

    @property
    def unread(self):
        """The subjects of the unread mails, oldest first."""
        return [mail.subject for _, mail in self._mails()]

    def _find(self, subject):
        for file, mail in self._mails():
            if bare(mail.subject).startswith(subject):
                self._read.add(file)
                return mail

    def _mails(self):
        for file in sorted(self.portico.data.glob("outbox/*.eml")):
            if file not in self._read and (mail := Mail.of(file.read_bytes())).recipient.lower() == self.address:
                yield file, mail
