"""The rounds of a journal, and everything the record says about one hand: the sheet that settles a dispute."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.cards import is_unseen, notation, parse
from pitboss.errors import PitbossError
from pitboss.games import find
from pitboss.games.game import Game
from pitboss.games.irregularities import Irregularity
from pitboss.games.possible_irregularities import described, told
from pitboss.games.settlement import BY_RULING
from pitboss.journal.codec import Record
from pitboss.journal.errors import JournalError
from pitboss.journal.replay import walk
from pitboss.money import dollars
from pitboss.table import events as e
from pitboss.table.decks import commitment, is_from_seed
from pitboss.table.outcome import results
from pitboss.table.rules import Rules, rules_of
from pitboss.table.state import Round, State, changed

OTHERWISE = "the rule book comes to another result"
"""The fact behind a settlement that does not follow the rules."""


class Played(NamedTuple):
    """A round that has ended."""

    moments: list[tuple[State, Record, State]]
    """From the call to the end: the state before each record, the record, the state after."""

    @property
    def end(self) -> Round:
        """The round as it ended."""
        round_ = self.moments[-1][2].round
        assert round_ is not None
        return round_


def rounds_of(source: str | Path | Iterable[Record]) -> Iterator[Played]:
    """Every round of a journal that has ended."""
    moments: list[tuple[State, Record, State]] = []
    for moment in walk(source):
        event = moment[1].event
        if isinstance(event, e.BetsClosed):
            moments = []
        moments.append(moment)
        if isinstance(event, e.RoundEnded):
            yield Played(moments)
            moments = []


def summary(played: Played) -> dict[str, Any]:
    """When a round ended, with which deck, who was in play, and what the house won or lost, where that is known."""
    announced = rules_in(played).announced
    end, at = played.end, played.moments[-1][1].at
    lines = [line for hand in end.hands.values() for line in hand.lines]
    return {
        "round": end.number,
        "at": at,
        "time": time_of(at),
        "deck": end.deck,
        "positions": list(end.positions),
        "void": end.void,
        "house": None if announced else sum(line.stake - line.returned - line.paid for line in lines),
    }


def rules_in(played: Played) -> Rules:
    """The rules that a round was played by."""
    state = played.moments[0][0]
    return rules_of(state.game, state.digest, state.options)


def time_of(at: int) -> str:
    """A moment as people write it, in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


NOT_SEALED = (
    "Real cards: people shuffled and dealt them, so no order was sealed and there is none to prove. A card that was "
    "turned up is what was read at the table; one that nobody read stays unknown."
)


def dispute_sheet(played: Played, seat: int) -> dict[str, Any]:
    """All that the record says about a position of a round, as plain data."""
    try:
        return _sheet(played, seat)
    except PitbossError:
        raise
    except Exception as error:  # whatever records that cannot have been written run into
        message = f"the records of round {played.end.number} do not go together: verify the journal ({error!r:.80})"
        raise JournalError("cannot-replay", message) from error


def _sheet(played: Played, seat: int) -> dict[str, Any]:
    first, end = played.moments[0], played.end
    proof = _proof(played)
    here, game, rules = end.hands[seat], find(first[0].game), rules_in(played)
    records = [record for _, record, _ in played.moments]
    return {
        "game": game.title,
        "round": end.number,
        "time": time_of(first[1].at),
        "submission": first[0].digest,
        "seat": seat,
        "player": here.player,
        "dealing": end.dealing,
        "cards": list(_cards(records, proof["faces"], seat)),
        "read": [
            {"line": record.line, "by": record.by, "cards": record.event.faces}
            for record in records
            if isinstance(record.event, e.FacesSeen)
        ],
        "announced": rules.announced,
        "limits": list(_limits(rules)) if rules.announced else [],
        "wagers": {name: None if rules.announced else cents for name, cents in here.wagers.items()},
        "coupon": here.coupon,
        "decisions": list(_decisions(records, proof["faces"], seat)),
        "announcements": [
            {"line": record.line, "of": _whose(said.position), "words": said.words, "cards": said.cards}
            for record in records
            if isinstance(said := record.event, e.HandAnnounced) and said.position in (0, seat)
        ],
        "settlement": list(_settlement(played, proof["faces"] if proof["order_sealed"] else None, seat)),
        "net": None if rules.announced else sum(line.paid + line.returned - line.stake for line in here.lines),
        "notes": list(_notes(game, records, seat, here.player)),
        "deck": {key: value for key, value in proof.items() if key != "faces"},
    }


def _limits(rules: Rules) -> Iterator[str]:
    for cap, limit in zip(rules.game.caps, rules.terms.limits, strict=True):
        yield f"{cap.words} of {dollars(limit)}: odds are paid up to it"


def _whose(position: int) -> str:
    return f"position {position}" if position else "dealer"


def _proof(played: Played) -> dict[str, Any]:
    """The deck as it was opened, beside what was committed to before the first card."""
    opening = ((before, r.event) for before, r, _ in played.moments if isinstance(r.event, e.DeckOpened))
    closed, opened = next(opening, (State(), None))  # it may have been shuffled again after the call
    deck = closed.deck(played.end.deck)
    if deck is None or opened is None:
        raise PitbossError("sealed", f"the deck of round {played.end.number} was not opened")
    sealed = not is_unseen(opened.order)
    faces = parse(opened.order) if sealed else played.end.order
    dealt = ((r.event.deals[0][1][0], after) for _, r, after in played.moments if isinstance(r.event, e.CardsDealt))
    first_dealt, at_the_deal = next(dealt, (None, closed))
    dealt_from = at_the_deal.deck(deck.name)
    return {
        "name": deck.name,
        "commitment": deck.commitment,
        "salt": opened.salt,
        "stream": opened.stream,
        "from_seed": is_from_seed(faces, opened.salt, opened.stream),
        "order": opened.order,
        "order_sealed": sealed,
        "cut": dealt_from is not None and dealt_from.cut,
        "first_dealt": first_dealt,
        "matches": commitment(parse(opened.order), opened.salt) == deck.commitment,
        "faces": faces,
    }


def _cards(records: list[Record], faces: tuple[int, ...], seat: int) -> Iterator[dict[str, Any]]:

    def entry(record: Record, to: str, places: tuple[int, ...]) -> dict[str, Any]:
        return {"line": record.line, "to": to, "places": list(places), "cards": notation(faces[p] for p in places)}

    for record in records:
        match record.event:
            case e.CardsDealt(deals=deals):
                for position, places in deals:
                    if position in (0, seat):
                        yield entry(record, _whose(position), places)
            case e.CommunityDealt(cards=places):
                yield entry(record, "community", places)
            case e.CardBurned(card=place):
                yield entry(record, "burned", (place,))
            case e.CardSetAside(card=place):
                yield entry(record, "set aside", (place,))
            case e.HandRecounted(position=position, cards=places) if position in (0, seat):
                yield entry(record, f"{_whose(position)} as recounted", places)
            case _:
                pass


def _decisions(records: list[Record], faces: tuple[int, ...], seat: int) -> Iterator[dict[str, Any]]:

    for record in records:
        what, reason = "", ""
        match record.event:
            case e.Decided(position=position, action=action, amount=amount, reason=reason) if position == seat:
                what = f"{action.replace('_', ' ')} {dollars(amount)}" if amount else action
            case e.CardsPicked(position=position, faces=shown, reason=reason) if position == seat:
                what = f"picked {shown}"
            case e.HandSet(position=position, low=low) if position == seat:
                what = f"set low {notation(faces[place] for place in low)}"
            case _:
                continue
        yield {"line": record.line, "by": record.by, "what": what, "reason": reason}


def _settlement(played: Played, faces: tuple[int, ...] | None, seat: int) -> Iterator[dict[str, Any]]:
    """Each wager as it was settled; without an order that was sealed, by what had been read then."""
    for before, record, _ in played.moments:
        event = record.event
        if isinstance(event, e.WagerSettled) and event.position == seat:
            assert before.round is not None
            state = changed(before, round=changed(before.round, order=faces)) if faces else before
            known = not rules_in(played).announced
            yield {
                "line": record.line,
                "wager": event.wager,
                "outcome": event.outcome,
                "stake": event.stake if known else None,
                "odds": event.odds,
                "paid": event.paid if known else None,
                "returned": event.returned if known else None,
                "clauses": list(event.clauses),
                "facts": list(_facts(state, event)),
            }


def _facts(state: State, event: e.WagerSettled) -> tuple[str, ...]:
    """Why a wager came out like this: worked out again by the rule book on what lay on the table then."""
    assert state.round is not None
    here = state.round.hands[event.position]
    rules = rules_of(state.game, state.digest, state.options)
    if here.void and event.outcome == "void":
        return (told(Irregularity[here.void], rules.game, here.wagers),)
    first = "ante" if event.wager == "match_play" else event.wager
    wagers = (first, *rules.game.plays) if first in here.wagers else (*here.wagers, first)  # a bonus goes by them all
    try:
        found = {line.wager: line for line in results(rules, state, event.position, wagers)}.get(event.wager)
    except PitbossError:
        found = None
    if event.outcome == "forfeit" and not (found and set(found.clauses) <= set(event.clauses)):
        return (BY_RULING,)
    if found and (found.outcome, found.paid, found.returned) == (event.outcome, event.paid, event.returned):
        return found.facts
    return (OTHERWISE,)


def _notes(game: Game, records: list[Record], seat: int, player: str) -> Iterator[dict[str, Any]]:

    for record in records:
        match record.event:
            case e.IrregularityFound(kind=kind, position=position, order=order):
                where = f" ({_whose(position)})" if position is not None else ""
                what = f"{described(Irregularity[kind], game)}{where}: {order}"
            case e.FacesCorrected(was=was, faces=faces, reason=reason):
                what = f"misread: {was} is {faces} ({reason})"
            case e.CardSetAside(face=face):
                what = f"{face} was set aside"
            case e.HandVoided(position=position) if position == seat:
                what = "the hand is void"
            case e.RoundVoided(still_settled=alive):
                what = "all hands are void" + (f"; still settled: {', '.join(alive)}" if alive else "")
            case e.WagersForfeited(player=who, reason=reason) if who == player:
                what = f"the wagers are forfeited: {reason}"
            case e.BreachReported(what=breach, rule=rule) if rule and game.conduct_rule(rule) is None:
                what = f"a breach of the dealer's was reported: {breach}"
            case e.BreachReported(player=who, what=breach) if who == player:
                what = f"a breach was reported: {breach}"
            case e.PlayerDeparted(player=who) if who == player:
                what = "the player walked away"
            case e.Noted(what=what):
                pass
            case _:
                continue
        yield {"line": record.line, "by": record.by, "what": what, "clauses": list(record.event.clauses)}
