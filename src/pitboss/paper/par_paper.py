"""The par sheet to be printed: the parts of its page, in the same order and words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pitboss.paper.charts import distribution_bars, edge_bars, square_of
from pitboss.paper.document import (
    Block,
    Cell,
    Column,
    Fact,
    Facts,
    Heading,
    Headline,
    Paper,
    Points,
    Row,
    Table,
    Words,
    rows,
)
from pitboss.paper.felt_words import sentence
from pitboss.paper.numbers import MINUS, decimal, exact, money, percent, short
from pitboss.paper.par_data import Metered, Priced, Reading, Round, Sheet
from pitboss.paper.par_page import by_decision, sum_of_nets
from pitboss.solvers.pricing import MAIN


def par_paper(sheet: Sheet) -> Paper:
    """A par sheet as a paper."""
    return Paper(
        kind="Par sheet",
        title=sheet.title,
        house=sheet.operator,
        authority=sheet.rules,
        foot=f"{sheet.file}, {sheet.software}",
        digest=sheet.digest,
        blocks=(
            *_answer(sheet),
            *_glance(sheet),
            *_round(sheet),
            *(block for wager in sheet.wagers for block in _wager(wager)),
            *_stakes(sheet),
            *(_progressive(sheet.progressive) if sheet.progressive else ()),
            *_play(sheet),
            *_tables(sheet),
            *_readings(sheet),
            *_method(sheet),
            *_settings(sheet),
        ),
    )


def _stakes_of(one: Round) -> str:
    return ", ".join(f"{_name(name)} {money(cents)}" for name, cents in one.stakes.items())


def _name(name: str) -> str:
    return name.replace("_", " ")


# --- the answer, the wagers, the round -------------------------------------------------------------------------------


def _answer(sheet: Sheet) -> Iterator[Block]:
    found = sheet.round
    verb = "keeps" if found.edge >= 0 else "loses"
    side = "from" if found.edge >= 0 else "to"
    edge = percent(abs(found.edge))
    limits = ", limits left out of account" if found.cost_of_limits else ""
    yield Words(f"The house {verb} {edge} of the ante {side} a player who makes no mistake{limits}.", look="lead")
    yield Words(f"{sentence(found.title)}: {_stakes_of(found)}. Expected result {exact(found.ev)} antes.", look="small")
    yield Headline(
        (
            ("of the ante", percent(found.edge)),
            ("of all opening wagers", percent(found.edge_of_opening)),
            ("of all that is wagered", percent(found.element_of_risk)),
            ("standard deviation, antes", decimal(found.standard_deviation, 4)),
        )
    )
    for note in sheet.notes:
        yield Words(Cell(f"{sentence(note.words)}.", (note.clause,) if note.clause else ()), look="note")


def _glance(sheet: Sheet) -> Iterator[Block]:
    yield Heading("Every wager at a glance")
    columns = (
        Column("Wager", wide=True),
        Column("Table"),
        Column("House edge", right=True),
        Column("Wins", right=True),
        Column("Ends even", right=True),
        Column("Std deviation", right=True),
        Column("Top win", right=True),
    )
    yield Table(columns=columns, rows=rows(*(_at_a_glance(wager) for wager in sheet.wagers)))
    yield Words(
        "Each wager by itself, per unit staked; the main game per ante. Standard deviation and top win in units. A "
        "house edge with a minus is the player’s.",
        look="small",
    )


def _at_a_glance(wager: Priced) -> tuple[str, ...]:
    return (
        wager.label,
        wager.pay_table,
        percent(wager.edge),
        percent(wager.hit_frequency),
        percent(wager.push_frequency),
        decimal(wager.standard_deviation, 4),
        short(wager.most),
    )


def _round(sheet: Sheet) -> Iterator[Block]:
    found = sheet.round
    yield Heading("The round")
    yield Words(f"{sentence(found.title)} ({_stakes_of(found)}), best play, all results in antes.")
    yield Facts(tuple(_round_facts(found)))
    if found.apart:
        names = ", ".join(map(_name, found.apart))
        yield Words(f"{sentence(names)}: in the expected result and the average wager only.", look="small")
    if seat := sheet.last_seat:
        yield Words(
            f"The last seat of a full table has seen {seat.seen} open hands when it decides. Used well they are worth "
            f"{decimal(seat.gain, 4, plus=True)} antes to it: an estimate from {seat.samples:,} sampled deals, "
            f"standard error {decimal(seat.error, 4)}."
        )
    yield distribution_bars(found)
    yield Heading("Every net result", level=2)
    heads = ("Net, antes", "Combinations", "Probability", "Return")
    nets = [
        (
            short(net.net, plus=True),
            f"{net.deals:,}",
            percent(net.probability),
            decimal(net.net * net.probability, plus=True),
        )
        for net in reversed(found.distribution)
    ]
    total = ("Total", f"{found.deals:,}", "", decimal(sum_of_nets(found.distribution), plus=True))
    yield Table(
        columns=tuple(Column(head, right=True, wide=True) for head in heads),
        rows=(*rows(*nets), Row(total, look="total")),
    )


def _round_facts(found: Round) -> Iterator[Fact]:
    yield Fact("Expected result", decimal(found.ev, 8), exact(found.ev))
    for name, part in found.decisions.items():
        yield Fact(f"Player’s decision: {_name(name)}", percent(part), exact(part))
    if found.qualifies is not None:
        yield Fact("Dealer qualifies", percent(found.qualifies), exact(found.qualifies))
    yield Fact("Opening wagers", short(found.opening))
    yield Fact("Wagered on average", decimal(found.average_wager))
    yield Fact("Variance", decimal(found.variance))
    yield Fact("Standard deviation", decimal(found.standard_deviation))
    yield Fact("Round ends ahead", percent(found.hit_frequency))
    yield Fact("Round ends even", percent(found.push_frequency))
    yield Fact("Element of risk", percent(found.element_of_risk))
    yield Fact("Most the house can lose", money(found.most))


def _wager(wager: Priced) -> Iterator[Block]:
    main = wager.name == MAIN
    yield Heading(f"{wager.label}, pay table {wager.pay_table}" if wager.pay_table else wager.label)
    if main:
        yield Words(f"{sentence(', '.join(map(_name, wager.wagers)))}: settled together, per ante.", look="small")
    yield Facts(
        (
            Fact("Expected result of a unit", decimal(wager.ev, 8), exact(wager.ev)),
            Fact("House edge", percent(wager.edge)),
            Fact("Element of risk", percent(wager.element_of_risk)),
            Fact("Variance", decimal(wager.variance)),
            Fact("Standard deviation", decimal(wager.standard_deviation)),
            Fact("Wins", percent(wager.hit_frequency)),
            Fact("Ends even", percent(wager.push_frequency)),
        )
    )
    columns = (
        Column("Event", wide=True),
        Column("Net, antes" if main else "Pays", right=main),
        Column("Combinations", right=True),
        Column("Probability", right=True),
        Column("Return", right=True),
    )
    yield Table(columns=columns, rows=tuple(_lines(wager)))


def _lines(wager: Priced) -> Iterator[Row]:
    main = wager.name == MAIN
    for group in by_decision(wager.lines):
        if main:
            figures = (f"{group.deals:,}", percent(group.probability), decimal(group.returns, plus=True))
            yield Row((sentence(_name(group.decision)), "", *figures), look="group")
        for line in group.lines:
            event = Cell(line.event, (line.clause,) if line.clause else ())
            pays = line.pays.replace("-", MINUS) if main else line.pays
            yield Row((event, pays, f"{line.deals:,}", percent(line.probability), decimal(line.returns, plus=True)))
    yield Row(("Total", "", f"{wager.deals:,}", "", decimal(wager.ev, plus=True)), look="total")


# --- money, play, grounds --------------------------------------------------------------------------------------------


def _stakes(sheet: Sheet) -> Iterator[Block]:
    yield Heading("Stakes and limits")
    if sheet.limits:
        yield Points(
            tuple(
                Cell(f"{sentence(one.words)}: {money(one.amount)}, stakes go back besides.", one.clauses)
                for one in sheet.limits
            )
        )
    else:
        yield Words("The rules of this game set no limit on what a hand is paid.")
    columns = (
        Column("A round with", wide=True),
        Column("Edge, of the ante", right=True),
        Column("Of all wagered", right=True),
        Column("Taken by limits", right=True),
        Column("Most won", right=True),
        Column("Without limits", right=True),
    )
    yield Table(columns=columns, rows=rows(*(_at_stakes(one) for one in (sheet.round, *sheet.at_stakes))))


def _at_stakes(one: Round) -> tuple[Cell | str, ...]:
    return (
        Cell(sentence(one.title), under=_stakes_of(one)),
        percent(one.edge),
        percent(one.element_of_risk),
        percent(one.cost_of_limits) if one.cost_of_limits else "nothing",
        money(one.most),
        money(one.most_unlimited),
    )


def _progressive(metered: Metered) -> Iterator[Block]:
    yield Heading(metered.label)
    even = "at no meter" if metered.break_even is None else money(metered.break_even)
    yield Facts(
        (
            *(Fact(sentence(hand), award) for hand, award in metered.awards),
            Fact("The meter starts at", money(metered.seed)),
            Fact("Each wager adds to it", money(metered.contribution)),
            Fact("House edge at the start", percent(metered.edge_at_seed)),
            Fact("Breaks even at a meter of", even),
        )
    )


def _play(sheet: Sheet) -> Iterator[Block]:
    yield Heading("How to play it")
    if sheet.starting_hands:
        yield square_of(sheet.starting_hands)
    for way in sorted(sheet.strategies, key=lambda way: way.cost):
        yield Heading(way.title, level=2)
        cost = f"Costs {percent(way.cost)} of the ante against best play, exactly {exact(way.cost)} antes."
        yield Words(cost if way.cost else "This is best play: it costs nothing.")
        yield Points(way.rules, numbered=True)


def _tables(sheet: Sheet) -> Iterator[Block]:
    if sheet.pay_tables:
        yield Heading("Edge by pay table")
        yield Words("The tables the rules print for each wager; the one in force is marked ●.")
    for label, tables in groupby(sheet.pay_tables, key=lambda one: one.label):
        yield Heading(label, level=2)
        yield edge_bars(tables)


def _readings(sheet: Sheet) -> Iterator[Block]:
    edge = {wager.name: (wager.label, percent(wager.edge)) for wager in sheet.wagers}
    yield Heading("How the rules are read")
    yield Words("Where the rules contradict themselves or are silent, a ruling decides. These bear on the figures.")
    for reading in sheet.readings:
        yield from _reading(reading, edge)


def _reading(reading: Reading, edge: dict[str, tuple[str, str]]) -> Iterator[Block]:
    yield Words(Cell(reading.question, name=reading.id), look="question")
    yield Words(reading.decision)
    figures = "; ".join(f"{label} {figure}" for label, figure in (edge[name] for name in reading.wagers))
    yield Words(f"Why: {reading.why}{f' House edge under this reading: {figures}.' if figures else ''}", look="small")


def _method(sheet: Sheet) -> Iterator[Block]:
    yield Heading("How it was counted")
    yield Points(sheet.method, numbered=True)
    yield Heading("Checked for this sheet", level=2)
    columns = (Column("What must be equal", wide=True), Column("Counted both ways", wide=True), Column("Equal"))
    checks = (
        (
            check.words,
            Cell(_exact_text(check.one if check.one == check.other else f"{check.one} ≠ {check.other}"), mono=True),
            "yes" if check.one == check.other else "NO",
        )
        for check in sheet.checks
    )
    yield Table(columns=columns, rows=rows(*checks))


def _exact_text(figure: str) -> str:
    """A figure that is text already, with a true minus and places to break."""
    return figure.replace("-", MINUS).replace("/", "/\u200b")


def _settings(sheet: Sheet) -> Iterator[Block]:
    yield Heading("The submission")
    columns = (Column("Choice", wide=True), Column("Value", wide=True), Column("Clause"))
    for bears, title in ((True, "What the price rests on"), (False, "Everything else")):
        yield Heading(title, level=2)
        chosen = (one for one in sheet.settings if one.bears_on_price is bears)
        yield Table(
            columns=columns,
            rows=rows(*((Cell(one.help, under=one.name), one.value, Cell("", (one.clause,))) for one in chosen)),
        )
