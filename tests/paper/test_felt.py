"""Every layout has what its rules list, says what the table pays, and nothing on it lies over anything else."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from math import cos, hypot, sin
from typing import Any

import pytest
from layouts import COVER_ALL, HOUSE, PROGRESSIVE, every_table, layout, terms
from reading import submission, text_of

from pitboss.errors import OptionError
from pitboss.games import games
from pitboss.games.options import Choice
from pitboss.paper.felt import felt, lacking
from pitboss.paper.felt_drawing import Look
from pitboss.paper.felt_parts import Box, Felt, Ring, Slot
from pitboss.paper.layout_plan import layout_drawing
from pitboss.paper.printing import printed
from support import case

GAMES = [game.short for game in games().values()]
TABLES = [pytest.param(game, choices, id=f"{game}-{number}") for number, (game, choices) in enumerate(every_table())]
Point = tuple[float, float]


# --- what the rules list ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "wager", "name", "choices"),
    [
        case("HL-1.13Z(b)2.i", "hi-lo", "ante", "ante", {}),
        case("HL-1.13Z(b)2.ii", "hi-lo", "play", "play", {}),
        case("HL-1.13Z(b)2.iii", "hi-lo", "tie", "tie", {}),
        case("HL-1.13Z(b)2.iv", "hi-lo", "poker_bonus", "poker bonus", {}),
        case("PK-1.13Y(b)1.i", "pik-it", "ante", "ante", {}),
        case("PK-1.13Y(b)1.ii", "pik-it", "five_card_bonus", "5 card bonus", {}),
        case("PK-1.13Y(b)1.iii", "pik-it", "three_card_bonus", "3 card bonus", {}),
        case("PK-1.13Y(b)1.iv", "pik-it", "play_3", "play 3", {}),
        case("PK-1.13Y(b)1.v", "pik-it", "play_5", "play 5", {}),
        case("T5-2.B(2)", "top-five", "ante", "Ante", {}),
        case("T5-2.B(2)", "top-five", "play", "Play", {}),
        case("T5-2.B(3)(a)", "top-five", "top_five_bonus", "Top Five Bonus", {}),
        case("T5-2.B(3)(b)", "top-five", "poker_bonus", "Poker Bonus", {}),
        case("UTH-R11", "uth", "ante", "ante", {}),
        case("UTH-R11", "uth", "blind", "blind", {}),
        case("UTH-10(a)(1)", "uth", "play", "play", {}),
        case("UTH-6(c).2", "uth", "trips", "trips", {}),
        case("UTH-R11", "uth", "progressive", "progressive", {"progressive": PROGRESSIVE}),
        case("UTH-R11", "uth", "cover_all", "Cover All", COVER_ALL),
    ],
)
def test_every_position_has_an_area_for_each_wager_under_its_name(
    game: str, wager: str, name: str, choices: dict[str, Any]
) -> None:
    for position in layout(game, **choices).positions:
        (ring,) = [ring for ring in position.rings if ring.wager == wager]
        assert ring.label == name
        assert [(other.x, other.y) for other in position.rings].count((ring.x, ring.y)) == 1


@pytest.mark.parametrize(
    ("game", "wager", "choices"),
    [
        case("T5-2.B(3)(a)", "top-five", "top_five_bonus", {"top_five_bonus": False}),
        case("T5-2.B(3)(b)", "top-five", "poker_bonus", {"poker_bonus": False}),
        case("UTH-R11 UTH-R44", "uth", "trips", {"trips": False}),
        case("UTH-R11 UTH-R47", "uth", "cover_all", {}),
        case("UTH-R11 UTH-R4", "uth", "progressive", {}),
    ],
)
def test_a_wager_that_is_not_offered_has_no_area_and_no_odds(game: str, wager: str, choices: dict[str, Any]) -> None:
    drawn = layout(game, **choices)
    assert wager not in {ring.wager for position in drawn.positions for ring in position.rings}
    assert wager not in {panel.name for panel in drawn.panels}


@pytest.mark.parametrize(
    ("game", "name", "label", "count"),
    [
        case("HL-1.13Z(b)2.v", "hi-lo", "high", "high", 3),
        case("HL-1.13Z(b)2.vi", "hi-lo", "low", "low", 2),
        case("PK-1.13Y(b)1.vi", "pik-it", "player", "", 5),
        case("T5-R48", "top-five", "player", "", 7),
    ],
)
def test_every_position_has_room_marked_for_its_cards(game: str, name: str, label: str, count: int) -> None:
    for position in layout(game).positions:
        (slot,) = [slot for slot in position.slots if slot.name == name]
        assert (slot.label, slot.count) == (label, count)
        assert slot.clause
        assert slot.width >= slot.card + slot.step * (count - 1)


@pytest.mark.parametrize(
    ("game", "names"),
    [
        case("HL-40.7(d)2", "hi-lo", ["dealer"]),
        case("PK-1.13Y(b)2", "pik-it", ["dealer"]),
        case("T5-R48", "top-five", ["dealer"]),
        case("UTH-R11 UTH-10(b).2 UTH-7(d)(2)", "uth", ["dealer", *(f"community-{card}" for card in range(1, 6))]),
    ],
)
def test_the_dealers_cards_have_one_area_and_each_community_card_a_place(game: str, names: list[str]) -> None:
    assert [slot.name for slot in layout(game).dealer] == names


@pytest.mark.clause("T5-2.A(2)", "HL-1.13Z(a)", "PK-1.13Y(a)", "T5-R40", "UTH-R11")
@pytest.mark.parametrize("game", GAMES)
def test_the_dealer_faces_the_players_and_position_1_is_at_the_dealers_far_left(game: str) -> None:
    drawn = layout(game)
    dealer = [slot for slot in drawn.dealer if slot.name == "dealer"]
    assert len(dealer) == 1
    assert all(ring.y > dealer[0].y for position in drawn.positions for ring in position.rings)
    across = [position.x for position in drawn.positions]
    assert across == sorted(across, reverse=True), "players see the dealer's left at their right"


@pytest.mark.clause("T5-2.C(1).1", "HL-1.13Z(d)-1", "T5-2.C(2)", "UTH-R11", "T5-R48")
@pytest.mark.parametrize("game", GAMES)
def test_drop_and_tip_box_are_at_either_hand_of_the_dealer_beside_the_chip_rack(game: str) -> None:
    drawn = layout(game)
    place = {one.name: one.box for one in drawn.fixtures}
    assert place["drop"].right < place["rack"].x
    assert place["rack"].right < place["tips"].x
    assert "discards" in place


@pytest.mark.clause("T5-2.E")
def test_a_tip_box_in_another_place_is_not_drawn_at_the_usual_one_and_the_plan_says_where_it_is() -> None:
    choices = {"tip_box_place": "left of the shuffler", "tip_box_blocked_by": "the shuffler"}
    table = submission("top-five", **choices)
    assert "tips" not in {one.name for one in felt(table.terms).fixtures}
    assert "TIPS" not in layout_drawing(table, Look.PAPER)
    text = text_of(printed("layout", table, ".pdf")[0])
    assert "Tip box" in text
    assert "left of the shuffler; not drawn" in text


@pytest.mark.parametrize(
    ("choices", "devices"),
    [
        ({}, {"shoe"}),
        ({"dealing_method": "hand", "shuffle_method": "automated"}, {"shuffler"}),
        (COVER_ALL, {"shoe", "shuffler"}),
    ],
)
def test_the_devices_that_the_table_uses_have_their_place(choices: dict[str, Any], devices: set[str]) -> None:
    assert {one.name for one in layout("uth", **choices).fixtures} & {"shoe", "shuffler"} == devices


@pytest.mark.clause("HL-1.13Z(b)5", "PK-1.13Y(b)4", "T5-2.B(1)", "UTH-R11")
@pytest.mark.parametrize("game", GAMES)
def test_a_layout_bears_the_houses_name_and_the_games(game: str) -> None:
    said = {line.kind: line.text for line in layout(game).inscriptions}
    assert said["house"] == "MARLOWE’S & SONS"
    assert said["game"].replace("’", "'") == terms(game).game.title
    with pytest.raises(OptionError, match="operator's name"):
        felt(terms(game), " ")


# --- odds, notices, limits -------------------------------------------------------------------------------------------


def pay_table_choices() -> list[Any]:
    """Each pay table of each wager that has several."""
    return [
        pytest.param(game.short, name, pays.selected_by, table, id=f"{game.short}-{name}-{table}")
        for game in games().values()
        for name, pays in game.payouts.items()
        if pays.selected_by and isinstance(game.option[pays.selected_by], Choice)
        for table in pays.tables
    ]


@pytest.mark.clause("HL-1.13Z(b)3", "PK-1.13Y(b)3", "T5-2.B(4).1", "UTH-1(trips).3", "UTH-R70")
@pytest.mark.parametrize(("game", "wager", "option", "table"), pay_table_choices())
def test_the_odds_inscribed_are_those_of_the_pay_table_in_force(
    game: str, wager: str, option: str, table: str | int
) -> None:
    drawn = layout(game, **{option: table})
    printed = {panel.name: panel.rows for panel in drawn.panels}
    tables = drawn.terms.pay_tables
    assert drawn.terms.game.payouts[wager].tables[table] == tables[wager]
    for name, rows in printed.items():
        odds = [(row.label, str(row.odds)) for row in tables[name].rows]
        assert [(hand.lower(), pays) for hand, pays in rows if pays != "push"] == odds


@pytest.mark.clause("HL-1.13Z(b)3")
def test_hi_lo_shows_its_three_sets_of_odds_with_raised_rows() -> None:
    drawn = layout("hi-lo", poker_bonus_pay_table=2, ante_bonus_odds={"three_aces": "7 to 1"})
    rows = {panel.name: panel.rows for panel in drawn.panels}
    assert {name: len(table) for name, table in rows.items()} == {"tie": 3, "poker_bonus": 9, "ante_bonus": 3}
    assert rows["ante_bonus"][-1] == ("Three aces", "7 to 1")


@pytest.mark.clause("UTH-1(trips).3", "UTH-R11", "UTH-R70", "UTH-13(k)[7]")
def test_hold_em_prints_blind_trips_cover_all_for_each_number_of_hands_and_the_progressive_awards() -> None:
    drawn = layout("uth", progressive=PROGRESSIVE, **COVER_ALL)
    panels = {panel.name: panel for panel in drawn.panels}
    assert ("Any lower hand", "push") in panels["blind"].rows
    assert len(panels["trips"].rows) == 7
    assert panels["cover_all"].heads == ("Royal flush", "Straight flush", "Four of a kind", "Full house")
    assert ("5 hands", "100 to 1", "40 to 1", "35 to 1", "5 to 1") in panels["cover_all"].rows
    assert ("Royal flush", "100% of the meter") in panels["progressive"].rows


@pytest.mark.clause("PK-R56", "HL-R39", "T5-R47")
@pytest.mark.parametrize("game", ["hi-lo", "top-five", "pik-it"])
def test_odds_that_stand_on_a_sign_only_are_left_off_the_layout(game: str) -> None:
    assert not layout(game, odds_display="sign").panels
    assert layout(game, odds_display="both").panels


@pytest.mark.parametrize(
    ("game", "choices", "words"),
    [
        case("T5-2.B(4).1", "top-five", {}, ["ANTE AND PLAY PAY 1 TO 1", "DEALER BELOW QUEEN-JACK"]),
        case("PK-1.13Y(b)3", "pik-it", {}, ["ANTE, PLAY 3 AND PLAY 5 PAY 1 TO 1"]),
        case("HL-1.13Z(b)", "hi-lo", {}, ["ANTE AND PLAY PAY 1 TO 1", "HIGH ABOVE AND LOW BELOW"]),
        case(
            "UTH-R11",
            "uth",
            {},
            ["THE DEALER NEEDS A PAIR FOR THE ANTE TO PLAY", "ANTE $10 TO $500 · TRIPS $5 TO $100"],
        ),
        case(
            "PK-1.13Y(d)1",
            "pik-it",
            {"notices_display": "layout", "play_3_multiple": 2},
            ["PLAY 3 IS 2 TIMES THE ANTE AND PLAY 5 IS EQUAL TO THE ANTE"],
        ),
        case(
            "PK-1.13Y(d)2.i PK-1.13Y(d)2.ii",
            "pik-it",
            {"notices_display": "both", "dealer_must_qualify": True},
            ["THE DEALER QUALIFIES WITH A-K-4-3-2 OR BETTER", "QUALIFYING DOES NOT AFFECT PLAY 3"],
        ),
    ],
)
def test_notices_and_limits_are_printed_before_the_players(
    game: str, choices: dict[str, Any], words: list[str]
) -> None:
    said = " / ".join(line.text.upper() for line in layout(game, **choices).inscriptions)
    assert all(one in said for one in words), said


@pytest.mark.clause("PK-1.13Y(d)2.i", "PK-1.13Y(d)2.ii")
@pytest.mark.parametrize("choices", [{"notices_display": "layout"}, {"dealer_must_qualify": True}])
def test_the_qualifier_is_not_mentioned_without_need(choices: dict[str, Any]) -> None:
    assert "QUALIF" not in " ".join(line.text for line in layout("pik-it", **choices).inscriptions)


@pytest.mark.clause("HL-40.11(a)-1", "HL-40.11(a)-2", "UTH-11(a).1", "UTH-11(a).2", "UTH-R46", "HL-R49")
@pytest.mark.parametrize(("game", "choices"), TABLES)
def test_odds_are_always_worded_with_to(game: str, choices: dict[str, Any]) -> None:
    drawn = layout(game, **choices)
    for panel in drawn.panels:
        for row in panel.rows:
            assert all(re.fullmatch(r"\d+ to \d+|push|\$[\d,.]+|[\d.]+% of the meter", cell) for cell in row[1:])
    assert not re.search(r"\d for \d", " ".join(line.text.lower() for line in drawn.inscriptions))


# --- a layout that lacks something is refused ------------------------------------------------------------------------


@pytest.mark.clause("HL-1.13Z(b)", "PK-1.13Y(b)")
@pytest.mark.parametrize(("game", "choices"), TABLES)
def test_our_layouts_lack_nothing(game: str, choices: dict[str, Any]) -> None:
    assert not lacking(layout(game, **choices))


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("HL-1.13Z(b)", "hi-lo", "HL-1.13Z(b)2.i"),
        case("PK-1.13Y(b)", "pik-it", "PK-1.13Y(b)1.iii"),
        case("T5-2.B(3)(a)", "top-five", "T5-2.B(3)(a)"),
        case("UTH-6(c).2", "uth", "UTH-6(c).2"),
    ],
)
def test_a_position_without_an_area_is_named_with_the_clause(game: str, clause: str) -> None:
    drawn = layout(game)
    first, *others = drawn.positions
    poorer = replace(first, rings=tuple(ring for ring in first.rings if ring.clause != clause))
    (lack,) = lacking(replace(drawn, positions=(poorer, *others)))
    assert (lack.clause, lack.what.endswith("at position 1")) == (clause, True)


@pytest.mark.clause("HL-1.13Z(b)", "PK-1.13Y(b)")
@pytest.mark.parametrize("game", GAMES)
def test_missing_cards_odds_name_and_notices_are_named(game: str) -> None:
    drawn = layout(game)
    assert lacking(replace(drawn, dealer=()))
    assert lacking(replace(drawn, panels=drawn.panels[1:]))
    assert lacking(replace(drawn, inscriptions=drawn.inscriptions[:-1]))
    assert lacking(replace(drawn, positions=drawn.positions[1:]))
    assert not lacking(replace(drawn, panels=(*drawn.panels, drawn.panels[0]))), "more is allowed"


# --- nothing lies over anything else ---------------------------------------------------------------------------------


def corners(box: Box) -> list[Point]:
    return [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]


def apart(one: list[Point], other: list[Point]) -> bool:
    """Whether a line separates two convex shapes."""
    for shape in (one, other):
        for (x, y), (next_x, next_y) in zip(shape, shape[1:] + shape[:1], strict=True):
            across, down = next_y - y, x - next_x
            if not (across or down):
                continue
            a = [across * px + down * py for px, py in one]
            b = [across * px + down * py for px, py in other]
            if max(a) <= min(b) or max(b) <= min(a):
                return True
    return False


def around(ring: Ring) -> list[Point]:
    """A square about a ring, turned as it is."""
    side = 2 * ring.radius
    return list(Slot(name="", count=0, x=ring.x, y=ring.y, turn=ring.turn, width=side, height=side, card=0).corners)


def of_the_table(drawn: Felt) -> list[list[Point]]:
    return [
        *(list(slot.corners) for slot in drawn.dealer),
        *(corners(panel.box) for panel in drawn.panels),
        *(corners(fixture.box) for fixture in drawn.fixtures),
    ]


@pytest.mark.parametrize(("game", "choices"), TABLES)
def test_rings_keep_apart(game: str, choices: dict[str, Any]) -> None:
    rings = [ring for position in layout(game, **choices).positions for ring in position.rings]
    for one, other in combinations(rings, 2):
        assert hypot(one.x - other.x, one.y - other.y) >= one.radius + other.radius + 4


@pytest.mark.parametrize(("game", "choices"), TABLES)
def test_cards_plates_and_print_keep_apart(game: str, choices: dict[str, Any]) -> None:
    drawn = layout(game, **choices)
    slots = [list(slot.corners) for position in drawn.positions for slot in position.slots]
    plates = [corners(position.plate) for position in drawn.positions]
    for one, other in combinations([*of_the_table(drawn), *slots, *plates], 2):
        assert apart(one, other)
    rings = [around(ring) for position in drawn.positions for ring in position.rings]
    for ring in rings:
        assert all(apart(ring, thing) for thing in [*of_the_table(drawn), *plates])


@pytest.mark.parametrize(("game", "choices"), TABLES)
def test_cards_and_rings_of_different_positions_keep_apart(game: str, choices: dict[str, Any]) -> None:
    for one, other in combinations(layout(game, **choices).positions, 2):
        for first, second in ((one, other), (other, one)):
            assert all(apart(around(ring), list(slot.corners)) for ring in first.rings for slot in second.slots)


@pytest.mark.parametrize(("game", "choices"), TABLES)
def test_lines_on_arcs_run_between_the_dealers_things_and_the_players(game: str, choices: dict[str, Any]) -> None:
    drawn = layout(game, **choices)
    middle = (drawn.outline.x, drawn.outline.y)
    for line in drawn.inscriptions:
        half = line.length / 2 / line.radius
        points = [
            (middle[0] + distance * x, middle[1] + distance * y)
            for distance in (line.radius, line.radius - line.size * 0.75)
            for x, y in (_direction(half * step / 20) for step in range(-20, 21))
        ]
        for thing in of_the_table(drawn):
            assert all(apart(thing, [point, point]) for point in points), line.text
        for position in drawn.positions:
            for ring in position.rings:
                assert all(hypot(x - ring.x, y - ring.y) > ring.radius + 4 for x, y in points), line.text


def _direction(angle: float) -> Point:
    return sin(angle), cos(angle)


@pytest.mark.parametrize(("game", "choices"), TABLES)
def test_everything_printed_is_on_the_felt_and_everything_in_the_picture(game: str, choices: dict[str, Any]) -> None:
    drawn = layout(game, **choices)
    for position in drawn.positions:
        assert all(drawn.outline.holds(ring.x, ring.y, ring.radius) for ring in position.rings)
        assert all(drawn.outline.holds(x, y, 0) for slot in position.slots for x, y in slot.corners)
        plate = position.plate
        assert plate.x >= 0
        assert plate.right <= drawn.width
        assert plate.bottom <= drawn.height
    for x, y in (point for thing in of_the_table(drawn) for point in thing):
        assert drawn.outline.holds(x, y, 0)
        assert y >= drawn.outline.top


@pytest.mark.parametrize("name", ["M", "The Grand Peninsula Hotel, Casino & Racecourse of Upper Marlborough"])
def test_a_short_and_a_long_name_both_fit(name: str) -> None:
    drawn = felt(terms("uth"), name)
    (house,) = [line for line in drawn.inscriptions if line.kind == "house"]
    assert house.length <= 520.1
    assert house.size > 8
    assert HOUSE not in house.text
