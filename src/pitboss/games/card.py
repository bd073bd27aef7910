"""The rule card of a game, or of one table of it, as plain data."""

from __future__ import annotations

from typing import Any

from pitboss.games.faults import described, possible
from pitboss.games.game import Game
from pitboss.games.paying import PayTable
from pitboss.games.terms import Terms


def rule_card(game: Game, terms: Terms) -> dict[str, Any]:
    """The rules as they hold under these terms, as plain data."""
    qualifier = game.qualifier if game.qualifier and game.qualifier.in_force(terms) else None
    wagers = [wager for wager in game.wagers if terms.offers(wager.name)]
    paid = [wager.name for wager in wagers] + [bonus.name for bonus in game.bonuses]
    dealing = terms["dealing_method"]
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
            }
            for wager in wagers
        ],
        "round": [
            {
                "words": step.words(terms),
                "clauses": game.law.in_force(step.clauses, dealing) if terms.of_a_table else step.clauses,
            }
            for step in game.script
            if step.applies(terms)
        ],
        "ranking": dict(game.ranking),
        "qualifier": qualifier and {"words": qualifier.words, "clauses": qualifier.clauses},
        "pay_tables": {name: _tables(game, terms, name) for name in paid if name in game.payouts},
        "awards": {wager.name: dict(awards) for wager in wagers if (awards := wager.awards(terms))},
        "limits": [
            {"words": cap.words, "wagers": cap.wagers, "cents": limit, "clauses": cap.clauses}
            for cap, limit in zip(game.caps, terms.limits, strict=True)
        ],
        "duties": [{"words": words, "clause": clause} for words, clause in game.duties],
        "glossary": {term.name: {"means": term.means, "clauses": term.clauses} for term in game.law.glossary},
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
