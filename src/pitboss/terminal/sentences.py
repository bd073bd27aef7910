"""What is said at the table, in sentences that the full screen and the line mode share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import notation, parse, symbols
from pitboss.games.game import Game
from pitboss.games.settlement import Outcome, Result
from pitboss.money import short_dollars as money
from pitboss.paper.felt_words import inscribed, sentence
from pitboss.solvers.solver import Choice
from pitboss.table import events as e
from pitboss.table.state import DEALER
from pitboss.terminal.seat import Seat, named
from pitboss.training.choice_values import Judged, Valued
from pitboss.training.drill import Exercise

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_MINUS = "\N{MINUS SIGN}"


def label(game: Game, wager: str) -> str:
    """A wager or bonus as the layout names it."""
    known = game.wager.get(wager)
    return sentence(inscribed(known) if known else wager.replace("_", " "))


def signed(cents: int) -> str:
    """A result.

    >>> signed(2500), signed(-750), signed(0)
    ('+$25', '\N{MINUS SIGN}$7.50', '$0')
    """
    return f"+{money(cents)}" if cents > 0 else money(cents)


def exactly(cents: Fraction, *, plus: bool = True) -> str:
    """An expectation in dollars, with three decimals.

    >>> exactly(Fraction(1000, 3)), exactly(Fraction(-5))
    ('+$3.333', '\N{MINUS SIGN}$0.050')
    """
    sign = _MINUS if cents < 0 else "+" if plus and cents else ""
    return f"{sign}${abs(float(cents)) / 100:,.3f}"


def listed(words: Iterable[str], last: str = "or") -> str:
    """Some things, one of which is wanted.

    >>> listed(["check", "play", "fold"])
    'check, play or fold'
    """
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def asking(seat: Seat) -> str:
    """The sentence that asks for a decision."""
    if places := seat.places:
        number, most = NUMBERS[places.number], NUMBERS[places.most]
        if seat.is_picking:
            return f"Pick {number} of your {most} cards, unseen."
        return f"Lay {number} cards low; the other {NUMBERS[places.most - places.number]} are your high hand."
    return sentence(listed(way.words[:1].lower() + way.words[1:] for way in seat.choices)) + "?"


def calls(seat: Seat) -> Iterator[str]:
    """What was called out since the last question."""
    for event in seat.news:
        match event:
            case e.BetsClosed():
                yield "“No more bets.”"
            case e.CommunityDealt(faces=faces):
                yield f"On the board: {symbols(parse(faces))}."
            case e.HandAnnounced(position=position, words=words):
                yield f"{_who(seat, position)}: {words}."
            case e.Decided(position=position) if position != seat.position:
                amount = f" {money(event.amount)}" if event.amount else ""
                yield f"Seat {position}: {event.action.replace('_', ' ')}{amount}."
            case e.CardsPicked(position=position, faces=faces) if position != seat.position:
                yield f"Seat {position} picks {symbols(parse(faces))}."
            case _:
                pass


def _who(seat: Seat, position: int) -> str:
    return "Dealer" if position == DEALER else "You" if position == seat.position else f"Seat {position}"


# --- results ---------------------------------------------------------------------------------------------------------


class Told(NamedTuple):
    """What became of a wager."""

    wager: str
    outcome: Outcome
    words: str
    """Such as "paid $10 at 1 to 1"."""
    facts: tuple[str, ...]
    """What is behind this wager and no other."""
    clauses: tuple[str, ...]


def results(seat: Seat) -> tuple[tuple[str, ...], tuple[Told, ...]]:
    """The facts behind several wagers, each once, and then every wager of the own hand."""
    settlement = seat.settlement
    if settlement is None:
        return (), ()
    counted = Counter(head for result in settlement.results for head in _heads(result))
    shared = dict.fromkeys(head[-1] for head, times in counted.items() if times > 1)
    return tuple(shared), tuple(
        Told(
            label(seat.game, result.wager),
            result.outcome,
            _outcome(result),
            tuple(head[-1] for head in _heads(result) if counted[head] == 1),
            result.clauses,
        )
        for result in settlement.results
    )


def _heads(result: Result) -> list[tuple[str, ...]]:
    """Each fact with those it follows from: only facts that begin alike are about the same."""
    return [result.facts[: place + 1] for place in range(len(result.facts))]


def _outcome(result: Result) -> str:
    stake = f" {money(result.stake)}" if result.stake else ""
    match result.outcome:
        case Outcome.WIN:
            return f"paid {money(result.paid)}" + (f" at {result.odds}" if result.odds else "")
        case Outcome.LOSE:
            return f"lost{stake}"
        case Outcome.FORFEIT:
            return f"gave up{stake}"
        case Outcome.PUSH:
            return f"{stake.strip()} returned"
        case Outcome.VOID:
            return f"void,{stake} returned"


# --- the coach -------------------------------------------------------------------------------------------------------


def of_value(one: Valued, ante: int) -> str:
    """A choice in the coach's list."""
    return f"{symbols(one.low)} low" if one.low else named(one.action, one.amount, ante)


def of_choice(choice: Choice) -> str:
    """A choice without its amount.

    >>> of_choice(Choice("4x")), of_choice(Choice("play_3")), of_choice(Choice("play", parse("3s 5d")))
    ('Play 4×', 'Play 3', 'Play, 3♠ 5♦ low')
    """
    times = choice.action.removesuffix("x")
    words = sentence(choice.action.replace("_", " "))
    if times.isdigit():
        words = "Play" if times == "1" else f"Play {times}×"
    return f"{words}, {symbols(choice.low)} low" if choice.low else words


def verdict(judged: Judged) -> str:
    """What the coach says after a decision."""
    if not judged.lost:
        return f"{of_choice(judged.did)} was best."
    cost = exactly(judged.lost, plus=False)
    return f"{of_choice(judged.did)} gave away {cost}; best was {lower(of_choice(judged.best))}."


def lower(words: str) -> str:
    """As it stands within a sentence."""
    return words[:1].lower() + words[1:]


def introduced(exercise: Exercise) -> str:
    """Why a hand is asked, and when in the round, where a player decides more than once."""
    stages, stage = exercise.solver.stages, exercise.spot.stage
    when = f", {stage}" if len(stages) > 1 else ""
    return f"You missed this hand before{when}." if exercise.missed else f"A close call{when}."


def spot_cards(cards: tuple[int, ...], board: tuple[int, ...]) -> str:
    """The cards of a spot in notation."""
    return notation(cards) + (f" with {notation(board)}" if board else "")
