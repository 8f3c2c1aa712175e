"""Sensei's move list: a turn a line, its end left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ruleboard.engine.errors import ActionError, RuleboardError
from ruleboard.engine.game import Action, Turn
from ruleboard.games.sensei.rules import END, after, apply, is_home, legal_actions
from ruleboard.games.sensei.state import State
from ruleboard.games.sensei.text import parse_action
from ruleboard.speech import _

GOES_ON: Final = "…"
"""Stands behind the moves of a turn that has not been ended yet."""


def format_moves(start: State, actions: Sequence[Action]) -> tuple[Turn, ...]:
    """The move list of a game that began at ``start``.

    ``end`` shares the item of the move before it; it is written only when a turn holds nothing else. A last
    turn that goes on is marked by ``…``, since its text would otherwise be that of an ended one.
    """
    turns: list[Turn] = []
    items: list[tuple[int, str]] = []
    state = start
    for ply, action in enumerate(actions):
        if action == END and items:
            items[-1] = (ply, items[-1][1])
        else:
            items.append((ply, action.text))
        player, state = state.side, after(state, action)
        if state.fresh or is_home(state, player):
            turns.append(Turn("", player, tuple(items)))
            items = []
    if items:
        ply, text = items[-1]
        turns.append(Turn("", state.side, (*items[:-1], (ply, f"{text} {GOES_ON}"))))
    return tuple(turns)


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
        over = False
        for at, word in enumerate(words[:-1] if goes_on else words, 1):
            try:
                if over:
                    raise ActionError(_("the turn is over before it"), expected=_("a new line for a new turn"))
                action = parse_action(state, word)
            except RuleboardError as error:
                raise error.within(_("line {line}, move {move}").format(line=number, move=at)) from None
            actions.append(action)
            state = apply(state, action)
            over = state.fresh
        if not over and not goes_on and END in legal_actions(state):
            actions.append(END)
            state = apply(state, END)
    return tuple(actions)
