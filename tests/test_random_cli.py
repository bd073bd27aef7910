"""`pitboss random` as a laboratory uses it: bits, decks and rounds that can be made again, and checked."""

from __future__ import annotations

import json
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pitboss.cards import DECK, notation, parse
from pitboss.cli import cli
from pitboss.conformance.data_laws import decisions
from pitboss.errors import PitbossError
from pitboss.games import games
from pitboss.games.game import Game
from pitboss.games.settlement import settle
from pitboss.randomness import BITS, SHUFFLE, Generator, order_of, seeds
from pitboss.table.autodealer import Autodealer


def ask(*arguments: str) -> Result:
    done = CliRunner().invoke(cli, ["random", *arguments])
    assert done.exit_code == 0, done.output
    return done


@pytest.mark.parametrize("number", [1, 64, 65, 1000])
def test_bits_are_the_generators_bytes_as_they_are(number: int, tmp_path: Path) -> None:
    file = tmp_path / "bits"
    said = ask("bits", "--number", str(number), "--seed", "5", "--out", str(file)).stderr
    seed = next(seeds(5))
    assert file.read_bytes() == Generator(seed, BITS).take(number)
    assert said == f"seed {seed.hex()}, stream {BITS}\n"


def test_without_a_seed_no_two_runs_are_alike() -> None:
    assert ask("bits", "--number", "32").stdout_bytes != ask("bits", "--number", "32").stdout_bytes
    assert ask("decks").stdout != ask("decks").stdout


def test_decks_are_those_that_a_table_with_this_seed_shuffles() -> None:
    dealer = Autodealer(seed=9)
    orders = [dealer.shuffle()["order"] for _ in range(3)]
    of = ("decks", "--number", "3", "--seed", "9")
    assert ask(*of).stdout.splitlines() == [notation(order) for order in orders]
    assert [tuple(map(int, line.split())) for line in ask(*of, "--as", "numbers").stdout.splitlines()] == orders
    assert ask(*of, "--as", "bytes").stdout_bytes == b"".join(map(bytes, orders))


def test_the_seed_of_a_deck_makes_its_order_again() -> None:
    for line in ask("decks", "--number", "3", "--json").stdout.splitlines():
        deck = json.loads(line)
        assert deck["stream"] == SHUFFLE
        assert parse(deck["order"]) == order_of(deck["seed"], deck["stream"])
        assert json.loads(ask("order", deck["seed"], "--json").stdout) == deck


@pytest.mark.parametrize("game", [game.short for game in games().values()])
def test_rounds_are_dealt_from_their_decks(game: str) -> None:
    lines = ask("rounds", game, "--number", "3", "--seats", "2", "--seed", "4").stdout.splitlines()
    for number, line in enumerate(lines, 1):
        round_ = json.loads(line)
        order = parse(round_["order"])
        assert round_["round"] == number
        assert order == order_of(round_["seed"], round_["stream"])
        top = order[round_["cut"] :] + order[: round_["cut"]]
        cards = {who: parse(held) for who, held in round_["cards"].items()}
        dealt = [card for held in cards.values() for card in held]
        assert set(cards) == {"1", "2", "dealer", "board"}
        assert len(set(dealt)) == len(dealt)
        burned = {0: 0, 5: 2}[len(cards["board"])]
        assert set(dealt) <= set(top[: len(dealt) + burned])
        assert top[0] in cards["1"]
    assert len(lines) == 3


def hand_of(game: Game, round_: dict[str, Any], seat: str) -> dict[str, Any]:
    """What the rule book is told of a seat, from the line of a round alone."""
    held, words = round_["cards"][seat], [words.partition(" ") for words in round_["decisions"][seat]]
    with_cards = {action: cards for action, _, cards in words if cards}
    low = with_cards.get("low", "")
    folded = words[-1][0] == "fold"
    cards = {
        "player": held,
        "dealer": round_["cards"]["dealer"],
        "community": round_["cards"]["board"],
        "picked": with_cards.get("pick", ""),
        "low": low,
        "high": " ".join(card for card in held.split() if card not in low),
    }
    wanted = [spec.name for spec in game.fields if (spec.if_folded if folded else spec.if_played) is not False]
    wagers = {result["wager"]: result["stake"] for result in round_["results"][seat] if result["stake"]}
    return {"folded": folded, "wagers": wagers, **{name: cards[name] for name in wanted if cards.get(name)}}


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.short)
def test_rounds_come_out_as_the_rule_book_settles_them(game: Game) -> None:
    done = set()
    for line in ask("rounds", game.short, "--number", "12", "--seats", "3", "--seed", "6").stdout.splitlines():
        round_ = json.loads(line)
        assert list(round_["results"]) == list(round_["decisions"]) == ["1", "2", "3"]
        for seat, results in round_["results"].items():
            done |= {words.partition(" ")[0] for words in round_["decisions"][seat]}
            settled = {result.wager: result.as_dict() for result in settle(game, hand_of(game, round_, seat)).results}
            told = {result.pop("wager"): result for result in results}
            assert told == {wager: {key: due[key] for key in told[wager]} for wager, due in settled.items()}
    assert done >= {action.name for step in decisions(game) for action in step.actions}


def test_a_round_ends_where_its_table_says() -> None:
    done = CliRunner().invoke(cli, ["random", "rounds", "uth", "--seats", "9"])
    assert done.exit_code == 2
    assert "the table has" in done.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to write to")
@pytest.mark.parametrize("what", [("bits", "--number", "9"), ("decks",), ("rounds", "hi-lo", "--number", "1")], ids=str)
def test_a_full_disk_is_told(what: tuple[str, ...]) -> None:
    """Also where so little is written that it only goes out at the end."""
    done = CliRunner().invoke(cli, ["random", *what, "--out", "/dev/full"])
    assert isinstance(done.exception, OSError)
    assert done.exception.errno == ENOSPC


def test_a_form_that_json_does_not_have_is_refused() -> None:
    done = CliRunner().invoke(cli, ["random", "decks", "--json", "--as", "numbers"])
    assert isinstance(done.exception, PitbossError)
    assert "leave out one of the two" in str(done.exception)


def test_a_seed_that_is_none_is_refused_in_a_sentence() -> None:
    done = CliRunner().invoke(cli, ["random", "order", "beef"])
    assert "96 hexadecimal digits" in str(done.exception)
    done = CliRunner().invoke(cli, ["random", "order", "00" * 48, "--stream", "dice"])
    assert "'dice'" in str(done.exception)
    assert sorted(order_of("00" * 48, SHUFFLE)) == list(DECK)
