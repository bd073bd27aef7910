"""`pitboss random`: what a test laboratory asks for: raw bits, shuffled decks, and what came of them in real rounds."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from pitboss.cards import DECK, notation
from pitboss.cli.game_arguments import Chosen, set_option, table_argument
from pitboss.cli.show import cards_markup, console, json_flag, now
from pitboss.cli.simulate import many, seed_of
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.table.commands import Command
    from pitboss.table.events import Event
    from pitboss.table.state import Round

T = TypeVar("T")
Function = TypeVar("Function", bound=Callable[..., Any])
CARDS, NUMBERS, BYTES = "cards", "numbers", "bytes"

_seed = click.option("--seed", type=click.IntRange(0), help="Repeatable, by this number; from the system without it.")
_out = click.option("--out", type=click.File("wb", lazy=False), default="-", help="A file; standard output without it.")


def _number(what: str, default: str) -> Callable[[Function], Function]:
    return click.option("--number", metavar="N", default=default, show_default=True, callback=many, help=what)


@click.group("random", short_help="Raw bits, shuffled decks and dealt rounds for a test laboratory.")
def random_() -> None:
    """Write what a test laboratory asks for, as it is made for a table.

    Every shuffle has a seed of its own, from the operating system. HMAC_DRBG with SHA-256 (NIST SP 800-90A) makes bytes
    of it, a byte past the last whole multiple of the cards left is thrown away, and the rest say which card comes next.
    The seed is sealed in the journal with the order, and opened with it after the round.
    """


@random_.command(short_help="The generator's bytes, as they are.")
@_number("How many bytes, such as 1e9.", "1e6")
@_seed
@_out
def bits(number: int, seed: int | None, out: BinaryIO) -> None:
    """Write the generator's bytes as they are, from one seed, which is printed to standard error.

    \b
    pitboss random bits --number 1e9 --out bits.bin
    """  # noqa: D301
    from pitboss.randomness import BITS, REQUEST_BYTES, Generator, seeds

    _not_to_a_screen(out)
    start = next(seeds(seed))
    click.echo(f"seed {start.hex()}, stream {BITS}", err=True)
    requests = -(-number // REQUEST_BYTES)
    left = number
    for part in _shown(islice(Generator(start, BITS).requests(), requests), requests, "requests"):
        out.write(part[:left])
        left -= len(part)
    out.flush()


@random_.command(short_help="Shuffled decks, one a line.")
@_number("How many decks.", "10")
@_seed
@click.option(
    "--as", "form", type=click.Choice([CARDS, NUMBERS, BYTES]), default=CARDS, show_default=True,
    help="Cards, their numbers from 0 to 51, or 52 bytes a deck with nothing between.",
)  # fmt: skip
@_out
@json_flag
def decks(number: int, seed: int | None, form: str, out: BinaryIO, as_json: bool) -> None:
    """Write shuffled decks from the top, each from a seed of its own, as a table shuffles them.

    With --json a line has the seed and the stream too.

    \b
    pitboss random decks --number 1e6 --as bytes --out decks.bin
    """  # noqa: D301
    from pitboss.table.autodealer import Autodealer

    if as_json and form != CARDS:
        raise PitbossError("form", f"with --json a deck is written as cards, not as {form}: leave out one of the two")
    if form == BYTES:
        _not_to_a_screen(out)
    dealer = Autodealer(seed)
    for _ in _shown(range(number), number, "decks"):
        made = dealer.shuffle()
        if as_json:
            said = {"seed": made["salt"], "stream": made["stream"], "order": notation(made["order"])}
            line = json.dumps(said).encode() + b"\n"
        elif form == BYTES:
            line = bytes(made["order"])
        else:
            words = notation(made["order"]) if form == CARDS else " ".join(map(str, made["order"]))
            line = words.encode() + b"\n"
        out.write(line)
    out.flush()


@random_.command(short_help="The deck that a seed from a journal makes.")
@click.argument("seed")
@click.option("--stream", help="The stream that the journal names; that of a shuffle without it.")
@json_flag
def order(seed: str, stream: str | None, as_json: bool) -> None:
    """Print the deck that a shuffle makes of a seed: what the journal opened after a round can be checked with it."""
    from pitboss.randomness import SHUFFLE, order_of

    stream = stream or SHUFFLE
    made = order_of(seed, stream)
    if as_json:
        click.echo(json.dumps({"seed": seed, "stream": stream, "order": notation(made)}))
    else:
        console().print(cards_markup(made), soft_wrap=True)


@random_.command(short_help="Rounds dealt at a real table, one a line.")
@table_argument()
@_number("How many rounds.", "10")
@click.option("--seats", type=click.IntRange(1), default=1, show_default=True, help="Players at the table.")
@_seed
@set_option
@_out
def rounds(chosen: Chosen, number: int, seats: int, seed: int | None, options: dict[str, Any], out: BinaryIO) -> None:
    """Deal rounds at a real table and write what came of each: JSON, one round a line.

    The seed, stream and order of the deck, how it was cut, the cards of every hand and of the board, what each player
    decided, and how every wager came out, in cents. The players wager and decide at random.

    \b
    pitboss random rounds uth --number 1e5 --seats 6 --out rounds.jsonl
    """  # noqa: D301
    from pitboss.playtest.random_players import Session
    from pitboss.table.table import Table

    heard = _Heard()
    submission = chosen.submission(options, for_practice=True)
    submission.must_be_approved(now())
    table = Table(submission, seed=seed, record=heard.hear)
    positions = int(table.rules.terms["positions"])
    if seats > positions:
        raise click.BadParameter(f"the table has {positions} positions", param_hint="--seats")
    table.open()
    session = Session(table, seats, seed_of(seed))
    for _ in _shown(range(number), number, "rounds"):
        session.play()
        out.write(json.dumps(_outcome(table.round, heard)).encode() + b"\n")
    out.flush()


class _Heard:
    """What becomes of the decks at a table, and what its players decide."""

    def __init__(self) -> None:
        self.cuts: dict[str, int] = {}
        self.opened: dict[str, Any] = {}
        """The last deck that was opened, and how many of its cards had gone from the top to the bottom."""
        self.decisions: list[tuple[int, str, tuple[int, ...]]] = []
        """Of the last round: at which position, what was done, with which cards if with some."""

    def hear(self, command: Command, events: tuple[Event, ...]) -> None:
        """Note shuffles, cuts, decisions and what is opened."""
        from pitboss.table import events as e

        for event in events:
            match event:
                case e.DeckShuffled(deck=deck) | e.DeckReceived(deck=deck):
                    self.cuts[deck] = 0
                case e.DeckCut(deck=deck, cards=cards):
                    self.cuts[deck] += cards or 0
                case e.BetsClosed():
                    self.decisions = []
                case e.Decided(position=position, action=action):
                    self.decisions.append((position, action, ()))
                case e.CardsPicked(position=position, cards=places):
                    self.decisions.append((position, "pick", places))
                case e.HandSet(position=position, low=places) if position:
                    self.decisions.append((position, "low", places))
                case e.DeckOpened(deck=deck, salt=salt, stream=stream, order=order):
                    self.opened = {"seed": salt, "stream": stream, "order": order, "cut": self.cuts[deck] % len(DECK)}
                case _:
                    pass


def _outcome(round_: Round, heard: _Heard) -> dict[str, Any]:
    """A round as a line."""
    hands = {str(position) if position else "dealer": hand.cards for position, hand in round_.hands.items()}
    cards = {**hands, "board": round_.board}
    decisions: dict[str, list[str]] = {str(position): [] for position in round_.positions}
    for position, action, places in heard.decisions:
        decisions[str(position)].append(f"{action} {notation(round_.faces(places))}".strip())
    told = ("wager", "outcome", "stake", "odds", "paid", "returned")
    lines = {str(position): round_.hands[position].lines for position in round_.positions}
    return {
        "round": round_.number,
        **heard.opened,
        "cards": {who: notation(round_.faces(held)) for who, held in cards.items()},
        "decisions": decisions,
        "results": {who: [{key: getattr(line, key) for key in told} for line in of] for who, of in lines.items()},
    }


def _not_to_a_screen(out: BinaryIO) -> None:
    if out.isatty():
        raise PitbossError("bytes", "bytes are nothing for a screen: name a file with --out, or pipe them")


def _shown(items: Iterable[T], total: int, words: str) -> Iterator[T]:
    """The items, with a bar on the terminal while they go by."""
    from rich.console import Console
    from rich.progress import track

    screen = Console(stderr=True)
    quiet = not screen.is_terminal or sys.stdout.isatty()
    yield from track(items, words, total=total, console=screen, transient=True, disable=quiet)
