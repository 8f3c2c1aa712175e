"""Tesulda's move list: a turn a line, ``x`` on an Attack, the turn's end left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ruleboard.engine.errors import ActionError, IllegalAction, RuleboardError
from ruleboard.engine.game import Action, Turn
from ruleboard.games.tesulda.rules import END, after, apply, legal_actions
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.text import parse_action

GOES_ON: Final = "…"
"""Stands behind a turn that has not been ended yet."""


def format_moves(start: State, actions: Sequence[Action]) -> tuple[Turn, ...]:
    """The move list of a game that began at ``start``.

    ``end`` shares the item of the action before it; it is written only when a list begins with it. The
    building of an army is a turn too. A last turn that goes on is marked by ``…``.
    """
    turns: list[Turn] = []
    items: list[tuple[int, str]] = []
    state = start
    for ply, action in enumerate(actions):
        if action == END and items:
            items[-1] = (ply, items[-1][1])
        else:
            items.append((ply, _written(action)))
        player, building = state.side, state.build is not None
        state = after(state, action)
        if _over(state, player, building):
            turns.append(Turn("", player, tuple(items)))
            items = []
    if items:
        ply, text = items[-1]
        turns.append(Turn("", state.side, (*items[:-1], (ply, f"{text} {GOES_ON}"))))
    return tuple(turns)


def _written(action: Action) -> str:
    return f"{action.text}x" if action.kind == "capture" else action.text


def _over(state: State, player: int, building: bool) -> bool:
    """Whether a turn of a player's, or the building of an army, has ended with this state."""
    return state.side != player or (building and state.build is None)


def parse_moves(start: State, text: str) -> tuple[Action, ...]:
    """The actions of a move list, a turn a line; empty lines are passed over.

    Raises:
        ActionError, IllegalAction: a move cannot be read or is not allowed; the error says which.
    """
    lines = [(number, line.split()) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    actions: list[Action] = []
    state = start
    for number, words in lines:
        goes_on = words[-1] == GOES_ON and number == lines[-1][0]
        player, building, over = state.side, state.build is not None, False
        for at, word in enumerate(words[:-1] if goes_on else words, 1):
            try:
                if over:
                    raise ActionError("the turn is over before it", expected="a new line for a new turn")
                action = _parsed(state, word)
            except RuleboardError as error:
                raise error.within(f"line {number}, move {at}") from None
            actions.append(action)
            state = apply(state, action)
            over = _over(state, player, building)
        if not over and not goes_on and END in legal_actions(state):
            actions.append(END)
            state = apply(state, END)
    return tuple(actions)


def _parsed(state: State, word: str) -> Action:
    """The action of one item.

    Raises:
        ActionError, IllegalAction: it cannot be read or is not allowed.
    """
    if not word.endswith("x"):
        return parse_action(state, word)
    action = parse_action(state, word[:-1])
    if action.kind != "capture":
        raise IllegalAction(f"{word[:20]!r} is marked as an Attack, but nothing is attacked")
    return action
