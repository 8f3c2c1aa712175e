"""The latest turns of a game: a person's turn that ended automatically, and the bots' turns."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.board.table import Table
from ruleboard.engine.action import Action
from ruleboard.engine.move_text import Turn, turn_index
from ruleboard.registry import VIEWS


def player_whose_turn_ended(table: Table) -> int | None:
    """Return the person whose turn of several actions has just ended automatically, or None.

    Return None also if the person chose to end the turn.
    """
    timeline, end_button = table.timeline, VIEWS[table.timeline.game.id].turn_end
    previous_ply, last_ply = timeline.ply - 2, timeline.ply - 1
    if not end_button or previous_ply < 0 or table.display.ply is not None or timeline.to_move is None:
        return None
    action, player = timeline.entries[last_ply], timeline.game.to_move(timeline.states[last_ply])
    previous_player = timeline.game.to_move(timeline.states[previous_ply])
    is_same_turn = previous_player == player and not timeline.is_hidden(previous_ply)
    was_ended_by_choice = not isinstance(action, Action) or action.targets == (end_button,)
    if (
        not is_same_turn
        or was_ended_by_choice
        or player is None
        or player == timeline.to_move
        or table.bot_level_of(player)
    ):
        return None
    return player


def opponent_turns(table: Table) -> tuple[Turn, ...]:
    """Return the bots' visible turns in the move list, from a person's last turn to the current state.

    A decision out of turn, such as the answer to an opponent's move, does not count as a person's turn.
    """
    timeline = table.timeline
    turns = timeline.turns()
    if not timeline.ply or not turns or not table.persons:
        return ()
    bot_turns = list[Turn]()
    for turn_number in range(turn_index(turns, timeline.ply - 1), -1, -1):
        turn = _truncate_turn(turns[turn_number], timeline.ply)
        if turn.player is None or any(timeline.is_hidden(ply) for ply, _text in turn.items):
            break
        if table.bot_level_of(turn.player):
            bot_turns.insert(0, turn)
        elif not turn.is_out_of_turn:
            break
    return tuple(bot_turns)


def _truncate_turn(turn: Turn, ply: int) -> Turn:
    """Return a turn up to a ply, without later actions such as undone ones."""
    if turn.items[-1][0] < ply:
        return turn
    return replace(turn, items=tuple(item for item in turn.items if item[0] < ply))


def last_turn_plies(table: Table) -> tuple[int, ...]:
    """Return the plies of the visible actions in the last turn before the viewed state.

    The last turn may still be in progress. Decisions out of turn belong to the turn that led to them.
    """
    timeline = table.viewed_timeline
    turns = timeline.turns()
    if not timeline.ply or not turns:
        return ()
    turn_number = turn_index(turns, timeline.ply - 1)
    while (
        turn_number and turns[turn_number].is_out_of_turn and turns[turn_number].label == turns[turn_number - 1].label
    ):
        turn_number -= 1
    start = turns[turn_number - 1].items[-1][0] + 1 if turn_number else 0
    return tuple(ply for ply in range(start, timeline.ply) if not timeline.is_hidden(ply))


def last_turn_targets(table: Table) -> frozenset[str]:
    """Return the targets of the last turn's actions."""
    entries = table.viewed_timeline.entries
    return frozenset(
        target
        for ply in last_turn_plies(table)
        if isinstance(entry := entries[ply], Action)
        for target in entry.targets
    )
