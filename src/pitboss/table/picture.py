"""The position of a table as lines of text, as one person may see it: what `print(table)` shows."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import parse, symbols
from pitboss.money import short_dollars as money
from pitboss.table.rules import Rules
from pitboss.table.state import DEALER
from pitboss.table.views import View


def picture(rules: Rules, seen: View) -> str:
    """A view as text: the cards of the table, and each seat with its cards, chips and wagers."""
    rows = [("", _heading(rules, seen)), *_round(seen), *_seats(seen)]
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:{width}}  {text}".rstrip() if name else text for name, text in rows)


def _heading(rules: Rules, seen: View) -> str:
    round_ = seen["round"]
    if not seen["open"]:
        stands = "closed"
    elif round_ is None or round_["over"]:
        stands = f"{seen['rounds']} round{'s' * (seen['rounds'] != 1)} played"
    else:
        stands = f"round {round_['number']}" + (", void" if round_["void"] else "")
    return " · ".join(part for part in (rules.game.title, stands, seen["due"] or "") if part)


def _round(seen: View) -> Iterator[tuple[str, str]]:
    if seen["round"] is None:
        return
    yield "dealer", symbols(parse(seen["round"]["hands"][DEALER]["cards"]))
    if seen["round"]["board"]:
        yield "community", symbols(parse(seen["round"]["board"]))


def _seats(seen: View) -> Iterator[tuple[str, str]]:
    round_ = seen["round"]
    hands = round_["hands"] if round_ else {}
    for position in sorted({*seen["seats"], *seen["bets"], *hands} - {DEALER}):
        here, bets = hands.get(position), seen["bets"].get(position)
        player = here["player"] if here else seen["seats"].get(position) or (bets["player"] if bets else "")
        has = f" {money(seen['chips'][player])}" if player in seen["chips"] else ""
        yield f"seat {position}", "  ".join(part for part in (f"{player}{has}", *_hand(here), *_bets(bets)) if part)


def _hand(here: View | None) -> Iterator[str]:
    if here is None:
        return
    yield symbols(parse(here["cards"]))
    if here["folded"] or here["void"]:
        yield "void" if here["void"] else "folded"
    results = {line["wager"]: line for line in here["results"]}
    wagers = [_wager(name, amount) for name, amount in here["wagers"].items() if name not in results]
    yield ", ".join([*wagers, *(f"{_label(name)} {line['outcome']}" for name, line in results.items())])


def _bets(bets: View | None) -> Iterator[str]:
    if bets:
        yield ", ".join(_wager(name, amount) for name, amount in bets["wagers"].items())


def _wager(name: str, amount: int | None) -> str:
    return f"{_label(name)} {money(amount)}" if amount is not None else _label(name)


def _label(wager: str) -> str:
    return wager.replace("_", " ")
