"""Wagers outside the limits that a table posts are not settled."""

from __future__ import annotations

from typing import Any

import pytest

import pitboss
from pitboss.errors import WagerError
from pitboss.games import find
from pitboss.games.settlement import settle
from pitboss.table.table import practice_submission
from support import case

HANDS: dict[str, dict[str, Any]] = {
    "uth": {"player": "Ah Kd", "dealer": "Qs Qd", "community": "7h 8h 9c Td 2c"},
    "hi-lo": {"player": "As Ks 9d 5c 2h", "dealer": "3c 4d 6h 8s Jc"},
    "top-five": {"player": "As Kd Qc 9h 8c 3d 2s", "dealer": "Ac Kc 4h 5h 6h 7h 8h"},
    "pik-it": {"player": "As Ks Qs Js 9d", "dealer": "2c 3d 4h 5s 7c"},
}
SIDE = {"uth": "trips", "hi-lo": "tie", "top-five": "top_five_bonus", "pik-it": "three_card_bonus"}
GAMES = [
    case("UTH-R9", "uth", "UTH-R9", "UTH-R9"),
    case("HL-R41", "hi-lo", "HL-R41", "HL-R41"),
    case("T5-R31", "top-five", "T5-R31", "T5-R31"),
    case("PK-39.3(a)/2 PK-39.3(a)/3", "pik-it", "PK-39.3(a)/2", "PK-39.3(a)/3"),
]


def folded(game: str, ante: int, side: int = 0) -> dict[str, Any]:
    """A folded hand with an ante and, if any, a side bet."""
    equal = {"uth": "blind", "pik-it": "five_card_bonus"}.get(game)
    wagers = {"ante": ante, **({equal: ante} if equal else {}), **({SIDE[game]: side} if side else {})}
    picked = {"picked": "As Ks Qs"} if side and game == "pik-it" else {}
    return {**HANDS[game], **picked, "wagers": wagers, "folded": True}


@pytest.mark.parametrize(("game", "ante_by", "side_by"), GAMES)
def test_a_table_settles_no_wager_outside_its_posted_limits(game: str, ante_by: str, side_by: str) -> None:
    terms = practice_submission(game).terms
    limits = {name: pair for name, pair in terms.posted.items() if pair}
    (least, most), (side_least, side_most) = limits["ante"], limits[SIDE[game]]
    assert settle(find(game), folded(game, least), terms)["ante"].stake == least
    for ante in (least - 100, most + 100):
        with pytest.raises(WagerError, match="at this table, not") as refused:
            settle(find(game), folded(game, ante), terms)
        assert (refused.value.code, refused.value.clause) == ("limits", ante_by)
    for side in (side_least - 1, side_most + 100):
        with pytest.raises(WagerError) as refused:
            settle(find(game), folded(game, least, side), terms)
        assert (refused.value.code, refused.value.clause) == ("limits", side_by)


@pytest.mark.parametrize(("game", "ante_by", "side_by"), GAMES)
def test_a_bare_hand_is_held_to_the_limits_that_it_states_and_to_no_others(
    game: str, ante_by: str, side_by: str
) -> None:
    settled = pitboss.settle(game, **folded(game, 30_000_00))
    assert settled["ante"].stake == 30_000_00
    for option, ante in (("table_minimum", 900), ("table_maximum", 1100)):
        given = folded(game, ante)
        with pytest.raises(WagerError) as refused:
            pitboss.settle(game, options={option: 1000}, **given)
        assert refused.value.clause == ante_by
