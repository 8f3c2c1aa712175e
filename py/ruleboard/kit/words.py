"""The default texts of a board game: names, descriptions, prompts and refusals.

Authors name sides and pieces without grammar, so these sentences fit any name: "Fox: from d1 to e2".
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from ruleboard.i18n import N_, _
from ruleboard.kit.board import EMPTY, Board
from ruleboard.kit.definition import BoardGame
from ruleboard.wording import capitalize, join_as_list

DEFAULT_BUTTON_LABELS: Final = {"pass": N_("Pass"), "end": N_("End turn")}
"""The labels of buttons for which authors need not define a label, by their words."""


@dataclass(frozen=True, slots=True)
class BoardChanges:
    """The differences between two boards.

    Attributes:
        moves: the pieces that move, each with its start, its end, and its letter at the start.
        additions: the squares on which new pieces appear, each with the letter of the piece.
        removals: the squares whose pieces leave the board, each with the letter of the piece.
    """

    moves: tuple[tuple[str, str, str], ...]
    additions: tuple[tuple[str, str], ...]
    removals: tuple[tuple[str, str], ...]


def compare_boards(before: Board, after: Board, touches: Sequence[str]) -> BoardChanges:
    """Compare two boards.

    The piece on the first touched square moves to the last one if it leaves the first and a piece of the same side
    appears on the last, even if its letter changes. Any other piece moves to a square where its letter appears.
    """
    names = before.type.names
    differences = [
        (name, old_letter, new_letter)
        for name, old_letter, new_letter in zip(names, before.cells, after.cells, strict=True)
        if old_letter != new_letter
    ]
    departures = {name: old_letter for name, old_letter, _new in differences if old_letter != EMPTY}
    arrivals = {name: new_letter for name, _old, new_letter in differences if new_letter != EMPTY}
    squares = [touch for touch in touches if touch in before.type.numbers]
    moves: list[tuple[str, str, str]] = []
    if len(squares) > 1:
        start, end = squares[0], squares[-1]
        if (
            start in departures
            and end in arrivals
            and after[start] == EMPTY
            and _find_side(before, departures[start]) == _find_side(before, arrivals[end])
        ):
            moves.append((start, end, departures.pop(start)))
            del arrivals[end]
    for end, letter in list(arrivals.items()):
        start = next(
            (name for name, old_letter in departures.items() if old_letter == letter and after[name] == EMPTY), ""
        )
        if start:
            moves.append((start, end, departures.pop(start)))
            del arrivals[end]
    return BoardChanges(tuple(moves), tuple(arrivals.items()), tuple(departures.items()))


def _find_side(board: Board, letter: str) -> int | None:
    return next((side for side, letters in enumerate(board.type.side_letters) if letter in letters), None)


def owner(board: Board, square: str) -> int | None:
    """Return the side whose piece is on a square, or None if the square is empty or its piece belongs to no side."""
    return _find_side(board, board[square]) if square in board.type.numbers else None


def piece_name(game: BoardGame, letter: str) -> str:
    """Return the name of a piece, such as "a cross"."""
    return _(game.pieces.get(letter, letter))


def square_name(game: BoardGame, board: Board, square: str) -> str:
    """Return the name of a square with what is on it: "b2, a cross"."""
    if board[square] == EMPTY:
        return _("{square}, empty").format(square=square)
    return _("{square}, {piece}").format(square=square, piece=piece_name(game, board[square]))


def button_label(game: BoardGame, word: str) -> str:
    """Return the label of a button."""
    label = game.buttons.get(word) or DEFAULT_BUTTON_LABELS.get(word)
    return _(label) if label else capitalize(word)


def describe(game: BoardGame, before: Board, touches: Sequence[str], after: Board, reader: int | None) -> str:
    """Describe an action in a clause; see ``Game.describe``."""
    is_random = after.seed != before.seed  # the description must not reveal the random result
    changes = compare_boards(before, before if is_random else after, touches)
    buttons = [button_label(game, touch) for touch in touches if touch not in before.type.numbers]
    is_reader_mover = reader == before.side
    if changes.moves:
        start, end, letter = changes.moves[0]
        text = (
            _("you move {piece} from {start} to {end}")
            if is_reader_mover
            else _("{side}: {piece} from {start} to {end}")
        )
        values = {"piece": piece_name(game, letter), "start": start, "end": end}
    elif additions := [item for item in changes.additions if item[0] in touches] or list(changes.additions):
        text = _("you put {piece} on {square}") if is_reader_mover else _("{side}: {piece} on {square}")
        values = {"piece": piece_name(game, additions[-1][1]), "square": additions[-1][0]}
    else:
        text = _("you choose {touches}") if is_reader_mover else _("{side}: {touches}")
        squares = [touch for touch in touches if touch in before.type.numbers]
        names = [_("“{text}”").format(text=button) for button in buttons] if is_reader_mover else buttons
        values = {"touches": join_as_list([*squares, *names])}
        buttons = []
    values["side"] = _(tuple(game.sides)[before.side])
    clause = text.format(**values)
    captured_pieces = [
        _("{piece} on {square}").format(piece=piece_name(game, letter), square=square)
        for square, letter in changes.removals
        if after[square] not in before.letters or square in touches
    ]
    if captured_pieces and (changes.moves or changes.additions):
        clause = _("{move}, capturing {pieces}").format(move=clause, pieces=join_as_list(captured_pieces))
    return _("{move} ({buttons})").format(move=clause, buttons=join_as_list(buttons)) if buttons else clause


def prompt(game: BoardGame, board: Board, first_touches: Collection[str]) -> str:
    """Return a sentence about what the player can touch first."""
    squares = [touch for touch in first_touches if touch in board.type.numbers]
    buttons = [button_label(game, touch) for touch in first_touches if touch not in board.type.numbers]
    has_pieces = any(board[square] in board.letters for square in squares)
    has_empty_squares = any(board[square] == EMPTY for square in squares)
    if not squares:
        return _("You can only choose {buttons}.").format(buttons=join_as_list(buttons))
    if has_pieces and has_empty_squares:
        text = _("Pick up a piece, or touch an empty square.")
    elif has_pieces:
        text = _("Pick up one of your pieces.")
    else:
        text = _("Touch an empty square.") if has_empty_squares else _("Touch a square.")
    return text


def refusal(game: BoardGame, board: Board, touches: tuple[str, ...], legal_touches: Sequence[tuple[str, ...]]) -> str:
    """Return a sentence that says why no legal action begins with these touches.

    Args:
        game: the game.
        board: the board.
        touches: the squares and words that the player has touched.
        legal_touches: the touches of all legal actions.
    """
    if not legal_touches:
        return _("The game is over.")
    last_touch = touches[-1] if touches else ""
    if last_touch not in board.type.numbers:
        label = button_label(game, last_touch) if last_touch else last_touch
        return _("You can’t choose “{button}” now.").format(button=label)
    touched_squares = [touch for touch in touches[:-1] if touch in board.type.numbers]
    if touched_squares and board[touched_squares[-1]] != EMPTY:
        text = _("{piece} can’t go from {start} to {end}.")
        return capitalize(
            text.format(piece=piece_name(game, board[touched_squares[-1]]), start=touched_squares[-1], end=last_touch)
        )
    side = owner(board, last_touch)
    if side is not None and side != board.side:
        return _("The piece on {square} belongs to your opponent.").format(square=last_touch)
    starts_with_pieces = any(board[touch[0]] != EMPTY for touch in legal_touches if touch[0] in board.type.numbers)
    if board[last_touch] == EMPTY:
        text = _("{square} is empty.") if starts_with_pieces else _("You can’t use {square} now.")
    elif side is None:
        text = _("You can’t use {square} now.")
    else:
        text = _("Your piece on {square} can’t move now.") if starts_with_pieces else _("{square} isn’t empty.")
    return text.format(square=last_touch)
