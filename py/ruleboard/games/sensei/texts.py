"""Texts for players: labels of squares, descriptions of moves, prompts, and the end of a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from gettext import NullTranslations
from typing import assert_never

from ruleboard.games.sensei.ending import Ending
from ruleboard.games.sensei.movegen import END_TURN, legal_actions
from ruleboard.games.sensei.state import (
    CHARACTER_LETTERS,
    EMPTY,
    GREEN,
    HOME_SQUARES,
    PIT,
    RED,
    SIDE_LETTERS,
    SIDES,
    SQUARE_NAMES,
    SQUARE_NUMBERS,
    CharacterMove,
    EndTurn,
    Move,
    State,
    StoneMove,
)
from ruleboard.games.sensei.unfair import line_in_danger
from ruleboard.i18n import N_, _, current_catalog

_NUMBER_WORDS = (N_("no"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"))


def name(state: State, target: str) -> str:
    """Return the label of a square ("b4, green stone") or of a button ("End turn")."""
    if target == END_TURN.targets[0]:
        return _("Pass") if state.is_turn_start else _("End turn")
    return (
        _square_label(current_catalog(), target, state.board[SQUARE_NUMBERS[target]])
        if target in SQUARE_NUMBERS
        else target
    )


@lru_cache(maxsize=512)
def _square_label(_catalogue: NullTranslations, square: str, letter: str) -> str:
    """Return the label of a square. The cache key includes the catalogue of the current language."""
    if letter == EMPTY:
        text = _("{square}, empty")
    elif letter == PIT:
        text = _("{square}, pit")
    elif letter in SIDE_LETTERS[GREEN]:
        text = _("{square}, green character on a stone") if letter in CHARACTER_LETTERS else _("{square}, green stone")
    else:
        text = _("{square}, red character on a stone") if letter in CHARACTER_LETTERS else _("{square}, red stone")
    return text.format(square=square)


def describe(state: State, move: Move) -> str:
    """Describe a move, such as "Green's stone goes from a1 to a4"."""
    side = _(SIDES[state.side])
    match move:
        case EndTurn():
            text = _("{side} cannot move and passes") if state.is_turn_start else _("{side} ends the turn")
            return text.format(side=side)
        case StoneMove():
            text = _("{side}'s stone goes from {origin} to {goal}")
        case CharacterMove() if move.goal in HOME_SQUARES[1 - state.side]:
            text = _("{side}'s character goes from {origin} to {goal} and wins")
        case CharacterMove():
            text = _("{side}'s character goes from {origin} to {goal}")
        case _:
            assert_never(move)
    return text.format(side=side, origin=SQUARE_NAMES[move.origin], goal=SQUARE_NAMES[move.goal])


def prompt(state: State) -> str:
    """Return a sentence about the possible moves, with warnings about lines in danger.

    The text is empty after the end of the game.
    """
    return " ".join((options, *_warnings(state))) if (options := _options(state)) else ""


def _warnings(state: State) -> Iterator[str]:
    """Yield a warning for each side with a line that one more enemy stone would make unfair."""
    sentences = (
        _("Two red stones touch Green's line: with a third one it is unfair, and Green loses."),
        _("Two green stones touch Red's line: with a third one it is unfair, and Red loses."),
    )
    for side in (GREEN, RED):
        if line_in_danger(state.board, side):
            yield sentences[side]


def _options(state: State) -> str:
    """Return a sentence about the possible moves, or ``""`` after the end of the game."""
    actions = legal_actions(state)
    if not actions:
        return ""
    has_stone_move = any(isinstance(action.move, StoneMove) for action in actions)
    has_character_move = any(isinstance(action.move, CharacterMove) for action in actions)
    if state.is_turn_start:
        if has_stone_move:
            text = _("Move one or two stones, your character, or both.")
            return text if has_character_move else _("Move one or two stones.")
        return _("Move your character.") if has_character_move else _("Pass, since nothing of yours can move.")
    if has_stone_move and state.stone_moves == 1:
        text = _("Move one more stone, move your character, or end your turn.")
        return text if has_character_move else _("Move one more stone, or end your turn.")
    if has_stone_move:
        return _("Move one or two stones, or end your turn.")
    return _("Move your character, or end your turn.") if has_character_move else _("End your turn.")


def reason(ending: Ending) -> str:
    """Return a sentence that says why the game ended."""
    if ending.winner is None:
        return _("Drawn: neither side can move anything.")
    winner, loser = _(SIDES[ending.winner]), _(SIDES[1 - ending.winner])
    match ending.kind:
        case "home":
            text = _("{winner} wins: the character has reached {loser}'s home row.")
        case "both unfair":
            text = _("{winner} wins: both sides' lines are unfair, and {winner} has just moved.")
        case _:
            text = (
                _("Green wins: Red's line from edge to edge is unfair, and {count} green stones touch it."),
                _("Red wins: Green's line from edge to edge is unfair, and {count} red stones touch it."),
            )[ending.winner]
    return text.format(winner=winner, loser=loser, count=_(_NUMBER_WORDS[ending.touching_count]))
