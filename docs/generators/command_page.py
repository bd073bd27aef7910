"""The command reference, written from the commands themselves."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from pitboss.cli import cli


def command_page() -> str:
    """Every command with its arguments and options."""
    context = click.Context(cli, info_name="pitboss", **cli.context_settings)
    lines = [
        "# Commands",
        "",
        "After this page you can find every command, argument and option. It is written from the program when the docs",
        "are built, so it says what `--help` says.",
        "",
        *_described(context, cli),
    ]
    for name, command in sorted(cli.commands.items()):
        lines += _section(click.Context(command, info_name=name, parent=context), command, level=2)
    return "\n".join(lines)


def _section(context: click.Context, command: click.Command, level: int) -> Iterator[str]:
    yield f"{'#' * level} {context.command_path} {{ #{context.command_path.replace(' ', '-')} }}"
    yield ""
    yield from _described(context, command)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            if inner := command.get_command(context, name):
                yield from _section(click.Context(inner, info_name=name, parent=context), inner, level + 1)


def _described(context: click.Context, command: click.Command) -> Iterator[str]:
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"```text\n{usage}\n```\n"
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        if paragraph.lstrip("\b\n").lstrip().startswith("pitboss ") or "\b" in paragraph:
            yield f"```text\n{inspect.cleandoc(paragraph.replace(chr(8), ''))}\n```\n"
        else:
            yield f"{_escaped(paragraph)}\n"
    records = [record for part in command.get_params(context) if (record := part.get_help_record(context))]
    if records:
        yield "| option | what it does |\n|---|---|"
        for name, words in records:
            cell = name.replace("|", "\\|")
            yield f"| `{cell}` | {_escaped(words)} |"
        yield ""


def _escaped(text: str) -> str:
    return re.sub(r"([*_\[\]<>|])", r"\\\1", text)
