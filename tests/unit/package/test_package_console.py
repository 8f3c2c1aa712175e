"""Test the command line of the Python package with typed input."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

import ruleboard
from ruleboard.api.boards import board_text
from ruleboard.console.main import main
from ruleboard.console.table import Seats, Table
from ruleboard.engine.study_pgn import format_study_pgn
from ruleboard.engine.study_text import parse_study
from ruleboard.learning.courses import problems
from ruleboard.registry import GAMES, MOVE_TOKENS
from tools.setup import ROOT


def play_lines(lines: Iterable[str], position: ruleboard.Position, seats: Seats | None = None) -> list[str]:
    """Return the output of a game in the terminal for lines of input."""
    pending_lines, output = iter(lines), list[str]()

    def read_line(prompt: str) -> str:
        output.append(prompt)
        try:
            return next(pending_lines)
        except StopIteration:
            raise EOFError from None

    Table(position, seats or Seats(), ascii_only=True, read_line=read_line, print_line=output.append).run()
    return output


def test_terminal_game_supports_moves_refusals_and_undo():
    position = ruleboard.play("sensei", {"mode": "shizukana"})
    output = play_lines(["a1-a4", "nonsense", "? a", "a1-a2", "undo", "undo", "b1-b2"], position)
    assert "in Shizukana, a stone moves just one square at a time." in output
    assert any(line.startswith("'nonsense' isn’t an action") for line in output)
    assert "a1-a2" in output
    assert "nothing has been done that could be taken back." in output
    assert position.actions == ("b1-b2",)
    assert output[-1] == "You left the game."


def test_terminal_prints_result_with_reason():
    output = play_lines(["resign"], ruleboard.play("tensor-chess"))
    assert output[-1] == "White resigned."


def test_undo_skips_opponents_reply():
    position = ruleboard.play("tensor-chess")
    output = play_lines(["e2e4", "undo", "quit"], position, Seats(level=1))
    assert any(line.startswith("Black: ") for line in output)
    assert position.actions == ()


def test_terminal_hides_cards_between_two_players():
    output = play_lines(["", "lay r1 b2 y3", "", "position", "quit"], ruleboard.play("tensor-cards"))
    blank_screens = [number for number, line in enumerate(output) if line.count("\n") > 40]
    assert len(blank_screens) == 2
    assert not any("1 2 3 on red" in line for line in output[blank_screens[1] :])
    assert any("Black placed ? ? ?" in line for line in output)


def test_terminal_shows_both_placements_of_finished_turn():
    output = play_lines(["lay r9 b8 y5"], ruleboard.play("tensor-cards"), Seats(level=1))
    assert [line for line in output if "Black r9 b8 y5 White r" in line]


def test_both_people_see_last_turn_in_terminal():
    """After a hand-over, the second person sees the last turn, too, which the first person has already seen."""
    lines = ["", "lay r9 b8 y5", "", "lay r8 b7 y6", "", "lay r7 b6 y4", ""]
    output = play_lines(lines, ruleboard.play("tensor-cards"))
    assert output.count("1.1 Black r9 b8 y5 White r8 b7 y6") == 2


@pytest.mark.parametrize("id", ruleboard.game_ids())
def test_boards_are_printed_as_text(id):
    text = board_text(id, ruleboard.play(id).view().state, ascii_only=True)
    assert text.isascii()
    assert len(text.splitlines()) >= 8


def test_printed_chess_pieces_match_position():
    lines = board_text("tensor-chess", ruleboard.play("tensor-chess").view().state, ascii_only=True).splitlines()
    assert lines[0] == " 8 r t n b q k b n t r"
    assert lines[-1] == "   a b c d e f g h i j"


def test_check_command_lists_invalid_files(tmp_path, capsys):
    valid_file, invalid_file, study = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "study.json"
    position = ruleboard.Position("sensei", actions=["a1-a4"])
    position.save(valid_file)
    data = json.loads(position.to_json())
    invalid_file.write_text(json.dumps({**data, "actions": ["a1-a4", "a1-a4"]}))
    moves = {"format": "ruleboard-study/1", "title": "x", "chapters": [{"game": "sensei", "moves": ["a1-a9"]}]}
    study.write_text(json.dumps(moves))
    assert main(["validate", str(valid_file)]) == 0
    assert main(["validate", str(valid_file), str(invalid_file), str(study), str(tmp_path)]) == 1
    out, errors = capsys.readouterr()
    assert f"{valid_file}: a game of sensei, 1 action" in out
    assert f"{invalid_file}: action 2" in errors
    assert f"{study}: " in errors
    assert f"{tmp_path} cannot be read" in errors


def test_game_converts_to_every_notation(tmp_path, capsys):
    file, moves = tmp_path / "game.json", tmp_path / "moves.txt"
    position = ruleboard.Position("tensor-chess", actions=["e2e4", "e7e5"])
    position.save(file)
    assert main(["convert", str(file), "--to", "positions"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == str(position)
    assert main(["convert", str(file), "--to", "python"]) == 0
    assert capsys.readouterr().out == repr(position) + "\n"
    assert main(["convert", str(file), "--to", "moves", "-o", str(moves)]) == 0
    assert main(["convert", str(moves), "--game", "tensor-chess", "--to", "record"]) == 0
    assert ruleboard.Position.from_json(capsys.readouterr().out) == position
    assert main(["convert", str(file), "--to", "score"]) == 0
    assert "1. e4 e5" in capsys.readouterr().out


TWO_GAMES_PGN = '[White "Ada"]\n\n1. e4 e5 *\n\n1. d4 {why not} *\n'


def test_file_of_several_games_is_checked_and_converted(tmp_path, capsys):
    file, records, converted_file = tmp_path / "games.pgn", tmp_path / "games.json", tmp_path / "again.pgn"
    file.write_text(TWO_GAMES_PGN)
    assert main(["validate", str(file)]) == 0
    assert "2 games of tensor-chess, 3 actions" in capsys.readouterr().out
    assert main(["convert", str(file), "--to", "record", "-o", str(records)]) == 0
    assert "line 5" in capsys.readouterr().err
    assert main(["convert", str(records), "--to", "score", "-o", str(converted_file)]) == 0
    games = ruleboard.load_all(converted_file)
    assert [game.actions for game in games] == [("e2e4", "e7e5"), ("d2d4",)]
    assert ruleboard.load_all(records) == games
    with pytest.raises(ruleboard.RecordError, match="2 games"):
        ruleboard.load(converted_file)


def test_loading_warns_about_unsupported_content(tmp_path):
    file = tmp_path / "game.pgn"
    file.write_bytes('[White "Zoë"]\n\n1. e4 {so} (1. d4) *\n'.encode("latin-1"))
    with pytest.warns(UserWarning, match="game.pgn") as warnings:
        game = ruleboard.load(file)
    assert game.actions == ("e2e4",)
    assert len(warnings) == 3
    assert "windows-1252" in str(warnings[0].message)


@pytest.mark.parametrize("text", [study.read_text() for study in sorted((ROOT / "examples").glob("*.json"))])
def test_check_accepts_studies_of_the_app(tmp_path, capsys, text):
    study = parse_study(text)
    file = tmp_path / "study.pgn"
    file.write_text(format_study_pgn(study, GAMES, MOVE_TOKENS), encoding="utf-8")
    assert main(["validate", str(file)]) == 0
    assert f"a study of {len(study.chapters)} chapter" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "expected_locations"),
    [
        ("1. e4 e5 (1... e5 2. Qxj8) *", ["line 1", "2. Qxj8", "in a variation of 1... e5"]),
        ('[StudyName "x"]\n\n1. e4\n(1. d4 (1. Qxj8)) *', ["chapter 1", "line 4", "1. Qxj8", "1. d4"]),
        ("1. e4 *\n\n1. e5 *", ["game 2", "line 3", "1. e5"]),
        ("", ["empty"]),
    ],
)
def test_check_locates_errors_in_variations(tmp_path, capsys, text, expected_locations):
    file = tmp_path / "game.pgn"
    file.write_text(text)
    assert main(["validate", str(file)]) == 1
    errors = capsys.readouterr().err
    assert all(location in errors for location in expected_locations)


def test_perft_divide_sums_to_total(capsys):
    """The counts of all lines add up to the total.

    In Sensei's first turn two stones or the character may move, so several lines begin with each action.
    """
    assert main(["perft", "sensei", "2", "--divide"]) == 0
    *lines, total = capsys.readouterr().out.splitlines()
    assert sum(int(line.split(": ")[1]) for line in lines) == int(total) == ruleboard.play("sensei").perft(2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "go"], "there is no game 'go'"),
        (["play"], "a game is missing"),
        (["play", "sensei", "--option", "mode"], "has no value"),
        (["play", "sensei", "--seat", "3"], "there is no player 3"),
        (["diagram", "sensei", "--seat", "0"], "there is no player 0"),
        (["diagram", "sensei", "--position", "x"], "4 parts"),
        (["diagram", "sensei", "--position", "problem:x"], "there is no problem 'x'"),
        (["diagram", "go", "--position", "problem:x"], "there is no game 'go'"),
        (["convert", "/nowhere", "--to", "moves"], "cannot be read"),
        (["perft", "sensei", "-1"], "-1 is not a depth"),
    ],
)
def test_wrong_arguments_give_readable_errors(arguments, message, capsys):
    assert main(arguments) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    assert message in errors


def test_diagram_shows_problem_to_its_solver(capsys):
    problem = next(
        problem for problem in problems("tensor-chess") if GAMES["tensor-chess"].parse_position(problem.position).turn
    )
    texts = []
    for arguments in ([f"problem:{problem.id}"], [problem.position, "--flip"], [problem.position]):
        assert main(["diagram", "tensor-chess", "--position", *arguments]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] != texts[2]


def test_diagram_format_needs_no_file_name(tmp_path, monkeypatch, capsysbinary):
    monkeypatch.setattr("ruleboard.console.main.picture_bytes", lambda _svg, format: format.encode())
    assert main(["diagram", "sensei", "--format", "pdf"]) == 0
    assert capsysbinary.readouterr().out == b"pdf"
    assert main(["diagram", "sensei", "--format", "png", "-o", str(tmp_path / "board")]) == 0
    assert (tmp_path / "board").read_bytes() == b"png"


def test_terminal_accepts_other_spellings_of_actions():
    position = ruleboard.play("tensor-cards")
    play_lines(["", "LAY R1 B2 Y10", "", "lay r3 b4\u00a0y５", "quit"], position)
    assert position.actions[:2] == ("lay r1 b2 yT", "lay r3 b4 y5")
    position = ruleboard.play("sensei")
    play_lines(["B1–B5", "END", "Resign 2"], position)
    assert position.actions == ("b1-b5", "end", "resign 2")


def test_tags_name_the_game_of_a_move_list(tmp_path, capsys):
    file = tmp_path / "game.txt"
    file.write_text('[White "Ada"]\n\nb1-b5 end e7-e2 {so} 0-1\n')
    assert main(["convert", "--game", "sensei", str(file), "--to", "record"]) == 0
    out, errors = capsys.readouterr()
    assert ruleboard.Position.from_json(out).actions == ("b1-b5", "end", "e7-e2", "resign 1")
    assert "line 3" in errors
    file.write_text('[Game "tesulda"]\n\na2-a4 *\n')
    assert main(["validate", "--game", "sensei", str(file)]) == 1
    file.write_text(ruleboard.play("tesulda").to_json())
    assert main(["convert", "--game", "sensei", str(file), "--to", "record"]) == 2


def test_move_list_needs_the_start_that_a_note_names(tmp_path, capsys):
    file, moves = tmp_path / "game.json", tmp_path / "moves.txt"
    start = "rrrRrrr/7/7/g6/7/7/1ggGggg r 21 shizukana"
    position = ruleboard.Position("sensei", {"mode": "shizukana"}, start=start, actions=["b7-b6"])
    position.save(file)
    assert main(["convert", str(file), "--to", "moves", "-o", str(moves)]) == 0
    note = capsys.readouterr().err
    assert "--position" in note
    assert main(["convert", str(moves), "--game", "sensei", "--position", start, "--to", "record"]) == 0
    assert ruleboard.Position.from_json(capsys.readouterr().out).actions == position.actions
    ruleboard.play("equilibrium", seed=7).save(file)
    assert main(["convert", str(file), "--to", "moves"]) == 0
    assert "--seed 7" in capsys.readouterr().err


def test_several_move_lists_survive_reading(tmp_path, capsys):
    file, moves = tmp_path / "games.json", tmp_path / "moves.txt"
    lists = (["a1-a4"], ["a1-a4", "end", "a7-a5", "end"], ["b1-b4", "end", "resign 2"])
    games = [ruleboard.Position("sensei", actions=actions) for actions in lists]
    file.write_text(json.dumps([json.loads(game.to_json()) for game in games]))
    assert main(["convert", str(file), "--to", "moves", "-o", str(moves)]) == 0
    assert main(["convert", str(moves), "--game", "sensei", "--to", "record"]) == 0
    out, errors = capsys.readouterr()
    assert [game["actions"] for game in json.loads(out)["games"]] == list(lists)
    assert not errors


def test_play_deals_hidden_information_of_a_position(monkeypatch):
    """The order of the pile and the shuffled armies depend on the seed, not on the position in the command."""
    building_position = "10/10/10/10/10/10/10/10/10/10 l - 0 build:l:0"
    pile = str(ruleboard.play("equilibrium").view())
    positions = []
    monkeypatch.setattr(Table, "run", lambda table: positions.append(table.position))
    for game, text in (
        ("tesulda", building_position),
        ("equilibrium", pile),
        ("sensei", str(ruleboard.play("sensei"))),
    ):
        for seed in ("1", "2"):
            assert main(["play", game, "--position", text, "--seed", seed]) == 0
        first, second = positions[-2:]
        assert first.view() == second.view()
        assert (str(first) == str(second)) == (game == "sensei")
