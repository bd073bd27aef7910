"""Ultimate Texas Hold 'Em, Massachusetts: Rules of the Game of Ultimate Texas Hold 'Em."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.errors import HandError
from pitboss.games.common import (
    AUTOMATED,
    AUTOMATED_SHOE,
    MANUAL_SHOE,
    betting_unit,
    coupon_option,
    dollars_to_cents,
    house_options,
    house_rules,
    idle_options,
    limit_rules,
    limits,
    no_more_bets,
    pay_table_option,
    uses,
)
from pitboss.games.game import (
    Area,
    Cap,
    CardField,
    Choose,
    Cites,
    Direction,
    EqualTo,
    Exactly,
    Game,
    Needs,
    Procedure,
    Qualifier,
    Required,
    Step,
    Times,
    Wager,
)
from pitboss.games.hand import FinishedHand
from pitboss.games.irregularities import Irregularity, deck_void, goes_on, hand_void, round_void, shuffled_again
from pitboss.games.options import (
    Approvals,
    Flag,
    Forbidden,
    NeededApproval,
    Options,
    RaisedOdds,
    Whole,
)
from pitboss.games.paying import PayTable, PayTables, pay_table
from pitboss.games.progressive import HOLE_PLUS_FLOP, ProgressiveOption
from pitboss.games.settlement import Outcome, Result, by_table, forfeit, lose, push, void, win
from pitboss.hands import five
from pitboss.hands.five import Category, at_least
from pitboss.law import Citation
from pitboss.money import EVEN_MONEY, Odds

PROGRESSIVE = dollars_to_cents(5)
FOUR_WAGERS_LIMIT = dollars_to_cents(50_000)
ALL_WAGERS_LIMIT = dollars_to_cents(75_000)
PLAY_AT_MOST = 4
FLOP = 3
COVER_ALL_PLAYERS = 6

# --- pay tables ------------------------------------------------------------------------------------------------------

_KINDS = (
    ("royal flush", Category.ROYAL_FLUSH),
    ("straight flush", Category.STRAIGHT_FLUSH),
    ("four of a kind", Category.FOUR_OF_A_KIND),
    ("full house", Category.FULL_HOUSE),
    ("flush", Category.FLUSH),
    ("straight", Category.STRAIGHT),
    ("three of a kind", Category.THREE_OF_A_KIND),
)


def _table(name: str, clause: str, *odds: int) -> PayTable:
    """Odds to 1 for the best kinds of hand, royal flush first."""
    rows = [(label, at_least(kind), Odds(win)) for (label, kind), win in zip(_KINDS, odds, strict=False)]
    return pay_table(name, clause, *rows)


BLIND = pay_table(
    "blind",
    "UTH-11(c)",
    ("royal flush", at_least(Category.ROYAL_FLUSH), Odds(500), "UTH-11(c)[royal-flush]"),
    ("straight flush", at_least(Category.STRAIGHT_FLUSH), Odds(50), "UTH-11(c)[straight-flush]"),
    ("four of a kind", at_least(Category.FOUR_OF_A_KIND), Odds(10), "UTH-11(c)[four-of-a-kind]"),
    ("full house", at_least(Category.FULL_HOUSE), Odds(3), "UTH-11(c)[full-house]"),
    ("flush", at_least(Category.FLUSH), Odds(3, 2), "UTH-11(c)[flush]"),
    ("straight", at_least(Category.STRAIGHT), Odds(1), "UTH-11(c)[straight]"),
    otherwise="push",
)
TRIPS: PayTables = {
    "A": _table("A", "UTH-11(d)[A]", 50, 40, 30, 9, 7, 4, 3),
    "B": _table("B", "UTH-11(d)[B]", 50, 40, 30, 8, 6, 5, 3),
    "C": _table("C", "UTH-11(d)[C]", 50, 40, 30, 8, 7, 4, 3),
    "D": _table("D", "UTH-11(d)[D]", 50, 40, 20, 7, 6, 5, 3),
}
COVER_ALL: PayTables = {
    7: _table("7 hands", "UTH-13(k)[7]", 70, 30, 20, 4),
    6: _table("6 hands", "UTH-13(k)[6]", 80, 40, 30, 4),
    5: _table("5 hands", "UTH-13(k)[5]", 100, 40, 35, 5),
    4: _table("4 hands", "UTH-13(k)[4]", 125, 70, 40, 6),
    3: _table("3 hands", "UTH-13(k)[3]", 150, 80, 50, 8),
    2: _table("2 hands", "UTH-13(k)[2]", 200, 100, 70, 12),
}


# --- settlement ------------------------------------------------------------------------------------------------------


def settle(options: Options, hand: FinishedHand) -> Iterator[Result]:
    """Ante, blind, play, trips, progressive; Cover All at the end (UTH-R40)."""
    if hand.folded:
        for wager in ("ante", "blind"):
            yield forfeit(wager, hand.wagers[wager], ("UTH-10(e)(2)",), ("the player folded",))
    else:
        yield from _against_dealer(hand)
    if "trips" in hand.wagers:
        yield settle_trips(options, hand)
    if "progressive" in hand.wagers:
        yield settle_progressive(options, hand)
    if "cover_all" in hand.wagers:
        yield _cover_all(hand)


def _against_dealer(hand: FinishedHand) -> Iterator[Result]:
    player, dealer = _value(hand, "player"), _value(hand, "dealer")
    facts = (f"player {five.name(player)}", f"dealer {five.name(dealer)}")
    qualifies = dealer >= at_least(Category.ONE_PAIR)
    plain = () if qualifies else ("UTH-10(g).3", "UTH-R5")
    ante, blind, play = (hand.wagers[wager] for wager in ("ante", "blind", "play"))

    if not qualifies:
        yield push("ante", ante, ("UTH-10(g).2", "UTH-R5"), (*facts, "dealer below a pair: the ante goes back"))
    elif player > dealer:
        yield win("ante", ante, EVEN_MONEY, ("UTH-10(h)(2).1", "UTH-11(b)"), facts)
    else:
        yield _not_won("ante", ante, player == dealer, (), facts)

    if player > dealer:
        if row := BLIND.row(player):
            because = (*plain, "UTH-10(h)(2).1", row.clause, BLIND.clause)
            yield win("blind", blind, row.odds, because, (*facts, f"blind pays {row.odds} on a {row.label}"))
        else:
            because = (*plain, "UTH-10(h)(2).2", "UTH-11(c)[less-than-straight]")
            yield push("blind", blind, because, (*facts, "won with less than a straight: the blind goes back"))
        yield win("play", play, EVEN_MONEY, (*plain, "UTH-10(h)(2).1", "UTH-11(b)"), facts)
    else:
        yield _not_won("blind", blind, player == dealer, plain, facts)
        yield _not_won("play", play, player == dealer, plain, facts)


def _not_won(wager: str, stake: int, tie: bool, plain: tuple[Citation, ...], facts: tuple[str, ...]) -> Result:
    if tie:
        return push(wager, stake, (*plain, "UTH-10(h)(3)", "UTH-5(c).3"), (*facts, "equal hands"))
    return lose(wager, stake, (*plain, "UTH-10(h)(1)"), facts)


def settle_trips(options: Options, hand: FinishedHand) -> Result:
    """The player's own best five, whatever became of the other wagers, folded or not (UTH-R55)."""
    player = _value(hand, "player")
    return by_table(
        "trips",
        hand.wagers["trips"],
        options.pay_table("trips"),
        player,
        wins=("UTH-10(e)(2)(i)",) if hand.folded else ("UTH-10(h)(4).2",),
        loses=("UTH-1(trips).2", "UTH-R41"),
        facts=(f"player {five.name(player)}",),
    )


def settle_progressive(options: Options, hand: FinishedHand) -> Result:
    """By the operator's definition; without one the wager is not offered and the chip goes back (UTH-R4)."""
    stake, progressive = hand.wagers["progressive"], options["progressive"]
    if progressive is None:
        return void("progressive", stake, ("UTH-R4",), ("no progressive has been submitted: the wager is not offered",))
    cards = hand.cards["player"] + hand.cards["community"]
    strength = five.value(cards[: 2 + FLOP] if progressive.basis == HOLE_PLUS_FLOP else cards)
    facts = (f"player {five.name(strength)}",)
    award = progressive.award(strength)
    if award is None:
        return lose("progressive", stake, ("UTH-14(c)", "UTH-R41"), (*facts, "no award for this hand"))
    paid = progressive.pays(award, hand.meter, hand.sharers, "UTH-R54")
    shared = f", divided by {hand.sharers}" if award.share and hand.sharers > 1 else ""
    clauses = ("UTH-14(c)", "UTH-R4", "UTH-R54", "UTH-R73")
    return Result("progressive", Outcome.WIN, stake, paid, stake, clauses, (*facts, f"award {award}{shared}"))


def _cover_all(hand: FinishedHand) -> Result:
    """One payment on the highest hand turned up; the column is the number of hands dealt (UTH-R2, UTH-R48)."""
    hands = len(hand.others) + 2
    if hands not in COVER_ALL:
        raise HandError("cover-all-hands", f"Cover All is for 2 to 7 hands with the dealer's, not {hands}", "UTH-13(k)")
    board = hand.cards["community"]
    shown = [five.value(other + board) for other in hand.others if max(other) < 52]
    if not hand.folded or "trips" in hand.wagers:
        shown.append(_value(hand, "player"))
    dealer = _value(hand, "dealer")
    highest = max([dealer, *shown])
    facts = (
        f"{hands} hands in the round",
        f"highest {five.name(highest)}" + (" (dealer)" if highest == dealer else ""),
    )
    return by_table(
        "cover_all",
        hand.wagers["cover_all"],
        COVER_ALL[hands],
        highest,
        wins=("UTH-13(c)", "UTH-13(g).1"),
        loses=("UTH-13(b)", "UTH-R1"),
        facts=facts,
    )


def _value(hand: FinishedHand, whose: str) -> int:
    return five.value(hand.cards[whose] + hand.cards["community"])


def four_wagers_limit(options: Options) -> int:
    """$50,000, or the most one patron could win at the table minimum if that is more (UTH-11(e), UTH-R8)."""
    trips = options.pay_table("trips").top.win if options["trips"] else 0
    units = EVEN_MONEY.win + PLAY_AT_MOST + BLIND.top.win + trips
    return max(FOUR_WAGERS_LIMIT, int(options["table_minimum"]) * units)


# --- the operator's options ------------------------------------------------------------------------------------------

_APPROVALS = (
    NeededApproval("manual_shoe", "the manual shoe meets 205 CMR 146.51", "UTH-7(a).1", uses(MANUAL_SHOE)),
    NeededApproval("manual_shoe_location", "where the manual shoe stands", "UTH-7(a).2", uses(MANUAL_SHOE)),
    NeededApproval("automated_shoe", "the automated shoe", "UTH-9(a).3", uses(AUTOMATED_SHOE)),
    NeededApproval("automated_shoe_location", "where the automated shoe stands", "UTH-9(a).3", uses(AUTOMATED_SHOE)),
    NeededApproval("automated_shoe_procedures", "how it is used", "UTH-9(a).3", uses(AUTOMATED_SHOE)),
)

OPTIONS = (
    *house_options(
        operator="UTH-R11",
        positions="UTH-R10",
        positions_most=7,
        positions_start=6,
        dealing="UTH-R15",
        shuffling="UTH-4(a).3",
        feeds_shoe="UTH-4(a).5",
        decks="UTH-2(b)",
        backs="UTH-2(b)(2)",
        cover_card="UTH-2(a).3",
        cover_colours=("yellow", "green"),
        opening="UTH-3(a).2",
    ),
    *idle_options("UTH-4(e).1", "UTH-R18"),
    Whole(
        name="stub_count_every",
        help="the stub is counted every so many rounds",
        clause="UTH-7(f).1",
        least=1,
        most=5,
        start=5,
    ),
    coupon_option("UTH-R28"),
    *limits("table", "ante", "UTH-R9", 10, 500),
    betting_unit("UTH-R45", multiple=2),
    Flag(name="trips", help="the trips wager is offered", clause="UTH-R44", start=True),
    *limits("trips", "trips wager", "UTH-R9", 5, 100, only_if="trips"),
    pay_table_option("trips", "trips wager", "UTH-11(d).2", ("A", "B", "C", "D"), "C", only_if="trips"),
    RaisedOdds(name="trips_odds", help="trips rows paid above the selected table", clause="UTH-11(d).1", start={}),
    Flag(name="cover_all", help="the Cover All wager is offered", clause="UTH-R47", start=False),
    Flag(
        name="cover_all_mode",
        help="the device is an i-Deal Plus (or its stand-in) in Cover All mode",
        clause="UTH-13(d)",
        start=False,
    ),
    *limits("cover_all", "Cover All wager", "UTH-R9", 5, 25, only_if="cover_all"),
    ProgressiveOption(
        name="progressive",
        help="the operator's progressive; empty: not offered",
        clause="UTH-R4",
        start={},
        wager=PROGRESSIVE,
    ),
    Approvals(
        name="approvals",
        help="references of the approvals the table needs to open",
        clause="UTH-R12",
        start={},
        needed=_APPROVALS,
    ),
)

FORBIDDEN = (
    *house_rules(
        hand="UTH-8(b)(1)", decks="UTH-2(b)", backs="UTH-2(b)(2)", cover_card="UTH-2(a).3", feeds_shoe="UTH-4(a).5"
    ),
    *limit_rules("UTH-R9", "table", "trips", "cover_all"),
    Forbidden(
        ("cover_all", "positions"),
        "UTH-R10",
        "Cover All has odds for six players at most; with it a table has 1 to 6 positions",
        lambda o: o["cover_all"] and o["positions"] > COVER_ALL_PLAYERS,
    ),
    Forbidden(
        ("cover_all", "shuffle_method", "dealing_method"),
        "UTH-R15",
        "Cover All needs an automated shuffler and stacks from the automated shoe",
        lambda o: o["cover_all"] and (o["shuffle_method"], o["dealing_method"]) != (AUTOMATED, AUTOMATED_SHOE),
    ),
    Forbidden(
        ("cover_all", "cover_all_mode"),
        "UTH-13(d)",
        "Cover All needs the i-Deal Plus in its Cover All mode (cover_all_mode = true)",
        lambda o: o["cover_all"] and not o["cover_all_mode"],
    ),
    Forbidden(
        ("progressive", "trips"),
        "UTH-14(b).1",
        "a progressive needs a trips wager, so trips must be offered",
        lambda o: bool(o["progressive"]) and not o["trips"],
    ),
)

# --- irregularities --------------------------------------------------------------------------------------------------

_ALIVE = ("trips", "progressive")
IRREGULARITIES = {
    Irregularity.FACE_UP_CARD: goes_on(
        "the card is not used and is racked; the next card takes its place", "UTH-15(b).1", "UTH-R57"
    ),
    Irregularity.SECOND_FACE_UP_IN_DEAL: round_void("UTH-15(b).2", "UTH-R53"),
    Irregularity.SECOND_FACE_UP_LATER: round_void("UTH-15(b).3", "UTH-R53", still_settled=_ALIVE),
    Irregularity.FACE_UP_IN_STUB: goes_on("it has no effect once the board is complete", "UTH-R66"),
    Irregularity.DRAWN_UNSEEN: goes_on("it is used as the next card", "UTH-15(c)"),
    Irregularity.DRAWN_SEEN: goes_on("it is treated as a card found face up", "UTH-R59", "UTH-15(b).1"),
    Irregularity.PLAYER_COUNT: hand_void("UTH-15(d).1", "UTH-R53"),
    Irregularity.DEALER_SHORT: goes_on("the next card completes the dealer's hand", "UTH-15(d).3", "UTH-R60"),
    Irregularity.DEALER_COUNT: round_void("UTH-15(d).2", "UTH-R53"),
    Irregularity.DEALER_EXPOSED: round_void("UTH-15(a).1", "UTH-15(a).2", "UTH-R53", still_settled=_ALIVE),
    Irregularity.DEALER_EXPOSED_LATE: goes_on("it has no effect", "UTH-15(a).1", "UTH-R56"),
    Irregularity.PLAYER_EXPOSED: goes_on("the card stays and the round goes on", "UTH-R66"),
    Irregularity.EARLY_COMMUNITY: round_void("UTH-R62", "UTH-R53", still_settled=_ALIVE),
    Irregularity.PASSED_OVER: hand_void("UTH-R63", "UTH-15(d).1"),
    Irregularity.DEAD_CARDS: goes_on("they are dead and set aside; the round goes on", "UTH-R63"),
    Irregularity.STUB_MISDEAL: round_void("UTH-7(f)(2).2", "UTH-R35", "UTH-R53"),
    Irregularity.STUB_DECK: deck_void("UTH-7(f)(2).3", "UTH-R36", "UTH-R53"),
    Irregularity.FOREIGN_CARD: deck_void("UTH-R36", "UTH-R53"),
    Irregularity.SHUFFLER_FAULT: shuffled_again("UTH-15(e)", "UTH-R64"),
    Irregularity.SHOE_FAULT: round_void("UTH-15(f).1", "UTH-15(f).2", "UTH-R53"),
}

# --- the game --------------------------------------------------------------------------------------------------------

_CLOCKWISE = Direction.CLOCKWISE
SCRIPT = (
    no_more_bets("UTH-7(b)", "UTH-8(b)(3).1", "UTH-9(b)(2)", "UTH-6(b).2"),
    Step("deal", "two cards face down to each player and two to the dealer, under a cover card",
         ("UTH-7(d)", "UTH-8(c)", "UTH-9(c).1"), _CLOCKWISE, 2),
    Step("decide", "before the flop", ("UTH-10(a).3", "UTH-10(a).4"), _CLOCKWISE,
         choices=(Choose("check", "check"), Choose("play", "play 3 or 4 times the ante", "play", (3, 4)))),
    Step("burn", "a card is burned", ("UTH-10(b).1",), count=1),
    Step("community", "the flop: three community cards, face up", ("UTH-10(b).2", "UTH-1(flop)"), count=FLOP),
    Step("decide", "after the flop, those without a play wager", ("UTH-10(c).1", "UTH-10(c).2"), _CLOCKWISE,
         choices=(Choose("check", "check"), Choose("play", "play 2 times the ante", "play", (2,)))),
    Step("burn", "a card is burned", ("UTH-10(d).1",), count=1),
    Step("community", "the last two community cards, face up", ("UTH-10(d).2",), count=2),
    Step("stub", "the stub is set aside, counted at least every fifth round", ("UTH-7(e).2", "UTH-7(f).1")),
    Step("decide", "at the end, those without a play wager", ("UTH-10(e).1", "UTH-10(e).2"), _CLOCKWISE,
         choices=(Choose("play", "play 1 times the ante", "play", (1,)), Choose("fold", "fold"))),
    Step("reveal", "the dealer turns up the dealer's two cards and announces the hand", ("UTH-10(f).2", "UTH-10(f).4")),
    Step("settle", "each player in turn: ante, blind, play, trips, progressive; then folded hands with trips",
         ("UTH-10(g).1", "UTH-10(h).1", "UTH-R39", "UTH-R40"), Direction.COUNTERCLOCKWISE),
    Step("settle-last", "Cover All, for all players at the very end", ("UTH-13(j)",), Direction.COUNTERCLOCKWISE),
)  # fmt: skip

_ANTE_AND_BLIND = ("ante", "blind")
GAME = Game(
    name="ultimate-texas-hold-em",
    short="uth",
    title="Ultimate Texas Hold 'Em",
    prefix="UTH",
    summary="Two cards and a five-card board against the dealer's; the sooner you bet, the more you may.",
    cites=Cites(
        deck="UTH-2(a).2",
        area="UTH-6(a).1",
        amount="UTH-R45",
        choices="UTH-R71",
        decide="UTH-10(e).2",
        folded="UTH-1(fold)",
        coupon="UTH-R28",
        void="UTH-R61",
    ),
    wagers=(
        Wager(name="ante", label="ante", clause="UTH-1(ante).1", conditions=(Required("UTH-1(ante).1"),)),
        Wager(
            name="blind",
            label="blind",
            clause="UTH-1(blind).1",
            conditions=(Required("UTH-1(blind).1"), EqualTo("UTH-1(ante).2", "ante")),
        ),
        Wager(
            name="play",
            label="play wager",
            clause="UTH-1(play)",
            conditions=(Times("UTH-R27", (1, 2, 3, PLAY_AT_MOST)),),
            after_deal=True,
        ),
        Wager(
            name="trips",
            label="trips wager",
            clause="UTH-1(trips).1",
            conditions=(Needs("UTH-6(c).1", _ANTE_AND_BLIND),),
            offered="trips",
        ),
        Wager(
            name="progressive",
            label="progressive wager",
            clause="UTH-14(a)",
            conditions=(Exactly("UTH-14(a)", PROGRESSIVE), Needs("UTH-14(b).1", (*_ANTE_AND_BLIND, "trips"))),
        ),
        Wager(
            name="cover_all",
            label="Cover All wager",
            clause="UTH-13(a)",
            conditions=(Needs("UTH-R47", _ANTE_AND_BLIND),),
            offered="cover_all",
        ),
    ),
    fields=(
        CardField(name="player", count=2, clause="UTH-15(d).1"),
        CardField(name="community", count=5, clause="UTH-1(community).1"),
        CardField(name="dealer", count=2, clause="UTH-15(d).2", if_folded=None, needed_by=("cover_all",)),
        CardField(name="others", count=2, clause="UTH-13(b)", if_played=None, if_folded=None, many=True),
    ),
    layout=(
        Area("ante", "UTH-R11"),
        Area("blind", "UTH-R11"),
        Area("play", "UTH-10(a)(1)"),
        Area("trips", "UTH-6(c).2", offered="trips"),
        Area("cover all", "UTH-R11", offered="cover_all"),
        Area("progressive", "UTH-R11", offered="progressive"),
        Area("community cards", "UTH-10(b).2", each_position=False),
        Area("dealer's hand", "UTH-7(d)(2)", each_position=False),
        Area("discard rack", "UTH-R11", each_position=False),
        Area("table inventory container", "UTH-R11", each_position=False),
    ),
    inscriptions=(
        ("the operator's name", "UTH-R11"),
        ("the game's name", "UTH-R11"),
        ("the blind and trips tables in force", "UTH-R11"),
        ("the dealer needs a pair for the ante to play", "UTH-R11"),
        ("the limits", "UTH-R11"),
    ),
    procedure=Procedure(
        cards_each=2,
        stack=2,
        positions_most=7,
        cover_cards=2,
        clauses=("UTH-4(c)(1)(ii)", "UTH-R16", "UTH-7(f).1", "UTH-9(a).2", "UTH-R13"),
    ),
    script=SCRIPT,
    ranking=(("best five of seven cards", (*(kind.label for kind in reversed(Category)),)),),
    qualifier=Qualifier("the dealer needs a pair for the ante to play", ("UTH-10(g).2", "UTH-10(h).1")),
    even_money={"ante": "UTH-11(b)", "play": "UTH-11(b)"},
    pay_tables={"blind": {"blind": BLIND}, "trips": TRIPS, "cover_all": COVER_ALL},
    selected_by={"trips": "trips_pay_table"},
    raised_odds={"trips": "trips_odds"},
    settlement_clauses=("UTH-10(h).1", "UTH-10(h).4", "UTH-R40"),
    caps=(
        Cap(
            ("ante", "match_play", "blind", "play", "trips"),
            four_wagers_limit,
            ("UTH-11(e).1", "UTH-11(e).2", "UTH-R3"),
            "limit for ante, blind, play and trips",
        ),
        Cap(
            ("ante", "match_play", "blind", "play", "trips", "cover_all"),
            lambda options: ALL_WAGERS_LIMIT,
            ("UTH-14(d)", "UTH-R3"),
            "limit for all wagers but the progressive",
        ),
    ),
    irregularities=IRREGULARITIES,
    options=OPTIONS,
    forbidden=FORBIDDEN,
    settle=settle,
    settle_alone={"trips": settle_trips, "progressive": settle_progressive},
)
