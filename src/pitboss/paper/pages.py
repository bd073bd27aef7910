"""How pages are filled in, on paper and on the web alike: all text escaped, and nothing missing goes unsaid."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined


def pages_of(package: str) -> Environment:
    """The templates of a package."""
    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
