"""Texts for players: labels of squares, descriptions of moves, and prompts."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.engine.action import Action
from ruleboard.games.tensor_chess.attacks import Threat, in_check, threats_to_mover
from ruleboard.games.tensor_chess.board import FILE_COUNT, KING_STEPS, PIECE_CODES, SQUARE_NAMES, SQUARE_NUMBERS, WHITE
from ruleboard.games.tensor_chess.castling import CASTLINGS
from ruleboard.games.tensor_chess.chains import shortest_chains
from ruleboard.games.tensor_chess.endings import outcome
from ruleboard.games.tensor_chess.movegen import HOP_BUTTON, PROMOTION_BUTTON_PREFIX, STOP_BUTTON
from ruleboard.games.tensor_chess.moves import (
    BeastCapture,
    Bounce,
    Castling,
    DoubleStep,
    EnPassant,
    Move,
    Promotion,
    Propel,
)
from ruleboard.games.tensor_chess.packed_moves import legal_moves, state_after
from ruleboard.games.tensor_chess.state import State
from ruleboard.i18n import N_, _, ngettext
from ruleboard.wording import join_as_list

# Other languages inflect articles and colours for each piece, so each combination is a separate message.

PIECE_KINDS: Mapping[str, str] = {
    "K": "king",
    "Q": "queen",
    "R": "rook",
    "B": "bishop",
    "N": "knight",
    "T": "beast",
    "P": "pawn",
}
"""The kinds of pieces by letter, untranslated. They are the keys of the tables below."""

PIECE_NAMES: Mapping[str, str] = {
    "K": N_("King"),
    "Q": N_("Queen"),
    "R": N_("Rook"),
    "B": N_("Bishop"),
    "N": N_("Knight"),
    "T": N_("Beast"),
    "P": N_("Pawn"),
}
"""The names of pieces on buttons."""

_DEFINITE_NAMES: Mapping[str, str] = {
    "king": N_("the king"),
    "queen": N_("the queen"),
    "rook": N_("the rook"),
    "bishop": N_("the bishop"),
    "knight": N_("the knight"),
    "beast": N_("the beast"),
    "pawn": N_("the pawn"),
}

_INDEFINITE_NAMES: Mapping[str, str] = {
    "king": N_("a king"),
    "queen": N_("a queen"),
    "rook": N_("a rook"),
    "bishop": N_("a bishop"),
    "knight": N_("a knight"),
    "beast": N_("a beast"),
    "pawn": N_("a pawn"),
}

_POSSESSIVE_NAMES: Mapping[str, str] = {
    "king": N_("your king"),
    "queen": N_("your queen"),
    "rook": N_("your rook"),
    "bishop": N_("your bishop"),
    "knight": N_("your knight"),
    "beast": N_("your beast"),
    "pawn": N_("your pawn"),
}

COLOURED_NAMES: Mapping[str, str] = {
    "K": N_("white king"),
    "Q": N_("white queen"),
    "R": N_("white rook"),
    "B": N_("white bishop"),
    "N": N_("white knight"),
    "T": N_("white beast"),
    "P": N_("white pawn"),
    "k": N_("black king"),
    "q": N_("black queen"),
    "r": N_("black rook"),
    "b": N_("black bishop"),
    "n": N_("black knight"),
    "t": N_("black beast"),
    "p": N_("black pawn"),
}
"""The names of pieces with their colours, by letter on the board."""

_DEFINITE_COLOURED_NAMES: Mapping[str, str] = {
    "K": N_("the white king"),
    "Q": N_("the white queen"),
    "R": N_("the white rook"),
    "B": N_("the white bishop"),
    "N": N_("the white knight"),
    "T": N_("the white beast"),
    "P": N_("the white pawn"),
    "k": N_("the black king"),
    "q": N_("the black queen"),
    "r": N_("the black rook"),
    "b": N_("the black bishop"),
    "n": N_("the black knight"),
    "t": N_("the black beast"),
    "p": N_("the black pawn"),
}

_NAMES_BY_SIDE: Mapping[str, str] = {
    "K": N_("White’s king"),
    "Q": N_("White’s queen"),
    "R": N_("White’s rook"),
    "B": N_("White’s bishop"),
    "N": N_("White’s knight"),
    "T": N_("White’s beast"),
    "P": N_("White’s pawn"),
    "k": N_("Black’s king"),
    "q": N_("Black’s queen"),
    "r": N_("Black’s rook"),
    "b": N_("Black’s bishop"),
    "n": N_("Black’s knight"),
    "t": N_("Black’s beast"),
    "p": N_("Black’s pawn"),
}


def piece_kind_at(state: State, square: int) -> str:
    """Return the untranslated kind of the piece on a square, such as "bishop"; empty if the square is empty."""
    return PIECE_KINDS.get(chr(state.board[square]).upper(), "")


def definite_piece_name(state: State, square: int) -> str:
    """Return the name of the piece on a square with a definite article, such as "the bishop"."""
    return _(_DEFINITE_NAMES[piece_kind_at(state, square)])


def indefinite_piece_name(kind: str) -> str:
    """Return the name of a piece with an indefinite article, such as "a bishop"."""
    return _(_INDEFINITE_NAMES[kind])


def counted_piece_name(kind: str, count: int) -> str:
    """Return a number of pieces as text, such as "a bishop" or "3 pawns"."""
    if count == 1:
        return indefinite_piece_name(kind)
    plural_names = {
        "queen": ngettext("{n} queen", "{n} queens", count),
        "rook": ngettext("{n} rook", "{n} rooks", count),
        "bishop": ngettext("{n} bishop", "{n} bishops", count),
        "knight": ngettext("{n} knight", "{n} knights", count),
        "beast": ngettext("{n} beast", "{n} beasts", count),
        "pawn": ngettext("{n} pawn", "{n} pawns", count),
    }
    return plural_names[kind].format(n=count)


def possessive_piece_name(state: State, square: int) -> str:
    """Return the name of the piece on a square with a possessive pronoun, such as "your bishop"."""
    return _(_POSSESSIVE_NAMES[piece_kind_at(state, square)])


def coloured_piece_name(state: State, square: int) -> str:
    """Return the name of the piece on a square with its colour, such as "the black bishop"."""
    return _(_DEFINITE_COLOURED_NAMES[chr(state.board[square])])


def attacker_text(state: State, threat: Threat) -> str:
    """Return the name and square of an attacker, and the beast that the attacker bounces off, if any."""
    direct_template = _("{piece} on {square}")
    template = direct_template if threat.beast < 0 else _("{piece} on {square} bouncing off {beast}")
    beast = "" if threat.beast < 0 else SQUARE_NAMES[threat.beast]
    return template.format(
        piece=definite_piece_name(state, threat.attacker), square=SQUARE_NAMES[threat.attacker], beast=beast
    )


def is_own_piece(state: State, square: int) -> bool:
    """Return True if a piece of the player to move stands on a square."""
    return bool(0 < state.board.translate(PIECE_CODES[state.turn])[square] < 8)


def target_name(state: State, target: str) -> str:
    """Return the label of a target: a square with its piece, or a button."""
    if target in SQUARE_NUMBERS:
        letter = chr(state.board[SQUARE_NUMBERS[target]])
        if letter not in COLOURED_NAMES:
            return _("{square}, empty").format(square=target)
        return _("{square}, {piece}").format(square=target, piece=_(COLOURED_NAMES[letter]))
    if target.startswith(PROMOTION_BUTTON_PREFIX):
        return _(PIECE_NAMES.get(target[len(PROMOTION_BUTTON_PREFIX) :].upper(), target))
    if target == HOP_BUTTON:
        return _("Hop by hop")
    return _("Stop here") if target == STOP_BUTTON else target


def obstacle_name(state: State, square: int) -> str:
    """Return the name of a piece in the way of the player to move, such as "your bishop" or "the black bishop"."""
    return possessive_piece_name(state, square) if is_own_piece(state, square) else coloured_piece_name(state, square)


def describe(state: State, action: Action[Move], reader: int | None = None) -> str:
    """Describe a legal action as text, without a full stop.

    Args:
        state: the state before the action.
        action: the action.
        reader: the player for whom the text says "your rook", or None.
    """
    next_state = state_after(state, action.move)
    clause = _move_clause(state, action.move, reader)
    if in_check(next_state):
        return (_("{move}, with check") if legal_moves(next_state) else _("{move}, checkmate")).format(move=clause)
    return clause


def _move_clause(state: State, move: Move, reader: int | None) -> str:
    """Describe a move without mentioning check."""
    start, landing = move.start, move.landing
    is_reader_to_move = reader == state.turn
    piece = possessive_piece_name(state, start) if is_reader_to_move else _(_NAMES_BY_SIDE[chr(state.board[start])])
    if isinstance(move, Castling):
        _castling_right, rook, rook_landing = CASTLINGS[start, landing]
        template = _("{piece} castles to {end}, and the rook on {rook} moves to {beside}")
        return template.format(
            piece=piece, end=SQUARE_NAMES[landing], rook=SQUARE_NAMES[rook], beside=SQUARE_NAMES[rook_landing]
        )
    passed_square, middle_landings = (start + landing) // 2, _middle_landings(state, move)
    clause = _move_template(state, move).format(
        piece=piece,
        origin=SQUARE_NAMES[start],
        end=SQUARE_NAMES[landing],
        beast=SQUARE_NAMES[move.beast if isinstance(move, Bounce | Propel | BeastCapture) else passed_square],
        captured=definite_piece_name(state, landing) if piece_kind_at(state, landing) else "",
        way=join_as_list(SQUARE_NAMES[square] for square in middle_landings),
    )
    if isinstance(move, Promotion):
        return _("{move} and becomes {piece}").format(move=clause, piece=indefinite_piece_name(PIECE_KINDS[move.piece]))
    return clause


def _middle_landings(state: State, move: Move) -> tuple[int, ...]:
    """Return the landings of a beast's chain before its last hop; empty for other moves."""
    if piece_kind_at(state, move.start) != "beast":
        return ()
    captured_square = move.beast if isinstance(move, BeastCapture) else -1
    return shortest_chains(state, move.start).get((move.landing, captured_square), ())[:-1]


def _move_template(state: State, move: Move) -> str:
    start, landing = move.start, move.landing
    is_capture = bool(piece_kind_at(state, landing)) and landing != start
    match move:
        case Propel():
            return _("{piece} on {origin} moves to {beast} and sends the beast on to {end}")
        case Bounce() if is_capture:
            return _("{piece} on {origin} bounces off {beast} and captures {captured} on {end}")
        case Bounce():
            return _("{piece} on {origin} bounces off {beast} to {end}")
        case BeastCapture() if landing == start:
            return _("{piece} on {origin} hops to {way} and back, and captures the beast on {beast}")
        case BeastCapture() if _middle_landings(state, move):
            return _("{piece} on {origin} hops to {end} by way of {way} and captures the beast on {beast}")
        case BeastCapture():
            return _("{piece} on {origin} hops to {end} and captures the beast on {beast}")
        case EnPassant():
            return _("{piece} on {origin} captures in passing and moves to {end}")
    if is_capture:
        return _("{piece} on {origin} captures {captured} on {end}")
    if piece_kind_at(state, start) == "beast" and landing not in KING_STEPS[start]:
        if _middle_landings(state, move):
            return _("{piece} on {origin} hops to {end} by way of {way}")
        return _("{piece} on {origin} hops to {end}")
    is_double_step = piece_kind_at(state, start) == "pawn" and abs(landing - start) == 2 * FILE_COUNT
    if is_double_step and not isinstance(move, DoubleStep):
        return _("{piece} on {origin} passes through the beast on {beast} to {end}")
    return _("{piece} on {origin} moves to {end}")


def threat_clause(state: State, move: Move, *, describes_opportunity: bool = False) -> str:
    """Return a clause that describes a legal move as a threat, without a full stop.

    Args:
        state: the state, with the threatening side to move.
        move: the legal move.
        describes_opportunity: True to describe the move as an opportunity instead.
    """
    start, landing = move.start, move.landing
    clause = _threat_templates(state, move)[describes_opportunity].format(
        piece=_(_NAMES_BY_SIDE[chr(state.board[start])]),
        origin=SQUARE_NAMES[start],
        end=SQUARE_NAMES[landing],
        beast=SQUARE_NAMES[move.beast] if isinstance(move, Bounce | Propel | BeastCapture) else "",
        captured=definite_piece_name(state, landing) if piece_kind_at(state, landing) else "",
    )
    if isinstance(move, Promotion):
        template = _("{possible} and become {piece}") if describes_opportunity else _("{threat} and become {piece}")
        clause = template.format(threat=clause, possible=clause, piece=indefinite_piece_name(PIECE_KINDS[move.piece]))
    next_state = state_after(state, move)
    if in_check(next_state):
        return (_("{move}, with check") if legal_moves(next_state) else _("{move}, checkmate")).format(move=clause)
    return clause


def _threat_templates(state: State, move: Move) -> tuple[str, str]:
    """Return two templates that describe a move: as a threat, and as an opportunity.

    The templates have placeholders for pieces and squares.
    """
    is_capture = bool(piece_kind_at(state, move.landing)) and move.landing != move.start
    match move:
        case Propel():
            return (
                _("{piece} on {origin} threatens to send the beast on {beast} to {end}"),
                _("{piece} on {origin} can now send the beast on {beast} to {end}"),
            )
        case Bounce() if is_capture:
            return (
                _("{piece} on {origin} threatens to bounce off {beast} and capture {captured} on {end}"),
                _("{piece} on {origin} can now bounce off {beast} and capture {captured} on {end}"),
            )
        case Bounce():
            return (
                _("{piece} on {origin} threatens to bounce off {beast} to {end}"),
                _("{piece} on {origin} can now bounce off {beast} to {end}"),
            )
        case BeastCapture():
            return (
                _("{piece} on {origin} threatens to capture the beast on {beast}"),
                _("{piece} on {origin} can now capture the beast on {beast}"),
            )
        case EnPassant():
            return (
                _("{piece} on {origin} threatens to capture in passing"),
                _("{piece} on {origin} can now capture in passing"),
            )
        case Castling():
            return (
                _("{piece} on {origin} threatens to castle to {end}"),
                _("{piece} on {origin} can now castle to {end}"),
            )
    if is_capture:
        return (
            _("{piece} on {origin} threatens to capture {captured} on {end}"),
            _("{piece} on {origin} can now capture {captured} on {end}"),
        )
    return _("{piece} on {origin} threatens to move to {end}"), _("{piece} on {origin} can now move to {end}")


def goal_text(_state: State) -> str:
    """Return a sentence that says how to win."""
    return _("To win, give checkmate: attack the other king so that it can’t get away.")


def prompt(state: State) -> str:
    """Return a sentence about the side to move and any check to its king; empty after the end of the game."""
    if outcome(state):
        return ""
    is_white_to_move = state.turn == WHITE
    checks = [threat for threat in threats_to_mover(state) if threat.pinned_piece < 0]
    if any(threat.beast >= 0 for threat in checks):  # players easily overlook a check by a bounce
        template = (
            _("White to move: the king is in check from {attackers}.")
            if is_white_to_move
            else _("Black to move: the king is in check from {attackers}.")
        )
        return template.format(attackers=join_as_list(attacker_text(state, threat) for threat in checks))
    if checks:
        return (
            _("White to move: the king is in check.") if is_white_to_move else _("Black to move: the king is in check.")
        )
    return _("White to move.") if is_white_to_move else _("Black to move.")
