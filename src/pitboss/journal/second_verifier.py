"""A second reader of journals, which shares nothing with the table or the first one but the rule book.

Once a round's deck is opened, or real cards were read, it deals every hand again and has the rule book settle it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.cards import UNKNOWN, notation, parse
from pitboss.errors import PitbossError
from pitboss.games import find
from pitboss.games.common import ANNOUNCED, COUNTED, REAL
from pitboss.games.game import Game, OnFold
from pitboss.games.hand import FinishedHand
from pitboss.games.irregularities import Irregularity
from pitboss.games.settlement import Outcome, Result, settle_hand, void
from pitboss.games.terms import Terms
from pitboss.randomness import places_of

DEALER, METER, RACK = 0, "progressive", "rack"
Event = Mapping[str, Any]
Places = list[int]


class Checked(NamedTuple):
    """How much was checked, and the first thing that came out otherwise, with its line."""

    rounds: int
    hands: int
    wagers: int
    disagreement: str | None = None
    line: int | None = None


def second_opinion(source: str | Path | Iterable[str]) -> Checked:
    """Check every round that has ended, in a file or in lines of text."""
    reader = _Reader()
    try:
        with Path(source).open("rb") if isinstance(source, str | Path) else nullcontext(source) as lines:
            for text in lines:
                reader.read(json.loads(text))
        _must(reader.read_lines > 0, "the journal is empty: there is nothing in it to check")
    except PitbossError as error:
        return Checked(*reader.counts, error.message, reader.line or 1)
    except Exception as error:  # whatever records that cannot have been written run into
        return Checked(*reader.counts, f"the records cannot be followed here ({error!r:.80})", reader.line)
    return Checked(*reader.counts)


def _must(holds: bool, otherwise: str) -> None:
    if not holds:
        raise PitbossError("disagreement", otherwise)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass
class _Hand:
    """A position in a round, or the dealer."""

    player: str = ""
    wagers: dict[str, int] = field(default_factory=dict)
    coupon: int = 0
    cards: Places = field(default_factory=list)
    up: set[int] = field(default_factory=set)
    picked: Places = field(default_factory=list)
    low: Places = field(default_factory=list)
    folded: bool = False
    forfeited: bool = False
    waits: bool = False
    void: str = ""
    lines: dict[str, Event] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)  # in the meter when each wager was settled


class _Reader:
    """Reads records in their order; a round is kept until it ends, then gone through with its deck face up."""

    def __init__(self) -> None:
        self.counts = (0, 0, 0)
        self.line = self.read_lines = self.meter = self.at = 0
        self.rules: tuple[Game, Terms]
        self.accounts: dict[str, int] = {}
        self.commitments: dict[str, str] = {}
        self.piles: dict[str, Places] = {}
        self.bets: dict[int, _Hand] = {}
        self.begun: list[Event] = []
        self.rack: dict[str, int] = {}

    def read(self, record: Mapping[str, Any]) -> None:
        self.read_lines = self.line = self.read_lines + 1
        before, self.at = self.at, record["at"]
        _must(before <= self.at, f"the clock runs backwards here, from {before} to {self.at} (milliseconds since 1970)")
        event = {**record["data"], **{key: record[key] for key in ("event", "money", "clauses")}, "line": self.line}
        for source, target, cents in event["money"]:
            _must(type(cents) is int and cents > 0, f"{cents!r} cents cannot move")
            self.accounts[source] = self.accounts.get(source, 0) - cents
            self.accounts[target] = self.accounts.get(target, 0) + cents
            _must(self._stakes() != ANNOUNCED, "money moved at a table whose stakes are announced")
            if RACK in (source, target):
                self.rack.pop("closer", None)
        if self.begun:
            self.begun.append(event)
        match event["event"]:
            case "submission-posted":
                said = json.dumps({"game": event["game"], **event["options"]}, sort_keys=True)
                _must(_sha256(said) == event["digest"], "the submission is not the one of its digest")
                self.rules = (game := find(event["game"])), Terms.of_record(game, event["options"])
            case "deck-received" | "deck-shuffled":
                self.commitments[event["deck"]] = event["commitment"]
                self.piles[event["deck"]] = list(range(52))
            case "deck-cut":
                pile, cut = self.piles[event["deck"]], event["cards"] or 0
                self.piles[event["deck"]] = pile[cut:] + pile[:cut]
            case "wager-placed" | "coupon-laid":
                self._bet(event["position"], event)
            case "wagers-seen":
                _must(self._stakes() == ANNOUNCED, "wagers without amounts lie at a table that tracks amounts")
                lie = {position: dict.fromkeys(names, 0) for position, names in event["wagers"]}
                self.bets = {position: _Hand(f"Seat {position}", wagers) for position, wagers in lie.items()}
            case "rack-counted":
                self._counted(event)
            case "table-opened" | "table-closed":
                missing = {"table-opened": "opener", "table-closed": "closer"}[event["event"]]
                _must(self._stakes() != COUNTED or missing in self.rack, f"the {missing} was not counted")
                self.rack = {}
            case "bets-closed":
                self.rack.pop("closer", None)
                self.begun, self.meter = [event], self.accounts.get(METER, 0)
            case "round-ended":
                self._end()

    def _stakes(self) -> str:
        return str(self.rules[1].get("stakes"))

    def _counted(self, event: Event) -> None:
        """Two people sign, and pieces come to the total; what was counted holds until chips move again."""
        one, other = (name.strip().casefold() for name in event["signed"])
        _must(one != other, f"the {event['what']} was signed twice by the same person")
        together = sum(worth * number for worth, number in event["pieces"])
        _must(
            not event["pieces"] or together == event["total"], f"the pieces of the {event['what']} come to {together}"
        )
        if event["what"] in ("fill", "credit"):
            self.rack.pop("closer", None)
        self.rack[event["what"]] = event["total"]

    def _bet(self, position: int, event: Event) -> None:
        hand = self.bets.setdefault(position, _Hand(event["player"]))
        if event["event"] == "coupon-laid":
            hand.coupon = event["face"]
        else:
            name, amount = event["wager"], event["amount"]
            held = self.accounts.get(f"wager:{position}:{name}", 0)
            _must(held == amount, f"{held} cents lie on the {name} at position {position}, not {amount}")
            wagers = {**hand.wagers, name: amount}
            hand.wagers = {key: cents for key, cents in wagers.items() if cents or key != name}
        if not hand.wagers and not hand.coupon:
            del self.bets[position]

    def _end(self) -> None:
        closed, *events = self.begun
        opened, *again = (event for event in events if event["event"] == "deck-opened")
        alike = all((one["order"], one["salt"]) == (opened["order"], opened["salt"]) for one in again)
        _must(alike, "the deck was opened a second time, and otherwise")
        seal = _sha256(f"{opened['salt']}:{opened['order']}")
        _must(seal == self.commitments[closed["deck"]], "the deck opened is not the one committed to before the deal")
        order, kinds = list(parse(opened["order"])), {UNKNOWN} if self.rules[1].get("cards") == REAL else {*range(52)}
        _must(
            len(order) == 52 and {*order} == kinds, f"the deck opened is not 52 cards, {len(kinds)} of them different"
        )
        hands = {DEALER: _Hand(), **{position: self.bets[position] for position in closed["positions"]}}
        round_ = _Round(*self.rules, order, list(self.piles[closed["deck"]]), hands, self.meter, opened["salt"])
        try:
            round_.go_through(events)
        finally:
            self.line = round_.line
        left = ", ".join(name for name, cents in self.accounts.items() if cents and name.startswith("wager:"))
        _must(not left, f"after the round there are chips left on {left}")
        self.counts = self.counts[0] + 1, self.counts[1] + len(hands), self.counts[2] + round_.settlements
        self.bets, self.begun = {}, []


@dataclass
class _Round:
    """One round, event by event."""

    game: Game
    terms: Terms
    order: list[int]  # of real cards, as far as they were read
    pile: Places
    hands: dict[int, _Hand]
    meter: int
    salt: str
    board: Places = field(default_factory=list)
    dealt: int = 0
    settlements: int = 0
    line: int = 0
    before_report: tuple[list[int], Places, dict[int, _Hand], Places, int] = ([], [], {}, [], 0)

    def go_through(self, events: list[Event]) -> None:
        """Check every event; in the end every wager must have been settled, and every bonus that was won."""
        for position, run in groupby(events, lambda event: event["event"] == "wager-settled" and event["position"]):
            if position:
                self._settled(position, list(run))
            else:
                for event in run:
                    self._happened(event)
        for position, hand in self.hands.items():
            in_full = hand.wagers and not hand.void and not hand.forfeited
            due = self._results(self._finished(hand, set(hand.wagers))) if in_full else hand.wagers
            left = ", ".join(name for name in due if name not in hand.lines)
            _must(not left, f"position {position} was not settled: {left}")

    def _happened(self, event: Event) -> None:
        self.line = event["line"]
        hand = self.hands.get(event.get("position") or DEALER, _Hand())
        cards = event.get("cards", event.get("low", []))
        match event["event"]:
            case "cards-dealt":
                ring = [*sorted(self.hands)[1:], DEALER]
                for position, dealt in event["deals"]:
                    in_turn = event["completes"] or position == ring[self.dealt % len(ring)]
                    _must(in_turn, f"position {position} was dealt out of turn")
                    self.dealt += not event["completes"]
                    self._from_top(dealt)
                    self.hands[position].cards = self.hands[position].cards + dealt
            case "card-burned" | "cards-dead":
                self._from_top(cards or [event["card"]])
            case "community-dealt":
                self._from_top(cards)
                self._shows(cards, event["faces"])
                self.board = self.board + cards
            case "card-set-aside":
                self._shows([event["card"]], event["face"])
                place = self.pile if event["card"] in self.pile else self.hands[event["short"]].cards
                place.remove(event["card"])
            case "hand-recounted":
                same = sorted(hand.cards + self.pile) == sorted(cards + event["undealt"])
                _must(same, "a recount made cards appear or vanish")
                hand.cards, self.pile = list(cards), list(event["undealt"])
            case "cards-picked" | "cards-turned-up" | "hand-set":
                _must(set(cards) <= set(hand.cards), f"position {event['position']} does not hold cards {cards}")
                self._shows(cards, event.get("faces", notation(self._faces(cards))))
                hand.up |= set(cards) if "faces" in event else set()
                hand.picked = cards if event["event"] == "cards-picked" else hand.picked
                if event.get("drawn"):
                    self._is_drawn(event["position"], hand, cards)
                hand.low = cards if event["event"] == "hand-set" else hand.low
            case "decided":
                hand.folded = event["action"] == "fold"
                if event["wager"]:
                    hand.wagers[event["wager"]] = event["amount"]
            case "hand-voided" | "round-voided":
                alive = set(self.game.irregularities[Irregularity[event["kind"]]].still_settled)
                down = {name for each in self.hands.values() if not each.void for name in each.wagers}
                kept = set(event.get("still_settled", []))
                _must(alive & down <= kept <= alive, f"the rules keep {sorted(alive & down)} alive, and nothing else")
                for struck in [hand] if event["event"] == "hand-voided" else self.hands.values():
                    struck.void = event["kind"]
                for position in event.get("waits", []):
                    self.hands[position].waits = True
            case "wagers-forfeited":  # of a void hand only if its wagers did not go back: they waited for the ruling
                for hand in self.hands.values():
                    hand.forfeited |= hand.player == event["player"] and (hand.waits or not hand.void)
            case "fact-reported":
                self.before_report = deepcopy((self.order, self.pile, self.hands, self.board, self.dealt))
            case "report-withdrawn":
                self.order, self.pile, self.hands, self.board, self.dealt = self.before_report
            case "faces-seen" | "faces-corrected":
                self._read(cards, event.get("was", notation([UNKNOWN] * len(cards))), event["faces"])

    def _read(self, cards: Places, was: str, faces: str) -> None:
        _must(notation(self._faces(cards)) == was, f"cards {cards} were not {was} before they were read")
        read = dict(zip(cards, parse(faces), strict=True))
        self.order = [read.get(card, face) for card, face in enumerate(self.order)]
        _must(not any(face == UNKNOWN or self.order.count(face) > 1 for face in read.values()), f"{faces} cannot be")

    def _from_top(self, cards: Places) -> None:
        _must(self.pile[: len(cards)] == cards, f"cards {cards} did not lie on top of the deck")
        self.pile = self.pile[len(cards) :]

    def _is_drawn(self, position: int, hand: _Hand, cards: Places) -> None:
        places = places_of(self.salt, position, len(hand.cards))[: len(cards)]
        drawn = sorted(hand.cards[place - 1] for place in places)
        _must(sorted(cards) == drawn, f"cards {sorted(cards)} were picked; the seal of the deck draws {drawn}")

    def _shows(self, cards: Places, faces: str) -> None:
        _must((truly := notation(self._faces(cards))) == faces, f"the record shows {faces} where the deck has {truly}")

    def _faces(self, cards: Iterable[int]) -> tuple[int, ...]:
        return tuple(self.order[card] for card in cards)

    def _seen(self, hand: _Hand) -> tuple[int, ...]:
        kept = not hand.folded or any(self.game.wager[n].on_fold is OnFold.KEEPS_CARDS for n in hand.wagers)
        return self._faces(hand.cards) if kept and hand.up >= set(hand.cards) else (UNKNOWN,) * len(hand.cards)

    def _results(self, hand: FinishedHand) -> dict[str, Result]:
        if hand.irregularity and not self.game.irregularities[hand.irregularity].voids:
            # Only the deck leaves, but a round that was called on it and not dealt is void.
            return {name: void(name, cents, (), ()) for name, cents in hand.wagers.items()}
        return {result.wager: result for result in settle_hand(self.game, self.terms, hand).results}

    def _finished(self, hand: _Hand, names: set[str]) -> FinishedHand:
        """The hand as the rule book wants it, with these of its wagers."""
        kind = Irregularity[hand.void] if hand.void else None
        alive = self.game.irregularities[kind].still_settled if kind else names
        wagers = {name: cents for name, cents in hand.wagers.items() if name in names}
        cards = {"player": hand.cards, "dealer": self.hands[DEALER].cards, "community": self.board}
        cards |= {"picked": hand.picked} if hand.picked else {}
        cards |= {"low": hand.low, "high": [c for c in hand.cards if c not in hand.low]} if hand.low else {}
        rivals = [other for position, other in self.hands.items() if position and other is not hand]
        faces = {name: self._faces(places) for name, places in cards.items()}
        others = tuple(self._seen(other) for other in rivals if not other.void)
        plain = FinishedHand(faces, wagers, hand.folded, others, hand.coupon * ("ante" in names), irregularity=kind)
        for name in wagers:
            if (numbers := self.game.wager[name].numbers) and name in alive:
                sharing = [o for o in rivals if name in o.wagers and o.lines.get(name, {}).get("outcome") != "void"]
                read = [o for o in sharing if UNKNOWN not in self._faces(o.cards + self.board)]
                every = (plain, *(self._finished(other, set()) for other in read))
                awards = [o.lines[name]["money"] for o in (hand, *sharing) if name in o.lines]
                paid = sum(cents for moves in awards for source, _, cents in moves if source == METER)
                return plain._replace(numbers=numbers(self.terms, self.meter + paid, hand.left.get(name, 0), every))
        return plain

    def _settled(self, position: int, together: list[Event]) -> None:
        """Settle wagers of a position again, with those settled there before: limits are for all of them."""
        hand = self.hands[position]
        before, names = hand.lines, {event["wager"] for event in together}
        taken = {name: sum(n for source, _, n in line["money"] if source == METER) for name, line in before.items()}
        hand.left |= {name: self.meter + taken.get(name, 0) for name in names}
        for source, target, cents in [move for event in together for move in event["money"]]:
            self.meter += cents * ((target == METER) - (source == METER))
        self.settlements += len(together)
        hand.lines = {**before, **{event["wager"]: self._moved(event, before) for event in together}}
        given_up = {event["wager"] for event in together if hand.forfeited and event["outcome"] == "forfeit"}
        names |= {name for name, line in before.items() if line["outcome"] != "void"}
        known = UNKNOWN not in self._faces(hand.cards + self.hands[DEALER].cards)
        finished = self._finished(hand, names.union(self.game.plays if known else ()) - given_up)
        results = self._results(finished)
        results |= {name: Result(name, Outcome.FORFEIT, hand.wagers.get(name, 0), 0, 0, (), ()) for name in given_up}
        for event in together:
            self.line, name = event["line"], event["wager"]
            _must(name in results or hand.void != "", f"by the rule book no {name} is due at position {position}")
            nothing = Result(name, Outcome.VOID, 0, 0, 0, (), ())
            due = nothing if hand.void and name not in hand.wagers else results[name]
            said = {key: event[key] for key in ("outcome", "stake", "paid", "returned", "odds")}
            truly = {key: due.as_dict()[key] for key in said}
            _must(said == truly, f"the {name} at position {position} is {said}; the rule book says {truly}")
            _must(set(due.clauses) <= set(event["clauses"]), f"the {name} at position {position} cites other clauses")
            money = self._money(position, due, finished, before.get(name))
            _must(event["money"] == money, f"the {name} at position {position} moved {event['money']}, not {money}")

    def _moved(self, event: Event, before: Mapping[str, Event]) -> Event:
        """A settlement with the money it moved, without what it first undid of an earlier one of this wager."""
        undone = len(before[event["wager"]]["money"]) if event["wager"] in before else 0
        return {**event, "money": event["money"][undone:]}

    def _money(self, position: int, due: Result, finished: FinishedHand, before: Event | None) -> list[list[Any]]:
        chips, stake = f"player:{self.hands[position].player}", f"wager:{position}:{due.wager}"
        wager = self.game.wager.get(due.wager)
        undone = [[target, source, cents] for source, target, cents in before["money"]] if before else []
        fund = METER if due.paid and wager and wager.from_meter and wager.from_meter(self.terms, finished) else RACK
        added = due.outcome is Outcome.VOID and wager and wager.contribution and wager.contribution(self.terms)
        moves = (stake, chips, due.returned), (stake, RACK, due.stake - due.returned), (fund, chips, due.paid)
        return undone + [list(move) for move in (*moves, (METER, RACK, added)) if move[2]]
