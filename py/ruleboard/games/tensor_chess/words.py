"""What is said of squares, moves and turns: names, announcements and prompts."""

from __future__ import annotations

from ruleboard.engine.game import Action
from ruleboard.games.tensor_chess.actions import HOP, PROMOTE_TO, STOP, catalogue
from ruleboard.games.tensor_chess.board import EMPTY, FILES, KING_STEPS, NAMES, NUMBERS, RELATIVE
from ruleboard.games.tensor_chess.draws import outcome
from ruleboard.games.tensor_chess.moves import (
    BOUNCE,
    CASTLE,
    CASTLINGS,
    FROM,
    KINDS,
    MASK,
    PASSANT,
    PROMOTE,
    PROPEL,
    TAKE,
    VIA,
    in_check,
    legal_moves,
    play,
)
from ruleboard.games.tensor_chess.state import State
from ruleboard.games.tensor_chess.text import SIDES

NAMES_OF_PIECES = {
    "K": "king",
    "Q": "queen",
    "R": "rook",
    "B": "bishop",
    "N": "knight",
    "T": "beast",
    "P": "pawn",
}


def piece_at(state: State, square: int) -> str:
    """The kind of the piece on a square ("bishop"); empty if nothing stands there."""
    return NAMES_OF_PIECES.get(chr(state.board[square]).upper(), "")


def coloured(state: State, square: int) -> str:
    """The piece on a square with its colour ("black bishop")."""
    colour = "white" if chr(state.board[square]).isupper() else "black"
    return f"{colour} {piece_at(state, square)}"


def is_own(state: State, square: int) -> bool:
    """Whether a piece of the player to move stands there."""
    return bool(0 < state.board.translate(RELATIVE[state.turn])[square] < 8)


def name(state: State, target: str) -> str:
    """A square with what stands there, or what a button does."""
    if target in NUMBERS:
        square = NUMBERS[target]
        return f"{target}, {coloured(state, square) if piece_at(state, square) else 'empty'}"
    if target.startswith(PROMOTE_TO):
        return NAMES_OF_PIECES.get(target[len(PROMOTE_TO) :].upper(), target).capitalize()
    return {HOP: "Hop by hop", STOP: "Stop here"}.get(target, target)


def describe(state: State, action: Action) -> str:
    """A legal move in words, without a full stop."""
    _, move = catalogue(state).by_text[action.text]
    after = play(state, move)
    text = f"{SIDES[state.turn]}'s {_told(state, move)}"
    if in_check(after):
        text += ", check" if legal_moves(after) else ", checkmate"
    return text


def _told(state: State, move: int) -> str:
    start = move >> FROM & MASK
    landing = move & MASK
    kind = move & KINDS
    via = NAMES[move >> VIA & MASK] if kind in (BOUNCE, PROPEL, TAKE) else ""
    piece = piece_at(state, start)
    origin = f"{piece} on {NAMES[start]}"
    end = NAMES[landing]
    captured = piece_at(state, landing) if landing != start else ""
    if kind == CASTLE:
        _, rook, beside = CASTLINGS[start, landing]
        return f"king castles to {end}, and the rook on {NAMES[rook]} goes to {NAMES[beside]}"
    if kind == PROPEL:
        return f"{origin} goes to {via} and sends the beast there on to {end}"
    if kind == BOUNCE:
        goes = f"{origin} bounces off the beast on {via}"
        return f"{goes} and captures the {captured} on {end}" if captured else f"{goes} to {end}"
    if kind == TAKE:
        return f"{origin} hops over the beast on {via}, capturing it, and lands on {end}"
    if kind == PASSANT:
        return f"{origin} captures the pawn beside it in passing and goes to {end}"
    goes = f"{origin} captures the {captured} on {end}" if captured else f"{origin} goes to {end}"
    if kind == PROMOTE:
        return f"{goes} and becomes a {NAMES_OF_PIECES[chr(move >> VIA & MASK)]}"
    if piece == "beast" and landing not in KING_STEPS[start]:
        return f"{origin} hops to {end}"
    if piece == "pawn" and not captured and abs(landing - start) == 2 * FILES:
        passed = (landing + start) // 2
        if state.board[passed] != EMPTY:
            return f"{origin} passes through the beast on {NAMES[passed]} to {end}"
    return goes


def prompt(state: State) -> str:
    """What the player to move may do; empty when the game is over."""
    if outcome(state):
        return ""
    side = SIDES[state.turn]
    return f"{side} to move: the king is in check." if in_check(state) else f"{side} to move."
