"""Golden rounds: whole rounds as text, one line for each event, stored under golden/ and read in diffs.

    python tests/table/golden.py --write

writes them all anew. A round shows at every step what is due and, where that changed, what may be done (and what people
and the floor may do beside the game); then the command, its events with their money and clauses, and at the end what
each may see and how the books stand.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tables import (
    DEALER,
    DEVICE,
    FLOOR,
    METHODS,
    NAMES,
    Rigged,
    arranged,
    player,
)
from telling import Told

from pitboss.cards import DECK
from pitboss.games import find
from pitboss.games.irregularities import Irregularity
from pitboss.games.possible_irregularities import described
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command
from pitboss.table.legal import due
from pitboss.table.table import practice_submission

FOLDER = Path(__file__).parent / "golden"
GAMES = ("uth", "hi-lo", "top-five", "pik-it")
WAGERS: dict[str, dict[str, int]] = {
    "uth": {"ante": 10, "blind": 10, "trips": 5},
    "hi-lo": {"ante": 10, "tie": 5, "poker_bonus": 5},
    "top-five": {"ante": 10, "top_five_bonus": 5, "poker_bonus": 5},
    "pik-it": {"ante": 10, "five_card_bonus": 10, "three_card_bonus": 5},
}
HANDS: dict[str, tuple[tuple[str, str, str], str, str]] = {
    "uth": (("Ts Jd", "Ac Ad", "3h 8c"), "Kc Qd", "9s 8d 7c Kh 2d"),
    "hi-lo": (("As Kd 9c 5h 2d", "8s 8d 8c 6h 4d", "Ks Jd Tc 6d 3s"), "Qs Jc 9d 4h 2c", ""),
    "top-five": (
        ("As Ks Qd Jc 7h 4d 2c", "Kc Kd Th 9d 6c 5h 3s", "9s 8s 7d 6h 4c 3d 2h"),
        "Qc Jd Td 8d 5c 4s 2d",
        "",
    ),
    "pik-it": (("As Ad Ac 7h 2c", "Ks Qd Jc Th 3c", "9h 8s 6d 4c 2h"), "Qs Qc 9c 7c 5d", ""),
}
"""Three players' cards, the dealer's, and the board."""
FIRST = {"uth": "play", "hi-lo": "play", "top-five": "play", "pik-it": "play_5"}
LAST = {"uth": "play", "hi-lo": "play", "top-five": "play", "pik-it": "play_3"}


# --- rounds ----------------------------------------------------------------------------------------------------------


def told(game: str, positions: tuple[int, ...], cards: str, by_hand: tuple[type[Command], ...], **options: Any) -> Told:
    """An open table with bets down, the deck still to come."""
    table = Told(practice_submission(game, options), seed=1)
    table.dealer = Rigged(cards, by_hand)
    table.asks(c.OpenTable, FLOOR, floor=(FLOOR.name,))
    offered = {wager.name for wager in table.rules.opening_wagers}
    wagers = WAGERS[game] | {name: amount for name, amount in (("cover_all", 5), ("progressive", 5)) if name in offered}
    for name, position in zip(NAMES, positions, strict=False):
        table.sit(name, 1_000_00, position)
        table.bet(name, position, **{wager: dollars * 100 for wager, dollars in wagers.items()})
    return table


def answer(table: Told, *wanted: str) -> None:
    """Whoever is asked takes the first of these actions that is open, picks or sets."""
    move = due(table.rules, table.state)
    assert move is not None
    place: dict[str, Any] = {"position": move.given["position"]}
    by = player(move.player)
    if move.command is c.Act:
        open_ = [m.given for m in table.legal(move.player) if m.command is c.Act]
        ways = [given for action in wanted for given in open_ if given["action"] == action] or open_
        table.asks(c.Act, by, **ways[0])
    elif move.command is c.SetHand:
        table.asks(c.SetHand, by, low=(4, 5), **place)
    else:
        table.asks(c.Pick, by, places=(1, 3, 5), **place)


def play_out(table: Told, game: str) -> None:
    """Ann plays at once, Bob as late as he may, Cid folds; all else goes by itself."""
    ways = {"Ann": (FIRST[game],), "Bob": ("check", LAST[game]), "Cid": ("check", "fold")}
    while table.state.playing or not table.state.rounds:
        if not table.step():
            answer(table, *ways.get(table.turn, ()))


def ordinary(game: str, method: str) -> str:
    """Three players with all wagers, from the deck's arrival on."""
    hands, dealer, board = HANDS[game]
    deck = arranged(dict(enumerate(hands, 1)), dealer, board, stacks=method == "automated-shoe")
    options: dict[str, Any] = dict(METHODS[method])
    if game == "uth" and method == "automated-shoe":
        awards = {"straight_flush": "100%", "full_house": "10%", "straight": 5000}
        options |= {"cover_all": True, "cover_all_mode": True}
        options |= {"progressive": {"seed": 1_000_000, "contribution": 20, "rows": awards}}
    if game == "pik-it" and method != "manual-shoe":
        options |= {"settlement_order": "by-player", "dealer_must_qualify": True}
    table = told(game, (1, 2, 3), deck, (), **options)
    table.told = []
    play_out(table, game)
    return table.to_text(f"{find(game).title}, {method}: a round with three players and all wagers")


# --- irregularities --------------------------------------------------------------------------------------------------

Course = Callable[[Told], None]
COURSES: dict[Irregularity, Course] = {}
"""How each irregularity comes about, from the call on (or from the shuffle), with the deal taken by hand."""
SHUFFLING = (Irregularity.SHUFFLER_FAULT, Irregularity.SHUFFLER_COUNT)


def course(kind: Irregularity) -> Callable[[Course], Course]:
    def keep(told: Course) -> Course:
        COURSES[kind] = told
        return told

    return keep


def deal_one(table: Told) -> None:
    table.until(c.Deal)
    table.asks(c.Deal, DEALER, count=1)


def deal_all(table: Told) -> None:
    table.until(c.Deal)
    table.dealer.by_hand = frozenset()
    table.step()


def until_asked(table: Told) -> None:
    table.dealer.by_hand = frozenset()
    table.run()


class Fact(NamedTuple):
    """What is reported, by the dealer if nobody else is named."""

    kind: type[Command]
    said: dict[str, Any]
    by: Actor = DEALER

    def reported_at(self, table: Told) -> None:
        """It happens now."""
        table.asks(self.kind, self.by, **self.said)


def fact(kind: type[Command], by: Actor = DEALER, **said: Any) -> Fact:
    return Fact(kind, said, by)


def in_the_deal(*facts: Fact) -> Course:
    def run(table: Told) -> None:
        for one in facts:
            deal_one(table)
            one.reported_at(table)

    return run


def after(moment: Course, told: Callable[[Told], Fact]) -> Course:
    def run(table: Told) -> None:
        moment(table)
        told(table).reported_at(table)

    return run


def until_bets(table: Told) -> None:
    """The deck is ready, and the call to come."""


def _proof(table: Told) -> int | None:
    """The undealt cards that prove the dealer one card short, where the rules want them counted."""
    repair = table.rules.game.procedure.repair
    return len(table.round.undealt) + 1 if repair and repair.counted else None


_FACE_UP = fact(c.FaceUpCard)
COURSES |= {
    Irregularity.FACE_UP_CARD: in_the_deal(_FACE_UP),
    Irregularity.SECOND_FACE_UP_IN_DEAL: in_the_deal(_FACE_UP, _FACE_UP),
    Irregularity.DRAWN_UNSEEN: in_the_deal(fact(c.CardDrawn, seen=False)),
    Irregularity.DRAWN_SEEN: in_the_deal(fact(c.CardDrawn, seen=True)),
    Irregularity.DEAD_CARDS: in_the_deal(fact(c.DeadCards, position=2)),
    Irregularity.SHOE_FAULT: in_the_deal(fact(c.ShoeFault, DEVICE)),
    Irregularity.PLAYER_COUNT: after(deal_all, lambda t: fact(c.HandCount, position=1, cards=t.rules.each - 1)),
    Irregularity.PASSED_OVER: after(deal_all, lambda t: fact(c.HandCount, position=1, cards=0)),
    Irregularity.DEALER_COUNT: after(deal_all, lambda t: fact(c.HandCount, position=0, cards=t.rules.each + 1)),
    Irregularity.DEALER_SHORT: after(
        deal_all,
        lambda t: fact(c.HandCount, position=0, cards=t.rules.each - 1, undealt=_proof(t)),
    ),
    Irregularity.DEALER_EXPOSED: after(until_asked, lambda t: fact(c.CardExposed, where="dealer")),
    Irregularity.PLAYER_EXPOSED: after(until_asked, lambda t: fact(c.CardExposed, where="player", position=1)),
    Irregularity.EARLY_COMMUNITY: after(until_asked, lambda t: fact(c.CardExposed, where="community")),
    Irregularity.FOREIGN_CARD: after(until_asked, lambda t: fact(c.ForeignCard)),
    Irregularity.BAD_DECK: after(until_bets, lambda t: fact(c.CountDeck, deck="red", cards=51)),
    Irregularity.SEEN_EARLY: after(until_bets, lambda t: _FACE_UP),
}


@course(Irregularity.DEALER_EXPOSED_BY_PLAYER)
def _(table: Told) -> None:
    until_asked(table)
    table.asks(c.CardExposed, DEALER, where="dealer", position=3, by_player=True)
    table.asks(c.Forfeit, FLOOR, player="Bob", why="breach", reason="turned the dealer's card over")


@course(Irregularity.WRONG_SETTING)
def _(table: Told) -> None:
    to_the_reveal(table)
    table.asks(c.Reveal, DEALER)
    table.asks(c.SettingFound, DEALER, position=1, low=(1, 2, 3))


@course(Irregularity.DEALER_WRONG_SETTING)
def _(table: Told) -> None:
    to_the_reveal(table)
    table.asks(c.Reveal, DEALER)
    table.asks(c.SettingFound, DEALER, position=0, low=(1,))


@course(Irregularity.SECOND_FACE_UP_LATER)
def _(table: Told) -> None:
    in_the_deal(_FACE_UP)(table)
    table.dealer.by_hand = frozenset((c.Burn,))
    while table.step() or table.turn:
        if table.turn:
            answer(table, "check")
    _FACE_UP.reported_at(table)


def to_the_reveal(table: Told) -> None:
    """Everyone has decided."""
    table.dealer.by_hand = frozenset((c.Reveal,))
    while (move := due(table.rules, table.state)) is None or move.command is not c.Reveal:
        if not table.step():
            answer(table)


@course(Irregularity.FACE_UP_IN_STUB)
def _(table: Told) -> None:
    to_the_reveal(table)
    _FACE_UP.reported_at(table)


@course(Irregularity.DEALER_EXPOSED_LATE)
def _(table: Told) -> None:
    to_the_reveal(table)
    table.asks(c.CardExposed, DEALER, where="dealer")


def count_stub(table: Told, moved: int) -> None:
    table.dealer.by_hand = frozenset((c.RackStub, c.CountStub))
    while table.step() or table.turn:
        if table.turn:
            answer(table)
    counts = {position: len(table.round.hands[position].cards) for position in (0, *table.round.positions)}
    counts[1] += moved
    table.asks(c.CountStub, DEALER, cards=len(table.round.undealt) - 1)
    table.asks(c.CountHands, DEALER, counts=tuple(counts.items()))


@course(Irregularity.STUB_MISDEAL)
def _(table: Told) -> None:
    count_stub(table, 1)


@course(Irregularity.STUB_DECK)
def _(table: Told) -> None:
    count_stub(table, 0)


@course(Irregularity.SHUFFLER_FAULT)
def _(table: Told) -> None:
    table.asks(c.ShufflerFault, DEVICE)


@course(Irregularity.SHUFFLER_COUNT)
def _(table: Told) -> None:
    table.asks(c.Shuffle, DEVICE, deck="red", count=len(DECK) - 1, **table.dealer.shuffle())


def irregular(game: str, kind: Irregularity) -> str:
    """Two players, at positions 1 and 3; something goes wrong, and the round (or the shuffle) comes to its end."""
    method = {Irregularity.SHOE_FAULT: "automated-shoe"}.get(kind, "hand" if kind in SHUFFLING else "manual-shoe")
    options = dict(METHODS[method]) | ({"shuffler_counts": True} if kind is Irregularity.SHUFFLER_COUNT else {})
    hands, dealer, board = HANDS[game]
    deck = arranged({1: hands[0], 3: hands[1]}, dealer, board, stacks=method == "automated-shoe")
    table = told(game, (1, 3), deck, (c.Deal, c.Shuffle), **options)
    if kind in SHUFFLING:
        table.until(c.Shuffle)
    else:
        table.dealer.by_hand = frozenset((c.Deal,))
        table.until(c.NoMoreBets)
    table.told = []
    COURSES[kind](table)
    table.dealer.by_hand = frozenset()
    if kind in SHUFFLING:
        table.until(c.NoMoreBets)
    else:
        play_out(table, game)
    return table.to_text(f"{find(game).title}: {described(kind, find(game))}")


# --- the files -------------------------------------------------------------------------------------------------------


def rounds() -> Iterator[tuple[str, Callable[[], str]]]:
    """Every golden round by the name of its file."""
    for game in GAMES:
        for method in METHODS:
            yield f"{game}-{method}", lambda game=game, method=method: ordinary(game, method)  # type: ignore[misc]
        for kind in find(game).irregularities:
            name = f"{game}-{kind.name.lower().replace('_', '-')}"
            if kind is not Irregularity.DEALER_SHORT or find(game).procedure.repair:
                yield name, lambda game=game, kind=kind: irregular(game, kind)  # type: ignore[misc]


def write() -> None:
    """Write every round anew; files of rounds that are no more go away."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, text in rounds():
        (FOLDER / f"{name}.txt").write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/table/golden.py --write")
    write()
