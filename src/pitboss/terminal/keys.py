"""One key for each choice of the moment.

>>> keys_for(["Check", "Play 3×", "Play 4×"])
('c', '3', '4')
>>> keys_for(["Play", "Fold"]), keys_for(["Play 3", "Play 5", "Fold"])
(('p', 'f'), ('3', '5', 'f'))
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

RESERVED = frozenset("?qkgsvb")
"""What means the same at any time: help, leave, coach, drill, statistics, colours, buying chips."""


def keys_for(names: Sequence[str], reserved: Collection[str] = RESERVED) -> tuple[str, ...]:
    """An initial where it is the only one, else a digit of the name, else any letter of it, else a number."""
    initials = [name[0].lower() for name in names]
    taken: list[str] = []
    for number, name in enumerate(names, 1):
        own = name[0].lower()
        letters = [one.lower() for one in name if one.isascii() and one.isalnum()]
        digits = [one for one in letters if one.isdigit()]
        wanted = ([own] if initials.count(own) == 1 else []) + digits + letters + [str(number)]
        taken.append(_first(wanted, {*reserved, *taken}))
    return tuple(taken)


def _first(wanted: Iterable[str], taken: Collection[str]) -> str:
    free: list[str] = [*wanted, *"123456789", *"abcdefghijklmnopqrstuvwxyz"]
    return next(key for key in free if key not in taken)
