"""What each may see: a player, the dealer, the floor, an auditor, the public; and that nothing else shows through."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import DEALER, DEVICE, FLOOR, GAMES, METHODS, SIDE_BETS, WAGERS, Scene, arranged, dealt, player, scene

from pitboss.cards import DECK, notation, parse
from pitboss.games.common import in_cents
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Actor, Role
from pitboss.table.decide import decide
from pitboss.table.decks import commitment
from pitboss.table.legal import legal
from pitboss.table.rules import Refusal
from pitboss.table.state import State, changed
from pitboss.table.table import Table
from pitboss.table.views import AUDITOR, view
from support import case

ANN, BOB = player("Ann"), player("Bob")
VIEWERS = (None, ANN, BOB, player("Zoe"), DEALER, FLOOR, DEVICE, AUDITOR)
HIDDEN = {"uth": "?? ??", "hi-lo": "?? ?? ?? ?? ??", "pik-it": "?? ?? ?? ?? ??", "top-five": "?? ?? ?? ?? ?? ?? ??"}


def shown(table: Scene, viewer: Actor | None, position: int) -> str:
    """The cards of a position (0: the dealer) as somebody sees them."""
    cards = table.view(viewer)["round"]["hands"][position]["cards"]
    assert isinstance(cards, str)
    return cards


def all_play(table: Scene) -> None:
    """Every player plays, and sets the hand where that is asked for."""
    while (move := table.due) and move.player:
        if move.command is c.Act:
            table.act(move.player, "play", position=move.given["position"])
        else:
            table.asks(move.command, player(move.player), **choice(table, random.Random(1), move.player))
            table.run()


# --- whose cards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "game",
    [case("UTH-10(a).1", "uth"), case("HL-40.6(d)-s1 HL-R50", "hi-lo"), case("T5-11.A(4) T5-11.A(2)", "top-five")],
)
def test_a_hand_is_seen_by_its_player_alone_until_the_dealer_turns_it_over(game: str, method: str) -> None:
    bets = {1: SIDE_BETS[game], 3: SIDE_BETS[game]}
    table = dealt(game, bets, by_hand=(c.Show,), **METHODS[method])
    others = [viewer for viewer in VIEWERS if viewer != BOB]
    assert shown(table, BOB, 3) == table.cards_at(3)
    assert {shown(table, viewer, 3) for viewer in others} == {HIDDEN[game]}
    all_play(table)
    assert {shown(table, viewer, 3) for viewer in others} == {HIDDEN[game]}
    table.asks(c.Show, DEALER, position=3)
    assert {shown(table, viewer, 3) for viewer in VIEWERS} == {table.cards_at(3)}
    assert {shown(table, viewer, 1) for viewer in VIEWERS if viewer != ANN} == {HIDDEN[game]}


@pytest.mark.parametrize("game", ["uth", "hi-lo", "top-five"])
def test_nobody_sees_a_card_before_the_deal_is_done(game: str) -> None:
    table = scene(game, 2, by_hand=(c.Deal,))
    table.until(c.Deal)
    while table.due and table.due.command is c.Deal:
        for viewer in VIEWERS:
            seen = table.view(viewer)["round"]["hands"].values()
            assert {card for hand in seen for card in hand["cards"].split()} <= {"??"}
        table.asks(c.Deal, DEALER, count=1)
    assert shown(table, ANN, 1) == table.cards_at(1)


@pytest.mark.clause("HL-R8", "HL-R9")
def test_the_further_hands_of_a_hi_lo_player_stay_unseen_until_all_are_decided() -> None:
    table = scene("hi-lo", {2: WAGERS["hi-lo"]})
    for position in (4, 6):
        table.bet("Ann", position, ante=in_cents(10))
    table.run()
    back = HIDDEN["hi-lo"]
    assert [shown(table, ANN, p) for p in (2, 4, 6)] == [table.cards_at(2), back, back]
    table.act("Ann", "play", position=2)
    table.act("Ann", "play", position=4)
    assert [shown(table, ANN, p) for p in (4, 6)] == [back, back]
    table.act("Ann", "fold", position=6)
    assert [shown(table, ANN, p) for p in (4, 6)] == [table.cards_at(4), back]


@pytest.mark.clause("T5-R30")
def test_a_top_five_player_looks_at_all_the_own_hands() -> None:
    table = scene("top-five", {2: WAGERS["top-five"]}, positions_per_player=2)
    table.bet("Ann", 3, ante=in_cents(10))
    table.run()
    assert [shown(table, ANN, p) for p in (2, 3)] == [table.cards_at(2), table.cards_at(3)]


@pytest.mark.clause("PK-R7", "PK-R9")
def test_in_pik_it_a_card_is_seen_by_all_or_by_nobody() -> None:
    """When Ann at position 1 decides: every pick, all cards of the hands to her right, nothing of the dealer's."""
    table = dealt("pik-it", {1: SIDE_BETS["pik-it"], 2: WAGERS["pik-it"], 3: SIDE_BETS["pik-it"]}, by_hand=(c.Show,))
    for viewer in VIEWERS:
        assert {shown(table, viewer, p) for p in (0, 1, 2, 3)} == {HIDDEN["pik-it"]}
    table.pick("Cid", 1, 2, 3)
    table.pick("Ann", 3, 4, 5)
    first, last = table.cards_at(1).split(), table.cards_at(3).split()
    for viewer in VIEWERS:
        assert shown(table, viewer, 1) == " ".join(["??", "??", *first[2:]])
        assert shown(table, viewer, 2) == HIDDEN["pik-it"]
        assert shown(table, viewer, 3) == " ".join([*last[:3], "??", "??"])
    for name, position in (("Cid", 3), ("Bob", 2)):
        table.asks(c.Show, DEALER, position=position)
        table.run()
        table.act(name, "fold")
    for viewer in VIEWERS:
        assert [shown(table, viewer, p) for p in (2, 3)] == [table.cards_at(2), table.cards_at(3)]
        assert shown(table, viewer, 1).split()[:2] == ["??", "??"]
        assert shown(table, viewer, 0) == HIDDEN["pik-it"]


@pytest.mark.clause("PK-R9")
@pytest.mark.parametrize("game", ["pik-it", "hi-lo", "uth"])
def test_a_card_that_was_set_aside_is_seen_by_all(game: str) -> None:
    table = scene(game, 1, cards="7d", by_hand=(c.Deal,))
    table.until(c.Deal)
    table.asks(c.FaceUpCard, DEALER)
    assert {table.view(viewer)["round"]["set_aside"] for viewer in VIEWERS} == {"7d"}


def test_a_folded_hand_is_not_shown_to_its_player_any_more() -> None:
    table = dealt("hi-lo", 2)
    table.act("Ann", "fold")
    assert shown(table, ANN, 1) == HIDDEN["hi-lo"]


# --- talk ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("HL-40.6(d)-s2", "HL-R50")
def test_in_hi_lo_players_do_not_talk_of_cards_until_the_round_is_over() -> None:
    table = scene("hi-lo", 2, by_hand=(c.ClearTable,))
    assert table.view(ANN)["talk"]
    table.run()
    assert not table.view(ANN)["talk"]
    all_play(table)
    table.run()
    assert not table.view(ANN)["talk"]
    table.asks(c.ClearTable, DEALER)
    assert table.view(ANN)["talk"]


@pytest.mark.clause("T5-11.A(4)", "T5-R4")
def test_in_top_five_the_ban_ends_when_the_dealer_reveals_and_unturned_hands_stay_hidden() -> None:
    table = dealt("top-five", 2, by_hand=(c.Show, c.Reveal))
    all_play(table)
    assert not table.view(ANN)["talk"]
    table.asks(c.Reveal, DEALER)
    assert table.view(ANN)["talk"]
    assert shown(table, ANN, 2) == HIDDEN["top-five"]


@pytest.mark.parametrize("game", [case("PK-R9", "pik-it"), case("UTH-R31", "uth")])
def test_where_no_rule_forbids_it_talk_is_open(game: str) -> None:
    assert dealt(game, 2).view(ANN)["talk"]


# --- the rest of the table -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_view_has_nothing_but_what_its_viewer_needs(game: str) -> None:
    table = dealt(game, 2)
    public = set(table.view())
    for viewer in VIEWERS:
        role = viewer.role if viewer else None
        more = {"devices", "uncounted", "excluded"} if role in (Role.DEALER, Role.FLOOR, Role.AUDITOR) else set()
        more |= {"books"} if role in (Role.FLOOR, Role.AUDITOR) else set()
        seen = table.view(viewer)
        assert set(seen) - public == more
        assert json.loads(json.dumps(seen))["version"] == table.state.version
    text = json.dumps(table.view(AUDITOR))
    deck = table.state.decks[0]
    assert deck.salt not in text
    assert deck.commitment in text


@pytest.mark.parametrize("game", GAMES)
def test_the_order_is_opened_to_all_when_the_round_is_over_and_fits_its_commitment(game: str) -> None:
    table = dealt(game, 2)
    sealed = table.state.decks[0].commitment
    assert all("order" not in table.view(viewer)["round"] for viewer in VIEWERS)
    table.finish()
    (opened,) = table.seen(e.DeckOpened)
    assert commitment(parse(opened.order), opened.salt) == sealed
    assert {table.view(viewer)["round"]["order"] for viewer in VIEWERS} == {opened.order}


# --- nothing shows through -------------------------------------------------------------------------------------------


def may_know(table: Table, viewer: Actor | None) -> set[int]:
    """The cards a viewer may see, by the rules and not by the code: turned up, set aside, or of an own live hand."""
    round_ = table.round
    known = {*round_.board, *(card for hand in round_.hands.values() for card in hand.up)}
    known |= {card for group in round_.rack if group.name == "set aside" for card in group.cards}
    everyone_has_cards = all(len(hand.cards) == table.rules.each for hand in round_.hands.values())
    if viewer is None or viewer.role is not Role.PLAYER or table.rules.game.prefix == "PK" or not everyone_has_cards:
        return known
    own = [round_.hands[p] for p in round_.positions if round_.hands[p].player == viewer.name]
    for number, hand in enumerate(own):
        blind = table.rules.game.prefix == "HL" and number and not all(h.played or h.folded for h in own)
        known |= set() if hand.folded or blind else set(hand.cards)
    return known


def with_other_faces(state: State, known: set[int], rng: random.Random) -> State:
    """The same table with other faces on every card outside `known`."""
    assert state.round is not None
    hidden = [card for card in DECK if card not in known]
    faces = [state.round.order[card] for card in hidden]
    rng.shuffle(faces)
    order = list(state.round.order)
    for card, face in zip(hidden, faces, strict=True):
        order[card] = face
    decks = tuple(changed(d, order=tuple(order)) if d.name == state.round.deck else d for d in state.decks)
    return changed(state, decks=decks, round=changed(state.round, order=tuple(order)))


def attempts(table: Scene, viewer: Actor, rng: random.Random) -> list[c.Command]:
    """A few things somebody might ask for, most of them out of place."""
    place = rng.randint(0, 4)
    every: list[tuple[type[c.Command], dict[str, Any]]] = [
        *((c.Act, {"position": place, "action": action}) for action in ("fold", "check")),
        (c.Act, {"position": place, "action": "play", "amount": 1000}),
        (c.Act, {"position": place, "action": "play_3", "amount": 1000, "reason": "because"}),
        (c.Pick, {"position": place, "places": (1, 2, 3), "reason": "because"}),
        (c.SetHand, {"position": place, "low": rng.choice([(), (1, 2), (4, 5)]), "reason": "because"}),
        (c.LayDown, {"position": place, "reason": "because"}),
        (c.Bet, {"position": place, "wager": "ante", "amount": 1500}),
        *((kind, {"position": place}) for kind in (c.Show, c.Settle, c.RackHand)),
        *((kind, {}) for kind in (c.Reveal, c.Deal, c.Burn, c.DealCommunity, c.RackStub, c.ClearTable, c.Leave)),
    ]
    return [kind(by=viewer, at=table.state.at, **given) for kind, given in rng.sample(every, 4)]


def nothing_shows_through(table: Scene, rng: random.Random) -> None:
    """For every viewer, a table that differs only in what that viewer may not see looks and answers the same."""
    rules, state = table.rules, table.state
    for viewer in VIEWERS:
        other = with_other_faces(state, may_know(table, viewer), rng)
        assert view(rules, state, viewer) == view(rules, other, viewer)
        if viewer is None:
            continue
        here, there = ([m for m in legal(rules, s) if m.is_for(viewer)] for s in (state, other))
        assert here == there
        for command in attempts(table, viewer, rng):
            first, second = decide(rules, state, command), decide(rules, other, command)
            if isinstance(first, Refusal) or isinstance(second, Refusal):
                assert first == second


def play_a_round(table: Scene, rng: random.Random, check: Any) -> None:
    """A round in which the cards come a few at a time and the players choose at random."""
    mishap = rng.random() < 0.3
    while table.state.playing is None:
        assert table.step()
    while table.state.playing is not None:
        check()
        move = table.due
        assert move is not None
        if move.command is c.Deal and not table.round.dealt:
            table.asks(c.Deal, DEALER, count=rng.randint(1, 2))
        elif move.command is c.Deal and mishap:
            mishap = False
            table.asks(c.FaceUpCard, DEALER)
        elif not table.step():
            table.asks(move.command, player(move.player), **choice(table, rng, move.player))


def choice(table: Scene, rng: random.Random, name: str) -> dict[str, Any]:
    """One of the moves open to a player, the same kind as the one that is due."""
    assert table.due is not None
    move = rng.choice([m for m in table.legal(name) if m.command is table.due.command])
    if move.command is c.Pick:
        return {**move.given, "places": tuple(rng.sample(range(1, 6), 3))}
    if move.command is c.SetHand:
        cards = table.round.faces(table.round.hands[move.given["position"]].cards)
        places = sorted(range(5), key=lambda place: cards[place] // 4 == 12)
        return {**move.given, "low": (places[0] + 1, places[1] + 1)}
    return dict(move.given)


@pytest.mark.clause("HL-40.6(d)-s1", "UTH-10(a).1", "UTH-1(burn)", "T5-11.A(4)", "PK-R7", "PK-R9")
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), method=st.sampled_from(sorted(METHODS)), side_bets=st.booleans())
def test_two_tables_that_differ_in_unseen_cards_look_and_answer_alike(
    game: str, seed: int, method: str, side_bets: bool
) -> None:
    rng = random.Random(seed)
    bets = dict.fromkeys((1, 3), (SIDE_BETS if side_bets else WAGERS)[game])
    several: dict[str, Any] = {"positions_per_player": 2} if game in ("hi-lo", "top-five", "pik-it") else {}
    table = scene(game, bets, cards=notation(rng.sample(DECK, 52)), **several, **METHODS[method])
    if several:
        table.bet("Ann", 2, **{wager: in_cents(dollars) for wager, dollars in WAGERS[game].items()})
    play_a_round(table, rng, lambda: nothing_shows_through(table, rng))


def test_the_test_itself_would_notice_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that let players look at every own hand at once would break the rule for Hi-Lo's further hands."""
    monkeypatch.setattr("pitboss.table.views.may_see", lambda rules, round_, position: True)
    rng = random.Random(1)
    table = scene("hi-lo", {1: WAGERS["hi-lo"]}, cards=arranged({1: "As Kd 7c 4d 2s"}, "2c 3c 4s 5h 9h"))
    table.bet("Ann", 2, ante=in_cents(10))
    with pytest.raises(AssertionError):
        play_a_round(table, rng, lambda: nothing_shows_through(table, rng))
