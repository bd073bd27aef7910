"""A finished hand: the cards, the wagers and the decision at one position, read and checked against the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.cards import UNKNOWN, as_dealt, notation, parse, refuse_shared
from pitboss.errors import CardError, HandError, WagerError
from pitboss.games.game import CardField, Game, Wagers
from pitboss.games.irregularities import Irregularity
from pitboss.games.possible_irregularities import possible
from pitboss.games.steps import SetHand
from pitboss.games.terms import Terms
from pitboss.money import cents, dollars


class FinishedHand(NamedTuple):
    """One position at the end of a round."""

    cards: Mapping[str, tuple[int, ...]]
    wagers: Wagers
    """Only the wagers that were made."""
    folded: bool = False
    others: tuple[tuple[int, ...], ...] = ()
    """The other players' hands, where a wager looks at the whole table."""
    match_play: int = 0
    """The face value of a match play coupon on the ante."""
    numbers: Mapping[str, int] = {}
    """What else the game asks, such as the progressive meter."""
    irregularity: Irregularity | None = None
    set_again: bool = False
    """The house way has replaced what was laid."""


def read_hand(game: Game, given: Mapping[str, Any], terms: Terms) -> FinishedHand:
    """Read a finished hand from plain values (JSON, keyword arguments) and refuse what the rules do not allow."""
    unknown = given.keys() - game.keys
    if unknown:
        message = f"{game.title} hands have no {min(unknown)!r}; they have {', '.join(sorted(game.keys))}"
        raise HandError("unknown-field", message, game.cites.area)
    folded = given.get("folded", False)
    if type(folded) is not bool:
        raise HandError("folded", f"folded is {folded!r}; write true or false", game.cites.decide)
    irregularity = _irregularity(game, given.get("irregularity"), terms)
    wagers = _wagers(game, given.get("wagers", {}))
    still_settled = _void_but(game, irregularity)
    cards, others = _cards(game, _fields(game, given, folded, wagers, still_settled))
    laid = cards
    if irregularity is Irregularity.WRONG_SETTING:
        cards = _as_allowed(game, cards)
    hand = FinishedHand(
        cards=cards,
        wagers=wagers,
        folded=folded,
        others=others,
        match_play=cents(given.get("match_play", 0), "match_play", game.cites.amount),
        numbers=_numbers(game, given),
        irregularity=irregularity,
        set_again=cards is not laid,
    )
    check_wagers(game, wagers, terms)
    _check_decision(game, hand, may_be_open=still_settled is not None)
    _check_coupon(game, hand, terms)
    game.check_cards(cards)
    return hand


def _as_allowed(game: Game, cards: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    """A setting that the rules do not allow is replaced by the house way."""
    setting = next((step for step in game.script if isinstance(step, SetHand)), None)
    if setting is None or "low" not in cards:
        return cards
    try:
        game.check_cards(cards)
    except HandError:
        held = cards["high"] + cards["low"]
        low = setting.house_way(held)
        return cards | {"low": low, "high": tuple(card for card in held if card not in low)}
    return cards


def check_wagers(game: Game, wagers: Wagers, terms: Terms) -> None:
    """Refuse wagers that break a condition of the game, whatever limits are posted."""
    for name in wagers:
        if not terms.offers(name):
            wager = game.wager[name]
            raise WagerError("not-offered", f"this table does not offer the {wager.label}", wager.clause)
    for wager, condition in game.conditions:
        condition.check(wager, wagers, terms)


def check_limits(game: Game, wagers: Wagers, terms: Terms) -> None:
    """Refuse wagers outside the limits that a table posts, or that a bare hand says were posted."""
    for name, amount in wagers.items():
        least, most = terms.stated_limits.get(name, (0, None))
        if least <= amount and (most is None or amount <= most):
            continue
        bounds = (
            f"{dollars(least)} to {dollars(most)}" if most and least else f"at most {dollars(most)}" if most else ""
        )
        message = f"the {game.wager[name].label} is {bounds or f'at least {dollars(least)}'} at this table"
        clauses = game.law.cited(f"limits-{name}") or game.law.cited("limits") or (game.cites.choices,)
        raise WagerError("limits", f"{message}, not {dollars(amount)}", clauses[0])


def _check_decision(game: Game, hand: FinishedHand, *, may_be_open: bool) -> None:
    """A player folds or makes one play wager; a void hand may have come to neither."""
    played = [name for name in game.plays if name in hand.wagers]
    choices = " or ".join(game.plays)
    if played and hand.folded:
        raise WagerError("folded-and-played", f"a folded hand has no {played[0]} wager", game.cites.folded)
    if len(played) > 1:
        raise WagerError("two-plays", f"a player makes one of {choices}, not both", game.cites.decide)
    if not played and not hand.folded and not may_be_open:
        raise WagerError(
            "undecided", f"the hand is not finished: it needs {choices}, or folded = true", game.cites.decide
        )


def _check_coupon(game: Game, hand: FinishedHand, terms: Terms) -> None:
    if not hand.match_play:
        return
    if "match_play" not in terms or terms["match_play"] == "off":
        raise WagerError("no-coupons", "this table takes no match play coupons", game.cites.coupon)
    if hand.match_play > hand.wagers.get("ante", 0):
        message = f"a coupon of {dollars(hand.match_play)} needs at least as much in chips on the ante"
        raise WagerError("coupon-amount", message, game.cites.coupon)


def _irregularity(game: Game, given: Any, terms: Terms) -> Irregularity | None:
    """One that the rule card lists by this name."""
    if given is None:
        return None
    known = {kind.name.lower(): kind for kind in possible(game, terms)}
    if isinstance(given, Irregularity) and given in known.values():
        return given
    if not isinstance(given, str) or given not in known:
        message = f"{given!r} is no irregularity here; there are {', '.join(known)}"
        raise HandError("irregularity", message, game.cites.void)
    return known[given]


def _void_but(game: Game, irregularity: Irregularity | None) -> tuple[str, ...] | None:
    """The wagers that are settled although the hand is void; None if it is not void."""
    consequence = game.irregularities[irregularity] if irregularity else None
    return consequence.still_settled if consequence and consequence.voids else None


def _numbers(game: Game, given: Mapping[str, Any]) -> dict[str, int]:
    numbers = {}
    for spec in game.numbers:
        value = given.get(spec.name)
        if value is not None:
            if type(value) is not int or value < spec.least:
                message = f"{spec.name} is {value!r}; it is a whole number from {spec.least}: {spec.help}"
                raise HandError("number", message, spec.clause)
            numbers[spec.name] = value
    return numbers


def _wagers(game: Game, given: Any) -> dict[str, int]:
    if not isinstance(given, Mapping):
        raise WagerError("wagers", f"wagers are amounts by name, like {{'ante': 1000}}, not {given!r}", game.cites.area)
    wagers = {}
    for name, amount in given.items():
        if name not in game.wager:
            message = f"{game.title} has no wager {name!r}; it has {', '.join(game.wager)}"
            raise WagerError("unknown-wager", message, game.cites.area)
        if cents(amount, f"the {name}", game.cites.amount):
            wagers[name] = amount
    return wagers


def _fields(
    game: Game, given: Mapping[str, Any], folded: bool, wagers: Wagers, void_but: tuple[str, ...] | None
) -> dict[str, Any]:
    """The groups of cards to read. A void hand's cards decide nothing, except those its live wagers are settled on."""
    found = {}
    state = "folded" if folded else "played"
    for spec in game.fields:
        value = given.get(spec.name)
        needed = any(wager in wagers and (void_but is None or wager in void_but) for wager in spec.needed_by)
        rule = spec.if_folded if folded else spec.if_played
        if void_but is not None and not needed:
            continue
        if value is None or (isinstance(value, str | list | tuple) and not value):
            if rule or needed:
                message = f"{spec.name} is missing: a {state} hand needs its {spec.count} cards"
                raise HandError("cards-missing", message, spec.clause)
        elif rule is False:
            wanted = [s.name for s in game.fields if (s.if_folded if folded else s.if_played) is not False]
            message = f"a {state} hand is not described by {spec.name}, but by {', '.join(wanted)}"
            raise HandError("cards-unwanted", message, spec.clause)
        else:
            found[spec.name] = value
    return found


def _cards(game: Game, given: Mapping[str, Any]) -> tuple[dict[str, tuple[int, ...]], tuple[tuple[int, ...], ...]]:
    """Read the cards: the right number in each group, each card once."""
    cards: dict[str, tuple[int, ...]] = {}
    others: tuple[tuple[int, ...], ...] = ()
    for spec in game.fields:
        if spec.name not in given:
            continue
        if spec.many:
            others = tuple(_read(spec, text, unknown=True) for text in _listed(spec, given[spec.name]))
        else:
            cards[spec.name] = _read(spec, given[spec.name])
            if spec.part_of and not set(cards[spec.name]) <= set(cards[spec.part_of]):
                extra = notation(card for card in cards[spec.name] if card not in cards[spec.part_of])
                message = f"{spec.name}: {extra} is not among the cards of {spec.part_of}"
                raise HandError("cards-elsewhere", message, spec.clause)
    dealt = [cards[spec.name] for spec in game.fields if spec.name in cards and not spec.part_of]
    refuse_shared([*dealt, *others], game.cites.deck)
    return cards, others


def _listed(spec: CardField, given: Any) -> Sequence[Any]:
    if not isinstance(given, list | tuple):
        raise HandError("cards-list", f"{spec.name} is a list of hands like ['2d 3d'], not {given!r}", spec.clause)
    return given


def _read(spec: CardField, text: Any, unknown: bool = False) -> tuple[int, ...]:
    try:
        cards = parse(text) if isinstance(text, str) else as_dealt(text)
    except CardError as error:
        raise CardError(error.code, f"{spec.name}: {error.message}", spec.clause) from error
    if len(cards) != spec.count:
        raise CardError("card-count", f"{spec.name} is {spec.count} cards, not {len(cards)}", spec.clause)
    if UNKNOWN in cards and not unknown:
        raise CardError("unknown-card", f"{spec.name} holds ??: a hand is settled on cards that are known", spec.clause)
    return cards
