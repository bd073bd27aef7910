"""Who is on the floor: players, who come as they are, and staff, who are invited by a link that works once."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable
from contextlib import suppress

import msgspec

from pitboss.errors import PitbossError
from pitboss.journal.stores import ISSUED, Document, StaleError, Store
from pitboss.ledger import Transfer
from pitboss.table.betting import LONGEST_NAME
from pitboss.table.commands import Actor, Role

BANKROLL = 5_000_00
"""What a player comes with."""
STAFF = (Role.DEALER, Role.FLOOR, Role.AUDITOR)
INVITATION_MS = 7 * 86_400_000
"""How long an invitation is good."""
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(
    chr(code) for codes in (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)) for code in codes
)
"""Characters that pass for printable and show nothing: with them two names could look alike."""
MOST_MARKS = 2
"""Accents and the like on one letter."""
_FIRST = ("Amber", "Brook", "Cedar", "Dale", "Ember", "Fern", "Glen", "Hazel", "Iris", "Juniper", "Lark", "Maple",
          "Nova", "Olive", "Pearl", "Quill", "Reed", "Sage", "Thorn", "Vale", "Willow", "Wren")  # fmt: skip


class Person(msgspec.Struct, frozen=True):
    """Somebody on the floor."""

    id: str
    name: str
    role: Role = Role.PLAYER
    epoch: int = 0
    """Sessions of an earlier one are over."""

    @property
    def actor(self) -> Actor:
        """As a table knows this person."""
        return Actor(self.role, self.name)

    @property
    def is_staff(self) -> bool:
        """Whether this person works here."""
        return self.role in STAFF

    @property
    def purse(self) -> str:
        """The account of what this person has, apart from chips on tables."""
        return f"purse:{self.id}"


class Invitation(msgspec.Struct, frozen=True):
    """A link for staff: only the hash of its secret is kept."""

    hash: str
    role: Role
    name: str
    person: str
    """The id of whoever it is for: the name is theirs from the day of the invitation."""
    until: int
    used: bool = False


class NotAllowedError(PitbossError):
    """Somebody asked for what is not theirs to do."""


class People:
    """Everybody the floor knows."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock

    def find(self, person: str) -> Person | None:
        """Somebody by their id."""
        found = self._store.get("person", person)
        return msgspec.json.decode(found.body, type=Person) if found else None

    def named(self, name: str) -> Person | None:
        """Somebody by their name."""
        found = self._store.get("name", name.casefold())
        return self.find(found.body.decode()) if found else None

    def all(self) -> list[Person]:
        """Everybody, by name."""
        found = [msgspec.json.decode(one.body, type=Person) for one in self._store.all("person")]
        return sorted(found, key=lambda person: person.name.casefold())

    def welcome(self) -> Person:
        """A new player, with a name to begin with and a bankroll."""
        while True:
            name = f"{secrets.choice(_FIRST)} {secrets.randbelow(9000) + 1000}"
            person = Person(secrets.token_hex(8), name)
            papers = [
                Document("name", name.casefold(), person.id.encode()),
                Document("person", person.id, msgspec.json.encode(person)),
            ]
            with suppress(StaleError):  # somebody has that name
                self._store.transfer([Transfer(ISSUED, person.purse, BANKROLL)], papers)
                return person

    def rename(self, person: Person, name: str) -> Person:
        """Another name, if nobody has or had it: journals know people by their names, so nobody gets another's."""
        checked = good_name(name)
        if checked == person.name:
            return person
        if checked.casefold() != person.name.casefold():
            try:
                self._claim(checked, person.id)
            except StaleError as error:
                raise _taken(checked) from error
        return self._change(person, name=checked)

    def end_sessions(self, person: Person) -> Person:
        """Sign somebody out everywhere."""
        return self._change(person, epoch=person.epoch + 1)

    def top_up(self, person: Person) -> int:
        """Play money up to the usual bankroll; returns what was added."""
        while True:
            found = self._store.get("topped-up", person.id)
            short = BANKROLL - self._store.balance(person.purse)
            if short <= 0:
                return 0
            mark = Document("topped-up", person.id, b"", found.revision if found else 0)
            with suppress(StaleError):  # asked for twice at once: it is given once
                self._store.transfer([Transfer(ISSUED, person.purse, short)], [mark])
                return short

    # --- staff ---

    def invite(self, role: Role, name: str) -> str:
        """A link's secret part, to be handed over once; it makes a session for somebody of this role."""
        from argon2 import PasswordHasher

        if role not in STAFF:
            raise PitbossError("role", f"staff are {', '.join(STAFF)}; players need no invitation")
        checked = good_name(name)
        person = self._promised(checked)
        known = self.find(person)
        if known is not None and known.role is not role:
            raise _taken(checked)
        number, secret = secrets.token_hex(8), secrets.token_urlsafe(24)
        until = self._clock() + INVITATION_MS
        invitation = Invitation(PasswordHasher().hash(secret), role, checked, person, until)
        self._store.put(Document("invitation", number, msgspec.json.encode(invitation), 0))
        return f"{number}.{secret}"

    def accept(self, token: str) -> Person:
        """The person an invitation is for; it works once."""
        from argon2 import PasswordHasher
        from argon2.exceptions import VerificationError

        number, _, secret = token.partition(".")
        found = self._store.get("invitation", number)
        invitation = msgspec.json.decode(found.body, type=Invitation) if found else None
        refused = NotAllowedError("invitation", "this link does not work, or no longer: ask the floor for a new one")
        if found is None or invitation is None or invitation.used or invitation.until < self._clock():
            raise refused
        try:
            PasswordHasher().verify(invitation.hash, secret)
        except VerificationError:
            raise refused from None
        used = msgspec.structs.replace(invitation, used=True)
        try:
            self._store.put(Document("invitation", number, msgspec.json.encode(used), found.revision))
        except StaleError:
            raise refused from None
        person = self._arrived(invitation)
        if person.role is not invitation.role:  # invited for two kinds of work: the first link has decided
            raise refused
        return person

    # --- documents ---

    def _promised(self, name: str) -> str:
        """The id of whoever has this name; somebody new gets it before they come, so that nobody else does."""
        with suppress(StaleError):  # promised in this very moment
            if self._store.get("name", name.casefold()) is None:
                self._claim(name, secrets.token_hex(8))
        found = self._store.get("name", name.casefold())
        assert found is not None
        return found.body.decode()

    def _arrived(self, invitation: Invitation) -> Person:
        person = Person(invitation.person, invitation.name, invitation.role)
        with suppress(StaleError):  # has come before
            self._store.put(Document("person", person.id, msgspec.json.encode(person), 0))
        return self.find(person.id) or person

    def _change(self, person: Person, **changes: object) -> Person:
        found = self._store.get("person", person.id)
        assert found is not None
        changed = msgspec.structs.replace(msgspec.json.decode(found.body, type=Person), **changes)
        self._store.put(Document("person", person.id, msgspec.json.encode(changed), found.revision))
        return changed

    def _claim(self, name: str, person: str) -> None:
        """Give a name to somebody for good."""
        found = self._store.get("name", name.casefold())
        if found is None or found.body.decode() != person:
            self._store.put(Document("name", name.casefold(), person.encode(), 0))


def _taken(name: str) -> PitbossError:
    return PitbossError("name-taken", f"somebody here is called {name} already: choose another name")


def good_name(name: str) -> str:
    """A name that can be shown anywhere."""
    checked = " ".join(unicodedata.normalize("NFKC", name).split())
    if not checked or not checked.isprintable() or len(checked) > LONGEST_NAME // 2 or not _is_legible(checked):
        message = f"a name has 1 to {LONGEST_NAME // 2} printable characters"
        raise PitbossError("name", message)
    return checked


def _is_legible(name: str) -> bool:
    """Whether everything in a name can be seen, and stays on its line."""
    marks = 0
    for letter in name:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MOST_MARKS or letter in UNSEEN:
            return False
    return not unicodedata.combining(name[0])
