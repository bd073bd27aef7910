"""Options and combinations that several games share, each game with its own clauses and bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.games.options import (
    SOLID_COLOURS,
    Amount,
    Approvals,
    Choice,
    Combination,
    Flag,
    Names,
    NeededApproval,
    Option,
    RaisedOdds,
    SolidColour,
    Text,
    Whole,
)
from pitboss.games.terms import Terms

MANUAL_SHOE, HAND, AUTOMATED_SHOE = "manual-shoe", "hand", "automated-shoe"
MANUAL, AUTOMATED = "manual", "automated"
DEALING, SHUFFLING = "dealing_method", "shuffle_method"
ATTESTATIONS, WAIVED, DEMANDED = "attestations", "waived", "demanded"
CARDS, BY_SOFTWARE, REAL = "cards", "software", "real"
STAKES, TRACKED, ANNOUNCED, COUNTED = "stakes", "tracked", "announced", "counted"
DISPLAYS = ("layout", "sign", "both")
"""Where something that players must be told can stand."""

SAME_KIND = "hands of the same kind are compared by their groups from the highest down, then card by card"


def in_cents(dollars: int) -> int:
    """Documents state money in dollars; we keep cents."""
    return dollars * 100


def house_options(
    *,
    operator: str,
    positions: str,
    positions_least: int = 1,
    positions_most: int,
    positions_start: int,
    dealing: str,
    shuffling: str,
    feeds_shoe: str,
    decks: str,
    backs: str,
    cover_card: str,
    cover_colours: tuple[str, ...] = SOLID_COLOURS,
    opening: str,
) -> tuple[Option, ...]:
    """Name, places, cards and devices of a table; the arguments are the clauses that leave each choice open."""
    return (
        Text(
            name="operator",
            help="the name or trade name that the layout bears",
            clause=operator,
            start="Example Casino",
            must_be_named=True,
        ),
        Whole(
            name="positions",
            help="player positions at the table",
            clause=positions,
            least=positions_least,
            most=positions_most,
            start=positions_start,
        ),
        Choice(
            name=DEALING,
            help="where the cards are dealt from",
            clause=dealing,
            values=(MANUAL_SHOE, HAND, AUTOMATED_SHOE),
            start=MANUAL_SHOE,
        ),
        Choice(
            name=SHUFFLING,
            help="shuffled by the dealer or by an automated shuffler",
            clause=shuffling,
            values=(MANUAL, AUTOMATED),
            start=MANUAL,
        ),
        Flag(
            name="shuffler_feeds_shoe",
            help="the shuffler puts the stack straight into the shoe",
            clause=feeds_shoe,
            start=False,
        ),
        Choice(name="decks", help="decks in use", clause=decks, values=(1, 2), start=1),
        Names(
            name="deck_backs",
            help="the colour of each deck's backs",
            clause=backs,
            start=["red"],
            such_as='["red", "blue"]',
        ),
        SolidColour(
            name="cover_card",
            help="the colour of the cover card",
            clause=cover_card,
            values=cover_colours,
            start="yellow",
        ),
        Choice(
            name="opening_route",
            help="cards inspected at the table, or brought inspected and shuffled",
            clause=opening,
            values=("at-table", "preshuffled"),
            start="at-table",
        ),
    )


def stack_delivery(clause: str, late: str) -> Option:
    """When the dealer's stack leaves the automated shoe."""
    return Choice(
        name="dealer_stack_delivery",
        help="when the dealer's stack leaves the automated shoe",
        clause=clause,
        values=("immediate", late),
        start="immediate",
    )


def delivered_late(terms: Terms) -> bool:
    """Whether the dealer's stack waits in the automated shoe."""
    return bool(terms["dealer_stack_delivery"] != "immediate")


def stack_delivery_rule(clause: str) -> Combination:
    """Only an automated shoe has a stack that can wait."""
    return Combination(
        ("dealer_stack_delivery", DEALING),
        clause,
        "only an automated shoe has a dealer's stack that can wait",
        lambda terms: delivered_late(terms) and terms[DEALING] != AUTOMATED_SHOE,
    )


def idle_options(spread: str, after: str | None = None) -> Iterator[Option]:
    """How the cards lie at an open table without play, and from when."""
    yield Choice(
        name="idle_spread",
        help="how the cards lie at an idle table",
        clause=spread,
        values=("face-up", "face-down"),
        start="face-up",
    )
    if after:
        yield Whole(
            name="idle_after_minutes",
            help="minutes without a wager until the table is idle; 0: only when the last player has left",
            clause=after,
            least=0,
            most=24 * 60,
            start=0,
        )


def positions_per_player(clause: str, most: int, start: int) -> Option:
    """On how many positions one player may bet."""
    return Whole(
        name="positions_per_player",
        help="positions one player may bet on in a round",
        clause=clause,
        least=1,
        most=most,
        start=start,
        must_be_named=True,
    )


def positions_rule(clause: str) -> Combination:
    """One player does not bet on more positions than there are."""
    return Combination(
        ("positions_per_player", "positions"),
        clause,
        "one player cannot bet on more positions than the table has",
        lambda t: t["positions_per_player"] > t["positions"],
    )


def counting_option(clause: str) -> Option:
    """Whether the shuffler also counts the deck."""
    return Flag(
        name="shuffler_counts",
        help="the shuffler counts the deck after each shuffle and reports whether 52 cards are there",
        clause=clause,
        start=False,
    )


def counting_rule(clause: str) -> Combination:
    """Only a shuffler that is used can count."""
    return Combination(
        ("shuffler_counts", SHUFFLING),
        clause,
        "only an automated shuffler can count the deck",
        lambda o: o["shuffler_counts"] and o[SHUFFLING] != AUTOMATED,
    )


def display_option(name: str, what: str, clause: str, start: str) -> Option:
    """Where something that players must be told is shown."""
    return Choice(
        name=name,
        help=f"where {what} stand",
        clause=clause,
        values=DISPLAYS,
        start=start,
    )


def attestations_option(clause: str) -> Option:
    """Whether people attest what software cannot see."""
    return Choice(
        name=ATTESTATIONS,
        help="what people answer for with their hands and eyes: attested by them, or waived",
        clause=clause,
        values=(WAIVED, DEMANDED),
        start=WAIVED,
    )


def cards_option(clause: str) -> Option:
    """Whether people deal real cards or the software deals."""
    return Choice(
        name=CARDS,
        help="dealt by the software, or real cards on a real table",
        clause=clause,
        values=(BY_SOFTWARE, REAL),
        start=BY_SOFTWARE,
    )


def stakes_option(clause: str) -> Option:
    """How the amounts of the wagers are known."""
    return Choice(
        name=STAKES,
        help="wagers entered with their amounts, results announced without amounts, or entered and the rack counted",
        clause=clause,
        values=(TRACKED, ANNOUNCED, COUNTED),
        start=TRACKED,
    )


def stakes_rules(clause: str, *by_amount: str) -> Iterator[Combination]:
    """Amounts are not known, or chips counted, beside real cards only; `by_amount` names what is paid by amounts."""
    yield Combination(
        (STAKES, CARDS),
        clause,
        "where the software deals, wagers are made and tracked in it; announced or counted stakes need cards = 'real'",
        lambda terms: terms[STAKES] != TRACKED and terms[CARDS] != REAL,
    )
    for option in by_amount:

        def unknown(terms: Terms, option: str = option) -> bool:
            return bool(terms[STAKES] == ANNOUNCED and terms[option] and terms[option] != "off")

        message = f"with announced stakes no amount is known, which the {option.replace('_', ' ')} is paid by"
        yield Combination((STAKES, option), clause, f"{message}: take it out, or track the stakes", unknown)


def coupon_option(clause: str) -> Option:
    """Whether match play coupons are taken."""
    return Choice(
        name="match_play",
        help="match play coupons: not taken, or taken with chips on the ante",
        clause=clause,
        values=("off", "ante"),
        start="off",
    )


def pay_table_option(
    wager: str, label: str, clause: str, values: tuple[str | int, ...], start: str | int, only_if: str | None = None
) -> Option:
    """Which pay table a wager is paid by; a submission must say."""
    return Choice(
        name=f"{wager}_pay_table",
        help=f"the pay table of the {label}",
        clause=clause,
        values=values,
        start=start,
        must_be_named=True,
        only_if=only_if,
    )


def limits(wager: str, label: str, clause: str, least: int, most: int, only_if: str | None = None) -> Iterator[Option]:
    """The posted minimum and maximum of a wager, starting at these dollars."""
    for bound, start in (("minimum", least), ("maximum", most)):
        yield Amount(
            name=f"{wager}_{bound}",
            help=f"the {bound} {label}",
            clause=clause,
            start=in_cents(start),
            must_be_named=True,
            only_if=only_if,
            follows=None if wager == "table" else f"table_{bound}",
        )


def betting_unit(clause: str, multiple: int = 1) -> Option:
    """The step in which wagers are made."""
    return Amount(
        name="betting_unit",
        help="wagers are whole multiples of this",
        clause=clause,
        start=in_cents(1),
        must_be_named=True,
        multiple=multiple,
    )


def house_rules(*, hand: str, decks: str, backs: str, cover_card: str, feeds_shoe: str) -> tuple[Combination, ...]:
    """Combinations of cards and devices that no game allows."""
    return (
        Combination(
            (DEALING, SHUFFLING),
            hand,
            "dealing from the hand needs an automated shuffler; choose a shoe, or shuffle_method = 'automated'",
            lambda o: o[DEALING] == HAND and o[SHUFFLING] != AUTOMATED,
        ),
        Combination(
            ("decks", SHUFFLING),
            decks,
            "a second deck needs an automated shuffler; use 1 deck, or shuffle_method = 'automated'",
            lambda o: o["decks"] == 2 and o[SHUFFLING] != AUTOMATED,
        ),
        Combination(
            ("decks", "deck_backs"),
            backs,
            "give one back colour for each deck, and different ones for two decks",
            lambda o: len(o["deck_backs"]) != o["decks"] or len(set(o["deck_backs"])) != o["decks"],
        ),
        colour_rule("cover_card", cover_card),
        Combination(
            ("shuffler_feeds_shoe", SHUFFLING),
            feeds_shoe,
            "only an automated shuffler can feed the shoe",
            lambda o: o["shuffler_feeds_shoe"] and o[SHUFFLING] != AUTOMATED,
        ),
        Combination(
            ("shuffler_feeds_shoe", DEALING),
            feeds_shoe,
            "there is no shoe to feed when cards are dealt from the hand",
            lambda o: o["shuffler_feeds_shoe"] and o[DEALING] == HAND,
        ),
    )


def colour_rule(card: str, clause: str) -> Combination:
    """A cover or cutting card stands out from the backs: red does from blue, not from dark red."""

    def alike(terms: Terms) -> bool:
        return any(terms[card].lower() in (back, *back.split()) for back in terms["deck_backs"])

    message = f"the {card.replace('_', ' ')} must not have the colour of a deck's backs"
    return Combination((card, "deck_backs"), clause, message, alike)


def limit_rules(clause: str, *wagers: str, switched: tuple[str, ...] = (), unit: bool = True) -> Iterator[Combination]:
    """A minimum is not above its maximum, and both are whole multiples of the betting unit, if the wager is offered."""
    for wager in wagers:
        low, high = f"{wager}_minimum", f"{wager}_maximum"
        switch = wager if wager in switched else None

        def crossed(t: Terms, low: str = low, high: str = high, switch: str | None = switch) -> bool:
            return bool((switch is None or t[switch]) and t[low] > t[high])

        def uneven(t: Terms, low: str = low, high: str = high, switch: str | None = switch) -> bool:
            return (switch is None or t[switch]) and bool(t[low] % t["betting_unit"] or t[high] % t["betting_unit"])

        yield Combination((low, high), clause, "the minimum is above the maximum", crossed)
        if unit:
            message = "limits must be whole multiples of the betting unit"
            yield Combination((low, high, "betting_unit"), clause, message, uneven)


def approvals_option(clause: str, *needed: NeededApproval) -> Option:
    """The references a table needs to open."""
    return Approvals(
        name="approvals",
        help="references of the approvals and attestations the table needs to open",
        clause=clause,
        start={},
        needed=needed,
    )


def manual_shoe_approvals(shoe: str, standard: str, location: str) -> tuple[NeededApproval, NeededApproval]:
    """What a manual shoe needs: that it meets its standard, and where it stands."""
    return (
        NeededApproval("manual_shoe", f"the manual shoe meets {standard}", shoe, uses(MANUAL_SHOE)),
        NeededApproval("manual_shoe_location", "where the manual shoe stands", location, uses(MANUAL_SHOE)),
    )


def automated_shoe_approvals(clause: str) -> tuple[NeededApproval, ...]:
    """What an automated shoe needs: the shoe, its place and its procedures."""
    return (
        NeededApproval("automated_shoe", "the automated shoe", clause, uses(AUTOMATED_SHOE)),
        NeededApproval("automated_shoe_location", "where the automated shoe stands", clause, uses(AUTOMATED_SHOE)),
        NeededApproval("automated_shoe_procedures", "how the automated shoe is used", clause, uses(AUTOMATED_SHOE)),
    )


def raised_odds_option(payout: str, label: str, clause: str, whole: str) -> Option:
    """Which rows of a payout the operator pays above their floor, and the ruling on what raised odds may be."""
    help_ = f"{label} rows paid above their floor"
    return RaisedOdds(name=f"{payout}_odds", help=help_, clause=clause, whole=whole, start={})


def uses(method: str, option: str = DEALING) -> Callable[[Terms], bool]:
    """A test whether a table uses a method; for approvals that only some methods need."""

    def test(terms: Terms) -> bool:
        return bool(terms[option] == method)

    return test
