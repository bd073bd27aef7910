"""The scene as a mishap finds it, and the moments of a round at which something can go wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from pitboss.cards import DECK
from pitboss.games import steps as s
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table.autodealer import STAFF
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.counts import hands_to_count
from pitboss.table.dealing import current, targets
from pitboss.table.deciding import is_waited_for
from pitboss.table.deck_steps import cut_deck
from pitboss.table.flow import awaits_ruling, ruling_on_count, short
from pitboss.table.moves import Move
from pitboss.table.rules import Rules
from pitboss.table.state import STUB, Deck, Hand, Round, State
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

    def report(self, kind: type[Command], by: Role = Role.DEALER, /, **facts: Any) -> None:
        """The dealer or a device says what happened; a number that does not fit is counted again, with the same end."""
        events = self.table.do(kind, STAFF[by], **facts)
        again = any(getattr(event, "again", False) for event in events)
        if again and self.rules_on_count():
            self.table.do(kind, STAFF[by], **facts)
        self.said += 1

    def rules_on_count(self) -> bool:
        """Before a hand is counted again the floor rules on its player's breach, unless the deal is to be finished."""
        while (playing := self.state.playing) and (breach := ruling_on_count(self.rules, playing)):
            if targets(self.rules, playing):
                return False
            self.rule_on(*breach)
        return True

    def slip(self, kind: type[Command], wrong: int, right: int, **facts: Any) -> None:
        """The dealer counts wrong, counts again, and is right."""
        for cards in (wrong, right):
            self.table.do(kind, STAFF[Role.DEALER], cards=cards, **facts)
        self.said += 1

    def order(self, kind: type[Command], /, **arguments: Any) -> None:
        """The floor rules."""
        self.table.do(kind, Actor(Role.FLOOR, self.state.floor[0]), **arguments)
        self.said += 1

    def rule_on(self, player: str, rule: str = "") -> None:
        """The floor rules on the wagers of a player who walked away, or of whom a breach of this rule was reported."""
        why, reason = ("breach", "seen by the floor") if rule else ("abandoned", "left the table with a hand in play")
        if self.chance():
            self.order(c.Forfeit, player=player, why=why, reason=reason, rule=rule)
        else:
            self.order(c.LetStand, player=player, reason=reason, rule=rule)

    def hand(self) -> tuple[int, Hand]:
        """One of the players' hands that are still out."""
        position = self.random.choice(still_out(self.round))
        return position, self.round.hands[position]

    def place(self) -> int:
        """A place in the next stack, or of the next card."""
        round_ = self.round
        left = targets(self.rules, round_)
        if round_.waits:
            return self.random.randint(1, len(round_.dealer.cards))
        whole = self.rules.stacks and left and not round_.hands[left[0]].missing
        return self.random.randint(1, self.rules.each) if whole else 1

    def hidden(self, position: int) -> int:
        """The place of a card in a hand that nobody has seen, if there is one."""
        hand = self.round.hands[position]
        places = [place for place, card in enumerate(hand.cards, 1) if card not in hand.up]
        return self.random.choice(places) if places else 0

    def expose(self, where: str, whose: int, **more: Any) -> None:
        """A card of a hand that nobody has seen is shown; of a hand without cards, the next one to be dealt."""
        if self.round.miscounts.get(whose) == 0:
            return
        cards = self.round.hands[whose].cards
        place = self.hidden(whose) if cards else self.place()
        if place:
            self.report(c.CardExposed, where=where, place=place, **({"position": whose} | more))

    def count(self, move: Move) -> None:
        """What people count again comes out as it was counted before."""
        round_ = self.round
        known = {**round_.doubts, **round_.miscounts}
        if move.command is c.CountHands:
            counts = tuple((p, known.get(p, len(round_.hands[p].cards))) for p in hands_to_count(round_))
            self.report(c.CountHands, counts=counts)
        else:
            self.report(move.command, **move.given, cards=known[move.given.get("position", STUB)])


def still_out(round_: Round) -> list[int]:
    """The positions whose hands are on the table and count."""
    return [p for p in round_.positions if not round_.hands[p].racked and not round_.hands[p].void]


# --- moments ---------------------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """When something can happen; up to `spread` occasions are let pass first."""

    holds: Callable[[Scene], bool]
    spread: int = 0
    lasts: bool = False
    """Waited for beyond the end of the round."""


def live_round(scene: Scene) -> Round | None:
    """The round in progress, unless it is void already."""
    round_ = scene.state.playing
    return None if round_ is None or round_.void else round_


def is_dealing(scene: Scene) -> bool:
    """Cards of the initial deal are still to go out."""
    round_ = live_round(scene)
    return round_ is not None and bool(targets(scene.rules, round_))


def in_streets(scene: Scene) -> bool:
    """The initial cards are out, and others are to come."""
    round_ = live_round(scene)
    if round_ is None or round_.stub or round_.step > scene.rules.last_dealing or short(round_):
        return False
    return not targets(scene.rules, round_) and not round_.inquiry


def _has_hands(scene: Scene) -> bool:
    round_ = live_round(scene)
    return round_ is not None and bool(still_out(round_)) and bool(round_.dealt) and not round_.inquiry


def _is_decided(scene: Scene) -> bool:
    """The dealer's cards are about to be turned up, or are."""
    round_ = live_round(scene)
    return round_ is not None and round_.step > scene.rules.last_deciding


def _dealer_has_cards(scene: Scene) -> bool:
    round_ = live_round(scene)
    return round_ is not None and bool(round_.dealer.cards) and not round_.inquiry


def _is_dealt(scene: Scene) -> bool:
    round_ = live_round(scene)
    return round_ is not None and bool(round_.dealt) and not targets(scene.rules, round_)


def can_rule(scene: Scene) -> bool:
    """The floor may rule on wagers."""
    return _is_dealt(scene)


def unruled(scene: Scene) -> set[str]:
    """Players who walked away and whose wagers the floor has to rule on."""
    return {hand.player for hand in scene.round.hands.values() if awaits_ruling(scene.rules, hand)}


def _at_stub(scene: Scene) -> bool:
    round_ = live_round(scene)
    if round_ is None or round_.inquiry or short(round_):
        return False
    return isinstance(current(scene.rules, scene.state), s.Stub)


def deck_in_shuffler(scene: Scene) -> Deck | None:
    """A deck that is being shuffled by the device."""
    return next((d for d in scene.state.decks if d.where == "shuffler" and d.due[:1] == (Handling.SHUFFLE,)), None)


def deck_to_count(scene: Scene) -> Deck | None:
    """A deck whose count is due."""
    return next((d for d in scene.state.decks if d.due[:1] == (Handling.COUNT,)), None)


def _in_shoe(scene: Scene) -> bool:
    round_ = live_round(scene)
    if round_ is None or not scene.rules.stacks:
        return False
    return round_.waits or not (round_.taken_out or round_.stub)


def _between(scene: Scene) -> bool:
    return scene.state.playing is None and not scene.state.bets


def _can_recut(scene: Scene) -> bool:
    playing = scene.state.playing
    return cut_deck(scene.state) is not None and not (playing and (playing.dealt or playing.face_up))


dealing = Moment(is_dealing, 4)
streets = Moment(in_streets, 12)
waiting_stack = Moment(lambda scene: live_round(scene) is not None and scene.round.waits, 12)
stub_away = Moment(lambda scene: _is_dealt(scene) and not in_streets(scene) and bool(scene.state.decks), 20)
in_round = Moment(lambda scene: live_round(scene) is not None, 40)
hands_out = Moment(_has_hands, 30)
hands_dealt = Moment(lambda scene: _has_hands(scene) and _is_dealt(scene), 20)
dealer_dealt = Moment(_dealer_has_cards, 25)
all_dealt = Moment(lambda scene: _dealer_has_cards(scene) and _is_dealt(scene), 8)
decided = Moment(_is_decided, 10)
at_stub = Moment(_at_stub)
shuffling = Moment(lambda scene: deck_in_shuffler(scene) is not None)
in_shoe = Moment(_in_shoe, 3)
shoe_empty = Moment(lambda scene: live_round(scene) is not None and scene.rules.stacks and not _in_shoe(scene), 15)
deal_closed = Moment(lambda scene: live_round(scene) is not None and scene.round.deal_closed > 0, 3)
revealed = Moment(lambda scene: live_round(scene) is not None and scene.round.dealer.announced, 3)
set_hands = Moment(lambda scene: bool(unsettled_settings(scene)), 2)
between_rounds = Moment(_between)
before_first_card = Moment(_can_recut, 2)
deck_ready = Moment(lambda scene: scene.state.playing is None and ready_to_deal(scene) is not None)
deck_to_come = Moment(lambda scene: scene.state.playing is None and bool(scene.state.decks), 6)
asked = Moment(lambda scene: bool(waited_for(scene)), 12)


def unsettled_settings(scene: Scene) -> list[int]:
    """Positions with a hand that is set and not settled, once the dealer's is turned up."""
    round_ = live_round(scene)
    if round_ is None or not round_.dealer.announced:
        return []
    return [p for p in still_out(round_) if round_.hands[p].low and not round_.hands[p].lines]


def waited_for(scene: Scene) -> list[int]:
    """The positions whose players are asked something now."""
    round_ = live_round(scene)
    if round_ is None:
        return []
    return [p for p in round_.positions if is_waited_for(scene.rules, scene.state, p)]


def ready_to_deal(scene: Scene) -> Deck | None:
    """A deck that waits for the call."""
    return next((deck for deck in scene.state.decks if not deck.due and deck.where == "loaded"), None)


def rounds_later(scene: Scene) -> Moment:
    """Between rounds, after one to four of them."""
    number = scene.state.rounds + scene.random.randint(1, 4)
    return Moment(lambda scene: _between(scene) and scene.state.rounds >= number, lasts=True)
