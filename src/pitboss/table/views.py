"""The table as each may see it, put together from what that person may know and from nothing else.

Faces are read from the sealed order only here and only for cards the viewer may see; every other card is `??`. Two
tables that differ only in what a viewer may not see give that viewer equal views.
"""

from __future__ import annotations

from typing import Any

from pitboss.cards import UNKNOWN, notation
from pitboss.games.common import STAKES, TRACKED
from pitboss.ledger import METER
from pitboss.table.commands import Actor, Role
from pitboss.table.deciding import may_see
from pitboss.table.deck_steps import cover_cards
from pitboss.table.legal import due
from pitboss.table.moves import chips
from pitboss.table.rack_counts import in_plain
from pitboss.table.rules import Rules
from pitboss.table.state import DEALER, Bets, Hand, Line, Round, State

View = dict[str, Any]
"""Plain data, ready for JSON."""
AUDITOR = Actor(Role.AUDITOR, "surveillance")
STAFF = (Role.AUDITOR, Role.DEALER, Role.FLOOR, Role.PIT, Role.SHIFT)


def view(rules: Rules, state: State, viewer: Actor | None = None) -> View:
    """What this person sees; `None` is the public. Chips and wagers lie in the open, cards do not."""
    return seen_by(viewer, public(rules, state), rules, state)


def public(rules: Rules, state: State) -> View:
    """What everybody sees."""
    move = due(rules, state)
    amounts = not rules.announced
    everything: View = {
        "version": state.version,
        "game": state.game,
        "open": state.open,
        "idle": state.idle,
        "seats": {position: state.seats[position] for position in sorted(state.seats)},
        "chips": {name: chips(state, name) for name in state.seats.values()} if amounts else {},
        "bets": {
            position: {"player": bets.player, "wagers": _stakes(rules, bets), "coupon": bets.coupon}
            for position, bets in sorted(state.bets.items())
        },
        "decks": {
            deck.name: {
                "where": deck.where,
                "due": deck.due[0].value if deck.due else None,
                "commitment": deck.commitment,
                "face_up": deck.face_up,
                "spread": deck.faces,
            }
            for deck in state.decks
        },
        "cover_cards": list(cover_cards(rules, state)),
        "rounds": state.rounds,
        "talk": may_talk(rules, state.round),
        "due": move.words if move else None,
        "meter": state.books.get(METER, 0),
        "round": _round(rules, state.round) if state.round else None,
    }
    return everything if rules.terms.get(STAKES, TRACKED) == TRACKED else everything | {"stakes": rules.terms[STAKES]}


def seen_by(viewer: Actor | None, everybody: View, rules: Rules, state: State) -> View:
    """What everybody sees, which stays as it is, and what this person may know besides."""
    seen, round_ = dict(everybody), state.round
    if viewer and round_ and viewer.role is Role.PLAYER:
        own = [position for position in round_.positions if round_.hands[position].player == viewer.name]
        hands = {position: _hand(rules, round_, position, _looks(rules, round_, position)) for position in own}
        seen["round"] = {**seen["round"], "hands": {**seen["round"]["hands"], **hands}}
    if viewer and viewer.role in STAFF:
        seen["devices"] = dict(state.devices)
        seen["uncounted"] = state.uncounted
        seen["excluded"] = list(state.excluded)
    if viewer and (viewer.role.supervises or viewer.role is Role.AUDITOR):
        seen["books"] = dict(state.books)
        if rules.real_cards:
            seen["inventory"] = in_plain(rules, state)
    return seen


def _stakes(rules: Rules, here: Bets | Hand) -> View:
    """The wagers that lie at a position; None where no amounts are known."""
    return {name: None if rules.announced else cents for name, cents in here.wagers.items()}


def may_talk(rules: Rules, round_: Round | None) -> bool:
    """Whether players may speak of their cards, where the rules forbid it in a round."""
    if round_ is None or round_.over or not rules.cite("no-talk"):
        return True
    return rules.game.procedure.talk_after_reveal and round_.dealer.announced


def _round(rules: Rules, round_: Round) -> View:
    seen: View = {
        "number": round_.number,
        "deck": round_.deck,
        "dealing": round_.dealing,
        "over": round_.over,
        "void": round_.void,
        "board": notation(round_.faces(round_.board)),
        "cover": round_.cover,
        "burned": len(round_.burned),
        "undealt": len(round_.undealt),
        "hands": {position: _hand(rules, round_, position) for position in (*round_.positions, DEALER)},
        "set_aside": round_.shown(card for group in round_.rack if group.name == "set aside" for card in group.cards),
        "rack": [[group.name, group.position, len(group.cards)] for group in round_.discards],
    }
    if shown := screen(rules, round_):
        seen["screen"] = shown
    if round_.over:
        seen["order"] = notation(round_.order)
    return seen


def screen(rules: Rules, round_: Round) -> View | None:
    """What the device shows from the close of the deal until the wagers that go by it are settled."""
    keeper = rules.keeper
    table = keeper.pays.tables.get(round_.deal_closed) if keeper and keeper.pays else None
    if keeper is None or table is None or round_.over or round_.void:
        return None
    if not any(keeper.name in hand.wagers and not hand.settled(keeper.name) for hand in round_.hands.values()):
        return None
    return {
        "wager": keeper.name,
        "hands": round_.deal_closed,
        "pays": [[row.label, str(row.odds)] for row in table.rows],
    }


def _looks(rules: Rules, round_: Round, position: int) -> bool:
    """Whether the player of a hand may look at it now."""
    return not round_.hands[position].folded and may_see(rules, round_, position)


def _hand(rules: Rules, round_: Round, position: int, looked_at: bool = False) -> View:
    """A hand as it lies there, or as its player sees it who looks at it."""
    hand = round_.hands[position]
    faces = [round_.order[card] if looked_at or card in hand.up else UNKNOWN for card in hand.cards]
    seen: View = {"cards": notation(faces), "void": hand.void, "racked": hand.racked}
    if position == DEALER:
        return seen
    return {
        **seen,
        "player": hand.player,
        "wagers": _stakes(rules, hand),
        "coupon": hand.coupon,
        "folded": hand.folded,
        "played": hand.played,
        "departed": hand.departed,
        "picked": [hand.cards.index(card) + 1 for card in hand.picked],
        "low": [hand.cards.index(card) + 1 for card in hand.low if card in hand.cards],
        "results": [_line(rules, line) for line in hand.lines],
    }


def _line(rules: Rules, line: Line) -> View:
    if rules.announced:
        nothing = dict.fromkeys(("stake", "paid", "returned"))
        return {"wager": line.wager, "outcome": line.outcome, "odds": line.odds, **nothing}
    return {
        "wager": line.wager,
        "outcome": line.outcome,
        "stake": line.stake,
        "paid": line.paid,
        "returned": line.returned,
    }
