"""The rule card of a game, or of one table of it, as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.games.common import AUTOMATED, DEALING, SHUFFLING
from pitboss.games.game import Game, Wager
from pitboss.games.options import Whole
from pitboss.games.pay_tables import PayTable
from pitboss.games.possible_irregularities import described, possible
from pitboss.games.settlement import Clauses, Outcome
from pitboss.games.terms import Terms
from pitboss.law import Duty
from pitboss.money import short_dollars

SEVERAL_HANDS = ("adjacent", "equal-antes", "first-hand", "blind-hands")
"""The steps by which a table keeps the rules for a player with several hands."""


def rule_card(game: Game, terms: Terms) -> dict[str, Any]:
    """The rules as they hold under these terms, as plain data."""
    qualifier = game.qualifier if game.qualifier and game.qualifier.may_be_in_force(terms) else None
    wagers = [wager for wager in game.wagers if terms.offers(wager.name)]
    paid = [wager.name for wager in wagers] + [bonus.name for bonus in game.bonuses]
    dealing = terms["dealing_method"]
    early = {name for step in game.script for name in step.settles_early}
    absent = {wager.clause for wager in game.wagers} - {wager.clause for wager in wagers}
    if game.qualifier and terms.of_a_table and not qualifier:
        absent.update(game.qualifier.clauses)
    return {
        "game": game.name,
        "title": game.title,
        "authority": game.law.authority,
        "summary": game.summary,
        "wagers": [
            {
                "name": wager.name,
                "label": wager.label,
                "made": "after the deal" if wager.after_deal else "before the deal",
                "clause": wager.clause,
                "conditions": [{"words": rule.words(terms), "clause": rule.clause} for rule in wager.conditions],
                "on_fold": None if wager.after_deal or wager.name in early else wager.on_fold.value,
                "posted": _posted(terms, wager),
            }
            for wager in wagers
        ],
        "coupon": {"words": COUPON, "clauses": (game.cites.coupon,)} if terms.get("match_play") == "ante" else None,
        "positions": [{"words": words, "clauses": clauses} for words, clauses in _positions(game, terms)],
        "round": [
            {
                "words": step.words(terms),
                "clauses": game.law.in_force(step.clauses, dealing) if terms.of_a_table else step.clauses,
            }
            for step in game.script
            if step.applies(terms)
        ],
        "ranking": dict(game.ranking),
        "reading": [
            {"words": words, "clauses": notice.clauses} for notice in game.reading if (words := notice.words(terms))
        ],
        "outcomes": [
            {"wagers": names, "words": case.words, "then": _came_out(names, case.outcome), "clauses": case.clauses}
            for names, case in game.outcomes(terms)
        ],
        "qualifier": qualifier and {"words": qualifier.said(terms), "clauses": qualifier.clauses},
        "pay_tables": {name: _tables(game, terms, name) for name in paid if name in game.payouts},
        "awards": {wager.name: dict(awards) for wager in wagers if (awards := wager.awards(terms))},
        "limits": [
            {"words": cap.words, "wagers": cap.wagers, "cents": limit, "clauses": cap.clauses}
            for cap, limit in zip(game.caps, terms.limits, strict=True)
        ],
        "duties": [{"words": words, "clause": clause} for words, clause in game.duties],
        "dealer": [{"words": duty.words, "clauses": duty.clauses} for duty in _dealers(game, terms)],
        "glossary": {
            term.name: {"means": term.means, "clauses": term.clauses}
            for term in game.law.glossary
            if not absent.intersection(term.clauses)
        },
        "irregularities": {
            kind.name.lower(): {
                "what": described(kind, game),
                "then": then.words,
                "clauses": then.cited(dealing),
            }
            for kind, then in possible(game, terms).items()
        },
        "options": {
            option.name: {"value": option.plain(terms[option.name]), "legal": option.legal, "clause": option.clause}
            for option in game.options
        },
    }


def _dealers(game: Game, terms: Terms) -> Iterator[Duty]:
    """What the dealer answers for under these terms."""
    as_it_comes = terms["opening_route"] == "preshuffled" and game.procedure.deals_preshuffled(terms)
    cuts = terms[SHUFFLING] != AUTOMATED or as_it_comes
    dealing = terms[DEALING]
    for duty in game.law.duties:
        here = not duty.dealing or dealing in duty.dealing
        if duty.moment == "dealing" and here and (cuts or duty.after != "cut"):
            yield duty


def _came_out(wagers: tuple[str, ...], outcome: Outcome) -> str:
    """Which wagers come out how: "ante and play win"."""
    *first, last = (name.replace("_", " ") for name in wagers)
    verb = outcome.value
    return f"{', '.join(first)} and {last} {verb}" if first else f"{last} {verb}{'es' if verb == 'push' else 's'}"


COUPON = (
    "a match play coupon goes with chips of at least its value on the ante; if the ante wins, it is paid 1 to 1 and "
    "taken, if the ante goes back, so does the coupon, and otherwise it is lost"
)


def _posted(terms: Terms, wager: Wager) -> str | None:
    """The bounds of a table's wager that is made before the deal, and the steps in which it is made."""
    posted = terms.posted[wager.name]
    if wager.after_deal or not posted or not terms.of_a_table:
        return None
    steps = f", in steps of {short_dollars(terms.unit)}" if terms.unit > 1 else ""
    return f"{short_dollars(posted[0])} to {short_dollars(posted[1])}{steps}"


def _positions(game: Game, terms: Terms) -> Iterator[tuple[str, Clauses]]:
    """The rules for a player with several hands, where there may be one."""
    law, option = game.law, game.option.get("positions_per_player")
    most = option.most if isinstance(option, Whole) and not terms.of_a_table else terms.get("positions_per_player", 1)
    number = "1 position" if most == 1 else f"up to {most} positions"
    yield f"a player may bet on {number}", law.cited("positions")
    for step in SEVERAL_HANDS if most > 1 else ():
        if clauses := law.cited(step):
            yield law.clauses[clauses[0]].words, clauses


def _tables(game: Game, terms: Terms, name: str) -> list[dict[str, Any]]:
    """The table in force; or, where there is no one table, all of the document with those in force marked."""
    in_force = terms.pay_tables.get(name)
    if in_force and terms.of_a_table:
        return [_table(in_force, True)]
    documents = game.payouts[name].tables.values()
    return [_table(table, in_force is not None and table.name == in_force.name) for table in documents]


def _table(table: PayTable, in_force: bool) -> dict[str, Any]:
    rows = [{"hand": row.label, "odds": str(row.odds), "clause": row.clause} for row in table.rows]
    return {"name": table.name, "in_force": in_force, "rows": rows, "otherwise": table.otherwise}
