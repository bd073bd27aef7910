"""The wall display says what the sign says and what the table does: the meter, the last call, Cover All's payouts."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from floors import BETS, Hall, done
from layouts import COVER_ALL, PROGRESSIVE, every_table

from pitboss.floor.display import Announcement, Display, display
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.floor.requests import Request
from pitboss.games.common import ANNOUNCED, CARDS, REAL, STAKES
from pitboss.paper.sign import sign
from pitboss.table import commands as c
from pitboss.table.autodealer import simulated_cards
from pitboss.table.commands import Role
from pitboss.table.table import practice_submission
from support import case

TABLES = [(game, choices) for game, choices in every_table() if choices["positions"] == 6]
CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][shdc](?![0-9A-Za-z])")
STAKE = re.compile(r"3700|\$37\b")


def shown_at(hall: Hall, game: str, choices: dict[str, Any]) -> Display:
    return display(hall.floor.add_table(practice_submission(game, _alone(game, choices))))


def _alone(game: str, choices: dict[str, Any]) -> dict[str, Any]:
    return {**choices, **({"positions_per_player": 1} if game == "hi-lo" else {})}


@pytest.mark.clause("UTH-R70", "HL-1.13Z(c)-s2", "PK-1.13Y(d)1", "T5-R3", "UTH-11(a).1")
@pytest.mark.parametrize(("game", "choices"), TABLES, ids=[f"{game}, {choices}" for game, choices in TABLES])
def test_a_display_says_all_that_the_sign_says(hall: Hall, game: str, choices: dict[str, Any]) -> None:
    shown = shown_at(hall, game, choices)
    printed = sign(practice_submission(game, _alone(game, choices)))
    assert {line.text.lower() for line in (*printed.statements, *printed.odds)} <= {
        text.lower() for text in (*shown.statements, *shown.odds)
    }
    tables = {one.name: one.rows for one in (*shown.tables, *((shown.awards,) if shown.awards else ()))}
    assert all(tables[table.name] == table.rows for table in printed.tables)
    limits = " ".join(f"{limit.name} {limit.words}" for limit in (*shown.limits, *shown.caps)).lower()
    for limit in (*printed.wagers, *printed.payouts):
        assert limit.name.lower() in limits
        assert limit.words.lower() in limits or limit.words == "equal to the ante"
    assert not re.search(r"\d for \d", str(shown))


@pytest.mark.clause("HL-R39", "PK-R56", "T5-R47")
@pytest.mark.parametrize("game", ["hi-lo", "pik-it", "top-five"])
def test_a_display_shows_the_odds_in_force_wherever_they_are_inscribed(hall: Hall, game: str) -> None:
    by_place = [shown_at(hall, game, {"odds_display": place}) for place in ("layout", "sign", "both")]
    assert by_place[0].tables
    assert by_place[0].odds
    assert len({(shown.tables, shown.odds) for shown in by_place}) == 1


@pytest.mark.parametrize(
    ("game", "choices", "limits"),
    [
        case(
            "UTH-1(ante).2 UTH-R27 UTH-14(a)",
            "uth",
            {"progressive": PROGRESSIVE},
            [
                "Ante and blind, each: $10 to $500",
                "Play: 1, 2, 3 or 4 times the ante",
                "Trips: $5 to $100",
                "Progressive: exactly $5",
            ],
        ),
        case(
            "PK-39.1/play-3-wager/2 PK-39.3(b)/3",
            "pik-it",
            {},
            [
                "3 card bonus: $5 to $50",
                "Ante and 5 card bonus, each: $10 to $200",
                "Play 3 and play 5: equal to the ante",
            ],
        ),
        case(
            "PK-1.13Y(d)1",
            "pik-it",
            {"play_3_multiple": 2},
            [
                "3 card bonus: $5 to $50",
                "Ante and 5 card bonus, each: $10 to $200",
                "Play 3: 2 times the ante",
                "Play 5: equal to the ante",
            ],
        ),
    ],
)
def test_wagers_of_one_size_stand_together(hall: Hall, game: str, choices: dict[str, Any], limits: list[str]) -> None:
    assert [f"{limit.name}: {limit.words}" for limit in shown_at(hall, game, choices).limits] == limits


def playing(hall: Hall, live: LiveTable, people: list[Person], **wagers: int) -> list[Display]:
    """Each different thing the display shows from the bets to the end of a round."""
    told = [display(live)]

    def look() -> None:
        if (shown := display(live)) != told[-1]:
            told.append(shown)

    for person in people:
        seat = live.state.seat_of(person.name)
        done(hall.ask(person, live, "PlaceBets", position=seat, wagers=list(wagers.items())))
        look()
    for person in people:
        done(hall.floor.ready(person, live.name))
    look()
    while live.state.playing:
        hall.answer(next(person for person in people if hall.asked(person, live)), live)
        look()
    return told


@pytest.mark.parametrize("game", BETS)
def test_a_display_has_no_card_no_name_and_no_stake(hall: Hall, game: str) -> None:
    live, people = hall.seated(game, 2)
    told = playing(hall, live, people, **dict.fromkeys(BETS[game], 37_00))
    text = msgspec.json.encode(told).decode()
    assert not CARD.search(text)
    assert not any(person.name in text for person in people)
    assert not STAKE.search(text)
    assert isinstance(told[-1].announcement, Announcement)
    assert [one.round for one in (told[0], told[-1])] == [1, 2]
    assert (told[0].bets_open, told[-1].bets_open) == (True, True)
    (called, *_) = [one for one in told if not one.bets_open]
    assert (called.round, called.announcement) == (1, None)
    hall.bet(people[0], live)
    assert display(live).announcement == told[-1].announcement
    done(hall.floor.ready(people[0], live.name))
    hall.clock.forward(20)
    hall.floor.tick()
    assert display(live).announcement is None


@pytest.mark.clause("UTH-R54", "UTH-R76")
def test_the_meter_moves_with_the_call_and_again_only_where_the_round_was_paid_from_it(hall: Hall) -> None:
    rows = {"royal_flush": "100%", "one_pair": "10%"}
    live = hall.floor.add_table(practice_submission("uth", {"progressive": {**PROGRESSIVE, "rows": rows}}))
    people = [hall.player() for _ in range(2)]
    for person in people:
        done(hall.floor.sit(person, live.name, amount=5_000_00))
    paid = 0
    for _ in range(20):
        told = playing(hall, live, people, ante=1000, blind=1000, trips=500, progressive=500)
        before, during, after = told[0].meter, {one.meter for one in told if not one.bets_open}, told[-1].meter
        assert before is not None
        assert after is not None
        assert during == {before + 2 * 1_00}
        paid += after < before + 2 * 1_00
    assert paid > 1


@pytest.mark.parametrize("progressive", [False, True])
def test_a_display_shows_a_meter_where_there_is_one(hall: Hall, progressive: bool) -> None:
    shown = shown_at(hall, "uth", {"progressive": PROGRESSIVE} if progressive else {})
    assert shown.meter == (10_000_00 if progressive else None)
    assert bool(shown.awards) is progressive


@pytest.mark.clause("UTH-13(e).3", "UTH-13(c)")
def test_a_display_shows_what_cover_all_pays_for_the_number_of_hands_until_it_is_settled(hall: Hall) -> None:
    live = hall.floor.add_table(practice_submission("uth", COVER_ALL))
    people = [hall.player() for _ in range(2)]
    for person in people:
        done(hall.floor.sit(person, live.name))
    told = playing(hall, live, people, ante=1000, blind=1000, cover_all=500)
    assert told[0].screen is told[-1].screen is None
    (screen,) = {one.screen for one in told if one.screen}
    assert screen.title == "Cover All pays, 3 hands with the dealer’s"
    assert screen.rows[0] == ("Royal flush", "150 to 1")


@pytest.mark.clause("UTH-15(c)")
def test_a_void_round_is_announced_to_all(hall: Hall) -> None:
    live, people = hall.seated("uth")
    hall.bet(people[0], live)
    done(hall.floor.ready(people[0], live.name))
    floor = hall.floor.people.accept(hall.floor.people.invite(Role.FLOOR, "Flo"))
    done(hall.ask(floor, live, "CardExposed", where="dealer", place=1))
    assert display(live).announcement == Announcement("All seats", "All hands void, wagers back")


@pytest.mark.clause("UTH-R92")
def test_where_stakes_are_announced_a_display_says_how_the_wagers_of_a_seat_came_out(hall: Hall) -> None:
    live = hall.floor.add_table(practice_submission("uth", {CARDS: REAL, STAKES: ANNOUNCED}))
    live.table.dealer.reader = simulated_cards(1)
    dealer = hall.floor.people.accept(hall.floor.people.invite(Role.DEALER, "Dora"))
    done(hall.ask(dealer, live, "WagersSeen", wagers=[[2, ["ante", "blind"]]]))
    for _ in range(10):
        move = next((one for one in live.moves if one.command in (c.NoMoreBets, c.Act, c.Handle)), None)
        if move is None:
            break
        given = {**move.given, "step": move.given["step"].value} if "step" in move.given else move.given
        done(
            hall.floor.request(
                dealer, live.name, Request(move.command.__name__, dict(given), player=move.player or None)
            )
        )
    assert live.state.rounds == 1
    said = display(live).announcement
    assert said is not None
    assert said.who == "Seat 2"
    assert re.search(r"wins 1 to 1|pushes|collect", said.words, re.IGNORECASE)
    assert "$" not in said.words
