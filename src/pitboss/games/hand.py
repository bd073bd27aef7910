"""A finished hand: the cards, the wagers and the decision at one position, read and checked against the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.cards import UNKNOWN, notation, parse, refuse_shared
from pitboss.errors import CardError, HandError, WagerError
from pitboss.games.game import CardField, Game
from pitboss.games.irregularities import Irregularity
from pitboss.games.options import Options
from pitboss.money import cents, dollars

_PLAIN = frozenset({"folded", "wagers", "options", "match_play", "meter", "sharers", "irregularity"})


class FinishedHand(NamedTuple):
    """One position at the end of a round."""

    cards: Mapping[str, tuple[int, ...]]
    wagers: Mapping[str, int]
    """Only the wagers that were made, in cents."""
    folded: bool = False
    others: tuple[tuple[int, ...], ...] = ()
    """The other players' hands, where a wager looks at the whole table."""
    match_play: int = 0
    """The face value of a match play coupon on the ante."""
    meter: int | None = None
    """The progressive meter, read after all contributions of the round."""
    sharers: int = 1
    """How many players hit the same share of the meter."""
    irregularity: Irregularity | None = None


def read_hand(game: Game, given: Mapping[str, Any], options: Options) -> FinishedHand:
    """Read a finished hand from plain values (JSON, keyword arguments) and refuse what the rules do not allow."""
    unknown = given.keys() - _PLAIN - game.field_names
    if unknown:
        names = ", ".join([*(spec.name for spec in game.fields), "folded", "wagers", "options"])
        raise HandError(
            "unknown-field", f"{game.title} hands have no {min(unknown)!r}; they have {names}", game.cites.area
        )
    folded = given.get("folded", False)
    if type(folded) is not bool:
        raise HandError("folded", f"folded is {folded!r}; write true or false", game.cites.decide)
    irregularity = _irregularity(game, given.get("irregularity"))
    wagers = _wagers(game, given.get("wagers", {}))
    cards, others = _cards(game, given, folded, wagers, irregularity)
    hand = FinishedHand(
        cards=cards,
        wagers=wagers,
        folded=folded,
        others=others,
        match_play=cents(given.get("match_play", 0), "match_play", game.cites.amount),
        meter=None if given.get("meter") is None else cents(given["meter"], "meter", game.cites.amount),
        sharers=_sharers(given.get("sharers", 1)),
        irregularity=irregularity,
    )
    check_wagers(game, hand, options)
    game.check_hand(hand)
    return hand


def check_wagers(game: Game, hand: FinishedHand, options: Options) -> None:
    """Refuse wagers that break a condition of the game. Posted limits are a matter of betting, not of settlement."""
    for name in hand.wagers:
        switch = game.wager_by_name[name].offered
        if switch and options.given.get(switch) is False:
            raise WagerError(
                "not-offered", f"this table does not offer {name} ({switch} = false)", game.wager_by_name[name].clause
            )
    for wager in game.wagers:
        amount = hand.wagers.get(wager.name, 0)
        for condition in wager.conditions:
            condition.check(wager, amount, hand, options)
    played = [name for name in game.plays if name in hand.wagers]
    choices = " or ".join(game.plays)
    if played and hand.folded:
        raise WagerError("folded-and-played", f"a folded hand has no {played[0]} wager", game.cites.folded)
    if len(played) > 1:
        raise WagerError("two-plays", f"a player makes one of {choices}, not both", game.cites.decide)
    if not played and not hand.folded and not hand.irregularity:
        raise WagerError(
            "undecided", f"the hand is not finished: it needs {choices}, or folded = true", game.cites.decide
        )
    if hand.match_play:
        if options.get("match_play", "off") == "off":
            raise WagerError(
                "no-coupons",
                "this table takes no match play coupons (match_play = 'ante' allows them)",
                game.cites.coupon,
            )
        if hand.match_play > hand.wagers.get("ante", 0):
            raise WagerError(
                "coupon-amount",
                f"a coupon of {dollars(hand.match_play)} needs at least as much in chips on the ante",
                game.cites.coupon,
            )


def _irregularity(game: Game, given: Any) -> Irregularity | None:
    if given is None:
        return None
    known = {kind.name.lower(): kind for kind in game.irregularities}
    if not isinstance(given, str) or given not in known:
        raise HandError(
            "irregularity", f"{given!r} is no irregularity here; there are {', '.join(known)}", game.cites.void
        )
    return known[given]


def _sharers(given: Any) -> int:
    if type(given) is not int or given < 1:
        raise HandError(
            "sharers", f"sharers is {given!r}; it is the number of players who hit the same share, 1 or more"
        )
    return given


def _wagers(game: Game, given: Any) -> dict[str, int]:
    if not isinstance(given, Mapping):
        raise WagerError("wagers", f"wagers are amounts by name, like {{'ante': 1000}}, not {given!r}", game.cites.area)
    for name in given:
        if name not in game.wager_by_name:
            names = ", ".join(game.wager_by_name)
            raise WagerError("unknown-wager", f"{game.title} has no wager {name!r}; it has {names}", game.cites.area)
    amounts = {name: cents(amount, f"the {name}", game.cites.amount) for name, amount in given.items()}
    return {name: amount for name, amount in amounts.items() if amount}


def _cards(
    game: Game, given: Mapping[str, Any], folded: bool, wagers: Mapping[str, int], irregularity: Irregularity | None
) -> tuple[dict[str, tuple[int, ...]], tuple[tuple[int, ...], ...]]:
    cards: dict[str, tuple[int, ...]] = {}
    others: tuple[tuple[int, ...], ...] = ()
    for spec in game.fields:
        rule = None if irregularity else spec.if_folded if folded else spec.if_played
        present = given.get(spec.name) not in (None, "", [])
        if not present:
            if rule or (not irregularity and any(wager in wagers for wager in spec.needed_by)):
                state = "folded" if folded else "played"
                raise HandError(
                    "cards-missing", f"{spec.name} is missing: a {state} hand needs its {spec.count} cards", spec.clause
                )
            continue
        if rule is False:
            state = "folded" if folded else "played"
            raise HandError("cards-unwanted", f"a {state} hand is not described by {spec.name}", spec.clause)
        if spec.many:
            others = tuple(_read(spec, text, unknown=True) for text in _listed(spec, given[spec.name]))
        else:
            cards[spec.name] = _read(spec, given[spec.name])
    for spec in game.fields:
        if spec.part_of and not set(cards.get(spec.name, ())) <= set(cards.get(spec.part_of, ())):
            extra = notation(card for card in cards[spec.name] if card not in cards.get(spec.part_of, ()))
            raise HandError(
                "cards-elsewhere", f"{spec.name}: {extra} is not among the cards of {spec.part_of}", spec.clause
            )
    dealt = [cards[spec.name] for spec in game.fields if spec.name in cards and not spec.part_of]
    refuse_shared([*dealt, *others], game.cites.deck)
    return cards, others


def _listed(spec: CardField, given: Any) -> Sequence[Any]:
    if not isinstance(given, list | tuple):
        raise HandError("cards-list", f"{spec.name} is a list of hands like ['2d 3d'], not {given!r}", spec.clause)
    return given


def _read(spec: CardField, text: Any, unknown: bool = False) -> tuple[int, ...]:
    try:
        cards = parse(text)
    except CardError as error:
        raise CardError(error.code, f"{spec.name}: {error.message}", spec.clause) from error
    if len(cards) != spec.count:
        raise CardError("card-count", f"{spec.name} is {spec.count} cards, not {len(cards)}", spec.clause)
    if UNKNOWN in cards and not unknown:
        raise CardError("unknown-card", f"{spec.name} holds ??: a hand is settled on cards that are known", spec.clause)
    return cards
