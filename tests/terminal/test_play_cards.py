"""Card faces read as cards with and without colour."""

from __future__ import annotations

import pytest

from pitboss.cards import DECK, UNKNOWN, parse
from pitboss.terminal.card_art import HUGE, LARGE, LINE, SMALL, CardSize, faces, in_words, size_for
from pitboss.terminal.keys import RESERVED, keys_for

SIZES = (LINE, SMALL, LARGE, HUGE)


@pytest.mark.parametrize("size", SIZES)
def test_every_card_differs_from_every_other_without_colour(size: CardSize) -> None:
    drawn = {str(faces([card], size)) for card in (*DECK, UNKNOWN, None)}
    assert len(drawn) == len(DECK) + 2


@pytest.mark.parametrize("size", SIZES)
def test_a_row_is_as_wide_and_high_as_it_says(size: CardSize) -> None:
    rows = str(faces((*parse("As Td ??"), None), size)).split("\n")
    assert len(rows) == size.height
    assert {len(row) for row in rows} == {4 * size.width + 3 * size.gap}


def test_four_colours_tell_all_suits_apart_and_two_only_red_from_black() -> None:
    def inks(four: bool) -> set[str]:
        cards = (faces(parse(f"K{suit}"), LINE, four_colours=four) for suit in "cdhs")
        return {str(style.color) for text in cards for style in (span.style for span in text.spans)}  # type: ignore[union-attr]

    assert len(inks(four=True)) == 4
    assert len(inks(four=False)) == 2


def test_cards_grow_with_the_screen() -> None:
    assert [size_for(*screen) for screen in ((80, 24), (120, 36), (200, 50))] == [SMALL, LARGE, HUGE]


def test_cards_are_read_aloud_in_words() -> None:
    assert in_words(parse("2c Td ??")) == "two of clubs, ten of diamonds, a card face down"


@pytest.mark.parametrize(
    "names", [["Check", "Play 3×", "Play 4×"], ["Quit", "Kick", "Fold"], ["Play"] * 9, ["Raise", "Raise"]]
)
def test_each_choice_has_a_key_of_its_own_that_means_nothing_else(names: list[str]) -> None:
    keys = keys_for(names)
    assert len(set(keys)) == len(names)
    assert not RESERVED & set(keys)
