"""Sensei's move list: a turn a line, its end left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.move_text import UNFINISHED, Turn, parse_turns
from ruleboard.games.sensei.rules import END, apply, is_home, legal_actions
from ruleboard.games.sensei.state import State
from ruleboard.games.sensei.text import parse_action


def format_moves(states: Sequence[State], actions: Sequence[Action[Any]]) -> tuple[Turn, ...]:
    """The move list of a game; see ``engine.game.Game.format_moves``.

    ``end`` shares the item of the move before it; it is written only when a turn holds nothing else. A last
    turn that goes on is marked by ``…``, since its text would otherwise be that of an ended one.
    """
    turns: list[Turn] = []
    items: list[tuple[int, str]] = []
    for ply, action in enumerate(actions):
        if action == END and items:
            items[-1] = (ply, items[-1][1])
        else:
            items.append((ply, action.text))
        player, state = states[ply].side, states[ply + 1]
        if state.fresh or is_home(state, player):
            turns.append(Turn("", player, tuple(items)))
            items = []
    if items:
        ply, text = items[-1]
        turns.append(Turn("", states[len(actions)].side, (*items[:-1], (ply, f"{text} {UNFINISHED}"))))
    return tuple(turns)


def parse_moves(start: State, text: str) -> tuple[Action[Any], ...]:
    """The actions of a move list, a turn a line; empty lines are passed over.

    Raises:
        ActionError, IllegalAction: a move cannot be read or is not allowed; the error says which.
    """
    return parse_turns(
        start,
        text,
        END,
        parse=lambda state, word: (parse_action(state, word),),
        legal=legal_actions,
        apply=apply,
        over=lambda _before, state: state.fresh,
    )
