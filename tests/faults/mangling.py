"""Documents that are almost right: sound ones, changed in a few places by chance, or by somebody who knows the form."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.sampled_from([0, 1, -1, 2**31, 2**63, 2**64, 253_402_300_800_000]),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(["", " ", "As", "??", "As As", "red", "player:P1", "rack", "void", "\u0000", "\ud800", "9" * 50]),
    st.lists(st.integers(-5, 60), max_size=4),
    st.just([]),
    st.just({}),
    st.just([[[]]]),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
"""What has no business to be there."""


@st.composite
def mangled(draw: st.DrawFn, value: Any) -> Any:
    """A JSON value in which one thing, however deep, is another, is gone, or is there twice."""
    if isinstance(value, Mapping) and value and draw(st.integers(0, 4)):
        key = draw(st.sampled_from(sorted(value)))
        match draw(st.integers(0, 9)):
            case 0:
                return {name: one for name, one in value.items() if name != key}
            case 1:
                return {**value, draw(st.text(max_size=6)): value[key]}
            case _:
                return {**value, key: draw(mangled(value[key]))}
    if isinstance(value, list) and value and draw(st.integers(0, 4)):
        place = draw(st.integers(0, len(value) - 1))
        match draw(st.integers(0, 9)):
            case 0:
                return value[:place] + value[place + 1 :]
            case 1:
                return [*value[: place + 1], *value[place:]]
            case _:
                return [*value[:place], draw(mangled(value[place])), *value[place + 1 :]]
    if type(value) is int and draw(st.booleans()):
        return value + draw(st.integers(-2, 2))
    return draw(JUNK)


@st.composite
def mangled_lines(draw: st.DrawFn, lines: list[str], again: Callable[[list[str]], list[str]]) -> list[str]:
    """A journal with a few records changed, dropped, doubled or moved; sometimes chained anew, as a forger would."""
    found = list(lines)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(found) - 1))
        match draw(st.integers(0, 6)):
            case 0:
                del found[place]
            case 1:
                found.insert(place, draw(st.sampled_from(lines)))
            case 2:
                found[place] = draw(st.text(max_size=30))
            case _:
                raw = draw(mangled(_parsed(found[place])))
                found[place] = json.dumps(raw, separators=(",", ":"))
        if not found:
            break
    if draw(st.integers(0, 3)):
        try:
            return again(found)
        except (TypeError, ValueError, AttributeError):
            return found
    return found


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return {}


@st.composite
def mangled_text(draw: st.DrawFn, text: str) -> str:
    """A text with a few of its lines dropped, doubled or changed, or with something else in one place."""
    lines = text.splitlines()
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        name, _, value = lines[place].partition("=")
        match draw(st.integers(0, 6)):
            case 0:
                lines[place] = ""
            case 1:
                lines.insert(place, lines[place])
            case 2:
                spot = draw(st.integers(0, len(lines[place])))
                lines[place] = lines[place][:spot] + draw(st.text(max_size=4)) + lines[place][spot:]
            case 3:
                lines[place] = f"{name}= {draw(st.sampled_from(sorted(set(lines)))).partition('=')[2] or value}"
            case _:
                lines[place] = f"{name}= {draw(TOML)}"
    return "\n".join(lines)


TOML = st.one_of(
    st.integers(-(10**25), 10**25).map(str),
    st.sampled_from(['""', '"$5"', '"$0.001"', '"-$5"', '"$1e9"', '"red"', '"' + "9" * 5000 + '"', '["red", "red"]']),
    st.sampled_from(["1.5", "inf", "nan", "true", "[]", "{}", "[[]]", "{ a = 1 }", "0x10", "9" * 5000]),
    st.sampled_from(["2026-01-01", "1979-05-27", "2026-01-01T00:00:00Z"]),
    st.text(max_size=8).map(json.dumps),
)
"""Values in TOML, most of them wrong wherever they stand."""
