"""Test that diagrams are self-contained files, and that the command line and the page draw the same picture."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from ruleboard.diagram import (
    DARK,
    LIGHT,
    LOOKS,
    PRINT,
    Diagram,
    has_coordinates,
    has_optional_coordinates,
    parse_marks,
    parse_stylesheets_by_look,
    position_description,
    svg,
)
from ruleboard.learning.courses import problems
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.drawings import target_boxes
from ruleboard.scene.marks import Marks
from tests.support.pictures import walk
from tests.support.playouts import Playout, create_playouts, select_evenly_spaced
from tools import diagrams
from tools.setup import ROOT

CSS = diagrams.read_stylesheet()
LOOK_STYLESHEETS = parse_stylesheets_by_look(CSS)
SVG_NAMESPACE = "{http://www.w3.org/2000/svg}"
SHAPE_TAGS = {"rect", "circle", "ellipse", "path", "line", "polygon", "polyline", "text"}
TESULDA_POSITION = "4(tk)5/10/10/10/4(Scs)5/10/10/10/10/4(Tk)5 l - 0"
CHESS_POSITION = "rtnbqkbntr/pppppppppp/10/10/4P5/10/PPPP1PPPPP/RTNBQKBNTR b KQkq e3 0 1"


def draw_diagram(game: str, state: Any = None, **settings: Any) -> ElementTree.Element:
    """Draw a diagram and return it as parsed XML."""
    rules = GAMES[game]
    diagram = Diagram(**settings)
    state = rules.initial({}, 1) if state is None else rules.parse_position(state) if isinstance(state, str) else state
    return ElementTree.fromstring(svg(rules, state, LOOK_STYLESHEETS[diagram.look], diagram).encode())


def iter_shapes(node: ElementTree.Element, fill: str = "", stroke: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield the tag, the fill and the stroke of every shape. Fill and stroke may be inherited or empty."""
    fill, stroke = node.get("fill", fill), node.get("stroke", stroke)
    tag = node.tag.removeprefix(SVG_NAMESPACE)
    if tag in SHAPE_TAGS:
        yield tag, fill, stroke
    for child in node:
        yield from iter_shapes(child, fill, stroke)


def select_phase_states(playout: Playout) -> list[Any]:
    """Return the states at the beginning, in the middle and at the end of a game."""
    return select_evenly_spaced(playout.states, 3)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", GAMES)
def test_diagram_is_self_contained(game: str, look: str) -> None:
    """A diagram in any look contains its colours, and refers to no variables, classes or other files."""
    first_game, second_game = select_evenly_spaced(create_playouts(game), 2)
    state_index = LOOKS.index(look)
    for state in (select_phase_states(first_game)[state_index], select_phase_states(second_game)[state_index - 1]):
        text = svg(GAMES[game], state, LOOK_STYLESHEETS[look], Diagram(look=look, title="A title"))
        assert "var(" not in text
        assert "class=" not in text
        root = ElementTree.fromstring(text.encode())
        assert root.get("data-position") == GAMES[game].format_position(GAMES[game].view(state, None))
        for tag, fill, stroke in iter_shapes(root):
            # A shape without a rule would be black by accident.
            assert fill or stroke, f"a {tag} without a colour"
            for paint in (fill, stroke):
                assert paint in ("", "none") or paint.startswith(("#", "url(#"))
        if look == PRINT:
            assert not find_hues(root)


def find_hues(root: ElementTree.Element) -> set[str]:
    """Return the colours of a diagram that are not grey. A diagram for paper has none."""
    color_values = {node.get(name, "") for node in root.iter() for name in ("fill", "stroke", "stop-color")}
    return {
        colour
        for colour in color_values
        if colour.startswith("#") and len({colour[index : index + 2] for index in (1, 3, 5)}) > 1
    }


def test_hues_reads_all_colour_notations() -> None:
    """``hues`` finds the colours of the light board, so that its empty result for paper means something."""
    assert find_hues(draw_diagram("tensor-chess"))
    assert not find_hues(draw_diagram("tensor-chess", look=PRINT))


def test_diagram_colours_match_stylesheet() -> None:
    """White pieces have the colour #fff9ed in light and #f6ecd8 in dark diagrams, and black pieces #3a281d.

    These are the colours in static/css/games/tensor-chess.css.
    """
    fill_colours = {fill for _tag, fill, _stroke in iter_shapes(draw_diagram("tensor-chess"))}
    assert {"#fff9ed", "#3a281d", "#efdfc0", "#b18558"} <= fill_colours
    dark = {fill for _tag, fill, _stroke in iter_shapes(draw_diagram("tensor-chess", look=DARK))}
    assert "#f6ecd8" in dark
    assert "#fff9ed" not in dark


@pytest.mark.parametrize(
    ("game", "light", "dark"),
    [
        ("sensei", "7/7/3R3/7/7/3g3/3G3 g 21 arashi", "7/7/3R3/7/7/3r3/3G3 g 21 arashi"),
        ("tensor-chess", "5k4/10/10/4Q5/10/10/10/5K4 w - - 0 1", "5k4/10/10/4q5/10/10/10/5K4 w - - 0 1"),
        (
            "tesulda",
            "4(tk)5/10/10/10/4(Scs)5/10/10/10/10/4(Tk)5 l - 0",
            "4(tk)5/10/10/10/4(scs)5/10/10/10/10/4(Tk)5 l - 0",
        ),
    ],
)
def test_paper_sides_are_light_and_dark(game: str, light: str, dark: str) -> None:
    """On paper the position with the light piece is lighter than the same position with the dark piece."""
    assert measure_lightness(game, light) > measure_lightness(game, dark) + 300


def measure_lightness(game: str, position: str) -> int:
    """Return the sum of the lightness of all shapes of a position, each from 0 to 255."""
    fill_colours = [fill for _tag, fill, _stroke in iter_shapes(draw_diagram(game, position, look=PRINT))]
    return sum(int(fill[1:3], 16) for fill in fill_colours if fill.startswith("#"))


def test_last_move_is_marked() -> None:
    game = GAMES["tensor-chess"]
    marks = parse_marks(game, game.parse_position(CHESS_POSITION), "last:e2;last:e4; d5")
    assert marks == Marks(last=frozenset({"e2", "e4"}), highlighted=frozenset({"d5"}), read_only=True)
    plain_diagram, marked_diagram = (
        draw_diagram("tensor-chess", CHESS_POSITION),
        draw_diagram("tensor-chess", CHESS_POSITION, marks=marks),
    )
    assert len(list(iter_shapes(marked_diagram))) == len(list(iter_shapes(plain_diagram))) + 3 * 2  # a tint and an edge


def test_selected_piece_shows_its_targets() -> None:
    """A selected knight in the corner shows its two targets."""
    game = GAMES["tensor-chess"]
    state = game.parse_position("5k4/10/p9/10/10/10/10/N4K4 w - - 0 1")
    marks = parse_marks(game, state, "taken:a1")
    assert marks.selected == ("a1",)
    assert set(marks.next_targets) == {"b3", "c2"}
    text = svg(game, state, LOOK_STYLESHEETS[LIGHT], Diagram(marks=marks))
    assert text != svg(game, state, LOOK_STYLESHEETS[LIGHT], Diagram(marks=replace(marks, next_targets={})))


def test_coordinates_can_be_omitted() -> None:
    """The board with ten files and eight ranks can omit its coordinates, and Equilibrium never has any."""
    rules = GAMES["tensor-chess"]
    assert has_coordinates(rules, rules.initial({}, 0))
    assert not has_coordinates(GAMES["equilibrium"], GAMES["equilibrium"].initial({}, 0))
    texts = [node.text for node in draw_diagram("tensor-chess").iter(f"{SVG_NAMESPACE}text")]
    assert sorted(text for text in texts if text) == sorted("abcdefghij12345678")
    assert list(draw_diagram("tensor-chess", coordinates=False).iter(f"{SVG_NAMESPACE}text")) == []


@pytest.mark.parametrize("seat", [0, 1])
def test_card_coordinates_follow_space_names_on_request(seat: int) -> None:
    """On request the coordinates match the names of spaces, for either player.

    The space 'column 3, row 1' is below the 3 at the far edge and on the right of the 1 at the left edge.
    """
    rules, view = GAMES["tensor-cards"], VIEWS["tensor-cards"]
    state = rules.initial({}, 0)
    assert has_optional_coordinates(rules, state)
    picture = view.picture(state, seat, Marks())
    (group,) = [node for node, _is_turned in walk(picture) if "on-request" in node.attrs.get("class", "")]
    numbers = [(node.text, float(node.attrs["x"]), float(node.attrs["y"])) for node in group.children]
    text_counts = [
        len(list(draw_diagram("tensor-cards", seat=seat, coordinates=shows_coordinates).iter(f"{SVG_NAMESPACE}text")))
        for shows_coordinates in (None, False, True)
    ]
    assert text_counts == [text_counts[0], text_counts[0], text_counts[0] + len(numbers)]
    boxes = target_boxes(picture)
    space_nodes = [node for node, _is_turned in walk(picture) if node.attrs.get("aria-label", "").startswith("column ")]
    for node in space_nodes:
        x, y = boxes[node.attrs["data-target"]].centre
        column, row = (part.split()[1] for part in node.attrs["aria-label"].split(", ")[:2])
        assert any(text == column and abs(x_edge - x) < 40 and top < y for text, x_edge, top in numbers), (column, x)
        assert any(text == row and abs(top - y) < 20 and x_edge < x for text, x_edge, top in numbers), (row, y)
    assert len(space_nodes) > 40


def test_diagram_has_requested_size() -> None:
    root = draw_diagram("sensei", width=1200)
    _x, _y, width, height = map(float, root.get("viewBox", "").split())
    assert root.get("width") == "1200"
    assert float(root.get("height", "0")) == pytest.approx(1200 * height / width, abs=1)


@pytest.mark.parametrize("look", LOOKS)
def test_title_has_page_background_without_band(look: str) -> None:
    root = draw_diagram("sensei", title="Green begins", look=look)
    (heading,) = [child for child in root if child.tag == f"{SVG_NAMESPACE}text"]
    top = float(root.get("viewBox", "").split()[1])
    assert float(heading.get("y", "")) > top
    assert [child.tag.removeprefix(SVG_NAMESPACE) for child in root] == ["title", "desc", "text", "g"]


@given(st.text())
@example("</title><script>")
@example("\0\x1b & ]]>")
@settings(max_examples=8)
def test_any_title_gives_valid_xml(title: str) -> None:
    root = draw_diagram("sensei", title=title)
    title_text = root.findtext(f"{SVG_NAMESPACE}title", "")
    assert len(root.findall(f".//{SVG_NAMESPACE}script")) == 0
    assert title_text == " ".join(title_text.split())
    if title.isascii() and title.isprintable() and title.strip():
        assert title_text == " ".join(title.split())


@pytest.mark.parametrize("game", GAMES)
def test_diagram_and_sheet_describe_position_in_words(game: str) -> None:
    description = position_description(GAMES[game], GAMES[game].view(GAMES[game].initial({}, 1), None))
    assert draw_diagram(game).findtext(f"{SVG_NAMESPACE}desc", "").endswith(description)
    jobs = list(diagrams.parse_list(f"{game}\tstart\ta\ttask=Look.", "list.tsv", Diagram()))
    start = GAMES[game].view(GAMES[game].initial({}, 0), None)
    assert escape(position_description(GAMES[game], start)) in diagrams.format_sheet(
        jobs, "Tasks", diagrams.read_stylesheet()
    )


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (("--arrows", "purple:a1>a4"), "red"),
        (("--rings", "Red:a1"), "red"),
        (("--labels", "purple:a1=A"), "red"),
        (("--arrows", "red:k1>a4"), "a1"),
        (("-o", "x.gif"), ".png"),
    ],
)
def test_invalid_setting_has_error_with_valid_ones(
    settings: tuple[str, str], expected: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = [str(tmp_path / text) if text == "x.gif" else text for text in settings]
    assert diagrams.main(["sensei", *arguments]) == 2
    assert expected in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_diagram_hides_secrets() -> None:
    """Two games of Equilibrium that differ only in the order of the pile give the same file."""
    game = GAMES["equilibrium"]
    playout = create_playouts("equilibrium")[0]
    state = next(state for state in playout.states if len(state.pile) > 5)
    reversed_pile = game.parse_position(game.format_position(state).replace(state.pile, state.pile[::-1]))
    assert reversed_pile.pile != state.pile
    assert svg(game, state, LOOK_STYLESHEETS[LIGHT], Diagram()) == svg(
        game, reversed_pile, LOOK_STYLESHEETS[LIGHT], Diagram()
    )


# --- the command line ----------------------------------------------------------------------------------------------


def test_single_position_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert diagrams.main(["tensor-chess", CHESS_POSITION, "--title", "The first move", "--flip", "--width", "300"]) == 0
    root = ElementTree.fromstring(capsys.readouterr().out.encode())
    assert root.get("data-position") == CHESS_POSITION
    assert root.findtext(f"{SVG_NAMESPACE}title") == "The first move"
    assert root.get("width") == "300"


def test_position_file_gives_one_diagram_per_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    list_file = tmp_path / "list.tsv"
    list_file.write_text(
        f"# two of them\n\ntensor-chess\t{CHESS_POSITION}\tfirst\tlast:e2;last:e4\tA title\nsensei\tstart\tsecond\n"
    )
    assert diagrams.main(["--file", str(list_file), "-o", str(tmp_path / "out"), "--bw"]) == 0
    assert "2 diagrams" in capsys.readouterr().out
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["first.svg", "second.svg"]
    assert "A title" in (tmp_path / "out" / "first.svg").read_text()


def test_each_line_has_its_own_settings(tmp_path: Path) -> None:
    list_file = tmp_path / "list.tsv"
    list_file.write_text(
        f"tensor-chess\t{CHESS_POSITION}\ta\tflip\twidth=300\ttheme=dark\tarrows=e2>e4; red:c1>e3>g5\tlabels=e4=A\n"
        f"tensor-chess\t{CHESS_POSITION}\tb\tlast:e2\tA title\trings=blue:e4\n"
    )
    assert diagrams.main(["--file", str(list_file), "-o", str(tmp_path)]) == 0
    roots = {name: ElementTree.parse(tmp_path / f"{name}.svg").getroot() for name in "ab"}
    default_root = draw_diagram("tensor-chess", CHESS_POSITION)
    assert (roots["a"].get("width"), roots["b"].get("width")) == ("300", "640")
    shape_counts = {
        name: len(list(iter_shapes(root))) - len(list(iter_shapes(default_root))) for name, root in roots.items()
    }
    assert shape_counts["a"] > shape_counts["b"] > 0
    assert "A" in [text.text for text in roots["a"].iter(f"{SVG_NAMESPACE}text")]


def test_sheet_has_tasks_and_solutions_of_problems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chess, sensei = (problems(game)[0] for game in ("tensor-chess", "sensei"))
    text = f"tensor-chess\tproblem:{chess.id}\ta\nsensei\tstart\tb\ttask=<b>1 & 2\tsolution=a1-a4\n"
    text += f"sensei\tproblem:{sensei.id}\tc\n"
    text += "".join(f"{game}\tproblem:{problems(game)[0].id}\t{game}\n" for game in GAMES if problems(game))
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert diagrams.main(["--file", "-", "--sheet", str(tmp_path / "sheet.html"), "--title", "Two"]) == 0
    sheet = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    tasks, _heading, solutions = sheet.partition("<h2>Solutions</h2>")
    assert tasks.count("<figure>") == solutions.count("<li>") == 3 + sum(bool(problems(game)) for game in GAMES)
    assert not re.search(r"<li>[\W]|<li>or ", solutions), "each solution is a text"
    assert "2. &lt;b&gt;1 &amp; 2" in tasks
    mode = VIEWS["sensei"].mode_name(GAMES["sensei"].parse_position(sensei.position))
    assert f"3. {mode}" in tasks, "a reader of the sheet has not chosen a mode"
    assert "a1-a4" in solutions


@pytest.mark.parametrize(("format", "start"), [("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_picture_is_converted(format: str, start: bytes, tmp_path: Path) -> None:
    assert diagrams.main(["sensei", "--title", "Sensei", "--width", "300", "-o", str(tmp_path / f"a.{format}")]) == 0
    data = (tmp_path / f"a.{format}").read_bytes()
    assert data.startswith(start)
    if format == "png":
        image = Image.open(io.BytesIO(data)).convert("RGB")
        assert image.width == 300
        assert len(image.resize((30, 30)).getcolors(30 * 30)) > 20, "the board has many colours"


def test_dark_title_is_legible_on_white_paper(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    assert diagrams.main(["sensei", "--title", "Sensei", "--theme", "dark", "--width", "300", "-o", str(file)]) == 0
    image = Image.open(file).convert("RGBA")
    paper_image = Image.new("RGBA", image.size, "#ffffff")
    paper_image.alpha_composite(image)
    title = paper_image.crop((0, 0, image.width, image.height - image.width))  # the board is a square
    assert title.convert("L").getextrema()[0] < 60, "an outline is around the pale letters"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("sensei\tstart", "line 2: it has 2 fields"),
        ("checkers\tstart\tx", "line 2: there is no game 'checkers'"),
        ("tensor-chess\tnonsense\tx", "line 2: "),
        ("tensor-chess\tstart\tx\tlast:z9", "there’s no place 'z9'"),
        ("tensor-chess\tstart\t../x", "is not a file name"),
        ("tensor-chess\tstart\tx\twidth=9", "'9' is not a width"),
        ("tensor-chess\tstart\tx\ttheme=pink", "no theme 'pink'"),
        ("tensor-chess\tstart\tx\tflip=maybe", "neither yes nor no"),
        ("tensor-chess\tstart\tx\tarrows=e2", "leads nowhere"),
        ("tensor-chess\tstart\tx\tarrows=e2>z9", "no place"),
        ("tensor-chess\tstart\tx\tlabels=e2=long", "is not a label"),
        ("tensor-chess\tproblem:none\tx", "there is no problem 'none'"),
        ("sensei\tstart\tfirst", "is the name of another one already"),
    ],
)
def test_error_names_invalid_line(
    line: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"sensei\tstart\tfirst\n{line}\n"))
    assert diagrams.main(["--file", "-", "-o", str(tmp_path)]) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert "standard input, line 2" in errors
    assert list(tmp_path.iterdir()) == []


def test_command_runs_without_packages(tmp_path: Path) -> None:
    """The command runs in another folder, without the project's packages, and writes the requested file."""
    process = subprocess.run(
        [sys.executable, "-S", str(ROOT / "dev.py"), "diagrams", "tesulda", "-o", "x.svg"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert ElementTree.parse(tmp_path / "x.svg").getroot().get("data-game") == "tesulda"
