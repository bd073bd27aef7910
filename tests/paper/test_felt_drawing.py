"""The drawing: well-formed, all of the layout in it for scripts to find, its own colours where it stands alone."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from layouts import COVER_ALL, HOUSE, every_table, layout

from pitboss.games import games
from pitboss.paper.card_faces import CHIPS, sprite
from pitboss.paper.felt_drawing import Look, draw, num
from pitboss.paper.felt_miniature import miniature

GAMES = [game.short for game in games().values()]
TABLES = [pytest.param(game, choices, id=f"{game}-{number}") for number, (game, choices) in enumerate(every_table())]
SVG = "{http://www.w3.org/2000/svg}"


def groups(drawing: str, kind: str) -> list[ElementTree.Element]:
    return [one for one in ElementTree.fromstring(drawing).iter(f"{SVG}g") if one.get("class") == kind]


def words(drawing: str) -> list[str]:
    return ["".join(one.itertext()) for one in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


@pytest.mark.parametrize(("game", "choices"), TABLES)
def test_each_area_is_there_with_its_wager_position_and_place(game: str, choices: dict[str, Any]) -> None:
    laid_out = layout(game, **choices)
    drawn = {
        (one.get("data-wager"), one.get("data-position"), one.get("data-x"), one.get("data-y"))
        for one in groups(draw(laid_out), "area")
    }
    assert drawn == {
        (ring.wager, str(position.number), num(ring.x), num(ring.y))
        for position in laid_out.positions
        for ring in position.rings
    }


@pytest.mark.parametrize("game", GAMES)
def test_each_place_of_cards_and_each_name_plate_is_there(game: str) -> None:
    laid_out = layout(game)
    drawing = draw(laid_out)
    slots = [(one.get("data-slot"), one.get("data-position")) for one in groups(drawing, "slot")]
    assert slots == [(slot.name, None) for slot in laid_out.dealer] + [
        (slot.name, str(position.number)) for position in laid_out.positions for slot in position.slots
    ]
    plates = [one.get("data-position") for one in groups(drawing, "plate")]
    assert plates == [str(position.number) for position in laid_out.positions]


@pytest.mark.clause("UTH-13(k)")
@pytest.mark.parametrize("look", Look)
def test_the_heads_of_cover_all_are_printed_in_full(look: Look) -> None:
    (panel,) = [
        one
        for one in groups(draw(layout("uth", **COVER_ALL), look), "pay-table")
        if one.get("data-wager") == "cover_all"
    ]
    lines = ["".join(one.itertext()) for one in panel.iter(f"{SVG}text") if one.get("class") == "head"]
    assert lines == ["Royal", "flush", "Straight", "flush", "Four of", "a kind", "Full", "house"]


@pytest.mark.clause("HL-1.13Z(b)3", "PK-1.13Y(b)3", "T5-2.B(4).1", "UTH-1(trips).3")
@pytest.mark.clause("HL-40.11(a)-2", "UTH-11(a).2")
@pytest.mark.parametrize("look", Look)
@pytest.mark.parametrize(("game", "choices"), TABLES)
def test_every_name_and_all_odds_are_drawn_in_every_look(game: str, choices: dict[str, Any], look: Look) -> None:
    laid_out = layout(game, **choices)
    said = words(draw(laid_out, look))
    for panel in laid_out.panels:
        assert panel.title.upper() in said
        for row in panel.rows:
            assert set(row) <= set(said)
    for line in laid_out.inscriptions:
        assert line.text in said
    for ring in laid_out.positions[0].rings:
        assert said.count(ring.label.upper()) >= len(laid_out.positions)
    assert not any(re.search(r"\d for \d", one.lower()) for one in said)


@pytest.mark.parametrize("game", GAMES)
def test_a_drawing_that_stands_alone_needs_no_page(game: str) -> None:
    laid_out = layout(game)
    felt_colour = laid_out.terms.game.layout.cloth[0]
    assert "var(" in draw(laid_out)
    for look in (Look.CLOTH, Look.PAPER):
        drawing = draw(laid_out, look)
        assert "var(" not in drawing
        assert (felt_colour in drawing) == (look is Look.CLOTH)
    assert "Gradient" not in draw(laid_out, Look.PAPER)


@pytest.mark.parametrize("game", GAMES)
def test_a_drawing_has_neither_script_nor_inline_style(game: str) -> None:
    for drawing in (draw(layout(game)), miniature(layout(game)), sprite()):
        assert " style=" not in drawing
        assert "<script" not in drawing
        assert "http" not in drawing.replace("http://www.w3.org/2000/svg", "")


def test_a_houses_name_is_text_whatever_it_contains() -> None:
    assert "MARLOWE’S & SONS" in words(draw(layout("uth")))
    assert HOUSE not in draw(layout("uth")).replace("&amp;", "")


@pytest.mark.parametrize("game", GAMES)
def test_a_miniature_numbers_the_positions_and_tells_how_many_are_taken(game: str) -> None:
    laid_out = layout(game)
    drawing = miniature(laid_out, frozenset({1, 3}), Look.CLOTH)
    number = len(laid_out.positions)
    assert ElementTree.fromstring(drawing).get("aria-label") == f"2 of {number} seats taken"
    assert [one.get("data-position") for one in groups(drawing, "spot")] == [str(n + 1) for n in range(number)]


def test_the_sprite_has_every_card_the_back_the_cover_each_chip_and_the_mark() -> None:
    names = [one.get("id") for one in ElementTree.fromstring(sprite()).iter("symbol")]
    assert len(names) == len(set(names))
    faces = {name for name in names if name and name.startswith("c-")}
    assert len(faces) == 52
    assert {"c-As", "c-Td", "back", "cover", "mark", "suit-h"} <= set(names)
    assert {f"chip-{chip.value}" for chip in CHIPS} <= set(names)
