"""What happened, in a few words for people: a title, and the detail behind it.

>>> from pitboss.table import events as e
>>> told(e.WagerSettled(position=2, wager="ante", outcome="win", stake=2500, paid=2500, returned=2500, odds="1 to 1"))
Told(title='Ante paid', detail='seat 2, $25 at 1 to 1')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

from pitboss.cards import UNKNOWN, is_unseen, parse, symbols
from pitboss.games.irregularities import Irregularity
from pitboss.money import short_dollars as money
from pitboss.table import events as e
from pitboss.table.rules import device_words
from pitboss.table.state import DEALER


class Told(NamedTuple):
    """An event as a person would say it."""

    title: str
    detail: str = ""


def told(event: e.Event) -> Told:
    """An event in words; nothing in them that the event itself does not show to everyone."""
    title, *detail = _WORDS[type(event)](event)
    return Told(title, ", ".join(part for part in detail if part))


def seat(position: int) -> str:
    """Whose hand it is."""
    return "dealer" if position == DEALER else f"seat {position}"


def _seats(positions: Iterable[int]) -> str:
    numbers = [str(position) for position in positions]
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}" if numbers else ""


def _label(wager: str) -> str:
    return wager.replace("_", " ")


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


class Outcome(Protocol):
    """A wager that has come out: a result, or a line of the round."""

    @property
    def wager(self) -> str: ...
    @property
    def outcome(self) -> str: ...
    @property
    def odds(self) -> object: ...


_STAYS = {"win": "wins", "push": "pushes", "void": "goes back"}
_OUTCOMES = {"win": "paid", "lose": "lost", "push": "returned", "void": "void, returned", "forfeit": "forfeited"}


def _and(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def outcome_words(lines: Iterable[Outcome]) -> str:
    """How wagers come out, without amounts: "ante wins 1 to 1, blind pushes; collect trips"."""
    lines = list(lines)
    taken = [_label(line.wager) for line in lines if line.outcome in ("lose", "forfeit")]
    stay = [
        f"{_label(line.wager)} wins {line.odds}" if line.odds else f"{_label(line.wager)} {_STAYS[line.outcome]}"
        for line in lines
        if line.outcome not in ("lose", "forfeit")
    ]
    return "; ".join(part for part in (", ".join(stay), f"collect {_and(taken)}" if taken else "") if part)


def _settled(event: e.WagerSettled) -> tuple[str, ...]:
    title = f"{_label(event.wager).capitalize()} {_OUTCOMES[event.outcome]}"
    if not (event.stake or event.paid or event.returned):  # no amounts are known
        return title, seat(event.position), f"at {event.odds}" if event.odds else ""
    odds = f" at {event.odds}" if event.odds and event.paid else ""
    return title, seat(event.position), money(event.stake) + odds


def _wager(event: e.WagerPlaced) -> tuple[str, ...]:
    if not event.amount:
        return f"{_label(event.wager).capitalize()} taken back", event.player, seat(event.position)
    return f"{_label(event.wager).capitalize()} placed", f"{event.player}, {seat(event.position)}", money(event.amount)


def _decided(event: e.Decided) -> tuple[str, ...]:
    amount = money(event.amount) if event.amount else ""
    return _label(event.action).capitalize(), seat(event.position), amount, event.reason


def _dealt(event: e.CardsDealt) -> tuple[str, ...]:
    total = sum(len(cards) for _, cards in event.deals)
    to = dict.fromkeys(position for position, _ in event.deals)
    hands = ", ".join(seat(position) for position in to) if len(to) < 3 else f"{len(to)} hands"
    return "Cards dealt", f"{_cards(total)} to {hands}"


def _again(again: bool) -> str:
    return "to be counted again" if again else ""


def phrase(name: str) -> str:
    """The name of a command as words: "CardExposed" is "card exposed"."""
    return _CAPITALS.sub(" ", name).lower()


def _reported(event: e.FactReported) -> tuple[str, ...]:
    what = event.said
    if event.fact == "DeviceStatus":
        return "Reported: device status", device_words(what["device"], what["status"])
    said = [f"{_label(name)} {_value(name, value)}" for name, value in what.items() if value not in _NOTHING]
    return f"Reported: {phrase(event.fact)}", *said


def _value(name: str, value: Any) -> Any:
    return symbols([value] if name == "face" else value) if name in ("face", "faces") else value


_NOTHING: tuple[object, ...] = ("", [], None, False)
_CAPITALS = re.compile(r"(?<!^)(?=[A-Z])")
_WORDS: dict[type[e.Event], Callable[[Any], tuple[str, ...]]] = {
    e.SubmissionPosted: lambda x: ("Submission posted", x.digest[:12]),
    e.TableOpened: lambda x: ("Table opened", f"floor: {', '.join(x.floor)}"),
    e.TableClosed: lambda x: ("Table closed",),
    e.DutiesAttested: lambda x: (
        f"Duties of the {x.moment} attested",
        x.name,
        *(d.replace("-", " ") for d in x.duties),
    ),
    e.TableIdled: lambda x: ("Table idle", "the cards are spread"),
    e.PlayerSeated: lambda x: ("Player seated", x.player, seat(x.position)),
    e.PlayerLeft: lambda x: ("Player left", x.player),
    e.ChipsBought: lambda x: ("Chips bought", x.player, money(x.amount)),
    e.ChipsBrought: lambda x: ("Chips brought", x.player, money(x.amount)),
    e.TipGiven: lambda x: ("Tip", x.player, money(x.amount)),
    e.DeckReceived: lambda x: ("Deck received", f"{x.deck} backs", "preshuffled" if x.preshuffled else ""),
    e.DeckRemoved: lambda x: ("Deck removed", f"{x.deck} backs", x.reason),
    e.DeckHandled: lambda x: ("Cards handled", x.handling.words, f"{x.deck} backs"),
    e.DeckShuffled: lambda x: (
        ("Deck shuffled", f"{x.deck} backs", "real cards")
        if UNKNOWN in x.order
        else ("Deck shuffled and sealed", f"{x.deck} backs", f"seal {x.commitment[:12]}")
    ),
    e.DeckCut: lambda x: ("Deck cut", "" if x.cards is None else f"{_cards(x.cards)} from the top"),
    e.DeckCounted: lambda x: ("Deck counted", _cards(x.cards), _again(x.again)),
    e.StepsOrdered: lambda x: ("Cards to be prepared", x.reason),
    e.WagerPlaced: _wager,
    e.WagersSeen: lambda x: ("Wagers seen", "; ".join(f"{seat(p)}: {_and(map(_label, w))}" for p, w in x.wagers)),
    e.CouponLaid: lambda x: ("Match play coupon" if x.face else "Coupon taken back", seat(x.position), money(x.face)),
    e.BetsClosed: lambda x: (
        "No more bets",
        f"round {x.number}",
        _seats(x.positions),
        f"wagers of {_seats(x.returned)} back" if x.returned else "",
    ),
    e.CardsDealt: _dealt,
    e.StackDelivered: lambda x: ("Dealer’s stack delivered",),
    e.CardsTakenOut: lambda x: ("Remaining cards taken out of the shoe", x.hand and f"{x.hand} hand"),
    e.DealClosed: lambda x: ("Deal closed", f"{x.hands} hands"),
    e.CardBurned: lambda x: ("One card burned, unseen",),
    e.CommunityDealt: lambda x: ("Community cards", x.faces),
    e.StubTaken: lambda x: ("Stub taken", f"from the {x.source}"),
    e.StubCounted: lambda x: (
        "Stub counted",
        _cards(x.cards),
        "" if x.right else f"{x.expected} expected",
        _again(x.again),
    ),
    e.HandsCounted: lambda x: ("Hands counted", ", ".join(f"{seat(p)} {n}" for p, n in x.counts), _again(x.again)),
    e.HandCounted: lambda x: (
        "Hand counted",
        f"{seat(x.position)}: {_cards(x.cards)}",
        "" if x.cards == x.expected else f"{x.expected} expected",
        "every hand is counted" if x.inquiry else _again(x.again),
    ),
    e.StubRacked: lambda x: ("Stub racked, unseen",),
    e.HandLaidDown: lambda x: ("Cards laid down", seat(x.position), x.reason),
    e.CardsPicked: lambda x: (
        "Three cards drawn" if x.drawn else "Three cards picked",
        seat(x.position),
        x.faces,
        x.reason,
    ),
    e.Decided: _decided,
    e.HandSet: lambda x: ("Hand set", seat(x.position), x.reason),
    e.CardsTurnedUp: lambda x: ("Cards turned up", seat(x.position), x.faces, "before their time" if x.early else ""),
    e.FacesSeen: lambda x: ("Cards read", symbols(parse(x.faces))),
    e.FacesCorrected: lambda x: (
        "Cards read again",
        f"{symbols(parse(x.faces))}, not {symbols(parse(x.was))}",
        x.reason,
    ),
    e.CoverLifted: lambda x: ("Cover card lifted", x.where),
    e.HandAnnounced: lambda x: ("Hand announced", f"{seat(x.position)}: {x.words}"),
    e.WagerSettled: _settled,
    e.CardsRacked: lambda x: ("Cards racked", seat(x.position) if x.group == "hand" else x.group),
    e.HandKept: lambda x: ("Best hand so far stays exposed", seat(x.position)),
    e.DeckOpened: lambda x: ("Seal opened", "seed published" if is_unseen(x.order) else "order and seed published"),
    e.RoundEnded: lambda x: ("Round over", f"round {x.number}", "void" if x.void else ""),
    e.IrregularityFound: lambda x: (
        Irregularity[x.kind].value.capitalize(),
        seat(x.position) if x.position is not None else "",
        x.order,
    ),
    e.CardSetAside: lambda x: ("Card set aside", x.face),
    e.CardsDead: lambda x: (
        "Dead cards racked",
        seat(x.position),
        "the stub is counted again" if x.recount else "",
    ),
    e.HandRecounted: lambda x: ("Hand recounted", seat(x.position), _cards(len(x.cards))),
    e.HandVoided: lambda x: ("Hand void, wagers back", seat(x.position)),
    e.RoundVoided: lambda x: (
        "All hands void, wagers back",
        f"still settled: {', '.join(map(_label, x.still_settled))}" if x.still_settled else "",
    ),
    e.RackCounted: lambda x: (
        x.what.capitalize() + (", counted again" if x.again else ""),
        money(x.total),
        f"signed by {_and(x.signed)}",
        x.reason,
    ),
    e.DeviceChanged: lambda x: ("Device", device_words(x.device, x.status)),
    e.PlayerDeparted: lambda x: ("Player walked away", x.player),
    e.PlayerReturned: lambda x: ("Player is back", x.player),
    e.PlayerCalled: lambda x: ("No answer", x.player, seat(x.position)),
    e.BreachReported: lambda x: ("Breach reported", x.player, x.what),
    e.WagersForfeited: lambda x: ("Wagers forfeited", x.player, x.reason),
    e.WagersStand: lambda x: ("Wagers stand", x.player, x.reason),
    e.PlayerExcluded: lambda x: ("Player excluded", x.player, x.reason),
    e.PlayerReadmitted: lambda x: ("Player let in again", x.player, x.reason),
    e.ErrorCorrected: lambda x: ("Error corrected", x.player, money(x.amount), x.reason, x.approval),
    e.MeterReset: lambda x: ("Progressive meter reset", money(x.meter)),
    e.FactReported: _reported,
    e.ReportWithdrawn: lambda x: ("Report withdrawn", phrase(x.fact), x.reason),
    e.Noted: lambda x: ("Noted", x.what),
}
