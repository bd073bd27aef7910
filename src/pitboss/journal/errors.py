"""What is wrong with a journal, as errors a person can act on."""

from __future__ import annotations

from pitboss.errors import PitbossError


class JournalError(PitbossError, ValueError):
    """A journal that cannot be read, or that must not be written to."""


class NewerVersionError(JournalError):
    """A record in a form that only a later Pitboss knows."""


class TornJournalError(JournalError):
    """A journal whose last line was cut off while it was written."""
