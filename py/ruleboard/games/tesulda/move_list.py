"""Tesulda's move list: a turn a line, ``x`` on an Attack, the turn's end left out; an army built is one item."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError
from ruleboard.engine.move_text import UNFINISHED, Turn, parse_turns
from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.army import format_army, parse_army, problems
from ruleboard.games.tesulda.position_text import parse_action
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.turn import END, apply, legal_actions
from ruleboard.i18n import _


def format_moves(states: Sequence[State], actions: Sequence[Action[Any]]) -> tuple[Turn, ...]:
    """The move list of a game; see ``engine.game.Game.format_moves``.

    ``end`` shares the item of the action before it; it is written only when a list begins with it. An army
    that was built is a turn of one item, its text; nothing is told of either until both are ready. A last turn
    that goes on is marked by ``…``.
    """
    turns, first = _built(states, actions)
    if states[first].build:
        return ()
    items: list[tuple[int, str]] = []
    for ply, action in enumerate(actions[first:], first):
        if action == END and items:
            items[-1] = (ply, items[-1][1])
        else:
            items.append((ply, _written(action)))
        player = states[ply].side
        if states[ply + 1].side != player:
            turns.append(Turn("", player, tuple(items)))
            items = []
    if items:
        ply, text = items[-1]
        turns.append(Turn("", states[len(actions)].side, (*items[:-1], (ply, f"{text} {UNFINISHED}"))))
    return tuple(turns)


def _built(states: Sequence[State], actions: Sequence[Action[Any]]) -> tuple[list[Turn], int]:
    """The armies built, and how many actions built them."""
    turns: list[Turn] = []
    for ply, action in enumerate(actions):
        state = states[ply]
        if state.build is None:
            return turns, ply
        if action == building.DONE:
            turns.append(Turn("", state.side, ((ply, format_army(building.army_of(state))),)))
    return turns, len(actions)


def _written(action: Action[Any]) -> str:
    return f"{action.text}x" if action.kind == "capture" else action.text


def _over(before: State, state: State) -> bool:
    """Whether a turn, or the building of an army, that was going on before has ended with this state."""
    return state.side != before.side or (state.build is None and before.build is not None)


def parse_moves(start: State, text: str) -> tuple[Action[Any], ...]:
    """The actions of a move list, a turn a line; empty lines are passed over.

    Raises:
        ActionError, IllegalAction: a move cannot be read or is not allowed; the error says which.
    """
    return parse_turns(start, text, END, parse=_parsed, legal=legal_actions, apply=apply, over=_over)


def _parsed(state: State, word: str) -> tuple[Action[Any], ...]:
    """The actions of one item.

    Raises:
        ActionError, IllegalAction: it cannot be read or is not allowed.
    """
    if state.build and "/" in word:
        return _army(state, word)
    if not word.endswith("x"):
        return (parse_action(state, word),)
    action = parse_action(state, word[:-1])
    if action.kind != "capture":
        raise IllegalAction(_("{text} is marked as an Attack, but nothing is attacked").format(text=repr(word[:20])))
    return (action,)


def _army(state: State, word: str) -> tuple[Action[Any], ...]:
    """The actions that build the army of a text and hand it over.

    Raises:
        ActionError: the text cannot be read.
        IllegalAction: it is not an army that a side may have.
    """
    try:
        army = parse_army(word)
        steps = building.steps(state, army)
    except PositionError as error:
        raise ActionError(error.what, where=error.where, expected=error.expected) from None
    for problem in problems(army, state.side):
        raise IllegalAction(problem)
    return (*steps, building.DONE)
