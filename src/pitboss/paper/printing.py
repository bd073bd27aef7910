"""Every paper of a table, by name: what it is made from, and the forms it comes in."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from pitboss.errors import PitbossError
from pitboss.paper.document import Paper
from pitboss.paper.felt_drawing import Look
from pitboss.paper.html import as_page
from pitboss.paper.layout_plan import layout_drawing, layout_plan
from pitboss.paper.par_data import Sheet
from pitboss.paper.par_page import as_html
from pitboss.paper.par_paper import par_paper
from pitboss.paper.par_sheet import par_sheet
from pitboss.paper.pdf import Form, Size, need_press, pressed
from pitboss.paper.rack_card import rack_card
from pitboss.paper.rules_submission import rules_submission
from pitboss.paper.sign import out_of_order, sign
from pitboss.paper.strategy_card import strategy_card
from pitboss.solvers.advisor import Advisor
from pitboss.solvers.solver import Progress, silent
from pitboss.submission import Submission

HTML, JSON = ".html", ".json"
PRESSED = tuple(form.value for form in Form)


class How(NamedTuple):
    """How a paper is printed."""

    size: Size = Size.A4
    look: Look = Look.PAPER
    """Of the layout."""
    cache: bool = True
    progress: Progress = silent


_AS_USUAL = How()
Make = Callable[[Submission, str, How], list[bytes]]
"""The pages of a submission's paper in a form."""


class Kind(NamedTuple):
    """A kind of paper."""

    words: str
    make: Make
    forms: tuple[str, ...] = PRESSED
    solves: bool = False
    """The game is solved first, which may take a while."""


def printed(kind: str, submission: Submission, form: str, how: How = _AS_USUAL) -> list[bytes]:
    """The pages of a table's paper; all forms but SVG and PNG have one."""
    found = KINDS[kind]
    if form not in found.forms:
        raise PitbossError("form", f"{found.words} comes as {', '.join(found.forms)}, not as {form or 'that'}")
    return found.make(submission, form, how)


def paper_in(form: str, paper: Paper, size: Size = Size.A4) -> list[bytes]:
    """A paper for the office in a form."""
    return [as_page(paper).encode()] if form == HTML else pressed("office.typ", paper, Form(form), size)


def sheet_in(form: str, sheet: Sheet, size: Size = Size.A4) -> list[bytes]:
    """A par sheet in a form."""
    if form == JSON:
        return [(json.dumps(sheet.as_dict(), indent=2, ensure_ascii=False) + "\n").encode()]
    return [as_html(sheet).encode()] if form == HTML else paper_in(form, par_paper(sheet), size)


def _office(make: Callable[[Submission], Paper]) -> Make:
    return lambda submission, form, how: paper_in(form, make(submission), how.size)


def _pressed(template: str, make: Callable[[Submission], msgspec.Struct]) -> Make:
    return lambda submission, form, how: pressed(template, make(submission), Form(form), how.size)


def _layout(submission: Submission, form: str, how: How) -> list[bytes]:
    if form == Form.SVG:
        return [layout_drawing(submission, how.look).encode()]
    return paper_in(form, layout_plan(submission, how.look), how.size)


def _strategy(submission: Submission, form: str, how: How) -> list[bytes]:
    need_press(form)
    advisor = Advisor(submission.terms, cache=how.cache, progress=how.progress)
    return paper_in(form, strategy_card(submission, advisor), how.size)


def _par(submission: Submission, form: str, how: How) -> list[bytes]:
    need_press(form)
    return sheet_in(form, par_sheet(submission, cache=how.cache, progress=how.progress), how.size)


_OFFICE = (*PRESSED, HTML)
KINDS = {
    "layout": Kind("the layout", _layout),
    "sign": Kind("the sign", _pressed("sign.typ", sign)),
    "card": Kind("the rack card", _office(rack_card), _OFFICE),
    "strategy": Kind("the strategy card", _strategy, _OFFICE, solves=True),
    "par": Kind("the par sheet", _par, (*_OFFICE, JSON), solves=True),
    "submission": Kind("the rules submission", _office(rules_submission), _OFFICE),
    "out-of-order": Kind("the sign for a broken device", _pressed("out_of_order.typ", out_of_order)),
}
"""The papers of a table."""
