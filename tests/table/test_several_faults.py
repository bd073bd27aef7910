"""Where irregularities meet: cases that rounds with several of them brought to light (tests/oracle)."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest
from laws import OFTEN, assert_order_does_not_matter, at_a_decision, give, made, some_move
from tables import DEALER, DEVICE, FLOOR, GAMES, METHODS, NAMES, SIDE_BETS, WAGERS, Scene, bare, dealt, player, scene

from pitboss.games.handling import Handling
from pitboss.journal.journal import Journal
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify
from pitboss.table import commands as c
from pitboss.table import events as e
from support import case

SEATS = (1, 3, 6)
COUNTED = {"hi-lo": 5, "pik-it": 5, "top-five": 7}


def side_bets(game: str, **more: Any) -> Scene:
    return dealt(game, dict.fromkeys(SEATS, SIDE_BETS[game]), **more)


def steps_after_the_round(table: Scene) -> tuple[Handling, ...]:
    table.run()
    (ended,) = (event for event in table.happened[-60:] if isinstance(event, e.RoundEnded))
    return ended.due


@pytest.mark.clause("T5-R81")
def test_a_card_seen_while_the_deck_is_to_be_shuffled_again_changes_nothing() -> None:
    table = scene("top-five", 2, by_hand=(c.Deal, c.Shuffle)).until(c.Shuffle)
    table.dealer.by_hand = frozenset((c.Deal,))
    table.until(c.Deal)
    table.dealer.by_hand = frozenset((c.Deal, c.Shuffle))
    table.asks(c.FaceUpCard, DEALER)
    assert Handling.SHUFFLE in table.state.decks[0].due
    (noted,) = table.asks(c.FaceUpCard, DEALER)
    assert (type(noted), noted.clauses[0], table.round.void) == (e.Noted, "T5-R81", "")


@pytest.mark.clause("T5-R80", "T5-R62")
def test_a_deck_that_the_shuffler_counts_wrong_after_the_call_voids_the_round_by_both_verifiers() -> None:
    options = {**METHODS["automated-shoe"], "shuffler_counts": True}
    table = scene("top-five", 2, by_hand=(c.Deal,), **options).until(c.Deal)
    table.asks(c.FaceUpCard, DEALER)
    table.dealer.by_hand = frozenset((c.Shuffle,))
    table.until(c.Shuffle)
    table.asks(c.Shuffle, DEVICE, deck="red", count=51, **table.dealer.shuffle())
    assert table.round.void
    assert table.state.deck("red") is None
    table.plays_on()
    journal = Journal()
    for command, events in table.given:
        journal.append(command, events)
    lines = [line for _, line in journal.lines()]
    assert verify(lines, journal.head).fault is None
    assert second_opinion(lines).disagreement is None


@pytest.mark.clause("T5-R67")
def test_a_players_card_stands_once_the_dealers_hand_is_revealed() -> None:
    table = side_bets("top-five", by_hand=(c.Show,))
    table.answer(others="play")
    table.until(c.Show)
    noted = table.asks(c.CardExposed, DEALER, where="player", position=3)[-1]
    assert (type(noted), table.round.void, len(table.round.hands[3].up)) == (e.Noted, "", 1)
    table.plays_on()


@pytest.mark.clause("HL-R16", "PK-R42", "T5-R62")
@pytest.mark.parametrize("game", COUNTED)
def test_counts_of_a_void_round_that_nobody_explained_have_the_deck_counted(game: str) -> None:
    table = side_bets(game, by_hand=(c.RackStub, c.CountStub)).until(c.RackStub)
    table.asks(c.CountStub, DEALER, cards=len(table.round.undealt))
    table.asks(c.HandCount, DEALER, position=3, cards=COUNTED[game] + 1)
    assert table.round.inquiry
    table.asks(c.CardExposed, DEALER, where="dealer")
    assert table.round.void == "DEALER_EXPOSED"
    assert steps_after_the_round(table)[0] is Handling.COUNT


@pytest.mark.parametrize("game", [case("HL-R17", "hi-lo"), case("PK-R40", "pik-it"), case("T5-R60", "top-five")])
def test_a_stub_that_does_not_fit_has_the_whole_deck_counted_whenever_the_round_became_void(game: str) -> None:
    for void_first in (True, False):
        table = side_bets(game, by_hand=(c.RackStub, c.ClearTable)).until(c.RackStub)
        wrong = len(table.round.undealt) + 1
        if void_first:
            table.asks(c.CardExposed, DEALER, where="dealer")
        table.asks(c.CountStub, DEALER, cards=wrong)
        if not void_first:
            table.asks(c.CardExposed, DEALER, where="dealer")
        table.asks(c.ClearTable, DEALER)
        assert Handling.COUNT in table.state.decks[0].due, void_first


@pytest.mark.clause("HL-R16", "HL-40.7(f)2-s3")
@pytest.mark.parametrize("game", ["hi-lo", "pik-it"])
def test_a_deck_that_leaves_in_a_void_round_has_its_seal_opened(game: str) -> None:
    table = side_bets(game)
    table.asks(c.CardExposed, DEALER, where="dealer")
    events = table.asks(c.ForeignCard, DEALER)
    assert [type(event) for event in events] == [e.IrregularityFound, e.DeckOpened, e.DeckRemoved]
    for seen in (True, False):
        (noted,) = table.asks(c.CardDrawn, DEALER, seen=seen)
        assert "in a round that is void" in getattr(noted, "what", "")
    for _ in range(3):
        table.asks(c.Withdraw, FLOOR, reason="a slip")
    assert table.state.deck(table.round.deck)
    table.plays_on()


@pytest.mark.clause("UTH-R36")
def test_a_hand_with_more_cards_than_are_left_shows_a_wrong_deck() -> None:
    table = side_bets("uth")
    table.asks(c.HandCount, DEALER, position=3, cards=50)
    assert (table.round.void, table.state.decks) == ("STUB_DECK", ())


@pytest.mark.clause("UTH-R61", "UTH-R80")
def test_trips_that_are_settled_in_a_void_round_stand() -> None:
    table = side_bets("uth", by_hand=(c.ClearTable,))
    table.asks(c.CardExposed, DEALER, where="dealer")
    table.until(c.ClearTable)
    purses = table.purses()
    table.asks(c.HandCount, DEALER, position=0, cards=3)
    assert (table.purses(), table.round.still_settled) == (purses, ("trips",))


@pytest.mark.clause("UTH-15(d).2", "UTH-15(d).3", "UTH-R60", "UTH-R80")
def test_a_dealers_short_hand_is_not_completed_in_a_void_round_and_ends_trips() -> None:
    table = side_bets("uth")
    table.asks(c.FaceUpCard, DEALER)
    table.asks(c.FaceUpCard, DEALER)
    assert table.round.void == "SECOND_FACE_UP_LATER"
    table.asks(c.HandCount, DEALER, position=0, cards=1, undealt=len(table.round.undealt) + 1)
    assert table.round.still_settled == ()
    table.plays_on()


@pytest.mark.clause("UTH-R62", "UTH-R59", "UTH-R58")
def test_a_community_card_seen_while_a_hand_is_short_is_a_find() -> None:
    options = METHODS["automated-shoe"]
    table = scene("uth", dict.fromkeys(SEATS, SIDE_BETS["uth"]), by_hand=(c.Deal,), **options).until(c.Deal)
    table.asks(c.FaceUpCard, DEALER)
    table.asks(c.Deal, DEVICE)
    table.asks(c.CardExposed, DEALER, where="community")
    assert (table.round.void, table.round.still_settled) == ("SECOND_FACE_UP_IN_DEAL", ())


@pytest.mark.clause("HL-R22", "HL-R6")
def test_a_wrong_hand_that_a_late_inquiry_shows_is_void_by_itself() -> None:
    table = dealt("hi-lo", dict.fromkeys(SEATS, WAGERS["hi-lo"]), by_hand=(c.RackStub, c.ClearTable)).until(c.RackStub)
    table.asks(c.CountStub, DEALER, cards=len(table.round.undealt))
    table.answer(others="fold")
    table.until(c.ClearTable)
    table.asks(c.HandCount, DEALER, position=3, cards=6)
    table.asks(c.CountHands, DEALER, counts=((0, 5), (1, 4), (3, 6), (6, 5)))
    assert not table.round.void
    assert [table.round.hands[position].void for position in SEATS] == ["PLAYER_COUNT", "PLAYER_COUNT", ""]


@pytest.mark.clause("PK-R70", "PK-R47")
def test_a_card_seen_once_the_results_stand_changes_nothing() -> None:
    options: dict[str, Any] = {"dealer_stack_delivery": "after-decisions", **METHODS["automated-shoe"]}
    table = side_bets("pik-it", by_hand=(c.ClearTable,), **options)
    while (move := table.due) and move.command is c.Pick:
        table.pick(move.player, 1, 2, 3)
    table.answer(others="fold")
    table.until(c.ClearTable)
    for place in (1, 2):
        assert type(table.asks(c.FaceUpCard, DEALER, place=place)[-1]) is e.Noted
    assert not table.round.void
    table.plays_on()


@pytest.mark.clause("HL-R20", "HL-R56")
def test_another_void_does_not_free_the_wagers_of_who_exposed_the_dealers_card() -> None:
    table = side_bets("hi-lo")
    table.asks(c.CardExposed, DEALER, where="dealer", position=3, by_player=True)
    table.asks(c.HandCount, DEALER, position=0, cards=6)
    assert table.round.waits_for_ruling == (3,)
    table.asks(c.Forfeit, FLOOR, player="Bob", why="breach", reason="turned the dealer's card over")
    assert {line.outcome for line in table.round.hands[3].lines} == {"forfeit"}


@pytest.mark.clause("HL-R55", "PK-R66", "T5-R78", "UTH-R79")
@pytest.mark.parametrize("game", GAMES)
def test_a_withdrawal_names_the_report_it_means(game: str) -> None:
    table = side_bets(game, by_hand=(c.Deal,)).until(c.Deal)
    assert "no report" in table.refuses(c.Withdraw, FLOOR, reason="a slip").message
    table.asks(c.DeadCards, DEALER, position=2, at_once=True)
    table.asks(c.CardDrawn, DEALER, seen=False)
    other = table.refuses(c.Withdraw, FLOOR, reason="a slip", fact="DeadCards")
    assert (other.code, "CardDrawn" in other.message) == ("another-report", True)
    for fact in ("CardDrawn", "DeadCards"):
        (move,) = [move for move in table.legal() if move.command is c.Withdraw]
        assert move.given == {"fact": fact}
        assert table.asks(c.Withdraw, FLOOR, reason="a slip", fact=fact)[-1] == table.seen(e.ReportWithdrawn)[-1]
    assert table.refuses(c.Withdraw, FLOOR, reason="a slip").code == "too-late"


@pytest.mark.clause("HL-R21", "HL-40.12(a)-s1a")
@pytest.mark.parametrize("fact", [(c.CardDrawn, {"seen": True}), (c.FaceUpCard, {})])
def test_a_card_seen_while_the_dealers_hand_is_completed_is_a_find(fact: tuple[Any, dict[str, Any]]) -> None:
    table = dealt("hi-lo", 2, by_hand=(c.Deal, c.Reveal)).until(c.Deal)
    table.asks(c.Deal, DEALER)
    table.run()
    table.asks(c.HandCount, DEALER, position=0, cards=4)
    kind, given = fact
    table.asks(kind, DEALER, **given)
    assert len(table.seen(e.CardSetAside)) == 1
    table.asks(c.Deal, DEALER)
    assert len(table.round.dealer.cards) == 5
    table.plays_on()


@pytest.mark.clause("UTH-R56", "UTH-R62", "UTH-R80", "HL-R20", "HL-R56", "PK-R67", "T5-R79")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", METHODS)
def test_at_every_decision_it_does_not_matter_which_of_two_facts_is_reported_first(game: str, method: str) -> None:
    rng, pairs = random.Random(f"{game} {method}"), 0
    table = bare(game, **METHODS[method])
    table.asks(c.OpenTable, FLOOR, floor=(FLOOR.name,))
    for position, name in zip((1, 2, 4), NAMES, strict=False):
        table.sit(name, 10_000_00, position)
    for _ in range(6):
        table.bet_anew()
        for _ in range(200):
            for one, other in at_a_decision(table.rules, table.state, table.now()):
                pairs += assert_order_does_not_matter(table.rules, table.state, one, other)
            if table.step():
                continue
            if table.state.playing is None:
                break
            acts = [move for move in table.legal() if move.command in OFTEN and move.player in NAMES]
            give(table, made(some_move(acts, rng, 0), table.now(), rng), lawful=True)
    assert pairs
    assert table.state.rounds == 6


def reported_to(table: Scene, facts: list[tuple[type[c.Command], dict[str, Any]]]) -> Scene:
    for kind, given in facts:
        table.asks(kind, DEALER, **given)
    return table


EXPOSED: tuple[type[c.Command], dict[str, Any]] = (c.CardExposed, {"where": "dealer"})
SHOWN: tuple[type[c.Command], dict[str, Any]] = (c.CardExposed, {"where": "community"})
LOW = (1, 2)
WRONG: tuple[type[c.Command], dict[str, Any]] = (c.HandCount, {"position": SEATS[-1], "cards": 0})


@pytest.mark.parametrize(
    ("game", "facts", "void"),
    [
        case("UTH-15(a).1 UTH-15(d).1 UTH-R56 UTH-R80", "uth", (EXPOSED, WRONG), "DEALER_EXPOSED"),
        case("HL-R20 HL-R56", "hi-lo", (EXPOSED, WRONG), "DEALER_EXPOSED"),
        case("UTH-R62 UTH-R80", "uth", (SHOWN, WRONG), "EARLY_COMMUNITY"),
    ],
)
def test_what_was_seen_before_the_last_player_had_decided_voids_the_round_though_that_hand_is_void_too(
    game: str, facts: tuple[tuple[type[c.Command], dict[str, Any]], ...], void: str
) -> None:
    ended = []
    for order in permutations(facts):
        table = side_bets(game)
        for position in SEATS if game == "hi-lo" else SEATS[:-1]:
            table.act(table.round.hands[position].player, "play")
        if game == "hi-lo":
            for position in SEATS[:-1]:
                table.asks(c.SetHand, player(table.round.hands[position].player), position=position, low=LOW)
        reported_to(table, list(order))
        assert table.round.void == void
        table.finish()
        ended.append((table.purses(), table.round.board))
    assert ended[0] == ended[1]


@pytest.mark.clause("UTH-15(a).1", "UTH-R56")
def test_a_void_hand_has_not_decided_until_the_dealers_hand_is_announced() -> None:
    table = reported_to(side_bets("uth", by_hand=(c.Reveal, c.Show)), [WRONG])
    for position in SEATS[:-1]:
        table.act(table.round.hands[position].player, "play")
    table.until(c.Reveal)
    with_it = table.state
    reported_to(table, [EXPOSED])
    assert table.round.void == "DEALER_EXPOSED"
    table.state = with_it
    table.dealer.by_hand = frozenset((c.Show,))
    table.until(c.Show)
    assert table.refuses(c.CardExposed, DEALER, where="dealer").code == "impossible"
    assert not table.round.void


@pytest.mark.clause("UTH-R62", "UTH-R80")
def test_a_community_card_shown_too_early_lies_on_the_board_whichever_fact_voids_the_round_first() -> None:
    ended = []
    for order in permutations((EXPOSED, SHOWN)):
        table = side_bets("uth")
        shown = table.round.undealt[0]
        reported_to(table, list(order))
        assert table.round.board == (shown,)
        table.finish()
        ended.append((table.purses(), table.round.board))
        assert (len(table.round.burned), "set aside" in {group.name for group in table.round.rack}) == (2, False)
    assert ended[0] == ended[1]


def is_due(table: Scene, kind: type[c.Command]) -> bool:
    return table.due is not None and table.due.command is kind


@pytest.mark.parametrize(
    ("game", "method"),
    [
        *(case("HL-40.7(f)2-s3 HL-R16", "hi-lo", method) for method in METHODS),
        *(case("UTH-7(f)(2).3 UTH-R34", "uth", method) for method in METHODS),
    ],
)
@pytest.mark.parametrize("in_the_rack", [False, True])
@pytest.mark.parametrize("lost", [0, 1])
def test_a_wrong_hand_counts_for_the_stub_with_the_cards_it_has_wherever_it_lies(
    game: str, method: str, in_the_rack: bool, lost: int
) -> None:
    table = dealt(game, 2, **METHODS[method])
    table.dealer.by_hand = frozenset((c.CountStub, c.CountHands))
    for _ in range(2 if game == "uth" else 0):
        table.answer(others="check")
        table.run()
    first, second = table.round.positions
    if in_the_rack:
        table.act(table.round.hands[first].player, "fold")
    hand = table.round.hands[first]
    assert hand.racked is in_the_rack
    for _ in range(2):
        table.do(c.HandCount, DEALER, position=first, cards=len(hand.cards) - 1)
    left = 52 - len(table.round.burned) - len(table.round.board) - 3 * len(hand.cards)
    table.do(c.CountStub, DEALER, cards=left + 1 - lost)
    if not lost:
        assert table.round.counted == left + 1
        assert not table.round.void
        return
    table.do(c.CountStub, DEALER, cards=left)
    assert is_due(table, c.CountHands)
    counts = tuple((p, len(hand.cards)) for p in (0, second))
    table.asks(c.CountHands, DEALER, counts=counts)
    assert table.round.void == "STUB_DECK"
    assert table.state.deck("red") is None
