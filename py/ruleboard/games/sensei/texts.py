"""Texts for players: labels of squares, descriptions of moves, prompts, and the end of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from ruleboard.engine.action import Action
from ruleboard.games.sensei.movegen import END_TURN, Ending, legal_actions, stones_around_line
from ruleboard.games.sensei.state import (
    BITS,
    CHARACTER_LETTERS,
    EMPTY,
    GREEN,
    HOME_BITS,
    PIT,
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
from ruleboard.i18n import N_, _, cached_by_language

PIECE_NAMES: Mapping[str, str] = {
    "g": N_("green stone"),
    "G": N_("green character"),
    "r": N_("red stone"),
    "R": N_("red character"),
}
"""The names of pieces by letter on the board."""
PIT_NAME = N_("pit")


def name(state: State, target: str) -> str:
    """Return the label of a square ("b4, green stone") or of a button ("End turn")."""
    if target == END_TURN.targets[0]:
        return _("Pass") if state.is_turn_start else _("End turn")
    return square_label(target, state.board[SQUARE_NUMBERS[target]]) if target in SQUARE_NUMBERS else target


@cached_by_language(512)
def square_label(square: str, letter: str) -> str:
    """Return the label of a square, given the letter of what stands on it."""
    if letter == EMPTY:
        text = _("{square}, empty")
    elif letter == PIT:
        text = _("{square}, pit")
    elif letter in SIDE_LETTERS[GREEN]:
        text = _("{square}, green character") if letter in CHARACTER_LETTERS else _("{square}, green stone")
    else:
        text = _("{square}, red character") if letter in CHARACTER_LETTERS else _("{square}, red stone")
    return text.format(square=square)


def describe(state: State, action: Action[Move], reader: int | None = None) -> str:
    """Describe an action in a clause; see ``Game.describe``."""
    move, is_reader_to_move = action.move, reader == state.side
    match move:
        case EndTurn() if state.is_turn_start:
            text = _("you can’t move, so you pass") if is_reader_to_move else _("{side} can’t move and passes")
        case EndTurn():
            text = _("you end your turn") if is_reader_to_move else _("{side} ends the turn")
        case StoneMove():
            text = (
                _("you move the stone on {origin} to {goal}")
                if is_reader_to_move
                else _("{side} moves the stone on {origin} to {goal}")
            )
        case CharacterMove() if BITS[move.goal] & HOME_BITS[1 - state.side]:
            text = (
                _("you leap from {origin} to {goal} and win")
                if is_reader_to_move
                else _("{side}’s character leaps from {origin} to {goal} and wins")
            )
        case CharacterMove():
            text = (
                _("you leap from {origin} to {goal}")
                if is_reader_to_move
                else _("{side}’s character leaps from {origin} to {goal}")
            )
        case _:
            assert_never(move)
    squares = (
        {} if isinstance(move, EndTurn) else {"origin": SQUARE_NAMES[move.origin], "goal": SQUARE_NAMES[move.goal]}
    )
    return text.format(side=_(SIDES[state.side]), **squares)


def suggestion(action: Action[Move]) -> str:
    """Return a phrase that tells the player to play an action; see ``BaseView.suggestion``."""
    match action.move:
        case StoneMove(origin, goal):
            text = _("move the stone on {origin} to {goal}")
        case CharacterMove(origin, goal):
            text = _("leap from {origin} to {goal}")
        case EndTurn():
            return _("end your turn")
        case _:
            assert_never(action.move)
    return text.format(origin=SQUARE_NAMES[origin], goal=SQUARE_NAMES[goal])


def goal_text(_state: State) -> str:
    """Return a sentence that says how to win, which is the same in all modes."""
    return _("To win, leap onto one of your stones on the far edge.")


def prompt(state: State) -> str:
    """Return a sentence about the possible moves, with warnings about lines in danger.

    The text is empty after the end of the game.
    """
    return " ".join((moves_sentence, *_warnings(state))) if (moves_sentence := _moves_sentence(state)) else ""


def _warnings(state: State) -> Iterator[str]:
    """Yield a warning for each side whose line would become unfair with one more enemy stone next to the line."""
    if stones_around_line(state, state.side):
        yield _("2 of your opponent’s stones touch your line. With a third one, you lose.")
    if stones_around_line(state, 1 - state.side):
        yield _("2 of your stones touch your opponent’s line. With a third one, you win.")


def _moves_sentence(state: State) -> str:
    actions = legal_actions(state)
    if not actions:
        return ""
    has_stone_move = any(isinstance(action.move, StoneMove) for action in actions)
    has_character_move = any(isinstance(action.move, CharacterMove) for action in actions)
    if state.is_turn_start:
        if has_stone_move:
            text = _("Make 1 or 2 stone moves, leap, or do both.")
            return text if has_character_move else _("Make 1 or 2 stone moves.")
        return _("Leap with your character.") if has_character_move else _("You can’t move anything, so pass.")
    if has_stone_move and state.stone_moves == 1:
        text = _("Make one more stone move, leap, or end your turn.")
        return text if has_character_move else _("Make one more stone move, or end your turn.")
    if has_stone_move:
        return _("Make 1 or 2 stone moves, or end your turn.")
    return _("Leap with your character, or end your turn.") if has_character_move else _("End your turn.")


def ending_reason(ending: Ending, reader: int | None = None) -> str:
    """Return a sentence that says why the game ended.

    Args:
        ending: the end of the game.
        reader: the side that reads the sentence as "you", or None for a sentence that names both sides.
    """
    if ending.winner is None:
        return _("It’s a draw: neither side can move anything.")
    if reader is None:
        text = _neutral_reason(ending)
    elif reader == ending.winner:
        text = _winner_reason(ending)
    else:
        text = _loser_reason(ending)
    winner, loser = _(SIDES[ending.winner]), _(SIDES[1 - ending.winner])
    return text.format(winner=winner, loser=loser, count=ending.touching_count)


def _neutral_reason(ending: Ending) -> str:
    match ending.kind:
        case "home":
            return _("{winner} wins: their character reached the far edge.")
        case "both unfair":
            return _("{winner} wins: both lines are unfair, and {winner} just moved.")
        case _:
            return _("{winner} wins: {count} of {winner}’s stones touch {loser}’s unfair line.")


def _winner_reason(ending: Ending) -> str:
    match ending.kind:
        case "home":
            return _("You win: your character reached the far edge.")
        case "both unfair":
            return _("You win: both lines are unfair, and you just moved.")
        case _:
            return _("You win: {count} of your stones touch {loser}’s unfair line.")


def _loser_reason(ending: Ending) -> str:
    match ending.kind:
        case "home":
            return _("{winner} wins: their character reached your edge.")
        case "both unfair":
            return _neutral_reason(ending)
        case _:
            return _("{winner} wins: {count} of {winner}’s stones touch your unfair line.")
