"""The command as people and programs use it, in a process of its own where that matters."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pitboss.cli import cli
from pitboss.conformance.sampling import random_hand
from pitboss.errors import PitbossError
from pitboss.games import find, games
from pitboss.games.settlement import settle
from pitboss.games.terms import Terms
from pitboss.law import lookup

LINE = {
    "options": {"trips_pay_table": "A", "table_minimum": 1000},
    "player": "As Kd",
    "community": "7h 8h 9c Td 2c",
    "dealer": "Qs Qd",
    "others": ["2d 3d"],
    "folded": False,
    "wagers": {"ante": 1000, "blind": 1000, "trips": 500, "cover_all": 500, "progressive": 500, "play": 4000},
}


def pitboss(*arguments: str, stdin: str | bytes = "") -> subprocess.CompletedProcess[str]:
    given = stdin if isinstance(stdin, bytes) else stdin.encode()
    done = subprocess.run(
        [sys.executable, "-c", "from pitboss.cli import main; main()", *arguments],
        input=given,
        capture_output=True,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def settle_lines(game: str, *lines: Any) -> tuple[int, list[dict[str, Any]]]:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n"
    done = pitboss("settle", game, "--json", stdin=text)
    assert "Traceback" not in done.stderr
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_the_example_line_is_settled() -> None:
    status, (answer,) = settle_lines("uth", LINE)
    assert status == 0
    assert answer["net"] == -7000
    ante = answer["results"]["ante"]
    assert ante == {
        "outcome": "lose", "stake": 1000, "odds": None, "paid": 0, "returned": 0, "clauses": ["UTH-10(h)(1)"],
    }  # fmt: skip
    assert set(answer["results"]) == set(LINE["wagers"])  # type: ignore[call-overload]


@pytest.mark.parametrize("game", [game.short for game in games().values()])
def test_an_answer_says_what_the_settlement_says(game: str) -> None:
    rules, rng = find(game), random.Random(5)
    terms = Terms.of_hand(rules)
    hands = [random_hand(rules, terms, rng) for _ in range(200)]
    _, answers = settle_lines(game, *hands)
    expected = [settle(rules, hand, terms).as_dict(facts=False) for hand in hands]
    assert answers == json.loads(json.dumps(expected))


def test_lines_are_answered_in_order_and_a_bad_one_does_not_stop_the_rest() -> None:
    bad = {**LINE, "dealer": "As Qd"}
    status, answers = settle_lines("uth", LINE, bad, "not json", "[1]", "", LINE)
    assert status == 1
    assert [("error" in answer) for answer in answers] == [False, True, True, True, True, False]
    assert answers[1]["error"] == {
        "code": "duplicate-card", "clause": "UTH-2(a).2", "message": "As is dealt twice; a deck has each card once",
    }  # fmt: skip
    assert answers[0] == answers[5]


def change(**changes: Any) -> dict[str, Any]:
    wagers = {**LINE["wagers"], **changes.pop("wagers", {})}  # type: ignore[dict-item]
    return {**LINE, **changes, "wagers": {name: amount for name, amount in wagers.items() if amount is not None}}


BAD = {
    "duplicate card": ("uth", change(player="As As")),
    "card of another hand": ("uth", change(player="Qs Kd")),
    "wrong count": ("uth", change(community="7h 8h 9c Td")),
    "illegal wager": ("uth", change(wagers={"tie": 500})),
    "negative cents": ("uth", change(wagers={"trips": -500})),
    "fractional cents": ("uth", change(wagers={"trips": 500.5})),
    "blind not ante": ("uth", change(wagers={"blind": 1500})),
    "progressive not 500": ("uth", change(wagers={"progressive": 1000})),
    "play on a folded hand": ("uth", change(folded=True)),
    "two aces low": (
        "hi-lo",
        {"high": "Kd Qc 3s", "low": "As Ah", "dealer": "5c 6c 7d 8h 9s", "wagers": {"ante": 1000, "play": 1000}},
    ),
    "unknown option": ("uth", change(options={"edge": 1})),
    "options no object": ("uth", change(options=[1])),
    "unknown card": ("uth", change(player="As ??")),
    "bad notation": ("uth", change(player="As Xx")),
    "play not a multiple": ("uth", change(wagers={"play": 4500})),
    "no play": ("uth", change(wagers={"play": None})),
    "too many hands": ("uth", change(others=["2d 3d", "2h 3h", "2s 3s", "4c 4d", "4h 4s", "5c 5d"])),
    "unknown field": ("uth", change(seat=3)),
    "pick not in the hand": (
        "pik-it",
        {"player": "2c 3c 4c 5c 7c", "dealer": "2d 3d 4d 5d 7d", "picked": "2c 3c 9h",
         "wagers": {"ante": 1000, "five_card_bonus": 1000, "three_card_bonus": 500, "play_5": 1000}},
    ),
    "six cards": (
        "top-five",
        {"player": "2c 3c 4c 5c 7c 8c", "dealer": "2d 3d 4d 5d 7d 8d 9d", "wagers": {"ante": 1000, "play": 1000}},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_a_typed_error_with_clause_and_sentence(what: str) -> None:
    runner = CliRunner()
    game, line = BAD[what]
    done = runner.invoke(cli, ["settle", game, "--json"], input=json.dumps(line) + "\n")
    assert done.exit_code == 1
    error = json.loads(done.stdout)["error"]
    assert error["code"]
    assert len(error["message"].split()) >= 4
    assert lookup(error["clause"])


def test_other_bytes_than_text_are_an_error_of_that_line() -> None:
    done = pitboss("settle", "uth", "--json", stdin=b'\xff\xfe\n{"player": "\xff"}\n' + b"[" * 100_000 + b"\n")
    assert done.returncode == 1
    assert [json.loads(line)["error"]["code"] for line in done.stdout.splitlines()] == ["json"] * 3
    assert not done.stderr


def test_a_key_that_is_there_twice_is_refused() -> None:
    _, answers = settle_lines("uth", '{"player": "As Kd", "player": "2s 2d"}', '{"wagers": {"ante": 1, "ante": 2}}')
    assert [answer["error"]["message"] for answer in answers] == ["the line has a key twice; say each thing once"] * 2


@pytest.mark.parametrize("options", [[], 0, "", False, [1], "x"])
def test_options_are_an_object(options: Any) -> None:
    _, (answer,) = settle_lines("uth", {**LINE, "options": options})
    assert answer["error"]["code"] == "options"


@pytest.mark.parametrize(
    "line",
    [
        {"wagers": {"ante": 1000, "blind": 1000, "play": 4000}, "irregularity": "drawn_unseen"},
        {"player": "Ah Kh", "irregularity": "dealer_exposed", "wagers": {"ante": 1000, "blind": 1000, "trips": 500}},
        {**LINE, "wagers": {"ante": 10**15, "blind": 10**15, "play": 10**15}},
        {**LINE, "options": {"positions": "²"}},
        {**LINE, "options": {"trips_odds": {"flush": "9" * 5000 + " to 1"}}},
        {**LINE, "options": {"progressive": {"rows": {"royal_flush": "1/0%"}, "seed": 1, "contribution": 1}}},
        {**LINE, "options": {"progressive": {"rows": {"royal_flush": "1e-99999999%"}, "seed": 1, "contribution": 1}}},
    ],
)  # fmt: skip
def test_odd_lines_are_errors_and_the_next_is_still_settled(line: Any) -> None:
    status, answers = settle_lines("uth", line, LINE)
    assert status == 1
    assert "error" in answers[0]
    assert answers[1]["net"] == -7000


def test_options_on_the_command_line_hold_for_every_line_and_hand_options_are_refused() -> None:
    line = change(community="Ah Ad 9c Td 2c", wagers={"progressive": None, "cover_all": None}, options={})
    done = pitboss("settle", "uth", "--json", "-o", "trips_pay_table=D", stdin=json.dumps(line))
    assert json.loads(done.stdout)["results"]["trips"]["clauses"][0] == "UTH-11(d)[D]"
    for option in (("--ante", "10"), ("--folded",), ("--player", "AsKd")):
        refused = pitboss("settle", "uth", "--json", *option, stdin=json.dumps(line))
        assert refused.returncode == 2
        assert "with --json hands are read from standard input" in refused.stderr


def test_amounts_are_never_cut_and_suits_are_letters_where_symbols_are_missing() -> None:
    arguments = ["settle", "uth", "--player", "AhKh", "--community", "QhJhTh2c3d", "--dealer", "QsQd", "--ante", "1000",
                 "--blind", "1000", "--play", "4000"]  # fmt: skip
    command = [sys.executable, "-m", "pitboss", *arguments]
    narrow = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": "30"})
    assert "$49,000.00" in narrow.stdout
    plain = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert b"Ah Kh" in plain.stdout


def test_a_full_disk_or_closed_input_is_one_sentence() -> None:
    for redirect in ("rules uth >/dev/full", "settle uth --json <&-"):
        done = subprocess.run(
            f"{sys.executable} -m pitboss {redirect}", shell=True, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert done.stderr.startswith("pitboss: ")
        assert "Traceback" not in done.stderr


def test_facts_come_with_explain() -> None:
    done = CliRunner().invoke(cli, ["settle", "uth", "--json", "--explain"], input=json.dumps(LINE))
    facts = json.loads(done.stdout)["results"]["ante"]["facts"]
    assert facts == ["player ace high (king, ten, nine, eight)", "dealer pair of queens with ten, nine and eight"]


def test_one_hand_for_people() -> None:
    done = pitboss(
        "settle", "uth", "--player", "AhKh", "--community", "Qh Jh Th 2c 2d", "--dealer", "3c4d", "--ante", "100",
        "--blind", "$100", "--play", "400", "--trips", "5.00", "-o", "trips_pay_table=A", "--explain",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "$49,900.00" in done.stdout
    assert "Net $50,000.00" in done.stdout
    assert "UTH-11(c)[royal-flush]" in done.stdout
    assert "Blind on a winning royal flush: 500 to 1." in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("settle", "uth", "--player", "AhKh", "--ante", "10"), "UTH-1(community).1"),
        (("settle", "uth", "--player", "AhKh", "--ante", "ten"), "not an amount in dollars"),
        (("settle", "uth", "--player", "AhKh", "-o", "trips"), "NAME=VALUE"),
        (("settle", "baccarat"), "there is no game 'baccarat'"),
        (("settle", "nowhere.toml", "--ante", "1"), "cannot be read"),
        (("rules", "baccarat"), "there is no game 'baccarat'"),
        (("law", "show", "UTH-" + "99"), "no clause or ruling"),
        (("check", "nowhere.toml"), "cannot be read"),
        (("deal",), "No such command"),
    ],
)
def test_a_mistake_ends_in_one_sentence_and_no_traceback(arguments: tuple[str, ...], words: str) -> None:
    done = pitboss(*arguments)
    assert done.returncode in (1, 2)
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("game", [game.short for game in games().values()])
def test_the_way_from_a_new_submission_to_a_settled_hand(game: str, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    new = pitboss("submission", "new", game)
    assert new.returncode == 0
    table.write_text(new.stdout)
    checked = pitboss("check", str(table))
    assert checked.returncode == 0, checked.stderr
    assert "lawful" in checked.stdout
    assert "to open, still needed" in checked.stdout
    card = pitboss("rules", str(table), "--irregularities")
    assert card.returncode == 0, card.stderr
    assert "1 to 1" in card.stdout
    assert " for 1" not in card.stdout
    report = json.loads(pitboss("check", str(table), "--json").stdout)
    assert report["valid"] is True
    assert len(report["digest"]) == 64


def test_a_submission_governs_settlement(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(
        pitboss("submission", "new", "uth").stdout.replace('trips_pay_table = "C"', 'trips_pay_table = "D"')
    )
    line = change(community="Ah Ad 9c Td 2c", wagers={"progressive": None, "cover_all": None}, options={})
    done = pitboss("settle", str(table), "--json", stdin=json.dumps(line))
    assert json.loads(done.stdout)["results"]["trips"]["clauses"][0] == "UTH-11(d)[D]"
    refused = pitboss("settle", str(table), "--json", stdin=json.dumps({**LINE, "options": {}}))
    assert json.loads(refused.stdout)["error"]["code"] == "not-offered"


@pytest.fixture
def approved(tmp_path: Path) -> str:
    """A table whose approvals are of March 2999."""
    text = CliRunner().invoke(cli, ["submission", "new", "hi-lo"]).stdout
    table = tmp_path / "approved.toml"
    table.write_text(text.replace('reference = "", date = ""', 'reference = "DGE-1", date = 2999-03-01'))
    return str(table)


@pytest.mark.clause("HL-R48", "UTH-R12")
@pytest.mark.parametrize(("on", "missing"), [("2999-02-28", 5), ("2999-03-01", 0), (None, 5)])
def test_check_counts_approvals_by_their_date(approved: str, on: str | None, missing: int) -> None:
    arguments = ["check", approved, "--unpriced", *(("--on", on) if on else ())]
    report = json.loads(CliRunner().invoke(cli, [*arguments, "--json"]).stdout)
    assert report["valid"] is True
    needed = [
        one for one in report["missing_approvals"] if one["why"] == "is dated 2999-03-01, which is later than today"
    ]
    assert len(needed) == len(report["missing_approvals"]) == missing
    told = CliRunner().invoke(cli, arguments).stdout
    assert ("which is later than today" in told) is bool(missing)


@pytest.mark.clause("HL-R48", "UTH-R12")
@pytest.mark.parametrize(
    "command",
    [("run", "--seed", "1"), ("play", "--plain"), ("random", "rounds", "--seed", "1")],
    ids=lambda command: str(command[0]),
)
def test_a_table_does_not_open_by_an_approval_of_tomorrow(approved: str, command: tuple[str, ...]) -> None:
    done = CliRunner().invoke(cli, [*command, approved])
    assert isinstance(done.exception, PitbossError), done.output
    assert done.exception.code == "approval-missing"
    assert "is dated 2999-03-01, which is later than today" in done.exception.message


def test_check_lists_every_problem(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text('game = "uth"\ndecks = 7\nedge = 1\n')
    done = pitboss("check", str(table))
    assert done.returncode == 1
    assert f"{table}:2: decks: 7 is not allowed; legal: 1 or 2 [UTH-2(b)]" in done.stdout
    assert "trips_pay_table is missing" in done.stdout
    missing = json.loads(pitboss("check", str(tmp_path / "none.toml"), "--json").stdout)
    assert missing["valid"] is False
    problems = json.loads(pitboss("check", str(table), "--json").stdout)["problems"]
    assert {"key", "line", "clause", "message"} == set(problems[0])


@pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.short)
@pytest.mark.clause("HL-40.11(a)-1", "HL-40.11(a)-2", "UTH-11(a).1", "UTH-11(a).2", "UTH-R46", "HL-R49")
def test_a_rule_card_shows_every_pay_table_with_to(game: Any) -> None:
    card = CliRunner().invoke(cli, ["rules", game.name]).stdout
    for pays in game.payouts.values():
        for table in pays.tables.values():
            for row in table.rows:
                assert row.label in card or row.label == "win"
                assert f"{row.odds.win} to {row.odds.stake}" in card
    plain = json.loads(CliRunner().invoke(cli, ["rules", game.short, "--json"]).stdout)
    assert set(plain["pay_tables"]) == set(game.payouts)


@pytest.mark.clause("UTH-R43", "UTH-R44", "PK-R30")
def test_the_rule_card_of_a_table_shows_what_that_table_offers_and_pays(tmp_path: Path) -> None:
    def card(game: str, *changes: tuple[str, str]) -> dict[str, Any]:
        text = CliRunner().invoke(cli, ["submission", "new", game]).stdout
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "table.toml").write_text(text)
        arguments = ["rules", str(tmp_path / "table.toml"), "--json"]
        plain: dict[str, Any] = json.loads(CliRunner().invoke(cli, arguments).stdout)
        return plain

    raised = card("uth", ("[trips_odds]", '[trips_odds]\nflush = "8 to 1"'))
    (trips,) = raised["pay_tables"]["trips"]
    assert trips["name"] == "C"
    assert {"hand": "flush", "odds": "8 to 1", "clause": "UTH-11(d).1"} in trips["rows"]
    assert [wager["name"] for wager in raised["wagers"]] == ["ante", "blind", "play", "trips"]
    assert "cover_all" not in raised["pay_tables"]
    assert raised["options"]["trips_odds"]["value"] == {"flush": "8 to 1"}
    none = card("uth", ("trips = true", "trips = false"))
    assert "trips" not in none["pay_tables"]
    assert card("pik-it")["qualifier"] is None
    assert card("pik-it", ("dealer_must_qualify = false", "dealer_must_qualify = true"))["qualifier"]


@pytest.mark.clause("HL-0", "PK-0", "PK-R14", "HL-R31")
def test_rule_cards_of_proposed_rules_say_so() -> None:
    for game in ("hi-lo", "pik-it"):
        card = CliRunner().invoke(cli, ["rules", game]).stdout
        assert "proposal" in card
        assert "13:69F" in card
        assert "adopted" not in card


def test_clauses_can_be_browsed() -> None:
    runner = CliRunner()
    listed = runner.invoke(cli, ["law", "list", "uth", "--topic", "limits"]).stdout
    assert "UTH-11(e).1" in listed
    assert "3 clauses" in listed
    found = json.loads(runner.invoke(cli, ["law", "list", "--rulings", "--search", "blind pick", "--json"]).stdout)
    assert any(ruling["id"] == "PK-R7" for ruling in found)
    shown = runner.invoke(cli, ["law", "show", "UTH-11(c)[flush]"]).stdout
    assert shown.startswith("UTH-11(c)[flush]\n")
    assert "UTH-R45" in shown


def test_coverage_is_reported(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text('import pytest\n@pytest.mark.clause("UTH-12")\ndef test_one() -> None: ...\n')
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = clause(*ids): clauses\n")
    done = pitboss("law", "coverage", "uth", "--tests", str(tmp_path), "--json")
    report = json.loads(done.stdout)["UTH"]
    assert report["covered"] == 1
    assert "UTH-12" not in report["uncovered"]
    text = pitboss("law", "coverage", "uth", "--tests", str(tmp_path))
    assert f"1 of {report['testable']} clauses are named by a test" in text.stdout
    people = report["physical"]
    assert "UTH-7(c)" in people["attested"]
    assert (people["tested"], people["printed"]) == ([], ["UTH-10(a).2"])
    said = f"of {len(people['attested']) + 1} physical clauses {len(people['attested'])} are attested by people"
    assert said in text.stdout
    assert "no folder" in pitboss("law", "coverage", "--tests", str(tmp_path / "none")).stderr


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; sys.argv = ['pitboss', '--help']\n"
        "from pitboss.cli import cli\n"
        "cli(standalone_mode=False)\n"
        "print(sorted({'numpy', 'numba', 'rich', 'pytest'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
    assert "Ultimate Texas Hold 'Em" in done.stdout


def test_a_closed_pipe_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -c 'from pitboss.cli import main; main()' law list | head -1",
        shell=True, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("HL-0")
