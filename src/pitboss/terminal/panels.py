"""The felt and the dock as text: cards, wagers, what may be done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from pitboss.cards import UNKNOWN, parse
from pitboss.money import short_dollars as money
from pitboss.table.state import DEALER
from pitboss.table.views import View
from pitboss.terminal.card_art import LINE, CardSize, faces
from pitboss.terminal.colours import BAD, BRASS, FAINT, GOOD, QUIET, SIGNS, TONES
from pitboss.terminal.keys import keys_for
from pitboss.terminal.seat import Seat
from pitboss.terminal.sentences import label, signed

INDENT = 7
"""The column in which it is said whose cards these are."""
CAPS = Style(color=FAINT, bold=True)
_KEY = Style(color="#1b1409", bgcolor=BRASS, bold=True)
_DUE = Style(color=BRASS, bold=True)


class Looks(NamedTuple):
    """How cards are drawn on this screen."""

    size: CardSize
    four_colours: bool

    def row(self, cards: Sequence[int | None], captions: Sequence[str] = (), dim: Sequence[int] = ()) -> Text:
        """Cards side by side."""
        return faces(cards, self.size, four_colours=self.four_colours, captions=captions, dim=dim)


def lines(*parts: Text | str) -> Text:
    """One under the other."""
    return Text("\n").join([Text(part) if isinstance(part, str) else part for part in parts])


def beside(name: str, cards: Text, words: str | None = None) -> Text:
    """Cards with their owner's name at the left and what they are below; None leaves no line for that."""
    out = Text(no_wrap=True)
    for number, line in enumerate(cards.split("\n", allow_blank=True)):
        out.append("\n" if number else "")
        out.append((name if number == 1 else "").ljust(INDENT), CAPS)
        out.append_text(line)
    if words is not None:
        out.append(f"\n{' ' * INDENT}{words}", QUIET)
    return out


def tone(cents: int) -> Style:
    """The colour of a result."""
    return Style(color=GOOD if cents > 0 else BAD if cents < 0 else QUIET, bold=True)


# --- the felt --------------------------------------------------------------------------------------------------------


def bar(seat: Seat, width: int) -> Text:
    """The first line: where one is, the round, the chips."""
    limits = seat.rules.terms.posted["ante"]
    assert limits is not None
    left = Text.assemble((seat.game.title, "bold"), (f"  {money(limits[0])} to {money(limits[1])}", QUIET))
    right = Text.assemble(
        (f"Round {max(seat.table.state.rounds, 1)}  session ", QUIET),
        (signed(seat.net), tone(seat.net)),
        "  ",
        (money(seat.chips), "bold"),
    )
    return Text.assemble(left, " " * max(1, width - left.cell_len - right.cell_len), right)


def dealer(seat: Seat, looks: Looks) -> Text:
    """The dealer's cards, face down until they are turned up."""
    round_ = seat.view["round"]
    cards = parse(round_["hands"][DEALER]["cards"]) if round_ else ()
    shown = cards or (None,) * seat.rules.each
    return beside("Dealer", looks.row(shown), seat.announced.get(DEALER, ""))


def board(seat: Seat, looks: Looks) -> Text | None:
    """The community cards and their empty places; None in a game without."""
    places = seat.rules.board_after[-1]
    if not places:
        return None
    round_ = seat.view["round"]
    cards = parse(round_["board"]) if round_ else ()
    return beside("Board", looks.row((*cards, *(None,) * (places - len(cards)))))


def hand(seat: Seat, looks: Looks, places: Sequence[int]) -> Text:
    """The own cards; where they are picked or set, with the number of each place."""
    cards = seat.cards
    low = tuple(places) if seat.is_setting else _laid_low(seat)
    reading = seat.reading(low)
    words = str(reading.refusal or "; ".join(call.words for call in reading.calls))
    if not cards:
        return beside("You", looks.row((None,) * seat.rules.each), "")
    if seat.is_picking:
        captions = [f"[{n}]" if n in places else str(n) for n in range(1, len(cards) + 1)]
        return beside("You", looks.row(cards, captions))
    if seat.is_setting or low:
        return beside("You", set_hand(cards, looks, low, numbered=seat.is_setting), words)
    return beside("You", looks.row(cards, dim=_not_counting(seat, cards)), words)


def set_hand(cards: Sequence[int], looks: Looks, low: Sequence[int], *, numbered: bool) -> Text:
    """The high hand, then the low hand."""
    order = [n for n in range(1, len(cards) + 1) if n not in low], list(low)
    rows = [
        looks.row([cards[n - 1] for n in part], [str(n) if numbered else "" for n in part] if part else ())
        for part in order
    ]
    names = ("high", "low")
    height = looks.size.height + 1
    out = [Text(no_wrap=True) for _ in range(height)]
    for part, name in zip(rows, names, strict=True):
        pieces = part.split("\n", allow_blank=True)
        for number in range(height):
            out[number].append((f" {name} " if number == 1 else "").rjust(6), CAPS if number == 1 else "")
            if number < len(pieces):
                out[number].append_text(pieces[number])
    return Text("\n", no_wrap=True).join(out)


def _laid_low(seat: Seat) -> tuple[int, ...]:
    round_ = seat.view["round"]
    own = round_["hands"].get(seat.position) if round_ else None
    return tuple(own["low"]) if own else ()


def _not_counting(seat: Seat, cards: Sequence[int]) -> list[int]:
    """Cards that are no part of the hand, where not all of them count."""
    calls = seat.reading().calls
    made = {card for call in calls for card in call.cards}
    return [place for place, card in enumerate(cards) if made and card not in made and card != UNKNOWN]


def others(seat: Seat, looks: Looks, *, brief: bool) -> Text | None:
    """The other players, in a line each or all in one; None if one plays alone."""
    view = seat.view
    rows = []
    for position, name in view["seats"].items():
        if position == seat.position:
            continue
        own = view["round"]["hands"].get(position) if view["round"] else None
        if brief:
            rows.append(Text.assemble((f"{position} ", FAINT), _status(own).partition(" $")[0]))
            continue
        cards = faces(parse(own["cards"]) if own else (), LINE, four_colours=looks.four_colours)
        status = _status(own).ljust(14)
        rows.append(Text.assemble((f"{position} ", FAINT), (name.ljust(11), "bold"), (status, QUIET), cards))
    return Text("  " if brief else "\n", no_wrap=True).join(rows) if rows else None


def _status(own: View | None) -> str:
    if own is None:
        return "waits"
    if own["folded"]:
        return "folded"
    if own["racked"] or len(own["results"]) >= len(own["wagers"]):
        return signed(sum(one["paid"] + one["returned"] - one["stake"] for one in own["results"]))
    return f"{'plays' if own['played'] else 'in'} {money(sum(own['wagers'].values()))}"


def wagers(seat: Seat, selected: str | None, width: int) -> Text:
    """The areas with what lies on them, and what became of it; two in a row."""
    names = [wager.name for wager in seat.game.wagers if seat.rules.terms.offers(wager.name)]
    if seat.settlement and not seat.slip.amounts:
        names += [result.wager for result in seat.settlement.results if result.wager not in seat.game.wager]
    cells = [_area(seat, name, name == selected) for name in names]
    half = max(width // 2, max(cell.cell_len for cell in cells) + 1)
    for cell in cells:
        cell.pad_right(half - cell.cell_len)
    pairs = [Text(no_wrap=True).join(cells[place : place + 2]) for place in range(0, len(cells), 2)]
    return lines(*pairs)


def _area(seat: Seat, name: str, is_selected: bool) -> Text:
    fresh = bool(seat.slip.amounts) or not (seat.is_playing or seat.is_over)
    amount = seat.slip.amounts.get(name, 0) if fresh else seat.wagers.get(name, 0)
    settlement = None if fresh else seat.settlement
    result = next((one for one in settlement.results if one.wager == name), None) if settlement else None
    out = Text.assemble(("› " if is_selected else "  ", _DUE))
    out.append(label(seat.game, name), _DUE if is_selected else "")
    if result:
        net = signed(result.net) if result.net else money(result.stake)
        out.append(f" {SIGNS[result.outcome]} {net}", TONES.get(result.outcome, QUIET))
    else:
        out.append(f" {money(amount)}" if amount else " ·", "bold" if amount else FAINT)
    return out


# --- the dock --------------------------------------------------------------------------------------------------------


def keyed(pairs: Iterable[tuple[str, str]]) -> Text:
    """Keys and what they do."""
    return Text("   ").join(Text.assemble((f" {key} ", _KEY), f" {words}") for key, words in pairs)


def choices(seat: Seat) -> Text:
    """One key for each choice, with its amount."""
    ways = seat.choices
    return keyed(zip(keys_for([way.name for way in ways]), (way.words for way in ways), strict=True))


def chips(seat: Seat, selected: str | None) -> Text:
    """The chips that can be put on the selected area."""
    name = label(seat.game, selected) if selected else ""
    return Text.assemble(
        keyed((str(n), money(chip)) for n, chip in enumerate(seat.slip.chips, 1)), (f"   on {name}", QUIET)
    )
