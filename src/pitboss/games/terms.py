"""The terms a hand is settled by: one game's options with all values, the pay tables in force, the limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pitboss.errors import OptionError
from pitboss.games.game import Game, Wager
from pitboss.games.options import Amount, Approval, Approvals, NeededApproval, Option, RaisedOdds, Text
from pitboss.games.pay_tables import PayTable
from pitboss.money import is_worded_for


@dataclass(frozen=True, eq=False)
class Terms:
    """Every option of a game with its value.

    Terms of a table (`of_table`) are its whole submission: each choice is legal, alone and with the others. Terms of a
    bare hand (`of_hand`) say only what bears on it; the rest have starting values, and a combination of choices, or
    whether a wager is offered, is judged only as far as the hand says.
    """

    game: Game
    values: Mapping[str, Any]
    stated: frozenset[str]
    """The options that were named."""
    of_a_table: bool

    @classmethod
    def of_hand(cls, game: Game, given: Mapping[str, Any] | None = None) -> Terms:
        """The terms of a finished hand that comes without a table."""
        return _first_or_raise(*_read(game, {} if given is None else given, of_a_table=False))

    @classmethod
    def of_table(cls, game: Game, given: Mapping[str, Any]) -> Terms:
        """The terms of a table, from its submission."""
        return _first_or_raise(*_read(game, given, of_a_table=True))

    @classmethod
    def of_record(cls, game: Game, given: Mapping[str, Any]) -> Terms:
        """The terms of a table from its journal, which were lawful when they came into force.

        An option that was not there then has its starting value, also one that a submission must name today.
        """
        return _first_or_raise(*_read(game, given, of_a_table=True, recorded=True))

    @cached_property
    def pay_tables(self) -> Mapping[str, PayTable]:
        """The table in force for each wager that has one in every round: the one selected, with raised rows."""
        return {
            name: _in_force(self.game, name, self.values)
            for name, pays in self.game.payouts.items()
            if pays.selected_by or len(pays.tables) == 1
        }

    @cached_property
    def limits(self) -> tuple[int, ...]:
        """What each cap of the game amounts to here, in cents."""
        return tuple(cap.limit(self) for cap in self.game.caps)

    @cached_property
    def posted(self) -> Mapping[str, tuple[int, int] | None]:
        """The posted minimum and maximum of each wager; None for one that has a fixed amount."""
        return {wager.name: self._posted(wager) for wager in self.game.wagers}

    def _posted(self, wager: Wager) -> tuple[int, int] | None:
        name = wager.name
        if f"{name}_minimum" not in self.values:
            if name != "ante" and not wager.equals:
                return None
            name = "table"
        return int(self.values[f"{name}_minimum"]), int(self.values[f"{name}_maximum"])

    @cached_property
    def stated_limits(self) -> Mapping[str, tuple[int, int | None]]:
        """The limits that a table posts; of a bare hand, those that it says: a limit it does not say binds nobody."""
        return {name: self._stated(name, *limits) for name, limits in self.posted.items() if limits}

    def _stated(self, wager: str, least: int, most: int) -> tuple[int, int | None]:
        name = wager if f"{wager}_minimum" in self.values else "table"
        low, high = (self.of_a_table or f"{name}_{end}" in self.stated for end in ("minimum", "maximum"))
        return least if low else 0, most if high else None

    @cached_property
    def unit(self) -> int:
        """Wagers are whole multiples of this many cents."""
        return int(self.values.get("betting_unit", 1))

    def offers(self, wager: str) -> bool:
        """Whether a wager may be made; a bare hand that does not say is not asked."""
        switch = self.game.wager[wager].offered
        return switch is None or bool(self.values[switch]) or not (self.of_a_table or switch in self.stated)

    def missing_approvals(self, at: int | None = None) -> Iterator[NeededApproval]:
        """The approvals these terms need and whose reference or date is blank, or later than a time (in ms)."""
        for option in self.game.options:
            if isinstance(option, Approvals):
                for need in option.needed:
                    if need.when(self) and not self[option.name].get(need.key, Approval()).is_complete_by(at):
                        yield need

    def plain(self) -> dict[str, Any]:
        """Every option as plain data that could be submitted again."""
        return {name: option.plain(self.values[name]) for name, option in self.game.option.items()}

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def get(self, key: str, default: Any = None) -> Any:
        """The value of an option, where the game has it."""
        return self.values.get(key, default)


def problems(game: Game, given: Mapping[str, Any]) -> list[OptionError]:
    """Everything that keeps a table from having these options."""
    return _read(game, given, of_a_table=True)[1]


def _first_or_raise(terms: Terms | None, errors: list[OptionError]) -> Terms:
    if errors:
        raise errors[0]
    assert terms is not None
    return terms


def _read(
    game: Game, given: Any, *, of_a_table: bool, recorded: bool = False
) -> tuple[Terms | None, list[OptionError]]:
    """Read single choices; only where all of them are legal, judge them together."""
    if not isinstance(given, Mapping):
        return None, [OptionError("options", f"options are values by name, not {given!r}", game.cites.choices)]
    stated, errors = _single(game, given, recorded=recorded)
    if of_a_table and not recorded:
        errors += _missing(game, stated, given)
    if errors:
        return None, errors
    values = {option.name: _value(game, option.name, stated) for option in game.options}
    terms = Terms(game, values, frozenset(stated), of_a_table)
    return terms, [*_odds_problems(terms), *_forbidden(terms, whole=of_a_table and not recorded)]


def _single(game: Game, given: Mapping[str, Any], *, recorded: bool) -> tuple[dict[str, Any], list[OptionError]]:
    stated: dict[str, Any] = {}
    errors: list[OptionError] = []
    for key, value in given.items():
        if key not in game.option:
            message = f"{game.title} has no option {key!r}; it has {', '.join(game.option)}"
            errors.append(OptionError("unknown-option", message, game.cites.choices, (key,)))
            continue
        try:
            option = game.option[key]
            if game.cites.odds and not recorded and _words_odds_with_for(option, value):
                message = f"{key}: {value!r}: odds are worded with 'to', never with 'for'"
                raise OptionError("odds-wording", message, game.cites.odds, (key,))
            stated[key] = option.read_record(value) if recorded else option.read(value)
        except OptionError as error:
            errors.append(error)
    return stated, errors


def _words_odds_with_for(option: Option, value: Any) -> bool:
    """Whether what is printed of an option states odds with "for"."""
    texts = value.values() if isinstance(option, RaisedOdds) and isinstance(value, Mapping) else (value,)
    return isinstance(option, RaisedOdds | Text) and any(
        isinstance(text, str) and is_worded_for(text) for text in texts
    )


def _missing(game: Game, stated: Mapping[str, Any], given: Mapping[str, Any]) -> list[OptionError]:
    """A table must name some options; those of a wager it does not offer have nothing to say."""
    return [
        OptionError("option-missing", f"{option.name} is missing; legal: {option.legal}", option.clause, (option.name,))
        for option in game.options
        if option.must_be_named
        and option.name not in given
        and (option.only_if is None or stated.get(option.only_if, game.option[option.only_if].start))
    ]


def _value(game: Game, name: str, stated: Mapping[str, Any]) -> Any:
    option = game.option[name]
    if name in stated:
        return stated[name]
    if isinstance(option, Amount) and option.follows and option.follows in stated:
        return stated[option.follows]
    return option.read(option.start)


def _in_force(game: Game, name: str, values: Mapping[str, Any]) -> PayTable:
    pays = game.payouts[name]
    table = pays.tables[values[pays.selected_by]] if pays.selected_by else pays.only
    if pays.raised_by:
        option = game.option[pays.raised_by]
        assert isinstance(option, RaisedOdds)
        table = table.raised(values[option.name], option.name, option.clause, option.whole)
    return table


def _odds_problems(terms: Terms) -> Iterator[OptionError]:
    for name, pays in terms.game.payouts.items():
        if pays.raised_by:
            try:
                _in_force(terms.game, name, terms.values)
            except OptionError as error:
                yield error


def _forbidden(terms: Terms, *, whole: bool) -> Iterator[OptionError]:
    """`whole`: what is not stated is judged too, by its starting value."""
    for rule in terms.game.forbidden:
        if (whole or terms.stated.issuperset(rule.keys)) and rule.when(terms):
            message = f"{', '.join(rule.keys)}: {rule.message}"
            yield OptionError("forbidden-combination", message, rule.clause, rule.keys)
