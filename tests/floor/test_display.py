"""What a display is sent: what the sign says, the meter, the last announcement, Cover All's payouts; nothing else."""

from __future__ import annotations

import re

import msgspec
import pytest
from floors import BETS, Hall, done

from pitboss.floor.display import Announcement, display
from pitboss.paper.sign import sign
from pitboss.submission import new_submission, parse_submission
from pitboss.table.table import practice_submission

COVER_ALL = {
    "cover_all": True,
    "cover_all_mode": True,
    "dealing_method": "automated-shoe",
    "shuffle_method": "automated",
}
CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][shdc](?![0-9A-Za-z])")
STAKE = re.compile(r"3700|\$37\b")


@pytest.mark.parametrize("game", BETS)
def test_a_display_says_what_the_sign_says(hall: Hall, game: str) -> None:
    live = hall.table(game)
    shown, wanted = display(live), sign(parse_submission(new_submission(live.rules.game)))
    assert [one.words for one in shown.limits] == [limit.words for limit in wanted.wagers]
    assert [one.words for one in shown.caps] == [limit.words for limit in wanted.payouts]
    assert [text.lower() for text in shown.statements] == [line.text.lower() for line in wanted.statements]
    assert shown.bets_open
    assert shown.announcement is None


@pytest.mark.parametrize("game", BETS)
def test_a_display_has_no_card_no_name_and_no_stake(hall: Hall, game: str) -> None:
    live, people = hall.seated(game, 2)
    stakes = {"ante": 37_00, "blind": 37_00, "five_card_bonus": 37_00}
    for person in people:
        wagers = [(name, stakes[name]) for name in BETS[game]]
        done(hall.ask(person, live, "PlaceBets", position=live.state.seat_of(person.name), wagers=wagers))
    for person in people:
        done(hall.floor.ready(person, live.name))
    announced = []
    while live.state.playing:
        hall.answer(next(person for person in people if hall.asked(person, live)), live)
        text = msgspec.json.encode(shown := display(live)).decode()
        assert not CARD.search(text)
        assert not any(person.name in text for person in people)
        assert not STAKE.search(text)
        announced.append(shown.announcement)
    assert isinstance(announced[-1], Announcement)
    assert display(live).announcement == announced[-1]
    hall.bet(people[0], live)
    done(hall.floor.ready(people[0], live.name))
    hall.clock.forward(20)
    hall.floor.tick()
    assert display(live).announcement is None
    assert not display(live).bets_open


@pytest.mark.clause("UTH-13(e).3", "UTH-13(c)")
def test_a_display_shows_what_cover_all_pays_for_the_number_of_hands_until_it_is_settled(hall: Hall) -> None:
    live = hall.floor.add_table(practice_submission("uth", COVER_ALL))
    people = [hall.player() for _ in range(2)]
    for seat, person in enumerate(people, 1):
        done(hall.floor.sit(person, live.name))
        wagers = [*BETS["uth"].items(), ("cover_all", 500)]
        done(hall.ask(person, live, "PlaceBets", position=seat, wagers=wagers))
    assert display(live).screen is None
    for person in people:
        done(hall.floor.ready(person, live.name))
    screen = display(live).screen
    assert screen is not None
    assert screen.title == "Cover All pays, 3 hands with the dealer’s"
    assert screen.rows[0] == ("Royal flush", "150 to 1")
    while live.state.playing:
        hall.answer(next(person for person in people if hall.asked(person, live)), live)
    assert display(live).screen is None


@pytest.mark.parametrize("progressive", [False, True])
def test_a_display_shows_the_meter_where_there_is_one(hall: Hall, progressive: bool) -> None:
    awards = {"seed": "$5,000", "contribution": "$1", "rows": {"royal_flush": "100%", "full_house": "$20"}}
    live = hall.floor.add_table(practice_submission("uth", {"progressive": awards} if progressive else {}))
    assert display(live).meter == (5_000_00 if progressive else None)
