"""Where stakes are announced no amount is known; where they are counted, opener and closer frame the day."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from announced import settlements
from laws import fits
from tables import DEALER, FLOOR, GAMES, SIDE_BETS, WAGERS, player

from pitboss.cards import parse
from pitboss.errors import OptionError
from pitboss.games.common import ANNOUNCED, CARDS, COUNTED, REAL, STAKES
from pitboss.journal.codec import decode
from pitboss.journal.disputes import dispute_sheet, rounds_of, summary
from pitboss.journal.journal import Journal
from pitboss.journal.rack_history import racks
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify
from pitboss.paper.dispute_sheet import dispute_paper
from pitboss.paper.html import as_page
from pitboss.playtest.random_players import Session
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.autodealer import simulated_cards
from pitboss.table.legal import due, legal
from pitboss.table.moves import Lying
from pitboss.table.rack_counts import wins
from pitboss.table.rules import Refusal, Refused
from pitboss.table.saying import sentence
from pitboss.table.table import Table, practice_submission

RULINGS = pytest.mark.clause("HL-R68", "PK-R79", "T5-R90", "UTH-R92")
REAL_ANNOUNCED = {CARDS: REAL, STAKES: ANNOUNCED}
SAM = "Sam"


def announced(game: str, seed: int = 3, **kwargs: Any) -> Table:
    return Table.of(game, REAL_ANNOUNCED, seed=seed, reader=simulated_cards(seed), **kwargs)


def lie(game: str, *positions: int) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The compulsory wagers and the side bets at these positions."""
    return tuple((position, tuple(SIDE_BETS[game])) for position in positions)


def refused(table: Table, kind: type[c.Command], by: Any, **given: Any) -> str:
    answer = table.try_(kind(by=by, at=table.now(), **given))
    assert isinstance(answer, Refusal), answer
    return answer.code


# --- the option ------------------------------------------------------------------------------------------------------


@RULINGS
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("stakes", [ANNOUNCED, COUNTED])
def test_where_the_software_deals_stakes_are_tracked(game: str, stakes: str) -> None:
    with pytest.raises(OptionError, match="need cards = 'real'"):
        practice_submission(game, {STAKES: stakes})


@pytest.mark.clause("UTH-R92", "HL-R68", "PK-R79")
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("uth", {"match_play": "ante"}),
        ("uth", {"progressive": {"seed": 1_000_000, "contribution": 100, "rows": {"straight_flush": "100%"}}}),
        ("hi-lo", {"match_play": "ante"}),
        ("pik-it", {"match_play": "ante"}),
    ],
)
def test_what_is_paid_by_amounts_is_not_offered_where_none_is_known(game: str, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="no amount is known") as error:
        practice_submission(
            game, {**REAL_ANNOUNCED, "trips": True, **options} if game == "uth" else {**REAL_ANNOUNCED, **options}
        )
    assert error.value.clause
    assert "-R" in error.value.clause
    practice_submission(game, {CARDS: REAL, **options})


@RULINGS
def test_amounts_are_known_or_not_for_as_long_as_somebody_sits_there() -> None:
    table = Table.of("uth", {CARDS: REAL}, seed=3)
    table.sit("Ann", 100_00)
    options = {**table.state.options, STAKES: ANNOUNCED}
    with pytest.raises(Refused, match="players leave first"):
        table.do(c.PostSubmission, FLOOR, game=table.state.game, options=options, displayed=True)
    table.do(c.Leave, player("Ann"))
    table.do(c.PostSubmission, FLOOR, game=table.state.game, options=options, displayed=True)
    assert table.rules.announced


# --- announced -------------------------------------------------------------------------------------------------------


@RULINGS
@pytest.mark.parametrize("game", GAMES)
def test_the_dealer_says_what_lies_where_and_the_round_is_played_without_an_amount(game: str) -> None:
    journal = Journal()
    table = announced(game, record=journal.append)
    table.do(c.WagersSeen, DEALER, wagers=lie(game, 4, 1))
    assert table.state.seats == {1: "Seat 1", 4: "Seat 4"}
    play_on(table)
    assert table.round.over
    assert table.round.positions == (1, 4)
    assert table.state.books == {}
    lines = [text for _, text in journal.lines()]
    assert verify(lines, journal.head).fault is None
    assert second_opinion(lines).disagreement is None
    settled = [raw["data"] for raw in map(json.loads, lines) if raw["event"] == "wager-settled"]
    assert settled
    assert all(not one["stake"] and not one["paid"] and not one["returned"] for one in settled)
    assert all(one["odds"] for one in settled if one["outcome"] == "win")


def play_on(table: Table, action: str = "play") -> None:
    """Everybody plays as soon as they may, to the end of the round."""
    while table.state.round is None or not table.round.over:
        table.run()
        move = due(table.rules, table.state)
        if move is None or table.round.over:
            return
        here = [
            m for m in table.legal() if m.command is move.command and m.given.get("position") == move.given["position"]
        ]
        chosen = next((m for m in here if str(m.given.get("action", "")).startswith(action)), here[0])
        more: dict[str, Any] = {"places": (1, 2, 3)} if chosen.command is c.Pick else {}
        table.do(chosen.command, player(chosen.player), **chosen.given, **more)


@RULINGS
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seats_and_wagers_are_usual_in_the_next_round(game: str) -> None:
    table = announced(game)
    assert usual(table) is None
    table.do(c.WagersSeen, DEALER, wagers=lie(game, 2, 3))
    play_on(table)
    table.run()
    assert usual(table) == lie(game, 2, 3)
    move = table.due
    assert move is not None
    assert move.command is c.WagersSeen
    table.do(c.Departed, DEALER, player="Seat 2")
    assert usual(table) == lie(game, 3)
    table.do(c.WagersSeen, DEALER, **move.given)
    assert set(table.state.bets) == {2, 3}


def usual(table: Table) -> object:
    return next(move.given.get("wagers") for move in table.legal() if move.command is c.WagersSeen)


@RULINGS
def test_what_lies_there_can_be_said_again_until_the_call() -> None:
    table = announced("uth")
    table.do(c.WagersSeen, DEALER, wagers=lie("uth", 1, 2))
    table.do(c.WagersSeen, DEALER, wagers=((2, ("ante", "blind")), (5, ("ante", "blind"))))
    assert {position: tuple(bets.wagers) for position, bets in table.state.bets.items()} == {
        2: ("ante", "blind"),
        5: ("ante", "blind"),
    }
    table.deal()
    assert refused(table, c.WagersSeen, DEALER, wagers=lie("uth", 1)) == "bets-closed"
    assert table.round.positions == (2, 5)


@pytest.mark.clause("UTH-R92", "HL-R68", "PK-R79", "T5-R90")
@pytest.mark.parametrize(
    ("game", "wagers", "code"),
    [
        ("uth", ((1, ("blind",)),), "wager-missing"),
        ("uth", ((1, ("ante",)),), "wager-missing"),
        ("uth", ((1, ("trips",)),), "wager-missing"),
        ("uth", ((1, ("ante", "blind", "play")),), "not-now"),
        ("uth", ((1, ("ante", "blind", "cover_all")),), "not-offered"),
        ("uth", ((1, ("ante", "blind", "ante")),), "wager-twice"),
        ("uth", ((1, ("ante", "blind")), (1, ("ante", "blind"))), "position-twice"),
        ("uth", ((9, ("ante", "blind")),), "no-position"),
        ("uth", ((0, ("ante", "blind")),), "no-position"),
        ("uth", ((1, ("ante", "red")),), "unknown-wager"),
        ("uth", ((1, ()),), "wager-twice"),
        ("uth", (), "nothing-bet"),
        ("hi-lo", ((1, ("tie",)),), "wager-missing"),
        ("pik-it", ((1, ("ante",)),), "wager-missing"),
        ("pik-it", ((1, ("three_card_bonus",)),), "wager-missing"),
        ("top-five", ((1, ("poker_bonus",)),), "wager-missing"),
    ],
)
def test_wagers_that_cannot_lie_together_are_refused_and_nothing_is_kept(game: str, wagers: Any, code: str) -> None:
    table = announced(game)
    before = table.state
    assert refused(table, c.WagersSeen, DEALER, wagers=wagers) == code
    assert table.state is before


@RULINGS
@pytest.mark.parametrize("game", GAMES)
def test_nothing_about_money_is_taken_where_no_amount_is_known(game: str) -> None:
    table = announced(game)
    table.do(c.WagersSeen, DEALER, wagers=lie(game, 1))
    one = player("Seat 1")
    assert refused(table, c.BuyIn, one, amount=100_00) == "no-amounts"
    assert refused(table, c.BuyIn, one, amount=100_00, in_chips=True) == "no-amounts"
    assert refused(table, c.Tip, one, amount=1_00) == "no-amounts"
    assert refused(table, c.Bet, one, position=1, wager="ante", amount=10_00) == "no-amounts"
    assert refused(table, c.PlaceBets, one, position=1, wagers=(("ante", 10_00),)) == "no-amounts"
    assert refused(table, c.UseCoupon, one, position=1, face=5_00) == "no-amounts"
    assert refused(table, c.Correct, FLOOR, player="Seat 1", amount=5_00, reason="paid too little") == "no-amounts"
    assert refused(table, c.Sit, player("Ann"), position=3) == "name"
    kinds = {move.command for move in table.legal()}
    assert not kinds & {c.BuyIn, c.Tip, c.Bet, c.PlaceBets, c.UseCoupon, c.Correct}
    table.do(c.Sit, player("Seat 3"), position=3)


@RULINGS
@pytest.mark.parametrize("game", GAMES)
def test_the_move_says_which_wagers_may_lie_where(game: str) -> None:
    table = announced(game, by_hand=(c.NoMoreBets,))
    table.do(c.WagersSeen, DEALER, wagers=lie(game, 2))
    table.do(c.Exclude, FLOOR, player="Seat 2", reason="asked to leave")
    bounds = next(move.open["wagers"] for move in table.legal() if move.command is c.WagersSeen)
    assert isinstance(bounds, Lying)
    assert 2 not in bounds.positions
    assert set(bounds.wagers) == set(SIDE_BETS[game])
    assert set(bounds.required) == set(WAGERS[game])
    assert fits(lie(game, 1), bounds)
    assert fits(((1, bounds.required),), bounds)
    assert not fits(lie(game, 2), bounds)
    assert not fits(list(lie(game, 1)), bounds)


@RULINGS
def test_where_amounts_are_known_wagers_are_not_merely_seen() -> None:
    table = Table.of("uth", {CARDS: REAL}, seed=3)
    assert refused(table, c.WagersSeen, DEALER, wagers=lie("uth", 1)) == "amounts"
    assert c.WagersSeen not in {move.command for move in table.legal()}
    assert refused(announced("uth"), c.WagersSeen, FLOOR, wagers=lie("uth", 1)) == "wrong-person"


def at_settlement() -> tuple[Table, Journal]:
    """Hold 'Em without amounts: seats 1 and 2 have played, the dealer has a pair of kings."""
    journal = Journal()
    table = announced("uth", record=journal.append)
    table.do(c.WagersSeen, DEALER, wagers=lie("uth", 1, 2))
    table.deal()
    table.do(c.Act, player("Seat 1"), position=1, action="play")
    table.do(c.Act, player("Seat 2"), position=2, action="play")
    for kind, faces in ((c.DealCommunity, "2c 7d 9h"), (c.DealCommunity, "Jc Ks"), (c.Reveal, "Kd 3c")):
        while (move := table.due) and move.command is not kind:
            assert table.step()
        table.do(kind, DEALER, faces=parse(faces))
    return table, journal


@pytest.mark.clause("UTH-R92", "UTH-10(h)(2).1", "UTH-10(h)(2).2")
def test_the_outcome_and_the_odds_of_each_wager_are_announced_and_what_to_collect() -> None:
    table, _ = at_settlement()
    table.do(c.Show, DEALER, position=2, faces=parse("Kc Ah"))
    move = table.due
    assert move is not None
    said = sentence(move, table.rules, table.state)
    assert said == "Seat 2: ante wins 1 to 1, blind pushes, play wins 1 to 1; collect trips."
    events = table.do(c.SettlePosition, DEALER, position=2)
    assert ("ante", "win", "1 to 1") in settlements(events)
    assert ("blind", "push", None) in settlements(events)
    explained = table.explain("Seat 2")
    assert "ante: win at 1 to 1" in explained
    assert "$" not in explained


@pytest.mark.clause("UTH-R92", "UTH-R91")
def test_a_corrected_face_that_changes_only_the_odds_is_settled_again() -> None:
    table, journal = at_settlement()
    table.do(c.SettlePosition, DEALER, position=2, faces=parse("8h Th"))  # a straight, which the blind pays 1 to 1
    assert {line.wager: line.odds for line in table.round.hands[2].lines}["trips"] == "4 to 1"
    events = table.do(c.CorrectFaces, FLOOR, faces=(parse("8h 9c"), parse("Th 9d")), reason="nines")
    assert {wager: odds for wager, _, odds in settlements(events)} == {"blind": None, "trips": "3 to 1"}
    play_on(table)
    lines = [text for _, text in journal.lines()]
    assert verify(lines, journal.head).fault is None
    assert second_opinion(lines).disagreement is None


@RULINGS
@pytest.mark.parametrize("game", GAMES)
def test_no_view_and_no_sheet_shows_an_amount(game: str) -> None:
    journal = Journal()
    table = announced(game, record=journal.append)
    table.do(c.WagersSeen, DEALER, wagers=lie(game, 1, 2))
    for viewer in (None, DEALER, FLOOR, player("Seat 1")):
        seen = table.view(viewer)
        assert seen["stakes"] == ANNOUNCED
        assert seen["chips"] == {}
        assert set(seen["bets"][1]["wagers"].values()) == {None}
    play_on(table)
    hand = table.view(FLOOR)["round"]["hands"][1]
    assert set(hand["wagers"].values()) == {None}
    assert all(line["paid"] is None and "odds" in line for line in hand["results"])
    played = next(rounds_of([decode(text, line) for line, (_, text) in enumerate(journal.lines(), 1)]))
    assert summary(played)["house"] is None
    sheet = dispute_sheet(played, 1)
    assert sheet["net"] is None
    assert set(sheet["wagers"]) >= set(SIDE_BETS[game])
    assert {line[key] for line in sheet["settlement"] for key in ("stake", "paid", "returned")} == {None}
    assert all("odds are paid up to it" in words for words in sheet["limits"])
    printed = as_page(dispute_paper(played, 1))
    assert "no amounts are known" in printed


@RULINGS
def test_an_amount_smuggled_into_an_announced_table_is_found() -> None:
    journal = Journal()
    table = announced("uth", record=journal.append)
    table.do(c.WagersSeen, DEALER, wagers=lie("uth", 1))
    play_on(table)
    lines = [text for _, text in journal.lines()]
    forged = [
        text.replace('"money":[]', '"money":[["outside","rack",5]]', 1) if "wager-settled" in text else text
        for text in lines
    ]
    assert "announced" in (second_opinion(forged).disagreement or "")
    odds = [text.replace('"odds":"1 to 1"', '"odds":"2 to 1"') for text in lines]
    win = [text.replace('"outcome":"lose"', '"outcome":"push"') for text in lines]
    for changed in (odds, win):
        assert changed == lines or second_opinion(changed).disagreement


# --- counted ---------------------------------------------------------------------------------------------------------


def closed_table(stakes: str = COUNTED, **kwargs: Any) -> Table:
    return Table(practice_submission("uth", {CARDS: REAL, STAKES: stakes}), seed=1, **kwargs)


def count(table: Table, what: str, total: int, **more: Any) -> tuple[e.Event, ...]:
    return table.do(c.CountRack, FLOOR, what=what, total=total, **{"second": SAM, **more})


@RULINGS
def test_a_counted_table_opens_on_an_opener_and_closes_on_a_closer() -> None:
    table = closed_table()
    assert refused(table, c.OpenTable, FLOOR, floor=("Flo",)) == "opener"
    move = table.due
    assert move is not None
    assert (move.command, move.given["what"]) == (c.CountRack, "opener")
    assert c.OpenTable not in {move.command for move in table.legal()}
    count(table, "opener", 50_000_00)
    table.do(c.OpenTable, FLOOR, floor=("Flo",))
    assert refused(table, c.CloseTable, FLOOR) == "closer"
    assert c.CloseTable not in {move.command for move in table.legal()}
    count(table, "closer", 50_000_00)
    assert c.CloseTable in {move.command for move in table.legal()}
    table.do(c.CloseTable, FLOOR)
    count(table, "drop", 0)
    assert wins(table.rules, table.state) == (0, 0)
    assert refused(table, c.OpenTable, FLOOR, floor=("Flo",)) == "opener"


@RULINGS
def test_the_win_by_the_counts_stands_beside_the_tracked_one() -> None:
    table = closed_table()
    count(table, "opener", 50_000_00)
    table.do(c.OpenTable, FLOOR, floor=("Flo",))
    table.do(c.Sit, player("Ann"), position=1)
    table.do(c.BuyIn, player("Ann"), amount=300_00)
    table.do(c.BuyIn, player("Ann"), amount=200_00, in_chips=True)
    assert table.chips("Ann") == 500_00
    assert table.state.books["drop"] == 300_00
    count(table, "fill", 1_000_00)
    count(table, "credit", 400_00)
    table.do(c.Correct, FLOOR, player="Ann", amount=50_00, reason="paid too little")
    count(table, "closer", 50_000_00 + 1_000_00 - 400_00 - 300_00 - 50_00 - 5_00)
    table.do(c.CloseTable, FLOOR)
    assert wins(table.rules, table.state) == (None, -50_00)
    count(table, "drop", 300_00)
    won = wins(table.rules, table.state)
    assert (won.counted, won.tracked, won.difference) == (-55_00, -50_00, -5_00)
    assert table.view(FLOOR)["inventory"]["difference"] == -5_00
    assert "inventory" not in table.view(DEALER)
    assert sum(table.state.books.values()) == 0


@RULINGS
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"second": "flo "}, "same-person"),
        ({"second": " "}, "signature"),
        ({"second": "S" * 65}, "signature"),
        ({"total": -1}, "amount"),
        ({"what": "lunch"}, "count"),
        ({"what": "fill"}, "not-now"),
        ({"what": "drop"}, "not-now"),
        ({"what": "closer"}, "not-now"),
        ({"pieces": ((25_00, 3),)}, "pieces"),
        ({"pieces": ((25_00, 2), (25_00, 2))}, "pieces"),
        ({"pieces": ((-25_00, -4),)}, "pieces"),
        ({"again": True, "reason": "mistyped"}, "nothing-to-correct"),
    ],
)
def test_a_count_needs_two_people_and_numbers_that_add_up(given: dict[str, Any], code: str) -> None:
    table = closed_table()
    said = {"what": "opener", "total": 100_00, "second": SAM, **given}
    assert refused(table, c.CountRack, FLOOR, **said) == code
    assert not table.state.inventory.opener


@RULINGS
def test_the_floor_gives_a_count_and_pieces_may_be_named() -> None:
    table = closed_table()
    given = {"what": "opener", "total": 100_00, "second": "Flo"}
    assert refused(table, c.CountRack, DEALER, **given) == "wrong-person"
    events = count(table, "opener", 100_00, pieces=((25_00, 3), (5_00, 5)))
    assert events == (
        e.RackCounted(
            what="opener",
            total=100_00,
            signed=(FLOOR.name, SAM),
            pieces=((25_00, 3), (5_00, 5)),
            clauses=table.rules.cite("stakes"),
        ),
    )


@RULINGS
def test_a_mistyped_count_is_given_again_with_a_reason_and_both_stay_in_the_record() -> None:
    journal = Journal()
    table = closed_table(record=journal.append)
    count(table, "opener", 5_000_00)
    assert refused(table, c.CountRack, FLOOR, what="opener", total=1, second=SAM) == "counted"
    assert refused(table, c.CountRack, FLOOR, what="opener", total=1, second=SAM, again=True) == "reason"
    count(table, "opener", 50_000_00, again=True, reason="a nought was missing")
    table.do(c.OpenTable, FLOOR, floor=("Flo",))
    count(table, "fill", 100_00)
    count(table, "fill", 200_00)
    count(table, "fill", 250_00, again=True, reason="two pieces stuck together")
    assert table.state.inventory.fills == (100_00, 250_00)
    count(table, "closer", 1)
    count(table, "closer", 50_350_00, again=True, reason="mistyped")
    table.do(c.CloseTable, FLOOR)
    count(table, "drop", 1)
    count(table, "drop", 0, again=True, reason="mistyped")
    assert wins(table.rules, table.state) == (0, 0)
    assert refused(table, c.CountRack, FLOOR, what="opener", total=1, second=SAM, again=True, reason="late") == (
        "nothing-to-correct"
    )
    lines = [text for _, text in journal.lines()]
    assert verify(lines, journal.head).fault is None
    assert second_opinion(lines).disagreement is None
    (session,) = racks([decode(text, line) for line, text in enumerate(lines, 1)])
    assert [one["total"] for one in session["counts"]] == [
        5_000_00, 50_000_00, 100_00, 200_00, 250_00, 1, 50_350_00, 1, 0,
    ]  # fmt: skip
    assert session["difference"] == 0
    same = [text.replace(f'"signed":["{FLOOR.name}","{SAM}"]', f'"signed":["{SAM}","{SAM}"]') for text in lines]
    assert "same person" in (second_opinion(same).disagreement or "")
    without = [text for text in lines if '"what":"opener"' not in text]
    assert "the opener was not counted" in (second_opinion(without).disagreement or "")


@RULINGS
def test_a_closer_that_chips_have_moved_after_is_counted_anew() -> None:
    table = closed_table()
    count(table, "opener", 50_000_00)
    table.do(c.OpenTable, FLOOR, floor=("Flo",))
    table.do(c.Sit, player("Ann"), position=1)
    moves: tuple[Callable[[], object], ...] = (
        lambda: table.do(c.BuyIn, player("Ann"), amount=100_00),
        lambda: count(table, "fill", 100_00),
        lambda: count(table, "credit", 100_00),
        lambda: table.do(c.Correct, FLOOR, player="Ann", amount=1_00, reason="paid too little"),
    )
    for chips_move in moves:
        count(table, "closer", 50_000_00)
        chips_move()
        assert refused(table, c.CloseTable, FLOOR) == "closer"
    count(table, "closer", 49_899_00)
    table.do(c.Leave, player("Ann"))
    table.do(c.CloseTable, FLOOR)


@RULINGS
def test_every_real_table_takes_counts_and_no_other_one_asks_for_them() -> None:
    table = closed_table("tracked")
    table.do(c.OpenTable, FLOOR, floor=("Flo",))
    count(table, "fill", 100_00)
    count(table, "closer", 100_00)
    table.do(c.CloseTable, FLOOR)
    assert wins(table.rules, table.state) == (None, None)
    dealt = Table.of("uth", seed=1)
    assert refused(dealt, c.CountRack, FLOOR, what="fill", total=1_00, second=SAM) == "no-rack"
    assert c.CountRack not in {move.command for move in legal(dealt.rules, dealt.state)}
    dealt.do(c.Sit, player("Ann"), position=1)
    assert refused(dealt, c.BuyIn, player("Ann"), amount=1_00, in_chips=True) == "in-chips"


@RULINGS
@pytest.mark.parametrize("game", GAMES)
def test_a_counted_day_comes_to_what_the_wagers_say(game: str) -> None:
    table = Table.of(game, {CARDS: REAL, STAKES: COUNTED}, seed=5, reader=simulated_cards(5))
    session = Session(table, 4, 5, irregularities=0.3)
    for _ in range(15):
        session.play()
    session.close()
    won = wins(table.rules, table.state)
    assert won.counted is not None
    assert won.difference == 0
