"""The press and `pitboss print`: the same bytes each time, pages of the size asked for, a clear word when it cannot."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from click.testing import CliRunner, Result
from PIL import Image
from reading import pages_of, size_of, submission, text_of

from pitboss.cli import cli
from pitboss.errors import PitbossError
from pitboss.games import find
from pitboss.paper.charts import square_of
from pitboss.paper.felt_drawing import Look
from pitboss.paper.felt_words import pay_tables
from pitboss.paper.par_data import StartingHand, StartingHands
from pitboss.paper.pdf import SIZES, Form, Size, pressed
from pitboss.paper.printing import KINDS, How, paper_in, printed
from pitboss.paper.rack_card import rack_card
from pitboss.paper.sign import sign
from pitboss.paper.strategy import all_hands
from pitboss.solvers.advisor import Advisor
from pitboss.submission import new_submission
from support import case

UNSOLVED = [kind for kind, made in KINDS.items() if not made.solves and kind != "out-of-order"]
A4, LETTER = (595, 842), (612, 792)
DEVICES = {"shuffle_method": "automated", "dealing_method": "automated-shoe"}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["print", *map(str, arguments)], catch_exceptions=True)


# --- the press -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", UNSOLVED)
@pytest.mark.parametrize("form", Form)
def test_the_same_submission_gives_the_same_bytes(kind: str, form: Form) -> None:
    first, second = (printed(kind, submission("pik-it"), form) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(("size", "shape"), [("a4", A4), ("letter", LETTER)])
@pytest.mark.parametrize("kind", UNSOLVED)
def test_pages_have_the_size_asked_for(kind: str, size: str, shape: tuple[int, int]) -> None:
    (pdf,) = printed(kind, submission("top-five"), ".pdf", How(SIZES[size]))
    assert size_of(pdf) == (shape[::-1] if kind == "layout" else shape)


def test_words_are_never_markup() -> None:
    name = "#panic() *Bold* $x_1$ [Casino] \\ @ref <b>"
    (pdf,) = printed("card", submission("uth", operator=name), ".pdf")
    assert name in text_of(pdf)


def test_a_long_name_fits_on_a_sign() -> None:
    name = "The Grand Peninsula Hotel, Casino & Racecourse of Upper Marlborough"
    (pdf,) = pressed("sign.typ", sign(submission("uth", operator=name)), Form.PDF)
    (page,) = pages_of(pdf)
    assert name.upper() in page


@pytest.mark.parametrize("form", [".pdf", ".html"])
def test_the_square_of_starting_hands_has_all_169_and_what_to_do_with_each(form: str) -> None:
    names = [name for name, _ in all_hands()]
    actions = {name: "4x" if "A" in name else "check" for name in names}
    hands = tuple(StartingHand(name, action, Fraction(1, 3)) for name, action in actions.items())
    square = square_of(StartingHands("preflop", ("4x", "check"), hands))
    paper = rack_card(submission("uth"))
    paper = msgspec.structs.replace(paper, blocks=(square,), columns=1)
    (data,) = paper_in(form, paper)
    text = text_of(data) if form == ".pdf" else data.decode()
    assert len(names) == 169
    assert all(name in text for name in names)
    assert "A2s to AKs" in text


@pytest.mark.parametrize("kind", ["strategy", "par"])
def test_without_a_press_nothing_is_solved_for_it(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    monkeypatch.setattr(Advisor, "__init__", None)
    with pytest.raises(PitbossError, match=r"pip install 'pitboss\[paper\]'"):
        printed(kind, submission("uth"), ".pdf")


def test_a_strategy_card_with_the_square_of_hands_is_one_page_of_the_shorter_kind() -> None:
    assert len(pages_of(printed("strategy", submission("uth"), ".pdf", How(Size.LETTER))[0])) == 1


def test_a_form_that_a_paper_does_not_come_in_is_refused() -> None:
    with pytest.raises(PitbossError, match=r"not as \.html"):
        printed("layout", submission("uth"), ".html")


def test_the_layout_in_svg_is_the_drawing_itself_and_needs_no_press(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    for look, coloured in ((Look.CLOTH, True), (Look.PAPER, False)):
        (drawing,) = printed("layout", submission("uth"), ".svg", How(look=look))
        assert ElementTree.fromstring(drawing).get("class") == "layout"
        assert (find("uth").layout.cloth[0] in drawing.decode()) is coloured
    with pytest.raises(PitbossError, match=r"pip install 'pitboss\[paper\]'"):
        printed("layout", submission("uth"), ".pdf")


@pytest.mark.clause("HL-1.13Z(b)", "PK-1.13Y(b)", "T5-2.B(2)", "UTH-R11")
@pytest.mark.parametrize("game", ["hi-lo", "pik-it", "top-five", "uth"])
def test_the_plan_of_a_layout_lists_every_area_and_its_clause(game: str) -> None:
    table = submission(game)
    _, parts = pages_of(printed("layout", table, ".pdf")[0])
    flat = parts.replace(" ", "")
    for wager in table.game.wagers:
        if table.terms.offers(wager.name):
            assert wager.area.replace(" ", "") in flat
    for area in table.game.areas:
        assert area.name.casefold().replace(" ", "") in flat.casefold()
    for odds in pay_tables(table.terms):
        assert odds.title.casefold().replace(" ", "") in flat.casefold()


# --- a device that does not work -------------------------------------------------------------------------------------


@pytest.mark.clause("T5-13.E(2)")
@pytest.mark.parametrize(
    ("choices", "devices"),
    [
        ({"shuffle_method": "automated"}, ["shuffler"]),
        ({"dealing_method": "automated-shoe"}, ["automated shoe"]),
        (DEVICES, ["shuffler", "automated shoe"]),
    ],
)
def test_a_sign_for_each_device_names_it_and_says_that_it_is_out_of_order(
    choices: dict[str, str], devices: list[str]
) -> None:
    (pdf,) = printed("out-of-order", submission("top-five", **choices), ".pdf")
    for page, device in zip(pages_of(pdf), devices, strict=True):
        assert f"This {device} is OUT OF ORDER" in page


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-15(g)", "uth", "UTH-15(g)"),
        case("HL-40.12(g)", "hi-lo", "HL-40.12(g)"),
        case("PK-39.12(g)", "pik-it", "PK-39.12(g)"),
    ],
)
def test_where_a_broken_device_must_leave_no_sign_for_it_is_printed(game: str, clause: str) -> None:
    with pytest.raises(PitbossError, match="a sign on it is not enough") as refused:
        printed("out-of-order", submission(game, **DEVICES), ".pdf")
    assert refused.value.clause == clause


def test_a_table_without_devices_has_nothing_to_put_a_sign_on() -> None:
    with pytest.raises(PitbossError, match="no device"):
        printed("out-of-order", submission("top-five"), ".pdf")


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["layout", "sign", "card", "submission", "strategy"])
def test_a_paper_is_named_after_game_and_kind_if_nobody_says(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(kind, "top-five")
    assert done.output.split() == [f"top-five-{kind}.pdf"]
    assert (tmp_path / f"top-five-{kind}.pdf").read_bytes().startswith(b"%PDF")


def test_a_tables_own_file_is_printed_in_the_form_its_ending_says(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(new_submission(find("hi-lo")).replace("Example Casino", "Marlowe's"))
    assert run("sign", table, "--out", tmp_path / "sign.pdf", "--paper", "letter").exit_code == 0
    pdf = (tmp_path / "sign.pdf").read_bytes()
    assert size_of(pdf) == LETTER
    assert "MARLOWE'S" in text_of(pdf)
    assert run("layout", table, "--out", tmp_path / "cloth.svg", "--look", "cloth").exit_code == 0
    assert find("hi-lo").layout.cloth[0] in (tmp_path / "cloth.svg").read_text()
    assert run("card", table, "--out", tmp_path / "card.html").exit_code == 0
    assert "Rack card" in (tmp_path / "card.html").read_text()


@pytest.mark.parametrize("form", [".svg", ".png"])
def test_pages_of_a_picture_are_files_of_their_own(form: str, tmp_path: Path) -> None:
    done = run("card", "uth", "--out", tmp_path / f"card{form}")
    files = [tmp_path / f"card-{number}{form}" for number in (1, 2)]
    assert done.output.split() == [str(file) for file in files]
    for file in files:
        if form == ".png":
            with Image.open(file) as picture:
                assert picture.size[0] > 1000
        else:
            assert ElementTree.fromstring(file.read_text()).tag.endswith("svg")
    assert run("sign", "uth", "--out", tmp_path / f"sign{form}").output.split() == [str(tmp_path / f"sign{form}")]


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    name = f"{'x' * 251}.pdf"
    assert run("sign", "uth", "--out", tmp_path / name).exit_code == 0
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_if_one_page_cannot_be_written_none_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []
    really: Any = Path.open

    def full(path: Path, *arguments: Any, **more: Any) -> Any:
        if path.suffix == ".part":
            if written:
                raise OSError(28, "No space left on device")
            written.append(path)
        return really(path, *arguments, **more)

    monkeypatch.setattr(Path, "open", full)
    done = run("card", "uth", "--out", tmp_path / "card.svg")
    assert (done.exit_code, "card-2.svg" in done.output) == (1, True)
    assert not list(tmp_path.iterdir())


def test_options_change_a_submission_before_it_is_printed(tmp_path: Path) -> None:
    done = run("sign", "pik-it", "-o", "dealer_must_qualify=true", "--out", tmp_path / "sign.pdf")
    assert done.exit_code == 0
    assert "A-K-4-3-2" in text_of((tmp_path / "sign.pdf").read_bytes())
    run("submission", "pik-it", "-o", "dealer_must_qualify=true", "--out", tmp_path / "submission.pdf")
    assert "pik-it.toml, changed" in text_of((tmp_path / "submission.pdf").read_bytes())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("sign", "chess"), "there is no game 'chess'"),
        (("sign", "none.toml"), "cannot be read"),
        (("poster", "uth"), "is not one of 'layout', 'sign'"),
        (("layout", "uth", "--out", "layout.html"), "this is written as .pdf or .svg or .png"),
        (("sign", "uth", "--out", "nowhere/sign.pdf"), "there is no folder 'nowhere'"),
        (("sign", "uth", "-o", "trips_pay_table=Z"), "legal"),
        (("out-of-order", "uth"), "a sign on it is not enough"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(
    arguments: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.exit_code != 0
    assert words in done.output + str(done.exception)
    assert not list(tmp_path.iterdir())
