"""The glossary, written from the terms that the registers define."""

from __future__ import annotations

from pitboss.law import Term, registers
from references import link


def glossary_page() -> str:
    """Every defined term, with what each game means by it."""
    terms: dict[str, list[tuple[str, Term]]] = {}
    for register in registers():
        for term in register.glossary:
            terms.setdefault(term.name.lower(), []).append((register.game, term))
    lines = [
        "# Glossary",
        "",
        "After this page you know what a word means at a table of each game. The words are those that the documents",
        "define, and screens, signs and journals use them in no other sense.",
        "",
    ]
    for name in sorted(terms):
        lines += [f"## {name.capitalize()}", ""]
        for game, term in terms[name]:
            cited = ", ".join(link(clause, up="") for clause in term.clauses)
            lines += [f"{game}", f":   {term.means} {cited}", ""]
    return "\n".join(lines)
