"""`pitboss session`, `hold`, `confidence` and `meter`: what many rounds bring a player, a table and the house."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.game_arguments import Chosen, set_option, table_argument
from pitboss.cli.show import Within, console, escape, json_flag, print_columns, write_json
from pitboss.cli.simulate import (
    errors_option,
    hands_option,
    play_of,
    prepare,
    progress_of,
    rounds_option,
    seed_of,
    seed_option,
    strategy_option,
)
from pitboss.cli.solve import stake_option
from pitboss.errors import MoneyError
from pitboss.money import dollars, parse_dollars

if TYPE_CHECKING:
    from pitboss.simulation.hold import Hold
    from pitboss.simulation.meter import Meter
    from pitboss.simulation.playing import Play
    from pitboss.simulation.session import Session
    from pitboss.simulation.worth import Share, Worth

DAYS = 365
_BARS, _LONGEST = 20, 30
"""Of a histogram: about so many bars at most, and how long they get."""
_RARE = 0.01
"""The part of all sessions that its first and its last bar may leave to others beyond them."""


def _bankroll(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    try:
        return None if value is None else parse_dollars(value)
    except MoneyError as error:
        raise click.BadParameter(error.message, ctx, param) from error


@click.command(short_help="How a session may end; whether a bankroll lasts.")
@table_argument()
@rounds_option("300", "Rounds of the session.")
@click.option("--bankroll", metavar="DOLLARS", callback=_bankroll, help="What the player brings.")
@strategy_option
@errors_option
@stake_option
@set_option
@hands_option
@seed_option
@json_flag
def session(
    chosen: Chosen,
    rounds: int,
    bankroll: int | None,
    strategy: str,
    errors: float,
    stakes: dict[str, int],
    options: dict[str, Any],
    hands: int,
    seed: int | None,
    as_json: bool,
) -> None:
    """How a player's session may end, and whether a bankroll lasts.

    Exact, unless that is too much work or the strategy has no exact value: then it is estimated and says so. JSON has
    the whole distribution: how many sessions end at or below each amount, in cents.

    \b
    pitboss session uth --rounds 300 --bankroll 500 --stake ante=10
    pitboss session hi-lo --rounds 1000 --errors 0.02
    """  # noqa: D301
    from pitboss.simulation.session import session as sit

    play, seed = play_of(chosen, options, stakes, strategy, errors, hands - 1), seed_of(seed)
    worth = _worth(play, seed, as_json)
    found = sit(worth, rounds, bankroll, seed)
    if as_json:
        write_json(_about(play, seed) | {"round": worth.as_dict(), "bankroll": bankroll} | found.as_dict())
    else:
        _title(play)
        _print_session(found, worth, bankroll, seed)


@click.command(short_help="What a table wins an hour and a shift.")
@table_argument()
@click.option("--speed", type=Within(0, 3600, min_open=True), default=35.0, show_default=True, help="Rounds an hour.")
@click.option("--seats", type=click.IntRange(1), default=5, show_default=True, help="Players at the table.")
@click.option("--hours", type=Within(0, 24, min_open=True), default=8.0, show_default=True, help="Of a shift.")
@click.option("--shifts", type=click.IntRange(1, 1_000_000), default=20_000, show_default=True, help="Shifts to play.")
@strategy_option
@errors_option
@stake_option
@set_option
@seed_option
@json_flag
def hold(
    chosen: Chosen,
    speed: float,
    seats: int,
    hours: float,
    shifts: int,
    strategy: str,
    errors: float,
    stakes: dict[str, int],
    options: dict[str, Any],
    seed: int | None,
    as_json: bool,
) -> None:
    """What a table wins in an hour and over a shift, and how often the house loses.

    The hands of a round meet the same dealer: how much they win and lose together is measured on whole tables.

    \b
    pitboss hold uth --speed 35 --seats 5 --hours 8 --stake ante=25
    """  # noqa: D301
    from pitboss.simulation.hold import hold as watch
    from pitboss.simulation.hold import rounds_of

    play, seed = play_of(chosen, options, stakes, strategy, errors, seats), seed_of(seed)
    worth = _worth(play, seed, as_json)
    with progress_of(rounds_of(speed, hours) * shifts) as progress:
        found = watch(play, worth, speed, hours, seed, shifts, progress)
    if as_json:
        write_json(_about(play, seed) | {"round": worth.as_dict(), "speed": speed, "hours": hours} | found.as_dict())
    else:
        _title(play)
        _print_hold(found, worth, play, speed, hours, seed)


@click.command(short_help="How many rounds until one can be sure.")
@table_argument()
@click.option(
    "--width",
    type=Within(0, 1, min_open=True),
    default=0.001,
    show_default=True,
    help="Of an interval for the edge, in antes.",
)
@click.option(
    "--confidence",
    type=Within(0.5, 1, min_open=True, max_open=True),
    multiple=True,
    default=(0.95, 0.99),
    show_default=True,
)
@strategy_option
@errors_option
@stake_option
@set_option
@hands_option
@seed_option
@json_flag
def confidence(
    chosen: Chosen,
    width: float,
    confidence: tuple[float, ...],
    strategy: str,
    errors: float,
    stakes: dict[str, int],
    options: dict[str, Any],
    hands: int,
    seed: int | None,
    as_json: bool,
) -> None:
    """How many rounds until the house is ahead, and how many to know an edge.

    \b
    pitboss confidence uth
    pitboss confidence top-five --width 0.0001 --confidence 0.999
    """  # noqa: D301
    from pitboss.simulation.confidence import ahead_between, until_ahead, until_known

    play, seed = play_of(chosen, options, stakes, strategy, errors, hands - 1), seed_of(seed)
    worth, unit = _worth(play, seed, as_json), play.advisor().stakes["ante"]
    rows = [
        (sure, until_ahead(worth, sure), ahead_between(worth, sure), until_known(worth, unit, width, sure))
        for sure in confidence
    ]
    if as_json:
        keys = "confidence", "ahead", "ahead_interval", "known"
        found = [dict(zip(keys, row, strict=True)) for row in rows]
        write_json(_about(play, seed) | {"round": worth.as_dict(), "width": width, "rounds": found})
        return
    _title(play)
    table = [
        ["Confidence", "Rounds until the house is ahead", f"Rounds to know the edge to {100 * width:g} % of an ante"]
    ]
    for sure, ahead, between, known in rows:
        low, high = map(_rounds, between)
        interval = f" (95 %: {low} to {high})" if worth.sampled else ""
        table.append([f"{100 * sure:.12g} %", f"{_rounds(ahead)}{interval}", _rounds(known)])
    print_columns(table, left=1, styles=["bold", *["" for _ in rows]])
    _note(f"{_source(worth, seed)}; sums of so many rounds are taken as normally distributed.")


@click.command(short_help="A progressive meter over years of play.")
@table_argument()
@click.option("--speed", type=Within(0, 3600, min_open=True), default=35.0, show_default=True, help="Rounds an hour.")
@click.option("--seats", type=click.IntRange(1), default=5, show_default=True, help="Players, who all make the wager.")
@click.option("--hours", type=Within(0, 24, min_open=True), default=16.0, show_default=True, help="A day.")
@click.option("--years", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Years to play.")
@set_option
@seed_option
@json_flag
def meter(
    chosen: Chosen,
    speed: float,
    seats: int,
    hours: float,
    years: int,
    options: dict[str, Any],
    seed: int | None,
    as_json: bool,
) -> None:
    """A progressive meter over years: where it stands, how often it is hit, what the house pays.

    \b
    pitboss meter table.toml --speed 35 --seats 5
    """  # noqa: D301
    from pitboss.simulation.hold import rounds_of
    from pitboss.simulation.meter import meter as watch

    play, seed = play_of(chosen, options, {}, players=seats), seed_of(seed)
    prepare(play, as_json)
    rounds = rounds_of(speed, hours * DAYS)
    with progress_of(rounds * years) as progress:
        found = watch(play, rounds, years, seed, progress)
    if as_json:
        write_json(_about(play, seed) | found.as_dict())
    else:
        _print_meter(found, play, rounds, seed)


def _worth(play: Play, seed: int, quiet: bool) -> Worth:
    from pitboss.simulation.worth import SAMPLE, worth_of

    prepare(play, quiet)
    with progress_of(SAMPLE) as progress:
        return worth_of(play, seed, progress)


def _about(play: Play, seed: int) -> dict[str, Any]:
    advisor = play.advisor()
    return {
        "game": advisor.game.name,
        "strategy": play.strategy,
        "errors": play.errors,
        "players": play.players,
        "stakes": dict(advisor.stakes),
        "seed": seed,
    }


# --- print -----------------------------------------------------------------------------------------------------------


def _title(play: Play) -> None:
    advisor = play.advisor()
    stakes = ", ".join(f"{name.replace('_', ' ')} {dollars(amount)}" for name, amount in advisor.stakes.items())
    errs = f", {100 * play.errors:g} % of decisions wrong" if play.errors else ""
    console().print(f"[bold]{advisor.game.title}[/bold]: {stakes}, {escape(play.way)} play{errs}", soft_wrap=True)


def _print_session(found: Session, worth: Worth, bankroll: int | None, seed: int) -> None:
    rows = [
        ["Rounds", f"{found.rounds:,}"],
        ["Expected result", f"{_mean(found.mean, found.mean_error)}, standard deviation {_money(found.deviation)}"],
        ["Ends ahead", _share(found.ahead)],
        ["Ends even", _share(found.even)],
    ]
    if found.ruin is not None and bankroll is not None:
        rows.append([f"{dollars(bankroll)} do not last", _share(found.ruin)])
    _pairs(rows)
    parts = list(found.quantiles)
    rows = [["Of 100 sessions", *(f"{100 * part:g}" for part in parts)]]
    rows.append(["end at or below", *(dollars(found.quantiles[part]) for part in parts)])
    rows.append(["lose at most in a row", *(f"{found.losing_run[part]:,}" for part in parts)])
    print_columns(rows, left=1, styles=["bold", "", ""])
    _print_bars(found.distribution)
    if found.ruin is not None:
        _note(
            f"A bankroll does not last if, before the session is over, less is left than a round may cost "
            f"({dollars(worth.most_lost)}). The other lines are of players who go on whatever they have lost."
        )
    drawn = f"; {found.drawn:,} sessions were drawn, with seed {seed}, for what has an interval" if found.drawn else ""
    _note(f"{_source(worth, seed)}{drawn}.")


def _print_bars(distribution: dict[int, float]) -> None:
    """How many sessions end between round amounts."""
    from pitboss.simulation.session import round_number

    middle = [amount for amount, below in distribution.items() if _RARE <= below <= 1 - _RARE]
    if len(middle) < 2:
        return
    width = (middle[1] - middle[0]) * round_number((middle[-1] - middle[0]) / (_BARS * (middle[1] - middle[0])))
    edges = [amount for amount in middle if amount % width == 0]
    below = [0.0, *(distribution[edge] for edge in edges), 1.0]
    parts = [upper - lower for lower, upper in pairwise(below)]
    amounts = ["", *map(dollars, edges), ""]
    block = "█" if console().encoding.startswith("utf") else "#"
    longest = _LONGEST / max(parts)
    rows = [["Above", "up to", "sessions", " " * _LONGEST]]
    for (low, high), part in zip(pairwise(amounts), parts, strict=True):
        rows.append([low, high, f"{100 * part:.2f} %", (block * round(longest * part)).ljust(_LONGEST)])
    print_columns(rows, left=0, styles=["bold", *["" for _ in parts]])


def _print_hold(found: Hold, worth: Worth, play: Play, speed: float, hours: float, seed: int) -> None:
    low, high = found.correlation_interval
    off = worth.error * play.players
    hour, shift = _mean(found.per_hour, off * speed), _mean(found.per_shift, off * found.rounds)
    _pairs(
        [
            ["Table", f"{play.players} players, {speed:g} rounds an hour, {hours:g} hours: {found.rounds:,} rounds"],
            ["Win an hour", f"{hour}, standard deviation {_money(found.deviation_per_hour)}"],
            ["Win a shift", f"{shift}, standard deviation {_money(found.deviation_per_shift)}"],
            ["Players together", f"correlation {found.correlation:.4f} (95 %: {low:.4f} to {high:.4f})"],
            ["The house loses", f"{_share(found.house_loses)} of shifts"],
        ]
    )
    rows = [["Of 100 shifts", *(f"{100 * part:g}" for part in found.quantiles)]]
    rows.append(["end at or below", *(dollars(amount) for amount in found.quantiles.values())])
    print_columns(rows, left=1, styles=["bold", ""])
    _note(f"From {found.shifts:,} shifts of whole tables, seed {seed}.")


def _print_meter(found: Meter, play: Play, rounds: int, seed: int) -> None:
    years = found.years
    console().print(f"[bold]{play.advisor().game.title}[/bold]: {play.players} players make the wager in every round")
    rows = [["A year", "Average", "Least", "Most"]]
    rows.append(["Meter", *_spread([year.average for year in years])])
    rows.append(["Highest meter", *_spread([year.highest for year in years])])
    rows.append(["Paid from the meter", *_spread([year.from_meter for year in years])])
    rows.append(["Paid in fixed awards", *_spread([year.fixed for year in years])])
    rows.append(["Contributions", *_spread([year.contributed for year in years])])
    rows.append(["Added to reach the seed", *_spread([year.reseeded for year in years])])
    rows.append(["The house keeps", *_spread([year.house for year in years])])
    for label in dict.fromkeys(label for year in years for label in year.hits):
        hits = [year.hits[label] for year in years]
        rows.append([f"Hits: {label}", f"{sum(hits) / len(hits):,.1f}", f"{min(hits):,}", f"{max(hits):,}"])
    print_columns(rows, left=1, styles=["bold", *["" for _ in rows[1:]]])
    for label, drought in found.droughts.items():
        console().print(f"The longest drought without {escape(label)}: {drought:,} rounds", soft_wrap=True)
    _note(f"From {len(years):,} years of {rounds:,} rounds, one after the other, seed {seed}.")


def _pairs(rows: list[list[str]]) -> None:
    print_columns(rows, left=2, styles=["" for _ in rows])


def _note(text: str) -> None:
    console().print(f"[dim]{escape(text)}[/dim]", soft_wrap=True)


def _source(worth: Worth, seed: int) -> str:
    return f"From {worth.sampled:,} rounds with seed {seed}" if worth.sampled else "From the exact results of a round"


def _spread(amounts: Iterable[float]) -> list[str]:
    found = list(amounts)
    return [_money(sum(found) / len(found)), _money(min(found)), _money(max(found))]


def _rounds(number: int | None) -> str:
    return "never" if number is None else f"{number:,}"


def _money(amount: float) -> str:
    return dollars(round(amount))


def _mean(mean: float, error: float) -> str:
    from pitboss.simulation.results import SURE

    sure = SURE * error
    return f"{_money(mean)} (95 %: {_money(mean - sure)} to {_money(mean + sure)})" if error else _money(mean)


def _share(share: Share) -> str:
    value = f"{100 * share.value:.2f} %"
    return value if share.low == share.high else f"{value} (95 %: {100 * share.low:.2f} % to {100 * share.high:.2f} %)"
