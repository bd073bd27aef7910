"""Who is on the floor: players, who come as they are, and staff, who are invited by a link that works once."""

from __future__ import annotations

import secrets
from collections.abc import Callable

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
            try:
                person = self._register(name, Role.PLAYER)
            except StaleError:
                continue
            self._store.transfer([Transfer(ISSUED, person.purse, BANKROLL)])
            return person

    def rename(self, person: Person, name: str) -> Person:
        """Another name, if nobody has or had it: journals know people by their names, so nobody gets another's."""
        checked = _good_name(name)
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
        short = BANKROLL - self._store.balance(person.purse)
        if short > 0:
            self._store.transfer([Transfer(ISSUED, person.purse, short)])
        return max(short, 0)

    # --- staff ---

    def invite(self, role: Role, name: str) -> str:
        """A link's secret part, to be handed over once; it makes a session for somebody of this role."""
        from argon2 import PasswordHasher

        if role not in STAFF:
            raise PitbossError("role", f"staff are {', '.join(STAFF)}; players need no invitation")
        checked = _good_name(name)
        known = self.named(checked)
        if known is not None and known.role is not role:
            raise _taken(checked)
        number, secret = secrets.token_hex(8), secrets.token_urlsafe(24)
        invitation = Invitation(PasswordHasher().hash(secret), role, checked, self._clock() + INVITATION_MS)
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
        return self.named(invitation.name) or self._register(invitation.name, invitation.role)

    # --- documents ---

    def _register(self, name: str, role: Role) -> Person:
        person = Person(secrets.token_hex(8), name, role)
        self._claim(name, person.id)
        self._store.put(Document("person", person.id, msgspec.json.encode(person), 0))
        return person

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


def _good_name(name: str) -> str:
    """A name that can be shown anywhere."""
    checked = " ".join(name.split())
    if not checked or not checked.isprintable() or len(checked) > LONGEST_NAME // 2:
        message = f"a name has 1 to {LONGEST_NAME // 2} printable characters"
        raise PitbossError("name", message)
    return checked
