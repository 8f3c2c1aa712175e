"""Tests that the examples, letters and marks in the legends occur in move lists and pictures."""

from __future__ import annotations

import re

import pytest

from ruleboard.engine.move_text import UNFINISHED_MARK
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.learning.courses import legend
from ruleboard.learning.lessons import NotationExample
from ruleboard.registry import GAMES, VIEWS
from tests.support.playouts import create_playouts

SIGNS = [(game, sign) for game in GAMES for sign in legend(game).signs]


def timeline_after(game: str, position: str = "", moves: tuple[str, ...] = ()) -> Timeline[object]:
    rules = GAMES[game]
    options = {option.id: option.default for option in rules.options}
    start = rules.parse_position(position) if position else rules.initial(options, 0)
    players = ("",) * len(rules.sides(start))
    return replay(Record(game, options, 0, players, moves, start=position or None), GAMES)


@pytest.mark.parametrize(("game", "sign"), SIGNS, ids=[f"{game} {sign.sign}" for game, sign in SIGNS])
def test_examples_are_items_of_move_list(game: str, sign: NotationExample) -> None:
    items = {text for turn in timeline_after(game, sign.position, sign.moves).turns() for _ply, text in turn.items}
    assert sign.sign in items | {text.removesuffix(f" {UNFINISHED_MARK}") for text in items}


@pytest.mark.parametrize("game", [game for game in GAMES if legend(game).letters])
def test_letters_occur_in_texts(game: str) -> None:
    timeline = timeline_after(game)
    state = timeline.state
    texts = [timeline.game.format_position(state), *(sign.sign for sign in legend(game).signs)]
    assert all(any(entry.letter in text for text in texts) for entry in legend(game).letters)


@pytest.mark.parametrize("game", [game for game in GAMES if legend(game).marks])
def test_marks_have_distinct_samples(game: str) -> None:
    marks = [entry.mark for entry in legend(game).marks]
    samples = [VIEWS[game].mark_sample(mark) for mark in marks]
    assert None not in samples
    assert len(set(map(str, samples))) == len(marks)


@pytest.mark.parametrize("game", GAMES)
def test_move_list_has_no_action_texts_with_prefix(game: str) -> None:
    """A move list contains no action text with a prefix, such as ``swap:b4>c5:cs``."""
    for playout in create_playouts(game):
        actions = tuple(action.text for action in playout.actions)
        timeline = replay(Record(game, playout.options, playout.seed, ("",) * playout.player_count(), actions), GAMES)
        for turn in timeline.turns():
            sentence_turn = VIEWS[game].readable_turn(turn, timeline.states, timeline.entries)
            assert [ply for ply, _text in sentence_turn.items] == [ply for ply, _text in turn.items]
            assert not [text for _ply, text in sentence_turn.items if re.search(r"(?<!\S)[a-z]+:\S", text)]
