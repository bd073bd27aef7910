"""The `pitboss` command. Heavy parts are imported by the commands that need them, so that help comes at once."""

from __future__ import annotations

import io
import os
import sys

import click

from pitboss import __version__
from pitboss.cli.audit import audit
from pitboss.cli.device import device
from pitboss.cli.forecasts import confidence, hold, meter, session
from pitboss.cli.law import law
from pitboss.cli.par_command import par
from pitboss.cli.play import play
from pitboss.cli.print import print_paper
from pitboss.cli.random import random_
from pitboss.cli.rules_command import rules
from pitboss.cli.run import run
from pitboss.cli.school_command import school
from pitboss.cli.seen import seen
from pitboss.cli.serve import serve
from pitboss.cli.settle import settle
from pitboss.cli.simulate import simulate
from pitboss.cli.solve import advise, compare, solve
from pitboss.cli.submission_command import check, submission
from pitboss.errors import PitbossError


class PitbossGroup(click.Group):
    """The command with its games named below the help."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the games."""
        from pitboss.games import games

        with formatter.section("Games"):
            formatter.write_dl([(game.short, game.title) for game in games().values()])


@click.group(
    cls=PitbossGroup,
    commands=[
        play,
        serve,
        device,
        settle,
        solve,
        advise,
        compare,
        seen,
        par,
        print_paper,
        school,
        run,
        simulate,
        session,
        hold,
        confidence,
        meter,
        audit,
        random_,
        rules,
        law,
        submission,
        check,
    ],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(__version__, prog_name="pitboss")
def cli() -> None:
    """Conduct regulated casino poker tables by the book.

    Every answer names the clause it rests on; `pitboss law show CLAUSE` prints it.
    """


def main() -> None:
    """Run the command; a mistake ends in one clear sentence, never in a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal may lack the suits
    try:
        cli(standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except click.Abort:
        sys.exit(130)
    except PitbossError as error:
        click.echo(f"pitboss: {error}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        _forget_output()  # the reader has seen enough (`pitboss ... | head`)
        sys.exit(1)
    except OSError as error:
        click.echo(f"pitboss: {error.strerror or error}", err=True)
        _forget_output()
        sys.exit(1)


def _forget_output() -> None:
    """Keep Python from complaining at exit about what could not be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
