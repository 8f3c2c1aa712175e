"""Test the checks of attributes before the start against the parameters of the frame, which checks them again."""

from __future__ import annotations

import json
import random
import re
import subprocess

import pytest

from ruleboard.embed.board import open_board
from ruleboard.embed.parameters import FIND_MODE, PLAY_MODE, parse_parameters
from ruleboard.embed.posters import game_facts
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.timeline import new_timeline
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import targets_in
from tools.setup import ROOT

FACTS = game_facts()
ATTRIBUTE_VALUES = {
    "game": ("sensei", "tesulda", "equilibrium", "tensor-cards", "tensor-chess"),
    "mode": ("show", "play", "find"),
    "at": ("0", "1", "2"),
    "moves": ("", "b1-b6;end"),
    "options": ("", "mode:shizukana", "players:3", "board:short-order;goal:three-points", "setup:shuffled", "mode:no"),
    "seed": ("0", "7", "-1"),
    "opponent": ("1", "5", "6"),
    "seat": ("1", "2", "3", "5"),
    "hints": ("yes", "no", "perhaps"),
    "accept": ("", "b1-b6"),
    "goal": ("line", "position"),
    "ask": ("", "Which?"),
    "marks": ("", "b1", "b9", "danger:c10", "hex:1:0,0", "0,0", "piece:red", "dangr:b1"),
    "flip": ("yes", "", "2"),
    "lesson": ("goal", "turn", "nothing"),
    "step": ("1", "999", "0"),
    "study": ("x.json",),
    "chapter": ("1", "0"),
    "start": ("0", "12"),
    "color": ("navy", "#12", "rgb(1 2 3 / 50%)", "red|blue", "a|b|c"),
    "font": ("Georgia, serif", "'x", '"Iowan Old Style"'),
    "radius": ("4", "4px", "64.5", "1em"),
    "theme": ("dark", "blue"),
    "lang": ("fr", "pt-BR", "english"),
    "caption": ("x", "x" * 401),
}
CHECK_SCRIPT = """
import { attributeErrors } from "./static/embed/checks.js";
const { boards, facts } = JSON.parse(await new Promise((resolve) => {
  let text = "";
  process.stdin.on("data", (part) => { text += part; }).on("end", () => resolve(text));
}));
const pairs = (board) => Object.entries(board).map(([name, value]) => ({ name, value }));
console.log(JSON.stringify(boards.map((board) => attributeErrors(pairs(board), facts)[0]?.name ?? "")));
"""
PARAMETERS_CHECKED_BY_RULES = ("position", "moves", "accept", "marks", "options")
"""The parameters whose values only the rules can check fully."""


def find_script_errors(boards: list[dict[str, str]]) -> list[str]:
    """Return the name of the first wrong attribute of each board, or an empty text."""
    process = subprocess.run(
        ["node", "--input-type=module", "--eval", CHECK_SCRIPT],
        input=json.dumps({"boards": boards, "facts": FACTS}),
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=True,
    )
    return json.loads(process.stdout)


def find_frame_error(board: dict[str, str]) -> str:
    """Return the name of the parameter that the frame rejects, or an empty text."""
    try:
        parameters = parse_parameters(board)
        if not parameters.study:
            open_board(parameters, 0, 0)
    except RuleboardError as error:
        return re.split("[, ]", error.where or "?")[0]
    return ""


VALUES_OF_ONE_ATTRIBUTE = {
    "color": (
        *(
            "navy",
            "NAVY",
            "notacolour",
            "transparent",
            "currentcolor",
            "inherit",
            "red;blue",
            "red|",
            "|red",
            "",
            "#1234",
        ),
        *(
            "rgb(1)",
            "rgb()",
            "rgb(1,2,3)",
            "RGB(1 2 3)",
            "rgb(1, 2 3)",
            "hsl(120deg 50% 50%)",
            "lab(1 2)",
            "oklch(.5 .2 90)",
        ),
        *("color(srgb 1 0 0)", "color(x 1 0 0)", "light-dark(red,blue)"),
    ),
    "font": (
        "'a'",
        "'a\"",
        ",".join("abcdefgh"),
        ",".join("abcdefghi"),
        "",
        "é",
        "_a",
        "a_b",
        "a;b",
        "x" * 62,
        "x" * 61,
        "a,",
    ),
    "radius": ("4 px", "4.", "4.5", ".5", "064", "65", "-1", "", "1e1", "٣", " 4 ", "4PX"),
    "flip": ("yes", "YES", "true", "0", "on", " yes "),
    "at": ("00", "+1", "٣", "1.0", " 1", "", "-0", "9999", "10000"),
    "seed": ("", "9" * 20, "9" * 16, "9" * 15, "٣"),
    "opponent": ("1", "01", "", "0", "٣"),
    "lang": ("FR", "", "a", "fr_FR", "fr-"),
    "theme": ("Dark", "", " dark"),
    "width": ("0", "", "x", "4px", "٣", "10000"),
    "marks": ("danger: b1", "danger :b1", " b1 "),
}
"""Values at the limits of what the frame accepts, for boards without other attributes."""


def test_single_values_agree_with_frame():
    boards = [
        {"game": "sensei", "mode": PLAY_MODE, "moves": "b1-b6;end", name: value}
        for name, values in VALUES_OF_ONE_ATTRIBUTE.items()
        for value in values
    ]
    names = find_script_errors(boards)
    assert [
        board for board, name in zip(boards, names, strict=True) if bool(name) != bool(find_frame_error(board))
    ] == []


def create_random_boards(count: int) -> list[dict[str, str]]:
    rng = random.Random(5)
    boards = []
    for _number in range(count):
        names = rng.sample(list(ATTRIBUTE_VALUES), rng.choice((0, 1, 1, 2, 2, 3, 4)))
        board = {"game": rng.choice(ATTRIBUTE_VALUES["game"])} | {
            name: rng.choice(ATTRIBUTE_VALUES[name]) for name in names
        }
        if {"opponent", "seat", "hints"} & {*board} and rng.random() < 0.7:
            board |= {"mode": PLAY_MODE, "opponent": board.get("opponent", "1")}
        if {"accept", "ask", "goal"} & {*board} and rng.random() < 0.7:
            board |= {"mode": FIND_MODE, "accept": board.get("accept", "b1-b6")}
        boards.append(board)
    return boards


def test_checks_agree_with_frame():
    """The page reports all errors that it can find without the rules, and no error that the frame does not report."""
    boards = create_random_boards(3_000)
    false_alarms, missed_errors = [], []
    for board, name in zip(boards, find_script_errors(boards), strict=True):
        frame_name = find_frame_error(board)
        if name and not frame_name:
            false_alarms.append((name, board))
        if frame_name and not name and frame_name not in PARAMETERS_CHECKED_BY_RULES:
            missed_errors.append((frame_name, board))
    assert false_alarms[:5] == []
    assert missed_errors[:5] == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_places_match_all_targets(game):
    """The facts of a game match the targets of all positions in a random game."""
    rules, pattern = GAMES[game], re.compile(FACTS[game]["places"])
    rng = random.Random(3)
    for options in ({}, *({"board": value} for value in FACTS[game]["options"].get("board", ()))):
        timeline = new_timeline(rules, rules.initial(options, 0))
        targets: set[str] = set()
        for _number in range(60):
            actions = rules.legal_actions(timeline.state)
            if timeline.outcome or not actions:
                break
            targets |= {target for action in actions for target in action.targets}
            targets |= {*targets_in(VIEWS[game].picture(timeline.public_state(), 0, Marks()))}
            timeline = timeline.play(rng.choice(actions))
        unknown_targets = {target for target in targets if ":" not in target and not pattern.fullmatch(target)}
        assert unknown_targets == set()
        marks = ";".join(sorted(targets))
        assert find_script_errors([{"game": game, "marks": marks}]) == [""]
