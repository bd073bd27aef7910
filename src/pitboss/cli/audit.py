"""`pitboss audit`: prove a journal, list its rounds, and settle a dispute about a hand from the record."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pitboss.cli.show import cards_markup, cites, console, escape, json_flag, print_columns, write_json
from pitboss.errors import PitbossError
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.journal.chain import Link
    from pitboss.journal.codec import Record
    from pitboss.table import events as e
    from pitboss.table.state import Round, State

journal_argument = click.argument("file", type=click.Path(dir_okay=False))
_OUTCOME_STYLES = {"win": "green", "lose": "red", "forfeit": "red", "push": "yellow", "void": "yellow"}


@click.group(short_help="Prove a journal; settle a dispute from it.")
def audit() -> None:
    """Prove what a table's journal says.

    \b
      pitboss audit verify table.jsonl --head HASH
      pitboss audit hand table.jsonl --round 12 --seat 3
    """  # noqa: D301


# --- verify, head ----------------------------------------------------------------------------------------------------


@audit.command(short_help="Check a journal from end to end.")
@journal_argument
@click.option("--head", metavar="HASH", help="The head that was saved earlier (see `pitboss audit head`).")
@json_flag
def verify(file: str, head: str | None, as_json: bool) -> None:
    """Check the chain of records, the seals, the money, and that the events can have happened.

    A second verifier, written apart from the first, then deals every round again from the opened decks and has the
    rule book settle every wager. The exit status is 1 if anything is wrong.
    """
    from pitboss.journal.second import second_opinion
    from pitboss.journal.verify import verify as verify_journal

    verdict = verify_journal(file, head)
    second = second_opinion(file) if verdict.ok else None
    ok = verdict.ok and second is not None and second.disagreement is None
    if as_json:
        write_json({"file": file, **verdict.as_dict(), "ok": ok, "second": second and second._asdict()})
    else:
        out = console()
        if verdict.fault:
            out.print(f"[red]{escape(f'{file}, {verdict.fault}')}[/red]", soft_wrap=True)
            out.print(f"{verdict.records:,} records before it hold together.", soft_wrap=True)
        else:
            out.print(f"[green]{verdict.records:,} records hold together.[/green] Head {verdict.head}", soft_wrap=True)
        if verdict.redacted:
            out.print(f"{verdict.redacted:,} sealed parts have been taken out; the commitments stand.", soft_wrap=True)
        if second:
            checked = f"{second.rounds:,} rounds, {second.hands:,} hands and {second.wagers:,} wagers worked out again"
            found = ": all agree." if ok else f"; line {second.line}: {second.disagreement}"
            style = "green" if ok else "red"
            out.print(f"[{style}]Second verifier: {escape(checked + found)}[/{style}]", soft_wrap=True)
        for caution in verdict.cautions:
            out.print(f"[yellow]Note: {escape(caution)}.[/yellow]", soft_wrap=True)
    if not ok:
        sys.exit(1)


@audit.command(short_help="Print the hash of the last record.")
@journal_argument
def head(file: str) -> None:
    """Print the head: the hash of the last record, to be kept where nobody who can change the journal gets at it."""
    from pitboss.journal.codec import GENESIS

    links = _whole(file)
    click.echo(links[-1].hash if links else GENESIS)


def _whole(file: str) -> list[Link]:
    """The links of a journal, if they hold together; what does not is not shown as if it did."""
    from pitboss.journal.chain import chained
    from pitboss.journal.errors import JournalError

    links, fault = chained(file)
    if fault:
        raise JournalError("fault", f"{file}, {fault}")
    return links


# --- rounds ----------------------------------------------------------------------------------------------------------


@audit.command(short_help="List the rounds of a journal.")
@journal_argument
@json_flag
def rounds(file: str, as_json: bool) -> None:
    """List every round that has ended: when, with which deck, who was in play, and what the house won or lost."""
    found = [_summary(played) for played in _rounds(file)]
    if as_json:
        write_json(found)
        return
    rows = [["Round", "Ended", "Deck", "Positions", "", "House"]]
    for one in found:
        positions = ", ".join(map(str, one["positions"]))
        void = "void" if one["void"] else ""
        rows.append([str(one["round"]), one["time"], one["deck"], positions, void, dollars(one["house"])])
    print_columns(rows, left=5, styles=["bold", *("yellow" if one["void"] else "" for one in found)])


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


def _rounds(file: str) -> Iterator[Played]:
    from pitboss.journal.replay import walk
    from pitboss.table.events import BetsClosed, RoundEnded

    _whole(file)
    moments: list[tuple[State, Record, State]] = []
    for moment in walk(file):
        event = moment[1].event
        if isinstance(event, BetsClosed):
            moments = []
        moments.append(moment)
        if isinstance(event, RoundEnded):
            yield Played(moments)
            moments = []


def _summary(played: Played) -> dict[str, Any]:
    end, at = played.end, played.moments[-1][1].at
    lines = [line for hand in end.hands.values() for line in hand.lines]
    return {
        "round": end.number,
        "at": at,
        "time": _time(at),
        "deck": end.deck,
        "positions": list(end.positions),
        "void": end.void,
        "house": sum(line.stake - line.returned - line.paid for line in lines),
    }


def _time(at: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


# --- hand ------------------------------------------------------------------------------------------------------------


@audit.command(short_help="Print the dispute sheet of a hand.")
@journal_argument
@click.option("--round", "number", type=int, required=True, metavar="R", help="The number of the round.")
@click.option("--seat", type=int, required=True, metavar="S", help="The position at the table.")
@json_flag
def hand(file: str, number: int, seat: int, as_json: bool) -> None:
    """Print everything about one hand: the cards in the order dealt, the decisions, each payment and why."""
    played = next((one for one in _rounds(file) if one.end.number == number), None)
    if played is None:
        raise PitbossError("no-round", f"{file} has no round {number} that has ended")
    if seat not in played.end.positions:
        inside = ", ".join(map(str, played.end.positions))
        raise PitbossError("no-seat", f"position {seat} was not in play in round {number}; {inside} were")
    sheet = dispute_sheet(played, seat)
    if as_json:
        write_json(sheet)
    else:
        _print(sheet)


def dispute_sheet(played: Played, seat: int) -> dict[str, Any]:
    """All that the record says about a position of a round, as plain data."""
    from pitboss.games import find
    from pitboss.table.events import HandAnnounced

    first, end = played.moments[0], played.end
    proof = _proof(played)
    here = end.hands[seat]
    records = [record for _, record, _ in played.moments]
    return {
        "game": find(first[0].game).title,
        "round": end.number,
        "time": _time(first[1].at),
        "submission": first[0].digest,
        "seat": seat,
        "player": here.player,
        "dealing": end.dealing,
        "cards": list(_cards(records, proof["faces"], seat)),
        "wagers": dict(here.wagers),
        "coupon": here.coupon,
        "decisions": list(_decisions(records, proof["faces"], seat)),
        "announcements": [
            {"line": record.line, "of": _whose(said.position), "words": said.words, "cards": said.cards}
            for record in records
            if isinstance(said := record.event, HandAnnounced) and said.position in (0, seat)
        ],
        "settlement": list(_settlement(played, proof["faces"], seat)),
        "net": sum(line.paid + line.returned - line.stake for line in here.lines),
        "notes": list(_notes(records, seat, here.player)),
        "deck": {key: value for key, value in proof.items() if key != "faces"},
    }


def _whose(position: int) -> str:
    return f"position {position}" if position else "dealer"


def _proof(played: Played) -> dict[str, Any]:
    """The deck as it was opened, beside what was committed to before the first card."""
    from pitboss.cards import parse
    from pitboss.table.decks import commitment
    from pitboss.table.events import CardsDealt, DeckOpened

    closed = played.moments[0][2]
    deck = closed.deck(played.end.deck)
    opened = next((r.event for _, r, _ in played.moments if isinstance(r.event, DeckOpened)), None)
    if deck is None or opened is None:
        raise PitbossError("sealed", f"the deck of round {played.end.number} was not opened")
    faces = parse(opened.order)
    dealt = (r.event.deals[0][1][0] for _, r, _ in played.moments if isinstance(r.event, CardsDealt))
    return {
        "name": deck.name,
        "commitment": deck.commitment,
        "salt": opened.salt,
        "order": opened.order,
        "first_dealt": next(dealt, None),
        "matches": commitment(faces, opened.salt) == deck.commitment,
        "faces": faces,
    }


def _cards(records: list[Record], faces: tuple[int, ...], seat: int) -> Iterator[dict[str, Any]]:
    from pitboss.cards import notation
    from pitboss.table import events as e

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
    from pitboss.cards import notation
    from pitboss.table import events as e

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


def _settlement(played: Played, faces: tuple[int, ...], seat: int) -> Iterator[dict[str, Any]]:
    from pitboss.table.events import WagerSettled
    from pitboss.table.state import changed

    for before, record, _ in played.moments:
        event = record.event
        if isinstance(event, WagerSettled) and event.position == seat:
            assert before.round is not None
            state = changed(before, round=changed(before.round, order=faces))
            yield {
                "line": record.line,
                "wager": event.wager,
                "outcome": event.outcome,
                "stake": event.stake,
                "odds": event.odds,
                "paid": event.paid,
                "returned": event.returned,
                "clauses": list(event.clauses),
                "facts": list(_facts(state, event)),
            }


def _facts(state: State, event: e.WagerSettled) -> tuple[str, ...]:
    """Why a wager came out like this: worked out again by the rule book on what lay on the table then."""
    from pitboss.games.irregularities import Irregularity
    from pitboss.table.finished import results
    from pitboss.table.rules import rules_of

    assert state.round is not None
    here = state.round.hands[event.position]
    rules = rules_of(state.game, state.digest, state.options)
    if here.void and event.outcome == "void":
        kind = Irregularity[here.void]
        return (f"{kind.value}: {rules.game.irregularities[kind].words}",)
    first = "ante" if event.wager == "match_play" else event.wager
    wagers = (first, *rules.game.plays) if first in here.wagers else (*here.wagers, first)  # a bonus goes by them all
    try:
        found = {line.wager: line for line in results(rules, state, event.position, wagers)}.get(event.wager)
    except PitbossError:
        found = None
    if found and (found.outcome, found.paid, found.returned) == (event.outcome, event.paid, event.returned):
        return found.facts
    return ("by a ruling of the floor" if event.outcome == "forfeit" else "the rule book comes to another result",)


def _notes(records: list[Record], seat: int, player: str) -> Iterator[dict[str, Any]]:
    from pitboss.games.irregularities import Irregularity
    from pitboss.table import events as e

    for record in records:
        match record.event:
            case e.IrregularityFound(kind=kind, position=position, order=order):
                where = f" ({_whose(position)})" if position is not None else ""
                what = f"{Irregularity[kind].value}{where}: {order}"
            case e.CardSetAside(face=face):
                what = f"{face} was set aside"
            case e.HandVoided(position=position) if position == seat:
                what = "the hand is void"
            case e.RoundVoided(still_settled=alive):
                what = "all hands are void" + (f"; still settled: {', '.join(alive)}" if alive else "")
            case e.WagersForfeited(player=who, reason=reason) if who == player:
                what = f"the wagers are forfeited: {reason}"
            case e.BreachReported(player=who, what=breach) if who == player:
                what = f"a breach was reported: {breach}"
            case e.PlayerDeparted(player=who) if who == player:
                what = "the player walked away"
            case e.Noted(what=what):
                pass
            case _:
                continue
        yield {"line": record.line, "by": record.by, "what": what, "clauses": list(record.event.clauses)}


# --- for people ------------------------------------------------------------------------------------------------------


def _print(sheet: dict[str, Any]) -> None:
    from pitboss.cards import parse

    out = console()
    title = f"{sheet['game']}, round {sheet['round']}, position {sheet['seat']}: {sheet['player']}"
    out.print(f"[bold]{escape(title)}[/bold]\n[dim]{sheet['time']} UTC, dealt from the {sheet['dealing']}[/dim]")
    _head("Cards, in the order dealt")
    for entry in sheet["cards"]:
        _line(entry, f"{entry['to']:<12} {cards_markup(parse(entry['cards']))}")
    _head("Wagers")
    coupon = {"match play coupon": sheet["coupon"]} if sheet["coupon"] else {}
    print_columns([[n.replace("_", " "), dollars(c)] for n, c in {**sheet["wagers"], **coupon}.items()],
                  left=1, styles=[""] * (len(sheet["wagers"]) + len(coupon)), indent="  ")  # fmt: skip
    _head("Decisions and announcements")
    said = [{**entry, "text": f"{entry['of']}: {entry['words']}"} for entry in sheet["announcements"]]
    for entry in sheet["decisions"]:
        why = f" ({entry['reason']})" if entry["reason"] else ""
        said.append({**entry, "text": f"{entry['by']}: {entry['what']}{why}"})
    for entry in sorted(said, key=lambda entry: int(entry["line"])):
        _line(entry, escape(entry["text"]))
    _head("Settlement")
    for entry in sheet["settlement"]:
        style = _OUTCOME_STYLES[entry["outcome"]]
        odds = f" at {entry['odds']}" if entry["odds"] else ""
        money = f"stake {dollars(entry['stake'])}, paid {dollars(entry['paid'])}, back {dollars(entry['returned'])}"
        _line(entry, f"[bold]{entry['wager']}[/bold] [{style}]{entry['outcome']}{odds}[/{style}]: {money}")
        out.print(f"         {escape('; '.join(entry['facts']))} {cites(entry['clauses'])}", soft_wrap=True)
    out.print(f"  [bold]Net {dollars(sheet['net'])}[/bold]")
    if sheet["notes"]:
        _head("Notes")
        for entry in sheet["notes"]:
            _line(entry, f"{escape(entry['what'])} {cites(entry['clauses'])}")
    deck = sheet["deck"]
    _head(f"The {deck['name']} deck")
    out.print(f"  committed to before the deal: {deck['commitment']}", soft_wrap=True)
    out.print(f"  salt: {escape(deck['salt'])}\n  order: {cards_markup(parse(deck['order']))}", soft_wrap=True)
    if deck["first_dealt"] is not None:
        out.print(f"  after the cut, the first card dealt was number {deck['first_dealt'] + 1}", soft_wrap=True)
    verdict = "[green]matches[/green]" if deck["matches"] else "[red]does not match[/red]"
    out.print(f"  SHA-256 of salt, colon and order {verdict} the commitment", soft_wrap=True)


def _head(text: str) -> None:
    console().print(f"\n[bold underline]{escape(text)}[/bold underline]")


def _line(entry: dict[str, Any], markup: str) -> None:
    console().print(f"  [dim]{entry['line']:>5}[/dim]  {markup}", soft_wrap=True)
