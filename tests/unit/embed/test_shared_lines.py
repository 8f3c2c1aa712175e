"""Test that the HTML of the share dialog shows the dialog's board, at every kind of ply and with every choice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruleboard.app.board.changes import open_table
from ruleboard.app.board.history import view_at
from ruleboard.app.board.table import Table
from ruleboard.app.share import session as shares
from ruleboard.app.share.session import ShareChoices
from ruleboard.embed.board import open_board, redo
from ruleboard.embed.parameters import parse_parameters
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES
from tests.support.playouts import create_playouts, select_evenly_spaced

CHOICES = [
    ShareChoices(scope=scope, start_point=start_point, mode=mode, opponent=opponent, seat=seat, is_flipped=is_flipped)
    for scope, start_point in (("position", "start"), ("game", "start"), ("game", "here"))
    for mode, opponent, seat in (("show", 0, 0), ("play", 0, 0), ("play", 2, 0), ("play", 2, 2), ("find", 0, 0))
    for is_flipped in (False, True)
]


@pytest.mark.parametrize("game", GAMES)
def test_board_opens_as_the_dialog_shows_it(game: str) -> None:
    """The board opens with the position and the orientation of the dialog's poster, and with the sides of the game."""
    for playout in select_evenly_spaced(create_playouts(game), 2):
        names, count = ("",) * playout.player_count(), len(playout.actions)
        for length, ply in {(0, 0), (1, 1), (3, 3), (count // 2, count // 4), (count, count)}:
            texts = tuple(map(str, playout.actions[: min(length, count)]))
            timeline = replay(Record(game, playout.options, playout.seed, names, texts), GAMES)
            table = view_at(open_table("x", timeline), min(ply, len(texts)))
            for choices in CHOICES:
                _check_lines(table, choices)


def _check_lines(table: Table, choices: ShareChoices) -> None:
    timeline = shares.embedded_table(table, choices).viewed_timeline
    if choices.mode == "find":
        if (
            timeline.outcome
            or timeline.is_hidden()
            or not (legal_actions := timeline.game.legal_actions(timeline.state))
        ):
            return
        choices = replace(choices, accept=timeline.game.format_action(timeline.state, legal_actions[0]))
    values = shares.parameters(table, choices)
    board = open_board(parse_parameters(values))
    assert board.position == timeline.game.format_position(timeline.public_state())
    assert board.seat == shares.embedded_seat(table, choices)
    has_opponent = choices.mode == "play" and choices.opponent > 0 and not shares.is_over(table, choices)
    assert any(board.table.timeline.record.seats) == has_opponent


def test_later_moves_of_a_game_to_play_on_can_be_redone() -> None:
    board = open_board(parse_parameters({"game": "sensei", "mode": "play", "moves": "a1-a4;end;a7-a5", "at": "0"}))
    assert board.table.timeline.ply == 0
    assert redo(board).table.timeline.ply == 1
    assert redo(redo(redo(board))).table.timeline.ply == 3
