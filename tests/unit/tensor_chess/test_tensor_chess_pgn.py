"""Games as PGN-like texts, both ways."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.action import Action
from ruleboard.engine.errors import RecordError
from ruleboard.engine.game import Outcome
from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.pgn import Score, format_pgn, parse_pgn, result_of
from ruleboard.games.tensor_chess.state import START, State
from tests.unit.tensor_chess.positions import at

GAME = PACKAGE.game


def random_game(seed: int, length: int) -> tuple[State, list[Action]]:
    chance = random.Random(seed)
    state, actions = START, []
    for _ in range(length):
        legal = GAME.legal_actions(state)
        if not legal:
            break
        action = chance.choice(legal)
        actions.append(action)
        state = GAME.apply(state, action)
    return state, actions


@given(st.integers(0, 100_000), st.integers(0, 40))
def test_games_are_read_as_they_are_written(seed: int, length: int) -> None:
    """Move list and record text give back the game, whatever was played."""
    end, actions = random_game(seed, length)
    result = result_of(GAME.outcome(end))
    score = Score(START, tuple(actions), result, 'Ada "the rook" L.', "", "2024.05.06", {"Event": "A \\ B"})
    text = format_pgn(score)
    assert parse_pgn(text) == score
    assert all(len(line) <= 80 for line in text.splitlines())


def test_a_record_from_a_position() -> None:
    start = at("k9/10/10/10/10/4T5/4P5/9K", "b")
    actions = GAME.parse_moves(start, "Kb7 e2>e3e4")
    text = format_pgn(Score(start, actions))
    assert '[Variant "Tensor Chess"]' in text
    assert '[FEN "k9/10/10/10/10/4T5/4P5/9K b - - 0 1"]' in text
    assert text.endswith("1… Kb7 2. e2>e3e4 *\n")
    assert parse_pgn(text) == Score(start, actions)


def test_comments_variations_and_glyphs_are_passed_over() -> None:
    text = '[White "A"]\n\n1. e4 {a (good) move} e5! $1 (1... d5 (1... c5) 2. e5) ; the rest\n2. Nd3 1/2-1/2'
    score = parse_pgn(text)
    assert [action.text for action in score.actions] == ["e2e4", "e7e5", "c1d3"]
    assert (score.white, score.black, score.result) == ("A", "", "1/2-1/2")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('[Variant "Chess960"]', "tag Variant"),
        ('[FEN "nonsense"]', "tag FEN"),
        ('[FEN "k9/10/10/10/10/10/10/9 w - - 0 1"]', "tag FEN, rank 1"),
        ('[Result "2-0"]', "tag Result"),
        ("[White A]", "head"),
        ("1. e4 (1. d4", "moves"),
        ("1. e4) e5", "moves"),
        ("1. e4 Nd3", "Black's move 1, 'Nd3'"),
    ],
)
def test_errors_in_a_text_name_the_place(text: str, where: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_pgn(text)
    assert caught.value.where == where


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(RecordError):
        assert isinstance(parse_pgn(text), Score)


def test_results() -> None:
    assert result_of(None) == "*"
    assert result_of(Outcome((0.0, 0.0), "")) == "1/2-1/2"
    assert result_of(Outcome((1.0, -1.0), "")) == "1-0"
    assert result_of(Outcome((-1.0, 1.0), "")) == "0-1"
