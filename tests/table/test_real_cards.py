"""Real cards: the same law, and no face that nobody has read.

A long run: `PITBOSS_LONG=1 python -m pytest -s tests/table/test_real_cards.py` compares 100,000 rounds.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from meddlers import SIDE_WAGERS, TABLES, Meddlers
from msgspec.structs import replace
from playing import PLAY
from tables import DEALER, FLOOR, GAMES, WAGERS, player
from twin import Twin, faces_in

from pitboss.cards import DECK, UNKNOWN, parse, rank
from pitboss.games.common import CARDS, REAL
from pitboss.journal.codec import decode
from pitboss.journal.disputes import dispute_sheet, rounds_of
from pitboss.journal.journal import Journal
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.autodealer import simulated_cards
from pitboss.table.commands import Actor, Role
from pitboss.table.decide import decide, work_through
from pitboss.table.legal import due
from pitboss.table.moves import Faces
from pitboss.table.rules import Refusal, Refused
from pitboss.table.state import State, changed
from pitboss.table.table import Table

ROUNDS = 20
NAMES = ("Ann", "Bob", "Cid")
RULINGS = pytest.mark.clause("HL-R67", "PK-R78", "T5-R89", "UTH-R91")


# --- what the software deals and what people deal comes to the same ---------------------------------------------------


class Run(NamedTuple):
    rounds: int
    lines: list[str]
    head: str
    software: list[str]


def run(game: str, way: str, seed: int) -> Run:
    """Rounds with several irregularities, dealt by the software and as real cards, every answer compared."""
    real, software = Journal(), Journal()
    table = Twin.of(game, TABLES[game, way], seed=seed, record=software.append, record_real=real.append)
    assert isinstance(table, Twin)
    positions = int(table.rules.terms["positions"])
    session = Meddlers(table, 1 + seed % positions, seed, 1.0, side_wagers=SIDE_WAGERS, at_once=2 + seed % 3)
    session.often = 0.05 * (seed % 3)
    for _ in range(ROUNDS):
        session.play()
        assert_seen_only(table)
    lines = [text for _, text in real.lines()]
    return Run(ROUNDS, lines, real.head, [text for _, text in software.lines()])


def assert_seen_only(table: Twin) -> None:
    """No view of the real cards has a face that was not reported in this round, nor one that the software's hides."""
    real = table.real
    read = {face for face in (real.state.round.order if real.state.round else ()) if face != UNKNOWN}
    people = [None, *(player(name) for name in real.state.seats.values()), DEALER, FLOOR, Actor(Role.AUDITOR, "audit")]
    for viewer in people:
        assert set(faces_in(real.view(viewer)["round"])) <= read, viewer


@RULINGS
@pytest.mark.parametrize(("game", "way"), TABLES, ids=[f"{game}, {way}" for game, way in TABLES])
def test_real_cards_come_to_the_same_as_the_software(game: str, way: str) -> None:
    done = run(game, way, 1)
    assert verify(done.lines, done.head).fault is None
    checked = second_opinion(done.lines)
    assert checked.disagreement is None
    assert checked.rounds == ROUNDS
    sheets = list(zip(sheets_of(done.lines), sheets_of(done.software), strict=True))
    assert sheets
    for real, software in sheets:
        assert_same_sheet(real, software)


def sheets_of(lines: list[str]) -> list[dict[str, Any]]:
    records = [decode(text, line) for line, text in enumerate(lines, 1)]
    return [dispute_sheet(played, position) for played in rounds_of(records) for position in played.end.positions]


def assert_same_sheet(real: dict[str, Any], software: dict[str, Any]) -> None:
    """The sheets of a hand are alike, but for their lines, the deck's proof, and cards that nobody has read."""
    for key in ("wagers", "coupon", "net", "player", "positions", "dealing"):
        assert real.get(key) == software.get(key)
    assert not real["deck"]["order_sealed"]
    for one, other in zip(real["cards"], software["cards"], strict=True):
        assert (one["to"], one["places"]) == (other["to"], other["places"])
        assert all(a in (UNKNOWN, b) for a, b in zip(parse(one["cards"]), parse(other["cards"]), strict=True)), (
            one,
            other,
        )
    for key in ("settlement", "announcements"):
        bare = [[{k: v for k, v in line.items() if k != "line"} for line in sheet[key]] for sheet in (real, software)]
        assert bare[0] == bare[1], key


def _wanted() -> int:
    asked = int(os.environ.get("PITBOSS_LONG") or 0)
    return 100_000 if asked == 1 else asked


@pytest.mark.skipif(not _wanted(), reason="PITBOSS_LONG=1 compares 100,000 rounds")
def test_real_cards_come_to_the_same_in_the_long_run(capsys: pytest.CaptureFixture[str]) -> None:
    rounds, seed = 0, 100
    while rounds < _wanted():
        for game, way in TABLES:
            done = run(game, way, seed)
            rounds += done.rounds
            if seed % 10 == 0:
                assert verify(done.lines, done.head).fault is None
                assert second_opinion(done.lines).disagreement is None
        seed += 1
    with capsys.disabled():
        print(f"\n{rounds:,} rounds, 0 differences")  # noqa: T201


# --- a table told only what a dealer sees -----------------------------------------------------------------------------


def with_bets(game: str, seed: int = 5, **options: Any) -> Table:
    """Three players have bet at a table with real cards."""
    table = Table.of(game, {CARDS: REAL, **options}, seed=seed, reader=simulated_cards(seed))
    for position, name in enumerate(NAMES, 1):
        table.sit(name, 500_00, position)
        table.bet(name, position, **{wager: dollars * 100 for wager, dollars in WAGERS[game].items()})
    return table


def real_table(game: str, seed: int = 5, **options: Any) -> Table:
    """As `with_bets`, and dealt; somebody reads the cards when they are turned up."""
    table = with_bets(game, seed, **options)
    table.deal()
    return table


def until(table: Table, *kinds: type[c.Command], folds: tuple[int, ...] = ()) -> None:
    """Everybody plays, or folds, as soon as they may, until one of these is due, or the round is over."""
    while not table.round.over:
        move = due(table.rules, table.state)
        assert move is not None
        if move.command in kinds:
            return
        go_on(table, folds)


def go_on(table: Table, folds: tuple[int, ...] = ()) -> None:
    """The next step; a player who is asked plays, or folds."""
    move = due(table.rules, table.state)
    assert move is not None
    if not move.player:
        assert table.step(), move.words
        return
    position = move.given["position"]
    here = [m for m in table.legal() if m.command is move.command and m.given.get("position") == position]
    actions = {m.given["action"]: m for m in here if "action" in m.given}
    wanted = ("fold", "check") if position in folds else (PLAY[table.rules.game.short],)
    chosen = next((actions[name] for name in wanted if name in actions), here[0])
    more = {"places": (1, 2, 3)} if chosen.command is c.Pick else {}
    table.do(chosen.command, player(chosen.player), **chosen.given, **more)


@RULINGS
@pytest.mark.parametrize("game", GAMES)
def test_a_hand_that_is_folded_and_settled_unseen_is_never_read_nor_is_the_stub(game: str) -> None:
    table = real_table(game)
    until(table, folds=(2,))
    folded = table.round.hands[2]
    hidden = [card for card in folded.cards if card not in folded.up]
    assert table.round.unread(hidden) == tuple(hidden)
    assert table.round.unread(table.round.undealt) == table.round.undealt
    assert table.view(FLOOR)["round"]["order"].count("??") >= len(hidden) + len(table.round.undealt)


@RULINGS
@pytest.mark.parametrize("game", GAMES)
def test_cards_that_are_turned_up_are_asked_for_by_where_they_lie(game: str) -> None:
    table = real_table(game)
    until(table, c.Reveal)
    move = table.due
    assert move is not None
    faces = move.open["faces"]
    assert isinstance(faces, Faces)
    assert faces.cards == table.round.dealer.cards
    assert faces.lie.startswith("the dealer, cards 1 and 2")
    table.dealer.reader = None
    assert not table.step()
    answer = table.try_(c.Reveal(by=DEALER, at=table.now()))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.cards) == ("faces-needed", faces.cards)
    free = tuple(face for face in DECK if face not in faces.used)[: len(faces.cards)]
    assert free in faces
    assert free[:-1] not in faces
    assert (free[0],) * len(free) not in faces


@RULINGS
@pytest.mark.parametrize(
    ("faces", "code"),
    [((), "faces-needed"), ((1, 1, 2), "face-twice"), ((1, 2), "faces-needed"), ((1, 2, 52), "bounds")],
)
def test_faces_that_cannot_be_are_refused_and_nothing_is_recorded(faces: tuple[int, ...], code: str) -> None:
    table = real_table("uth")
    until(table, c.DealCommunity)
    table.dealer.reader = None
    before = table.state
    answer = table.try_(c.DealCommunity(by=DEALER, at=table.now(), faces=faces))
    assert isinstance(answer, Refusal)
    assert answer.code == code
    assert table.state is before


@RULINGS
def test_a_face_that_was_read_already_is_refused_where_it_lies_and_both_ways_out_are_open() -> None:
    table = real_table("uth")
    until(table, c.DealCommunity)
    table.do(c.DealCommunity, DEALER, faces=parse("As Ks Qs"))
    until(table, c.Reveal)
    table.dealer.reader = None
    with pytest.raises(Refused, match="A♠ was read already: the community cards, card 1"):
        table.do(c.Reveal, DEALER, faces=parse("As 2c"))
    reason = "the seven was taken for an ace"
    table.do(c.CorrectFaces, DEALER, faces=(parse("As 7s"),), reason=reason)
    table.do(c.Reveal, DEALER, faces=parse("As 2c"))
    assert table.view()["round"]["board"].split()[0] == "7s"
    table.do(c.ForeignCard, DEALER)
    assert table.round.void == "FOREIGN_CARD"


@pytest.mark.clause("T5-R89", "T5-R67")
def test_a_card_that_its_own_player_shows_has_its_face_from_then_on() -> None:
    table = real_table("top-five")
    until(table, c.Act)
    shown = {"where": "player", "position": 1, "place": 1, "by_player": True}
    seen, _ = (event for event in table.do(c.CardExposed, DEALER, **shown, face=parse("As")[0])[1:])
    assert isinstance(seen, e.FacesSeen)
    assert (seen.faces, len(table.round.unread(table.round.hands[1].cards))) == ("As", 6)
    before = table.state
    with pytest.raises(Refused, match="that card was read as A♠: correct its face"):
        table.do(c.CardExposed, DEALER, **shown, face=parse("Ah")[0])
    assert table.state is before
    table.do(c.CardExposed, DEALER, **shown, face=parse("As")[0])
    table.do(c.LetStand, FLOOR, player="Ann", reason="harmless", rule="talk")
    until(table, c.Reveal)
    table.dealer.reader = None
    with pytest.raises(Refused, match="A♠ was read already: position 1, card 1"):
        table.do(c.Reveal, DEALER, faces=parse("As Kc Qc Jc Tc 2c 3c"))


@RULINGS
@pytest.mark.parametrize(("game", "where"), [("uth", "burn"), ("uth", "stub"), ("hi-lo", "stub"), ("pik-it", "stub")])
def test_a_face_that_somebody_read_is_kept_where_nothing_else_follows(game: str, where: str) -> None:
    table = real_table(game)
    until(table, c.Reveal)
    table.do(c.CardExposed, DEALER, where=where, face=parse("As")[0])
    card = table.round.burned[0] if where == "burn" else table.round.undealt[0]
    assert table.round.faces((card,)) == parse("As")
    table.dealer.reader = None
    others = parse("As Kc Qc Jc Tc")[: len(table.round.dealer.cards)]
    with pytest.raises(Refused, match="A♠ was read already"):
        table.do(c.Reveal, DEALER, faces=others)


@RULINGS
def test_two_faces_that_were_taken_for_each_other_change_places() -> None:
    table = real_table("uth")
    until(table, c.DealCommunity)
    table.do(c.DealCommunity, DEALER, faces=parse("As Ks Qs"))
    table.do(c.CorrectFaces, DEALER, faces=(parse("As Ks"), parse("Ks As")), reason="read from the wrong side")
    assert table.view()["round"]["board"] == "Ks As Qs"
    for wrong in ((parse("2c 3c"),), (parse("As Qs"),), (), (parse("As 2c"), parse("As 3c"))):
        with pytest.raises(Refused):
            table.do(c.CorrectFaces, DEALER, faces=wrong, reason="once more")


def at_settlement(cards: dict[str, str]) -> Table:
    """Hold 'Em with these cards read as board and dealer's hand; the hands of the players come to nothing better."""
    table = real_table("uth")
    until(table, c.DealCommunity)
    table.do(c.DealCommunity, DEALER, faces=parse(cards["flop"]))
    until(table, c.DealCommunity)
    table.do(c.DealCommunity, DEALER, faces=parse(cards["last"]))
    until(table, c.Reveal)
    table.do(c.Reveal, DEALER, faces=parse(cards["dealer"]))
    return table


BOARD = {"flop": "2c 7d 9h", "last": "Jc Ks", "dealer": "Kd 3c"}


@RULINGS
@pytest.mark.clause("UTH-R91")
def test_a_misread_card_is_corrected_by_the_dealer_before_money_moves_and_by_the_floor_after() -> None:
    table = at_settlement(BOARD)
    table.do(c.SettlePosition, DEALER, position=3, faces=parse("Ac Qd"))
    lost = table.chips("Cid")
    with pytest.raises(Refused, match="the floor corrects"):
        table.do(c.CorrectFaces, DEALER, faces=(parse("Kd 4h"),), reason="a four, not a king")
    table.do(c.CorrectFaces, FLOOR, faces=(parse("Kd 4h"),), reason="a four, not a king")
    assert table.chips("Cid") > lost
    assert sum(table.state.books.values()) == 0
    assert {line.wager: line.outcome for line in table.round.hands[3].lines}["ante"] == "push"
    settled = table.settlement(3)
    assert settled["play"].outcome.value == "win"


@RULINGS
def test_a_correction_that_changes_no_result_moves_no_money() -> None:
    table = at_settlement(BOARD)
    table.do(c.SettlePosition, DEALER, position=3, faces=parse("Ac Qd"))
    before = table.state.books
    events = table.do(c.CorrectFaces, FLOOR, faces=(parse("3c 3h"),), reason="hearts")
    assert not [event for event in events if isinstance(event, e.WagerSettled)]
    assert table.state.books == before


@RULINGS
def test_a_correction_survives_both_verifiers_and_a_forged_one_does_not() -> None:
    journal = Journal()
    table = Table.of("uth", {CARDS: REAL}, seed=2, reader=simulated_cards(2), record=journal.append)
    table.sit("Ann", 500_00)
    table.bet("Ann", ante=10_00, blind=10_00)
    table.deal()
    until(table, c.ClearTable)
    order = table.round.order
    read = [face for face in order if face != UNKNOWN]
    free = next(face for face in DECK if face not in read)
    table.do(c.CorrectFaces, FLOOR, faces=((order[table.round.dealer.cards[0]], free),), reason="misread")
    until(table)
    lines = [text for _, text in journal.lines()]
    assert verify(lines, journal.head).fault is None
    assert second_opinion(lines).disagreement is None
    seen = next(text for text in lines if '"faces-seen"' in text)
    forged = [text.replace('"faces":"', '"faces":"2c ', 1) if text is seen else text for text in lines]
    assert verify(forged, journal.head).fault is not None
    assert second_opinion(forged).disagreement is not None


@pytest.mark.clause("HL-R67", "HL-R36")
def test_a_real_hand_is_set_unread_and_what_the_rules_forbid_is_found_when_it_is_turned_up() -> None:
    table = real_table("hi-lo")
    until(table, c.SetHand)
    for position, name in enumerate(NAMES, 1):
        table.do(c.SetHand, player(name), position=position)
    until(table, c.Show)
    table.dealer.reader = None
    events = table.do(c.Show, DEALER, position=3, faces=parse("2c 2d 3h As Ah"))  # two aces may not lie low
    kinds = [type(event) for event in events]
    assert e.IrregularityFound in kinds
    assert e.HandSet in kinds
    hand = table.round.hands[3]
    assert table.rules.house_way(table.round.faces(hand.cards)) == table.round.faces(hand.low)


@pytest.mark.clause("HL-R67", "HL-R53")
def test_a_real_hand_that_the_floor_has_set_lies_the_house_way_when_it_is_turned_up() -> None:
    table = real_table("hi-lo")
    until(table, c.SetHand)
    table.do(c.Departed, DEALER, player="Cid")
    table.do(c.SetHand, FLOOR, position=3, reason="walked away")
    until(table, c.Show)
    table.dealer.reader = None
    events = table.do(c.Show, DEALER, position=3, faces=parse("2c 8d 3h Ks Ah"))
    assert e.IrregularityFound not in [type(event) for event in events]
    hand = table.round.hands[3]
    assert table.rules.house_way(table.round.faces(hand.cards)) == table.round.faces(hand.low)


def hi_lo_set(low: tuple[int, ...] = (), *, gone: bool = False) -> Table:
    """5 Card Hi-Lo with the dealer's hand turned up, 28 and 11: Cid, whose hand is shown first, has laid these low."""
    table = real_table("hi-lo")
    until(table, c.SetHand)
    if gone:
        table.do(c.Departed, DEALER, player="Cid")
        table.do(c.SetHand, FLOOR, position=3, reason="walked away")
    else:
        table.do(c.SetHand, player("Cid"), position=3, low=low)
    until(table, c.Reveal)
    table.dealer.reader = None
    table.do(c.Reveal, DEALER, faces=parse("Jc Jd 8c 6h 5d"))
    return table


def misread(table: Table, read: str, was: str, right: str, *, settled: bool) -> Table:
    """Cid's hand is read so, and one card of it corrected, before or after it is settled."""
    if settled:
        table.do(c.SettlePosition, DEALER, position=3, faces=parse(read))
    else:
        table.do(c.Show, DEALER, position=3, faces=parse(read))
    table.do(c.CorrectFaces, FLOOR, faces=(parse(f"{was} {right}"),), reason="misread")
    if not settled:
        table.do(c.SettlePosition, DEALER, position=3)
    return table


def low_of(table: Table) -> str:
    return " ".join(sorted(table.round.shown(table.round.hands[3].low).split()))


@pytest.mark.clause("HL-R67", "HL-40.10(a)2-s1b", "HL-40.5(b)-s1", "HL-R36")
@pytest.mark.parametrize("settled", [False, True])
def test_what_a_player_laid_stands_again_when_a_correction_shows_it_lawful(settled: bool) -> None:
    """K Q 9 over A 3 is lawful; with the three read as an ace two aces lay low, and the house way replaced it."""
    table = misread(hi_lo_set((4, 5)), "Kh Qh 9h Ac Ah", "Ah", "3h", settled=settled)
    assert low_of(table) == "3h Ac"
    assert table.settlement(3)["ante"].outcome.value == "win"


@pytest.mark.clause("HL-R67", "HL-R36", "HL-R1")
@pytest.mark.parametrize("settled", [False, True])
def test_a_setting_that_stays_unlawful_lies_the_house_way_for_the_right_faces(settled: bool) -> None:
    """Two aces lie low for certain; with a king read as a two the house way was another."""
    table = misread(hi_lo_set((4, 5)), "Kh Qh 9h Ac Ah", "Kh", "2h", settled=settled)
    assert low_of(table) == "2h 9h"
    assert table.settlement(3)["ante"].outcome.value == "push"
    found = [name for name in table.round.found if name == "WRONG_SETTING"]
    assert found == ["WRONG_SETTING"]


@pytest.mark.clause("HL-R67", "HL-R36")
def test_a_lawful_setting_is_unlawful_after_a_correction_and_lawful_again_after_another() -> None:
    table = hi_lo_set((4, 5))
    table.do(c.Show, DEALER, position=3, faces=parse("Kh Qh 9h Ac 3h"))
    for right, low in (("3h Ah", "9h Qh"), ("Ah 4h", "4h Ac"), ("4h Ad", "9h Qh")):
        table.do(c.CorrectFaces, DEALER, faces=(parse(right),), reason="misread")
        assert low_of(table) == low
    assert table.round.found.count("WRONG_SETTING") == 2


@pytest.mark.clause("HL-R67", "HL-R53")
@pytest.mark.parametrize("settled", [False, True])
def test_a_hand_that_the_floor_has_set_lies_the_house_way_after_a_correction_too(settled: bool) -> None:
    table = misread(hi_lo_set(gone=True), "2c Kh 9h 5c 3h", "Kh", "Qd", settled=settled)
    assert low_of(table) == "2c 3h"
    table.do(c.CorrectFaces, FLOOR, faces=(parse("Qd 4d"),), reason="misread again")
    hand = table.round.hands[3]
    assert table.rules.house_way(table.round.faces(hand.cards)) == table.round.faces(hand.low)


@pytest.mark.clause("HL-R67", "HL-R36")
def test_a_setting_that_was_reported_is_judged_by_the_right_faces() -> None:
    """The dealer reports two aces low; the second of them was a three."""
    table = hi_lo_set((1, 2))
    table.do(c.SettingFound, DEALER, position=3, low=(4, 5), faces=parse("Kh Qh 9h Ac Ah"))
    assert low_of(table) == "9h Qh"
    table.do(c.CorrectFaces, DEALER, faces=(parse("Ah 3h"),), reason="misread")
    table.do(c.SettlePosition, DEALER, position=3)
    assert low_of(table) == "3h Ac"


@pytest.mark.clause("PK-R78", "PK-39.10(b)/1")
def test_a_bonus_that_was_settled_before_the_dealers_cards_are_read_is_settled_again_after_a_correction() -> None:
    table = Table.of("pik-it", {CARDS: REAL}, seed=4, by_hand=(c.Reveal,), reader=simulated_cards(4))
    table.sit("Ann", 500_00)
    table.bet("Ann", ante=10_00, five_card_bonus=10_00)
    table.deal()
    table.act("Ann", "play_3")
    before, read = table.chips("Ann"), table.round.faces(table.round.hands[1].cards)
    assert table.round.hands[1].settled("five_card_bonus")
    royal = tuple(zip(read, parse("As Ks Qs Js Ts"), strict=True))
    table.do(c.CorrectFaces, FLOOR, faces=royal, reason="misread")
    assert table.chips("Ann") > before


@pytest.mark.clause("PK-R78", "PK-R46")
def test_a_pick_of_real_cards_is_drawn_from_a_seed_that_was_sealed_with_the_shuffle() -> None:
    table = Table.of("pik-it", {CARDS: REAL}, seed=4, reader=simulated_cards(4))
    table.sit("Ann", 500_00)
    table.bet("Ann", ante=10_00, five_card_bonus=10_00, three_card_bonus=5_00)
    table.deal()
    table.do(c.CardExposed, DEALER, where="player", position=1, place=2)
    while (move := table.due) and move.command is not c.DrawPick:
        assert table.step(), move.words
    faces = table.due.open["faces"] if table.due else None
    assert isinstance(faces, Faces)
    assert len(faces.cards) == 3
    table.step()
    assert table.round.hands[1].picked == faces.cards


@pytest.mark.clause("PK-R78")
def test_a_card_is_corrected_while_a_wager_of_its_hand_waits_for_cards_that_nobody_has_read() -> None:
    table = real_table("pik-it")
    until(table, c.Act)
    move = table.due
    assert move is not None
    position = move.given["position"]
    table.do(
        c.Act,
        player(move.player),
        position=position,
        action="play_3",
        amount=table.round.hands[position].wagers["ante"],
    )
    hand = table.round.hands[position]
    assert "five_card_bonus" in hand.done
    assert table.round.unread(table.round.dealer.cards)
    others = {face for p, one in table.round.hands.items() if p != position for face in table.round.faces(one.cards)}
    of_a_kind = next(
        cards for rank in "23456789TJQKA" if not others & set(cards := parse(" ".join(rank + suit for suit in "cdhs")))
    )
    was = table.round.faces(hand.cards)
    missing = [face for face in of_a_kind if face not in was]
    swapped = tuple(zip([face for face in was if face not in of_a_kind], missing, strict=False))
    table.do(c.CorrectFaces, FLOOR, faces=swapped, reason="misread")
    line = next(line for line in table.round.hands[position].lines if line.wager == "five_card_bonus")
    assert line.outcome == "win"
    assert sum(table.state.books.values()) == 0


@RULINGS
def test_a_correction_names_only_faces_that_were_misread() -> None:
    table = real_table("uth")
    until(table, c.DealCommunity)
    table.do(c.DealCommunity, DEALER, faces=parse("As Ks Qs"))
    ace, king, seven = parse("As Ks 7s")
    for faces in (((king, king),), ((ace, ace), (king, seven))):
        before = table.state
        answer = table.try_(c.CorrectFaces(by=DEALER, at=table.now(), faces=faces, reason="misread"))
        assert isinstance(answer, Refusal)
        assert answer.code == "no-change"
        assert table.state is before


# --- faces are asked for when nothing else is in the way --------------------------------------------------------------


POSITIONS = range(len(NAMES) + 1)
LOW = ((), (4, 5), (5, 5), (1, 2, 3))
WITH_FACES: dict[type[c.Command], tuple[dict[str, Any], ...]] = {
    c.DealCommunity: ({},),
    c.Pick: tuple({"position": p, "places": places} for p in POSITIONS for places in ((1, 2, 3), (1, 2))),
    c.DrawPick: tuple({"position": p} for p in POSITIONS),
    c.Reveal: ({}, *({"low": low} for low in LOW)),
    c.Show: tuple({"position": p} for p in POSITIONS),
    c.SettlePosition: tuple({"position": p} for p in POSITIONS),
    c.SettingFound: tuple({"position": p, "low": low} for p in POSITIONS for low in LOW),
    c.CardExposed: tuple({"where": where} for where in ("community", "stub", "burn", "dealer")),
    c.FaceUpCard: ({},),
    c.CardDrawn: ({"seen": True},),
}
"""The commands that faces go with, each said in ways that can be and in ways that cannot."""
ONLY_FACES_SHOW = ("house-way", "set", "no-change")
"""Why a setting is refused once the cards have been read."""


def test_every_command_that_faces_go_with_is_tried() -> None:
    kinds = {kind for kind in vars(c).values() if isinstance(kind, type) and issubclass(kind, c.Command)}
    told = {kind for kind in kinds if {"face", "faces"} & set(kind.__struct_fields__)}
    assert told - {c.Handle, c.CorrectFaces, c.UseCoupon} == set(WITH_FACES)


def in_every_way(table: Table) -> Iterator[c.Command]:
    for kind, ways in WITH_FACES.items():
        for said in ways:
            by = player(NAMES[said["position"] - 1]) if kind is c.Pick and said["position"] else DEALER
            yield kind(by=by, at=table.now(), **said)


def troubles(table: Table) -> Iterator[State]:
    """The table as it is, and with something in the way."""
    by, at, each = DEALER, table.now(), table.rules.each
    short = c.HandCount(by=by, at=at, position=0, cards=each - 1)
    for facts in (
        (),
        (c.HandCount(by=by, at=at, position=1, cards=each - 1),),
        (short, short),
        (c.Departed(by=by, at=at, player="Cid"),),
        (c.ForeignCard(by=by, at=at),),
    ):
        state = table.state
        for fact in facts:
            found = work_through(table.rules, state, fact)
            state = state if isinstance(found, Refusal) else found.state
        yield state


@RULINGS
@pytest.mark.parametrize("game", GAMES)
def test_faces_are_asked_for_only_if_with_them_the_command_is_carried_out(game: str) -> None:
    """Nobody turns cards up for what cannot be done; only what the faces themselves show is refused after that."""
    table, asked = with_bets(game), set()
    while not (table.state.round and table.round.over):
        for state in troubles(table):
            for command in in_every_way(table):
                answer = decide(table.rules, state, command)
                if not isinstance(answer, Refusal) or answer.code != "faces-needed":
                    continue
                asked.add(type(command))
                assert state.round is not None
                free = tuple(face for face in DECK if face not in state.round.order)[: len(answer.cards)]
                given = {"face": free[0]} if hasattr(command, "face") else {"faces": free}
                answer = decide(table.rules, state, replace(command, **given))
                assert not isinstance(answer, Refusal) or answer.code in ONLY_FACES_SHOW, (command, answer)
        if table.state.playing:
            go_on(table)
        else:
            assert table.step()
    assert {c.Reveal, c.SettlePosition} <= asked


@RULINGS
@pytest.mark.parametrize("game", GAMES)
def test_who_shuffles_real_cards_states_no_order(game: str) -> None:
    table = Table.of(game, {CARDS: REAL}, seed=1, by_hand=(c.Shuffle,), reader=simulated_cards(1))
    table.sit("Ann", 500_00)
    table.run()
    given = {"deck": "red", "salt": "0123456789abcdef"}
    with pytest.raises(Refused, match="nobody knows the order"):
        table.do(c.Shuffle, DEALER, **given, order=DECK)
    table.do(c.Shuffle, DEALER, **given)
    deck = table.state.deck("red")
    assert deck is not None
    assert set(deck.order) == {UNKNOWN}


@RULINGS
def test_where_the_software_deals_nobody_gives_faces_nor_corrects_them() -> None:
    table = Table.of("uth", seed=1, by_hand=(c.DealCommunity,))
    table.sit("Ann", 500_00)
    table.bet("Ann", ante=10_00, blind=10_00)
    table.deal()
    until(table, c.DealCommunity)
    for command in (
        c.DealCommunity(by=DEALER, at=table.now(), faces=(1, 2, 3)),
        c.CorrectFaces(by=DEALER, at=table.now(), faces=((1, 2),), reason="misread"),
    ):
        answer = table.try_(command)
        assert isinstance(answer, Refusal)
        assert "the software dealt these cards" in answer.message


@RULINGS
def test_a_deck_is_dealt_by_the_software_or_by_people_for_as_long_as_it_is_there() -> None:
    table = Table.of("uth", seed=1)
    table.sit("Ann", 500_00)
    table.run()
    assert table.state.decks
    options = {**table.state.options, CARDS: REAL}
    with pytest.raises(Refused, match="the decks leave first"):
        table.do(c.PostSubmission, FLOOR, game=table.state.game, options=options, displayed=True)
    table.do(c.RemoveDeck, FLOOR, deck="red", reason="real cards come")
    table.do(c.PostSubmission, FLOOR, game=table.state.game, options=options, displayed=True)
    assert table.rules.real_cards


@pytest.mark.clause("PK-R78")
def test_a_bonus_that_was_settled_before_the_dealers_hand_is_read_is_settled_again_without_it() -> None:
    journal = Journal()
    table = Table.of("pik-it", {CARDS: REAL}, seed=4, reader=simulated_cards(4), record=journal.append)
    for position, name in enumerate(NAMES[:2], 1):
        table.sit(name, 500_00, position)
        table.bet(name, position, ante=10_00, five_card_bonus=10_00)
    table.deal()
    until(table, c.Act)
    first = table.due.given["position"] if table.due else 0
    table.do(c.Act, player(NAMES[first - 1]), position=first, action="play_5", amount=10_00)
    hand = table.round.hands[first]
    assert hand.settled("five_card_bonus")
    read = table.round.faces(hand.cards)
    left = simulated_cards(4)(table.state, table.round.undealt)
    ranks = Counter(map(rank, left))
    free = sorted(left, key=lambda face: (-ranks[rank(face)], rank(face)))[: len(read)]  # a full house or better
    faces = tuple(zip(read, free, strict=True))
    events = table.do(c.CorrectFaces, FLOOR, faces=faces, reason="another hand was read")
    assert [event.wager for event in events if isinstance(event, e.WagerSettled)] == ["five_card_bonus"]
    until(table)
    lines = [text for _, text in journal.lines()]
    assert verify(lines, journal.head).fault is None
    assert second_opinion(lines).disagreement is None


@pytest.mark.clause("PK-R78")
def test_simulated_cards_are_read_when_their_deck_has_left_the_table_too() -> None:
    reader = simulated_cards(4)
    table = Table.of("uth", {CARDS: REAL}, seed=4, reader=reader)
    table.sit("Ann", 500_00)
    table.bet("Ann", ante=10_00, blind=10_00)
    table.deal()
    before = reader(table.state, table.round.dealer.cards)
    gone = changed(table.state, decks=())
    assert reader(gone, table.round.dealer.cards) == before


@pytest.mark.clause("UTH-R91", "UTH-R51")
def test_a_hand_that_stays_exposed_by_a_misreading_gives_way_to_the_next_that_is_good_enough() -> None:
    options = {**TABLES["uth", "automated shoe, all there is"], CARDS: REAL}
    del options["progressive"]
    table = Table.of("uth", options, seed=5, reader=simulated_cards(5))
    for position, name in enumerate(NAMES[:2], 1):
        table.sit(name, 500_00, position)
        table.bet(name, position, ante=10_00, blind=10_00, trips=5_00, cover_all=5_00)
    table.deal()
    until(table, c.DealCommunity)
    table.do(c.DealCommunity, DEALER, faces=parse("5c 6d 7h"))
    until(table, c.DealCommunity)
    table.do(c.DealCommunity, DEALER, faces=parse("Jc Ks"))
    until(table, c.Reveal)
    table.do(c.Reveal, DEALER, faces=parse("8c 9d"))
    kept = table.round.kept
    assert kept is not None
    assert kept[0] == 0
    table.do(c.CorrectFaces, FLOOR, faces=(parse("9d 2d"),), reason="a two, not a nine")
    assert table.round.kept == (0, 0)
    until(table, c.Show)
    table.dealer.reader = None
    table.do(c.SettlePosition, DEALER, position=2, faces=parse("4c 3d"))
    assert table.round.kept is not None
    assert table.round.kept[0] == 2
