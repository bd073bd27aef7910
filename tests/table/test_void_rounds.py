"""Cards shown too early, foreign cards, and what becomes of the money when hands are void, and until when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playing import settle_all
from tables import DEALER, FLOOR, METHODS, SIDE_BETS, TWO_DECKS, WAGERS, Scene, dealt, player, scene

from pitboss.games.handling import Handling
from pitboss.hands import hi_lo
from pitboss.journal.journal import Journal
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify
from pitboss.randomness import places_of
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.table import practice_submission
from support import case

SEATS = (1, 3, 6)
PLAYS = {"hi-lo": "play", "top-five": "play", "pik-it": "play_3", "uth": "play"}
PROGRESSIVE = {"seed": "$10,000", "contribution": "$1", "rows": {"royal_flush": "100%", "four_of_a_kind": "$300"}}
ALIVE = {"ante": 10, "blind": 10, "trips": 5, "progressive": 5}
QUADS = "6c 2c Qc 6d 3c 4d", "7c 6h 6s Qd 8c Kc Ad"
"""Ann 6c 6d, Bob 2c 3c, the dealer Qc 4d; then a burn, the flop, a burn and the last two."""


def side_bets(game: str, **more: Any) -> Scene:
    return dealt(game, dict.fromkeys(SEATS, SIDE_BETS[game]), **more)


@pytest.mark.parametrize(
    ("game", "until"),
    [
        case("PK-39.12(d) PK-R46", "pik-it", "the dealer's hand is revealed"),
        case("T5-R67", "top-five", "the dealer's hand is revealed"),
        case("UTH-15(a).1", "uth", "every player has decided"),
    ],
)
def test_what_is_told_of_an_exposed_dealers_card_is_what_the_table_did(game: str, until: str) -> None:
    table = side_bets(game)
    table.asks(c.CardExposed, DEALER, where="dealer")
    table.run()
    (fact,) = table.settlement(SEATS[0])["ante"].facts
    assert fact.startswith(f"a dealer's card exposed before {until}: all hands are void and every wager goes back")


def nothing_but_void(table: Scene, before: Mapping[str, int], kind: str) -> None:
    """Everybody has what they had before the round, and the table plays on."""
    assert table.round.void == kind
    assert [move.command for move in table.legal() if move.role == "dealer"] == [c.ClearTable]
    table.run()
    assert table.purses() == before
    table.plays_on()


def hold_em(*astray: str, bets: Mapping[int, Mapping[str, int]] | None = None, **more: Any) -> Scene:
    """A round with a progressive in which Ann makes four sixes; `astray` lie on top after the hole cards."""
    cards = " ".join((QUADS[0], *astray, QUADS[1]))
    options = {"cards": cards, "progressive": PROGRESSIVE, **more}
    return dealt("uth", bets or {1: ALIVE, 2: WAGERS["uth"]}, **options)


def trips_are_settled(table: Scene, before: Mapping[str, int], kind: str) -> None:
    """The board is completed for Ann's trips and progressive; all else goes back."""
    table.dealer.by_hand = frozenset((c.ClearTable,))
    table.until(c.ClearTable)
    assert table.round.void == kind
    assert table.round.shown(table.round.board) == "6h 6s Qd Kc Ad"
    assert len(table.round.burned) == 2
    change = {name: table.purses()[name] - amount for name, amount in before.items() if table.purses()[name] != amount}
    assert change == {"player:Ann": 150_00 + 300_00, "rack": -450_00}
    lines = {line.wager: line.outcome for line in table.round.hands[1].lines}
    assert {name: lines[name] for name in ALIVE} == {
        "ante": "void", "blind": "void", "trips": "win", "progressive": "win",
    }  # fmt: skip
    assert not table.round.dealer.announced
    table.plays_on()


def sets_the_house_way(table: Scene) -> None:
    cards = table.round.faces(table.round.hands[1].cards)
    table.set("Ann", *(cards.index(card) + 1 for card in hi_lo.house_way(cards).low))


# --- a dealer's card -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "undecided", "decided"),
    [
        case("HL-R20 HL-R6", "hi-lo", True, False),
        case("PK-39.12(d) PK-R46 PK-R43", "pik-it", True, True),
        case("T5-R67 T5-R64", "top-five", True, True),
    ],
)
@pytest.mark.parametrize("all_have_decided", [False, True])
def test_a_dealers_card_shown_too_early_voids_the_round(
    game: str, undecided: bool, decided: bool, all_have_decided: bool
) -> None:
    table = side_bets(game, by_hand=(c.Reveal,))
    before = table.purses()
    while (move := table.due) and move.command is c.Pick:
        table.pick(move.player, 1, 2, 3)
    if all_have_decided:
        table.answer(Ann=PLAYS[game], others="fold")
        if game == "hi-lo":
            sets_the_house_way(table)
    else:
        assert move
        table.act(move.player, "fold")
    table.asks(c.CardExposed, DEALER, where="dealer", place=2)
    assert table.round.dealer.up == table.round.dealer.cards[1:2]
    if decided if all_have_decided else undecided:
        nothing_but_void(table, before, "DEALER_EXPOSED")
        return
    assert (table.round.void, table.seen(e.IrregularityFound)[-1].kind) == ("", "DEALER_EXPOSED_LATE")
    table.plays_on()


@pytest.mark.clause("PK-39.12(d)", "T5-R67", "HL-R20", "UTH-15(a).1")
@pytest.mark.parametrize("game", WAGERS)
def test_the_dealers_proper_reveal_voids_nothing(game: str) -> None:
    table = dealt(game, 1, by_hand=(c.Reveal,))
    table.act("Ann", PLAYS[game])
    if game == "hi-lo":
        sets_the_house_way(table)
    table.asks(c.Reveal, DEALER)
    assert "lies face up already" in table.refuses(c.CardExposed, DEALER, where="dealer").message
    assert not table.round.void
    table.plays_on()


@pytest.mark.clause("UTH-15(a).1", "UTH-15(a).2", "UTH-R53", "UTH-R56")
@pytest.mark.parametrize("checks", [0, 1, 2])
def test_a_hold_em_dealers_card_shown_while_somebody_has_to_decide_leaves_only_trips_and_progressive(
    checks: int,
) -> None:
    table = hold_em()
    before = table.purses()
    before["progressive"] = table.state.books["progressive"]
    for _ in range(checks):
        table.answer(others="check")
    if checks == 2:
        table.act("Ann", "play")
    table.asks(c.CardExposed, DEALER, where="dealer")
    trips_are_settled(table, before, "DEALER_EXPOSED")


@pytest.mark.clause("UTH-15(a).1", "UTH-R56")
def test_a_hold_em_dealers_card_shown_when_all_have_played_before_the_flop_has_no_effect() -> None:
    table = hold_em(by_hand=(c.Burn,))
    table.answer(others="play")
    table.asks(c.CardExposed, DEALER, where="dealer")
    assert not table.round.void
    table.plays_on()


@pytest.mark.clause("UTH-15(a).2", "UTH-R53")
@pytest.mark.parametrize(
    ("wagers", "alive", "said"),
    [
        (WAGERS["uth"], (), ""),
        (SIDE_BETS["uth"], ("trips",), ", except trips, which is settled all the same"),
        (ALIVE, ("trips", "progressive"), ", except trips and progressive, which are settled all the same"),
    ],
)
def test_what_is_ordered_names_the_wagers_that_are_down(
    wagers: dict[str, int], alive: tuple[str, ...], said: str
) -> None:
    table = dealt("uth", {1: wagers, 3: WAGERS["uth"]}, progressive=PROGRESSIVE)
    _, found, voided, *_ = table.asks(c.CardExposed, DEALER, where="dealer")
    assert isinstance(found, e.IrregularityFound)
    assert isinstance(voided, e.RoundVoided)
    assert found.order == f"all hands are void and every wager goes back{said}; the cards are reshuffled"
    assert voided.still_settled == alive
    table.run()
    (fact,) = table.settlement(3)["ante"].facts
    assert fact.endswith("every wager goes back; the cards are reshuffled")


@pytest.mark.clause("UTH-15(a).2", "UTH-R56", "UTH-R61")
def test_without_a_live_trips_wager_no_more_community_cards_are_dealt_and_folds_go_back() -> None:
    table = dealt("uth", 2)
    before = table.purses()
    table.answer(others="check")
    table.answer(others="check")
    table.act("Ann", "fold")
    assert table.round.hands[1].settled("ante")
    table.asks(c.CardExposed, DEALER, where="dealer")
    nothing_but_void(table, before, "DEALER_EXPOSED")
    without = dealt("uth", 2)
    without.asks(c.CardExposed, DEALER, where="dealer")
    without.run()
    assert not without.seen(e.CommunityDealt)


@pytest.mark.clause("UTH-R54", "UTH-R55", "UTH-R56")
def test_a_folded_hands_trips_are_settled_in_a_void_round_all_the_same() -> None:
    table = hold_em()
    before = table.purses()
    before["progressive"] = table.state.books["progressive"]
    table.answer(others="check")
    table.answer(others="check")
    table.act("Ann", "fold")
    table.asks(c.CardExposed, DEALER, where="dealer")
    trips_are_settled(table, before, "DEALER_EXPOSED")


@pytest.mark.clause("UTH-R56", "UTH-R58")
@pytest.mark.parametrize("stack_short", [False, True])
def test_a_dealers_card_shown_in_mid_deal_lets_the_deal_go_on_for_trips(stack_short: bool) -> None:
    method = METHODS["automated-shoe" if stack_short else "manual-shoe"]
    table = scene("uth", {1: SIDE_BETS["uth"]}, by_hand=(c.Deal,), **method).until(c.Deal)
    if stack_short:
        table.asks(c.FaceUpCard, DEALER)
        table.asks(c.Deal, DEALER)
    else:
        table.asks(c.Deal, DEALER, count=2)
    table.asks(c.CardExposed, DEALER, where="dealer")
    table.dealer.by_hand = frozenset((c.ClearTable,))
    table.until(c.ClearTable)
    assert [len(table.round.hands[1].cards), len(table.round.board)] == [2, 5]
    assert table.round.hands[1].settled("trips")
    table.plays_on()


@pytest.mark.clause("UTH-R53", "UTH-15(d).1", "UTH-R36")
def test_in_a_void_round_trips_go_back_too_if_their_own_hand_or_the_deck_is_wrong() -> None:
    for report in (c.HandCount, c.ForeignCard):
        table = hold_em()
        before = table.purses()
        before["progressive"] -= 100
        before["rack"] += 100
        table.asks(c.CardExposed, DEALER, where="dealer")
        table.asks(report, DEALER, **({"position": 1, "cards": 3} if report is c.HandCount else {}))
        table.run()
        assert table.purses() == before
        table.plays_on()


# --- community cards, burns, the stub --------------------------------------------------------------------------------


@pytest.mark.clause("UTH-R62", "UTH-R53")
@pytest.mark.parametrize("checks", [0, 1])
def test_community_cards_shown_before_all_due_decisions_leave_only_trips_and_progressive(checks: int) -> None:
    table = hold_em()
    before = table.purses()
    before["progressive"] = table.state.books["progressive"]
    for _ in range(checks):
        table.answer(others="check")
    shown = table.round.undealt[0]
    table.asks(c.CardExposed, DEALER, where="community")
    assert table.round.board[-1] == shown, "it lies on the board"
    assert table.refuses(c.HandCount, DEALER, position=0, cards=1, undealt=60).code == "bounds"
    table.dealer.by_hand = frozenset((c.ClearTable,))
    table.until(c.ClearTable)
    assert (table.round.void, len(table.round.board), len(table.round.burned)) == ("EARLY_COMMUNITY", 5, 2)
    lines = {line.wager: line.outcome for line in table.round.hands[1].lines}
    assert [lines[name] == "void" for name in ALIVE] == [True, True, False, False]
    assert table.purses()["player:Bob"] == before["player:Bob"]
    table.plays_on()


@pytest.mark.clause("UTH-R62", "UTH-R66")
def test_a_community_card_shown_before_its_burn_is_set_aside_and_one_drawn_unseen_is_burned() -> None:
    table = hold_em("9c", by_hand=(c.Burn,))
    table.answer(others="check")
    table.asks(c.CardDrawn, DEALER, seen=False)
    table.asks(c.CardExposed, DEALER, where="community")
    table.asks(c.Burn, DEALER)
    table.run()
    assert [group.name for group in table.round.rack] == ["set aside", "burn"]
    assert table.round.shown(table.round.board) == "6h 6s Qd"
    table.plays_on()


@pytest.mark.clause("UTH-15(b).2", "UTH-15(b).3", "UTH-R53", "UTH-R57", "UTH-R66")
@pytest.mark.parametrize(
    "report", [(c.FaceUpCard, {}), (c.CardExposed, {"where": "stub"}), (c.CardDrawn, {"seen": True})]
)
def test_a_second_face_up_card_after_the_initial_deal_leaves_only_trips_and_progressive(
    report: tuple[Any, dict[str, Any]],
) -> None:
    """A third one is simply skipped."""
    table = hold_em("9c", "9d", "9h")
    before = table.purses()
    before["progressive"] = table.state.books["progressive"]
    table.asks(c.FaceUpCard, DEALER)
    assert not table.round.void
    table.asks(report[0], DEALER, **report[1])
    table.asks(c.FaceUpCard, DEALER)
    trips_are_settled(table, before, "SECOND_FACE_UP_LATER")


@pytest.mark.clause("UTH-R66", "UTH-R83")
def test_a_burn_that_is_seen_stays_burned() -> None:
    table = dealt("uth", 1)
    table.answer(others="check")
    burned, board = table.round.burned, table.round.board
    for place in (0, 2):
        assert table.refuses(c.CardExposed, DEALER, where="burn", place=place).code == "impossible"
    (noted,) = table.asks(c.CardExposed, DEALER, where="burn", place=1)
    assert noted.clauses == ("UTH-R83",)
    assert (table.round.burned, table.round.board) == (burned, board)
    table.plays_on()


# --- a player's card -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [case("HL-R20", "hi-lo"), case("UTH-R66", "uth"), case("PK-R46", "pik-it")])
def test_a_players_card_that_is_shown_stays_in_the_hand_and_is_public(game: str) -> None:
    table = dealt(game, {2: WAGERS[game], 5: WAGERS[game]}, by_hand=(c.Show,))
    cards = table.round.hands[2].cards
    table.asks(c.CardExposed, DEALER, where="player", position=2, place=2)
    assert table.round.hands[2].cards == cards
    shown = table.view(player("Bob"))["round"]["hands"][2]["cards"].split()
    assert [card == "??" for card in shown] == [place != 1 for place in range(len(cards))]
    assert table.seen(e.IrregularityFound)[-1].kind == "PLAYER_EXPOSED"
    table.plays_on()


@pytest.mark.clause("PK-R46")
def test_after_a_card_was_seen_the_places_of_the_pick_are_drawn_from_what_sealed_the_deck() -> None:
    table = side_bets("pik-it", by_hand=(c.DrawPick, c.Settle))
    table.asks(c.CardExposed, DEALER, where="player", position=6, place=1)
    assert table.due is not None
    assert table.due.words == "dealer: draw pick (position 6)"
    refusal = table.refuses(c.Pick, player("Cid"), position=6, places=(1, 2, 3))
    assert (refusal.code, refusal.clause) == ("seen", "PK-R46")
    (picked,) = table.asks(c.DrawPick, FLOOR, position=6)
    salt = next(event for event in table.happened if isinstance(event, e.DeckShuffled)).salt
    places = places_of(salt, 6, 5)[:3]
    assert isinstance(picked, e.CardsPicked)
    assert picked.drawn
    assert table.round.hands[6].picked == tuple(table.round.hands[6].cards[place - 1] for place in places)
    for kind, by, more in ((c.DrawPick, DEALER, {}), (c.Pick, player("Cid"), {"places": (1, 2, 3)})):
        assert "picked already" in table.refuses(kind, by, position=6, **more).message
    table.plays_on()


@pytest.mark.clause("PK-R46")
def test_the_automatic_floor_draws_without_a_person() -> None:
    table = side_bets("pik-it")
    table.asks(c.CardExposed, DEALER, where="player", position=6, place=1)
    table.run()
    assert table.round.hands[6].picked
    assert table.due
    assert table.due.given["position"] == 3


@pytest.mark.clause("T5-R67")
@pytest.mark.parametrize("by_player", [False, True])
def test_in_top_five_the_round_is_void_if_the_dealer_shows_a_players_card_but_not_if_the_player_does(
    by_player: bool,
) -> None:
    table = side_bets("top-five")
    before = table.purses()
    table.asks(c.CardExposed, DEALER, where="player", position=3, by_player=by_player)
    if not by_player:
        nothing_but_void(table, before, "PLAYER_EXPOSED")
        return
    assert [breach.player for breach in table.seen(e.BreachReported)] == ["Bob"]
    table.asks(c.Forfeit, FLOOR, player="Bob", why="breach", reason="showed a card")
    table.plays_on()


@pytest.mark.clause("T5-R67")
def test_a_card_that_lies_face_up_at_its_time_voids_nothing() -> None:
    table = dealt("top-five", 1, by_hand=(c.Settle,))
    table.act("Ann", "play")
    table.until(c.Settle)
    assert table.refuses(c.CardExposed, DEALER, where="player", position=1).clause == "T5-R85"
    assert not table.round.void
    table.plays_on()


# --- a card that is not of the deck ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [case("HL-R16", "hi-lo"), case("PK-R42", "pik-it"), case("T5-R62", "top-five"), case("UTH-R36", "uth")]
)
def test_a_foreign_card_voids_the_round_and_removes_the_deck(game: str) -> None:
    table = side_bets(game)
    before = table.purses()
    table.asks(c.ForeignCard, DEALER)
    assert [event.deck for event in table.seen(e.DeckRemoved)] == ["red"]
    assert table.seen(e.DeckOpened)[-1].order
    nothing_but_void(table, before, "FOREIGN_CARD")
    assert len(table.seen(e.DeckReceived)) == 2


@pytest.mark.parametrize(
    ("game", "goes_on"),
    [case("UTH-R36", "uth", True), case("HL-R46", "hi-lo", True), case("PK-R49", "pik-it", False),
     case("T5-R51", "top-five", False)],
)  # fmt: skip
def test_with_two_decks_only_the_affected_one_goes(game: str, goes_on: bool) -> None:
    table = dealt(game, 2, **TWO_DECKS)
    table.asks(c.ForeignCard, DEALER)
    table.dealer.by_hand = frozenset((c.ReceiveDeck,))
    table.until(c.ReceiveDeck).bet_anew()
    assert [deck.name for deck in table.state.decks] == ["blue"]
    if goes_on:
        table.handle(Handling.LOAD, deck="blue")
        table.asks(c.NoMoreBets, DEALER)
        assert table.round.deck == "blue"
    else:
        assert table.refuses(c.NoMoreBets, DEALER).code == "deck-missing"
        table.dealer.by_hand = frozenset()
        table.finish()
    assert not table.round.void


# --- until when, and what is undone ----------------------------------------------------------------------------------


def fold_all(table: Scene) -> Scene:
    """Everyone picks, checks and folds as far as the autodealer goes on."""
    while (move := table.due) and move.role == "player":
        if move.command is c.Pick:
            table.pick(move.player, 1, 2, 3)
        else:
            table.answer(
                others="check" if len(table.round.board) in (0, 3) and move.given["action"] == "check" else "fold"
            )
    return table


@pytest.mark.parametrize(
    ("game", "undone"),
    [case("HL-R6", "hi-lo", False), case("PK-R47", "pik-it", False), case("UTH-R61", "uth", False),
     case("T5-R64 T5-R63", "top-five", True)],
)  # fmt: skip
def test_once_the_last_wager_is_settled_results_stand_but_in_top_five_only_once_the_table_is_clear(
    game: str, undone: bool
) -> None:
    table = side_bets(game, by_hand=(c.ClearTable,))
    before = table.purses()
    settled = fold_all(table).until(c.ClearTable).purses()
    assert settled != before
    table.asks(c.HandCount, DEALER, position=0, cards=9)
    assert (table.round.void, table.purses()) == (("DEALER_COUNT", before) if undone else ("", settled))
    table.asks(c.ClearTable, DEALER)
    assert table.refuses(c.HandCount, DEALER, position=0, cards=9).code == "no-round"
    table.plays_on()


@pytest.mark.parametrize(
    ("game", "void"),
    [case("HL-R22", "hi-lo", "hand"), case("UTH-R61", "uth", "hand"), case("PK-39.12(c) PK-R47", "pik-it", "round"),
     case("T5-R63 T5-R64", "top-five", "round")],
)  # fmt: skip
def test_a_wrong_number_found_in_a_hand_already_settled(game: str, void: str) -> None:
    table = side_bets(game, by_hand=(c.Settle,) if game != "pik-it" else ())
    before = table.purses()
    if game == "pik-it":
        for name in ("Cid", "Bob", "Ann"):
            table.pick(name, 1, 2, 3)
        table.act("Cid", "fold")
    else:
        fold_all(table).until(c.Settle)
        table.asks(c.Settle, DEALER, position=6)
    settled = table.purses()
    assert settled["player:Cid"] != before["player:Cid"]
    table.asks(c.HandCount, DEALER, position=6, cards=8)
    assert (bool(table.round.hands[6].void), bool(table.round.void)) == (bool(void), void == "round")
    assert table.purses()["player:Cid"] == (before if void else settled)["player:Cid"]
    assert void != "round" or table.purses() == before
    table.plays_on()


@pytest.mark.clause("PK-R39", "PK-R42", "PK-R43")
def test_a_late_count_that_does_not_fit_undoes_settled_bonuses_and_folds() -> None:
    options: dict[str, Any] = {"dealer_stack_delivery": "after-decisions", **METHODS["automated-shoe"]}
    table = side_bets("pik-it", by_hand=(c.RackStub, c.CountStub), **options)
    before = table.purses()
    while (move := table.due) and move.command is c.Pick:
        table.pick(move.player, 1, 2, 3)
    table.answer(Ann="play_5", Bob="fold", Cid="play_3")
    assert table.purses() != before
    table.asks(c.CountStub, DEALER, cards=len(table.round.undealt) - 1)
    counts = [(position, len(table.round.hands[position].cards)) for position in (0, 1, 3, 6)]
    for lacking in ((), [one for one in counts if one[0] != 3]):
        assert table.refuses(c.CountHands, DEALER, counts=tuple(lacking)).code == "hands-to-count"
    table.asks(c.CountHands, DEALER, counts=tuple(counts))
    outcomes = [event.outcome for event in table.seen(e.WagerSettled) if event.position == 3]
    assert outcomes.count("void") == 3
    assert len(outcomes) == 6, "the log keeps the entries that were reversed"
    nothing_but_void(table, before, "STUB_DECK")


@pytest.mark.clause("T5-R64")
def test_a_void_gives_back_even_what_the_floor_had_forfeited() -> None:
    table = side_bets("top-five")
    before = table.purses()
    table.asks(c.Breach, DEALER, player="Bob", what="showed the cards", rule="talk")
    table.asks(c.Forfeit, FLOOR, player="Bob", why="breach", reason="showed the cards")
    assert table.purses()["player:Bob"] < before["player:Bob"]
    table.asks(c.HandCount, DEALER, position=0, cards=8)
    nothing_but_void(table, before, "DEALER_COUNT")


@pytest.mark.clause("T5-R64", "T5-11.A(5)")
def test_a_void_undoes_what_a_wager_moved_however_often_it_was_settled() -> None:
    journal, paid = Journal(), 0
    table = Scene(practice_submission("top-five"), seed=1, record=journal.append)
    table.open()
    players = {"Ann": 1, "Bob": 2}
    for name, position in players.items():
        table.sit(name, 10_000_00, position)
    for _ in range(6):
        table.dealer.by_hand = frozenset((c.Settle, c.ClearTable))
        for name, position in players.items():
            table.bet(name, position, **{wager: 100 * stake for wager, stake in SIDE_BETS["top-five"].items()})
        before = table.purses()
        table.run()
        table.asks(c.Breach, DEALER, player="Bob", what="told what the others hold", rule="talk")
        table.run()
        table.answer(others="play")
        table.run()
        settle_all(table)
        paid += sum(line.paid for line in table.round.hands[2].lines)
        table.asks(c.Forfeit, FLOOR, player="Bob", why="breach", reason="told what the others hold")
        table.asks(c.ForeignCard, DEALER)
        assert {line.outcome for line in table.round.hands[2].lines} == {"void"}
        assert table.purses() == before
        table.dealer.by_hand = frozenset()
        table.run()
    assert paid
    lines = [text for _, text in journal.lines()]
    assert verify(lines).fault is None
    assert second_opinion(lines).disagreement is None


@pytest.mark.clause("UTH-R61", "HL-R6")
def test_a_void_takes_back_what_a_coupon_was_paid() -> None:
    cards = "2c 6c Qc 3c 6d 4d " + QUADS[1]
    table = scene("uth", 2, cards=cards, match_play="ante", by_hand=(c.NoMoreBets, c.Settle))
    table.asks(c.UseCoupon, player("Bob"), position=2, face=5_00)
    before = table.until(c.NoMoreBets).purses()
    table.asks(c.NoMoreBets, DEALER)
    table.run()
    table.answer(others="play")
    table.until(c.Settle)
    table.asks(c.Settle, DEALER, position=2)
    assert {line.wager: line.paid for line in table.round.hands[2].lines}["match_play"] == 5_00
    table.asks(c.HandCount, DEALER, position=0, cards=3)
    nothing_but_void(table, before, "DEALER_COUNT")
