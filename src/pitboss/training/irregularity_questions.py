"""Questions on irregularities: what the dealer has before the eyes, and what the rules order then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pitboss.games import games
from pitboss.games.irregularities import Consequence, Irregularity, Remedy
from pitboss.games.possible_irregularities import described, possible
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Command
from pitboss.table.rules import Rules
from pitboss.table.state import DEALER
from pitboss.table.words import seat
from pitboss.training.questions import Point, Question, Topic
from pitboss.training.shift_step import Step
from pitboss.training.step_questions import Asking, sentence


def is_trouble(step: Step) -> bool:
    """Whether something went wrong for the dealer that the rules have an answer to."""
    if isinstance(step.command, c.CardExposed) and step.command.by_player:
        return False
    return type(step.command) in _SEEN and any(isinstance(event, e.IrregularityFound) for event in step.events)


def kinds_of(step: Step) -> set[str]:
    """The irregularities that were found."""
    return {event.kind for event in step.events if isinstance(event, e.IrregularityFound)}


def what_now(asking: Asking) -> Iterator[Question]:
    """What the rules order when something goes wrong."""
    if not is_trouble(asking.step):
        return
    found = [event for event in asking.step.events if isinstance(event, e.IrregularityFound)]
    order, clauses = found[-1].order, found[-1].clauses
    here = {event.order for event in found}
    others = {
        words: why for words, why in _other_orders(asking, Irregularity[found[-1].kind]).items() if words not in here
    }
    point = Point(sentence(order), tuple(dict.fromkeys(clause for event in found for clause in event.clauses)))
    wrong = [(sentence(words), Point(why, clauses)) for words, why in list(others.items())[:3]]
    options = asking.numbered([(point.words, None), *wrong])
    asks = f"{_SEEN[type(asking.step.command)](asking.step.command, asking.rules)} What do the rules order?"
    yield Question(Topic.IRREGULARITY, asks, asking.scene(), point, options)


def _other_orders(asking: Asking, kind: Irregularity) -> dict[str, str]:
    """What other games order here, then what this game orders elsewhere, with why it is not the answer."""
    own, found = asking.rules.game, {}
    for game in games().values():
        consequence = game.irregularities.get(kind)
        if game.name != own.name and consequence and _makes_sense(asking.rules, consequence):
            found[consequence.words] = f"So it is in {game.title}, but not here."
    here = possible(own, asking.rules.terms)
    for other in asking.some(here, len(here)):
        consequence = here[other]
        if other is not kind and _makes_sense(asking.rules, consequence):
            why = f"That is for another case ({described(other, own)}); this is {described(kind, own)}."
            found.setdefault(consequence.words, why)
    return found


def _makes_sense(rules: Rules, consequence: Consequence) -> bool:
    """Whether the words stand for themselves at this table: no other case, and no wager it does not have."""
    return Remedy.AS_FACE_UP not in consequence.remedies and all(
        name in rules.game.wager for name in consequence.still_settled
    )


# --- what the dealer sees --------------------------------------------------------------------------------------------


def _hand(position: int) -> str:
    return "your own hand" if position == DEALER else f"the hand of {seat(position)}"


def _face_up(command: Any, rules: Rules) -> str:
    if rules.stacks:
        return f"Card {command.place} of the next stack lies face up."
    return f"The next card in the {'deck' if rules.dealing == 'hand' else 'shoe'} lies face up."


def _counted(command: Any, rules: Rules) -> str:
    said = f"{_hand(command.position)} has {_cards(command.cards)}"
    proof = f"; {_cards(command.undealt)} are undealt" if command.undealt is not None else ""
    return sentence(said + proof)


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number or 'no'} cards"


def _hands_counted(command: Any, rules: Rules) -> str:
    counts = [f"{'you have' if place == DEALER else f'{seat(place)} has'} {number}" for place, number in command.counts]
    return f"The stub did not fit, and you count the hands: {', '.join(counts)}."


def _exposed(command: Any, rules: Rules) -> str:
    match command.where:
        case "dealer":
            return "One of your own cards is seen by the players."
        case "player":
            return f"You expose a card of seat {command.position}."
        case "community":
            return "A community card is seen before its time."
        case "stub":
            return "A card of the stub is seen."
        case _:
            return "A burned card is seen."


_SEEN: dict[type[Command], Callable[[Any, Rules], str]] = {
    c.FaceUpCard: _face_up,
    c.CardDrawn: lambda command, rules: (
        "You draw a card in error" + (", and its face is seen." if command.seen else "; nobody sees its face.")
    ),
    c.DeadCards: lambda command, rules: (
        f"You have dealt to seat {command.position}, which is not in play; you notice it "
        + ("before the next card." if command.at_once else "after the next card.")
    ),
    c.HandCount: _counted,
    c.CardExposed: _exposed,
    c.ForeignCard: lambda command, rules: "A card shows up that does not belong to the deck.",
    c.CountHands: _hands_counted,
    c.ShufflerFault: lambda command, rules: "The shuffler jams in the middle of its shuffle.",
    c.Shuffle: lambda command, rules: f"The shuffler reports {_cards(command.count)}.",
    c.ShoeFault: lambda command, rules: "The automated shoe jams.",
}
