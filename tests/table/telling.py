"""A table that tells its rounds as text: what is due, what may be done, the command, and one line for each event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import fields
from tables import DEALER, FLOOR, Scene, player

from pitboss.cards import DECK
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Command
from pitboss.table.legal import due
from pitboss.table.moves import Move
from pitboss.table.rules import Refusal
from pitboss.table.views import AUDITOR


class Told(Scene):
    """A table that writes down what happens at it."""

    told: list[str] | None = None
    """Lines, once somebody listens."""
    known: tuple[str, str] = ("", "")

    def try_(self, command: Command) -> tuple[e.Event, ...] | Refusal:
        if self.told is not None:
            self.told += self._asked(command)
        answer = super().try_(command)
        if self.told is not None:
            if isinstance(answer, Refusal):
                self.told.append(f"  REFUSED {answer.code}: {answer.message} [{answer.clause}]")
            else:
                self.told += [told_event(event) for event in answer]
        return answer

    def _asked(self, command: Command) -> Iterator[str]:
        move = due(self.rules, self.state)
        moves = self.legal()
        beside = told_legal(tuple(move for move in moves if move.command in BESIDE))
        may = told_legal(tuple(move for move in moves if move.command not in BESIDE))
        if beside != self.known[1]:
            yield f"beside {beside}"
        if may != self.known[0]:
            yield f"may {may}"
        self.known = may, beside
        yield f"due {move.words if move else 'bets'}"
        yield f"> {told_command(command)}"

    def to_text(self, title: str) -> str:
        """The round so far, then what everybody sees and the books."""
        assert self.told is not None
        public = dict(flat(self.view()))
        lines = [f"# {title}", *self.told, "", "the public sees"]
        lines += [f"  {key} {value}" for key, value in public.items()]
        viewers = [*(player(name) for name in self.state.seats.values()), DEALER, FLOOR, AUDITOR]
        for viewer in viewers:
            seen = self.view(viewer)
            more = ["  the books"] if seen.pop("books", None) == self.state.books else []
            more += [f"  {key} {value}" for key, value in flat(seen) if public.get(key) != value]
            lines += [f"{viewer} sees the same" + (" and" if more else ""), *more]
        lines += ["books", *(f"  {name} {cents(amount)}" for name, amount in sorted(self.state.books.items()))]
        return "\n".join(lines) + "\n"


# --- short forms -----------------------------------------------------------------------------------------------------

BESIDE = (
    *(c.Sit, c.Leave, c.BuyIn, c.Tip, c.Exclude, c.Correct, c.OrderShuffle, c.OrderRecut),
    *(c.RemoveDeck, c.PostSubmission, c.CloseTable),
)
"""What people and the floor may do whatever the game has come to."""
_FEW = 8
"""Long seals are cut to so many signs."""


def cents(amount: int) -> str:
    return f"{amount / 100:.2f}"


def told_legal(moves: tuple[Move, ...]) -> str:
    """The open moves by name, with their number where there are several; choices in full."""
    acts = [f"{move.given['action']} {cents(move.given['amount'])}" for move in moves if move.command is c.Act]
    names = Counter(move.command.__name__ for move in moves if move.command is not c.Act)
    plain = [name if number == 1 else f"{name}*{number}" for name, number in sorted(names.items())]
    return ", ".join([*dict.fromkeys(acts), *plain])


def told_command(command: Command) -> str:
    given = [(f.name, getattr(command, f.name)) for f in fields(command) if f.name not in ("by", "at")]
    usual = {f.name: f.default for f in fields(command)}
    words = [f"{name}={short(name, value)}" for name, value in given if value != usual[name]]
    return " ".join([str(command.by), type(command).__name__, *words])


def told_event(event: e.Event) -> str:
    hidden = ("clauses", "money", "step", *event.SEALED)
    given = [(f.name, getattr(event, f.name)) for f in fields(event) if f.name not in hidden]
    words = [f"{name}={short(name, value)}" for name, value in given if value not in (None, "", (), False)]
    words += [f"| {transfer.source}>{transfer.target} {cents(transfer.amount)}" for transfer in event.money]
    words += [f"[{' '.join(event.clauses)}]"]
    words += [f"at step {event.step}"] if event.step is not None else []
    return " ".join(["  " + type(event).__name__, *words])


def short(name: str, value: Any) -> str:
    """A value in a few signs: seals cut, whole decks counted, cards by their places."""
    if name in ("salt", "commitment", "digest"):
        return str(value)[:_FEW]
    if name == "options" or (name == "undealt" and isinstance(value, tuple)):
        return f"({len(value)})"
    if name == "deals":
        return " ".join(f"{position}:{short('', cards)}" for position, cards in value)
    if isinstance(value, str) and len(value.split()) == len(DECK):
        return "(52)"
    if isinstance(value, Mapping):
        items = ((key, item) for key, item in value.items() if item not in (None, "", [], {}, False, 0))
        return " ".join(key if item is True else f"{key}={short(key, item)}" for key, item in items)
    if name in ("results", "rack"):
        rows = (item.values() if isinstance(item, Mapping) else item for item in value)
        return ", ".join(" ".join(map(str, row)) for row in rows)
    if isinstance(value, tuple | list):
        return "(52)" if len(value) == len(DECK) else ",".join(short("", item) for item in value)
    return str(value)


def flat(view: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """A view as lines: one for each value, hand and deck; what is empty is left out."""
    for key, value in view.items():
        if key in ("round", "hands", "decks", "bets") and value:
            yield from flat(value, f"{key} " if key != "round" else "")
        elif value not in (None, "", [], {}, False):
            yield f"{path}{key}", short(str(key), value)
