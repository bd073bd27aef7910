"""Three Card Poker at a table: what its register forbids is refused by that clause, what goes wrong is met by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.cards import DECK
from pitboss.errors import OptionError
from pitboss.games import find
from pitboss.games.handling import Handling
from pitboss.games.terms import Terms
from pitboss.paper.felt import felt, lacking
from pitboss.submission import new_submission, parse_submission
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.rules import Refused
from pitboss.table.table import Table, practice_submission

ANN, BOB = Actor(Role.PLAYER, "Ann"), Actor(Role.PLAYER, "Bob")
DEALER, FLOOR, SHUFFLER = Actor(Role.DEALER, "Dora"), Actor(Role.FLOOR, "autofloor"), Actor(Role.DEVICE, "shuffler")
SHUFFLED = {"shuffle_method": "automated"}
STACKED = {**SHUFFLED, "dealing_method": "automated-shoe"}
PURSE = 500_00


def case(clauses: str, *values: object) -> Any:
    """A row that proves clauses."""
    ids = clauses.split()
    return pytest.param(ids[0], *values, marks=pytest.mark.clause(*ids), id=clauses)


def at(by_hand: type[Command] | None = None, **options: Any) -> Callable[[], Table]:
    """Ann at 1 and Bob at 4 have bet; the autodealer goes on to the step that is left to people, or to Ann's turn."""

    def begin() -> Table:
        table = Table.of("three-card", options, seed=1, by_hand=(by_hand,) if by_hand else ())
        for player, position in ((ANN, 1), (BOB, 4)):
            table.sit(player.name, PURSE, position)
            table.bet(player.name, ante=10_00, pair_plus=5_00)
        table.run()
        return table

    return begin


def decided(by_hand: type[Command]) -> Callable[[], Table]:
    """The same, and both have made their play wagers."""

    def begin() -> Table:
        table = at(by_hand)()
        for player in (ANN, BOB):
            table.act(player.name, "play")
        return table

    return begin


def fifth_round() -> Table:
    """Four rounds have been played without a stub count, and in the fifth the stub is left to people."""
    table = at()()
    for _ in range(4):
        for player in (ANN, BOB):
            table.act(player.name, "fold")
        table.dealer.by_hand = frozenset({c.RackStub, c.CountStub} if table.state.rounds == 4 else ())
        for player in (ANN, BOB):
            table.bet(player.name, ante=10_00)
        table.run()
    return table


def broken() -> Table:
    """The deck is ready, but the shuffler has been taken away."""
    table = at(c.NoMoreBets, **SHUFFLED)()
    table.do(c.DeviceStatus, FLOOR, device="shuffler", status="removed")
    return table


def unopened() -> Table:
    """A table with its submission posted."""
    return Table(practice_submission("three-card"))


def unfiled() -> Table:
    """One whose choices have not been filed."""
    return Table(parse_submission(new_submission(find("three-card"))))


@pytest.mark.parametrize(
    ("clause", "begin", "kind", "by", "given"),
    [
        case("TC-1.6", at(), c.RemoveDeck, FLOOR, {"deck": "red", "reason": "worn"}),
        case("TC-2.5", unopened, c.OpenTable, FLOOR, {"floor": ("Flo",), "displayed": False}),
        case("TC-2.7", at(), c.Tip, ANN, {"amount": 100}),
        case("TC-2.8", unfiled, c.OpenTable, FLOOR, {"floor": ("Flo",)}),
        case("TC-3.4", at(c.NoMoreBets), c.RemoveDeck, DEALER, {"deck": "red", "reason": "worn"}),
        case("TC-4.1", at(c.Handle), c.Handle, DEALER, {"deck": "red", "step": Handling.SPREAD}),
        case("TC-4.5", at(c.Shuffle), c.Cut, DEALER, {"deck": "red", "cards": 20}),
        case("TC-4.6", at(c.Cut), c.Cut, DEALER, {"deck": "red", "cards": 9}),
        case("TC-4.8", at(c.NoMoreBets), c.OrderRecut, DEALER, {"reason": "uneven"}),
        case("TC-5.1", at(c.NoMoreBets), c.Bet, ANN, {"position": 1, "wager": "ante", "amount": 2000, "form": "cash"}),
        case("TC-5.2", at(), c.Leave, ANN, {}),
        case("TC-5.2", at(c.NoMoreBets), c.Bet, ANN, {"position": 2, "wager": "ante", "amount": 1000}),
        case("TC-5.5", at(c.NoMoreBets), c.Bet, ANN, {"position": 1, "wager": "ante", "amount": 500}),
        case("TC-5.6", at(), c.Bet, ANN, {"position": 1, "wager": "ante", "amount": 2000}),
        case("TC-5.7", at(), c.Act, ANN, {"position": 1, "action": "play", "amount": 2000}),
        case("TC-6.1", at(c.NoMoreBets), c.Deal, DEALER, {}),
        case("TC-6.2", at(c.Deal), c.Deal, DEALER, {"count": 1, "to": 4}),
        case("TC-6.3", at(c.Deal, **STACKED), c.Deal, DEALER, {"stack": 2}),
        case("TC-6.4", at(c.RackStub), c.Act, ANN, {"position": 1, "action": "fold"}),
        case("TC-6.5", fifth_round, c.RackStub, DEALER, {}),
        case("TC-7.1", at(), c.Act, BOB, {"position": 1, "action": "fold"}),
        case("TC-7.2", at(), c.Act, BOB, {"position": 4, "action": "fold"}),
        case("TC-7.3", decided(c.Reveal), c.Act, ANN, {"position": 1, "action": "fold"}),
        case("TC-8.8", decided(c.Show), c.Show, DEALER, {"position": 1}),
        case("TC-8.9", decided(c.RackHand), c.RackHand, DEALER, {"position": 0}),
        case("TC-8.10", at(), c.Correct, FLOOR, {"player": "Ann", "amount": 100, "reason": "paid short"}),
        case("TC-10.10", broken, c.NoMoreBets, DEALER, {}),
    ],
)
def test_what_is_not_allowed_is_refused_by_its_clause(
    clause: str, begin: Callable[[], Table], kind: type[Command], by: Actor, given: dict[str, Any]
) -> None:
    table = begin()
    with pytest.raises(Refused) as refused:
        table.do(kind, by, **given)
    assert refused.value.clause == clause


VOID, GOES_ON = True, False


@pytest.mark.parametrize(
    ("clause", "begin", "kind", "given", "void"),
    [
        case("TC-10.1", at(c.Deal), c.FaceUpCard, {}, GOES_ON),
        case("TC-10.2", at(c.Deal), c.CardDrawn, {"seen": False}, GOES_ON),
        case("TC-10.3", at(c.RackStub), c.HandCount, {"position": 1, "cards": 2}, GOES_ON),
        case("TC-10.4", at(c.RackStub), c.HandCount, {"position": 0, "cards": 2}, VOID),
        case("TC-10.5 TC-8.1", at(), c.CardExposed, {"where": "dealer"}, VOID),
        case("TC-10.5", at(), c.CardExposed, {"where": "player", "position": 4}, GOES_ON),
        case("TC-10.7", at(), c.ForeignCard, {}, VOID),
        case("TC-10.8", at(c.Shuffle, **SHUFFLED), c.ShufflerFault, {}, GOES_ON),
        case("TC-10.9", at(c.Deal, **STACKED), c.ShoeFault, {}, VOID),
    ],
)
def test_what_goes_wrong_is_met_by_its_clause(
    clause: str, begin: Callable[[], Table], kind: type[Command], given: dict[str, Any], void: bool
) -> None:
    table = begin()
    by = SHUFFLER if kind is c.ShufflerFault else DEALER
    events = table.do(kind, by, **given)
    if kind is c.HandCount:  # a number that does not fit is counted again
        events = table.do(kind, by, **given)
    assert clause in {cited for event in events for cited in event.clauses}
    assert bool(table.state.round and table.state.round.void) == void
    assert (table.chips("Bob") == PURSE) == void


@pytest.mark.clause("TC-10.6")
def test_a_stub_and_hands_that_do_not_come_out_right_are_a_misdeal() -> None:
    table = at(c.RackStub)()
    for _ in range(2):
        table.do(c.CountStub, DEALER, cards=42)
    for _ in range(2):
        events = table.do(c.CountHands, DEALER, counts=((0, 3), (1, 3), (4, 4)))
    assert "TC-10.6" in {clause for event in events for clause in event.clauses}
    assert table.round.void


@pytest.mark.clause("TC-10.11")
def test_a_void_round_gives_every_wager_back() -> None:
    table = at()()
    table.act("Ann", "play")
    table.do(c.ForeignCard, DEALER)
    assert [table.chips(name) for name in ("Ann", "Bob")] == [PURSE, PURSE]


@pytest.mark.clause("TC-5.3", "TC-5.4", "TC-1.1")
def test_a_hand_is_dealt_for_an_ante_and_for_nothing_else() -> None:
    table = at(c.NoMoreBets)()
    table.sit("Cid", PURSE, 6)
    with pytest.raises(Refused, match="needs ante"):
        table.bet("Cid", pair_plus=5_00)
    table.dealer.by_hand = frozenset()
    table.run()
    assert table.round.positions == (1, 4)


@pytest.mark.clause("TC-4.2", "TC-4.3", "TC-4.4", "TC-4.7", "TC-4.11")
@pytest.mark.parametrize(
    ("options", "steps"),
    [
        ({}, "inspect verify spread offer look turn-down wash stack shuffle lay-cover cut cover-away load"),
        (SHUFFLED, "inspect verify spread offer look turn-down wash stack into-shuffler shuffle load"),
        ({"opening_route": "preshuffled"}, "lay-cover cut cover-away load"),
    ],
)
def test_a_deck_is_prepared_step_by_step(options: dict[str, Any], steps: str) -> None:
    done: list[str] = []
    names = {"DeckShuffled": "shuffle", "DeckCut": "cut"}
    table = Table(
        practice_submission("three-card", options),
        seed=1,
        by_hand=(c.NoMoreBets,),
        record=lambda command, events: done.extend(
            getattr(event, "handling", None) or names.get(type(event).__name__, "") for event in events
        ),
    )
    table.open()
    table.sit("Ann", PURSE, 1)
    table.bet("Ann", ante=10_00)
    table.run()
    assert " ".join(filter(None, done)) == steps


@pytest.mark.clause("TC-7.5")
def test_the_floor_folds_for_a_player_who_has_gone() -> None:
    table = at()()
    table.do(c.Departed, DEALER, player="Ann")
    table.do(c.Act, FLOOR, position=1, action="fold", reason="walked away")
    assert table.hand("Ann").folded


@pytest.mark.clause("TC-4.9")
def test_the_cards_of_an_idle_table_are_prepared_anew() -> None:
    table = Table.of("three-card", seed=1)
    table.sit("Ann", PURSE, 1)
    table.bet("Ann", ante=10_00)
    table.deal()
    table.act("Ann", "fold")
    table.do(c.Leave, ANN)
    table.run()
    (deck,) = table.state.decks
    assert deck.due[:2] == (Handling.OFFER, Handling.LOOK)
    assert {Handling.WASH, Handling.SHUFFLE} <= set(deck.due)


@pytest.mark.parametrize(
    ("clause", "options"),
    [
        case("TC-2.1", {"positions": 8}),
        case("TC-2.4", {"operator": " "}),
        case("TC-3.2", {"deck_backs": ["red"], "cover_card": "red"}),
        case("TC-3.3", {"decks": 2, "deck_backs": ["red", "blue"], "shuffle_method": "manual"}),
        case("TC-4.10", {"dealing_method": "hand", "shuffle_method": "manual"}),
        case("TC-5.5", {"table_minimum": "$20", "table_maximum": "$10"}),
        case("TC-9.2", {"ante_bonus_pay_table": "C"}),
        case("TC-9.3", {"pair_plus_pay_table": "C"}),
    ],
)
def test_what_an_operator_may_not_choose_is_refused_by_its_clause(clause: str, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError) as refused:
        Terms.of_hand(find("three-card"), options)
    assert refused.value.clause == clause


@pytest.mark.clause("TC-2.2", "TC-2.3", "TC-2.4", "TC-2.5", "TC-2.6")
@pytest.mark.parametrize("positions", [6, 7])
def test_the_layout_shows_what_it_must(positions: int) -> None:
    layout = felt(practice_submission("three-card", {"positions": positions, "pair_plus_pay_table": "B"}).terms)
    assert lacking(layout) == ()
    assert [[ring.label for ring in place.rings] for place in layout.positions] == [
        ["Pair Plus", "ante", "play"]
    ] * positions
    assert any(("Flush", "3 to 1") in panel.rows for panel in layout.panels)
    assert any("QUEEN HIGH OR BETTER" in line.text for line in layout.inscriptions)


@pytest.mark.clause("TC-3.1", "TC-9.1")
def test_a_round_deals_one_deck_and_pays_even_money() -> None:
    table = decided(c.ClearTable)()
    faces = table.round.faces(card for hand in table.round.hands.values() for card in hand.cards)
    assert len(set(faces)) == len(faces) == 9
    assert set(faces) <= set(DECK)
    lines = [line for hand in table.round.hands.values() for line in hand.lines if line.wager in ("ante", "play")]
    assert all(line.paid in (0, line.stake) for line in lines)
