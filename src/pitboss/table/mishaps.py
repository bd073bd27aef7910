"""What can go wrong at a table: each mishap is a short course of moments to wait for and facts to report then.

A course is a generator: it yields the moment it waits for and, when that has come, reports what happened and what the
floor rules. It never says what follows: that is for the rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from pitboss.cards import DECK
from pitboss.errors import OptionError
from pitboss.games import steps as s
from pitboss.games.common import DEALING, HAND, MANUAL, MANUAL_SHOE, SHUFFLING
from pitboss.games.handling import Handling
from pitboss.games.terms import Terms
from pitboss.table import commands as c
from pitboss.table.autodealer import STAFF
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.dealing import current, targets
from pitboss.table.flow import awaits_ruling, short
from pitboss.table.ready import cut_deck
from pitboss.table.rules import SHUFFLER, Rules
from pitboss.table.state import DEALER, Deck, Hand, Round, State
from pitboss.table.table import Table

WHOLE = len(DECK)


class Scene:
    """A table as a mishap finds it: what there is to see, and who can report or rule."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        self.table = table
        self.random = rng
        self.sitting_out: set[str] = set()
        """Players who do not bet in the round that comes."""
        self.said = 0
        """How much has been reported and ordered so far."""

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.table.rules

    @property
    def state(self) -> State:
        """The table as it stands."""
        return self.table.state

    @property
    def round(self) -> Round:
        """The round in progress."""
        round_ = self.state.playing
        assert round_ is not None
        return round_

    def chance(self) -> bool:
        """Either way, equally likely."""
        return self.random.random() < 0.5

    def report(self, kind: type[Command], by: Role = Role.DEALER, **facts: Any) -> None:
        """The dealer or a device says what happened."""
        self.table.do(kind, STAFF[by], **facts)
        self.said += 1

    def order(self, kind: type[Command], **arguments: Any) -> None:
        """The floor rules."""
        self.table.do(kind, Actor(Role.FLOOR, self.state.floor[0]), **arguments)
        self.said += 1

    def rule_on(self, player: str) -> None:
        """The floor rules on the wagers of a player who walked away."""
        reason = "left the table with a hand in play"
        if self.chance():
            self.order(c.Forfeit, player=player, why="abandoned", reason=reason)
        else:
            self.order(c.LetStand, player=player, reason=reason)

    def hand(self) -> tuple[int, Hand]:
        """One of the players' hands that are still out."""
        position = self.random.choice(_out(self.round))
        return position, self.round.hands[position]

    def place(self) -> int:
        """A place in a hand."""
        return self.random.randint(1, self.rules.each)


def _out(round_: Round) -> list[int]:
    return [p for p in round_.positions if not round_.hands[p].racked and not round_.hands[p].void]


# --- moments ---------------------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """When something can happen; up to `spread` occasions are let pass first."""

    holds: Callable[[Scene], bool]
    spread: int = 0
    lasts: bool = False
    """Waited for beyond the end of the round."""


def _live(scene: Scene) -> Round | None:
    """The round in progress, unless it is void already."""
    round_ = scene.state.playing
    return None if round_ is None or round_.void else round_


def _is_dealing(scene: Scene) -> bool:
    round_ = _live(scene)
    return round_ is not None and bool(targets(scene.rules, round_))


def _in_streets(scene: Scene) -> bool:
    """The initial cards are out, and others are to come."""
    round_ = _live(scene)
    if round_ is None or round_.stub or round_.step > scene.rules.last_dealing:
        return False
    return not targets(scene.rules, round_) and not round_.inquiry


def _has_hands(scene: Scene) -> bool:
    round_ = _live(scene)
    return round_ is not None and bool(_out(round_)) and bool(round_.dealt)


def _is_decided(scene: Scene) -> bool:
    """The dealer's cards are about to be turned up, or are."""
    round_ = _live(scene)
    return round_ is not None and round_.step > scene.rules.last_deciding


def _dealer_has_cards(scene: Scene) -> bool:
    round_ = _live(scene)
    return round_ is not None and bool(round_.dealer.cards)


def _is_dealt(scene: Scene) -> bool:
    round_ = _live(scene)
    return round_ is not None and bool(round_.dealt) and not targets(scene.rules, round_)


def _can_rule(scene: Scene) -> bool:
    return _is_dealt(scene) and not scene.round.inquiry


def _unruled(scene: Scene) -> set[str]:
    """Players who walked away and whose wagers the floor has to rule on."""
    return {hand.player for hand in scene.round.hands.values() if awaits_ruling(scene.rules, hand)}


def _at_stub(scene: Scene) -> bool:
    round_ = _live(scene)
    if round_ is None or round_.inquiry or short(round_):
        return False
    return isinstance(current(scene.rules, scene.state), s.Stub)


def _in_shuffler(scene: Scene) -> Deck | None:
    return next((d for d in scene.state.decks if d.where == "shuffler" and d.due[:1] == (Handling.SHUFFLE,)), None)


def _to_count(scene: Scene) -> Deck | None:
    return next((d for d in scene.state.decks if d.due[:1] == (Handling.COUNT,)), None)


def _in_shoe(scene: Scene) -> bool:
    round_ = _live(scene)
    return round_ is not None and not round_.taken_out and not round_.stub


def _between(scene: Scene) -> bool:
    return scene.state.playing is None and not scene.state.bets


def _can_recut(scene: Scene) -> bool:
    playing = scene.state.playing
    return cut_deck(scene.state) is not None and not (playing and (playing.dealt or playing.face_up))


dealing = Moment(_is_dealing, 4)
streets = Moment(_in_streets, 12)
waiting_stack = Moment(lambda scene: _live(scene) is not None and scene.round.waits, 12)
stub_away = Moment(lambda scene: _is_dealt(scene) and not _in_streets(scene), 20)
in_round = Moment(lambda scene: _live(scene) is not None, 40)
hands_out = Moment(_has_hands, 30)
hands_dealt = Moment(lambda scene: _has_hands(scene) and _is_dealt(scene), 20)
dealer_dealt = Moment(_dealer_has_cards, 25)
all_dealt = Moment(lambda scene: _dealer_has_cards(scene) and _is_dealt(scene), 8)
decided = Moment(_is_decided, 10)
at_stub = Moment(_at_stub)
shuffling = Moment(lambda scene: _in_shuffler(scene) is not None)
in_shoe = Moment(_in_shoe, 3)
shoe_empty = Moment(lambda scene: _live(scene) is not None and not _in_shoe(scene), 15)
deal_closed = Moment(lambda scene: _live(scene) is not None and scene.round.deal_closed > 0, 3)
between_rounds = Moment(_between)
before_first_card = Moment(_can_recut, 2)
deck_ready = Moment(lambda scene: scene.state.playing is None and _ready(scene) is not None)


def _ready(scene: Scene) -> Deck | None:
    """A deck that waits for the call."""
    return next((deck for deck in scene.state.decks if not deck.due and deck.where == "loaded"), None)


def rounds_later(scene: Scene) -> Moment:
    """Between rounds, after one to four of them."""
    number = scene.state.rounds + scene.random.randint(1, 4)
    return Moment(lambda scene: _between(scene) and scene.state.rounds >= number, lasts=True)


# --- the catalogue ---------------------------------------------------------------------------------------------------

Course = Iterator[Moment]


class Mishap(NamedTuple):
    """Something that can go wrong, and at which tables."""

    name: str
    course: Callable[[Scene], Course]
    fits: Callable[[Rules], bool]


CATALOGUE: dict[str, Mishap] = {}


def _mishap(
    name: str, fits: Callable[[Rules], bool] = lambda rules: True
) -> Callable[[Callable[[Scene], Course]], Callable[[Scene], Course]]:
    def enter(course: Callable[[Scene], Course]) -> Callable[[Scene], Course]:
        CATALOGUE[name] = Mishap(name, course, fits)
        return course

    return enter


@lru_cache(maxsize=16)
def mishaps(rules: Rules) -> tuple[Mishap, ...]:
    """What can go wrong at a table with these rules."""
    return tuple(mishap for mishap in CATALOGUE.values() if mishap.fits(rules))


def _has_board(rules: Rules) -> bool:
    return rules.board_after[-1] > 0


def _has_waiting_stack(rules: Rules) -> bool:
    return rules.stacks and rules.deal.dealer_waits(rules.terms)


def _has_shuffler(rules: Rules) -> bool:
    return rules.shuffler


def _has_shoe(rules: Rules) -> bool:
    return rules.stacks


# --- face up, drawn in error -----------------------------------------------------------------------------------------


@_mishap("one card face up in the deal")
def _(scene: Scene) -> Course:
    yield dealing
    scene.report(c.FaceUpCard, place=scene.place())


@_mishap("two cards face up in the deal")
def _(scene: Scene) -> Course:
    yield dealing
    scene.report(c.FaceUpCard, place=scene.place())
    yield Moment(_is_dealing, 2)
    scene.report(c.FaceUpCard, place=scene.place())


@_mishap("one card face up in the streets", _has_board)
def _(scene: Scene) -> Course:
    yield streets
    scene.report(c.FaceUpCard)


@_mishap("two cards face up, the second in the streets", _has_board)
def _(scene: Scene) -> Course:
    yield dealing if scene.chance() else streets
    scene.report(c.FaceUpCard, place=scene.place())
    yield Moment(_in_streets, 6)
    scene.report(c.FaceUpCard)


@_mishap("a card face up in the dealer's waiting stack", _has_waiting_stack)
def _(scene: Scene) -> Course:
    if scene.chance():
        yield dealing
        scene.report(c.FaceUpCard, place=scene.place())
    yield waiting_stack
    scene.report(c.FaceUpCard, place=scene.place())


@_mishap("a card face up in the stub")
def _(scene: Scene) -> Course:
    yield stub_away
    scene.report(c.FaceUpCard)


@_mishap("a card drawn in error")
def _(scene: Scene) -> Course:
    anywhere = _has_board(scene.rules) and scene.chance()
    yield streets if anywhere else dealing
    scene.report(c.CardDrawn, seen=scene.chance())


@_mishap("a card drawn from the stub")
def _(scene: Scene) -> Course:
    yield stub_away
    scene.report(c.CardDrawn, seen=scene.chance())


@_mishap("cards sent to a position not in play")
def _(scene: Scene) -> Course:
    yield between_rounds
    if len(scene.state.seats) == scene.rules.terms["positions"] > 1:
        scene.sitting_out.add(scene.random.choice(list(scene.state.seats.values())))
    yield dealing
    free = [p for p in range(1, scene.rules.terms["positions"] + 1) if p not in scene.round.positions]
    if free:
        scene.report(c.DeadCards, position=scene.random.choice(free), at_once=scene.chance())


# --- wrong numbers of cards ------------------------------------------------------------------------------------------


@_mishap("a player with too many cards")
def _(scene: Scene) -> Course:
    yield hands_out
    position, hand = scene.hand()
    scene.report(c.HandCount, position=position, cards=len(hand.cards) + scene.random.randint(1, 2))


@_mishap("a player with too few cards")
def _(scene: Scene) -> Course:
    yield hands_dealt
    position, hand = scene.hand()
    scene.report(c.HandCount, position=position, cards=scene.random.randint(1, max(1, len(hand.cards) - 1)))


@_mishap("a player who was passed over")
def _(scene: Scene) -> Course:
    yield hands_dealt
    position, _hand = scene.hand()
    scene.report(c.HandCount, position=position, cards=0)


@_mishap("the dealer short of cards")
def _(scene: Scene) -> Course:
    yield all_dealt
    round_ = scene.round
    missing = scene.random.randint(1, 2) if scene.chance() else 1
    undealt = scene.random.choice((None, len(round_.undealt), len(round_.undealt) + missing))
    cards = max(0, len(round_.dealer.cards) - missing)
    scene.report(c.HandCount, position=DEALER, cards=cards, undealt=undealt)


@_mishap("the dealer with too many cards")
def _(scene: Scene) -> Course:
    yield dealer_dealt
    more = scene.random.randint(1, 2)
    scene.report(c.HandCount, position=DEALER, cards=len(scene.round.dealer.cards) + more)


@_mishap("a stub count that shows a misdeal")
def _(scene: Scene) -> Course:
    yield at_stub
    round_ = scene.round
    out = [DEALER, *_out(round_)]
    counts = {p: len(round_.hands[p].cards) for p in out}
    moved = scene.random.choice((1, -1)) if round_.undealt else 1
    scene.report(c.CountStub, cards=len(round_.undealt) + moved)
    counts[scene.random.choice(out)] -= moved
    scene.report(c.CountHands, counts=tuple(counts.items()))


@_mishap("a stub count that shows a wrong deck")
def _(scene: Scene) -> Course:
    yield at_stub
    round_ = scene.round
    scene.report(c.CountStub, cards=max(0, len(round_.undealt) + scene.random.choice((1, -1, -2))))
    if scene.round.inquiry:
        out = [DEALER, *_out(round_)]
        scene.report(c.CountHands, counts=tuple((p, len(round_.hands[p].cards)) for p in out))


@_mishap("a foreign card")
def _(scene: Scene) -> Course:
    yield in_round
    scene.report(c.ForeignCard)


# --- exposed cards ---------------------------------------------------------------------------------------------------


@_mishap("a dealer's card exposed")
def _(scene: Scene) -> Course:
    yield dealer_dealt if scene.chance() else in_round
    scene.report(c.CardExposed, where="dealer", place=scene.place())


@_mishap("a dealer's card exposed when all have decided")
def _(scene: Scene) -> Course:
    yield decided
    scene.report(c.CardExposed, where="dealer", place=scene.place())


@_mishap("a player's card exposed by the dealer")
def _(scene: Scene) -> Course:
    yield hands_out
    position, _hand = scene.hand()
    scene.report(c.CardExposed, where="player", position=position, place=scene.place())


@_mishap("a player's card exposed by the player")
def _(scene: Scene) -> Course:
    yield hands_out
    position, _hand = scene.hand()
    scene.report(c.CardExposed, where="player", position=position, place=scene.place(), by_player=True)


@_mishap("a burn card exposed", _has_board)
def _(scene: Scene) -> Course:
    yield Moment(lambda scene: _live(scene) is not None and bool(scene.round.burned), 20)
    scene.report(c.CardExposed, where="burn")


@_mishap("a card of the stub exposed")
def _(scene: Scene) -> Course:
    yield in_round
    scene.report(c.CardExposed, where="stub")


@_mishap("community cards exposed early", _has_board)
def _(scene: Scene) -> Course:
    yield streets if scene.chance() else in_round
    scene.report(c.CardExposed, where="community")


# --- devices ---------------------------------------------------------------------------------------------------------


@_mishap("the shuffler jams", _has_shuffler)
def _(scene: Scene) -> Course:
    yield shuffling
    scene.report(c.ShufflerFault, Role.DEVICE)
    deck = _to_count(scene)
    if deck and scene.chance():
        scene.report(c.CountDeck, deck=deck.name, cards=WHOLE - scene.random.randint(0, 1))


@_mishap(
    "the shuffler counts 51 cards",
    lambda rules: rules.shuffler_counts,
)
def _(scene: Scene) -> Course:
    yield shuffling
    deck = _in_shuffler(scene)
    assert deck is not None
    dealer = scene.table.dealer
    scene.report(c.Shuffle, Role.DEVICE, deck=deck.name, order=dealer.order(), salt=dealer.salt(), count=WHOLE - 1)


@_mishap("the automated shoe jams in the deal", _has_shoe)
def _(scene: Scene) -> Course:
    yield in_shoe
    scene.report(c.ShoeFault, Role.DEVICE)


@_mishap("the automated shoe jams when it is empty", _has_shoe)
def _(scene: Scene) -> Course:
    yield shoe_empty
    scene.report(c.ShoeFault, Role.DEVICE)


@_mishap("the device shows a wrong number of hands", lambda rules: rules.keeper is not None)
def _(scene: Scene) -> Course:
    yield deal_closed
    scene.report(c.DeviceCount, Role.DEVICE, hands=scene.round.deal_closed + scene.random.choice((1, -1)))


@_mishap("a device taken away for some rounds", lambda rules: any(_without(rules, d) for d in rules.devices))
def _(scene: Scene) -> Course:
    yield between_rounds
    before = dict(scene.state.options)
    device = scene.random.choice([d for d in scene.rules.devices if _without(scene.rules, d)])
    options = scene.random.choice(_without(scene.rules, device))
    gone = ["removed", "covered", "marked"] if scene.rules.game.procedure.device_may_stay_covered else ["removed"]
    _device(scene, device, scene.random.choice(gone), options)
    yield rounds_later(scene)
    _device(scene, device, "present", before)


def _device(scene: Scene, device: str, status: str, options: Mapping[str, Any]) -> None:
    """A device goes or comes; the cards and the submission follow."""
    scene.report(c.DeviceStatus, Role.DEVICE, device=device, status=status)
    for deck in scene.state.decks:
        if deck.name not in options["deck_backs"]:
            scene.order(c.RemoveDeck, deck=deck.name, reason=f"the {device} is away")
    scene.order(c.PostSubmission, game=scene.rules.game.name, options=options, displayed=True)


_EQUIPMENT = frozenset((DEALING, SHUFFLING, "decks", "deck_backs"))


def _without(rules: Rules, device: str) -> list[dict[str, Any]]:
    """Lawful and approved ways of playing on without a device."""
    plain = {name: option.plain(rules.terms[name]) for name, option in rules.game.option.items()}
    if device == SHUFFLER:
        one_deck = {SHUFFLING: MANUAL, "decks": 1, "deck_backs": plain["deck_backs"][:1]}
        ways = [one_deck | {DEALING: MANUAL_SHOE if rules.dealing == HAND else rules.dealing}]
    else:
        ways = [{DEALING: MANUAL_SHOE}, {DEALING: HAND}]
    found = (_lawful(rules, plain | way, _EQUIPMENT) for way in ways)
    return [options for options in found if options is not None]


def _lawful(rules: Rules, options: dict[str, Any], fixed: frozenset[str]) -> dict[str, Any] | None:
    """These options with those that clash put back to where they start; None if that does not help."""
    try:
        terms = Terms.of_table(rules.game, options)
    except OptionError as error:
        back = {key: rules.game.option[key].start for key in error.keys if key not in fixed}
        better = options | back
        return _lawful(rules, better, fixed | set(back)) if better != options else None
    return None if any(True for _ in terms.missing_approvals()) else options


# --- people ----------------------------------------------------------------------------------------------------------


@_mishap("a player walks away")
def _(scene: Scene) -> Course:
    yield Moment(lambda scene: _live(scene) is not None, 20)
    player = scene.round.hands[scene.random.choice(scene.round.positions)].player
    scene.report(c.Departed, player=player)
    yield Moment(lambda scene: _can_rule(scene) and player in _unruled(scene), 6)
    scene.rule_on(player)


@_mishap("a breach of conduct")
def _(scene: Scene) -> Course:
    yield in_round
    player = scene.round.hands[scene.random.choice(scene.round.positions)].player
    scene.report(c.Breach, player=player, what="talked about the cards")
    if scene.rules.cite("breach") and scene.chance():
        yield Moment(_can_rule)
        scene.order(c.Forfeit, player=player, why="breach", reason="talked about the cards")


@_mishap("a recut", lambda rules: not rules.shuffler or rules.terms["opening_route"] == "preshuffled")
def _(scene: Scene) -> Course:
    yield before_first_card
    scene.order(c.OrderRecut, reason="the cut card slipped")


@_mishap("a shuffle ordered by the floor")
def _(scene: Scene) -> Course:
    yield deck_ready
    scene.order(c.OrderShuffle, reason="the cards were left alone")
