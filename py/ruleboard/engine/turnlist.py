"""Move lists with a turn a line, for games whose turns are several actions and an end that is not written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from ruleboard.engine.errors import ActionError, RuleboardError
from ruleboard.engine.game import Action
from ruleboard.engine.limits import check_moves
from ruleboard.speech import _

GOES_ON: Final = "…"
"""Stands behind a turn that has not been ended yet."""

S = TypeVar("S")


def parse_turns(
    start: S,
    text: str,
    end: Action,
    *,
    parse: Callable[[S, str], Sequence[Action]],
    legal: Callable[[S], Sequence[Action]],
    apply: Callable[[S, Action], S],
    over: Callable[[S, S], bool],
) -> tuple[Action, ...]:
    """The actions of a move list; empty lines are passed over.

    Args:
        start: where the game began.
        text: the move list.
        end: the action that ends a turn; it is made at the end of a line where it may be.
        parse: the actions of one item of a line.
        legal: the actions allowed in a state.
        apply: the state after an action.
        over: whether a turn that stood at a state is over with another one.

    Raises:
        ActionError, IllegalAction: a move cannot be read or is not allowed; the error says which.
    """
    check_moves(text)
    lines = [(number, line.split()) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    actions: list[Action] = []
    state = start
    for number, words in lines:
        goes_on = words[-1] == GOES_ON and number == lines[-1][0]
        before, done = state, False
        for at, word in enumerate(words[:-1] if goes_on else words, 1):
            try:
                if done:
                    raise ActionError(_("the turn is over before it"), expected=_("a new line for a new turn"))
                for action in parse(state, word):
                    state = apply(state, action)
                    actions.append(action)
            except RuleboardError as error:
                raise error.within(_("line {line}, move {n}").format(line=number, n=at)) from None
            done = over(before, state)
        if not done and not goes_on and end in legal(state):
            actions.append(end)
            state = apply(state, end)
    return tuple(actions)
