"""Move lists of games whose turns consist of several actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, RuleboardError
from ruleboard.engine.limits import check_move_list_length
from ruleboard.engine.move_text import UNFINISHED
from ruleboard.i18n import _

S = TypeVar("S")
A = TypeVar("A", bound=Action[Any])

_UNFINISHED_ENDS: Final = ([UNFINISHED], ["..."])
_TURN_NUMBER: Final = re.compile(r"([0-9]{1,6})(?:\.+|…)", re.ASCII)


def parse_turns(
    start: S,
    text: str,
    end: A,
    *,
    parse: Callable[[S, str], Sequence[A]],
    legal_actions: Callable[[S], Sequence[A]],
    apply: Callable[[S, A], S],
    is_turn_over: Callable[[S, S], bool],
) -> tuple[A, ...]:
    """Parse a move list with one turn on each line. The parser skips empty lines.

    A turn may have a number before it: its own number, or that of the row which contains it and the reply.

    This parser is for games whose turns consist of several actions, and whose notation omits the end of a turn.

    Args:
        start: the state before the first action.
        text: the move list.
        end: the action that ends a turn. The parser adds it at the end of a line if it is legal.
        parse: returns the actions that one item of a line stands for.
        legal_actions: returns the legal actions in a state.
        apply: returns the state after an action.
        is_turn_over: returns True if a turn that began in the first state has ended in the second.

    Raises:
        ActionError, IllegalAction: a move is malformed or illegal; the error names it.
    """
    check_move_list_length(text)
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    actions: list[A] = []
    state = start
    for turn_index, (number, line_items) in enumerate(lines):
        items = _without_turn_number(line_items, turn_index, number)
        if not items:
            continue
        is_unfinished = items[-1:] in _UNFINISHED_ENDS and number == lines[-1][0]
        turn_start, has_ended = state, False
        for index, item in enumerate(items[:-1] if is_unfinished else items, 1):
            try:
                if has_ended:
                    raise ActionError(_("the turn is over before it"), expected=_("a new line for a new turn"))
                for action in parse(state, item):
                    state = apply(state, action)
                    actions.append(action)
            except RuleboardError as error:
                raise error.within(_("line {line}, move {n}").format(line=number, n=index)) from None
            has_ended = is_turn_over(turn_start, state)
        if not has_ended and not is_unfinished and end in legal_actions(state):
            actions.append(end)
            state = apply(state, end)
    return tuple(actions)


def _without_turn_number(items: list[str], turn_index: int, line: int) -> list[str]:
    """Remove the turn number from the start of a line.

    Args:
        items: the items of the line.
        turn_index: the number of turns before this line.
        line: the line number, for the error.

    Raises:
        ActionError: the number is neither that of the turn nor that of its row.
    """
    match = _TURN_NUMBER.match(items[0])
    if match is None:
        return items
    numbers = (turn_index + 1, turn_index // 2 + 1, (turn_index + 1) // 2 + 1)
    if int(match[1]) not in numbers:
        raise ActionError(
            _("this line is numbered {label}").format(label=match[0]),
            where=_("line {n}").format(n=line),
            expected=f"{numbers[0]}.",
        )
    rest = items[0][match.end() :]
    return [rest, *items[1:]] if rest else items[1:]
