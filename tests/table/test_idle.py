"""An open table without play: the cards lie spread, the next player looks at them, and they are shuffled anew."""

from __future__ import annotations

from typing import Any

import pytest
from tables import DEALER, FLOOR, GAMES, METHODS, TWO_DECKS, WAGERS, Scene, dealt, player, scene

from pitboss.cards import DECK
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.legal import due
from support import case

UP: dict[str, Any] = {"idle_spread": "face-up"}
DOWN: dict[str, Any] = {"idle_spread": "face-down"}
AGAIN = ["offer", "look", "turn-down", "wash", "stack", "shuffle", "lay-cover", "cut", "cover-away", "load"]


def idle(game: str, **options: Any) -> Scene:
    """A table whose only player has left after a round, and which is idle; nothing has been done with the cards yet."""
    table = scene(game, **options)
    table.finish()
    table.asks(c.Leave, player("Ann"))
    return table


def ann_returns(table: Scene) -> Scene:
    table.sit("Ann", 100_00, 1)
    return table.bet_anew()


def since_idle(table: Scene, deck: str = "red") -> list[str]:
    """The steps of a deck since the table was declared idle."""
    steps = table.journey(deck)
    return steps[steps.index("gather" if "gather" in steps else "idle-spread") :]


def step_refused(table: Scene, step: Handling) -> tuple[str, str]:
    refusal = table.refuses(c.Handle, player("Ann") if step is Handling.LOOK else DEALER, deck="red", step=step)
    return refusal.code, refusal.clause


# --- the spread ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "face_up"), [(UP, True), (DOWN, False)], ids=["face up", "face down"])
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-4(e).1 UTH-R18", "uth", "UTH-4(e).1"),
        case("HL-40.4(e)-s1 HL-R29", "hi-lo", "HL-40.4(e)-s1"),
        case("PK-39.6(e)/1 PK-R51", "pik-it", "PK-39.6(e)/1"),
    ],
)
def test_the_cards_of_an_idle_table_lie_spread_as_it_is_posted(
    game: str, clause: str, options: dict[str, Any], face_up: bool
) -> None:
    table = idle(game, **options)
    for step in (Handling.STACK, Handling.WASH, Handling.LOAD):  # the deck does not stay stacked
        assert step_refused(table, step) == ("out-of-order", clause)
    refusal = table.refuses(c.Handle, DEALER, deck="red", step=Handling.SPREAD_IDLE, face_up=not face_up)
    assert (refusal.code, refusal.clause) == ("facing", clause)
    ann_returns(table)
    call = table.refuses(c.NoMoreBets, DEALER)
    assert (call.code, call.clause) == ("deck-not-ready", clause)
    (spread,) = table.handle(Handling.SPREAD_IDLE)
    assert isinstance(spread, e.DeckHandled)
    assert (spread.face_up, len(spread.faces.split())) == (face_up, 52 if face_up else 0)
    assert table.view()["decks"]["red"]["face_up"] is face_up


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-4(e).2", "uth", "UTH-4(e).2"),
        case("HL-40.4(e)-s2", "hi-lo", "HL-40.4(e)-s2"),
        case("PK-39.6(e)/2", "pik-it", "PK-39.6(e)/2"),
    ],
)
def test_a_face_down_spread_is_turned_up_when_a_player_comes(game: str, clause: str) -> None:
    table = idle(game, **DOWN)
    table.handle(Handling.SPREAD_IDLE)
    assert step_refused(table, Handling.TURN_UP) == ("not-now", clause)
    ann_returns(table)
    for step in (Handling.OFFER, Handling.LOOK, Handling.WASH):
        assert step_refused(table, step) == ("out-of-order", clause)
    table.handle(Handling.TURN_UP)
    assert table.seen(e.DeckHandled)[-1].face_up is True
    face_up = idle(game, **UP)
    face_up.handle(Handling.SPREAD_IDLE)
    assert ann_returns(face_up).state.decks[0].due[0] is Handling.OFFER


@pytest.mark.parametrize(
    ("game", "look", "again"),
    [
        case("UTH-4(e).3", "uth", "UTH-4(e).3", "UTH-4(e).3"),
        case("HL-40.4(e)-s3a HL-40.4(e)-s3b HL-R4", "hi-lo", "HL-40.4(e)-s3a", "HL-40.4(e)-s3b"),
        case("PK-39.6(e)/3", "pik-it", "PK-39.6(e)/3", "PK-39.6(e)/3"),
    ],
)
def test_after_the_players_look_the_cards_are_washed_stacked_shuffled_and_cut(game: str, look: str, again: str) -> None:
    table = idle(game, **UP)
    table.handle(Handling.SPREAD_IDLE)
    ann_returns(table)
    for step, clause in (
        (Handling.OFFER, look),
        (Handling.LOOK, look),
        (Handling.TURN_DOWN, again),
        (Handling.WASH, again),
        (Handling.STACK, again),
    ):
        assert step_refused(table, Handling.SHUFFLE) == ("out-of-order", clause)
        if step is not Handling.WASH:
            assert step_refused(table, Handling.WASH) == ("out-of-order", clause)
        call = table.refuses(c.NoMoreBets, DEALER)
        assert (call.code, call.clause) == ("deck-not-ready", clause)
        assert step.words in call.message
        table.handle(step)
    table.until_deck(Handling.SHUFFLE)
    assert table.refuses(c.NoMoreBets, DEALER).code == "deck-not-ready"
    table.until(c.NoMoreBets).asks(c.NoMoreBets, DEALER)
    assert since_idle(table) == ["idle-spread", *AGAIN]
    assert not table.state.idle


@pytest.mark.parametrize(
    "game",
    [
        case("UTH-R18", "uth"),
        case("HL-R29", "hi-lo"),
        case("PK-R51", "pik-it"),
        case("T5-R57", "top-five"),
    ],
)
def test_each_of_two_decks_is_spread_and_treated_by_itself(game: str) -> None:
    table = ann_returns(idle(game, **TWO_DECKS))
    table.until(c.NoMoreBets)
    for deck in ("red", "blue"):
        steps = since_idle(table, deck)
        assert [step for step in steps if step in ("idle-spread", "look", "wash", "stack", "shuffle")] == [
            "idle-spread",
            "look",
            "wash",
            "stack",
            "shuffle",
        ]
    (call,) = table.asks(c.NoMoreBets, DEALER)
    assert isinstance(call, e.BetsClosed)
    assert call.deck == "blue"


@pytest.mark.clause("UTH-2(b)(4)", "HL-40.2(b)4", "PK-39.2(b)4", "T5-3.B(4)")
@pytest.mark.parametrize("game", GAMES)
def test_the_deck_of_the_next_round_goes_into_the_shuffler_first(game: str) -> None:
    table = ann_returns(idle(game, **TWO_DECKS))
    for deck in ("red", "blue"):
        while table.state.deck(deck).due[0] is not Handling.INTO_SHUFFLER:  # type: ignore[union-attr]
            table.handle(table.state.deck(deck).due[0], deck=deck)  # type: ignore[union-attr]
    refusal = table.refuses(c.Handle, DEALER, deck="red", step=Handling.INTO_SHUFFLER)
    assert (refusal.code, refusal.clause) == ("not-now", table.rules.cite("other-deck")[0])
    table.handle(Handling.INTO_SHUFFLER, deck="blue")


@pytest.mark.parametrize(
    ("game", "stays_closed"),
    [
        case("HL-R29 HL-40.4(e)-s1", "hi-lo", True),
        case("PK-R51 PK-39.6(e)/1", "pik-it", True),
        case("UTH-R18 UTH-4(e).1", "uth", False),
        case("T5-5.F", "top-five", False),
    ],
)
def test_whether_a_preshuffled_deck_that_was_not_dealt_stays_closed(game: str, stays_closed: bool) -> None:
    table = scene(game, bets=0, opening_route="preshuffled")
    table.asks(c.ReceiveDeck, DEALER, deck="red", inspected=True, shuffled=True, order=DECK, salt="0" * 32)
    table.asks(c.GoIdle, DEALER)
    if stays_closed:
        assert due(table.rules, table.state) is None
        refusal = table.refuses(c.Handle, DEALER, deck="red", step=Handling.LAY_COVER)
        assert (refusal.code, refusal.clause) == ("not-now", table.rules.cite("idle")[0])
        assert refusal.message.endswith("no player has come yet")
    ann_returns(table).until(c.NoMoreBets)
    assert ("idle-spread" not in table.journey()) is stays_closed
    assert ("shuffle" not in table.journey()) is stays_closed
    assert "cut" in table.journey()
    table.finish()
    table.asks(c.Leave, player("Ann"))
    table.run()
    assert table.journey()[-1] == "idle-spread"


# --- when a table is idle --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "with_players"),
    [
        case("UTH-R18", "uth", True),
        case("T5-R56 T5-5.F", "top-five", True),
        case("HL-R29", "hi-lo", False),
        case("PK-39.6(e)/1", "pik-it", True),
    ],
)
def test_when_a_table_can_be_declared_idle(game: str, with_players: bool) -> None:
    table = dealt(game)
    clause = table.rules.cite("idle")[0]
    refusal = table.refuses(c.GoIdle, DEALER)
    assert (refusal.code, refusal.clause) == ("play-goes-on", clause)
    table.finish()
    table.bet_anew()
    assert table.refuses(c.GoIdle, DEALER).code == "play-goes-on"
    for wager in reversed(list(table.state.bets[1].wagers)):
        table.bet("Ann", 1, **{wager: 0})
    assert table.refuses(c.GoIdle, player("Ann")).code == "wrong-person"
    if with_players:
        table.asks(c.GoIdle, FLOOR)
    else:
        assert table.refuses(c.GoIdle, DEALER).code == "players-seated"


@pytest.mark.parametrize(
    "game",
    [
        case("UTH-4(e).1 UTH-4(e).3 UTH-R18", "uth"),
        case("T5-5.F T5-5.F(3).1 T5-R56", "top-five"),
        case("HL-40.4(e)-s1 HL-40.4(e)-s3a HL-R29", "hi-lo"),
        case("PK-39.6(e)/1 PK-39.6(e)/3 PK-R51", "pik-it"),
    ],
)
@pytest.mark.parametrize("freed", [False, True])
@pytest.mark.parametrize("soon", [False, True])
def test_a_table_whose_last_player_left_offers_the_next_one_a_look_before_a_deal(
    game: str, freed: bool, soon: bool
) -> None:
    """Whether the dealer had the time to spread the cards or not, and also if the seats were freed by the floor."""
    table = scene(game, 2)
    table.finish()
    looks = len(table.journey())
    table.asks(c.Leave, player("Bob"))
    assert not table.state.idle
    if freed:
        table.asks(c.Departed, DEALER, player="Ann")
        *_, idled, _ = table.asks(c.FreeSeat, FLOOR, player="Ann")
    else:
        *_, idled, _ = table.asks(c.Leave, player("Ann"))
    assert (type(idled), idled.clauses) == (e.TableIdled, table.rules.cite("idle"))
    if not soon:
        table.run()
    table.sit("Cid", 1000_00, 3)
    table.bet("Cid", 3, **{wager: dollars * 100 for wager, dollars in WAGERS[game].items()})
    call = table.refuses(c.NoMoreBets, DEALER)
    assert call.code == "deck-not-ready"
    table.finish()
    steps = table.journey()[looks:]
    assert steps.index("idle-spread") < steps.index("offer") < steps.index("look") < steps.index("shuffle")


@pytest.mark.clause("T5-5.H", "T5-R58")
def test_with_a_continuous_shuffler_the_cards_stay_in_it_when_the_last_player_leaves() -> None:
    table = scene("top-five", continuous_shuffler=True, **METHODS["automated-shoe"])
    table.finish()
    table.asks(c.Leave, player("Ann"))
    assert not table.state.idle


@pytest.mark.clause("HL-R29")
def test_hi_lo_is_idle_after_the_posted_time_without_a_wager_too() -> None:
    table = scene("hi-lo", idle_after_minutes=10)
    table.finish()
    waited = table.state.last_bet_at + 10 * 60_000
    table._clock = lambda: waited - 1
    assert table.refuses(c.GoIdle, DEALER).code == "players-seated"
    table._clock = lambda: waited
    table.asks(c.GoIdle, DEALER)


# --- Top Five --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("T5-5.F")
@pytest.mark.parametrize("method", sorted(METHODS))
def test_an_idle_table_of_top_five_goes_through_its_three_steps_before_a_deal(method: str) -> None:
    table = ann_returns(idle("top-five", **METHODS[method]))
    call = table.refuses(c.NoMoreBets, DEALER)
    assert (call.code, call.clause) == ("deck-not-ready", "T5-5.F(1)")
    table.until(c.NoMoreBets).asks(c.NoMoreBets, DEALER)
    ready = ["shuffle", "cut", "load"] if method == "manual-shoe" else ["into-shuffler", "shuffle", "load"]
    assert since_idle(table) == ["gather", "idle-spread", "offer", "look", "wash", "stack", *ready]


@pytest.mark.clause("T5-5.F(1)")
@pytest.mark.parametrize("ready", [True, False], ids=["from the shoe", "from the discard rack"])
def test_idle_step_one_takes_all_52_cards_out_of_shoe_and_rack(ready: bool) -> None:
    table = dealt("top-five", by_hand=())
    if not ready:
        table.dealer.by_hand = frozenset({c.Shuffle})
    table.finish()
    table.asks(c.Leave, player("Ann"))
    assert table.state.decks[0].where == ("loaded" if ready else "rack")
    assert step_refused(table, Handling.SPREAD_IDLE) == ("out-of-order", "T5-5.F(1)")
    (doubted,) = table.do(c.Handle, DEALER, deck="red", step=Handling.GATHER, cards=51)
    assert (type(doubted), table.refuses(c.Handle, DEALER, deck="red", step=Handling.GATHER).code) == (
        e.DeckCounted, "count-again",
    )  # fmt: skip
    table.asks(c.CountDeck, DEALER, deck="red", cards=52)
    assert table.state.decks[0].where == ("loaded" if ready else "rack")
    (gathered,) = table.handle(Handling.GATHER)
    assert isinstance(gathered, e.DeckHandled)
    assert (gathered.cards, table.state.decks[0].where) == (52, "table")


@pytest.mark.clause("T5-5.F(2).1", "T5-R56")
def test_idle_step_two_spreads_the_cards_face_down() -> None:
    table = idle("top-five")
    table.handle(Handling.GATHER)
    refusal = table.refuses(c.Handle, DEALER, deck="red", step=Handling.SPREAD_IDLE, face_up=True)
    assert (refusal.code, refusal.clause) == ("facing", "T5-5.F(2).1")
    (spread,) = table.handle(Handling.SPREAD_IDLE)
    assert isinstance(spread, e.DeckHandled)
    assert (spread.face_up, spread.faces) == (False, "")
    assert "T5-5.F(2).1" in spread.clauses


@pytest.mark.clause("T5-5.F(2).2", "T5-5.F(3).2", "T5-R56", "T5-R57")
@pytest.mark.parametrize("at", [Handling.OFFER, Handling.LOOK])
def test_a_player_may_have_the_idle_spread_turned_up_and_then_it_is_turned_down_again(at: Handling) -> None:
    table = idle("top-five")
    table.handle(Handling.GATHER)
    table.handle(Handling.SPREAD_IDLE)
    ann_returns(table).until_deck(at)
    turned, _ = table.asks(c.Handle, player("Ann"), deck="red", step=Handling.TURN_UP)
    assert isinstance(turned, e.DeckHandled)
    assert (turned.face_up, len(turned.faces.split())) == (True, 52)
    assert "T5-5.F(2).2" in turned.clauses
    assert step_refused(table, Handling.TURN_UP)[0] == "out-of-order"
    table.until_deck(Handling.TURN_DOWN)
    assert step_refused(table, Handling.WASH) == ("out-of-order", "T5-5.F(3).2")
    table.until(c.NoMoreBets)
    assert since_idle(table)[-6:] == ["turn-down", "wash", "stack", "shuffle", "cut", "load"]


@pytest.mark.clause("T5-5.F(3).1", "T5-5.F(3).2")
def test_idle_step_three_lets_the_first_player_look_before_the_wash() -> None:
    table = idle("top-five")
    table.handle(Handling.GATHER)
    table.handle(Handling.SPREAD_IDLE)
    assert step_refused(table, Handling.OFFER) == ("not-now", "T5-5.F(3).1")
    ann_returns(table)
    for step in (Handling.OFFER, Handling.LOOK):
        assert step_refused(table, Handling.WASH) == ("out-of-order", "T5-5.F(3).1")
        assert table.refuses(c.NoMoreBets, DEALER).clause == "T5-5.F(3).1"
        table.handle(step)
    for step in (Handling.WASH, Handling.STACK):
        call = table.refuses(c.NoMoreBets, DEALER)
        assert (call.clause, step.words in call.message) == ("T5-5.F(3).2", True)
        table.handle(step)
    for step in (Handling.SHUFFLE, Handling.CUT):
        assert step.words in table.until_deck(step).refuses(c.NoMoreBets, DEALER).message
