"""What the dealer's page says: amounts as they are spoken, what is called aloud, and where cards lie in short."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.games import steps as s
from pitboss.table.deciding import amounts
from pitboss.table.flow import in_order, is_undecided
from pitboss.table.rules import Rules
from pitboss.table.saying import NUMBERS
from pitboss.table.state import DEALER, Round

_TEENS = ("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_SMALL = (*NUMBERS, *_TEENS)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_LARGE = ((1_000_000, "million"), (1000, "thousand"), (100, "hundred"))


def number(count: int) -> str:
    """A whole number as it is spoken.

    >>> number(150), number(2_075), number(40)
    ('one hundred and fifty', 'two thousand and seventy-five', 'forty')
    """
    for size, name in _LARGE:
        if count >= size:
            rest = count % size
            joint = " and " if rest and rest < 100 else " "
            return f"{number(count // size)} {name}" + (joint + number(rest) if rest else "")
    if count < len(_SMALL):
        return _SMALL[count]
    return _TENS[count // 10] + (f"-{_SMALL[count % 10]}" if count % 10 else "")


def spoken(cents: int) -> str:
    """An amount as it is spoken, the dollars left out.

    >>> spoken(150_00), spoken(7_50)
    ('one hundred and fifty', 'seven dollars fifty')
    """
    dollars, rest = divmod(cents, 100)
    return f"{number(dollars)} dollars {number(rest)}" if rest else number(dollars)


def either(choices: Iterable[str], comma: str = "") -> str:
    """Choices in a row: "check, play $30 or play $40"."""
    *first, last = choices
    return f"{', '.join(first)}{comma} or {last}" if first else last


def capital(text: str) -> str:
    """A text with a capital letter."""
    return text[:1].upper() + text[1:]


def asked_aloud(rules: Rules, round_: Round, step: s.Decide, position: int) -> str:
    """How the dealer asks a player: "Seat two: check, or bet one hundred"."""
    hand, plain, bets = round_.hands[position], [], []
    kinds = {action.wager for action in step.actions if action.wager}
    for action in step.actions:
        sums = either(spoken(amount) for amount in amounts(rules, hand, action)) if action.wager else ""
        if not action.wager:
            plain.append(action.label)
        elif rules.announced:
            bets.append(f"bet {_times(rules, action)}" if len(kinds) == 1 else _in_words(action.label))
        else:
            bets.append(f"bet {sums}" if len(kinds) == 1 else f"{_in_words(action.label)} for {sums}")
    return f"Seat {number(position)}: {either([*plain, *bets], ',')}."


def _times(rules: Rules, action: s.Action) -> str:
    """What a bet is where no amounts are known: "three or four times the ante"."""
    numbers = action.multiples.at(rules.terms)
    return "your ante again" if numbers == (1,) else f"{either(map(number, numbers))} times your ante"


def _in_words(label: str) -> str:
    return " ".join(number(int(word)) if word.isdigit() else word for word in label.split())


def still_asked(rules: Rules, round_: Round, step: s.Decide, position: int) -> list[tuple[int, str]]:
    """Who is asked after this position at the same step, and what for in figures."""
    from pitboss.money import short_dollars as money

    order = in_order(round_, step.direction)
    later = [p for p in order[order.index(position) + 1 :] if is_undecided(round_.hands[p], round_.step)]
    found = []
    for place in later:
        said = []
        for action in step.actions:
            known = action.wager and not rules.announced
            sums = [money(amount) for amount in amounts(rules, round_.hands[place], action)] if known else []
            said += [either(sums)] if sums else [action.label]
        found.append((place, either(dict.fromkeys(said))))
    return found


def lies(round_: Round, card: int) -> str:
    """Where a card lies, as short as a key of the pad has room for: "board 2", "dealer", "seat 6"."""
    for position, hand in round_.hands.items():
        if card in hand.cards:
            return "dealer" if position == DEALER else f"seat {position}"
    return f"board {round_.board.index(card) + 1}" if card in round_.board else "rack"
