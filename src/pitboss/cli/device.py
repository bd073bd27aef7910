"""`pitboss device`: a line for each message, for anything that can write lines; and devices that are simulated."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

import click

from pitboss.cli.show import Within
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.floor.device_line import Line


@click.command(short_help="Let a device speak to a table by lines, or simulate one.")
@click.option("--server", metavar="URL", required=True, help="The floor, such as http://localhost:8000.")
@click.option(
    "--key", metavar="KEY", required=True, envvar="PITBOSS_DEVICE_KEY", help="What the device was enrolled with."
)
@click.option(
    "--simulate",
    type=click.Choice(["shuffler", "shoe", "reader"]),
    help="Play such a device, instead of reading lines.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of a simulated device.")
@click.option(
    "--faults",
    metavar="RATE",
    type=Within(0, 1),
    default=0.0,
    show_default=True,
    help="How often something goes wrong with a simulated device: from 0 to 1.",
)
@click.option(
    "--pace", metavar="SECONDS", type=Within(0, 60), default=1.0, show_default=True, help="Of a simulated device."
)
@click.option("--steps", type=click.IntRange(min=1), help="End a simulated device after so many messages.")
def device(
    server: str, key: str, simulate: str | None, seed: int, faults: float, pace: float, steps: int | None
) -> None:
    """Read lines from standard input, send each to the floor as a message of a device, and print the answers.

    \b
      finished red 52      a shuffler has shuffled the red deck, and counted it
      loaded red           a shuffler has put the red deck into the shoe
      dispensed 2          two cards, or a stack of two, left the shoe
      face Qd 0.98         a reader saw the queen of diamonds; a third word is the place
      jam double feed      the device cannot go on, and why
      clear                it is in order again
      status idle          a sign of life; one is sent by itself when there is nothing else

    The key is better given in PITBOSS_DEVICE_KEY: other users of the machine see a command line.

    \b
      cat /dev/ttyUSB0 | pitboss device --server http://localhost:8000
      pitboss device --server http://localhost:8000 --simulate shuffler --seed 7 --faults 0.05
    """  # noqa: D301
    from pitboss.floor.device_line import Line, Wire

    line = Line(Wire(server, key, say=lambda text: click.echo(text, err=True)))
    click.echo(line.hello())
    if simulate is None:
        _read(line)
    else:
        from pitboss.floor.device_messages import Kind
        from pitboss.floor.simulated_devices import SimulatedDevice

        for said in line.play(SimulatedDevice(Kind(simulate), seed, faults), pace=pace, steps=steps):
            click.echo(said)


def _read(line: Line) -> None:
    """Every line that comes; meanwhile a sign of life now and again."""
    over = threading.Event()

    def beat() -> None:
        while not over.wait(line.heartbeat):
            try:
                line.beat()
            except PitbossError as error:
                click.echo(f"pitboss: {error}", err=True)
                return

    threading.Thread(target=beat, daemon=True).start()
    try:
        for text in sys.stdin:
            if text.strip():
                click.echo(line.tell(text))
    finally:
        over.set()
