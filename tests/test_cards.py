from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, UNKNOWN, notation, parse, rank, refuse_shared, suit, symbols
from pitboss.errors import CardError


@pytest.mark.clause("UTH-1(suit).1", "T5-1.B(7)", "PK-39.1/suit", "HL-40.1-suit", "UTH-2(a).2", "HL-40.2(a)-s3")
def test_a_deck_is_four_suits_of_thirteen_ranks() -> None:
    assert len({(rank(card), suit(card)) for card in DECK}) == 52
    assert [notation([card]) for card in DECK[:5]] == ["2c", "2d", "2h", "2s", "3c"]
    with pytest.raises(CardError, match="'Kx' at position 4"):
        parse("As Kx")


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("As Kd", "As Kd"),
        ("AsKd", "As Kd"),
        ("10h", "Th"),
        ("10hAs", "Th As"),
        ("as, kD,\t10C", "As Kd Tc"),
        ("A♠ 10♥", "As Th"),
        ("?? As ??", "?? As ??"),
        ("", ""),
        ("  2c  ", "2c"),
    ],
)
def test_notation_is_read_in_every_usual_form(text: str, cards: str) -> None:
    assert notation(parse(text)) == cards


@pytest.mark.parametrize(
    ("text", "token", "position"),
    [("As Kd Xz", "'Xz'", 7), ("AsKdXz", "'Xz'", 5), ("1h", "'1h'", 1), ("As K", "'K'", 4), ("As10", "'10'", 3)],
)
def test_a_bad_token_is_named_with_its_position(text: str, token: str, position: int) -> None:
    with pytest.raises(CardError, match=rf"{token} at position {position} is not a card") as caught:
        parse(text)
    assert caught.value.code == "card-notation"


@pytest.mark.parametrize(("text", "position"), [("As Kd As", 7), ("10h Th", 5), ("AsAs", 3)])
def test_a_card_is_not_there_twice(text: str, position: int) -> None:
    with pytest.raises(CardError, match=f"at position {position} is there twice") as caught:
        parse(text)
    assert caught.value.code == "duplicate-card"


def test_a_card_is_not_in_two_hands() -> None:
    refuse_shared([parse("As Kd"), parse("?? Qd"), parse("?? ??")])
    with pytest.raises(CardError, match="Kd is dealt twice"):
        refuse_shared([parse("As Kd"), parse("Kd Qd")])


@pytest.mark.parametrize("value", [5, None, ["As"], b"As"])
def test_only_text_is_read_as_cards(value: object) -> None:
    with pytest.raises(CardError):
        parse(value)  # type: ignore[arg-type]


@given(st.lists(st.sampled_from(DECK), unique=True, max_size=52))
def test_what_is_written_is_read_back(cards: list[int]) -> None:
    assert list(parse(notation(cards))) == cards
    assert list(parse(symbols(cards))) == cards
    assert list(parse(notation(cards).replace(" ", ""))) == cards


@given(st.text(max_size=12))
def test_any_text_is_cards_or_a_typed_error(text: str) -> None:
    try:
        cards = parse(text)
    except CardError as error:
        assert error.code in ("card-notation", "duplicate-card")
    else:
        assert all(card in DECK or card == UNKNOWN for card in cards)
