"""Counts of the stub, of hands and of whole decks, and what a number that does not fit leads to.

A number that does not fit is counted again before anything follows from it, or anything else is counted; the second
count stands. What is known of the number of cards is the last count of every hand, those in the rack too, the stub, and
what lies elsewhere; every report is judged by all of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pitboss.cards import DECK
from pitboss.games.handling import Handling, Repair
from pitboss.games.irregularities import Irregularity, Remedy
from pitboss.law import Citation
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.dealing import doubt, emit_closed, ruling_is_due, run_is_over, take_stub
from pitboss.table.deck_steps import shuffle_steps
from pitboss.table.flow import all_out, nothing_alive, number_to_rule, spare_cards, spent, waits_in_shoe
from pitboss.table.moves import Draft, open_seal, shuffle_anew
from pitboss.table.rules import Rules
from pitboss.table.state import DEALER, STUB, Deck, Hand, Round
from pitboss.table.voiding import can_void, find, found, too_late, void_hand, void_if_stranded, void_round

WHOLE = len(DECK)
MOST_IN_DECK = 2 * WHOLE
"""A deck counted as one may hold the cards of two, no more."""


def in_bounds(rules: Rules, cards: int, most: int, what: str, least: int = 0) -> None:
    """Refuse a number of cards that there cannot be."""
    if not least <= cards <= most:
        rules.refuse("count-again", "bounds", f"{what} has {least} to {most} cards, not {cards}")


def the_round(draft: Draft, what: str) -> Round:
    """The round in progress; a fact that can only be seen in one is refused without it."""
    round_ = draft.state.playing
    if round_ is None:
        draft.rules.refuse("round", "no-round", f"no round is in progress: {what}")
    return round_


# --- the stub --------------------------------------------------------------------------------------------------------


def count_stub(draft: Draft, command: c.CountStub) -> None:
    """The stub is counted face down; what does not fit a deck of 52, twice, leads to a count of every hand."""
    rules = draft.rules
    round_ = the_round(draft, "there is no stub to count; a whole deck is counted by `CountDeck`")
    in_bounds(rules, command.cards, WHOLE, "a stub")
    if Irregularity.STUB_MISDEAL.name in round_.found:
        rules.refuse("stub-wrong", "counted", "stub and hands were counted: the round is void for what was found")
    doubted = STUB in round_.doubts
    if not (doubted or spent(round_)) and (not all_out(rules, round_) or waits_in_shoe(rules, round_)):
        rules.refuse("stub-count", "out-of-order", "the stub is counted when the last card of the round has left it")
    if round_.inquiry and not doubted:
        rules.refuse("stub-wrong", "hands-to-count", "the stub and a hand do not fit: now every hand is counted")
    if not doubted:
        _one_after_the_other(rules, round_, list(round_.doubts))
    if not round_.stub:
        take_stub(draft)
    again = command.cards != expected_stub(round_) and not doubted
    _judge_stub(draft, command.cards, again)


def _one_after_the_other(rules: Rules, round_: Round, doubted: Sequence[int]) -> None:
    """Nothing else is counted until a number that did not fit has been counted again, the stub's first.

    A void round needs no more: its whole deck is counted as it is gathered.
    """
    if doubted and not spent(round_):
        rules.refuse("count-again", "count-again", doubt(round_, doubted[0]))


def _judge_stub(draft: Draft, cards: int, again: bool = False) -> None:
    rules, round_ = draft.rules, draft.round
    expected = expected_stub(round_)
    right = cards == expected
    clauses = rules.cite("stub-right" if right else "count-again" if again else "stub-wrong")
    draft.emit(e.StubCounted(cards=cards, expected=expected, right=right, again=again, clauses=clauses))
    if right and round_.stub != "racked":
        draft.emit(e.StubRacked(clauses=clauses))


def judge_stub_again(draft: Draft) -> None:
    """Cards were out that nobody knew of when the stub was counted: it is judged anew.

    A stub whose number fitted is counted again before anything follows.
    """
    round_ = draft.round
    if round_.counted is None:
        return
    whole = _in_all(round_, round_.counted, {}) == WHOLE
    if not (round_.inquiry or whole or STUB in round_.doubts):
        find(draft, Irregularity.STUB_DECK)
    elif round_.inquiry and round_.unfit and whole:
        _judge_stub(draft, round_.counted)


def fits(round_: Round) -> bool:
    """Whether the stub, or the undealt cards, were counted, and with all else that is known there are 52 cards."""
    counted = _left(round_)
    if counted is None or round_.inquiry or STUB in round_.doubts:
        return False
    return _in_all(round_, counted, {}) == WHOLE


def unexplained(round_: Round) -> bool:
    """Whether what was counted does not come to 52 with the hands, or a number is still to be counted again."""
    counted = _left(round_)
    return counted is not None and (bool(round_.doubts) or _in_all(round_, counted, {}) != WHOLE)


def _left(round_: Round) -> int | None:
    """How many cards there are in the stub, or still to be dealt, as they were counted; None if they were not."""
    if round_.counted is None and round_.rest is not None:
        return len(round_.undealt) + round_.rest
    return round_.counted


def expected_stub(round_: Round) -> int:
    """The number of cards that the stub of a whole deck has, beside the hands as they were last counted."""
    return WHOLE - _in_all(round_, 0, {})


def _in_all(round_: Round, stub: int, hands: Mapping[int, int]) -> int:
    """What the stub, the hands by their counts, and all that lies elsewhere come to: 52 if the deck is whole."""
    held = {position: len(hand.cards) for position, hand in round_.hands.items()}
    elsewhere = WHOLE - len(round_.undealt) - sum(held.values())
    return stub + sum({**held, **round_.miscounts, **hands}.values()) + elsewhere


# --- hands -----------------------------------------------------------------------------------------------------------


def hand_count(draft: Draft, command: c.HandCount) -> None:
    """A hand is found to have this many cards."""
    rules, repair = draft.rules, draft.rules.game.procedure.repair
    if command.undealt is not None:
        in_bounds(rules, command.undealt, WHOLE, "the rest of the deck")
        if command.position != DEALER or repair is None or not repair.counted:
            message = "the undealt cards are counted only to complete a dealer's hand where the rules want that proof"
            rules.refuse("count-again", "undealt", message)
    round_ = the_round(draft, "no hand lies on the table")
    _check_hand(rules, round_, command.position, command.cards)
    _may_count_hands(rules, round_)
    _judge_hand(draft, command.position, command.cards, command.undealt)


def _may_count_hands(rules: Rules, round_: Round) -> None:
    if round_.inquiry:
        message = "stub and hands do not come to 52 cards: every hand is counted, not one by itself"
        rules.refuse("stub-wrong", "hands-to-count", message)
    _one_after_the_other(rules, round_, [STUB] if STUB in round_.doubts else [])


def count_hands(draft: Draft, command: c.CountHands) -> None:
    """Every hand is counted, because stub and hands do not come to 52; at any other time each by itself."""
    rules = draft.rules
    round_ = the_round(draft, "no hand lies on the table")
    positions = [position for position, _ in command.counts]
    if len(set(positions)) != len(positions):
        rules.refuse("count-again", "twice", "a position stands twice among the counts: count each hand once")
    for position, cards in command.counts:
        _check_hand(rules, round_, position, cards)
    wanted = hands_to_count(round_)
    missing = [p for p in wanted if p not in positions]
    if (round_.inquiry and missing) or not positions:
        who = ", ".join("the dealer" if p == DEALER else f"position {p}" for p in missing or wanted)
        message = f"every hand is counted, those in the discard rack too; this lacks {who}"
        rules.refuse("stub-wrong", "hands-to-count", message)
    if round_.inquiry:
        _inquire(draft, round_, dict(command.counts))
        return
    _may_count_hands(rules, round_)
    for position, cards in command.counts:
        if not draft.round.inquiry:
            _judge_hand(draft, position, cards, None)


def hands_to_count(round_: Round) -> tuple[int, ...]:
    """Every hand, those in the discard rack too, but for a void one there: the count that voided it stands."""
    return tuple(p for p in (DEALER, *round_.positions) if not _stands(round_, round_.hands[p]))


def _stands(round_: Round, hand: Hand) -> bool:
    return hand.racked and hand.void not in ("", round_.void)


def _last_count(round_: Round, position: int) -> int:
    """The number of cards that a hand was last found to have."""
    return round_.miscounts.get(position, len(round_.hands[position].cards))


def _inquire(draft: Draft, round_: Round, counts: dict[int, int]) -> None:
    """Whether there was a misdeal, or the deck itself is wrong."""
    rules, said = draft.rules, tuple(counts.items())
    expected = {position: len(hand.cards) for position, hand in round_.hands.items()}
    counts = {position: n for position, n in counts.items() if not _stands(round_, round_.hands[position])}
    counts = {position: expected[position] if round_.hands[position].answers else n for position, n in counts.items()}
    wrong = {position: cards for position, cards in counts.items() if cards != expected[position]}
    known = {**round_.doubts, **round_.miscounts}
    again = any(position not in known for position in wrong)
    if not again:
        _must_be_ruled(rules, round_, wrong)
    key = "count-again" if again else "stub-wrong"
    draft.emit(e.HandsCounted(counts=said, again=again, clauses=rules.cite(key)))
    if again:
        return
    total = _in_all(round_, _left(round_) or 0, counts)
    late = not can_void(draft)
    if total != WHOLE:
        find(draft, Irregularity.STUB_DECK)
    elif round_.unfit:
        find(draft, Irregularity.STUB_MISDEAL)
    by_itself = rules.game.procedure.hand_voids_until_cleared if late else total == WHOLE and not round_.unfit
    if by_itself:
        for position, cards in wrong.items():
            _another_number(draft, position, cards)


def _check_hand(rules: Rules, round_: Round, position: int, cards: int) -> None:
    """Refuse the count of a hand that there is not, or a number that it cannot have."""
    if position not in round_.hands:
        known = ", ".join(map(str, round_.positions))
        rules.refuse("count-again", "not-in-play", f"position {position} is not in play: {known}, and 0 for the dealer")
    if not round_.dealt:
        rules.refuse("count-again", "not-dealt", "no card has been dealt yet: there is no hand to count")
    if _stands(round_, round_.hands[position]) and cards != (stands := _last_count(round_, position)):
        message = (
            f"the hand of position {position} is void and lies in the rack: the count of {stands} that voided it stands"
        )
        rules.refuse("count-again", "racked", message)
    least = round_.hands[position].fewest
    what = f"{least} card{'s were' if least > 1 else ' was'} turned up: this hand" if least else "a hand"
    in_bounds(rules, cards, WHOLE, what, least)


def _judge_hand(draft: Draft, position: int, cards: int, undealt: int | None) -> None:
    rules, round_ = draft.rules, draft.round
    hand, fitted = round_.hands[position], fits(round_)
    expected = len(hand.cards)
    if hand.answers and cards != expected:
        _answered(draft, position, cards, expected)
        return
    known = _last_count(round_, position)
    wrong = cards != (known if fitted or _stands(round_, hand) else expected)
    again = wrong and position not in round_.doubts and (fitted or known != cards)
    if wrong and not again:
        _must_be_ruled(rules, round_, (position,))
    if round_.counted is not None or not wrong or again:
        undealt = None
    misfit = fitted if undealt is None else _in_all(round_, undealt, {position: cards}) != WHOLE
    inquiry = wrong and not again and misfit and not spent(round_)
    clauses = rules.cite("stub-wrong" if inquiry else "count-again")
    draft.emit(
        e.HandCounted(
            position=position,
            cards=cards,
            expected=expected,
            again=again,
            inquiry=inquiry,
            undealt=undealt,
            clauses=clauses,
        )
    )
    if not wrong or again or misfit:
        return
    too_many = cards != expected + hand.lacks and cards - expected > spare_cards(rules, round_)
    if too_many or _in_all(round_, 0, {position: cards}) > WHOLE:
        find(draft, Irregularity.STUB_DECK)
    _another_number(draft, position, cards)


def _another_number(draft: Draft, position: int, cards: int) -> None:
    """A hand has another number of cards than was known: the one that it was dealt, or a wrong one."""
    hand = draft.hand(position)
    if cards == len(hand.cards) + hand.lacks:
        _recount(draft, position, cards, draft.rules.cite("count-again"))  # nothing is to be completed
    else:
        _wrong_hand(draft, position, cards)


def _must_be_ruled(rules: Rules, round_: Round, positions: Iterable[int]) -> None:
    """A second wrong number decides nothing before the floor has said whether the player answers for it."""
    for position in positions:
        if breach := number_to_rule(rules, round_, position):
            ruling_is_due(rules, breach)


def _answered(draft: Draft, position: int, cards: int, expected: int) -> None:
    """A hand whose player was found to have lost, hidden or mixed up cards: it was not dealt a wrong number."""
    rules = draft.rules
    counted = e.HandCounted(position=position, cards=cards, expected=expected, clauses=rules.cite("hand-answered"))
    draft.emit(counted)
    what = f"the player of position {position} answers for its number of cards: the others' hands stand"
    draft.emit(e.Noted(what=what, clauses=rules.cite("hand-answered")))


def _kind(rules: Rules, round_: Round, position: int, cards: int) -> Irregularity:
    if position == DEALER:
        short = _repairable(rules, round_, cards)
        return Irregularity.DEALER_SHORT if short else Irregularity.DEALER_COUNT
    return Irregularity.PASSED_OVER if cards == 0 else Irregularity.PLAYER_COUNT


def _repairable(rules: Rules, round_: Round, cards: int) -> bool:
    """Whether a dealer's short hand may be completed with the next cards."""
    repair = rules.game.procedure.repair
    missing = len(round_.dealer.cards) + round_.dealer.lacks - cards
    if repair is None or not 0 < missing <= repair.most_missing or _completion_barred(repair, round_):
        return False
    return not repair.counted or round_.rest is not None


def _completion_barred(repair: Repair, round_: Round) -> bool:
    """Whether it is too late to complete a dealer's hand."""
    return bool(round_.void or (repair.before_board and (round_.board or round_.dealer.up)))


def judge_short_again(draft: Draft) -> None:
    """A dealer's hand that waits to be completed, and no more can be, is one with a wrong number of cards."""
    round_, repair = draft.round, draft.rules.game.procedure.repair
    waits = round_.dealer.missing and round_.dealer.lacks > 0 and not nothing_alive(round_)
    if repair and waits and _completion_barred(repair, round_):
        find(draft, Irregularity.DEALER_COUNT)


def _wrong_hand(draft: Draft, position: int, cards: int) -> None:
    """What the rules order after a hand was found with a wrong number of cards, twice."""
    rules, round_ = draft.rules, draft.round
    kind = _kind(rules, round_, position, cards)
    consequence, hand = rules.game.irregularities[kind], round_.hands[position]
    one_hand = Remedy.VOID_HAND in consequence.remedies
    if not can_void(draft) and not (one_hand and rules.game.procedure.hand_voids_until_cleared):
        too_late(draft, kind)
        return
    clauses = found(draft, kind, position)
    if cards - len(hand.cards) <= len(round_.undealt) and not hand.racked:
        _recount(draft, position, cards, clauses)
        if kind is Irregularity.DEALER_SHORT and round_.stub_seen:
            from pitboss.table.faults import seen_in_stub

            seen_in_stub(draft)
    if consequence.voids_round:
        void_round(draft, kind)
    elif one_hand and not spent(round_) and (not hand.void or round_.void):
        void_hand(draft, kind, position)
        if draft.round.deal_closed:
            emit_closed(draft, rules.cite("device-count"))


def _recount(draft: Draft, position: int, cards: int, clauses: tuple[Citation, ...]) -> None:
    """A hand has this many cards, with those that were turned up.

    More come from the bottom, so that those which are dealt next stay the same.
    """
    hand, undealt = draft.hand(position), draft.round.undealt
    keeps = tuple(card for card in hand.cards if card in sorted(hand.cards, key=lambda c: c not in hand.up)[:cards])
    goes = tuple(card for card in hand.cards if card not in keeps)
    left = len(undealt) - max(cards - len(hand.cards), 0)
    held, rest = keeps + undealt[left:], undealt[:left] + goes
    draft.emit(e.HandRecounted(position=position, cards=held, undealt=rest, clauses=clauses))


# --- whole decks -----------------------------------------------------------------------------------------------------


def count_deck(draft: Draft, command: c.CountDeck) -> None:
    """A whole deck is counted; other than 52, twice, it leaves the table."""
    rules, state = draft.rules, draft.state
    deck = state.deck(command.deck)
    if deck is None:
        rules.refuse("count", "no-deck", f"there is no {command.deck} deck at the table")
    playing = state.playing
    if playing and playing.deck == deck.name and playing.dealt:
        message = f"the {deck.name} deck is in play: count the stub and the hands, or the whole deck after the round"
        if spent(playing):
            message = "the round is void: clear the table first, then the whole deck is counted as it is gathered"
        rules.refuse("count", "in-play", message)
    deck_counted(draft, deck, command.cards)


def deck_counted(draft: Draft, deck: Deck, cards: int) -> None:
    """The number of cards that a deck which is not being dealt was found to have."""
    rules = draft.rules
    in_bounds(rules, cards, MOST_IN_DECK, "a deck")
    again = cards != WHOLE and deck.doubt is None
    key = "count-again" if again else "count"
    for_stub = deck.due[:1] == (Handling.COUNT,) and run_is_over(rules, draft.state, deck)
    clauses = rules.cite(key)
    draft.emit(e.DeckCounted(deck=deck.name, cards=cards, again=again, for_stub=for_stub, clauses=clauses))
    if cards != WHOLE and not again:
        bad_deck(draft, deck, Irregularity.STUB_DECK, f"counted {cards} cards")


def bad_deck(draft: Draft, deck: Deck, kind: Irregularity, reason: str) -> None:
    """A deck that is known to be wrong leaves the table; a round that was called and not dealt is void by this kind."""
    playing = draft.state.playing
    if playing and playing.deck == deck.name and not spent(playing):
        find(draft, kind)
    else:
        clauses = found(draft, Irregularity.BAD_DECK)
        if playing and playing.deck == deck.name:
            open_seal(draft, deck, draft.rules.cite("clear"))
        draft.emit(e.DeckRemoved(deck=deck.name, reason=reason, clauses=clauses))


def seen_early(draft: Draft, deck: Deck) -> None:
    """A card of a shuffled deck was seen before it is dealt: the deck is shuffled again."""
    clauses = found(draft, Irregularity.SEEN_EARLY)
    shuffle_anew(draft, deck, shuffle_steps(draft.rules), Irregularity.SEEN_EARLY.value, clauses)
    void_if_stranded(draft)
