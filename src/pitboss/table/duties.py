"""What people at the table answer for: the physical clauses in force, grouped into duties, and what is still to attest.

The register lists the duties; the dealer attests those of the dealing, a floorperson those of opening and closing.
"""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.law import Citation, Duty
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.moves import Draft
from pitboss.table.rules import Rules, refuse_by
from pitboss.table.state import Round, State

OPENING, DEALING, CLOSING = "opening", "dealing", "closing"
ROLES = {OPENING: Role.FLOOR, DEALING: Role.DEALER, CLOSING: Role.FLOOR}
"""Who attests at each moment."""
THE_DEALER = Role.DEALER.value
"""Named instead of a player when a breach of the dealer's is reported."""


def dealers_duties(rules: Rules) -> tuple[Duty, ...]:
    """What the dealer answers for at this table."""
    return tuple(duty for duty in rules.duties if duty.moment == DEALING)


def can_be_broken(rules: Rules, state: State) -> tuple[Duty, ...]:
    """What the dealer can be reported to have broken: duties about something that was done at this table."""
    return tuple(duty for duty in dealers_duties(rules) if _was_ever_done(duty, rules, state))


def _was_ever_done(duty: Duty, rules: Rules, state: State) -> bool:
    match duty.after:
        case "cut":
            by_hand = not rules.shuffler and state.rounds > 0
            return by_hand or any(deck.cut for deck in state.decks)
        case "count":
            return state.rounds > state.uncounted
        case _:
            return True


def unattested(rules: Rules, state: State, moment: str) -> tuple[Duty, ...]:
    """What has still to be attested at a moment; nothing where the submission waives it, or in a void round."""
    if not rules.attests:
        return ()
    done: Iterable[str] = state.attested
    round_ = state.playing
    if moment == DEALING:
        if round_ is None or round_.void:
            return ()
        done = (*round_.attested, *(rule for who, rule in round_.breaches if who == THE_DEALER))
    asked = [duty for duty in rules.duties if duty.moment == moment and duty.name not in done]
    if moment == OPENING and state.open:
        return tuple(duty for duty in asked if duty.name in state.attest_anew)
    return tuple(duty for duty in asked if round_ is None or _was_done(duty, state, round_))


def to_attest_anew(old: Rules, new: Rules, state: State) -> tuple[str, ...]:
    """The duties of opening that a change of the submission at an open table asks for: a new way of dealing's."""
    if not state.open or not new.attests:
        return ()
    if old.dealing == new.dealing:
        return tuple(duty.name for duty in unattested(new, state, OPENING))
    return tuple(duty.name for duty in new.duties if duty.moment == OPENING and duty.dealing)


def _was_done(duty: Duty, state: State, round_: Round) -> bool:
    """Whether there was in this round what the duty is about."""
    if duty.after == "cut":
        deck = state.deck(round_.deck)
        return deck is not None and deck.cut
    return not duty.after or round_.counted is not None


def clauses_of(rules: Rules, duties: Iterable[Duty]) -> tuple[Citation, ...]:
    """What duties rest on: their clauses, and the ruling that has them attested."""
    return (*(clause for duty in duties for clause in duty.clauses), *rules.cite("attest"))


def words_of(duties: Iterable[Duty]) -> str:
    """Duties as a person attests them."""
    return "; ".join(duty.words for duty in duties)


def must_be_attested(rules: Rules, state: State, moment: str) -> None:
    """Refuse to go on before the duties of a moment are attested."""
    left = unattested(rules, state, moment)
    if left:
        who = "the dealer" if ROLES[moment] is Role.DEALER else "a floorperson"
        named = "; ".join(f"{duty.words} ({duty.name}, {', '.join(duty.clauses)})" for duty in left)
        refuse_by(left[0].clauses[0], "not-attested", f"first {who} attests the duties of {moment}: {named}")


def dealers_breach(draft: Draft, command: c.Breach) -> bool:
    """Put a breach of the dealer's into the record, from which nothing follows; False if it is about a player."""
    rules, state = draft.rules, draft.state
    duties = {duty.name: duty for duty in can_be_broken(rules, state)}
    duty, seated = duties.get(command.rule), state.seat_of(THE_DEALER) is not None
    if duty is None and (command.player != THE_DEALER or seated):
        return False
    if duty is None:
        known = ", ".join(f"{one.name} ({one.words})" for one in duties.values())
        message = f"say which duty the dealer broke: {known}" if known else "these rules name no duty of the dealer's"
        rules.refuse("attest", "no-such-rule", message)
    if command.player != THE_DEALER:
        rules.refuse("attest", "not-a-player", f"{duty.name} is a duty of the dealer's: report it of {THE_DEALER!r}")
    if not command.what.strip():
        rules.refuse("attest", "reason", "say what was done: it goes into the record")
    if not state.open:
        rules.refuse("open", "table-closed", "the table is closed: nobody deals here")
    clauses = clauses_of(rules, (duty,))
    draft.emit(e.BreachReported(player=THE_DEALER, what=command.what, rule=duty.name, clauses=clauses))
    return True
