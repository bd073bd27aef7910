"""The choices of a submission in words, each with its clause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.games.game import Game
from pitboss.games.options import Amount, Approvals, Flag, Option
from pitboss.games.terms import Terms
from pitboss.money import dollars
from pitboss.paper.par_data import Setting


def settings_of(terms: Terms) -> Iterator[Setting]:
    """Every option that has something to say, in the order of the submission."""
    game = terms.game
    bears = _bears_on_price(game)
    for option in game.options:
        if option.only_if is None or terms[option.only_if]:
            words = option.help[0].upper() + option.help[1:]
            yield Setting(option.name, words, value_in_words(terms, option), option.clause, option.name in bears)


def _bears_on_price(game: Game) -> set[str | None]:
    """How the game is played, what is offered, what it pays, and the posted limits."""
    bounds = {option.name for option in game.options if option.name.endswith(("_minimum", "_maximum"))}
    paying = {name for pays in game.payouts.values() for name in (pays.selected_by, pays.raised_by)}
    return {*game.versions, *(wager.offered for wager in game.wagers), *paying, *bounds, "betting_unit", "positions"}


def value_in_words(terms: Terms, option: Option) -> str:
    """The value of an option as people read it."""
    value = option.plain(terms[option.name])
    wager = terms.game.wager.get(option.name)
    if isinstance(option, Amount):
        return dollars(value)
    if isinstance(option, Flag):
        return "yes" if value else "no"
    if isinstance(option, Approvals):
        held = {key: ", ".join(filter(None, entry.values())) for key, entry in value.items()}
        value = {key: text for key, text in held.items() if text}
    elif wager and wager.awards(terms):
        rest = {key: entry for key, entry in value.items() if not isinstance(entry, Mapping)}
        rest = {key: dollars(entry) if isinstance(entry, int) else entry for key, entry in rest.items()}
        value = dict(wager.awards(terms)) | rest
    return _in_words(value)


def _in_words(value: Any) -> str:
    if isinstance(value, Mapping):
        value = [f"{key.replace('_', ' ')}: {entry}" for key, entry in value.items()]
    text = "; ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text or "none"
