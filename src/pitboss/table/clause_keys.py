"""The keys under which a register's section `conduct` lists the clauses behind each step of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pitboss.games import steps as s
from pitboss.games.common import CARDS, STAKES
from pitboss.games.game import Game, OnFold
from pitboss.games.handling import Handling
from pitboss.games.irregularities import Irregularity

EVERY = frozenset(
    (
        # the deck
        "deck", "backs", "each-deck", "cover-card", "other-deck", "alternate", "one-deck-in-rack", "remove-deck",
        "count", "gather",
        # opening
        "display", "open", "close", "receive", "route", "inspect", "verify", "spread", "offer", "look", "turn-down",
        "wash", "stack", "each-opened",
        # shuffle and cut
        "into-shuffler", "shuffle", "reshuffle", "one-stack", "no-cut", "must-cut", "cut", "load", "load-cut",
        "recut", "order-shuffle", "device-away",
        # without play
        "idle", "idle-spread", "turn-up", "idle-again",
        # people
        "seated", "stay", "departed", "stand-in", "tips", "own-hand", "see", "breach-noted", "exclude", "adjust",
        # wagers
        "chips", "no-cash", "bets-closed", "no-raise", "no-withdrawal", "play-only", "positions", "limits",
        "complete", "nothing-bet",
        # the deal
        "no-more-bets", "round", "deal", "face-down", "stacks", "complete-hands", "stub", "stub-count", "stub-right",
        "stub-wrong", "stub-number",
        # decisions
        "final", "chips-short", "fold-collect", "fold-rack",
        # settlement
        "reveal", "settle", "one-by-one", "show", "rack-hand", "dealer-last", "clear", "too-late",
        # facts
        "reports", "withdraw", "count-again", "two-faults", "bad-deck", "seen-early", "out-of-play", "device-state",
        "returned", "called",
    )
)  # fmt: skip
"""What every register answers for."""


def _has(*kinds: type[s.Step]) -> Callable[[Game], bool]:
    return lambda game: any(isinstance(step, kinds) for step in game.script)


def _handles(step: Handling) -> Callable[[Game], bool]:
    return lambda game: step in game.procedure.cut_steps


def _covers(game: Game) -> bool:
    return any(isinstance(step, s.Deal) and (step.covered or step.stack_covered) for step in game.script)


def _settles_first(game: Game) -> bool:
    return any(isinstance(step, s.Decide) and step.settles_first for step in game.script)


WITH: Mapping[str, Callable[[Game], bool]] = {
    "burn": _has(s.Burn),
    "community": _has(s.Community),
    "counting-device": lambda game: any(wager.keeps_hand for wager in game.wagers),
    "cover-away": _handles(Handling.COVER_AWAY),
    "cover-dealer": _covers,
    "deck-hours": lambda game: game.procedure.deck_hours_by_shoe is not None,
    "deck-hours-by-hand": lambda game: game.procedure.deck_hours_by_hand is not None,
    "deliver": _has(s.Deliver),
    "device-count": _has(s.CloseDeal),
    "fold-keep": lambda game: any(wager.on_fold is OnFold.KEEPS_CARDS for wager in game.wagers),
    "house-way": _has(s.SetHand),
    "keep-hand": lambda game: any(wager.keeps_hand for wager in game.wagers),
    "lay-cover": _handles(Handling.LAY_COVER),
    "lift-cover": _covers,
    "meter": lambda game: any(wager.seed for wager in game.wagers),
    "real-cards": lambda game: CARDS in game.option,
    "set": _has(s.SetHand),
    "set-final": _has(s.SetHand),
    "set-for": _has(s.SetHand),
    "settle-before-choice": _settles_first,
    "stakes": lambda game: STAKES in game.option,
    "pick-places": _has(s.Pick),
    "settle-pick": _has(s.Pick),
    "show-before-choice": _settles_first,
    "wrong-device-count": lambda game: Irregularity.SHUFFLER_COUNT in game.irregularities,
}
"""What a register answers for if its game has such a step, wager or fault."""

OWN = frozenset(
    (
        "abandoned", "adjacent", "adjust-late", "attest", "blind-hands", "breach", "by-step", "cards-stay",
        "dealer-face-down", "equal-antes", "first-hand", "hand-answered", "idle-gather", "idle-look", "idle-off",
        "in-sequence", "no-talk", "own-seat", "pay-by-step", "rack-by-step", "recut-in-time", "seen-card", "seen-pick",
        "settle-by-player", "shoe-between-rounds", "show-by-step", "take-by-step", "taken", "top-card", "wager-order",
    )
)  # fmt: skip
"""Rules that not every house has: one is kept at a table if its register has the key."""


def known(game: Game) -> Iterator[str]:
    """Every key that a register of this game may have."""
    yield from (*EVERY, *WITH, *OWN)
    yield from (f"{of}-{wager}" for wager in game.wager for of in ("order", "limits"))
    yield from (f"settle-{payout}" for payout in (*game.wager, *(bonus.name for bonus in game.bonuses)))


def needed(game: Game) -> Iterator[str]:
    """Every key that a register of this game must have."""
    yield from EVERY
    yield from (key for key, applies in WITH.items() if applies(game))
