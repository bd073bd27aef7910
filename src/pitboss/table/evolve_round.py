"""What events change in the round alone: one branch for each, and no rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.cards import DECK, UNKNOWN, parse
from pitboss.games.irregularities import Irregularity
from pitboss.table import events as e
from pitboss.table.flow import spent
from pitboss.table.state import DEALER, STUB, Group, Hand, Line, Round, changed

E = TypeVar("E", bound=e.Event)
BRANCHES: dict[type[e.Event], Callable[[Round, Any], Round]] = {}


def _on(kind: type[E]) -> Callable[[Callable[[Round, E], Round]], Callable[[Round, E], Round]]:
    def keep(branch: Callable[[Round, E], Round]) -> Callable[[Round, E], Round]:
        BRANCHES[kind] = branch
        return branch

    return keep


def _hand(round_: Round, position: int, **changes: Any) -> Round:
    hands = dict(round_.hands)
    hands[position] = changed(hands[position], **changes)
    return changed(round_, hands=hands)


def racked(round_: Round, name: str, position: int, cards: tuple[int, ...]) -> tuple[Group, ...]:
    """The discard rack with another group on top."""
    return (*round_.rack, Group(name, position, cards))


def _of_player(round_: Round, player: str, **changes: Any) -> dict[int, Hand]:
    hands = round_.hands.items()
    return {position: changed(hand, **changes) if hand.player == player else hand for position, hand in hands}


# --- dealing ---------------------------------------------------------------------------------------------------------


@_on(e.StackDelivered)
def _(round_: Round, event: e.StackDelivered) -> Round:
    return changed(round_, waits=False)


@_on(e.CardsTakenOut)
def _(round_: Round, event: e.CardsTakenOut) -> Round:
    return changed(round_, taken_out=True)


@_on(e.DealClosed)
def _(round_: Round, event: e.DealClosed) -> Round:
    return changed(round_, deal_closed=event.hands)


@_on(e.CardBurned)
def _(round_: Round, event: e.CardBurned) -> Round:
    return changed(
        round_,
        burned=(*round_.burned, event.card),
        undealt=round_.undealt[1:],
        rack=racked(round_, "burn", DEALER, (event.card,)),
    )


@_on(e.CommunityDealt)
def _(round_: Round, event: e.CommunityDealt) -> Round:
    return changed(round_, board=round_.board + event.cards, undealt=round_.undealt[len(event.cards) :])


@_on(e.StubTaken)
def _(round_: Round, event: e.StubTaken) -> Round:
    return changed(round_, stub="taken", taken_out=True)


@_on(e.HandsCounted)
def _(round_: Round, event: e.HandsCounted) -> Round:
    if event.again:
        hands = round_.hands
        doubted = {p: n for p, n in event.counts if n != len(hands[p].cards) and not hands[p].answers}
        return changed(round_, doubts={**round_.doubts, **doubted})
    counts, hands = dict(event.counts), round_.hands
    known = {**round_.miscounts, **counts}
    wrong = {p for p, number in counts.items() if number != len(hands[p].cards) and not hands[p].answers}
    miscounts = {p: number for p, number in known.items() if p not in counts or p in wrong}
    return changed(round_, inquiry=False, doubts={}, miscounts=miscounts)


@_on(e.HandCounted)
def _(round_: Round, event: e.HandCounted) -> Round:
    if event.again:
        return changed(round_, doubts={**round_.doubts, event.position: event.cards})
    doubts = {position: cards for position, cards in round_.doubts.items() if position != event.position}
    miscounts = {position: cards for position, cards in round_.miscounts.items() if position != event.position}
    if event.cards != event.expected and not round_.hands[event.position].answers:
        miscounts[event.position] = event.cards
    rest = round_.rest if event.undealt is None else event.undealt - len(round_.undealt)
    inquiry = round_.inquiry or event.inquiry
    return changed(round_, doubts=doubts, miscounts=miscounts, inquiry=inquiry, rest=rest)


@_on(e.StubRacked)
def _(round_: Round, event: e.StubRacked) -> Round:
    return changed(round_, stub="racked", rack=racked(round_, "stub", DEALER, ()))


# --- decisions -------------------------------------------------------------------------------------------------------


@_on(e.HandLaidDown)
def _(round_: Round, event: e.HandLaidDown) -> Round:
    return _hand(round_, event.position, laid_down=True, called=-1)


@_on(e.CardsPicked)
def _(round_: Round, event: e.CardsPicked) -> Round:
    up = tuple(dict.fromkeys(round_.hands[event.position].up + event.cards))
    return _hand(round_, event.position, picked=event.cards, up=up, called=-1)


@_on(e.Decided)
def _(round_: Round, event: e.Decided) -> Round:
    hand = round_.hands[event.position]
    wagers = {**hand.wagers, event.wager: event.amount} if event.wager else hand.wagers
    return _hand(
        round_,
        event.position,
        acted=round_.step,
        wagers=wagers,
        played=hand.played or event.wager is not None,
        folded=event.action == "fold",
        called=-1,
    )


@_on(e.HandSet)
def _(round_: Round, event: e.HandSet) -> Round:
    if event.laid:
        return _hand(round_, event.position, low=event.low, laid=event.laid)
    return _hand(round_, event.position, low=event.low, laid=event.low, set_for=bool(event.reason))


# --- settlement ------------------------------------------------------------------------------------------------------


@_on(e.CardsTurnedUp)
def _(round_: Round, event: e.CardsTurnedUp) -> Round:
    hand = round_.hands[event.position]
    up = tuple(dict.fromkeys(hand.up + event.cards))
    return _hand(round_, event.position, up=up, exposed=hand.exposed or event.early)


@_on(e.FacesSeen)
def _(round_: Round, event: e.FacesSeen) -> Round:
    return _read(round_, event.cards, event.faces)


@_on(e.FacesCorrected)
def _(round_: Round, event: e.FacesCorrected) -> Round:
    return _read(round_, event.cards, event.faces)


def _read(round_: Round, cards: tuple[int, ...], faces: str) -> Round:
    """The faces at these places of the deck are these."""
    order = list(round_.order) or [UNKNOWN] * len(DECK)
    for card, face in zip(cards, parse(faces), strict=True):
        order[card] = face
    return changed(round_, order=tuple(order))


@_on(e.CoverLifted)
def _(round_: Round, event: e.CoverLifted) -> Round:
    return changed(round_, cover=event.where)


@_on(e.HandAnnounced)
def _(round_: Round, event: e.HandAnnounced) -> Round:
    return _hand(round_, event.position, announced=True)


@_on(e.WagerSettled)
def _(round_: Round, event: e.WagerSettled) -> Round:
    """A wager is settled; settled once more, its money first undoes what was moved before."""
    hand = round_.hands[event.position]
    undone = next((len(line.money) for line in hand.lines if line.wager == event.wager), 0)
    line = Line(
        event.wager,
        event.outcome,
        event.stake,
        event.paid,
        event.returned,
        event.money[undone:],
        event.odds,
        event.clauses,
    )
    if event.wager not in hand.done:
        return _hand(round_, event.position, lines=(*hand.lines, line), done=(*hand.done, event.wager))
    lines = (*(other for other in hand.lines if other.wager != event.wager), line)
    return _hand(round_, event.position, lines=lines, done=tuple(other.wager for other in lines))


@_on(e.CardsRacked)
def _(round_: Round, event: e.CardsRacked) -> Round:
    rack = racked(round_, event.group, event.position, event.cards)
    if event.group != "hand" and event.group != "dealer":
        return changed(round_, rack=rack)
    hands = dict(round_.hands)
    hands[event.position] = changed(hands[event.position], racked=True)
    return changed(round_, rack=rack, hands=hands)


@_on(e.HandKept)
def _(round_: Round, event: e.HandKept) -> Round:
    return changed(round_, kept=(event.position, event.strength))


# --- irregularities, the floor ---------------------------------------------------------------------------------------


@_on(e.CardsDead)
def _(round_: Round, event: e.CardsDead) -> Round:
    recounts = {STUB: round_.counted} if event.recount and round_.counted is not None else {}
    return changed(
        round_,
        doubts={**round_.doubts, **recounts},
        inquiry=round_.inquiry or event.inquiry,
        rest=None if round_.rest is None else round_.rest + len(event.cards),
        undealt=round_.undealt[len(event.cards) :],
        rack=racked(round_, "dead", event.position, event.cards),
    )


@_on(e.HandRecounted)
def _(round_: Round, event: e.HandRecounted) -> Round:
    hand, cards = round_.hands[event.position], event.cards
    groups = {"up": hand.up, "picked": hand.picked, "low": hand.low, "laid": hand.laid}
    left = {name: tuple([card for card in some if card in cards]) for name, some in groups.items()}
    left["low"] = left["low"] or hand.low  # it was set, whatever it had
    fewer = len(hand.cards) - len(cards)
    missing, lacks = max(0, hand.missing + fewer), hand.lacks + fewer
    recounted = _hand(round_, event.position, cards=cards, missing=missing, lacks=lacks, **left)
    miscounts = {position: number for position, number in round_.miscounts.items() if position != event.position}
    rest = None if round_.rest is None else round_.rest + len(round_.undealt) - len(event.undealt)
    return changed(recounted, undealt=event.undealt, miscounts=miscounts, rest=rest)


@_on(e.HandVoided)
def _(round_: Round, event: e.HandVoided) -> Round:
    kept = None if round_.kept and round_.kept[0] == event.position else round_.kept
    waits = tuple(position for position in round_.waits_for_ruling if position != event.position)
    hand = _hand(round_, event.position, void=event.kind, void_last=event.last)
    return changed(hand, kept=kept, waits_for_ruling=waits)


@_on(e.IrregularityFound)
def _(round_: Round, event: e.IrregularityFound) -> Round:
    seen = round_.stub_seen or event.kind == Irregularity.FACE_UP_IN_STUB.name
    return changed(round_, found=(*round_.found, event.kind), stub_seen=seen)


@_on(e.RoundVoided)
def _(round_: Round, event: e.RoundVoided) -> Round:
    after = changed(
        round_,
        void=event.kind,
        waits_for_ruling=event.waits,
        still_settled=event.still_settled,
        hands={position: changed(hand, void=event.kind) for position, hand in round_.hands.items()},
        kept=None,
        waits=False,
    )
    return changed(after, inquiry=after.inquiry and not spent(after))


@_on(e.PlayerDeparted)
def _(round_: Round, event: e.PlayerDeparted) -> Round:
    return changed(round_, hands=_of_player(round_, event.player, departed=True))


@_on(e.PlayerReturned)
def _(round_: Round, event: e.PlayerReturned) -> Round:
    return changed(round_, hands=_of_player(round_, event.player, departed=False))


@_on(e.PlayerCalled)
def _(round_: Round, event: e.PlayerCalled) -> Round:
    return _hand(round_, event.position, called=round_.step)


@_on(e.BreachReported)
def _(round_: Round, event: e.BreachReported) -> Round:
    return changed(round_, breaches=(*round_.breaches, (event.player, event.rule))) if event.rule else round_


@_on(e.WagersForfeited)
def _(round_: Round, event: e.WagersForfeited) -> Round:
    ruled = _without_breach(_ruled(round_, event.player), event.player, event.rule)
    if not event.answers:
        return ruled
    own = {position for position, hand in ruled.hands.items() if hand.player == event.player}
    doubts = {position: cards for position, cards in ruled.doubts.items() if position not in own}
    miscounts = {position: cards for position, cards in ruled.miscounts.items() if position not in own}
    hands = _of_player(ruled, event.player, answers=True)
    return changed(ruled, hands=hands, doubts=doubts, miscounts=miscounts)


@_on(e.WagersStand)
def _(round_: Round, event: e.WagersStand) -> Round:
    return _without_breach(round_, event.player, event.rule) if event.rule else _ruled(round_, event.player)


def _ruled(round_: Round, player: str) -> Round:
    """The floor has ruled on a player's wagers."""
    hands = _of_player(round_, player, ruled=True)
    left = tuple(position for position in round_.waits_for_ruling if hands[position].player != player)
    return changed(round_, hands=hands, waits_for_ruling=left)


def _without_breach(round_: Round, player: str, rule: str) -> Round:
    """The floor has ruled on a breach that was reported."""
    return changed(round_, breaches=tuple(one for one in round_.breaches if one != (player, rule)))
