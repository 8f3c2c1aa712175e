"""Move lists: their lines as values, and the reading and writing that most games share."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, RuleboardError
from ruleboard.engine.limits import check_moves
from ruleboard.i18n import _

UNFINISHED: Final = "…"
"""Follows the last action of a turn that has not ended."""

S = TypeVar("S")
A = TypeVar("A", bound=Action[Any])

_NUMBERED: Final = re.compile(r"([0-9]{1,6})\. (\S+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of a move list: a label, the player whose turn it was, and the actions.

    Attributes:
        label: the words before the actions ("1.", "Round 2"); may be empty.
        player: the player whose turn it was (0-based), None where several acted together.
        items: pairs of (ply, notation); ply counts all actions of the game from 0, so that the state after the
            item is ``states[ply + 1]``. Several plies may share one item: then it carries the last one.
    """

    label: str
    player: int | None
    items: tuple[tuple[int, str], ...]

    def __str__(self) -> str:
        return " ".join(([self.label] if self.label else []) + [text for _, text in self.items])


def turn_number(turns: Sequence[Turn], ply: int) -> int:
    """Return the number, from 0, of the turn that an action belongs to.

    Args:
        turns: the move list; not empty.
        ply: the number of the action, from 0; one that is not listed yet counts as part of the last turn.
    """
    return min(bisect_left(turns, ply, key=lambda turn: turn.items[-1][0]), len(turns) - 1)


def parse_numbered(start: S, text: str, *, parse: Callable[[S, str], A], apply: Callable[[S, A], S]) -> tuple[A, ...]:
    """Return the actions of a move list with one numbered action a line ("1. b2").

    Args:
        start: the state before the first action.
        text: the move list.
        parse: gives the legal action that a text names in a state.
        apply: gives the state after an action.

    Raises:
        ActionError, IllegalAction: a line has another form or number, or its action is not allowed; the error
            names the move.
    """
    check_moves(text)
    actions: list[A] = []
    state = start
    for number, line in enumerate(text.splitlines(), 1):
        found = _NUMBERED.fullmatch(line.strip())
        where = _("move {n}").format(n=number)
        if found is None or int(found[1]) != number:
            raise ActionError(_("this is not a move"), where=where, expected=_("a number, a point and a move"))
        try:
            action = parse(state, found[2])
        except RuleboardError as error:
            raise error.within(where) from error
        actions.append(action)
        state = apply(state, action)
    return tuple(actions)


def parse_turns(
    start: S,
    text: str,
    end: A,
    *,
    parse: Callable[[S, str], Sequence[A]],
    legal: Callable[[S], Sequence[A]],
    apply: Callable[[S, A], S],
    over: Callable[[S, S], bool],
) -> tuple[A, ...]:
    """Return the actions of a move list with a turn a line; empty lines are skipped.

    For games whose turns are several actions and an end that is not written.

    Args:
        start: the state before the first action.
        text: the move list.
        end: the action that ends a turn; it is made at the end of a line where it is legal.
        parse: gives the actions of one item of a line.
        legal: gives the actions allowed in a state.
        apply: gives the state after an action.
        over: tells, of a turn's first state and a later one, whether the turn has ended in between.

    Raises:
        ActionError, IllegalAction: a move cannot be read or is not allowed; the error says which.
    """
    check_moves(text)
    lines = [(number, line.split()) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    actions: list[A] = []
    state = start
    for number, words in lines:
        unfinished = words[-1] == UNFINISHED and number == lines[-1][0]
        before, done = state, False
        for at, word in enumerate(words[:-1] if unfinished else words, 1):
            try:
                if done:
                    raise ActionError(_("the turn is over before it"), expected=_("a new line for a new turn"))
                for action in parse(state, word):
                    state = apply(state, action)
                    actions.append(action)
            except RuleboardError as error:
                raise error.within(_("line {line}, move {n}").format(line=number, n=at)) from None
            done = over(before, state)
        if not done and not unfinished and end in legal(state):
            actions.append(end)
            state = apply(state, end)
    return tuple(actions)


def begins_row(turns: Sequence[Turn], number: int) -> bool:
    """Return True if a turn comes first in its row: a row has at most one turn of each player, in their order."""
    player, before = turns[number].player, turns[number - 1].player if number else None
    return player is not None and (before is None or player <= before)


def row_number(turns: Sequence[Turn], number: int) -> int:
    """Return the number, from 1, of the row of the move list in which the turn of a number, from 0, stands."""
    return sum(begins_row(turns, each) for each in range(number + 1))


def place_in_list(turns: Sequence[Turn], ply: int) -> str:
    """Return the number of the row of the move list in which an action stands; the label where no rows are counted.

    Args:
        turns: the move list; it may be empty as long as all that was done is unseen.
        ply: the number of the action, from 0.
    """
    if not turns:
        return "1"
    number = turn_number(turns, ply)
    return str(row_number(turns, number) or turns[number].label)


def count_rows(turns: Sequence[Turn]) -> int:
    """Return the number of rows of a move list; a turn that several players make together has one of its own."""
    return sum(turn.player is None or begins_row(turns, number) for number, turn in enumerate(turns))


def parse_line(text: str) -> tuple[str, ...]:
    """Return the parts of a text that are separated by semicolons, without empty ones."""
    return tuple(part.strip() for part in text.split(";") if part.strip())


def parse_answers(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the answers to a task: actions of one answer are separated by semicolons, answers by ``|``."""
    return tuple(line for line in map(parse_line, text.split("|")) if line)
