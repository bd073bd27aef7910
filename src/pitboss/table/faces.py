"""The faces of real cards: read when the rules turn them up, once each, and corrected if they were misread."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from pitboss.cards import DECK, UNKNOWN, notation, symbols
from pitboss.games.settlement import Outcome
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.moves import Draft
from pitboss.table.rules import Refusal, Refused, Rules
from pitboss.table.state import DEALER, Round, changed

_BY_RULING = (Outcome.VOID, Outcome.FORFEIT)


def read(draft: Draft, cards: Iterable[int], faces: tuple[int, ...], *, needed: bool = True) -> None:
    """Take in the faces of those of these cards that nobody has read yet; without them nothing goes on, if needed."""
    rules, unread = draft.rules, draft.round.unread(cards)
    if faces and not rules.real_cards:
        rules.refuse("real-cards", "faces", "the software dealt these cards and knows their faces: give none")
    if not faces and not (unread and needed):
        return
    if len(faces) != len(unread):
        _ask(rules, draft.round, unread)
    check(rules, draft.round, faces)
    draft.emit(e.FacesSeen(cards=unread, faces=notation(faces), clauses=rules.cite("real-cards")))


def _ask(rules: Rules, round_: Round, unread: tuple[int, ...]) -> NoReturn:
    if not unread:
        rules.refuse("real-cards", "faces", "no card is turned up here that has not been read: give no faces")
    what = f"read {len(unread)} card{'s' if len(unread) > 1 else ''}: {where_all(round_, unread)}"
    message = f"{what}; give the face of each, from 0 to 51, in that order"
    raise Refused(Refusal("faces-needed", rules.cite("real-cards")[0], message, cards=unread))


def check(rules: Rules, round_: Round, faces: tuple[int, ...]) -> None:
    """Refuse faces that no cards of this deck can have beside those that were read."""
    for face in faces:
        if face not in DECK:
            rules.refuse("real-cards", "bounds", f"a face is a number from 0 to 51, not {face}")
        if faces.count(face) > 1 or face in round_.order:
            lies = where(round_, round_.order.index(face)) if face in round_.order else "twice in what you read"
            message = f"{symbols((face,))} was read already: {lies}. Was one of them misread, or is a card foreign?"
            rules.refuse("real-cards", "face-twice", f"{message} Correct the faces, or report the foreign card")


def known(round_: Round) -> frozenset[int]:
    """The faces that were read."""
    return frozenset(round_.order) - {UNKNOWN}


def where_all(round_: Round, cards: tuple[int, ...]) -> str:
    """Where cards lie, each with its place: "position 3, cards 1 and 2"."""
    groups: dict[str, list[str]] = {}
    for card in cards:
        whose, place = _lies(round_, card)
        groups.setdefault(whose, []).append(str(place))
    return "; ".join(
        f"{whose}, card{'s' if len(places) > 1 else ''} {' and '.join(places)}" for whose, places in groups.items()
    )


def where(round_: Round, card: int) -> str:
    """Where a card lies: "position 3, card 2"."""
    whose, place = _lies(round_, card)
    return f"{whose}, card {place}"


def _lies(round_: Round, card: int) -> tuple[str, int]:
    for position, hand in round_.hands.items():
        if card in hand.cards:
            return ("the dealer" if position == DEALER else f"position {position}"), hand.cards.index(card) + 1
    groups = [("the community cards", round_.board), ("the cards still to be dealt", round_.undealt)]
    groups += [(f"the discard rack ({group.name})", group.cards) for group in round_.discards]
    return next((name, cards.index(card) + 1) for name, cards in groups if card in cards)


# --- misread cards ---------------------------------------------------------------------------------------------------


def correct_faces(draft: Draft, command: c.CorrectFaces) -> None:
    """Cards were misread: what was settled on them is settled again, by order of the floor."""
    from pitboss.table.settling import read_again

    rules, round_ = draft.rules, draft.state.playing
    rules.reasoned(command.reason, "real-cards")
    if not rules.real_cards:
        rules.refuse("real-cards", "faces", "the software dealt these cards and knows their faces")
    if round_ is None:
        message = "no round is in progress: an error of a round that is over is put right by a correction of the money"
        rules.refuse("real-cards", "no-round", message)
    if not command.faces:
        rules.refuse("real-cards", "faces", "say which faces were misread, and what they are")
    was, faces = zip(*command.faces, strict=True)
    wrong = [face for face in was if face not in known(round_)]
    if wrong or len(set(was)) != len(was):
        named = symbols(wrong) if all(face in DECK for face in wrong) and wrong else "each of them once"
        rules.refuse("real-cards", "no-such-face", f"name faces that were read in this round: not {named}")
    if same := [face for face, other in command.faces if face == other]:
        message = f"{symbols(same)} is what was read already: name only faces that were misread"
        rules.refuse("real-cards", "no-change", message)
    cards = tuple(round_.order.index(face) for face in was)
    if not command.by.role.supervises and is_settled_on(round_, cards):
        rules.refuse("real-cards", "settled", "a wager was settled on these cards: the floor corrects them")
    blank = tuple(UNKNOWN if place in cards else face for place, face in enumerate(round_.order))
    check(rules, changed(round_, order=blank), faces)
    corrected = e.FacesCorrected(
        cards=cards, was=notation(was), faces=notation(faces), reason=command.reason, clauses=rules.cite("real-cards")
    )
    draft.emit(corrected)
    read_again(draft, cards, rules.cite("real-cards"))


def unsettled(round_: Round) -> bool:
    """Whether a card was read on which no wager was settled, so that anybody at the table may correct it."""
    return any(face != UNKNOWN and not is_settled_on(round_, (card,)) for card, face in enumerate(round_.order))


def is_settled_on(round_: Round, cards: tuple[int, ...]) -> bool:
    """Whether a wager was settled by hands that these cards may belong to."""
    own = [hand for hand in round_.hands.values() if set(hand.cards) & set(cards)]
    of_all = any(set(cards) & set(some) for some in (round_.board, round_.dealer.cards))
    hands = round_.hands.values() if of_all or round_.kept else own
    return any(line.outcome not in _BY_RULING for hand in hands for line in hand.lines)
