"""Sensei in words: squares, moves, prompts, and the end of a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from gettext import NullTranslations
from typing import assert_never

from ruleboard.games.sensei.ending import Ending
from ruleboard.games.sensei.movegen import END, legal_actions
from ruleboard.games.sensei.state import (
    BEARER,
    EMPTY,
    GREEN,
    HOME,
    INDEX,
    NAMES,
    OWN,
    PIT,
    RED,
    SIDES,
    CharacterMove,
    EndTurn,
    Move,
    State,
    StoneMove,
)
from ruleboard.games.sensei.unfair import endangered
from ruleboard.i18n import N_, _, spoken

_NUMBERS = (N_("no"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"))


def name(state: State, target: str) -> str:
    """Return a square with the thing on it ("b4, green stone"), or the effect of a button ("End turn")."""
    if target == END.targets[0]:
        return _("Pass") if state.fresh else _("End turn")
    return _square(spoken(), target, state.board[INDEX[target]]) if target in INDEX else target


@lru_cache(maxsize=512)
def _square(_spoken: NullTranslations, square: str, letter: str) -> str:
    """Return a square with the thing on it. Cached for each catalogue, since a picture has many."""
    if letter == EMPTY:
        said = _("{square}, empty")
    elif letter == PIT:
        said = _("{square}, pit")
    elif letter in OWN[GREEN]:
        said = _("{square}, green character on a stone") if letter in BEARER else _("{square}, green stone")
    else:
        said = _("{square}, red character on a stone") if letter in BEARER else _("{square}, red stone")
    return said.format(square=square)


def describe(state: State, move: Move) -> str:
    """Return a move in words, as it is announced ("Green's stone goes from a1 to a4")."""
    side = _(SIDES[state.side])
    match move:
        case EndTurn():
            said = _("{side} cannot move and passes") if state.fresh else _("{side} ends the turn")
            return said.format(side=side)
        case StoneMove():
            said = _("{side}'s stone goes from {origin} to {goal}")
        case CharacterMove() if move.goal in HOME[1 - state.side]:
            said = _("{side}'s character goes from {origin} to {goal} and wins")
        case CharacterMove():
            said = _("{side}'s character goes from {origin} to {goal}")
        case _:
            assert_never(move)
    return said.format(side=side, origin=NAMES[move.origin], goal=NAMES[move.goal])


def prompt(state: State) -> str:
    """Return the options of the player to move, and warnings of lines in danger; empty at the end."""
    return " ".join((options, *_warnings(state))) if (options := _options(state)) else ""


def _warnings(state: State) -> Iterator[str]:
    """Yield a sentence for each side with a line that one more enemy stone makes unfair."""
    said = (
        _("Two red stones touch Green's line: with a third one it is unfair, and Green loses."),
        _("Two green stones touch Red's line: with a third one it is unfair, and Red loses."),
    )
    for side in (GREEN, RED):
        if endangered(state.board, side):
            yield said[side]


def _options(state: State) -> str:
    """Return the options of the player to move; empty at the end."""
    actions = legal_actions(state)
    if not actions:
        return ""
    stone = any(isinstance(action.move, StoneMove) for action in actions)
    character = any(isinstance(action.move, CharacterMove) for action in actions)
    if state.fresh:
        if stone:
            both = _("Move one or two stones, your character, or both.")
            return both if character else _("Move one or two stones.")
        return _("Move your character.") if character else _("Pass, since nothing of yours can move.")
    if stone and state.stones == 1:
        both = _("Move one more stone, move your character, or end your turn.")
        return both if character else _("Move one more stone, or end your turn.")
    if stone:
        return _("Move one or two stones, or end your turn.")
    return _("Move your character, or end your turn.") if character else _("End your turn.")


def reason(ending: Ending) -> str:
    """Return why the game has ended, as a sentence."""
    if ending.winner is None:
        return _("Drawn: neither side can move anything.")
    winner, loser = _(SIDES[ending.winner]), _(SIDES[1 - ending.winner])
    match ending.kind:
        case "home":
            said = _("{winner} wins: the character has reached {loser}'s home row.")
        case "both unfair":
            said = _("{winner} wins: both sides' lines are unfair, and {winner} has just moved.")
        case _:
            said = (
                _("Green wins: Red's line from edge to edge is unfair, and {count} green stones touch it."),
                _("Red wins: Green's line from edge to edge is unfair, and {count} red stones touch it."),
            )[ending.winner]
    return said.format(winner=winner, loser=loser, count=_(_NUMBERS[ending.touching]))
