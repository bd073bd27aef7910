"""What follows from irregularities at four casino poker games.

Written from the regulations and the house's rulings alone.  Clause ids in the
comments: HL = 5 Card Hi-Lo, T5 = Top Five Poker, PK = Pik-It Poker, UTH =
Ultimate Texas Hold 'Em; an R-number is a ruling.  Choices the documents leave
open are explained below; N-numbers in the comments point there.

Reports are taken in the order in which they were made.  Whatever a report
orders is added to what earlier reports ordered (HL-R56, PK-R67, T5-R79,
UTH-R80); nothing that was ordered is ever taken back by a later report.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

# --- choices where the documents leave it open ---------------------------------------------------------------------
#
# The numbers are cited at the places in question.
#
# N1. Is Round always after the call? Between-round rules (HL-R58, PK-R69, UTH-R82: deck shuffled again) need a time
#     before "No more bets"; Moment has no such flag. Chosen: always after it. So reshuffled_before_deal is only ever
#     true at Top Five (T5-R81).
# N2. initial_deal_complete, "short hands included". Chosen: it is true only when a stack shortened by a find has been
#     completed as well. A second find on the way there is therefore still "during the deal".
# N3. Repairs pending when the round, or the hand itself, becomes void. A short stack (HL-R19, PK-R45, UTH-R58) is
#     completed only for a wager that lives on, the dealer's hand not at all: no wager that lives is held against it.
#     A repair already done stays listed.
# N4. set_aside of the card that voids. "found face up and replaced": the second card is not replaced, so it is not
#     counted, except at Hold 'Em when trips live and the board is completed (UTH-R57, "simply skipped"). If no trips
#     wager lives, 1.
# N5. A card that is seen in a dealer's stack which waits in the shoe. T5-R23 and PK-R39 say that the stack counts as
#     dealt, so it is a dealer's card seen before the reveal (T5-R67, PK-R45, PK-R46): void, also when all have
#     decided, and however it is reported. A face-up card met before that stack came out was found in the deal.
# N6. T5-R67 "whose face the dealer exposes". (a) A *player* exposes the dealer's card: not covered literally. Chosen:
#     void as well (the harm is the same); nobody's wagers wait, since only HL-R20 orders that. (b) A player's card
#     flipped by the dealer *after* the deal: "before its time". Chosen: void until the dealer's reveal; later it
#     stands and is public. (c) A player who shows the own card has the matter of 11.A(4): as a breach reported, until
#     the reveal. (First read as "public only", against the words "has the matter of 11.A(4)".)
# N7. Hold 'Em, community card exposed before the initial deal is complete. UTH-R62 (void, trips live) or UTH-R59
#     (drawn in error and seen = a find)? Chosen: R59, no community card exists yet. With all five up:
#     ImpossibleFactError.
# N8. Top Five between the last settlement and the closing of 11.D. T5-R64: void until closed, for a wrong hand and
#     for a wrong deck. (T5-R80 first said otherwise; it was corrected: "rounds that are closed stand".)
# N9. Hand counts in the middle of the deal. HL-R51, PK-R63, T5-R75: "too few when the deal ends". Decided by the
#     house: a hand is held against the cards it should have so far.
# N10. UTH-15(d), the proof of the count. Without it, from whatever the cards are dealt, no repair (UTH-R60). (First
#     chosen: with a closed shoe the count is made later.) A proof that shows another total: every hand is counted
#     (UTH-R60, UTH-R36). (First chosen: the deck leaves at once.)
# N11. Wrong hand after the stub was counted right. Hands and stub then make 52 plus or minus the error. Decided by
#     the house: every hand is counted; a total of 52 leaves each wrong hand to its own rule (HL-R15, UTH-R35: one
#     hand; PK, T5: the round; T5-R63: 8 and 6), any other voids all hands, and the deck leaves. (First chosen: the
#     deck leaves at once.) If the round is void before the hands are counted, the whole deck is counted when it is
#     gathered.
#     Dead cards that come to light after a right stub count: its number does not fit any more, so it is counted again
#     (HL-R54, PK-R65, T5-R77, UTH-R78), and then it is a stub that was counted wrong like any other. With undealt cards
#     only (UTH-15(d)), every hand is counted at once (UTH-R60, UTH-R63).
# N11a. stub "racked" is taken as counted right if count_due (a due stub is racked only then), as uncounted otherwise.
# N11b. More cards in the hands than 52 less everything else: the deck is wrong even without a stub count. An
#     `undealt` that is given with a wrong hand is used for the total, unless the stub was counted; with a right one
#     nobody asks for it (UTH-15(d)).
# N12. shoe-fault with a manual shoe: nothing follows (the clauses speak of the automated shoe); dealt from the hand:
#     ImpossibleFactError. Before the first stack, after the call: void in all games (the shoe "fails to deal cards").
#     Stub taken while a Top Five dealer's stack waits in the exit tray: void, the shoe is still in use (T5-R69).
# N13. departed at Hi-Lo, Pik-It, Hold 'Em waits for no ruling. nothing_follows is False while somebody has still to
#     decide (a stand-in acts for the player: PK-R54, UTH-R30, HL-R42), True afterwards. The flag is the table's
#     all_decided, not the player's own. A `ruled` there raises ImpossibleFactError; if HL-R42's "declare folded" is
#     meant by it, this is a difference of modelling.
# N14. Forfeits at Top Five. "All wagers on that round" (11.A(5)), "every box" (R34): settled ones included, until the
#     round is closed (R64). Each report is confirmed by itself, and "stands" answers only the departure. (First
#     chosen: only wagers not settled, T5-R17, which says where stakes lie, not that they are safe.)
# N15. Hi-Lo dealer's four. HL-R21: "engine always takes the stub's first card", so repaired even when the stub is
#     racked; a live table whose stub cannot be told apart would void, but Moment cannot say so. Allowed until the
#     reveal, where its cards are turned up (HL-R54). Counted as four again after a repair: completed again,
#     HL-40.12(d) asks only for the number. (First chosen: void.) Until it is complete the cards are still being dealt,
#     from a racked stub as well: a card seen then is a find.
# N16. Hi-Lo after the last settlement, misdeal by a late stub count: round stands (HL-R6), but each wrong player's
#     hand is void until the table is cleared (HL-R22).
# N17. count_due. "Void before its stub is counted": whether it was taken or not. A round of Hold 'Em whose board is
#     completed for trips has its stub counted instead (UTH-R33). It is applied before the first card too, although
#     such a round does not count as a round (HL-R17, T5-R60). False when the deck leaves ("or leaves the table").
# N18. Hold 'Em shoe fault in a round already void: the counting of UTH-R64 is still ordered while the shoe holds
#     cards (UTH-R80: each step any of them orders).
# N19. alive names only kinds somebody actually has down on a hand not void by itself. A hand void by itself loses its
#     trips also in a round whose trips live, although it is not listed in void_hands then.
# N20. public. Not for hands already face up (nothing follows), racked, void by themselves, or of a void round (HL-R59
#     etc.), unless a wager of the hand lives. What was public before a void stays listed.
# N21. Which stack is short. face-up has no position: the hand after the last one with cards in deal order, or that
#     last one itself if it has fewer than due.
# N22. stub-count-wrong whose number fits (void hands counted as they are, UTH-R34): ImpossibleFactError. Also before
#     the deal (Hold 'Em: the board) is complete.
# N23. Breach before the first card: ImpossibleFactError. "look" at Top Five: nothing (T5-R34, refused and logged). At
#     the other games every limb: nothing (no penalty in the texts).
# N24. A card drawn from the stub and seen after the deal (HL-R20 has no time limit): nothing follows, because
#     40.12(a), to which it points, has one (HL-R19).
# N25. UTH-15(a), HL-R20, "prior to each player having either folded or placed a play wager": a player whose hand is
#     void, by itself or with the round, before deciding has done neither, so the order of reports is nothing (UTH-R56,
#     UTH-R62, UTH-R80). The same for community cards that are shown too early, until the burn for them is made: such a
#     card lies on the board, also in a round that is void already, and is not set aside.

Game = Literal["hi-lo", "top-five", "pik-it", "uth"]
Dealing = Literal["manual-shoe", "hand", "automated-shoe"]
Stub = Literal["not-taken", "taken", "counted-right", "racked"]
What = Literal[
    "face-up",
    "drawn",
    "hand-count",
    "stub-count-wrong",
    "stub-count-right",
    "exposed",
    "dead-cards",
    "foreign-card",
    "shoe-fault",
    "shuffler-fault",
    "departed",
    "breach",
    "ruled",
]
Where = Literal["dealer", "player", "burn", "stub", "community"]
Limb = Literal["own-hand", "talk", "touch", "out-of-view", "look"]
Ruling = Literal["forfeit", "stand"]
Wager = tuple[int, str]

DEALER = 0
DECK = 52
NO_WAGERS: frozenset[str] = frozenset()
# UTH-15(a), UTH-15(b), UTH-R53: trips are settled, and the progressive with them.
TRIPS_AND_PROGRESSIVE: frozenset[str] = frozenset({"trips", "progressive"})


class ImpossibleFactError(Exception):
    """The reported fact cannot exist at its moment."""


@dataclass(frozen=True)
class Moment:
    """The table when a report is made."""

    first_card_dealt: bool
    initial_deal_complete: bool
    hand_sizes: Mapping[int, int]
    hand_size_due: int
    community: int
    burned: int
    undealt: int
    stub: Stub
    all_decided: bool
    somebody_to_decide_before_next_community: bool
    dealer_revealed: bool
    dealer_waits_in_shoe: bool
    out_of_shoe: bool
    settled: frozenset[Wager]
    last_wager_settled: bool
    table_cleared: bool
    racked: frozenset[int]
    up: frozenset[int]
    shuffle_due: bool = False
    # Whether every player has folded or played, and set the hand; who was void first has done neither (N25).
    all_answered: bool = False
    # How many cards of a hand have been turned up.
    turned_up: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """One reported fact; only the arguments of its kind are filled in."""

    what: What
    moment: Moment
    seen: bool | None = None
    position: int | None = None
    cards: int | None = None
    undealt: int | None = None
    hands: Mapping[int, int] | None = None
    where: Where | None = None
    by_player: bool = False
    at_once: bool | None = None
    player: str | None = None
    limb: Limb | None = None
    ruling: Ruling | None = None


@dataclass(frozen=True)
class Round:
    game: Game
    dealing: Dealing
    delivery_after_decisions: bool
    positions: tuple[int, ...]
    player_of: Mapping[int, str]
    wagers: Mapping[int, tuple[str, ...]]
    count_due: bool
    reports: tuple[Report, ...]


@dataclass(frozen=True)
class Outcome:
    round_void: bool
    alive: frozenset[str]
    void_hands: frozenset[int]
    returned: frozenset[Wager]
    forfeited: frozenset[Wager]
    waits_for_ruling: frozenset[str]
    deck_leaves: bool
    whole_deck_counted: bool
    set_aside: int
    dead: int
    dealer_completed: int
    short_hands_completed: frozenset[int]
    reshuffled_before_deal: bool
    public: frozenset[int]
    nothing_follows: tuple[bool, ...]


@dataclass
class _State:
    """Everything the reports so far have brought about."""

    round_void: bool = False
    # The wager names that every voiding irregularity so far leaves alive.
    may_live: frozenset[str] = TRIPS_AND_PROGRESSIVE
    own_void: set[int] = field(default_factory=set)
    forfeited: set[Wager] = field(default_factory=set)
    # Hands whose players were found to have lost, hidden or mixed up cards (T5-R34).
    answered: set[int] = field(default_factory=set)
    # Matters the floor has still to rule on: a player's departure or exposing (""), or breach of a rule.
    matters: set[tuple[str, str]] = field(default_factory=set)
    # Players about whom there ever was a matter to rule on that the void ended.
    mooted: set[str] = field(default_factory=set)
    # Hi-Lo: players who exposed the dealer's card and whose wagers are held or lost.
    withheld: set[str] = field(default_factory=set)
    deck_leaves: bool = False
    deck_count_ordered: bool = False
    finds: int = 0
    set_aside: int = 0
    # Cards found that lie in the rack: those set aside, and the one that made the round void.
    found_in_rack: int = 0
    dead: int = 0
    dealer_completed: int = 0
    # Cards of dealer_completed that have not been dealt yet.
    dealer_cards_to_come: int = 0
    short_hands: set[int] = field(default_factory=set)
    reshuffled_before_deal: bool = False
    shuffles: int = 0
    public: set[int] = field(default_factory=set)
    dealer_card_seen: bool = False
    # Counts do not come to 52, and nobody has found out why (N11).
    unexplained: bool = False
    stub_counted_wrong: bool = False
    # Dead cards were found after the stub was counted right: it is to be counted again (N11).
    stub_doubted: bool = False
    # What the stub was counted to have when it did not fit.
    wrong_stub: int | None = None
    # Dead cards found after the stub was counted right, while every hand is to be counted.
    dead_since_count: int = 0
    # By how many the deck is more than 52, as the undealt cards were counted beside the hands (UTH-15(d), UTH-R60).
    surplus: int | None = None
    # The top card of the stub was seen when no card was to come any more.
    stub_seen: bool = False
    # Hands by their last count, those in the rack too: a count of the stub allows for them.
    allowed_for: dict[int, int] = field(default_factory=dict)
    # What was settled when a hand became void by itself, if the last wager of the round was not (HL-R56, UTH-R80).
    settled_before_void: frozenset[Wager] | None = None


def consequences(round_: Round) -> Outcome:
    """Apply the reports one after another and say what they bring about."""
    _check_round(round_)
    state = _State()
    flags: list[bool] = []
    for report in round_.reports:
        reveal_is_due = not state.round_void and not report.moment.dealer_revealed
        if reveal_is_due or _last_wagers_went_back(state, report.moment):
            # HL-R6, PK-R47, UTH-R61: results stand once the dealer's hand is turned up as well.
            report = replace(report, moment=replace(report.moment, last_wager_settled=False))
        if report.what == "stub-count-right":
            _stub_count_right(round_, state, report)  # no report of a fault
            continue
        before, shuffles = _outcome(round_, state, ()), state.shuffles
        more = _apply(round_, state, report)
        after = _outcome(round_, state, ())
        # A report without any effect is only recorded.
        flags.append(before == after and shuffles == state.shuffles and not more)
    return _outcome(round_, state, tuple(flags))


def _last_wagers_went_back(state: _State, moment: Moment) -> bool:
    """Whether nothing was settled after a hand became void by itself, so that no wager was settled last."""
    if state.settled_before_void is None:
        return False
    return {wager for wager in moment.settled if wager[0] not in state.own_void} <= state.settled_before_void


# ---------------------------------------------------------------- the outcome


def _all_wagers(round_: Round) -> set[Wager]:
    return {(position, wager) for position in round_.positions for wager in round_.wagers.get(position, ())}


def _wagers_of(round_: Round, player: str) -> set[Wager]:
    return {(position, wager) for position, wager in _all_wagers(round_) if round_.player_of[position] == player}


def _living(round_: Round, state: _State) -> set[Wager]:
    """Wagers that outlive a void round: only trips and progressive of Hold 'Em."""
    if round_.game != "uth" or not state.round_void:
        return set()
    return {
        (position, wager)
        for position, wager in _all_wagers(round_)
        # A hand void on its own gives back everything at its position
        # (UTH-15(d), UTH-R53), also in a round that is void (UTH-R80).
        if wager in state.may_live and position not in state.own_void
    }


def _outcome(round_: Round, state: _State, flags: tuple[bool, ...]) -> Outcome:
    living = _living(round_, state)
    if state.round_void:
        # HL-R6, PK-R43, T5-R64, UTH-R61: every wager goes back, those already
        # collected or paid included.
        returned = _all_wagers(round_) - living
        # HL-R20: the wagers of a player who exposed the dealer's card do not go
        # back with the others'.
        for player in state.withheld:
            returned -= _wagers_of(round_, player)
    else:
        # HL-R6, UTH-R53: everything on a void hand.
        returned = {w for w in _all_wagers(round_) if w[0] in state.own_void}
    return Outcome(
        round_void=state.round_void,
        alive=frozenset(wager for _, wager in living),
        void_hands=frozenset() if state.round_void else frozenset(state.own_void),
        returned=frozenset(returned),
        forfeited=frozenset(state.forfeited - returned),
        waits_for_ruling=frozenset(player for player, _ in state.matters),
        deck_leaves=state.deck_leaves,
        # A deck that leaves the table is not shuffled again (HL-R56: "or leaves").
        # In a void round nobody counts hands any more: the whole deck is counted instead (N11).
        whole_deck_counted=not state.deck_leaves
        and (state.deck_count_ordered or (state.round_void and _in_doubt(state))),
        set_aside=state.set_aside,
        dead=state.dead,
        dealer_completed=state.dealer_completed,
        short_hands_completed=frozenset(state.short_hands),
        reshuffled_before_deal=state.reshuffled_before_deal,
        public=frozenset(state.public),
        nothing_follows=flags,
    )


def _in_doubt(state: _State) -> bool:
    """Counts that do not fit and that nobody has explained."""
    return state.unexplained or state.stub_doubted or bool(state.surplus)


# ------------------------------------------------------------------- dispatch


def _check_round(round_: Round) -> None:
    if not round_.positions or DEALER in round_.positions:
        raise ValueError("a round needs positions, and none of them is the dealer's 0")
    for position in round_.positions:
        if position not in round_.player_of:
            raise ValueError(f"position {position} is in play without a player")


def _apply(round_: Round, state: _State, report: Report) -> bool:
    """Apply one report.  True: it has an effect that no field of Outcome shows."""
    what = report.what
    if report.moment.initial_deal_complete:
        state.dealer_cards_to_come = 0
    if what == "face-up":
        _face_up(round_, state, report.moment)
    elif what == "drawn":
        _drawn(round_, state, report)
    elif what == "exposed":
        _exposed(round_, state, report)
    elif what == "hand-count":
        return _hand_count(round_, state, report)
    elif what == "stub-count-wrong":
        return _stub_count_wrong(round_, state, report)
    elif what == "dead-cards":
        _dead_cards(round_, state, report)
    elif what == "foreign-card":
        _foreign_card(round_, state, report.moment)
    elif what == "shoe-fault":
        _shoe_fault(round_, state, report.moment)
    elif what == "shuffler-fault":
        # HL-R18, HL-R24, PK-R48, T5-R69, UTH-R64: a shuffler with the other deck
        # or with none touches no round; what its own deck goes through is not
        # about the deck in play.
        return False
    elif what == "departed":
        return _departed(round_, state, report)
    elif what == "breach":
        _breach(round_, state, report)
    elif what == "ruled":
        return _ruled(round_, state, report)
    else:
        raise ImpossibleFactError(f"there is no fact {what!r}")
    return False


# ----------------------------------------------------------- small questions


def _hands(round_: Round) -> tuple[int, ...]:
    """The hands in deal order: the positions, then the dealer."""
    return (*round_.positions, DEALER)


def _cards_go_on(round_: Round, state: _State) -> bool:
    """Cards are still dealt or kept for somebody.

    In a void round only for trips (UTH-R56: and only if a trips wager lives).
    """
    if not state.round_void:
        return True
    return any(wager == "trips" for _, wager in _living(round_, state))


def _shoe_closed(round_: Round, moment: Moment) -> bool:
    """An automated shoe that still holds cards."""
    return round_.dealing == "automated-shoe" and not moment.out_of_shoe


def _stub_counted_right(round_: Round, state: _State, moment: Moment) -> bool:
    if state.stub_doubted:
        return False
    # In a round whose count is due the stub is racked only once it has been
    # counted right (HL-40.7(f)1, PK-39.7(e)1, T5-8.F(2), UTH-7(f)(1)).
    if moment.stub == "counted-right":
        return True
    return moment.stub == "racked" and round_.count_due


def _board_complete(moment: Moment) -> bool:
    return moment.community >= 5


def _results_stand(round_: Round, moment: Moment) -> bool:
    """HL-R6, PK-R47, UTH-R61: from the last settlement and the reveal on; T5-R64: once closed under 11.D (N8)."""
    return moment.table_cleared if round_.game == "top-five" else moment.last_wager_settled


def _stack_still_short(state: _State, position: int, moment: Moment) -> bool:
    """A stack lost a card as found face up and has not been completed yet."""
    if position not in state.short_hands or moment.hand_sizes.get(position, 0) >= moment.hand_size_due:
        return False
    return not moment.initial_deal_complete


# ------------------------------------------------------------------ the void


def _void_round(round_: Round, state: _State, moment: Moment, leaves_alive: frozenset[str]) -> None:
    """The round is void for one more reason."""
    went_on = _cards_go_on(round_, state)
    if not state.round_void:
        state.round_void = True
        if round_.game == "top-five":
            # T5-R64: wagers lost by 11.A(5) or 7.B(3) go back as well, so there
            # is nothing left to rule on.
            state.forfeited.clear()
            state.mooted |= {player for player, _ in state.matters}
            state.matters.clear()
        if not moment.first_card_dealt:
            # No deal follows, so nothing is shuffled for it.
            state.reshuffled_before_deal = False
    # HL-R56, PK-R67, T5-R79, UTH-R80: a wager outlives a void round only if every
    # irregularity that voids it lets it.
    state.may_live &= leaves_alive
    if (
        round_.count_due
        and not _cards_go_on(round_, state)
        and went_on
        and not _stub_counted_right(round_, state, moment)
        and not state.stub_counted_wrong
    ):
        # HL-R17, PK-R40, T5-R60, UTH-R33: the whole deck is counted instead. Where the board is completed for trips
        # the stub is counted as ever (N17).
        state.deck_count_ordered = True
    # What had not been completed by now is completed only for a wager that lives (N3).
    living = {position for position, _ in _living(round_, state)}
    state.short_hands = {
        hand for hand in state.short_hands if hand in living or not _stack_still_short(state, hand, moment)
    }
    state.dealer_completed -= state.dealer_cards_to_come
    state.dealer_cards_to_come = 0


def _void_for_wrong_deck(round_: Round, state: _State, moment: Moment) -> None:
    """The deck is not a whole deck of 52."""
    # HL-40.7(f)2, HL-R16; PK-39.7(e)2, PK-R42; T5-8.F(5), T5-R62; UTH-7(f)(2), UTH-R36.
    state.deck_leaves = True
    # HL-R57, PK-R68, UTH-R81: once the last wager is settled the round stands and
    # only the deck goes. T5-R62, T5-R64, T5-R80: at Top Five once it is closed (N8).
    if not _results_stand(round_, moment):
        _void_round(round_, state, moment, NO_WAGERS)


# ------------------------------------------------------- cards found face up


def _face_up(round_: Round, state: _State, moment: Moment) -> None:
    if moment.undealt <= 0 and not moment.dealer_waits_in_shoe:
        raise ImpossibleFactError("no card is left in shoe, deck or stub")
    _top_card_seen(round_, state, moment)


def _drawn(round_: Round, state: _State, report: Report) -> None:
    moment = report.moment
    if report.seen is None:
        raise ImpossibleFactError("a drawn card was either seen or not seen")
    if moment.undealt <= 0 and not moment.dealer_waits_in_shoe:
        raise ImpossibleFactError("no card is left that could have been drawn")
    if not report.seen:
        # HL-40.12(c), PK-39.12(b), T5-13.B, UTH-15(c): it is the next card; after
        # the deal it goes back on top of the stub (T5-R68).
        return
    # HL-R20, PK-R46, UTH-R59: treated as a card found face up.
    # T5-R67: as under 13.A, with the time limits of 13.A (T5-R66, T5-R81); it is not "found", so it stays where it is.
    in_rack = state.found_in_rack
    _top_card_seen(round_, state, moment)
    if round_.game == "top-five":
        state.found_in_rack = in_rack


def _top_card_seen(round_: Round, state: _State, moment: Moment) -> None:
    """A card on top in the shoe, deck or hand was seen: the dealer's, if a whole stack waits there."""
    if moment.dealer_waits_in_shoe:
        if not _results_stand(round_, moment) and _cards_go_on(round_, state):
            _void_round(round_, state, moment, NO_WAGERS)  # T5-R67, PK-R45 (N5)
    else:
        _found(round_, state, moment)


def _found(round_: Round, state: _State, moment: Moment) -> None:
    """A card of the undealt cards was seen."""
    if moment.shuffle_due:
        return  # HL-R58, PK-R69, T5-R81, UTH-R82: it is shuffled anyway
    if moment.last_wager_settled:
        return  # HL-R59, PK-R70, T5-R82, UTH-R83: out of play
    if not _cards_go_on(round_, state):
        return  # HL-R59, PK-R70, T5-R82, UTH-R83: a card of a void round
    if round_.game == "top-five":
        _found_in_top_five(round_, state, moment)
    elif round_.game == "uth":
        if _board_complete(moment):
            return  # UTH-R66: no effect once the board is complete
        _one_more_find(round_, state, moment)
    elif not moment.initial_deal_complete:
        # From the call on the cards are being dealt (HL-R58, PK-R69).
        _one_more_find(round_, state, moment)
    else:
        state.stub_seen = True  # HL-R19, PK-R47: in the stub after the deal it is only noted


def _found_in_top_five(round_: Round, state: _State, moment: Moment) -> None:
    if not moment.first_card_dealt:
        # T5-R66, T5-R81: the wagers stand, the deck is shuffled again first.
        state.reshuffled_before_deal = True
        state.shuffles += 1
    elif not moment.initial_deal_complete:
        state.found_in_rack += 1
        _void_round(round_, state, moment, NO_WAGERS)  # T5-13.A, T5-R66: one suffices
    # T5-R66: found later in the stub it voids nothing.


def _one_more_find(round_: Round, state: _State, moment: Moment) -> None:
    """HL-40.12(a), PK-39.12(a), UTH-15(b): one is set aside, the second voids."""
    state.finds += 1
    state.found_in_rack += 1
    if state.finds == 1:
        state.set_aside += 1
        _note_short_stack(round_, state, moment)
        _see_if_enough_are_left(round_, state, moment, 1)
        return
    leaves_alive = NO_WAGERS
    if round_.game == "uth" and moment.initial_deal_complete:
        leaves_alive = TRIPS_AND_PROGRESSIVE  # UTH-15(b), UTH-R53, UTH-R57
    _void_round(round_, state, moment, leaves_alive)
    if _cards_go_on(round_, state):
        state.set_aside += 1  # UTH-R57: simply skipped while the board is completed
        _see_if_enough_are_left(round_, state, moment, 1)


def _see_if_enough_are_left(round_: Round, state: _State, moment: Moment, gone: int) -> None:
    """HL-R51, PK-R63, T5-R75, UTH-R63: without these cards the round may not be dealt to its end."""
    waiting = {position for position, _ in _living(round_, state)} if state.round_void else set(_hands(round_))
    needed = sum(max(0, moment.hand_size_due - moment.hand_sizes.get(p, 0)) for p in waiting - state.own_void)
    if round_.game == "uth":
        needed += 5 - moment.community + 2 - moment.burned
    if moment.undealt - gone < needed and not _results_stand(round_, moment):
        _void_round(round_, state, moment, NO_WAGERS)


def _note_short_stack(round_: Round, state: _State, moment: Moment) -> None:
    """HL-R19, PK-R45, UTH-R58: a stack of an automated shoe is now short by one."""
    if not _shoe_closed(round_, moment):
        return
    if moment.initial_deal_complete:
        return
    hand = _hand_of_next_stack(round_, state, moment)
    if hand is not None:
        state.short_hands.add(hand)


def _weigh_stub_again(round_: Round, state: _State, moment: Moment) -> None:
    """HL-R21: while a hand is short the top card of the stub is one still to be dealt; was it seen before?"""
    if state.stub_seen:
        state.stub_seen = False
        _one_more_find(round_, state, moment)


def _hand_of_next_stack(round_: Round, state: _State, moment: Moment) -> int | None:
    """The hand whose stack holds the next card; None if all stacks are out."""
    if state.dealer_cards_to_come:
        return None  # all stacks are out; the dealer's hand is being completed
    order = [hand for hand in _hands(round_) if hand not in state.own_void]
    last = -1
    for index, hand in enumerate(order):
        if moment.hand_sizes.get(hand, 0) > 0:
            last = index
    if last >= 0 and moment.hand_sizes.get(order[last], 0) < moment.hand_size_due:
        return order[last]  # its stack is the one that lost the card
    if last + 1 < len(order):
        return order[last + 1]
    return None


# ------------------------------------------------------------- exposed cards


def _exposed(round_: Round, state: _State, report: Report) -> None:
    where = report.where
    if where == "dealer":
        _dealer_card_exposed(round_, state, report)
    elif where == "player":
        _player_card_exposed(round_, state, report)
    elif where == "burn":
        if round_.game != "uth":
            raise ImpossibleFactError("this game has no burn cards")
        if report.moment.burned <= 0:
            raise ImpossibleFactError("no card has been burned yet")
        # UTH-R66: a seen burn stays burned.
    elif where == "stub":
        if report.moment.undealt <= 0:
            raise ImpossibleFactError("there is no stub card left")
        # UTH-R66: counts as found face up until the board is complete; in the
        # other games an undealt card that is seen is a find during the deal and
        # only noted after it (HL-R19, PK-R47, T5-R66).
        if not (report.moment.initial_deal_complete and round_.game != "uth"):
            _found(round_, state, report.moment)
        else:
            state.stub_seen = True
    elif where == "community":
        _community_card_exposed(round_, state, report.moment)
    else:
        raise ImpossibleFactError("it must be said where the exposed card was")


def _dealer_card_exposed(round_: Round, state: _State, report: Report) -> None:
    moment = report.moment
    if moment.hand_sizes.get(DEALER, 0) <= 0 and not moment.dealer_waits_in_shoe:
        # UTH-R58: a card on its way to the dealer was never dealt to the dealer.
        raise ImpossibleFactError("the dealer has no card yet")
    if _results_stand(round_, moment) or not _cards_go_on(round_, state):
        return  # HL-R59, PK-R70, T5-R82, UTH-R83
    state.dealer_card_seen = True
    if round_.game == "uth" and state.dealer_cards_to_come:
        _void_round(round_, state, moment, NO_WAGERS)  # UTH-R60: the hand is not completed any more
    if round_.game == "hi-lo":
        if moment.all_answered or moment.dealer_revealed:
            return  # HL-R20: exposed later it changes nothing
        culprit: str | None = None
        if report.by_player:
            if report.position is None or report.position not in round_.player_of:
                raise ImpossibleFactError("it must be known which player exposed the card")
            culprit = round_.player_of[report.position]
        _void_round(round_, state, moment, NO_WAGERS)  # HL-R20
        hands_left = {p for p in round_.positions if round_.player_of[p] == culprit} - state.own_void
        if culprit is not None and hands_left:
            # HL-R20: that player's wagers wait for the floor; those of a hand void by itself have gone back.
            state.withheld.add(culprit)
            state.matters.add((culprit, ""))
    elif round_.game == "uth":
        if moment.all_answered or moment.dealer_revealed:
            return  # UTH-15(a), UTH-R56: no effect after the last decision
        _void_round(round_, state, moment, TRIPS_AND_PROGRESSIVE)  # UTH-15(a), UTH-R53
    elif not moment.dealer_revealed:
        # PK-39.12(d), PK-R46: whatever the cause.  T5-R67: before 11.B(4) (N6).
        _void_round(round_, state, moment, NO_WAGERS)


def _player_card_exposed(round_: Round, state: _State, report: Report) -> None:
    moment = report.moment
    position = report.position
    if position is None or position not in round_.positions:
        raise ImpossibleFactError("the exposed card must belong to a position in play")
    if position in moment.racked or _results_stand(round_, moment):
        return  # HL-R59, PK-R70, T5-R82, UTH-R83
    if moment.hand_sizes.get(position, 0) <= 0:
        raise ImpossibleFactError(f"position {position} has no card yet")
    living = {hand for hand, _ in _living(round_, state)}
    if position in state.own_void or (state.round_void and position not in living):
        return  # HL-R59, PK-R70, T5-R82, UTH-R83: it affects no hand that counts
    if position in moment.up:
        return  # it lies face up already
    if round_.game == "top-five" and report.by_player:
        # T5-R67: shown by the player it is the matter of 11.A(4), and the round goes on (N6).
        _breach_at_top_five(round_, state, moment, round_.player_of[position], "talk")
        return
    if round_.game == "top-five" and not moment.dealer_revealed:
        # T5-R67: a card whose face the dealer exposes before its time (N6).
        _void_round(round_, state, moment, NO_WAGERS)
        return
    # HL-R20, PK-R46, UTH-R66, UTH-R31: it stands.  T5-R67: shown by the player it
    # is the matter of 11.A(4), a report of its own, and the round goes on.
    state.public.add(position)


def _community_card_exposed(round_: Round, state: _State, moment: Moment) -> None:
    if round_.game != "uth":
        # T5-R4: drafting left-overs; there is no community card in this game.
        raise ImpossibleFactError("this game has no community cards")
    if _board_complete(moment):
        raise ImpossibleFactError("all five community cards lie face up already")
    waits = _only_dealer_short(round_, state, moment)
    if not (moment.initial_deal_complete or waits):
        # No community card is due yet: a card drawn in error and seen, UTH-R59 (N7).
        _found(round_, state, moment)
        return
    if not _cards_go_on(round_, state):
        return  # UTH-R83
    if waits and (moment.somebody_to_decide_before_next_community or moment.burned):
        _void_round(round_, state, moment, NO_WAGERS)  # UTH-R60, UTH-R62: the hand is not completed any more
    elif moment.somebody_to_decide_before_next_community:
        _void_round(round_, state, moment, TRIPS_AND_PROGRESSIVE)  # UTH-R62
    else:
        # All who had to decide have decided, and a burn is due: drawn in error and seen (UTH-R59).
        _found(round_, state, moment)


def _only_dealer_short(round_: Round, state: _State, moment: Moment) -> bool:
    """Whether the deal is complete but for a dealer's hand that was counted short."""
    if not state.dealer_cards_to_come or moment.initial_deal_complete:
        return False
    sizes, due = moment.hand_sizes, moment.hand_size_due
    others = all(sizes.get(p, 0) >= due for p in round_.positions if p not in state.own_void)
    return others and sizes.get(DEALER, 0) + state.dealer_cards_to_come >= due


# ------------------------------------------------------------ wrong numbers


def _hand_count(round_: Round, state: _State, report: Report) -> bool:
    moment = report.moment
    if report.hands is not None:
        _every_hand_counted(round_, state, moment, report.hands)
        return False
    position, cards = report.position, report.cards
    if position is None or position not in _hands(round_):
        raise ImpossibleFactError("the counted hand must be in play")
    if cards is None or cards < 0:
        raise ImpossibleFactError("a count gives a number of cards")
    if not moment.first_card_dealt and cards > 0:
        raise ImpossibleFactError("no hand has a card before the first card is dealt")
    if position in state.answered:
        return False  # T5-R34: not a number that was dealt
    if cards < moment.turned_up.get(position, 0):
        # HL-R54, PK-R65, T5-R77, UTH-R78
        raise ImpossibleFactError(f"{moment.turned_up[position]} cards of this hand were turned up")
    due = _right_number(round_, state, position, moment)
    explained = state.stub_counted_wrong and not state.unexplained and state.wrong_stub is not None
    if explained and cards != _cards_held(round_, state, position, moment):
        # The stub and the hands, which came to 52, do not any more (UTH-R36 and its like).
        state.unexplained = True
        return _cards_go_on(round_, state)
    if cards != due and _stub_counted_right(round_, state, moment):
        # Then hands and stub are not 52: every hand is counted before anything else, and the report of that says
        # what follows (N11).
        state.unexplained = True
        return _cards_go_on(round_, state)
    if cards != due and _rest_misfits(round_, state, position, cards, report):
        # UTH-R60: every hand is counted before anything else; of a void round the whole deck, as it is gathered.
        if moment.initial_deal_complete:
            state.allowed_for[position] = cards
        return _cards_go_on(round_, state)
    if position == DEALER and state.dealer_cards_to_come and cards == due + state.dealer_cards_to_come:
        _dealer_counted_right(round_, state, report, cards)
        return False
    if cards != due and moment.initial_deal_complete:
        # In a deal one card at a time the hand may still get cards.
        state.allowed_for[position] = cards
    elif cards == due == moment.hand_size_due:
        state.allowed_for.pop(position, None)  # the last count stands (HL-R54, PK-R65, T5-R77, UTH-R78)
    if cards != due and _total_is_not_52(round_, state, position, cards, report):
        # HL-R16, PK-R42, T5-R62, UTH-R36: misdealt or not, a total other than 52.
        _void_for_wrong_deck(round_, state, moment)
    if cards != due:
        _wrong_hand(round_, state, report, position, due - cards)
    return False


def _rest_misfits(round_: Round, state: _State, position: int, cards: int, report: Report) -> bool:
    """Whether the undealt cards, counted now or before, and the hands come to another number than 52 with this one."""
    moment, fitted = report.moment, state.surplus == 0
    if state.stub_counted_wrong or state.stub_doubted or _stub_counted_right(round_, state, moment):
        return False  # the count of the stub is the later one
    if report.undealt is not None:
        others = moment.community + moment.burned + state.found_in_rack + state.dead
        hands = sum(cards if hand == position else _cards_held(round_, state, hand, moment) for hand in _hands(round_))
        state.surplus = hands + others + report.undealt - DECK
        return state.surplus != 0
    if state.surplus is not None:
        state.surplus += cards - _cards_held(round_, state, position, moment)
    return fitted


def _dealer_counted_right(round_: Round, state: _State, report: Report, cards: int) -> None:
    """A hand that was to be completed has the right number after all: nothing was misdealt (HL-40.12(d), UTH-15(d))."""
    if _total_is_not_52(round_, state, DEALER, cards, report):
        _void_for_wrong_deck(round_, state, report.moment)
    state.dealer_completed -= state.dealer_cards_to_come
    state.dealer_cards_to_come = 0
    state.allowed_for.pop(DEALER, None)


def _every_hand_counted(round_: Round, state: _State, moment: Moment, hands: Mapping[int, int]) -> None:
    """After a right stub count a hand was found wrong, and now all are counted (N11)."""
    assumed = {hand: _assumed_by_stub_count(round_, state, hand, moment) for hand in _hands(round_)}
    counted = {h: assumed[h] if h in state.answered else hands.get(h, assumed[h]) for h in assumed}
    state.unexplained = False
    if state.surplus is not None:
        state.surplus += sum(cards - _cards_held(round_, state, hand, moment) for hand, cards in counted.items())
        whole = state.surplus == 0
    else:
        whole = sum(counted.values()) + state.dead_since_count == sum(assumed.values())
    for hand, cards in counted.items():
        if cards == _right_number(round_, state, hand, moment) == moment.hand_size_due:
            state.allowed_for.pop(hand, None)  # the last count stands (HL-R54, PK-R65, T5-R77, UTH-R78)
    if not whole:
        _void_for_wrong_deck(round_, state, moment)
        if state.round_void:
            return
    for hand, cards in counted.items():
        due = _right_number(round_, state, hand, moment)
        if hand == DEALER and state.dealer_cards_to_come and cards == due + state.dealer_cards_to_come:
            _dealer_counted_right(round_, state, Report("hand-count", moment), cards)
        elif cards != due:
            _wrong_hand(round_, state, Report("hand-count", moment), hand, due - cards)


def _wrong_hand(round_: Round, state: _State, report: Report, position: int, missing: int) -> None:
    moment = report.moment
    if round_.game == "hi-lo":
        if position == DEALER:
            _hi_lo_dealer_wrong(round_, state, moment, missing)
        elif not moment.table_cleared:
            # HL-40.12(d), HL-R22: until the table is cleared, settled or not.
            _void_hand(state, position, moment)
    elif round_.game == "uth":
        if moment.last_wager_settled:
            return  # UTH-R61
        if position == DEALER:
            _uth_dealer_wrong(round_, state, report, missing)
        else:
            _void_hand(state, position, moment)  # UTH-15(d), UTH-R60, UTH-R63
    elif round_.game == "pik-it":
        if not moment.last_wager_settled:
            _void_round(round_, state, moment, NO_WAGERS)  # PK-39.12(c), PK-R47
    elif not moment.table_cleared:
        _void_round(round_, state, moment, NO_WAGERS)  # T5-13.C, T5-R63, T5-R64 (N8)


def _void_hand(state: _State, position: int, moment: Moment) -> None:
    state.own_void.add(position)
    if (moment.dealer_revealed or state.round_void) and not moment.last_wager_settled:
        state.settled_before_void = moment.settled
    if _stack_still_short(state, position, moment):
        state.short_hands.discard(position)  # HL-R16, UTH-R34: it keeps the cards it actually holds (N3)


def _right_number(round_: Round, state: _State, position: int, moment: Moment) -> int:
    """The cards the hand should hold at this moment."""
    void = position in state.own_void or (state.round_void and position in state.allowed_for)
    if not moment.initial_deal_complete or void:
        # While cards are dealt those it should have so far (N9), void those it was found to hold (HL-R16, UTH-R34).
        return moment.hand_sizes.get(position, 0)
    due = moment.hand_size_due
    if _stack_still_short(state, position, moment):
        due -= 1  # HL-R19, PK-R45, UTH-R58: it will be completed
    return due


def _total_is_not_52(round_: Round, state: _State, position: int, cards: int, report: Report) -> bool:
    """Do the counts that were made show a deck of another size?"""
    moment = report.moment
    # HL-R16, PK-R41, T5-R62, UTH-R34: what belongs to the 52 besides the hands.
    others = moment.community + moment.burned + state.found_in_rack + state.dead
    in_hands = sum(cards if hand == position else _cards_held(round_, state, hand, moment) for hand in _hands(round_))
    return in_hands + others > DECK  # more than the stub could have given


def _cards_held(round_: Round, state: _State, hand: int, moment: Moment) -> int:
    """What is known of a hand: its own count, else what was dealt to it."""
    if hand in state.allowed_for:
        return state.allowed_for[hand]
    if moment.initial_deal_complete:
        return moment.hand_sizes.get(hand, moment.hand_size_due)
    return moment.hand_sizes.get(hand, 0)


def _assumed_by_stub_count(round_: Round, state: _State, hand: int, moment: Moment) -> int:
    """The cards of a hand that the expected stub allows for."""
    if hand in state.allowed_for:
        return state.allowed_for[hand]
    if hand in state.own_void:
        # HL-R16, UTH-R34: a void hand counts with the cards it actually holds.
        return moment.hand_sizes.get(hand, moment.hand_size_due)
    return moment.hand_size_due


def _expected_stub(round_: Round, state: _State, moment: Moment) -> int:
    """HL-R16, PK-R41, T5-R62, UTH-R34: 52 less the hands as they are due, void ones as counted, and all else."""
    hands = sum(_assumed_by_stub_count(round_, state, hand, moment) for hand in _hands(round_))
    return DECK - hands - moment.community - moment.burned - state.set_aside - state.dead


def _hi_lo_dealer_wrong(round_: Round, state: _State, moment: Moment, missing: int) -> None:
    if moment.last_wager_settled or state.round_void:
        return  # HL-R6: the results stand; a void round needs no repair
    missing += state.dealer_cards_to_come  # of the cards that were dealt
    if missing == 1:
        # HL-40.12(d), HL-R21: the next card in deck order.
        _complete_dealer(round_, state, moment, 1)
    else:
        _void_round(round_, state, moment, NO_WAGERS)  # HL-40.12(d)


def _uth_dealer_wrong(round_: Round, state: _State, report: Report, missing: int) -> None:
    moment = report.moment
    if not _cards_go_on(round_, state):
        return
    missing += state.dealer_cards_to_come  # of the cards that were dealt
    turned_up = state.dealer_card_seen or moment.dealer_revealed or DEALER in moment.up or moment.community > 0
    # UTH-15(d), UTH-R60: the deck must be shown to be whole (N10).
    proved = state.surplus == 0
    if missing > 0 and not (turned_up or state.round_void or state.deck_leaves) and proved:
        _complete_dealer(round_, state, moment, missing)  # UTH-15(d), UTH-R60
    else:
        _void_round(round_, state, moment, NO_WAGERS)  # UTH-15(d), UTH-R53


def _complete_dealer(round_: Round, state: _State, moment: Moment, missing: int) -> None:
    """The dealer's hand gets the next card or cards in deck order."""
    state.dealer_completed += missing - state.dealer_cards_to_come
    state.dealer_cards_to_come = missing
    # HL-R16: a hand completed to its number changes nothing in the count.
    state.allowed_for.pop(DEALER, None)
    _weigh_stub_again(round_, state, moment)


def _stub_count_wrong(round_: Round, state: _State, report: Report) -> bool:
    moment = report.moment
    if report.cards is None:
        raise ImpossibleFactError("the count of the stub is missing")
    if not _cards_go_on(round_, state):
        # HL-R16, PK-R42, T5-R62, UTH-R36: of a void round nobody counts the hands; the whole deck is counted instead.
        state.stub_counted_wrong = state.unexplained = True
        state.stub_doubted = False
        state.surplus = None
        return False
    if not moment.initial_deal_complete:
        raise ImpossibleFactError("there is no stub before the deal is complete")
    if round_.game == "uth" and not _board_complete(moment):
        raise ImpossibleFactError("the stub is counted after the last community card")
    state.stub_counted_wrong = True
    state.stub_doubted = False
    state.surplus = None
    if report.hands is None:
        # Every hand is counted before anything follows; the report of that says what (N11).
        state.unexplained = True
        state.wrong_stub = report.cards
        return _cards_go_on(round_, state)
    state.unexplained = False
    for hand in report.hands:
        if hand not in _hands(round_):
            raise ImpossibleFactError(f"hand {hand} is not in play")
    # HL-R16, PK-R41, T5-R62, UTH-R34: hands count as due, void ones as counted.
    assumed = {hand: _assumed_by_stub_count(round_, state, hand, moment) for hand in _hands(round_)}
    others = moment.community + moment.burned + state.set_aside + state.dead
    expected = _expected_stub(round_, state, moment)
    if report.cards == expected:
        raise ImpossibleFactError(f"{expected} cards are the right number for this stub")
    # T5-R34: a hand whose player answers for its number counts as dealt.
    counted = {h: assumed[h] if h in state.answered else report.hands.get(h, assumed[h]) for h in assumed}
    total = report.cards + sum(counted.values()) + others
    state.wrong_stub = report.cards
    state.allowed_for |= {h: cards for h, cards in counted.items() if cards != assumed[h]}
    misdealt = {h for h in counted if counted[h] != moment.hand_size_due}
    if total != DECK:
        # HL-40.7(f)2, HL-R16; PK-39.7(e)2, PK-R42; T5-8.F(5), T5-R62; UTH-R36.
        _void_for_wrong_deck(round_, state, moment)
    if round_.game == "top-five":
        if misdealt and not moment.table_cleared:
            _void_round(round_, state, moment, NO_WAGERS)  # T5-8.F(4), T5-R64
    elif not moment.last_wager_settled:
        # HL-40.7(f)2, HL-R15; PK-39.7(e)2; UTH-7(f)(2), UTH-R35: revealed by the
        # count, a misdeal voids all hands.
        _void_round(round_, state, moment, NO_WAGERS)
    elif round_.game == "hi-lo" and not moment.table_cleared:
        # Too late for the round (HL-R6), not for the hand (HL-R22).
        state.own_void |= misdealt - {DEALER}
    return False


def _stub_count_right(round_: Round, state: _State, report: Report) -> None:
    expected = _expected_stub(round_, state, report.moment)
    if report.cards != expected and _cards_go_on(round_, state) and not state.deck_leaves:
        raise ImpossibleFactError(f"{expected} cards are the right number for this stub, not {report.cards}")
    state.stub_doubted = False
    state.surplus = None


def _dead_cards(round_: Round, state: _State, report: Report) -> None:
    moment = report.moment
    if report.position is None or report.at_once is None:
        raise ImpossibleFactError("it must be said where the cards went and when noticed")
    if report.position in _hands(round_):
        raise ImpossibleFactError(f"position {report.position} is in play")
    if report.at_once:
        # HL-R51, PK-R63, T5-R75, UTH-R63: they go to the next hand in order.
        return
    if not moment.first_card_dealt:
        raise ImpossibleFactError("noticed late means that a later card has been dealt")
    # HL-R51, PK-R63, T5-R75, UTH-R63: racked as a group of its own; round goes on. Whoever finds them can say how many;
    # else a stack of the shoe, or one card.
    stack = round_.dealing == "automated-shoe" and not moment.out_of_shoe
    number = report.cards if report.cards is not None else moment.hand_size_due if stack else 1
    if not _cards_go_on(round_, state) or (state.round_void and moment.last_wager_settled):
        # What was counted is judged anew in a void round too.
        if state.stub_doubted or _stub_counted_right(round_, state, moment):
            state.dead += number
            state.stub_doubted = True
        elif state.surplus == 0:
            state.dead += number
            state.surplus += number
        return
    state.dead += number
    if state.unexplained and state.wrong_stub is not None:
        # The same rulings: a stub that fits now needs no count of the hands.
        state.unexplained = state.wrong_stub != _expected_stub(round_, state, moment)
    elif state.surplus is not None:
        state.surplus += number  # UTH-R60, UTH-R63: every hand is counted
    elif state.unexplained:
        state.dead_since_count += number  # the count of every hand says whether there are 52
    elif state.stub_doubted or _stub_counted_right(round_, state, moment):
        # The count did not allow for them (HL-R51, PK-R63, T5-R75, UTH-R63): the stub is counted again.
        state.stub_doubted = True
    if _cards_go_on(round_, state):
        _see_if_enough_are_left(round_, state, moment, number)


def _foreign_card(round_: Round, state: _State, moment: Moment) -> None:
    # HL-R16, HL-R57; PK-R42, PK-R68; T5-R62, T5-R80; UTH-R36, UTH-R81.  Between the
    # call and the first card the round is void as well.
    _void_for_wrong_deck(round_, state, moment)


# ------------------------------------------------------------------- devices


def _shoe_fault(round_: Round, state: _State, moment: Moment) -> None:
    if round_.dealing == "hand":
        raise ImpossibleFactError("cards dealt from the hand need no shoe")
    if round_.dealing == "manual-shoe":
        return  # the clauses speak of an automated shoe only (N12)
    if _results_stand(round_, moment):
        return
    if (moment.out_of_shoe or moment.stub != "not-taken") and not moment.dealer_waits_in_shoe:
        return  # HL-R24, PK-R48, T5-R69, UTH-R64: no effect once the stub, and a stack that waits, is out
    # HL-40.12(f), PK-39.12(f), T5-13.D, UTH-15(f).
    _void_round(round_, state, moment, NO_WAGERS)
    if round_.game == "uth":
        state.deck_count_ordered = True  # UTH-R64: gathered, counted, reshuffled


# ------------------------------------------------------------------- players


def _known_player(round_: Round, player: str | None) -> str:
    if player is None or player not in {round_.player_of[p] for p in round_.positions}:
        raise ImpossibleFactError("this player is not in the round")
    return player


def _can_lose_wagers(round_: Round, state: _State, player: str) -> bool:
    """Whether the player has wagers that are not lost already.

    T5-11.A(5), T5-R34: "all wagers on that round", whether settled or not, until the round is closed (T5-R64).
    """
    return bool(_wagers_of(round_, player) - state.forfeited)


def _departed(round_: Round, state: _State, report: Report) -> bool:
    player = _known_player(round_, report.player)
    moment = report.moment
    if moment.table_cleared or state.round_void:
        return False
    if round_.game == "top-five":
        if _can_lose_wagers(round_, state, player):
            state.matters.add((player, ""))  # T5-7.B(3), T5-R33
        return False
    # HL-R42, PK-R54, UTH-R30: wagers are settled as usual; the floor (or a standing
    # rule) only answers what the player has still to answer (N13).
    return not moment.all_decided


def _breach(round_: Round, state: _State, report: Report) -> None:
    player = _known_player(round_, report.player)
    moment = report.moment
    if report.limb not in ("own-hand", "talk", "touch", "out-of-view", "look"):
        raise ImpossibleFactError("a breach names the rule it breaks")
    if round_.game != "top-five":
        # UTH-R31, PK-R9 and the silence of 40.6(d): logged, nothing follows.
        return
    if report.limb == "look":
        return  # T5-R34: another's cards; refused and logged, not punished
    _breach_at_top_five(round_, state, moment, player, report.limb)


def _breach_at_top_five(round_: Round, state: _State, moment: Moment, player: str, limb: Limb) -> None:
    if moment.table_cleared or state.round_void:
        return
    if limb == "talk" and moment.dealer_revealed:
        return  # T5-R34: a breach of (4) only until the dealer's hand is revealed
    # T5-11.A(5), T5-R34: the floor confirms it, also of a player who has nothing left to lose.
    state.matters.add((player, limb))


def _ruled(round_: Round, state: _State, report: Report) -> bool:
    player = _known_player(round_, report.player)
    if report.ruling not in ("forfeit", "stand"):
        raise ImpossibleFactError("a ruling is 'forfeit' or 'stand'")
    # T5-R33, T5-R34: each report of a breach is confirmed by itself, and so is a departure (N14).
    matter = (player, report.limb or "")
    if matter not in state.matters and not _can_lose_wagers(round_, state, player):
        return False  # all is lost already
    if matter not in state.matters:
        if player in state.mooted:
            return False  # T5-R64: the round is void and everything goes back anyway
        raise ImpossibleFactError("there is nothing to rule on")
    state.matters.discard(matter)
    if player in state.withheld:
        # HL-R20: lost, or back to the player like all the others.
        if report.ruling == "forfeit":
            state.forfeited |= _wagers_of(round_, player)
        else:
            state.withheld.discard(player)
        return True
    if report.ruling == "forfeit":
        # T5-11.A(5), T5-7.B(3), T5-R33, T5-R34: every wager, on every box, settled or not (N14). Nothing is left
        # that a departure could cost; another breach that was reported waits for its own ruling.
        state.forfeited |= _wagers_of(round_, player)
        state.matters.discard((player, ""))
        if report.limb in ("own-hand", "out-of-view"):
            # T5-R34: a wrong number in these hands is the player's doing, and the deck is counted.
            own = {position for position in round_.positions if round_.player_of[position] == player}
            state.answered |= own
            state.allowed_for = {hand: cards for hand, cards in state.allowed_for.items() if hand not in own}
            state.deck_count_ordered = True
    # T5-R33: 'stands' - the wagers are settled on the cards.
    return True
