"""What people ask of a table, as it comes in: JSON becomes a command of the person who sent it, or is refused.

Nobody sends the order of a shuffle: it is drawn here, so what is secret never comes from outside.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from pitboss.errors import PitbossError
from pitboss.floor.people import NotAllowedError, Person
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command, Role

KINDS: dict[str, type[Command]] = {
    kind.__name__: kind
    for kind in vars(c).values()
    if isinstance(kind, type) and issubclass(kind, Command) and kind not in (Command, c.Observation)
}
"""Every command by its name."""
BY_PLAYERS = (
    c.Sit, c.Leave, c.BuyIn, c.Tip, c.Bet, c.PlaceBets, c.UseCoupon, c.Handle, c.LayDown, c.Pick, c.Act, c.SetHand,
)  # fmt: skip
"""What a player may ask; everything else is for staff."""
SEALED = ("order", "salt", "stream")
"""Drawn here, never sent."""
CAPACITIES = {
    Role.PLAYER: (Role.PLAYER,),
    Role.DEALER: (Role.DEALER, Role.DEVICE),
    Role.FLOOR: (Role.FLOOR, Role.DEALER, Role.DEVICE),
    Role.AUDITOR: (),
}
"""In which capacities somebody gives commands: the floor may stand in for the dealer, staff press a device's keys."""
MOST_TEXT = 500
MOST_ENTRIES = 60
"""Of a list; no command has a use for more."""
T = TypeVar("T")
Rest = Callable[[type[Command]], Mapping[str, Any]]
"""What a dealer or a device adds to a command of this kind."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command as it is sent."""

    command: str
    arguments: dict[str, Any] = {}
    version: int | None = None
    """The version of the table that the sender saw."""
    key: str | None = None
    """Sent again with the same key, it is carried out once and answered alike."""
    role: Role | None = None
    """In which capacity, where somebody has several."""
    player: str | None = None
    """Whose word or act staff enter, at a table with real cards."""

    @property
    def digest(self) -> str:
        """What the body says, in short."""
        body = [self.command, self.arguments, self.version, self.role, *([self.player] if self.player else [])]
        return hashlib.sha256(msgspec.json.encode(body, order="deterministic")).hexdigest()


def read_as(kind: type[T], body: bytes) -> T:
    """What somebody sent, from its JSON."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise PitbossError("malformed", f"this cannot be read: {error}") from None


def command_of(request: Request, person: Person, at: int, rest: Rest, *, real_cards: bool = False) -> Command:
    """The command of a request, in the name of who sent it; `rest` draws what is not sent.

    With real cards staff enter what players say and do.
    """
    kind = KINDS.get(request.command)
    if kind is None:
        raise PitbossError("malformed", f"there is no command {request.command!r:.40}")
    if request.player is not None:
        by = _entered(request.player, person, kind, real_cards=real_cards)
    else:
        by = Actor(_capacity(request, person, kind), person.name)
    if real_cards and person.role is Role.PLAYER and kind is c.BuyIn:
        raise NotAllowedError("wrong-person", "chips are bought from the dealer, who takes the cash and enters it")
    if real_cards and person.role is Role.PLAYER and "faces" in request.arguments:
        raise NotAllowedError("wrong-person", "the dealer reads the cards: leave the faces out")
    if request.key is not None and not 0 < len(request.key) <= 100:
        raise PitbossError("malformed", "a key has 1 to 100 characters")
    hidden = [name for name in SEALED if name in request.arguments]
    if hidden or any(name in request.arguments for name in Command.__struct_fields__):
        raise NotAllowedError("not-yours", "who, when and the order of the cards are not sent: they are set here")
    if any(isinstance(value, str) and len(value) > MOST_TEXT for value in request.arguments.values()):
        raise PitbossError("malformed", f"a text has {MOST_TEXT} characters at most")
    if any(isinstance(value, list | dict) and len(value) > MOST_ENTRIES for value in request.arguments.values()):
        raise PitbossError("malformed", f"a list has {MOST_ENTRIES} entries at most")
    given = {**rest(kind), **request.arguments, "by": by, "at": at, "version": request.version, "key": request.key}
    unknown = set(given) - set(kind.__struct_fields__)
    if unknown:
        raise PitbossError("malformed", f"{request.command} has no argument {sorted(unknown)[0]!r:.40}")
    try:
        return msgspec.convert(given, type=kind)
    except msgspec.ValidationError as error:
        raise PitbossError("malformed", f"{request.command} cannot be read: {error}") from None


def _entered(player: str, person: Person, kind: type[Command], *, real_cards: bool) -> Actor:
    """A player whose word or act somebody of the staff enters."""
    if not real_cards:
        raise NotAllowedError("wrong-person", "players act for themselves at a table that the software deals")
    if Role.DEALER not in CAPACITIES[person.role]:
        raise NotAllowedError("wrong-person", f"the dealer enters what players do, not the {person.role}")
    if kind not in BY_PLAYERS:
        raise NotAllowedError("wrong-person", "this is for the staff of the table: leave the player out")
    return Actor(Role.PLAYER, player, person.name)


def _capacity(request: Request, person: Person, kind: type[Command]) -> Role:
    """The role in which somebody gives a command."""
    allowed = CAPACITIES[person.role]
    if person.role is Role.PLAYER and kind not in BY_PLAYERS:
        raise NotAllowedError("wrong-person", "this is for the staff of the table")
    if not allowed:
        raise NotAllowedError("wrong-person", f"the {person.role} watches and gives no commands")
    role = request.role or person.role
    if role not in allowed:
        raise NotAllowedError("wrong-person", f"the {person.role} does not act as {role}")
    return role
