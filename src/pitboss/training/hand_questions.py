"""Questions on the cards that lie face up: how the dealer sets them, what they make, whether the dealer qualifies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from pitboss.cards import DECK, UNKNOWN, parse
from pitboss.errors import PitbossError
from pitboss.games import steps as s
from pitboss.games.steps import Call, HeldCards
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.dealing import current
from pitboss.table.state import DEALER
from pitboss.table.words import seat
from pitboss.training.questions import Option, Point, Question, Topic
from pitboss.training.step_questions import Asking, refused, sentence

Cards = tuple[int, ...]
NEAR = 8
"""So many other cards are tried in each place of a hand to find names that are near."""


def house_way(asking: Asking) -> Iterator[Question]:
    """How the dealer sets the own cards, where they are set."""
    if not isinstance(asking.step.command, c.Reveal) or asking.rules.reveal.accepts is None:
        return
    cards, faces = asking.round.dealer.cards, asking.step.command.faces
    size = next(step.low for step in asking.rules.script if isinstance(step, s.SetHand))
    faults: dict[str, Point | None] = {}
    for low in combinations(range(1, len(cards) + 1), size):
        refusal = asking.tried_as(c.Reveal, low=low, faces=faces)
        lying = asking.after.shown(cards[place - 1] for place in low)
        faults[lying] = refused(refusal) if refusal else None
    right = asking.some((words for words, fault in faults.items() if fault is None), 1)
    wrong = asking.some(words for words, fault in faults.items() if fault)
    options = asking.numbered((f"{words} low", faults[words]) for words in (*right, *wrong))
    point = Point(f"The house way lays {right[0]} low.", asking.rules.cite("house-way"))
    asks = "Your cards are up. Which of them do you lay low?"
    yield Question(Topic.HANDS, asks, asking.scene(asking.step.after), point, options)


def readings(asking: Asking) -> Iterator[Question]:
    """What a hand makes that was just turned up."""
    calls = [event for event in asking.step.events if isinstance(event, e.HandAnnounced)]
    reader = _reader(asking) if calls else None
    if reader is None:
        return
    held, read = reader
    if UNKNOWN in held:
        return  # real cards that are never read
    spoken = [_spoken(event.words) for event in calls]
    names = _near_names(asking, held, read, len(calls))
    for place, event in enumerate(calls):
        near = [name for name in names[place] if name not in spoken]
        wrong = asking.some(dict.fromkeys(near))
        if not wrong:
            continue
        whose = "your hand" if event.position == DEALER else f"the hand of {seat(event.position)}"
        made = f", with {event.cards}" if event.cards else ""
        point = Point(sentence(f"{whose} makes {spoken[place]}{made}"), event.clauses)
        options = asking.numbered([(spoken[place], None), *((words, point) for words in wrong)])
        asks = f"What does {whose} make?" if place == 0 else f"And what else does {whose} make?"
        yield Question(Topic.HANDS, asks, asking.scene(asking.step.after), point, options)


Read = Callable[[Cards], Sequence[Call]]
"""What a dealer would call, if these were the cards of the hand."""


def _reader(asking: Asking) -> tuple[Cards, Read] | None:
    """The cards that were turned up, and how such a hand is called."""
    rules, round_ = asking.rules, asking.after
    board = round_.faces(round_.board)
    if isinstance(asking.step.command, c.Reveal):

        def call(cards: Cards) -> Sequence[Call]:
            return rules.reveal.announces(rules.terms, HeldCards(cards, rules.house_way(cards), board, ()))

        return round_.faces(round_.dealer.cards), call
    step = current(rules, asking.state)
    if isinstance(asking.step.command, c.Show) and isinstance(step, s.Settle) and step.announces:
        hand, announces = round_.hands[asking.step.command.position], step.announces
        low = [hand.cards.index(card) for card in hand.low]

        def read(cards: Cards) -> Sequence[Call]:
            laid = tuple(cards[place] for place in low)
            return announces(rules.terms, HeldCards(cards, laid, board, tuple(hand.wagers)))

        return round_.faces(hand.cards), read
    return None


def _near_names(asking: Asking, held: Cards, read: Read, calls: int) -> list[list[str]]:
    """For each call the names that other hands would have, which differ from this one in a card."""
    names: list[list[str]] = [[] for _ in range(calls)]
    taken = {*held, *asking.after.faces(asking.after.board)}
    free = [card for card in DECK if card not in taken]
    for place in range(len(held)):
        for card in asking.some(free, NEAR):
            called = read((*held[:place], card, *held[place + 1 :]))
            if len(called) == calls:
                for number, call in enumerate(called):
                    names[number].append(_spoken(call.words))
    return names


def _spoken(words: str) -> str:
    """A call without the cards themselves, which lie there for everyone to see."""
    cards, colon, rest = words.partition(": ")
    try:
        parse(cards.replace("/", " "))
    except PitbossError:
        return words
    return rest if colon else words


def qualifying(asking: Asking) -> Iterator[Question]:
    """Whether the dealer qualifies."""
    qualifier = asking.rules.game.qualifier
    if not isinstance(asking.step.command, c.Reveal) or not qualifier or not qualifier.in_force(asking.rules.terms):
        return
    round_ = asking.after
    cards, board = round_.faces(round_.dealer.cards), round_.faces(round_.board)
    met = qualifier.met(cards, board)
    said = f"the dealer {'qualifies' if met else 'does not qualify'}: {qualifier.words}"
    point = Point(sentence(said), qualifier.clauses)
    options = (Option("y", "Yes", None if met else point), Option("n", "No", point if met else None))
    scene = asking.scene(asking.step.after)
    yield Question(Topic.HANDS, "Does the dealer qualify?", scene, point, options)
