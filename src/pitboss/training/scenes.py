"""What the dealer sees at the table, put together from the dealer's own view: cards that are up, chips, the deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pitboss.games.settlement import Outcome
from pitboss.table import events as e
from pitboss.table.autodealer import STAFF
from pitboss.table.commands import Role
from pitboss.table.rules import Rules
from pitboss.table.state import DEALER, State
from pitboss.table.views import view
from pitboss.table.words import told
from pitboss.training.shift_step import Step

LATELY = 4
"""How much of what happened is still told."""
UNTOLD = (
    e.SubmissionPosted, e.TableOpened, e.PlayerSeated, e.ChipsBought, e.WagerPlaced, e.DeckOpened, e.MeterReset,
)  # fmt: skip
"""What the dealer does not have to be told: it lies on the table, or is none of the dealer's business."""
_PLACES = {
    "table": "on the table",
    "shuffler": "in the shuffler",
    "loaded": "ready to be dealt",
    "play": "in play",
    "rack": "in the discard rack",
}


class Stake(NamedTuple):
    """A wager at a seat; `outcome` once it is settled."""

    wager: str
    amount: int
    outcome: str = ""
    paid: int = 0


class Seat(NamedTuple):
    """A position with its cards and wagers, as they lie there."""

    position: int
    player: str
    cards: str
    """In notation, ?? face down; empty if there are none."""
    stakes: tuple[Stake, ...]
    status: str = ""
    """Folded, void or in the rack."""
    low: tuple[int, ...] = ()
    """The places of the cards that are set low."""
    picked: tuple[int, ...] = ()


class Scene(NamedTuple):
    """The table from the dealer's side."""

    round: int
    seats: tuple[Seat, ...]
    dealer: str
    board: str
    decks: tuple[str, ...]
    rack: str
    uncounted: int
    """Rounds since the stub, or the deck, was last counted."""
    lately: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        seats = [{**seat._asdict(), "stakes": [stake._asdict() for stake in seat.stakes]} for seat in self.seats]
        return {**self._asdict(), "seats": seats}


def scene_of(rules: Rules, state: State, before: Iterable[Step]) -> Scene:
    """The table as it stands, and the last that was done before."""
    seen = view(rules, state, STAFF[Role.DEALER])
    round_ = seen["round"]
    playing = round_ if round_ and not round_["over"] else None
    label = {wager.name: wager.label for wager in rules.game.wagers}
    label |= {bonus.name: bonus.name.replace("_", " ") for bonus in rules.game.bonuses}
    hands = playing["hands"] if playing else {}
    seats = [
        _seat(place, name, hands.get(place), seen["bets"].get(place), label) for place, name in seen["seats"].items()
    ]
    return Scene(
        round=playing["number"] if playing else seen["rounds"] + 1,
        seats=tuple(seats),
        dealer="" if not playing or hands[DEALER]["racked"] else hands[DEALER]["cards"],
        board=playing["board"] if playing else "",
        decks=tuple(f"{name} deck {_PLACES[deck['where']]}" for name, deck in seen["decks"].items()),
        rack=_rack(playing),
        uncounted=seen["uncounted"],
        lately=_lately(before),
    )


def _seat(
    position: int, player: str, hand: Mapping[str, Any] | None, bets: Mapping[str, Any] | None, label: Mapping[str, str]
) -> Seat:
    if hand is None:
        placed = bets["wagers"] if bets else {}
        return Seat(position, player, "", tuple(Stake(label[name], amount) for name, amount in placed.items()))
    settled = {line["wager"]: line for line in hand["results"]}
    stakes = [Stake(label[name], amount, *_result(settled.get(name))) for name, amount in hand["wagers"].items()]
    stakes += [
        Stake(label.get(name, name.replace("_", " ")), line["stake"], *_result(line))
        for name, line in settled.items()
        if name not in hand["wagers"]
    ]
    status = "void" if hand["void"] else "folded" if hand["folded"] else "racked" if hand["racked"] else ""
    cards = "" if hand["racked"] else hand["cards"]
    return Seat(position, player, cards, tuple(stakes), status, tuple(hand["low"]), tuple(hand["picked"]))


def _result(line: Mapping[str, Any] | None) -> tuple[str, int]:
    return (line["outcome"], line["paid"]) if line else ("", 0)


def _rack(playing: Mapping[str, Any] | None) -> str:
    """What lies in the discard rack, without the cards that are counted there."""
    groups = [name for name, _, _ in playing["rack"]] if playing else []
    burned = f"{playing['burned']} burned" if playing and playing["burned"] else ""
    hands = groups.count("hand")
    parts = [burned, f"{hands} hand{'s' if hands > 1 else ''}" if hands else ""]
    parts += [name for name in ("stub", "board", "set aside") if name in groups]
    return ", ".join(part for part in parts if part)


def _lately(before: Iterable[Step]) -> tuple[str, ...]:
    events = [event for step in before for event in step.events if not (isinstance(event, UNTOLD) or _is_void(event))]
    lines = dict.fromkeys(_line(event) for event in events[-2 * LATELY :])
    return tuple(lines)[-LATELY:]


def _is_void(event: e.Event) -> bool:
    """A wager that went back with its hand: that is told of the hand."""
    return isinstance(event, e.WagerSettled) and event.outcome == Outcome.VOID


def _line(event: e.Event) -> str:
    title, detail = told(event)
    if isinstance(event, e.DeckHandled):
        return f"{event.handling.words[:1].upper()}{event.handling.words[1:]}"
    return title if isinstance(event, e.DeckShuffled) or not detail else f"{title}: {detail}"
