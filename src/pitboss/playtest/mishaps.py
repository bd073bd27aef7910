"""What can go wrong at a table: each mishap is a short course of moments to wait for and facts to report then.

A course is a generator: it yields the moment it waits for and, when that has come, reports what happened and what the
floor rules. It never says what follows: that is for the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from pitboss.errors import OptionError
from pitboss.games import steps as s
from pitboss.games.common import DEALING, HAND, MANUAL, MANUAL_SHOE, SHUFFLING
from pitboss.games.irregularities import Irregularity
from pitboss.games.terms import Terms
from pitboss.playtest.triggers import (
    WHOLE,
    Moment,
    Scene,
    all_dealt,
    asked,
    at_stub,
    before_first_card,
    between_rounds,
    can_rule,
    deal_closed,
    dealer_dealt,
    dealing,
    decided,
    deck_in_shuffler,
    deck_ready,
    deck_to_come,
    deck_to_count,
    hands_dealt,
    hands_out,
    in_round,
    in_shoe,
    in_streets,
    is_dealing,
    live_round,
    revealed,
    rounds_later,
    set_hands,
    shoe_empty,
    shuffling,
    still_out,
    streets,
    stub_away,
    unruled,
    unsettled_settings,
    waited_for,
    waiting_stack,
)
from pitboss.table import commands as c
from pitboss.table.commands import Role
from pitboss.table.counts import expected_stub, hands_to_count
from pitboss.table.dealing import current
from pitboss.table.duties import THE_DEALER, can_be_broken, dealers_duties
from pitboss.table.flow import breaches_to_rule
from pitboss.table.legal import legal
from pitboss.table.rules import SHUFFLER, Rules
from pitboss.table.state import DEALER

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
    yield Moment(is_dealing, 2)
    scene.report(c.FaceUpCard, place=scene.place())


@_mishap("one card face up in the streets", _has_board)
def _(scene: Scene) -> Course:
    yield streets
    scene.report(c.FaceUpCard)


@_mishap("two cards face up, the second in the streets", _has_board)
def _(scene: Scene) -> Course:
    yield dealing if scene.chance() else streets
    scene.report(c.FaceUpCard, place=scene.place())
    yield Moment(in_streets, 6)
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
    scene.report(c.CardExposed, where="stub")


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
        at_once = not scene.round.dealt or scene.chance()
        scene.report(c.DeadCards, position=scene.random.choice(free), at_once=at_once)


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
    fewest = max(1, hand.fewest)
    scene.report(c.HandCount, position=position, cards=scene.random.randint(fewest, max(fewest, len(hand.cards) - 1)))


@_mishap("a player who was passed over")
def _(scene: Scene) -> Course:
    yield hands_dealt
    position, hand = scene.hand()
    if not hand.fewest:
        scene.report(c.HandCount, position=position, cards=0)


@_mishap("the dealer short of cards")
def _(scene: Scene) -> Course:
    yield all_dealt
    round_ = scene.round
    missing = scene.random.randint(1, 2) if scene.chance() else 1
    repair = scene.rules.game.procedure.repair
    proved = repair is not None and repair.counted
    undealt = scene.random.choice((None, len(round_.undealt), len(round_.undealt) + missing)) if proved else None
    cards = max(round_.dealer.fewest, len(round_.dealer.cards) - missing)
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
    counts = {p: len(round_.hands[p].cards) for p in hands_to_count(round_)}
    whose = scene.random.choice([DEALER, *still_out(round_)])
    short = round_.hands[whose].fewest < counts[whose] and scene.chance()
    moved = 1 if short or not round_.undealt else -1
    scene.report(c.CountStub, cards=expected_stub(round_) + moved)
    counts[whose] -= moved
    scene.report(c.CountHands, counts=tuple(counts.items()))


@_mishap("a stub count that shows a wrong deck")
def _(scene: Scene) -> Course:
    yield at_stub
    round_ = scene.round
    scene.report(c.CountStub, cards=max(0, expected_stub(round_) + scene.random.choice((1, -1, -2))))
    if scene.round.inquiry:
        counts = tuple((p, len(round_.hands[p].cards)) for p in hands_to_count(round_))
        scene.report(c.CountHands, counts=counts)


@_mishap("a foreign card")
def _(scene: Scene) -> Course:
    yield in_round
    if scene.state.deck(scene.round.deck):
        scene.report(c.ForeignCard)


@_mishap("a foreign card between rounds")
def _(scene: Scene) -> Course:
    yield deck_to_come
    scene.report(c.ForeignCard, deck=scene.random.choice(scene.state.decks).name)


@_mishap("a deck with a wrong number of cards between rounds")
def _(scene: Scene) -> Course:
    yield deck_to_come
    scene.report(
        c.CountDeck, deck=scene.random.choice(scene.state.decks).name, cards=WHOLE + scene.random.choice((1, -1))
    )


@_mishap("a count that was a slip")
def _(scene: Scene) -> Course:
    if scene.chance():
        yield hands_out
        position, hand = scene.hand()
        scene.slip(c.HandCount, len(hand.cards) + 1, len(hand.cards), position=position)
    elif scene.chance():
        yield at_stub
        stub = expected_stub(scene.round)
        scene.slip(c.CountStub, stub + 1, stub)
    else:
        yield deck_to_come
        scene.slip(c.CountDeck, WHOLE - 1, WHOLE, deck=scene.random.choice(scene.state.decks).name)


@_mishap("a card seen before the deal")
def _(scene: Scene) -> Course:
    yield deck_ready
    scene.report(c.FaceUpCard)


@_mishap("a report that is withdrawn")
def _(scene: Scene) -> Course:
    yield dealing
    scene.report(c.CardDrawn, seen=False)
    if scene.state.report:
        scene.order(c.Withdraw, reason="it was another table")


# --- exposed cards ---------------------------------------------------------------------------------------------------


@_mishap("a dealer's card exposed")
def _(scene: Scene) -> Course:
    yield dealer_dealt if scene.chance() else in_round
    scene.expose("dealer", DEALER)


@_mishap("a dealer's card exposed when all have decided")
def _(scene: Scene) -> Course:
    yield decided
    scene.expose("dealer", DEALER)


@_mishap(
    "a dealer's card exposed by a player",
    lambda rules: Irregularity.DEALER_EXPOSED_BY_PLAYER in rules.game.irregularities,
)
def _(scene: Scene) -> Course:
    yield dealer_dealt
    position = scene.random.choice(scene.round.positions)
    player = scene.round.hands[position].player
    scene.expose("dealer", DEALER, position=position, by_player=True)
    if scene.round.waits_for_ruling:
        reason = "exposed the dealer's card"
        if scene.chance():
            scene.order(c.Forfeit, player=player, why="breach", reason=reason)
        else:
            scene.order(c.LetStand, player=player, reason=reason)


@_mishap("a hand set against the rules", lambda rules: rules.setting is not None)
def _(scene: Scene) -> Course:
    yield set_hands
    position = scene.random.choice(unsettled_settings(scene))
    scene.report(c.SettingFound, position=position, low=(1, 2, 3))


@_mishap("the dealer's hand set wrong", lambda rules: rules.setting is not None)
def _(scene: Scene) -> Course:
    yield revealed
    if scene.round.dealer.missing:
        return
    faces = scene.round.faces(scene.round.dealer.cards)
    accepts = scene.rules.reveal.accepts
    wrong = [p for p in combinations(range(1, 6), 2) if accepts and not accepts(faces, tuple(faces[n - 1] for n in p))]
    if wrong:  # of five cards with the same value none can be
        scene.report(c.SettingFound, position=DEALER, low=scene.random.choice(wrong))


@_mishap("a player's card exposed by the dealer")
def _(scene: Scene) -> Course:
    yield hands_out
    position, _hand = scene.hand()
    scene.expose("player", position)


@_mishap("a player's card exposed by the player")
def _(scene: Scene) -> Course:
    yield hands_out
    position, hand = scene.hand()
    if hand.cards:
        scene.expose("player", position, by_player=True)


@_mishap("a burn card exposed", _has_board)
def _(scene: Scene) -> Course:
    yield Moment(lambda scene: live_round(scene) is not None and bool(scene.round.burned), 20)
    scene.report(c.CardExposed, where="burn")


@_mishap("a card of the stub exposed")
def _(scene: Scene) -> Course:
    yield hands_out
    scene.report(c.CardExposed, where="stub")


@_mishap("community cards exposed early", _has_board)
def _(scene: Scene) -> Course:
    yield streets
    due = isinstance(current(scene.rules, scene.state), s.Community)
    if len(scene.round.board) < scene.rules.board_after[-1] and not due:
        scene.report(c.CardExposed, where="community")


# --- devices ---------------------------------------------------------------------------------------------------------


@_mishap("the shuffler jams", _has_shuffler)
def _(scene: Scene) -> Course:
    yield shuffling
    scene.report(c.ShufflerFault, Role.DEVICE)
    deck = deck_to_count(scene)
    if deck and scene.chance():
        scene.report(c.CountDeck, deck=deck.name, cards=WHOLE - scene.random.randint(0, 1))


@_mishap(
    "the shuffler counts 51 cards",
    lambda rules: rules.shuffler_counts,
)
def _(scene: Scene) -> Course:
    yield shuffling
    deck = deck_in_shuffler(scene)
    assert deck is not None
    shuffled = scene.table.dealer.rest(scene.rules, scene.table.state, c.Shuffle)
    scene.report(c.Shuffle, Role.DEVICE, deck=deck.name, **{**shuffled, "count": WHOLE - 1})


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
    _repair(scene)
    before = dict(scene.state.options)
    device = scene.random.choice([d for d in scene.rules.devices if _without(scene.rules, d)])
    options = scene.random.choice(_without(scene.rules, device))
    gone = ["removed", "covered", "marked"] if scene.rules.game.procedure.device_may_stay_covered else ["removed"]
    _device(scene, device, scene.random.choice(gone), options)
    yield rounds_later(scene)
    _device(scene, device, "present", before)


def _device(scene: Scene, device: str, status: str, options: Mapping[str, Any]) -> None:
    """A device goes or comes; the cards and the submission follow."""
    _repair(scene)
    scene.report(c.DeviceStatus, Role.DEVICE, device=device, status=status)
    for deck in scene.state.decks:
        if deck.name not in options["deck_backs"]:
            scene.order(c.RemoveDeck, deck=deck.name, reason=f"the {device} is away")
    scene.order(c.PostSubmission, game=scene.rules.game.name, options=options, displayed=True)


def _repair(scene: Scene) -> None:
    """What has jammed is put right first."""
    for device, status in scene.state.devices.items():
        if status == "fault":
            scene.report(c.DeviceStatus, Role.DEVICE, device=device, status="present")


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
    yield Moment(lambda scene: live_round(scene) is not None, 20)
    here = [scene.round.hands[p].player for p in scene.round.positions]
    player = scene.random.choice([name for name in here if name not in scene.state.away] or here)
    if player in scene.state.away:
        return
    scene.report(c.Departed, player=player)
    if scene.chance():
        scene.report(c.Returned, player=player)
        return
    yield Moment(lambda scene: can_rule(scene) and player in unruled(scene), 6)
    scene.rule_on(player)


@_mishap("a player who does not answer")
def _(scene: Scene) -> Course:
    yield asked
    position = scene.random.choice(waited_for(scene))
    scene.report(c.NoAnswer, position=position)
    moves = [m for m in legal(scene.rules, scene.state) if m.role is Role.FLOOR and m.given.get("position") == position]
    if moves and scene.chance():
        scene.order(moves[0].command, **moves[0].given, reason="no answer when asked")


@_mishap("a breach of conduct")
def _(scene: Scene) -> Course:
    yield hands_out
    player = scene.round.hands[scene.random.choice(scene.round.positions)].player
    revealed = scene.round.dealer.announced
    rules = [one for one in scene.rules.game.conduct_rules if not (revealed and one.until_reveal)]
    rule = scene.random.choice(rules)
    scene.report(c.Breach, player=player, what=rule.words, rule=rule.name)
    yield Moment(lambda scene: can_rule(scene) and (player, rule.name) in breaches_to_rule(scene.rules, scene.round))
    scene.rule_on(player, rule.name)


@_mishap("a dealer's breach of a duty", lambda rules: bool(dealers_duties(rules)))
def _(scene: Scene) -> Course:
    yield in_round
    duties = can_be_broken(scene.rules, scene.state)
    if duties:
        duty = scene.random.choice(duties)
        scene.report(c.Breach, Role.FLOOR, player=THE_DEALER, what=duty.words, rule=duty.name)


@_mishap("a recut", lambda rules: not rules.shuffler or rules.terms["opening_route"] == "preshuffled")
def _(scene: Scene) -> Course:
    yield before_first_card
    scene.order(c.OrderRecut, reason="the cut card slipped")


@_mishap("a shuffle ordered by the floor")
def _(scene: Scene) -> Course:
    yield deck_ready
    scene.order(c.OrderShuffle, reason="the cards were left alone")
