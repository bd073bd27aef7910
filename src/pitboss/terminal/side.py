"""What stands beside the felt: the coach, the results with their reasons, the last rounds, the pay tables."""

from __future__ import annotations

from rich.text import Text

from pitboss.games.rule_card import rule_card
from pitboss.paper.felt_words import sentence
from pitboss.paper.numbers import exact
from pitboss.terminal.colours import BAD, FAINT, GOOD, QUIET, SIGNS, TONES
from pitboss.terminal.panels import CAPS, lines, tone
from pitboss.terminal.seat import Seat
from pitboss.terminal.sentences import exactly, label, of_value, results, signed, verdict
from pitboss.terminal.stats import summed_up
from pitboss.terminal.visit import AFTER, BEFORE, OFF, Visit
from pitboss.training.choice_values import Question


def coach(visit: Visit, asked: Question | None) -> Text:
    """What the coach has to say now."""
    tutor, title = visit.tutor, Text(f"COACH {visit.mode}", CAPS)
    if visit.mode == OFF:
        return lines(title, Text("k switches the coach on.", FAINT))
    if tutor.trouble:
        return lines(title, Text(f"There is no coach: {tutor.trouble}.", QUIET))
    if not tutor.is_ready:
        share = f" {tutor.part:.0%}" if tutor.part else ""
        return lines(title, Text(f"Solving the game{share}; play on.", QUIET))
    parts = [title]
    if asked and visit.mode == BEFORE:
        parts += _values(asked)
    elif visit.mode == AFTER and visit.judged:
        parts.append(Text(verdict(visit.judged), BAD if visit.judged.lost else GOOD))
    elif visit.is_judging:
        parts.append(Text("Judging…", FAINT))
    elif visit.mode == AFTER:
        parts.append(Text("Speaks when you have decided.", FAINT))
    parts.append(Text(summed_up(visit.log), QUIET))
    return lines(*parts)


def _values(asked: Question, most: int = 5) -> list[Text]:
    shown = asked.choices[:most]
    names, values = [of_value(one, asked.ante) for one in shown], [exactly(one.ev) for one in shown]
    widest, widest_value = max(map(len, names)), max(map(len, values))
    rows = [
        Text.assemble(
            name.ljust(widest),
            (f" {value.rjust(widest_value)}", "bold"),
            (f" {exactly(-one.cost)}", BAD) if one.cost else (" ✓ best", GOOD),
        )
        for one, name, value in zip(shown, names, values, strict=True)
    ]
    return [*rows, Text(f"Exactly {exact(asked.choices[0].exact)} antes.", FAINT)]


def outcome(seat: Seat) -> Text | None:
    """The results of the round with their reasons and clauses; None while there are none."""
    shared, told = results(seat)
    if not told or seat.settlement is None:
        return None
    net = seat.settlement.net
    parts = [Text.assemble((f"ROUND {seat.table.state.rounds}  ", CAPS), (signed(net), tone(net)))]
    parts += [Text(sentence(fact), QUIET) for fact in shared]
    for one in told:
        sign = f"{SIGNS[one.outcome]} ", TONES.get(one.outcome, QUIET)
        parts.append(Text.assemble(sign, (one.wager, "bold"), f" {one.words}"))
        parts += [Text(f"  {sentence(fact)}", QUIET) for fact in one.facts]
        parts.append(Text(f"  § {', '.join(one.clauses)}", FAINT))
    return lines(*parts)


def pays(seat: Seat) -> Text:
    """The pay tables in force, for a screen with room for them."""
    parts: list[Text] = []
    for name, tables in rule_card(seat.game, seat.rules.terms)["pay_tables"].items():
        for table in tables:
            rows = table["rows"]
            if len(rows) > 1:
                parts.append(Text(f"{label(seat.game, name).upper()} PAYS", CAPS))
                parts += [Text(f"{row['hand']:<32}{row['odds']:>10}", QUIET) for row in rows]
    return lines(*parts)


def last_rounds(seat: Seat, most: int) -> Text | None:
    """The rounds before, in a line each."""
    if not seat.last:
        return None
    rows = [
        Text.assemble((f"{one.number:>3} ", FAINT), (signed(one.net).rjust(7), tone(one.net)), (f" {one.words}", QUIET))
        for one in seat.last[:most]
    ]
    return lines(Text("LAST ROUNDS", CAPS), *rows)
