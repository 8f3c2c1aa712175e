"""Format and parse move lists in short algebraic notation (SAN), extended for bounces, propels and beasts.

``B^f4xh6`` is a bounce, ``N>g6f4`` a propel, ``Td3xc2`` a capture by a beast, ``O-O~`` castling to the square
nearer the edge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, RuleboardError
from ruleboard.engine.limits import MAX_NOTATION_MOVES, check_move_list_length, max_count_phrase
from ruleboard.engine.move_text import SpelledMoves, Turn
from ruleboard.games.tensor_chess.attacks import in_check
from ruleboard.games.tensor_chess.board import EMPTY, SQUARE_NAMES, WHITE
from ruleboard.games.tensor_chess.movegen import legal_actions
from ruleboard.games.tensor_chess.moves import (
    BeastCapture,
    Bounce,
    Castling,
    EnPassant,
    Move,
    Promotion,
    Propel,
    aims_at,
)
from ruleboard.games.tensor_chess.notation import format_move, parse_move
from ruleboard.games.tensor_chess.packed_moves import legal_moves, state_after
from ruleboard.games.tensor_chess.packing import unpack_move
from ruleboard.games.tensor_chess.refusals import refuse_move
from ruleboard.games.tensor_chess.state import SIDES, State
from ruleboard.games.tensor_chess.texts import PIECE_KINDS
from ruleboard.i18n import N_, NP_, _, cached_by_language, uses_figurines

_CASTLING_NOTATIONS = {"h": "O-O", "i": "O-O~", "c": "O-O-O", "b": "O-O-O~"}
"""The notation of castling, by the file of the king's landing."""
_RESULT_TEXTS = frozenset({"1-0", "0-1", "1/2-1/2", "½-½", "*"})


def format_san(state: State, move: Move) -> str:
    """Format a legal move in short algebraic notation, with ``+`` for check and ``#`` for mate."""
    letter, suffix = _notation_parts(state, move)
    other_starts = {
        other_move.start
        for other_move in _legal_moves(state)
        if other_move.landing == move.landing
        and other_move.start != move.start
        and _notation_parts(state, other_move) == (letter, suffix)
    }
    text = letter + _disambiguation(move.start, other_starts) + suffix
    next_state = state_after(state, move)
    if not in_check(next_state):
        return text
    return text + ("+" if legal_moves(next_state) else "#")


def _legal_moves(state: State) -> list[Move]:
    return [unpack_move(move) for move in legal_moves(state)]


def _notation_parts(state: State, move: Move) -> tuple[str, str]:
    """Return the letter of the moving piece (empty for a pawn), and the rest of the notation without the origin."""
    start, landing = SQUARE_NAMES[move.start], SQUARE_NAMES[move.landing]
    letter = chr(state.board[move.start]).upper()
    is_capture = state.board[move.landing] != EMPTY and move.landing != move.start
    capture_sign = "x" if is_capture or isinstance(move, EnPassant) else ""
    match move:
        case Castling():
            return "", _CASTLING_NOTATIONS[landing[0]]
        case Propel(beast=beast) if letter == "P":
            return "", f"{start}>{SQUARE_NAMES[beast]}{landing}"
        case Promotion(piece=piece):
            return "", f"{start[0] + capture_sign if capture_sign else ''}{landing}={piece}"
        case Bounce(beast=beast):
            return letter, f"^{SQUARE_NAMES[beast]}{capture_sign}{landing}"
        case Propel(beast=beast):
            return letter, f">{SQUARE_NAMES[beast]}{landing}"
        case BeastCapture(beast=beast):
            return letter, f"{landing}x{SQUARE_NAMES[beast]}"
        case _ if letter == "P":
            return "", (start[0] + capture_sign if capture_sign else "") + landing
        case _:
            return letter, capture_sign + landing


def _disambiguation(start: int, other_starts: set[int]) -> str:
    """Return the file, rank or square that distinguishes a piece from its rivals; empty if it has no rivals.

    Args:
        start: the square of the piece.
        other_starts: the squares of the other pieces whose moves have the same notation.
    """
    if not other_starts:
        return ""
    file, rank = SQUARE_NAMES[start][0], SQUARE_NAMES[start][1]
    if all(SQUARE_NAMES[other_start][0] != file for other_start in other_starts):
        return file
    if all(SQUARE_NAMES[other_start][1] != rank for other_start in other_starts):
        return rank
    return file + rank


def parse_san(state: State, text: str) -> Action[Move]:
    """Parse a legal move in short algebraic notation. ``+`` and ``#`` are optional, and the origin may be redundant.

    Raises:
        ActionError: the notation is malformed or ambiguous.
        IllegalAction: the move is not legal.
    """
    token = text.rstrip("+#!?").replace("0", "O")
    actions = [action for action in legal_actions(state) if token in _spellings(state, action)]
    if len(actions) == 1:
        return actions[0]
    if actions:
        origins = _(" or ").join(sorted({SQUARE_NAMES[action.move.start] for action in actions}))
        raise ActionError(
            _("{text} can mean more than one move").format(text=repr(text[:20])),
            expected=_("the starting square as well: {origins}").format(origins=origins),
        )
    raise _notation_error(state, text, token)


def _spellings(state: State, action: Action[Move]) -> tuple[str, ...]:
    letter, suffix = _notation_parts(state, action.move)
    start = SQUARE_NAMES[action.move.start]
    return (
        letter + suffix,
        letter + start[0] + suffix,
        letter + start[1] + suffix,
        letter + start + suffix,
        action.text,
    )


_SQUARE_PATTERN = "[a-j][1-8]"
_PIECE_MOVE_PATTERN = re.compile(
    rf"(?P<letter>[KQRBNT])(?P<file>[a-j]?)(?P<rank>[1-8]?)"
    rf"(?:(?P<mark>[>^])(?P<via>{_SQUARE_PATTERN}))?x?(?P<to>{_SQUARE_PATTERN})(?:x(?P<taken>{_SQUARE_PATTERN}))?"
)
_PAWN_MOVE_PATTERN = re.compile(rf"(?:(?P<file>[a-j])x)?(?P<to>{_SQUARE_PATTERN})(?:=(?P<promoted>[QRBNT]))?")
_MOVE_TEXT_PATTERN = re.compile(
    rf"{_SQUARE_PATTERN}(?:[>^]{_SQUARE_PATTERN})?{_SQUARE_PATTERN}(?:[qrbnt]|x{_SQUARE_PATTERN})?"
)
_CASTLING_PATTERN = re.compile(r"O-O(-O)?~?")


_MISSING_PIECE_MESSAGES = {
    "king": N_("{side} has no king that fits this move"),
    "queen": N_("{side} has no queen that fits this move"),
    "rook": N_("{side} has no rook that can make this move"),
    "bishop": N_("{side} has no bishop that fits this move"),
    "knight": N_("{side} has no knight that fits this move"),
    "beast": N_("{side} has no beast that fits this move"),
}
_UNREACHABLE_SQUARE_MESSAGES = {
    "king": N_("{side} has no king that can make this move"),
    "queen": N_("{side} has no queen that can make this move"),
    "rook": N_("{side} has no rook that can make this move"),
    "bishop": N_("{side} has no bishop that can make this move"),
    "knight": N_("{side} has no knight that can make this move"),
    "beast": N_("{side} has no beast that can make this move"),
}


def _notation_error(state: State, text: str, token: str) -> RuleboardError:
    side = _(SIDES[state.turn])
    if match := _PIECE_MOVE_PATTERN.fullmatch(token):
        letter = match["letter"]
        piece_letter = letter if state.turn == WHITE else letter.lower()
        file, rank = match["file"], match["rank"]
        pieces = [
            name
            for name, code in zip(SQUARE_NAMES, state.board, strict=True)
            if code == ord(piece_letter) and file in ("", name[0]) and rank in ("", name[1])
        ]
        beast = f"{match['mark']}{match['via']}" if match["mark"] else ""
        capture_text = f"x{match['taken']}" if match["taken"] else ""
        candidates = (
            []
            if beast or capture_text
            else [piece for piece in pieces if piece in _pieces_aiming_at(state, match["to"])]
        )
        if candidates or len(pieces) == 1:
            return _suggestion_error(
                state, text, [f"{piece}{beast}{match['to']}{capture_text}" for piece in candidates or pieces]
            )
        return IllegalAction(
            _((_UNREACHABLE_SQUARE_MESSAGES if pieces else _MISSING_PIECE_MESSAGES)[PIECE_KINDS[letter]]).format(
                side=side
            )
        )
    if _MOVE_TEXT_PATTERN.fullmatch(token):
        return _illegal_move_error(state, token)
    if match := _PAWN_MOVE_PATTERN.fullmatch(token):
        pawn_letter = ord("Pp"[state.turn])
        pawn_squares = [name for name, code in zip(SQUARE_NAMES, state.board, strict=True) if code == pawn_letter]
        candidates = [
            name
            for name in pawn_squares
            if name in _pieces_aiming_at(state, match["to"]) and match["file"] in (None, name[0])
        ]
        if candidates:
            promotion_letter = (match["promoted"] or "").lower()
            return _suggestion_error(state, text, [f"{name}{match['to']}{promotion_letter}" for name in candidates])
        message = _("{side} has no pawn that can go to {square}")
        if match["file"]:
            message = _("{side} has no pawn that can capture on {square}")
        return IllegalAction(message.format(side=side, square=match["to"]))
    if _CASTLING_PATTERN.fullmatch(token):
        file = next(file for file, notation in _CASTLING_NOTATIONS.items() if notation == token)
        rank = "18"[state.turn]
        return _illegal_move_error(state, f"f{rank}{file}{rank}")
    return ActionError(
        _("{text} isn’t a move").format(text=repr(text[:20])),
        expected=_("a move like {examples}").format(examples="e4, Nd3, B^f4xh6, N>g6f4, Td3xc2, O-O"),
    )


def _pieces_aiming_at(state: State, square: str) -> set[str]:
    """Return the squares of the pieces with a legal move to a square.

    A move that bounces off, propels or captures the beast on the square also counts.
    """
    number = SQUARE_NAMES.index(square)
    return {SQUARE_NAMES[move.start] for move in _legal_moves(state) if aims_at(move, number)}


def _suggestion_error(state: State, text: str, candidates: Sequence[str]) -> RuleboardError:
    legal_moves_by_text = {format_move(move): move for move in _legal_moves(state)}
    notations = [
        format_san(state, legal_moves_by_text[candidate])
        for candidate in candidates
        if candidate in legal_moves_by_text
    ]
    if not notations:
        return _illegal_move_error(state, candidates[0])
    message = _("you don’t write this move as {text}").format(text=repr(text[:20]))
    return ActionError(message, expected=_(" or ").join(notations))


def _illegal_move_error(state: State, text: str) -> IllegalAction:
    return IllegalAction.from_refusal(refuse_move(state, parse_move(text)))


def format_moves(states: Sequence[State], actions: Sequence[Action[Move]]) -> tuple[Turn, ...]:
    """Format the move list of a game as one turn for each move. Only White's moves have a number."""
    turns: list[Turn] = []
    for ply, action in enumerate(actions):
        state = states[ply]
        number = state.fullmove_number
        label = f"{number}." if state.turn == WHITE else "" if turns else f"{number}…"
        turns.append(Turn(label, state.turn, ((ply, _cached_san(state, action.move)),)))
    return tuple(turns)


_PIECE_LETTERS = NP_("the letters of king, queen, rook, bishop, knight and beast", "KQRBNT")
_FIGURINES = "♔♕♖♗♘"
"""Small figures for all pieces but the beast, for which Unicode has none."""


def displayed_notation(notation: str) -> str:
    """Replace the piece letters in a move with the letters of the current language, or with figurines."""
    letters = _FIGURINES + _(_PIECE_LETTERS)[-1] if uses_figurines() else _(_PIECE_LETTERS)
    return notation.translate(
        {ord(letter): displayed_letter for letter, displayed_letter in zip(_PIECE_LETTERS, letters, strict=False)}
    )


def readable_turn(turn: Turn, entries: Sequence[Action[Move] | str]) -> Turn:
    """Replace the piece letters in a turn of the move list; see ``BaseView.readable_turn``."""
    return _displayed_turn(turn, has_ending=isinstance(entries[turn.items[-1][0]], str))


@cached_by_language(2048)
def _displayed_turn(turn: Turn, *, has_ending: bool) -> Turn:
    """Replace the piece letters in a turn. If ``has_ending`` is True, the last item is the ending and stays."""
    moves = turn.items[:-1] if has_ending else turn.items
    displayed_moves = ((ply, displayed_notation(text)) for ply, text in moves)
    return replace(turn, items=(*displayed_moves, *turn.items[len(moves) :]))


@lru_cache(maxsize=2048)
def _cached_san(state: State, move: Move) -> str:
    """Format a move, with a cache, since the page formats the whole list again after each move."""
    return format_san(state, move)


_WORD_PATTERN = re.compile(r"\S+")


def respell_moves(text: str) -> SpelledMoves:
    """Convert moves that are written as squares, such as ``E2E4``, to lowercase.

    Other moves do not change, since a single capital letter stands for a piece.
    """
    return SpelledMoves(_WORD_PATTERN.sub(lambda word: _respell_word(word[0]), text))


def _respell_word(word: str) -> str:
    squares = word.replace("-", "")
    return squares.lower() if squares.isupper() and _MOVE_TEXT_PATTERN.fullmatch(squares.lower()) else word


_MOVE_NUMBER_PATTERN = re.compile(r"[0-9]++(?:\.++|…)")


def move_tokens(text: str) -> Iterator[str]:
    """Yield the text of each move in a move list, without numbers, dots and results."""
    for word in text.split():
        number_match = _MOVE_NUMBER_PATTERN.match(word)
        token = word[number_match.end() if number_match else 0 :].lstrip(".…")
        if token and token not in _RESULT_TEXTS and not token.isdigit():
            yield token


def parse_moves(start: State, text: str) -> tuple[Action[Move], ...]:
    """Parse a move list.

    Raises:
        ActionError: a move is malformed, or the list is too long. ``where`` names the move.
        IllegalAction: a move is not legal. ``where`` names the move.
    """
    check_move_list_length(text)
    state = start
    actions: list[Action[Move]] = []
    for token in move_tokens(text):
        if len(actions) == MAX_NOTATION_MOVES:
            raise ActionError(_("there are too many moves"), expected=max_count_phrase(MAX_NOTATION_MOVES))
        try:
            action = parse_san(state, token)
        except (ActionError, IllegalAction) as error:
            template = _("White’s move {number}, {text}") if state.turn == WHITE else _("Black’s move {number}, {text}")
            location = template.format(number=state.fullmove_number, text=repr(token[:20]))
            raise type(error)(error.what, where=location, expected=error.expected) from None
        actions.append(action)
        state = state_after(state, action.move)
    return tuple(actions)
