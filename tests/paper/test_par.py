"""The par sheet: it adds up, page and data say the same, and it stands alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from html import unescape
from html.parser import HTMLParser
from math import comb
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from click.testing import CliRunner, Result
from reading import size_of

from pitboss.cards import rank, suit
from pitboss.cli import cli
from pitboss.games import find
from pitboss.paper.charts import distribution, edges, grid, letters_of
from pitboss.paper.numbers import chance, decimal, exact, percent, short
from pitboss.paper.par_data import Net, Sheet, StartingHand, StartingHands, TableEdge
from pitboss.paper.par_page import as_html
from pitboss.paper.par_sheet import par_sheet
from pitboss.paper.strategy import in_ranges, starting_hands
from pitboss.solvers.advisor import Advisor
from pitboss.solvers.solver import Advice, Choice
from pitboss.solvers.spots import Spot, Stage
from pitboss.submission import SubmissionError, new_submission, parse_submission

GAMES = ("hi-lo", "top-five", "pik-it")
ALONE = {"pik-it": {"positions": "1"}}
"""With one position nobody has seen another hand, so that nothing is sampled."""


def submitted(game: str, **options: str) -> str:
    """A new submission's text with some options changed."""
    text = new_submission(find(game))
    for name, value in (ALONE.get(game, {}) | options).items():
        text, changed = re.subn(rf"(?m)^{name} = .*$", f"{name} = {value}", text)
        assert changed == 1
    return text


def made(game: str, stakes: dict[str, int] | None = None, **options: str) -> Sheet:
    return par_sheet(parse_submission(submitted(game, **options), "folder/table.toml"), stakes)


@cache
def sheet_of(game: str) -> Sheet:
    return made(game)


@cache
def page_of(game: str) -> str:
    return as_html(sheet_of(game))


# --- it adds up ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_adds_up(game: str) -> None:
    for wager in sheet_of(game).wagers:
        assert sum(line.deals for line in wager.lines) == wager.deals
        assert sum(line.probability for line in wager.lines) == 1
        assert sum(line.returns for line in wager.lines) == wager.ev == -wager.edge


@pytest.mark.parametrize("game", GAMES)
def test_the_round_adds_up(game: str) -> None:
    played = sheet_of(game).round
    assert sum(net.probability for net in played.distribution) == 1
    assert sum(net.net * net.probability for net in played.distribution) == played.ev == -played.edge
    assert sum(played.decisions.values()) == 1
    assert sum(net.net**2 * net.probability for net in played.distribution) - played.ev**2 == played.variance
    assert played.edge == played.edge_of_opening * played.opening == played.element_of_risk * played.average_wager


@pytest.mark.parametrize("game", GAMES)
def test_the_counts_made_for_a_sheet_agree(game: str) -> None:
    checks = sheet_of(game).checks
    assert all(check.one == check.other for check in checks)
    assert len(checks) == 3 + 2 * len(sheet_of(game).wagers)


def test_all_deals_are_all_ways_to_deal_the_cards() -> None:
    deals = {game: sheet_of(game).round.deals for game in GAMES}
    assert deals == {
        "hi-lo": comb(52, 5) * comb(47, 5),
        "top-five": comb(52, 7) * comb(45, 7),
        "pik-it": comb(52, 5) * comb(47, 5) * comb(5, 3),
    }


@pytest.mark.parametrize("game", GAMES)
def test_lines_of_the_main_game_are_one_for_each_decision_and_net_result(game: str) -> None:
    main = sheet_of(game).wagers[0]
    keys = [(line.decision, line.pays) for line in main.lines]
    assert len(set(keys)) == len(keys)
    for decision, part in sheet_of(game).round.decisions.items():
        assert sum(line.probability for line in main.lines if line.decision == decision) == part
    for line in main.lines:
        assert line.returns == Fraction(line.pays.replace(",", "")) * line.probability


# --- what is on it ---------------------------------------------------------------------------------------------------


def test_a_sheet_names_its_submission_whatever_the_layout_of_the_file() -> None:
    plain = parse_submission(submitted("top-five"), "somewhere/table.toml")
    other = parse_submission("# approved\n\n" + submitted("top-five"), "elsewhere/table.toml")
    assert plain.source != other.source
    assert as_html(par_sheet(plain)) == as_html(par_sheet(other))
    sheet = par_sheet(plain)
    assert (sheet.file, sheet.digest) == ("table.toml", plain.digest)


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_the_submission_is_shown(game: str) -> None:
    found = {setting.name: setting for setting in sheet_of(game).settings}
    assert set(found) == set(find(game).option)
    assert found["table_minimum"].value == "$10.00"
    assert found["table_minimum"].bears_on_price
    assert not found["deck_backs"].bears_on_price
    for setting in found.values():
        assert setting.name in page_of(game)
        assert setting.value in unescape(page_of(game))


def test_a_wager_that_is_not_offered_is_not_on_the_sheet() -> None:
    full, less = sheet_of("top-five"), made("top-five", poker_bonus="false")
    assert {wager.name for wager in full.wagers} == {"main", "top_five_bonus", "poker_bonus"}
    assert {wager.name for wager in less.wagers} == {"main", "top_five_bonus"}
    assert {table.wager for table in less.pay_tables} == {"top_five_bonus"}
    assert "T5-R9" in {reading.id for reading in full.readings} - {reading.id for reading in less.readings}
    assert all("poker_bonus" not in one.stakes for one in less.at_stakes)


def test_compulsory_wagers_make_the_round() -> None:
    assert sheet_of("pik-it").round.stakes == {"ante": 1000, "five_card_bonus": 1000}
    assert sheet_of("hi-lo").round.stakes == {"ante": 1000}
    main, bonus = (wager for wager in sheet_of("pik-it").wagers if wager.name != "three_card_bonus")
    assert main.ev + bonus.ev == sheet_of("pik-it").round.ev


def test_a_round_may_have_other_stakes() -> None:
    tied = made("hi-lo", {"ante": 1000, "tie": 2000})
    assert tied.round.stakes == {"ante": 1000, "tie": 2000}
    assert tied.round.opening == 3
    assert tied.round.decisions["fold"] < sheet_of("hi-lo").round.decisions["fold"], "a fold gives up the tie bet too"


def test_limits_are_priced_at_the_least_and_the_greatest_stakes() -> None:
    low, high = sheet_of("hi-lo").at_stakes
    assert (low.stakes["ante"], high.stakes["ante"]) == (1000, 50_000)
    assert low.cost_of_limits == 0
    assert low.most == low.most_unlimited
    assert high.cost_of_limits > 0
    assert high.most < high.most_unlimited
    assert [limit.amount for limit in sheet_of("hi-lo").limits] == [5_000_000]
    assert sheet_of("top-five").limits == ()


@pytest.mark.parametrize("game", GAMES)
def test_the_pay_table_in_force_has_the_price_of_the_wager(game: str) -> None:
    sheet = sheet_of(game)
    edges = {wager.name: wager.edge for wager in sheet.wagers}
    in_force = {table.wager: table.edge for table in sheet.pay_tables if table.in_force}
    assert in_force == {name: edges[name] for name in {table.wager for table in sheet.pay_tables}}
    assert len([table for table in sheet.pay_tables if table.in_force]) == len(in_force)


def test_written_strategies_have_their_exact_cost() -> None:
    for game in GAMES:
        for way in sheet_of(game).strategies:
            assert way.cost == sheet_of(game).round.ev - way.ev >= 0
            assert all(rule in unescape(page_of(game)) for rule in way.rules)


@pytest.mark.parametrize(
    ("game", "ruling", "wagers"),
    [
        ("top-five", "T5-R3", ("main",)),
        ("top-five", "T5-R9", ("poker_bonus",)),
        ("hi-lo", "HL-R1", ("main",)),
        ("hi-lo", "HL-R2", ("tie",)),
        ("hi-lo", "HL-R32", ()),
        ("pik-it", "PK-R1", ("main",)),
        ("pik-it", "PK-R6", ()),
        ("pik-it", "PK-R7", ("three_card_bonus",)),
        ("pik-it", "PK-R27", ("five_card_bonus",)),
    ],
)
def test_rulings_that_matter_stand_beside_the_wagers_they_bear_on(
    game: str, ruling: str, wagers: tuple[str, ...]
) -> None:
    (found,) = (reading for reading in sheet_of(game).readings if reading.id == ruling)
    assert found.wagers == wagers
    assert found.decision == find(game).law.rulings[ruling].decision
    assert found.decision in unescape(page_of(game))


def test_wagers_counted_apart_are_named_for_what_they_are() -> None:
    text = submitted(
        "uth",
        cover_all="true",
        cover_all_mode="true",
        shuffle_method='"automated"',
        dealing_method='"automated-shoe"',
        positions="2",
    )
    rows = 'seed = "$10,000"\ncontribution = "$1"\nbasis = "hole-plus-flop"\nrows = { royal_flush = "100%" }\n'
    sheet = par_sheet(parse_submission(text.replace("[progressive]\n", f"[progressive]\n{rows}"), "table.toml"))
    assert [wager.label for wager in sheet.wagers if wager.name not in ("main", "trips")] == [
        "Cover All wager, 2 hands", "Cover All wager, 3 hands", "Progressive wager",
    ]  # fmt: skip
    assert all(check.one == check.other for check in sheet.checks)
    assert [one.apart for one in sheet.at_stakes] == [("progressive",)] * 2
    assert "Progressive: in the edges, not in what is won most." in as_html(sheet)


def test_a_table_that_favours_the_player_says_so_first() -> None:
    sheet = made("pik-it", play_3_multiple="2")
    assert sheet.round.edge < 0
    assert any("favours the player" in note.words for note in sheet.notes)
    assert any(note.clause == "PK-R1" for note in sheet.notes)
    assert f"The house loses {percent(-sheet.round.edge)} of the ante" in as_html(sheet)


# --- page and data ---------------------------------------------------------------------------------------------------

ALONE_STANDING = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")


class Reader(HTMLParser):
    """Reads a page, and refuses one whose parts are not nested as they should be."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in ALONE_STANDING:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes another part"

    def all(self, name: str) -> list[str]:
        """The values of an attribute, wherever it stands."""
        return [str(attrs[name]) for _, attrs in self.tags if name in attrs]


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_well_formed_and_stands_alone(game: str) -> None:
    page = Reader(page_of(game))
    ids = page.all("id")
    assert len(set(ids)) == len(ids)
    assert all(link[0] == "#" and link[1:] in ids for link in page.all("href"))
    assert all(name in ids for name in page.all("aria-labelledby"))
    assert not page.all("src")
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in page.tags}
    assert not re.search(r"https?:|//|url\(|@import", page_of(game))


@pytest.mark.parametrize("game", GAMES)
def test_a_page_can_be_read_without_seeing_it(game: str) -> None:
    page = Reader(page_of(game))
    assert all(attrs["scope"] for tag, attrs in page.tags if tag == "th")
    drawings = [attrs for tag, attrs in page.tags if tag == "svg"]
    assert len(drawings) == 1 + len({table.wager for table in sheet_of(game).pay_tables})
    assert all(attrs["role"] == "img" and "%" in str(attrs["aria-label"]) for attrs in drawings)
    assert page_of(game).startswith("<!doctype html>\n<html lang=")


def figures_of(plain: Any) -> Iterator[str]:
    """Every exact fraction in the data of a sheet that its page prints in full."""
    yield plain["round"]["ev"]
    yield from plain["round"]["decisions"].values()
    for wager in plain["wagers"]:
        yield wager["ev"]
    yield from (way["cost"] for way in plain["strategies"] if way["cost"] != "0")


@pytest.mark.parametrize("game", GAMES)
def test_page_and_data_agree(game: str) -> None:
    plain = json.loads(json.dumps(sheet_of(game).as_dict()))
    page = unescape(page_of(game))
    for figure in figures_of(plain):
        assert exact(Fraction(figure)) in page
    for wager in plain["wagers"]:
        assert percent(Fraction(wager["edge"])) in page
        assert decimal(wager["standard_deviation"]) in page
        for line in wager["lines"]:
            assert f"{line['deals']:,}" in page
            assert percent(Fraction(line["probability"])) in page
            assert decimal(Fraction(line["returns"]), plus=True) in page
    for table in plain["pay_tables"]:
        assert percent(Fraction(table["edge"]), 2) in page
    for key in ("title", "operator", "file", "digest", "rules"):
        assert plain[key] in page


def test_what_an_operator_writes_is_text() -> None:
    sheet = made("top-five", operator='"<script>alert(1)</script> & Sons"')
    page = as_html(sheet)
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Sons" in page


# --- charts and numbers ----------------------------------------------------------------------------------------------


def advise_aces(spot: Spot) -> tuple[Advice, ...]:
    """Four times the ante with an ace or two suited cards, a check otherwise."""
    first, second = spot.cards
    bold = rank(first) == 12 or suit(first) == suit(second)
    return (Advice(Choice("4x" if bold else "check"), Fraction(rank(first), 7), 4 if bold else 0),)


def two_cards(stage: Stage) -> Advisor:
    solver = SimpleNamespace(stages=(stage,))
    return cast(Advisor, SimpleNamespace(game=find("uth"), solver=solver, advise=advise_aces))


def test_every_starting_hand_is_in_the_square() -> None:
    hands = starting_hands(two_cards(Stage("preflop", 2)))
    assert hands is not None
    assert hands.actions == ("4x", "check")
    assert [hand.name for hand in hands.hands[:3]] == ["AA", "AKs", "AQs"]
    assert hands.hands[13].name == "AKo"
    assert len({hand.name for hand in hands.hands}) == 169
    assert {hand.name for hand in hands.hands if hand.action == "4x"} >= {"AA", "A2o", "32s"}
    assert in_ranges(hands, "4x").startswith("AA, A2s to AKs, K2s to KQs")
    assert in_ranges(hands, "4x").endswith("32s, A2o to AKo")
    assert in_ranges(hands, "check").startswith("22 to KK, K2o to KQo")
    drawn = grid(hands).svg
    assert drawn.count('class="letter"') == 169
    assert "32o: check" in drawn


def test_a_game_without_two_cards_of_ones_own_has_no_square() -> None:
    assert starting_hands(two_cards(Stage("decide", 5))) is None
    assert starting_hands(two_cards(Stage("river", 2, 5))) is None
    assert sheet_of("hi-lo").starting_hands is None


def test_a_stretch_of_hands_is_broken_where_one_is_missing() -> None:
    names = {"A2s": "raise", "A3s": "raise", "A4s": "check", "A5s": "raise"}
    hands = StartingHands(
        "first", ("raise", "check"), tuple(StartingHand(*hand, Fraction(0)) for hand in names.items())
    )
    assert in_ranges(hands, "raise") == "A2s to A3s, A5s"


def test_letters_tell_actions_apart() -> None:
    assert letters_of(("4x", "check")) == {"4x": "4", "check": "C"}
    assert letters_of(("play_3", "play_5")) == {"play_3": "PLAY_3", "play_5": "PLAY_5"}


def test_rare_results_share_a_bar() -> None:
    parts = {Fraction(-2): 500, Fraction(0): 100, Fraction(12): 3, Fraction(25, 2): 2, Fraction(700): 1}
    total = sum(parts.values())
    nets = tuple(Net(net, deals, Fraction(deals, total)) for net, deals in parts.items())
    chart = distribution(cast(Any, SimpleNamespace(distribution=nets)))
    label = re.search(r'aria-label="([^"]*)"', chart.svg)
    assert label
    assert re.sub(r"\s", " ", label[1]) == (
        "Net result of a round, in antes. ▼ −2: 82.51 %; = 0: 16.50 %; ▲ +12 to +12.5: 0.825 %; ▲ +700: 0.165 %"
    )
    assert chart.note, "a bar of 1 beside one of 500 is drawn on a scale of powers of ten"


def test_a_pay_table_that_favours_the_player_is_drawn_as_a_loss() -> None:
    tables = [
        TableEdge("bonus", "Bonus", "A", Fraction(-1, 50), Fraction(1, 4), in_force=True),
        TableEdge("bonus", "Bonus", "B", Fraction(1, 25), Fraction(1, 4), in_force=False),
        TableEdge("bonus", "Bonus", "C", Fraction(0), Fraction(1, 4), in_force=False),
    ]
    drawn = edges(tables).svg
    assert re.findall(r'width="([\d.]+)%" height="14" class="(\w+)"', drawn) == [
        ("26.000", "lose"),
        ("52.000", "plain"),
        ("0.300", "plain"),
    ]
    assert re.sub(r"\s", " ", drawn).count("Table A ●: −2.00 %") == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (percent(Fraction(1, 3)), "33.3333 %"),
        (percent(Fraction(-1, 1000)), "−0.1000 %"),
        (percent(Fraction(1, 649740)), "0.000154 %"),
        (percent(Fraction(0)), "0.0000 %"),
        (chance(Fraction(1, 30940)), "1 in 30,940"),
        (chance(Fraction(1, 8)), "12.50 %"),
        (decimal(Fraction(-1, 3), 2), "−0.33"),
        (decimal(0, plus=True), "0.000000"),
        (short(Fraction(3, 2), plus=True), "+1.5"),
        (short(Fraction(0), plus=True), "0"),
        (exact(Fraction(-2, 3)), "−2/3"),
    ],
)
def test_numbers_as_they_are_printed(text: str, expected: str) -> None:
    assert re.sub(r"\s", " ", text) == expected


# --- the command -----------------------------------------------------------------------------------------------------


def par(folder: Path, text: str, *arguments: str) -> Result:
    table = folder / "table.toml"
    table.write_text(text, encoding="utf-8")
    return CliRunner().invoke(cli, ["par", str(table), *arguments])


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_command_writes_page_and_data(tmp_path: Path) -> None:
    for name in ("sheet.html", "sheet.json"):
        assert par(tmp_path, submitted("top-five"), "--out", str(tmp_path / name)).exit_code == 0
    assert files(tmp_path) == {"table.toml", "sheet.html", "sheet.json"}
    assert (tmp_path / "sheet.html").read_text(encoding="utf-8") == page_of("top-five")
    written = json.loads((tmp_path / "sheet.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(sheet_of("top-five").as_dict()))


def test_a_sheet_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "sheet.html").write_text("old")
    assert par(tmp_path, submitted("top-five"), "--out", str(tmp_path / "sheet.html")).exit_code == 0
    assert (tmp_path / "sheet.html").read_text(encoding="utf-8") == page_of("top-five")
    assert files(tmp_path) == {"table.toml", "sheet.html"}


def test_stakes_may_be_given(tmp_path: Path) -> None:
    out = tmp_path / "sheet.json"
    assert par(tmp_path, submitted("hi-lo"), "--out", str(out), "--stake", "ante=25", "--no-cache").exit_code == 0
    assert json.loads(out.read_text(encoding="utf-8"))["round"]["stakes"] == {"ante": 2500}


def test_a_sheet_is_printed_on_paper_of_the_size_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "sheet.pdf"
    assert par(tmp_path, submitted("top-five"), "--out", str(out), "--paper", "letter").exit_code == 0
    assert size_of(out.read_bytes()) == (612, 792)


@pytest.mark.parametrize("name", ["sheet.doc", "sheet", "sheet.html.txt"])
def test_another_form_is_refused(tmp_path: Path, name: str) -> None:
    done = par(tmp_path, submitted("top-five"), "--out", str(tmp_path / name))
    assert done.exit_code == 2
    assert ".html or .pdf" in done.output
    assert files(tmp_path) == {"table.toml"}


def test_a_sheet_needs_a_name_and_a_folder(tmp_path: Path) -> None:
    assert par(tmp_path, submitted("top-five")).exit_code == 2
    done = par(tmp_path, submitted("top-five"), "--out", str(tmp_path / "none" / "sheet.html"))
    assert done.exit_code == 2
    assert "there is no folder" in done.output


def test_a_sheet_that_cannot_be_written_is_not_worked_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Advisor, "__init__", None)
    (tmp_path / "sheet.html").mkdir()
    done = par(tmp_path, submitted("top-five"), "--out", str(tmp_path / "sheet.html"))
    assert (done.exit_code, "is a folder" in done.output) == (2, True)
    monkeypatch.setattr("os.access", lambda path, mode: False)
    done = par(tmp_path, submitted("top-five"), "--out", str(tmp_path / "other.html"))
    assert (done.exit_code, "nothing can be written into" in done.output) == (2, True)


def test_what_goes_wrong_with_a_file_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    text = submitted("top-five")
    (tmp_path / "table.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr("os.fsync", full)
    done = CliRunner().invoke(cli, ["par", str(tmp_path / "table.toml"), "--out", str(tmp_path / "sheet.html")])
    assert done.exit_code == 1
    assert "sheet.html" in done.output
    assert "No space left" in done.output
    assert files(tmp_path) == {"table.toml"}


def test_an_unlawful_submission_has_no_sheet(tmp_path: Path) -> None:
    text = submitted("top-five", poker_bonus_pay_table='"Z"', table_minimum='"$600"')
    done = par(tmp_path, text, "--out", str(tmp_path / "sheet.html"))
    assert done.exit_code == 1
    assert isinstance(done.exception, SubmissionError)
    assert "poker_bonus_pay_table" in str(done.exception)
    assert files(tmp_path) == {"table.toml"}


@pytest.mark.parametrize("stake", ["blind=5", "ante=1", "ante=100.50"])
def test_a_wrong_stake_has_no_sheet(tmp_path: Path, stake: str) -> None:
    done = par(tmp_path, submitted("top-five"), "--out", str(tmp_path / "sheet.html"), "--stake", stake)
    assert done.exit_code == 1
    assert files(tmp_path) == {"table.toml"}
