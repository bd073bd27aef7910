"""Statistics in words."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.money import short_dollars as money
from pitboss.terminal.sentences import exactly, signed
from pitboss.training.mistakes import Log, Mistake
from pitboss.training.player_record import Played


def lines_of(played: Played) -> Iterator[tuple[str, str]]:
    """What is kept of one game: names and figures."""
    yield "Sessions", f"{played.sessions:,}"
    yield "Rounds", f"{played.rounds:,}"
    yield "Wagered", money(played.wagered)
    yield "Net", signed(played.net)
    yield "Decisions judged", f"{played.log.decisions:,}"
    yield "Mistakes", f"{played.log.mistakes:,}"
    yield "Expectation lost", f"{exactly(played.lost, plus=False)}, exactly {played.lost / 100} dollars"
    yield "Hands to practise", f"{len(played.missed):,}"
    yield "Drill answers", f"{played.drilled_right:,} of {played.drilled:,} right"
    yield "Best row", f"{played.drilled_row:,} right in a row"


def summed_up(log: Log) -> str:
    """The decisions of a session in a sentence.

    >>> summed_up(Log(decisions=3, mistakes=1, lost="250/3")), summed_up(Log(decisions=1))
    ('1 mistake in 3 decisions: $0.833 given away.', 'No mistake in 1 decision.')
    """
    if not log.decisions:
        return "No decision has been judged yet."
    decisions = "1 decision" if log.decisions == 1 else f"{log.decisions} decisions"
    if not log.mistakes:
        return f"No mistake in {decisions}."
    mistakes = "1 mistake" if log.mistakes == 1 else f"{log.mistakes} mistakes"
    return f"{mistakes} in {decisions}: {exactly(Fraction(log.lost), plus=False)} given away."


def worst(mistake: Mistake) -> str:
    """A mistake in a line."""
    board = f" with {mistake.board}" if mistake.board else ""
    return f"${mistake.lost / 100:,.3f}: {mistake.cards}{board}: {mistake.did}, best {mistake.best}"
