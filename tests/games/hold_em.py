"""Hands of Ultimate Texas Hold 'Em for the tests, and a short way to settle them."""

from __future__ import annotations

from typing import Any

from pitboss.games import find
from support import play

UTH = find("uth")
WIN, LOSE, PUSH, FORFEIT, VOID = "win", "lose", "push", "forfeit", "void"

HANDS = {
    "royal_flush": ("Ah Kh", "Qh Jh Th 2c 2d", "3c 4d"),
    "straight_flush": ("Kh 9h", "Qh Jh Th 2c 2d", "3c 4d"),
    "four_of_a_kind": ("6c 6d", "6h 6s Qd 2c 3d", "Qc 4d"),
    "full_house": ("9h 9c", "9s 4d 4c Kh 2s", "Kd 3c"),
    "flush": ("Ah Kh", "Qh 9h 2h 3c 3d", "4c 5d"),
    "straight": ("8c 7d", "6h 5s 4c Kd 2h", "Kc 9d"),
    "three_of_a_kind": ("Kc Kd", "Ks 7h 2d 9c 4s", "7c 3d"),
    "two_pair": ("Kc 9d", "Ks 7h 2d 9c 4s", "7c 3d"),
    "one_pair": ("Kc 8d", "Ks 7h 2d 9c 4s", "7c 3d"),
}
"""For each kind of hand a player who wins with it against a dealer with a pair or better: player, board, dealer."""


def uth(player: str, community: str, dealer: str, *, options: dict[str, Any] | None = None, **kw: Any) -> Any:
    wagers = {"ante": 10, "blind": 10, **kw.pop("wagers", {})}
    if not kw.get("folded") and "irregularity" not in kw:
        wagers.setdefault("play", 40)
    return play("uth", options, player=player, community=community, dealer=dealer, wagers=wagers, **kw)


ROYAL = HANDS["royal_flush"]
