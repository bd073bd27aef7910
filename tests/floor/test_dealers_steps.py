"""What the dealer's page shows, and what it records: every step of it, without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from dealt_by_hand import EACH, PhysicalDeck
from floors import Hall
from msgspec.structs import replace

from pitboss.cards import DECK, parse
from pitboss.errors import PitbossError
from pitboss.floor.console import Desk
from pitboss.floor.dealer_ask import Ask
from pitboss.floor.dealer_bets import Staked, commands_of
from pitboss.floor.dealer_page import Page, foreseen, page
from pitboss.floor.dealer_reports import Tile, consequences, orders
from pitboss.floor.dry_run import foresee
from pitboss.floor.live import LiveTable, Outcome
from pitboss.floor.people import NotAllowedError, Person
from pitboss.floor.requests import Request
from pitboss.games import find
from pitboss.games.common import CARDS, REAL
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.table import practice_submission

BETS: dict[str, dict[str, int]] = {
    "uth": {"ante": 2500, "trips": 500},
    "hi-lo": {"ante": 2500, "tie": 500},
    "top-five": {"ante": 2500, "poker_bonus": 500},
    "pik-it": {"ante": 2500, "three_card_bonus": 500},
}
REAL_CARDS = pytest.mark.clause("UTH-R91", "HL-R67", "T5-R89", "PK-R78")


class Felt:
    """A table of real cards with its dealer."""

    def __init__(self, hall: Hall, game: str, seats: int = 3, seed: int = 5, **options: Any) -> None:
        self.hall, self.game, self.seats = hall, game, range(1, seats + 1)
        self.live: LiveTable = hall.floor.add_table(practice_submission(game, {CARDS: REAL, **options}))
        self.dealer = hall.floor.people.accept(hall.floor.people.invite(Role.DEALER, "J. Moreau"))
        self.deck = PhysicalDeck(seed)
        self.picked: list[int] = []

    @property
    def page(self) -> Page:
        return page(self.hall.floor, self.live, self.dealer)

    def give(self, *requests: Request) -> Outcome:
        return self.hall.floor.together(self.dealer, self.live.name, requests)

    def stake(self, *seats: Staked) -> Outcome:
        made = lambda live: commands_of(live, self.dealer, seats)  # noqa: E731
        return self.hall.floor.together(self.dealer, self.live.name, (), made)

    def bet(self) -> Outcome:
        wagers = tuple(BETS[self.game].items())
        return self.stake(*(Staked(seat, wagers) for seat in self.seats))

    def faces(self, ask: Ask) -> list[int]:
        self.picked = self.deck.picks(*ask.places) if ask.places else []
        return self.deck.at([msgspec.to_builtins(slot) for slot in ask.slots], self.picked)

    def filled(self, ask: Ask) -> tuple[Request, ...]:
        said: dict[str, Any] = {"cards": len(self.deck.cards)} if ask.kind == "number" else {"faces": self.faces(ask)}
        said |= {"places": self.picked} if ask.places else {}
        taking = ask.requests[ask.fill]
        filled = replace(taking, arguments={**taking.arguments, **said})
        return (*ask.requests[: ask.fill], filled, *ask.requests[ask.fill + 1 :])

    def step(self, action: str = "Play") -> None:
        """Do what is due."""
        ask = self.page.ask
        if ask.kind == "bets":
            outcome = self.give(*ask.requests) if ask.requests else self.bet()
        elif ask.kind == "choose":
            here = [choice for choice in ask.choices if choice.position == ask.position]
            wanted = [choice for choice in here if choice.label.startswith(action)]
            outcome = self.give(*(wanted or here)[0].requests)
        elif ask.slots or ask.kind == "number":
            outcome = self.give(*self.filled(ask))
        else:
            if ask.title.startswith("Deal"):
                self.deck.shuffle()
                self.deck.deal(self.seats, EACH[self.game])
            elif "hands are set" in ask.title:
                self.deck.set_hands()
            outcome = self.give(*ask.requests)
        assert outcome.refusal is None, (ask, outcome.refusal)

    def until(self, title: str, action: str = "Play") -> Page:
        for _ in range(300):
            if title in self.page.ask.title:
                return self.page
            self.step(action)
        raise AssertionError(f"{title!r} never comes: {self.page.ask.title}")


@pytest.fixture
def felt(hall: Hall) -> Iterator[Felt]:
    return Felt(hall, "uth")  # type: ignore[return-value]


# --- corrections ------------------------------------------------------------------------------------------------------


@REAL_CARDS
@pytest.mark.parametrize("game", BETS)
def test_a_card_is_the_floors_to_correct_as_soon_as_a_wager_was_settled_on_it(hall: Hall, game: str) -> None:
    felt, found = Felt(hall, game), set()
    felt.until("Deal ")
    felt.step()
    while felt.live.state.playing:
        shown = felt.page
        other = next(face for face in DECK if face not in {parse(read.card)[0] for read in shown.used})
        for read in shown.used:
            said = {"faces": [(parse(read.card)[0], other)], "reason": "misread"}
            refusal = foreseen(felt.live, felt.dealer, (Request("CorrectFaces", said, role=Role.DEALER),)).refusal
            assert read.settled == (refusal is not None and refusal["code"] == "settled"), (shown.ask.title, read)
            found.add(read.settled)
        felt.step()
    assert True in found


# --- the whole way ----------------------------------------------------------------------------------------------------


@REAL_CARDS
@pytest.mark.parametrize("stakes", ["tracked", "announced"])
@pytest.mark.parametrize("game", BETS)
def test_the_page_leads_through_rounds_to_the_count_of_the_stub(hall: Hall, game: str, stakes: str) -> None:
    felt, asked = Felt(hall, game, 6, stakes=stakes), set()
    for _ in range(1500):
        shown = felt.page
        asked.add(shown.ask.kind)
        msgspec.json.encode(shown)
        if felt.live.state.rounds == 6:
            break
        felt.step("Fold" if shown.ask.position == 6 else "Play")
    assert felt.live.state.rounds == 6
    assert {"bets", "go", "cards", "choose", "number"} <= asked
    assert sum(felt.live.state.books.values()) == 0
    assert all(not moment.by.startswith("dealer:auto") for moment in felt.live.recent)


@REAL_CARDS
@pytest.mark.parametrize("game", BETS)
def test_no_face_that_was_not_read_and_no_name_is_on_the_page(hall: Hall, game: str) -> None:
    felt = Felt(hall, game)
    ann = hall.player()
    felt.until("Take the bets")
    hall.floor.sit(ann, felt.live.name, 2)
    for _ in range(120):
        shown = felt.page
        text = msgspec.json.encode(visible(shown)).decode()
        assert ann.name not in text
        known = {face for face in felt.live.state.round.order if face in DECK} if felt.live.state.round else set()
        assert {parse(read.card)[0] for read in shown.used} <= known
        if felt.live.state.rounds:
            return
        felt.step()
    raise AssertionError("the round never ends")


def visible(shown: Page) -> Any:
    """What people see of a page: what is sent names the player whose word it is, and nobody sees that."""
    choices = tuple(replace(choice, requests=()) for choice in shown.ask.choices)
    ask = replace(shown.ask, requests=(), lead=(), choices=choices)
    labels = [label for tile in shown.tiles for field in tile.fields for _, label in field.choices]
    return {**msgspec.to_builtins(replace(shown, ask=ask, tiles=())), "labels": labels}


# --- single things ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-10(b).1", "UTH-10(b).2")
def test_the_burn_goes_with_the_flop_and_may_be_recorded_before_it(felt: Felt) -> None:
    shown = felt.until("community cards", "Check")
    assert [one.command for one in shown.ask.requests] == ["Burn", "DealCommunity"]
    assert [slot.lies for slot in shown.ask.slots] == ["board 1", "board 2", "board 3"]
    assert shown.say is not None
    assert shown.say.words == "Seat one: check, or bet fifty."
    assert shown.say.after == ((2, "check or $50"), (3, "check or $50"))
    felt.give(*shown.ask.lead)
    assert [one.command for one in felt.page.ask.requests] == ["DealCommunity"]
    assert felt.live.state.round is not None
    assert len(felt.live.state.round.burned) == 1


@pytest.mark.clause("UTH-10(h).1", "UTH-10(h).4")
def test_a_settlement_is_shown_before_it_is_recorded(felt: Felt) -> None:
    shown = felt.until("Turn up seat 3")
    before = felt.live.state
    found = foreseen(felt.live, felt.dealer, felt.filled(shown.ask))
    assert felt.live.state is before
    assert found.settled is not None
    felt.step()
    assert felt.live.state.round is not None
    lines = felt.live.state.round.hands[3].lines
    assert [(row.wager, row.pay, row.take) for row in found.settled.rows] == [
        (line.wager, line.paid, line.stake - line.returned) for line in lines
    ]
    assert found.settled.pay == sum(value * number * 100 for value, number in found.settled.chips)


@REAL_CARDS
def test_several_steps_are_recorded_together_or_not_at_all(felt: Felt) -> None:
    shown = felt.until("community cards", "Check")
    (burn, community) = shown.ask.requests
    version = felt.live.state.version
    outcome = felt.give(burn, replace(community, arguments={"faces": [1, 1, 2]}))
    assert outcome.refusal is not None
    assert outcome.refusal["code"] == "face-twice"
    assert felt.live.state.version == version


def test_what_was_decided_on_an_older_version_is_not_recorded(felt: Felt) -> None:
    felt.until("Take the bets")
    version = felt.live.state.version
    felt.bet()
    with pytest.raises(PitbossError, match="moved on"):
        felt.hall.floor.together(felt.dealer, felt.live.name, felt.page.ask.requests, version=version)
    with pytest.raises(PitbossError, match="at most"):
        felt.give(*[Request("Burn")] * 25)


def test_the_same_steps_under_the_same_key_are_recorded_once(felt: Felt) -> None:
    requests = felt.page.ask.requests
    for _ in range(2):
        felt.hall.floor.together(felt.dealer, felt.live.name, requests, key="once")
    assert [deck.name for deck in felt.live.state.decks] == ["red"]


@REAL_CARDS
def test_the_bets_of_a_seat_are_entered_as_they_lie_and_may_be_taken_back(felt: Felt) -> None:
    felt.until("Take the bets")
    felt.stake(Staked(2, (("ante", 2500), ("trips", 500))))
    assert felt.live.state.seats == {2: "Seat 2"}
    assert felt.live.state.bets[2].wagers == {"ante": 2500, "blind": 2500, "trips": 500}
    felt.stake(Staked(2, (("ante", 5000),)))
    assert felt.live.state.bets[2].wagers == {"ante": 5000, "blind": 5000}
    felt.stake(Staked(2, ()))
    assert not felt.live.state.bets
    assert sum(felt.live.state.books.values()) == 0
    refused = felt.stake(Staked(2, (("ante", 100),)), Staked(3, (("ante", 2500),)))
    assert refused.refusal is not None
    assert 3 not in felt.live.state.seats


@REAL_CARDS
def test_last_bets_are_offered_again_and_no_chips_are_bought_twice(felt: Felt) -> None:
    felt.until("Clear the table")
    shown = felt.until("Take the bets")
    assert shown.bets is not None
    assert shown.bets.repeats == (1, 2, 3)
    assert shown.bets.seats[0].last == {"ante": 2500, "blind": 2500, "trips": 500}


@REAL_CARDS
def test_nobody_vanishes_from_a_real_table_and_nobody_but_the_dealer_calls_there(felt: Felt) -> None:
    felt.until("Take the bets")
    felt.bet()
    felt.hall.clock.forward(3600)
    felt.hall.floor.tick()
    assert set(felt.live.state.bets) == {1, 2, 3}
    assert felt.live.state.playing is None


@pytest.mark.clause("HL-R36", "HL-R67")
def test_a_hand_that_does_not_lie_three_and_two_is_set_the_house_way(hall: Hall) -> None:
    felt = Felt(hall, "hi-lo")
    shown = felt.until("Turn up seat 3")
    four_one = next(choice for choice in shown.ask.choices if choice.key == "1")
    found = replace(
        four_one.requests[-1], arguments={**four_one.requests[-1].arguments, "faces": felt.faces(shown.ask)}
    )
    assert felt.give(*four_one.requests[:-1], found).refusal is None
    after = felt.page
    assert after.ask.previewed
    assert after.settled is not None
    assert after.settled.position == 3


def test_points_are_known_rank_by_rank_where_hands_are_set_by_them(hall: Hall) -> None:
    points = Felt(hall, "hi-lo").page.points
    assert points["high"] == (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
    assert points["low"][-1] == 1
    assert Felt(hall, "uth").page.points == {}


@REAL_CARDS
@pytest.mark.parametrize("game", BETS)
def test_every_report_of_the_floor_has_a_tile_with_a_key_of_its_own(hall: Hall, game: str) -> None:
    felt = Felt(hall, game)
    felt.until("Take the bets")
    felt.bet()
    felt.until("Deal ")
    felt.step()
    tiles = felt.page.tiles
    keys = [tile.key for tile in tiles]
    assert len(set(keys)) == len(keys)
    assert all(tile.command or tile.when for tile in tiles)
    desk = Desk(hall.floor).table(felt.live, felt.dealer)
    assert {report.name for report in desk["reports"]} == {tile.name for tile in tiles if tile.command}
    assert any(tile.when for tile in tiles)


@REAL_CARDS
def test_tiles_can_be_touched_whenever_some_way_of_the_report_is_taken(felt: Felt) -> None:
    felt.until("Deal ")
    felt.step()

    def tile(name: str) -> Tile:
        return next(one for one in felt.page.tiles if one.name == name)

    assert tile("burn").when == "after a card is burned"
    for place in (1, 2):
        assert tile("player").command, "another card, or another hand, may be exposed"
        felt.give(Request("CardExposed", {"where": "player", "position": 1, "place": place}))
    assert tile("player").command
    early = tile("early")
    assert [field.name for field in early.fields] == ["face"]
    report = Request(early.command, {**early.given, "face": 0})
    assert consequences(felt.live, felt.dealer, report)["refusal"] is None
    assert felt.give(report).refusal is None
    assert felt.live.state.round is not None
    assert len(felt.live.state.round.board) == 1


@pytest.mark.clause("UTH-15(a).1")
def test_what_a_report_would_lead_to_names_nobody_and_changes_nothing(hall: Hall) -> None:
    felt = Felt(hall, "uth")
    felt.until("Take the bets")
    ann = hall.player()
    hall.floor.sit(ann, felt.live.name, 1)
    felt.until("Ask seat 1")
    before = felt.live.state
    found = consequences(felt.live, felt.dealer, Request("Departed", {"player": ann.name}))
    assert felt.live.state is before
    assert found["refusal"] is None
    assert ann.name not in msgspec.json.encode(found["orders"]).decode()


def test_orders_besides_the_due_step_are_those_of_whoever_looks(hall: Hall) -> None:
    felt = Felt(hall, "uth")
    felt.until("Take the bets")
    floor = hall.floor.people.accept(hall.floor.people.invite(Role.FLOOR, "K. Haddad"))
    desk = Desk(hall.floor)
    own = {move["command"] for move in orders(desk, felt.live, felt.dealer)["moves"]}
    more = {move["command"] for move in orders(desk, felt.live, floor)["moves"]}
    assert "CloseTable" in more - own
    assert not own & {"NoMoreBets", "CorrectFaces", "PostSubmission"}


def test_what_any_player_may_do_stands_once_among_the_orders(hall: Hall) -> None:
    felt = Felt(hall, "uth")
    felt.until("Take the bets")
    felt.bet()
    moves = orders(Desk(hall.floor), felt.live, felt.dealer)["moves"]
    whose = {move["command"]: move["which"] for move in moves if move["role"] == "player"}
    assert set(whose) == {"BuyIn"}  # all their chips lie on the table
    assert [words for _, words in whose["BuyIn"]] == ["Seat 1", "Seat 2", "Seat 3"]
    player = whose["BuyIn"][1][0]
    felt.give(Request("BuyIn", {"amount": 500}, player=player))
    (tip,) = (move for move in orders(Desk(hall.floor), felt.live, felt.dealer)["moves"] if move["command"] == "Tip")
    felt.give(Request("Tip", {"amount": 200}, player=tip["which"][0][0]))
    assert felt.live.table.chips(player) == 300


def test_people_stand_in_the_order_of_their_seats_and_amounts_say_what_may_be_said(hall: Hall) -> None:
    felt = Felt(hall, "uth")
    felt.until("Take the bets")
    wagers = tuple(BETS["uth"].items())
    for position in (6, 1, 4, 2):
        felt.stake(Staked(position, wagers))
    floor = hall.floor.people.accept(hall.floor.people.invite(Role.FLOOR, "K. Haddad"))
    by_seat = ["Seat 1", "Seat 2", "Seat 4", "Seat 6"]
    moves = orders(Desk(hall.floor), felt.live, floor)["moves"]
    several = [[words for _, words in move["which"]] for move in moves if len(move["which"]) > 1]
    assert several
    assert all(words == by_seat for words in several)
    fields = [field for tile in felt.page.tiles for field in tile.fields if field.name == "player"]
    assert fields
    assert all([words for _, words in field.choices] == by_seat for field in fields)
    amounts = {move["command"]: field for move in moves for field in move["fields"] if field.kind == "money"}
    for field in amounts.values():
        assert ("minus" in field.label) == (field.least < 0), field
    assert {"BuyIn", "Correct"} <= set(amounts)


def test_a_coupon_is_laid_from_the_orders(hall: Hall) -> None:
    felt = Felt(hall, "hi-lo", match_play="ante")
    felt.until("Take the bets")
    felt.bet()
    laid = [one for one in orders(Desk(hall.floor), felt.live, felt.dealer)["moves"] if one["command"] == "UseCoupon"]
    assert len(laid) == 3
    ((player, _),) = laid[0]["which"]
    felt.give(Request("UseCoupon", {**laid[0]["given"], "face": 2500}, player=player))
    assert [bets.coupon for bets in felt.live.state.bets.values() if bets.coupon] == [2500]


# --- reports, and the chips that move with them -----------------------------------------------------------------------


@REAL_CARDS
@pytest.mark.parametrize("game", BETS)
def test_what_reports_lead_to_is_shown_after_a_card_was_exposed_that_nobody_read(hall: Hall, game: str) -> None:
    felt, floor = Felt(hall, game), hall.floor.people.accept(hall.floor.people.invite(Role.FLOOR, "K. Haddad"))
    felt.until("Deal ")
    felt.step()
    exposed = Request("CardExposed", {"where": "player", "position": 2, "place": 1, "by_player": False})
    assert felt.give(exposed).refusal is None
    again = replace(exposed, arguments={**exposed.arguments, "place": 2})
    for report in (
        again,
        Request("HandCount", {"position": 1, "cards": EACH[game] + 1}),
        Request("HandCount", {"position": 0, "cards": 1}),
    ):
        for person in (felt.dealer, floor):
            found = consequences(felt.live, person, report)
            assert found["refusal"] is None, (report, found)
            assert found["orders"]


def void_hand(felt: Felt) -> None:
    """Seat 2 has a card too many, and is counted again."""
    for _ in range(2):
        found = Request("HandCount", {"position": 2, "cards": EACH[felt.game] + 1})
        assert felt.give(found).refusal is None


def stakes_of(felt: Felt, position: int) -> int:
    hand = felt.live.state.round.hands[position] if felt.live.state.round else None
    return sum(hand.wagers.values()) if hand else 0


@REAL_CARDS
@pytest.mark.parametrize("game", BETS)
def test_the_wagers_of_a_void_hand_are_given_back_before_anything_else_is_said(hall: Hall, game: str) -> None:
    felt = Felt(hall, game)
    felt.until("Deal ")
    felt.step()
    staked = stakes_of(felt, 2)
    assert not felt.page.moved
    void_hand(felt)
    (move,) = felt.page.moved
    whose = {row.position for row in move.rows}
    assert whose in ({2}, {1, 2, 3})
    assert move.title == ("Give back the wagers of seat 2." if whose == {2} else "Give the wagers back.")
    assert (move.back, move.pay, move.take) == (staked * len(whose), 0, 0)
    assert move.why
    assert move.clauses
    assert ("seat 2 into the discard rack" in move.cards) is (whose == {2})
    hall.floor.moved_chips(felt.dealer, felt.live.name, move.seq)
    assert not felt.page.moved
    hall.again()
    felt.live = hall.floor.table(felt.live.name)
    assert not felt.page.moved


@REAL_CARDS
def test_chips_that_a_correction_moves_are_paid_and_taken_as_the_floor_has_it(hall: Hall) -> None:
    felt = Felt(hall, "uth")
    floor = hall.floor.people.accept(hall.floor.people.invite(Role.FLOOR, "K. Haddad"))
    felt.until("Turn up seat 2")
    before = {p: felt.live.table.chips(f"Seat {p}") for p in felt.seats}
    round_ = felt.live.state.round
    assert round_ is not None
    unread = [face for face in DECK if face not in round_.order]
    moved = []
    for face in (card for card in round_.faces(round_.dealer.cards)):
        for other in unread:
            request = Request("CorrectFaces", {"faces": [[face, other]], "reason": "misread"}, role=Role.FLOOR)
            seen = foresee(felt.live, floor, request)
            if sum(seat["paid"] + seat["lost"] for seat in seen["money"]):
                moved.append((request, seen))
    request, seen = moved[0]
    assert hall.floor.request(floor, felt.live.name, request).refusal is None
    (move,) = felt.page.moved
    net = felt.live.table.chips("Seat 3") - before[3]
    assert {row.position for row in move.rows} == {3}
    assert move.back + move.pay - move.take == net
    assert [(one["back"], one["paid"], one["lost"]) for one in seen["money"] if one["position"] == 3] == [
        (move.back, move.pay, move.take)
    ]
    assert "seat 3" in move.title


@REAL_CARDS
def test_what_the_steps_of_the_page_settle_is_not_said_twice(felt: Felt) -> None:
    felt.until("Take the bets")
    while not felt.live.state.rounds or felt.live.state.playing:
        assert not felt.page.moved
        felt.step("Fold" if felt.page.ask.position == 2 else "Play")


def test_chips_are_moved_by_staff_and_up_to_a_record_that_is_there(felt: Felt) -> None:
    for person in people_of(felt.hall).values():
        with pytest.raises(NotAllowedError):
            felt.hall.floor.moved_chips(person, felt.live.name, 1)
    with pytest.raises(PitbossError, match="a record"):
        felt.hall.floor.moved_chips(felt.dealer, felt.live.name, felt.live.state.version + 1)


# --- people -----------------------------------------------------------------------------------------------------------


def people_of(hall: Hall) -> dict[str, Person]:
    accept, invite = hall.floor.people.accept, hall.floor.people.invite
    return {"player": hall.player(), **{role.value: accept(invite(role, f"A {role}")) for role in (Role.AUDITOR,)}}


@pytest.mark.parametrize("who", ["player", "auditor"])
def test_the_page_and_its_entries_are_for_dealer_and_floor(hall: Hall, who: str) -> None:
    felt, person = Felt(hall, "uth"), people_of(hall)[who]
    with pytest.raises(NotAllowedError):
        page(hall.floor, felt.live, person)
    with pytest.raises(NotAllowedError):
        commands_of(felt.live, person, [Staked(1, (("ante", 2500),))])
    with pytest.raises(NotAllowedError):
        hall.floor.summon(person, felt.live.name, wanted=True)


def test_a_table_that_the_software_deals_has_no_dealers_page(hall: Hall) -> None:
    dealer = hall.floor.people.accept(hall.floor.people.invite(Role.DEALER, "J. Moreau"))
    with pytest.raises(PitbossError, match="the software deals"):
        page(hall.floor, hall.table("uth"), dealer)


def test_the_floor_is_called_seen_in_its_list_and_comes(felt: Felt) -> None:
    hall, table = felt.hall, felt.live.name
    floor = hall.floor.people.accept(hall.floor.people.invite(Role.FLOOR, "K. Haddad"))
    hall.floor.summon(felt.dealer, table, wanted=True)
    hall.clock.forward(30)
    hall.floor.summon(felt.dealer, table, wanted=True)  # the first call counts
    assert felt.page.summons is not None
    assert felt.page.at - felt.page.summons.at == 30_000
    line = next(one for one in Desk(hall.floor).overview(floor)["tables"] if one["table"] == table)
    assert {"kind": "stop", "says": "the dealer calls the floor"} in line["warnings"]
    hall.again()
    assert hall.floor.summoning.of(table) is not None
    hall.floor.summon(floor, table, wanted=True)
    assert hall.floor.summoning.of(table) is None


@pytest.mark.clause("UTH-3(b).2")
def test_an_inspection_of_real_cards_waits_for_the_floor_that_is_named(felt: Felt) -> None:
    hall = felt.hall
    floor = hall.floor.people.accept(hall.floor.people.invite(Role.FLOOR, "K. Haddad"))
    for request in (
        Request("CloseTable", role=Role.FLOOR),
        Request("OpenTable", {"floor": ["K. Haddad"]}, role=Role.FLOOR),
    ):
        assert hall.floor.request(floor, felt.live.name, request).refusal is None
    felt.until("Wait for the floor")
    assert felt.page.ask.requests == ()
    (choice,) = page(hall.floor, felt.live, floor).ask.choices
    assert hall.floor.together(floor, felt.live.name, choice.requests).refusal is None
    assert felt.page.ask.title.startswith("Spread the red deck")


@pytest.mark.clause("UTH-3(b).2")
def test_who_sets_up_a_table_of_real_cards_verifies_the_inspection_there(hall: Hall) -> None:
    felt = Felt(hall, "uth")
    floor = hall.floor.people.accept(hall.floor.people.invite(Role.FLOOR, "K. Haddad"))
    felt.live = hall.floor.add_table(practice_submission("uth", {CARDS: REAL}), (floor.name,))
    assert felt.live.state.floor == ("K. Haddad",)
    felt.until("Wait for the floor")
    assert "K. Haddad" in felt.page.ask.how
    (choice,) = page(hall.floor, felt.live, floor).ask.choices
    assert hall.floor.together(floor, felt.live.name, choice.requests).refusal is None
    assert felt.page.ask.title.startswith("Spread the red deck")
    software = hall.floor.add_table(practice_submission("uth"), (floor.name,))
    assert software.state.floor != ("K. Haddad",)  # nobody is waited for where the software deals


@REAL_CARDS
def test_what_is_offered_is_accepted_whoever_looks(hall: Hall) -> None:
    """A pick that is drawn may be carried out by dealer and floor alike."""
    felt = Felt(hall, "pik-it")
    floor = hall.floor.people.accept(hall.floor.people.invite(Role.FLOOR, "K. Haddad"))
    felt.until("Deal ")
    felt.step()
    for position in (3, 2):
        felt.give(Request("CardExposed", {"where": "player", "position": position, "place": 1}))
    for person, position in ((felt.dealer, 3), (floor, 2)):
        felt.until(f"seat {position} drawn")
        ask = page(hall.floor, felt.live, person).ask
        assert ask.kind == "cards"
        outcome = hall.floor.together(person, felt.live.name, felt.filled(ask))
        assert outcome.refusal is None, outcome.refusal


@REAL_CARDS
@pytest.mark.parametrize("game", BETS)
def test_every_hand_is_announced_and_the_dealers_first(hall: Hall, game: str) -> None:
    felt = Felt(hall, game)
    felt.until("Turn up your cards")
    felt.step()
    said: dict[int, str] = {}
    shown = felt.page
    assert shown.say is not None
    assert shown.say.words.startswith("Dealer: ")
    if game == "hi-lo":
        assert shown.ask.how.startswith("First set your own: ")
    while "Clear" not in felt.page.ask.title:
        shown = felt.page
        found = foreseen(felt.live, felt.dealer, felt.filled(shown.ask)).settled if shown.ask.slots else shown.settled
        if found:
            said[found.position] = found.say
        felt.step()
    announced = {m.event.position for m in felt.live.recent if isinstance(m.event, e.HandAnnounced)} - {0}
    assert announced <= {position for position, words in said.items() if words}


@REAL_CARDS
def test_where_the_same_player_decides_after_a_settlement_both_are_said(hall: Hall) -> None:
    felt = Felt(hall, "pik-it")
    shown = felt.until("Turn up seat 3")
    found = foreseen(felt.live, felt.dealer, felt.filled(shown.ask))
    assert found.settled is not None
    assert found.settled.title == "Settle seat 3, then ask."
    assert found.settled.say.startswith("Seat three: fold, play three")


@REAL_CARDS
def test_only_wagers_that_lie_there_stand_at_a_seat(felt: Felt) -> None:
    felt.until("Take the bets")
    felt.bet()
    assert felt.page.seats[0].stakes == ("ante + blind $25", "trips $5")
    felt.until("Turn up seat 2")
    assert felt.page.seats[2].stakes == ()
    assert felt.page.seats[1].stakes == ("ante + blind $25", "trips $5", "play $75")


def test_the_games_of_these_tests_are_all_there_are() -> None:
    assert {find(game).short for game in BETS} == set(BETS)
