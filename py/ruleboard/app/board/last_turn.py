"""The last turns before the current state: a person's turn that ended automatically, and the bots' turns."""

from __future__ import annotations

from ruleboard.app.board.table import Table
from ruleboard.engine.action import Action
from ruleboard.engine.move_text import Turn, turn_number
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
    ended_by_choice = not isinstance(action, Action) or action.targets == (end_button,)
    if (
        not is_same_turn
        or ended_by_choice
        or player is None
        or player == timeline.to_move
        or table.bot_level_of(player)
    ):
        return None
    return player


def opponents_turns(table: Table) -> tuple[Turn, ...]:
    """Return the bots' turns since the last person's turn, as in the move list. Each player has at most one."""
    timeline = table.timeline
    turns = timeline.turns()
    if not timeline.ply or not turns or table.display.ply is not None or not table.persons:
        return ()
    bot_turns = list[Turn]()
    for number in range(turn_number(turns, timeline.ply - 1), -1, -1):
        player = turns[number].player
        if player is None or not table.bot_level_of(player) or len(bot_turns) >= len(timeline.record.players) - 1:
            break
        bot_turns.insert(0, turns[number])
    return tuple(bot_turns)


def last_turn_plies(table: Table) -> tuple[int, ...]:
    """Return the plies of the last turn's actions before the viewed state, without hidden decisions.

    The last turn may still be in progress.
    """
    timeline = table.viewed_timeline
    turns = timeline.turns()
    if not timeline.ply or not turns:
        return ()
    number = turn_number(turns, timeline.ply - 1)
    start = turns[number - 1].items[-1][0] + 1 if number else 0
    return tuple(ply for ply in range(start, timeline.ply) if not timeline.is_hidden(ply))


def last_turn_targets(table: Table) -> frozenset[str]:
    """Return the targets of the last turn's actions."""
    entries = table.timeline.entries
    return frozenset(
        target
        for ply in last_turn_plies(table)
        if isinstance(entry := entries[ply], Action)
        for target in entry.targets
    )
