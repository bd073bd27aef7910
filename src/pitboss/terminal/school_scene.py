"""A question of the school as the full screen shows it: the felt with its cards, the options, the verdict."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from pitboss.cards import parse
from pitboss.money import short_dollars as money
from pitboss.terminal.card_art import LINE, SMALL, faces
from pitboss.terminal.colours import BAD, BRASS, FAINT, GOOD, QUIET, SIGNS, TONES
from pitboss.training.questions import Question, Verdict
from pitboss.training.scenes import Scene, Seat, Stake
from pitboss.training.step_questions import text_of


def scene_text(scene: Scene, compact: bool = False) -> Text:
    """The table from the dealer's side; compact where the screen is small."""
    if compact:
        return Text("\n").join(_compact(scene))
    parts = [Text(f"Round {scene.round}", style=f"bold {BRASS}")]
    parts += [Text(f"{line[:1].upper()}{line[1:]}", style=QUIET) for line in _equipment(scene)]
    if scene.board:
        parts += [Text(), Text("Board", style=QUIET), faces(parse(scene.board), SMALL)]
    if scene.dealer:
        parts += [Text(), Text("Dealer", style=QUIET), faces(parse(scene.dealer), SMALL)]
    for seat in scene.seats:
        parts += [Text(), *_seat(seat)]
    if scene.lately:
        parts += [Text(), Text("Just now", style=QUIET), *(Text(f"· {line}", style=FAINT) for line in scene.lately)]
    return Text("\n").join(parts)


def _compact(scene: Scene) -> Iterator[Text]:
    yield Text.assemble((f"Round {scene.round}  ", f"bold {BRASS}"), ("; ".join(_equipment(scene)), QUIET))
    for name, cards in (("Dealer", scene.dealer), ("Board", scene.board)):
        if cards:
            yield Text.assemble((f"{name:<8}", QUIET), faces(parse(cards), LINE))
    for seat in scene.seats:
        yield Text("  ").join(_seat(seat))
    for line in scene.lately[-1:]:
        yield Text(f"· {line}", style=FAINT)


def _equipment(scene: Scene) -> list[str]:
    lines = list(scene.decks) or ["no cards yet"]
    if scene.rack:
        lines.append(f"in the rack: {scene.rack}")
    if scene.uncounted:
        lines.append(f"stub not counted for {scene.uncounted} round{'s' if scene.uncounted > 1 else ''}")
    return lines


def _seat(seat: Seat) -> list[Text]:
    head = Text(f"Seat {seat.position}", style="bold")
    if seat.status:
        head.append(f"  {seat.status}", FAINT)
    parts = [head]
    if seat.cards:
        held = parse(seat.cards)
        low = [card for place, card in enumerate(held, 1) if place in seat.low]
        high = [card for place, card in enumerate(held, 1) if place not in seat.low]
        row = faces(high, LINE)
        if low:
            row = Text.assemble(row, ("  low ", QUIET), faces(low, LINE))
        parts.append(row)
    if seat.stakes:
        parts.append(Text("   ").join(_stake(one) for one in seat.stakes))
    return parts


def _stake(stake: Stake) -> Text:
    said = Text(f"{stake.wager} {money(stake.amount)}" if stake.amount else stake.wager)
    if stake.outcome:
        paid = f" {money(stake.paid)}" if stake.paid else ""
        said.append(f" {SIGNS[stake.outcome]}{paid}", TONES.get(stake.outcome, QUIET))
    return said


def asked_text(question: Question) -> Text:
    """The question with its hint."""
    parts = [Text(question.topic.capitalize(), style=QUIET)]
    if question.hint:
        parts += [Text(f"The rule: {question.hint}", style=QUIET), Text()]
    return Text("\n").join([*parts, Text(question.asks, style="bold")])


def options_table(question: Question) -> Table:
    """The answers, each behind its key."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for option in question.options:
        table.add_row(Text(f" {option.key} ", style=f"reverse {BRASS}"), Text(option.words))
    return table


def judged_text(verdict: Verdict) -> Text:
    """What is said to an answer: a wrong one with what was due and the text of its clauses."""
    if verdict.right:
        said = Text.assemble(("✓ Right. ", f"bold {GOOD}"), verdict.sentence)
        return said.append(f" {', '.join(verdict.clauses)}", FAINT)
    parts = [Text.assemble((f"✗ Wrong: {verdict.said} ", f"bold {BAD}")), Text(verdict.sentence)]
    if verdict.sentence != verdict.due.words:
        parts.append(Text.assemble(("Due: ", "bold"), verdict.due.words))
    for clause in verdict.clauses:
        parts += [Text(), Text.assemble((clause, BRASS), f"  {text_of(clause)}")]
    return Text("\n").join(parts)
