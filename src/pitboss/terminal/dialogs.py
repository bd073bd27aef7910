"""What lies over the table for a moment: help, statistics, and the question whether to leave."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from pitboss.games.rule_card import rule_card
from pitboss.money import short_dollars as money
from pitboss.terminal.colours import BRASS, FAINT, QUIET
from pitboss.terminal.panels import keyed, lines
from pitboss.terminal.seat import Seat
from pitboss.terminal.sentences import label
from pitboss.terminal.stats import lines_of, worst
from pitboss.terminal.visit import Visit

_KEYS = (
    ("1 … 6", "a chip on the marked area; in a choice, pick or setting the number shown"),
    ("← → ↑ ↓", "mark another area"),
    ("−  ⌫", "a small chip back; clear the marked area"),
    ("m  r  x", "the least wagers; your last ones again; clear everything"),
    ("Enter", "deal; confirm a pick or a setting"),
    ("h", "set the hand the house way"),
    ("k", "the coach: off, before a decision, after it"),
    ("g", "drill: hands you missed, and close calls"),
    ("s  v  b", "statistics; two or four colours; buy chips"),
    ("PgUp PgDn", "read on at the side"),
    ("q", "leave"),
)


class Dialog(ModalScreen[bool]):
    """Some text over the table; any key but those that scroll puts it away."""

    def __init__(self, text: Text, answers: Callable[[str], bool] = lambda key: False) -> None:
        super().__init__()
        self._text, self._answers = text, answers

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self._text)

    def on_key(self, event: Key) -> None:
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end", "tab", "shift+tab"):
            event.stop()
            self.answer(event.key)

    def answer(self, key: str) -> None:
        """Put the text away, and say what the key meant."""
        self.dismiss(self._answers(key))


def help_dialog(seat: Seat) -> Dialog:
    """The keys, the round, and what is paid."""
    card = rule_card(seat.game, seat.rules.terms)
    text = lines(
        _title(seat.game.title),
        card["summary"],
        "",
        *(Text.assemble((keys.ljust(11), BRASS), words) for keys, words in _KEYS),
        "",
        _title("The round"),
        *(Text(f"{number}. {step['words']}", QUIET) for number, step in enumerate(card["round"], 1)),
        "",
        *(part for name, tables in card["pay_tables"].items() for part in _pays(seat, name, tables)),
    )
    return Dialog(text)


def _pays(seat: Seat, name: str, tables: list[dict[str, object]]) -> list[Text | str]:
    out: list[Text | str] = []
    for table in tables:
        rows = table["rows"]
        assert isinstance(rows, list)
        out.append(_title(f"{label(seat.game, name)} pays ({table['name']})"))
        out += [Text(f"{row['hand']:<34}{row['odds']:>10}  {row['clause']}", QUIET) for row in rows]
        out.append("")
    return out


def stats_dialog(visit: Visit) -> Dialog:
    """What is kept of this game, and the worst hands."""
    played = visit.kept
    where = visit.record.file or "nowhere: it is forgotten at the end"
    text = lines(
        _title(f"{visit.seat.game.title}: your play so far"),
        *(Text.assemble((name.ljust(20), QUIET), figure) for name, figure in lines_of(played)),
        "",
        _title("Worst hands"),
        *([Text(worst(one), QUIET) for one in played.log.worst] or [Text("None yet.", FAINT)]),
        "",
        Text(f"Kept in {where}. `pitboss play --forget` forgets it.", FAINT),
    )
    return Dialog(text)


def leave_dialog(seat: Seat) -> Dialog:
    """What becomes of the wagers, and whether to leave."""
    text = lines(
        _title("Leave the table?"),
        seat.parting,
        f"You have {money(seat.chips)}.",
        "",
        keyed([("y", "leave"), ("any other", "stay")]),
    )
    return Dialog(text, lambda key: key in ("y", "q", "ctrl+c"))


def _title(words: str) -> Text:
    return Text(words, "bold")
