"""`pitboss serve`: a card floor in the browser."""

from __future__ import annotations

import click

from pitboss.errors import MissingExtraError


@click.command(short_help="Open a card floor in the browser.")
@click.option(
    "--db",
    metavar="URL",
    default="sqlite:///pitboss.db",
    show_default=True,
    help="Where everything is kept: memory:, sqlite:///FILE or postgresql://…",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to answer on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
def serve(db: str, host: str, port: int, open_page: bool) -> None:
    """Run tables that people play at in the browser, and staff run from the same pages.

    The first start sets up one table of each game. Everything is kept: stop it, or pull the plug, and it goes on where
    it was. It answers on this machine only unless --host says otherwise; put it behind TLS for others.

    \b
      pitboss serve --open
      pitboss serve --db postgresql://floor@localhost/floor --port 8001
    """  # noqa: D301
    try:
        from pitboss.web.serving import serve as run
    except ImportError as error:
        raise MissingExtraError("the floor in the browser", "web") from error

    run(db, host, port, say=click.echo, open_page=open_page)
