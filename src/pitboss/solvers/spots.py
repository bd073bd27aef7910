"""A point of a round at which a player decides, and the line of text that names it.

>>> spot = parse_spot("uth flop AsKd 7h8h9c")
>>> spot.game.short, spot.stage, str(spot)
('uth', 'flop', 'uth flop As Kd 7h 8h 9c')
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.cards import DECK, UNKNOWN, notation, parse
from pitboss.errors import CardError, HandError
from pitboss.games import find
from pitboss.games.game import Game

SEEN = "seen"
_OF_CARDS = frozenset("tjqkacdhs")
"""The letters that cards are written with."""


class Stage(NamedTuple):
    """A point of a round at which the player decides."""

    name: str
    own: int
    """The player's own cards."""
    board: int = 0
    """Community cards on the table."""


class Spot(NamedTuple):
    """What a player knows when asked to decide."""

    game: Game
    stage: str
    cards: tuple[int, ...]
    board: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()
    """Other players' cards that lie open."""

    def __str__(self) -> str:
        seen = f" {SEEN} {notation(self.seen)}" if self.seen else ""
        return f"{self.game.short} {self.stage} {notation(self.cards + self.board)}{seen}"


def parse_spot(text: str) -> Spot:
    """Read `GAME [STAGE] CARDS [seen CARDS]`; the number of cards tells the stage where it is not named."""
    from pitboss.solvers.solver import solver_of

    name, *words = text.split() or [""]
    game = find(name)
    stages = solver_of(game).stages
    names = [stage.name for stage in stages]
    named = words.pop(0).lower() if words and words[0].lower() in names else None
    if words and words[0].isalpha() and words[0] != SEEN and not _OF_CARDS.issuperset(words[0].lower()):
        message = f"{words[0]!r} is no decision of {game.title}; it has {', '.join(names)}"
        raise HandError("spot", message, game.cites.decide)
    before, said, after = " ".join(words).partition(SEEN)
    cards, seen = parse(before), parse(after)
    if said and not seen:
        raise HandError("spot", f"no cards are given after {SEEN!r}", game.cites.deck)
    fits = [stage for stage in stages if stage.own + stage.board == len(cards) and named in (None, stage.name)]
    if not fits:
        asked = [stage for stage in stages if named in (None, stage.name)]
        given = "1 card is" if len(cards) == 1 else f"{len(cards)} cards are"
        raise HandError("spot", f"{given} given; {game.title} asks {_in_words(asked)}", game.cites.deck)
    if UNKNOWN in cards + seen:
        raise CardError("unknown-card", "a spot is made of known cards", game.cites.deck)
    if twice := set(cards) & set(seen):
        raise CardError("duplicate-card", f"{notation(sorted(twice))} is there twice", game.cites.deck)
    (stage,) = fits
    return Spot(game, stage.name, cards[: stage.own], cards[stage.own :], seen)


def check_cards_left(spot: Spot, to_come: int, whose: str = "the dealer") -> None:
    """Refuse a spot with so many open cards that the rest cannot be dealt."""
    if len(DECK) - len(spot.cards + spot.board + spot.seen) < to_come:
        message = f"{len(spot.seen)} open cards leave fewer than {to_come} for {whose}"
        raise HandError("spot", message, spot.game.cites.deck)


def _in_words(stages: list[Stage]) -> str:
    return ", or ".join(
        f"for {stage.own} own cards" + (f" and {stage.board} of the board" if stage.board else "") + f" ({stage.name})"
        for stage in stages
    )
