"""Making a par sheet: a submission is solved and priced, and everything its price rests on is set down beside it.

A sheet holds nothing of the day it was made on: the same submission gives the same sheet, to the byte.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

from pitboss.games.game import Wagers
from pitboss.games.terms import Terms
from pitboss.paper.numbers import label_of, software, wagers_behind
from pitboss.paper.par_data import Limit, Line, Metered, Net, Note, Priced, Round, Sheet, TableEdge
from pitboss.paper.par_method import checks_of, method_of, readings_of
from pitboss.paper.settings import settings_of
from pitboss.paper.strategy import starting_hands, ways_of
from pitboss.solvers.advisor import Advisor
from pitboss.solvers.comparing import by_pay_table
from pitboss.solvers.figures import Event, Figures
from pitboss.solvers.judging import judge
from pitboss.solvers.pricing import MAIN, Report, break_even_meter
from pitboss.solvers.solver import Progress, silent
from pitboss.submission import Submission


def par_sheet(
    submission: Submission, stakes: Wagers | None = None, *, cache: bool = True, progress: Progress = silent
) -> Sheet:
    """The sheet of a submission; a round has these opening wagers, or the compulsory ones at the table minimum."""
    game, terms = submission.game, submission.terms
    compulsory = Advisor(terms, cache=cache, progress=progress)
    advisor = compulsory.at(stakes) if stakes else compulsory
    report = advisor.report
    shown = _shown(report)

    def at_terms(terms: Terms) -> Report:
        return Advisor(terms, cache=cache, progress=progress).report

    return Sheet(
        game=game.name,
        short=game.short,
        title=game.title,
        rules=game.law.authority,
        operator=terms["operator"],
        file=Path(submission.file).name,
        digest=submission.digest,
        software=software(),
        settings=tuple(settings_of(terms)),
        notes=(
            *(Note(concern.message, "") for concern in judge(compulsory)),
            *(Note(words, clause) for words, clause in submission.cautions()),
        ),
        round=_round(report, "stakes as asked" if stakes else "compulsory wagers at the table minimum"),
        wagers=tuple(_priced(report, name) for name in shown),
        at_stakes=tuple(_round(advisor.at(every).report, title) for title, every in _extremes(report, shown)),
        limits=tuple(
            Limit(cap.words, limit, cap.wagers, cap.clauses) for cap, limit in zip(game.caps, terms.limits, strict=True)
        ),
        progressive=_metered(report, shown),
        last_seat=compulsory.late_seat,
        strategies=tuple(ways_of(advisor)),
        starting_hands=starting_hands(advisor),
        pay_tables=tuple(_by_pay_table(submission, report, shown, at_terms)),
        readings=tuple(readings_of(report, shown)),
        method=tuple(method_of(report)),
        checks=tuple(checks_of(report, shown)),
    )


def _shown(report: Report) -> tuple[str, ...]:
    """The names of all wagers that the table offers, in rounds of any size it can have."""
    game, solver, terms = report.game, report.solver, report.terms
    opening = [wager.name for wager in game.wagers if not wager.after_deal and terms.offers(wager.name)]
    names = {solver.reported_as(name, hands) for name in opening for hands in range(2, terms["positions"] + 2)}
    return tuple(name for name in report.wagers if name == MAIN or name in names)


# --- wagers ----------------------------------------------------------------------------------------------------------


def _priced(report: Report, name: str) -> Priced:
    figures = report.wagers[name]
    pays = report.game.payouts.get(name)
    return Priced(
        name=name,
        label=label_of(report, name),
        wagers=wagers_behind(report, name),
        pay_table=report.terms.pay_tables[name].name if pays and pays.selected_by else "",
        apart=name in report.solver.apart,
        unit=figures.unit,
        deals=figures.deals,
        ev=figures.ev,
        edge=figures.edge,
        element_of_risk=figures.element_of_risk,
        average_wager=figures.average_wager,
        variance=figures.variance,
        standard_deviation=figures.standard_deviation,
        hit_frequency=figures.hit_frequency,
        push_frequency=figures.push_frequency,
        most=Fraction(figures.most, figures.unit),
        lines=tuple(_main_lines(report, figures) if name == MAIN else _lines(figures)),
    )


def _lines(figures: Figures) -> Iterator[Line]:
    for event in figures.events:
        yield _line(figures, event.label, event.pays, event.clause, "", event.deals, event.net)


def _main_lines(report: Report, figures: Figures) -> Iterator[Line]:
    """What becomes of several wagers together: one line for each decision and net result."""
    groups: defaultdict[tuple[str, Fraction], list[Event]] = defaultdict(list)
    for event in figures.events:
        decision = event.decision
        groups[decision, Fraction(event.net, event.deals * figures.unit)].append(event)
    order = report.solver.decisions
    for (decision, net), events in sorted(groups.items(), key=lambda one: (order.index(one[0][0]), -one[0][1])):
        words = "; or ".join(event.label for event in events)
        deals, total = sum(event.deals for event in events), sum(event.net for event in events)
        yield _line(figures, words, f"{float(net):+,.10g}" if net else "0", "", decision, deals, total)


def _line(figures: Figures, event: str, pays: str, clause: str, decision: str, deals: int, net: int) -> Line:
    returns = Fraction(net, figures.deals * figures.unit)
    return Line(event, pays, clause, decision, deals, Fraction(deals, figures.deals), returns)


def _metered(report: Report, shown: tuple[str, ...]) -> Metered | None:
    for wager in report.game.wagers:
        if wager.seed and wager.contribution and wager.name in shown:
            terms = report.terms
            return Metered(
                name=wager.name,
                label=label_of(report, wager.name),
                awards=wager.awards(terms),
                contribution=wager.contribution(terms),
                seed=wager.seed(terms),
                edge_at_seed=report.wagers[wager.name].edge,
                break_even=break_even_meter(
                    report.game, terms, report.stakes, report.solver, report.solved, wager.name
                ),
            )
    return None


def _by_pay_table(
    submission: Submission, report: Report, shown: tuple[str, ...], ask: Callable[[Terms], Report]
) -> Iterator[TableEdge]:
    """The pay tables of each wager that has several; odds that the operator raised are left out."""
    game, plain = submission.game, submission.plain()
    del plain["game"]
    printed = plain | {pays.raised_by: {} for pays in game.payouts.values() if pays.raised_by}
    for name, table, figures in by_pay_table(game, lambda options: ask(Terms.of_table(game, printed | dict(options)))):
        if name in shown and table != "":
            in_force = report.terms.pay_tables[name].name == game.payouts[name].tables[table].name
            label = label_of(report, name)
            yield TableEdge(name, label, str(table), figures.edge, figures.hit_frequency, in_force)


# --- rounds ----------------------------------------------------------------------------------------------------------


def _round(report: Report, title: str) -> Round:
    total, ante = report.total, report.stakes["ante"]
    return Round(
        title=title,
        stakes=report.stakes,
        opening=report.opening,
        ev=report.ev,
        edge=-report.ev,
        edge_of_opening=-report.ev / report.opening,
        element_of_risk=report.element_of_risk,
        average_wager=report.average_wager,
        cost_of_limits=report.cost_of_limits,
        most=total.most,
        most_unlimited=report.unlimited.most,
        decisions=report.decisions,
        qualifies=report.qualifies,
        hit_frequency=total.hit_frequency,
        push_frequency=total.push_frequency,
        variance=total.variance,
        standard_deviation=total.standard_deviation,
        deals=total.deals,
        distribution=tuple(
            Net(Fraction(net, ante), deals, Fraction(deals, total.deals)) for net, deals in total.nets.items()
        ),
        apart=tuple(report.apart),
    )


def _extremes(report: Report, shown: tuple[str, ...]) -> Iterator[tuple[str, Wagers]]:
    """Every wager of a position at its posted minimum, and at its posted maximum."""
    names = (*report.solver.main, *shown)
    wagers = [wager for wager in report.game.wagers if wager.name in names and not wager.after_deal]
    for place, title in enumerate(("every wager at its minimum", "every wager at its maximum")):
        stakes = {}
        for wager in wagers:
            posted = report.terms.posted[wager.name]
            stakes[wager.name] = posted[place] if posted else wager.fixed
        yield title, stakes
