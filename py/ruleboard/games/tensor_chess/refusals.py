"""Explain in a sentence why a touch or a move is illegal.

This module does not decide legality. It finds the simplest reason why ``packed_moves`` does not generate a
move. To do so, it examines obstacles and the moves that the piece could make if check did not matter
(``pseudo_legal_moves``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.engine.game import Outcome
from ruleboard.games.tensor_chess.attacks import Threat, in_check, is_attacked, threats, threats_to_mover
from ruleboard.games.tensor_chess.board import (
    EMPTY,
    FILE_COUNT,
    KING,
    PAWN_CAPTURE_SQUARES,
    PAWN_START_RANKS,
    PAWN_STEPS,
    PIECE_CODES,
    RANK_COUNT,
    RAYS,
    SQUARE_NAMES,
    SQUARE_NUMBERS,
    WHITE,
    squares_between,
)
from ruleboard.games.tensor_chess.castling import CASTLINGS, castling_obstacle
from ruleboard.games.tensor_chess.endings import outcome
from ruleboard.games.tensor_chess.movegen import HOP_BUTTON, PROMOTION_BUTTON_PREFIX, STOP_BUTTON, legal_actions
from ruleboard.games.tensor_chess.moves import BeastCapture, Bounce, Castling, Move, Promotion, Propel, aims_at
from ruleboard.games.tensor_chess.notation import format_move
from ruleboard.games.tensor_chess.packed_moves import pseudo_legal_moves, state_after
from ruleboard.games.tensor_chess.state import State
from ruleboard.games.tensor_chess.texts import (
    attacker_text,
    coloured_piece_name,
    indefinite_piece_name,
    is_own_piece,
    obstacle_name,
    piece_kind_at,
    possessive_piece_name,
)
from ruleboard.i18n import N_, _
from ruleboard.wording import capitalize

_WRONG_LINE_MESSAGES: Mapping[str, str] = {
    "bishop": N_("A bishop moves diagonally, so it can’t get from {origin} to {square}."),
    "rook": N_("A rook moves straight, so it can’t get from {origin} to {square}."),
    "queen": N_("A queen moves straight or diagonally, so she can’t get from {origin} to {square}."),
    "knight": N_("A knight can’t leap from {origin} to {square}."),
}
_WRONG_PROPEL_MESSAGES: Mapping[str, str] = {
    "bishop": N_("A bishop sends the beast along an empty diagonal, so it can’t get to {square}."),
    "rook": N_("A rook sends the beast along an empty rank or file, so it can’t get to {square}."),
    "queen": N_("A queen sends the beast along an empty line, so it can’t get to {square}."),
}
_SLIDER_DIRECTIONS = {"bishop": range(4, 8), "rook": range(4), "queen": range(8)}
_PIECE_LESSONS: Mapping[str, str] = {
    "king": "leaps",
    "queen": "lines",
    "rook": "lines",
    "bishop": "lines",
    "knight": "leaps",
    "beast": "beast",
    "pawn": "pawns",
}
"""The id of the lesson on each kind of piece."""
_BOUNCE_LESSONS: Mapping[str, str] = {"rook": "bounce", "bishop": "bounce"}
_PROPEL_LESSONS: Mapping[str, str] = {"rook": "propel", "bishop": "propel", "pawn": "propel-pawn"}
_BeastMove: TypeAlias = type[Bounce] | type[Propel]


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Explain why no legal move begins with the selected targets."""
    if end := outcome(state):
        return _game_over_refusal(end)
    if not targets or targets[0] not in SQUARE_NUMBERS:
        return Refusal(_("Pick up one of your pieces first."), "setup")
    start = SQUARE_NUMBERS[targets[0]]
    if not is_own_piece(state, start):
        return _foreign_piece_refusal(state, start)
    if len(targets) == 1:
        return _immobile_piece_refusal(state, start)
    if targets[1] == HOP_BUTTON:
        return _hop_refusal(state, start, targets)
    if targets[1] not in SQUARE_NUMBERS:
        return Refusal(_("You can’t choose that here. Touch a square for your piece."), "setup")
    second_square = SQUARE_NUMBERS[targets[1]]
    if len(targets) == 2:
        return _check_refusal(state, start, second_square) or _landing_refusal(state, start, second_square)
    if targets[2] not in SQUARE_NUMBERS:
        return _button_refusal(targets[2])
    third_square = SQUARE_NUMBERS[targets[2]]
    if piece_kind_at(state, start) == "pawn" and any(
        isinstance(move, Promotion) and move.landing == second_square for move in pseudo_legal_moves(state, start)
    ):
        return _missing_promotion_refusal()
    if piece_kind_at(state, start) == "beast":
        return _beast_capture_refusal(state, start, third_square, second_square)
    return _beast_use_refusal(state, start, second_square, third_square, (Bounce, Propel))


def refuse_move(state: State, move: Move) -> Refusal:
    """Explain why a move is illegal.

    A ``PlainMove`` stands for any move with a text of two squares (see ``notation.parse_move``).
    """
    if end := outcome(state):
        return _game_over_refusal(end)
    start, landing = move.start, move.landing
    if not is_own_piece(state, start):
        return _foreign_piece_refusal(state, start)
    match move:
        case BeastCapture(beast=captured):
            if piece_kind_at(state, start) == "beast":
                return _beast_capture_refusal(state, start, landing, captured)
            sentence = _("Only a beast captures by hopping over, and there’s {piece} on {square}.")
            piece = indefinite_piece_name(piece_kind_at(state, start))
            return Refusal(sentence.format(square=SQUARE_NAMES[start], piece=piece), "beast-capture")
        case Bounce(beast=beast) | Propel(beast=beast):
            return _beast_use_refusal(state, start, beast, landing, (type(move),))
    to_last_rank = piece_kind_at(state, start) == "pawn" and not FILE_COUNT <= landing < (RANK_COUNT - 1) * FILE_COUNT
    if any(_is_direct_move(other, landing) for other in pseudo_legal_moves(state, start)):
        if to_last_rank and not isinstance(move, Promotion):
            return _missing_promotion_refusal()
        if isinstance(move, Promotion) and not to_last_rank:
            return Refusal(_("Only a pawn that reaches the last rank promotes."), "promotion")
    return _landing_refusal(state, start, landing, has_two_squares=True)


def _missing_promotion_refusal() -> Refusal:
    return Refusal(_("Your pawn reaches the last rank. Choose a queen, rook, bishop, knight or beast."), "promotion")


def _game_over_refusal(outcome: Outcome) -> Refusal:
    lesson = "goal" if outcome.winners else "draws"
    return Refusal(_("The game is over. {reason}").format(reason=outcome.reason), lesson)


def _foreign_piece_refusal(state: State, square: int) -> Refusal:
    square_name = SQUARE_NAMES[square]
    if not piece_kind_at(state, square):
        return Refusal(_("There’s no piece on {square}.").format(square=square_name), "setup")
    if state.turn == WHITE:
        sentence = _("The piece on {square} is black, and you’re White.")
    else:
        sentence = _("The piece on {square} is white, and you’re Black.")
    return Refusal(sentence.format(square=square_name), "setup")


def _immobile_piece_refusal(state: State, start: int) -> Refusal:
    is_king = piece_kind_at(state, start) == "king"
    piece, square_name = capitalize(possessive_piece_name(state, start)), SQUARE_NAMES[start]
    if not pseudo_legal_moves(state, start):
        sentence = _("{piece} on {square} has nowhere to go.").format(piece=piece, square=square_name)
        if piece_kind_at(state, start) == "pawn":
            square = start + PAWN_STEPS[state.turn]
            obstacle = (
                _landing_refusal(state, start, square)
                if is_own_piece(state, square)
                else _pawn_move_refusal(state, start, square)
            )
            return Refusal(f"{sentence} {obstacle.sentence}", obstacle.lesson)
        return Refusal(sentence, _PIECE_LESSONS[piece_kind_at(state, start)])
    if is_king and in_check(state):
        return Refusal(_("You’re in check, and your king has no safe square."), "check")
    if is_king:
        return Refusal(_("Your king has no safe square."), "check")
    if in_check(state):
        sentence = _("You’re in check, and {piece} on {square} can’t help.")
        return Refusal(sentence.format(piece=possessive_piece_name(state, start), square=square_name), "check")
    for threat in threats_to_mover(state):
        if threat.pinned_piece == start:
            sentence = _("{piece} on {square} can’t move. It shields your king from {attacker}.")
            sentence = sentence.format(piece=piece, square=square_name, attacker=attacker_text(state, threat))
            return Refusal(sentence, _check_lesson(threat))
    sentence = _("{piece} on {square} can’t move: you’d be in check.")
    return Refusal(sentence.format(piece=piece, square=square_name), "check")


def _check_refusal(state: State, start: int, landing: int) -> Refusal:
    """Explain that a piece has no legal moves because of check, for a landing that it could not reach anyway.

    Return ``NO_REFUSAL`` if the piece has a legal move, or if another refusal of this move is more specific.
    """
    moves = pseudo_legal_moves(state, start)
    if start == landing or not moves or any(aims_at(move, landing) for move in moves):
        return NO_REFUSAL
    if any(action.move.start == start for action in legal_actions(state)):
        return NO_REFUSAL
    return _immobile_piece_refusal(state, start)


def is_plausible_target(state: State, origin: str, target: str) -> bool:
    """Return True if a player who touches ``target`` may be trying to move the piece on ``origin`` there.

    Both squares contain pieces of the player. The piece on ``target`` is a beast that the other piece reaches but
    cannot use, or the rook for castling.
    """
    if origin not in SQUARE_NUMBERS or target not in SQUARE_NUMBERS:
        return False
    start, landing = SQUARE_NUMBERS[origin], SQUARE_NUMBERS[target]
    if not is_own_piece(state, start) or not is_own_piece(state, landing):
        return False
    if piece_kind_at(state, start) == "king":
        castlings = (details for (king, _landing), details in CASTLINGS.items() if king == start)
        return any(rook == landing and state.castling & right for right, rook, _end in castlings)
    return piece_kind_at(state, landing) == "beast" and landing in _squares_past_own_beasts(state, start)


def _check_lesson(threat: Threat) -> str:
    return "check" if threat.beast < 0 else "bounce-check"


def _exposed_king_refusal(state: State, move: Move) -> Refusal:
    next_state = state_after(state, move)
    board = next_state.board.translate(PIECE_CODES[state.turn])
    king = board.index(KING)
    checks = [threat for threat in threats(board, king, state.turn) if threat.pinned_piece < 0]
    if not checks:
        # ``threats`` omits checks by the enemy king. Callers may also pass a legal move.
        if piece_kind_at(state, move.start) == "king" and is_attacked(board, king, state.turn):
            return Refusal(_("2 kings can never stand next to each other."), "leaps")
        return Refusal(_("You can do that."), "setup")
    checker = attacker_text(next_state, checks[0])
    if piece_kind_at(state, move.start) == "king":
        sentence = _("Your king would be in check on {square} from {attacker}.").format(
            square=SQUARE_NAMES[king], attacker=checker
        )
    elif in_check(state):
        sentence = _("You’d still be in check from {attacker}.").format(attacker=checker)
    else:
        sentence = _("You’d be in check from {attacker}.").format(attacker=checker)
    return Refusal(sentence, _check_lesson(checks[0]))


def _landing_refusal(state: State, start: int, landing: int, *, has_two_squares: bool = False) -> Refusal:
    """Explain why a piece cannot move to a square.

    Args:
        start: the piece's square.
        landing: the square to which the piece cannot move.
        has_two_squares: True if the text of the move has only two squares, which excludes bounces and propels.
    """
    piece = piece_kind_at(state, start)
    if start == landing:
        sentence = _("{piece} is already on {square}.")
        return Refusal(
            sentence.format(piece=capitalize(possessive_piece_name(state, start)), square=SQUARE_NAMES[start]), "setup"
        )
    moves = [move for move in pseudo_legal_moves(state, start) if aims_at(move, landing)]
    possible_moves = [move for move in moves if not has_two_squares or _is_direct_move(move, landing)]
    if possible_moves:
        return _exposed_king_refusal(state, possible_moves[0])
    if moves:
        return _missing_beast_refusal(state, start, landing, moves)
    if piece == "beast":
        return _beast_move_refusal(state, landing)
    if piece == "king":
        return _king_move_refusal(state, start, landing)
    occupant = piece_kind_at(state, landing)
    if occupant and not is_own_piece(state, landing) and occupant == "beast":
        if piece == "pawn" and _passed_pawn_square(state, start, landing) >= 0:
            sentence = _("Only a beast can capture a beast, and a pawn captures in passing only to an empty square.")
            return Refusal(sentence, "beast")
        return _beast_target_refusal()
    if occupant and is_own_piece(state, landing) and occupant != "beast":
        return _occupied_square_refusal(state, landing)
    if piece == "pawn":
        return _pawn_move_refusal(state, start, landing)
    return _path_refusal(state, start, landing)


def _is_direct_move(move: Move, landing: int) -> bool:
    """Return True if a move ends on the given square and is not a bounce or propel."""
    return move.landing == landing and not isinstance(move, Bounce | Propel)


def _missing_beast_refusal(state: State, start: int, landing: int, moves: Sequence[Move]) -> Refusal:
    """Explain why a text that names no beast is illegal, if all moves to the square involve a beast.

    Args:
        start: the piece's square.
        landing: the square in the text.
        moves: the possible bounces, propels and beast captures.
    """
    current_moves = [action.move for action in legal_actions(state)]
    legal_options = [move for move in moves if move in current_moves]
    if not legal_options:
        return _exposed_king_refusal(state, moves[0])
    if isinstance(legal_options[0], BeastCapture):
        return _beast_landing_refusal(landing, legal_options)
    piece = capitalize(possessive_piece_name(state, start))
    if is_own_piece(state, landing):
        sentence = _("{piece} can’t just stop on your beast’s square. Write the whole move, like {text}.")
        return Refusal(sentence.format(piece=piece, text=format_move(legal_options[0])), "propel")
    sentence = _("{piece} can get from {origin} to {square} only off a beast: {text}.")
    move_texts = _(" or ").join(map(format_move, legal_options))
    return Refusal(
        sentence.format(piece=piece, origin=SQUARE_NAMES[start], square=SQUARE_NAMES[landing], text=move_texts),
        "bounce",
    )


def _beast_target_refusal() -> Refusal:
    return Refusal(_("Only a beast can capture a beast."), "beast")


def _occupied_square_refusal(state: State, square: int) -> Refusal:
    sentence = _("{piece} is in the way on {square}.").format(
        piece=capitalize(possessive_piece_name(state, square)), square=SQUARE_NAMES[square]
    )
    return Refusal(sentence, "setup")


def _obstacle_refusal(state: State, square: int, lesson: str) -> Refusal:
    piece = capitalize(obstacle_name(state, square))
    return Refusal(_("{piece} on {square} is in the way.").format(piece=piece, square=SQUARE_NAMES[square]), lesson)


def _beast_move_refusal(state: State, landing: int) -> Refusal:
    occupant = piece_kind_at(state, landing)
    square_name = SQUARE_NAMES[landing]
    if occupant and is_own_piece(state, landing):
        sentence = _("{piece} is on {square}, and a beast moves only to empty squares.")
        return Refusal(
            sentence.format(piece=capitalize(possessive_piece_name(state, landing)), square=square_name), "beast"
        )
    if occupant == "beast":
        sentence = _("To capture the beast on {square}, hop over it onto the empty square just beyond.")
        return Refusal(sentence.format(square=square_name), "beast-capture")
    if occupant:
        sentence = _("A beast captures only beasts, and there’s {piece} on {square}.")
        return Refusal(sentence.format(square=square_name, piece=indefinite_piece_name(occupant)), "beast")
    sentence = _("Your beast can’t get to {square}. It takes one step, or hops, all diagonally or all straight.")
    return Refusal(sentence.format(square=square_name), "hops-straight")


def _king_move_refusal(state: State, start: int, landing: int) -> Refusal:
    if (start, landing) in CASTLINGS and (start < FILE_COUNT) == (state.turn == WHITE):
        return _castling_refusal(state, start, landing)
    occupant = piece_kind_at(state, landing)
    if occupant and not is_own_piece(state, landing) and occupant == "beast":
        return _beast_target_refusal()
    if occupant == "rook" and is_own_piece(state, landing):
        return Refusal(_("To castle, touch the square where your king lands."), "castling")
    if occupant and is_own_piece(state, landing):
        return _occupied_square_refusal(state, landing)
    return Refusal(_("A king moves one square at a time."), "leaps")


def _castling_refusal(state: State, start: int, landing: int) -> Refusal:
    right, rook, rook_landing = CASTLINGS[start, landing]
    if not state.castling & right:
        return Refusal(_("You can castle only if neither your king nor that rook has moved."), "castling")
    if in_check(state):
        return Refusal(_("You can’t castle out of check."), "castling")
    board = bytearray(state.board.translate(PIECE_CODES[state.turn]))
    obstacle = castling_obstacle(board, start, landing, rook, rook_landing)
    if obstacle >= 0:
        return _castling_obstacle_refusal(state, obstacle, landing, rook_landing)
    board[start] = 0
    for square in squares_between(start, landing):
        if not board[square] and is_attacked(board, square, state.turn):
            sentence = _("Your king can’t cross {square}, because your opponent attacks it.").format(
                square=SQUARE_NAMES[square]
            )
            return Refusal(sentence, "castling")
    return _exposed_king_refusal(state, Castling(start, landing))


def _castling_obstacle_refusal(state: State, obstacle: int, landing: int, rook_landing: int) -> Refusal:
    lesson, sentence = "castling", _("You can’t castle there: {piece} on {square} is in the way.")
    if (
        obstacle in (landing, rook_landing)
        and piece_kind_at(state, obstacle) == "beast"
        and is_own_piece(state, obstacle)
    ):
        lesson = "castling-beast"
        if obstacle == landing:
            sentence = _("You can’t castle there: your king would land on your beast on {square}.")
        else:
            sentence = _("You can’t castle there: your rook would land on your beast on {square}.")
    return Refusal(sentence.format(piece=obstacle_name(state, obstacle), square=SQUARE_NAMES[obstacle]), lesson)


def _pawn_move_refusal(state: State, start: int, landing: int) -> Refusal:
    forward = PAWN_STEPS[state.turn]
    is_first_move = start // FILE_COUNT == PAWN_START_RANKS[state.turn]
    one_ahead = start + forward
    if landing in PAWN_CAPTURE_SQUARES[state.turn][start]:
        passed_pawn = _passed_pawn_square(state, start, landing)
        if passed_pawn >= 0:
            sentence = _("You can capture the pawn on {square} in passing only right after its double step.")
            return Refusal(sentence.format(square=SQUARE_NAMES[passed_pawn]), "pawns")
        return Refusal(_("A pawn moves diagonally only to capture."), "pawns")
    if landing not in (one_ahead, one_ahead + forward):
        return Refusal(_("A pawn moves straight ahead and captures one square diagonally."), "pawns")
    if landing != one_ahead and not is_first_move:
        return Refusal(_("A pawn can move 2 squares only on its first move."), "pawns")
    if is_own_piece(state, landing) and landing != one_ahead and state.board[one_ahead] != EMPTY:
        return _obstacle_refusal(state, one_ahead, "propel-pawn")
    if is_own_piece(state, landing):  # a beast, since earlier code refuses other own pieces
        if not is_first_move:
            return Refusal(_("A pawn can send a beast only on its first move."), "propel-pawn")
        sentence = _("You can’t send your beast on from {square}: {beyond} isn’t empty.")
        return Refusal(
            sentence.format(square=SQUARE_NAMES[landing], beyond=SQUARE_NAMES[landing + forward]), "propel-pawn"
        )
    passes_beast = (
        is_own_piece(state, one_ahead) and piece_kind_at(state, one_ahead) == "beast"
    )  # it passes through one
    obstacle = landing if state.board[one_ahead] == EMPTY or passes_beast else one_ahead
    if obstacle == landing:
        sentence = _("A pawn can’t capture straight ahead: {piece} on {square} blocks it.")
        return Refusal(
            sentence.format(piece=coloured_piece_name(state, landing), square=SQUARE_NAMES[landing]), "pawns"
        )
    return _obstacle_refusal(state, obstacle, "through" if piece_kind_at(state, obstacle) == "beast" else "pawns")


def _passed_pawn_square(state: State, start: int, landing: int) -> int:
    """Return the square of the enemy pawn that an en passant capture on ``landing`` would capture, or -1.

    The pawn may have made its double step on the last move or on an earlier move.
    """
    pawn_square = landing - PAWN_STEPS[state.turn]
    if (
        landing not in PAWN_CAPTURE_SQUARES[state.turn][start]
        or piece_kind_at(state, pawn_square) != "pawn"
        or is_own_piece(state, pawn_square)
    ):
        return -1
    double_step_rank = PAWN_START_RANKS[1 - state.turn] + 2 * (1 if state.turn else -1)
    return pawn_square if pawn_square // FILE_COUNT == double_step_rank else -1


def _path_refusal(state: State, start: int, landing: int) -> Refusal:
    """Explain why a knight or slider cannot move to a square that is not itself blocked.

    The square is empty, or contains a beast of the same side or an enemy piece other than a beast.
    """
    piece = piece_kind_at(state, start)
    square_name = SQUARE_NAMES[landing]
    enemy_bounce = _enemy_bounce_refusal(state, start, landing)
    if piece == "knight":
        if is_own_piece(state, landing) and landing in _squares_past_own_beasts(state, start):
            sentence = _("From {square}, neither your knight nor your beast has anywhere to go.").format(
                square=square_name
            )
            return Refusal(sentence, "propel-more")
        return enemy_bounce or _line_refusal(state, start, landing, "leaps")
    for direction in _SLIDER_DIRECTIONS[piece]:
        ray = RAYS[start][direction]
        if landing not in ray:
            continue
        for square in ray[: ray.index(landing)]:
            has_own_piece = is_own_piece(state, square)
            if state.board[square] == EMPTY or (has_own_piece and piece_kind_at(state, square) == "beast"):
                continue
            if piece_kind_at(state, square) == "beast":
                sentence = _("{piece} on {square} is in the way. You can pass through your own beasts only.")
                piece = capitalize(coloured_piece_name(state, square))
                return Refusal(sentence.format(piece=piece, square=SQUARE_NAMES[square]), "through")
            return _obstacle_refusal(state, square, "lines")
        sentence = _("{piece} can’t stop with your beast on {square}, and neither can move on from there.")
        return Refusal(
            sentence.format(piece=capitalize(possessive_piece_name(state, start)), square=square_name), "propel"
        )
    return enemy_bounce or _line_refusal(state, start, landing, "lines")


def _line_refusal(state: State, start: int, landing: int, lesson: str) -> Refusal:
    sentence = _(_WRONG_LINE_MESSAGES[piece_kind_at(state, start)]).format(
        origin=SQUARE_NAMES[start], square=SQUARE_NAMES[landing]
    )
    if b"Tt"[state.turn] in state.board:
        sentence = " ".join((sentence, _("A bounce off your beasts doesn’t get there either.")))
    return Refusal(sentence, lesson)


def _squares_past_own_beasts(state: State, start: int) -> set[int]:
    """Return the squares that a piece could reach if its side had no beasts on the board."""
    board = state.board.translate(bytes.maketrans(b"Tt"[state.turn : state.turn + 1], b"."))
    return {move.landing for move in pseudo_legal_moves(state._replace(board=board), start)}


def _enemy_bounce_refusal(state: State, start: int, landing: int) -> Refusal:
    own_beast, enemy_beast = b"Tt"[state.turn], b"tT"[state.turn]
    swapped_beasts_state = state._replace(
        board=state.board.translate(bytes.maketrans(bytes((own_beast, enemy_beast)), bytes((enemy_beast, own_beast))))
    )
    for move in pseudo_legal_moves(swapped_beasts_state, start):
        if isinstance(move, Bounce) and move.landing == landing and state.board[move.beast] == enemy_beast:
            sentence = _("You can’t bounce off the beast on {square}, because it isn’t yours.")
            return Refusal(sentence.format(square=SQUARE_NAMES[move.beast]), "bounce")
    return NO_REFUSAL


def _beast_use_refusal(state: State, start: int, beast: int, landing: int, kinds: tuple[_BeastMove, ...]) -> Refusal:
    """Explain why a bounce or propel is illegal.

    Args:
        start: the piece's square.
        beast: the square of the beast.
        landing: the square where the piece (in a bounce) or the beast (in a propel) should end.
        kinds: the kinds of move that the player may have intended.
    """
    piece = piece_kind_at(state, start)
    beast_moves = [
        move for move in pseudo_legal_moves(state, start) if isinstance(move, Bounce | Propel) and move.beast == beast
    ]
    for move in beast_moves:
        if move.landing == landing and isinstance(move, kinds):
            return _exposed_king_refusal(state, move)
    if piece_kind_at(state, beast) != "beast":
        return Refusal(_("There’s no beast on {square}.").format(square=SQUARE_NAMES[beast]), "bounce")
    if not is_own_piece(state, beast):
        return Refusal(_("You can use only your own beasts for that."), "bounce")
    if piece == "king":
        return Refusal(_("A king can’t bounce off a beast or send one on."), "bounce-more")
    if piece == "beast":
        return Refusal(_("A beast can’t bounce off another beast or send it on."), "bounce-more")
    if piece == "pawn" and not beast_moves:
        square_ahead = start + PAWN_STEPS[state.turn]
        if Propel in kinds and beast in (square_ahead, square_ahead + PAWN_STEPS[state.turn]):
            return _pawn_move_refusal(state, start, beast)
        sentence = _("On its first move, a pawn can send a beast one square straight ahead, and nothing else.")
        return Refusal(sentence, "propel-pawn")
    if not beast_moves:
        return _landing_refusal(state, start, beast)
    if Propel in kinds:
        return _propel_refusal(state, start, beast, landing)
    return _bounce_refusal(piece, beast, landing)


def _bounce_refusal(piece: str, beast: int, landing: int) -> Refusal:
    if piece == "pawn":
        return Refusal(_("A pawn can send a beast on, but it can’t bounce off one."), "propel-pawn")
    if piece == "knight":
        sentence = _("A knight can’t bounce from {beast} to {square}, because that isn’t a knight’s leap.")
    else:
        sentence = _("{piece} turns 90° in a bounce, so it can’t get from {beast} to {square}.")
    sentence = sentence.format(
        piece=capitalize(indefinite_piece_name(piece)), beast=SQUARE_NAMES[beast], square=SQUARE_NAMES[landing]
    )
    return Refusal(sentence, _BOUNCE_LESSONS.get(piece, "bounce-more"))


def _propel_refusal(state: State, start: int, beast: int, landing: int) -> Refusal:
    piece = piece_kind_at(state, start)
    if state.board[landing] != EMPTY and landing != start:
        sentence = _("You can send a beast only to an empty square.")
    elif piece == "pawn":
        sentence = _("A pawn sends a beast exactly one square straight ahead.")
    elif piece == "knight":
        sentence = _("A knight sends the beast on a knight’s leap, so it can’t get from {beast} to {square}.")
        sentence = sentence.format(beast=SQUARE_NAMES[beast], square=SQUARE_NAMES[landing])
    else:
        sentence = _(_WRONG_PROPEL_MESSAGES[piece]).format(square=SQUARE_NAMES[landing])
    return Refusal(sentence, _PROPEL_LESSONS.get(piece, "propel-more"))


def _beast_capture_refusal(state: State, start: int, landing: int, captured_square: int) -> Refusal:
    captures = [
        move
        for move in pseudo_legal_moves(state, start)
        if isinstance(move, BeastCapture) and move.beast == captured_square
    ]
    for move in captures:
        if move.landing == landing:
            return _exposed_king_refusal(state, move)
    square_name = SQUARE_NAMES[captured_square]
    if piece_kind_at(state, captured_square) != "beast" or is_own_piece(state, captured_square):
        sentence = _("A beast captures only your opponent’s beasts, and there isn’t one on {square}.")
        return Refusal(sentence.format(square=square_name), "beast-capture")
    return (
        _beast_landing_refusal(captured_square, captures) if captures else _beast_move_refusal(state, captured_square)
    )


def _beast_landing_refusal(captured_square: int, captures: Sequence[Move]) -> Refusal:
    sentence = _("When your beast captures the one on {square}, it lands just beyond, on {ends}.")
    ends = _(" or ").join(SQUARE_NAMES[move.landing] for move in captures)
    return Refusal(sentence.format(square=SQUARE_NAMES[captured_square], ends=ends), "beast-capture")


def _hop_refusal(state: State, start: int, targets: Sequence[str]) -> Refusal:
    if piece_kind_at(state, start) != "beast":
        return Refusal(_("Only a beast can hop."), "hops")
    if len(targets) == 2:
        return Refusal(_("This beast can’t make several hops."), "hops")
    if targets[-1] == STOP_BUTTON:
        return Refusal(_("Your beast can’t stop here."), "beast-capture")
    if targets[-1] not in SQUARE_NUMBERS:
        return Refusal(_("Touch the square for the next hop."), "hops")
    square = SQUARE_NUMBERS[targets[-1]]
    if piece_kind_at(state, square) == "beast" and not is_own_piece(state, square):
        sentence = _("You can’t capture the beast on {square} from here.").format(square=targets[-1])
        return Refusal(sentence, "beast-capture")
    if state.board[square] != EMPTY:
        return Refusal(_("A beast lands only on empty squares."), "hops")
    return Refusal(_("Your beast can’t hop to {square} from here.").format(square=targets[-1]), "hops")


def _button_refusal(target: str) -> Refusal:
    if target.startswith(PROMOTION_BUTTON_PREFIX):
        sentence = _("A pawn becomes a queen, rook, bishop, knight or beast, and only when it reaches the last rank.")
        return Refusal(sentence, "promotion")
    return Refusal(_("You can’t choose that here."), "setup")
