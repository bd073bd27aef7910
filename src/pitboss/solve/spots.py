"""A point of a round at which a player decides, and the line of text that names it.

>>> spot = parse_spot("uth flop AsKd 7h8h9c")
>>> spot.game.short, spot.stage, str(spot)
('uth', 'flop', 'uth flop As Kd 7h 8h 9c')
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.cards import UNKNOWN, notation, parse
from pitboss.errors import CardError, HandError
from pitboss.games import find
from pitboss.games.game import Game

SEEN = "seen"


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
    from pitboss.solve.solver import solver_of

    name, *words = text.split() or [""]
    game = find(name)
    stages = solver_of(game).stages
    named = words.pop(0) if words and words[0] in {stage.name for stage in stages} else None
    before, _, after = " ".join(words).partition(SEEN)
    cards, seen = parse(before), parse(after)
    fits = [stage for stage in stages if stage.own + stage.board == len(cards) and named in (None, stage.name)]
    if not fits:
        asked = [stage for stage in stages if named in (None, stage.name)]
        raise HandError("spot", f"{len(cards)} cards are given; {game.title} asks {_in_words(asked)}", game.cites.deck)
    if UNKNOWN in cards + seen:
        raise CardError("unknown-card", "a spot is made of known cards", game.cites.deck)
    if twice := set(cards) & set(seen):
        raise CardError("duplicate-card", f"{notation(sorted(twice))} is there twice", game.cites.deck)
    (stage,) = fits
    return Spot(game, stage.name, cards[: stage.own], cards[stage.own :], seen)


def _in_words(stages: list[Stage]) -> str:
    return ", or ".join(
        f"for {stage.own} own cards" + (f" and {stage.board} of the board" if stage.board else "") + f" ({stage.name})"
        for stage in stages
    )
