"""Explain in sentences why a touch or a move is illegal.

This module does not decide legality. For a move that ``packed_moves`` does not generate, it finds the simplest reason.
It examines the piece's moves without regard to check (``pseudo_legal_moves``), and obstacles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.engine.game import Outcome
from ruleboard.games.tensor_chess.attacks import Threat, in_check, is_attacked, threats, threats_to_mover
from ruleboard.games.tensor_chess.board import (
    EMPTY,
    FILES,
    FORWARD,
    KING,
    NAMES,
    NUMBERS,
    PAWN_CAPTURES,
    PAWN_START_RANKS,
    PIECE_CODES,
    RANKS,
    RAYS,
    WHITE,
    between,
)
from ruleboard.games.tensor_chess.castling import CASTLINGS, castling_obstacle
from ruleboard.games.tensor_chess.endings import outcome
from ruleboard.games.tensor_chess.movegen import HOP, PROMOTE_TO, STOP, legal_actions
from ruleboard.games.tensor_chess.moves import BeastCapture, Bounce, Castling, Move, Promotion, Propel, aims_at
from ruleboard.games.tensor_chess.notation import format_move
from ruleboard.games.tensor_chess.packed_moves import pseudo_legal_moves, state_after
from ruleboard.games.tensor_chess.state import State
from ruleboard.games.tensor_chess.texts import (
    a_piece,
    attacker_text,
    is_own,
    piece_at,
    the_coloured_piece,
    the_piece,
    your_piece,
)
from ruleboard.i18n import N_, _
from ruleboard.wording import capitalize

_WRONG_LINES: Mapping[str, str] = {
    "bishop": N_("A bishop moves along diagonals: it cannot get from {origin} to {square}."),
    "rook": N_("A rook moves along ranks and files: it cannot get from {origin} to {square}."),
    "queen": N_("A queen moves along ranks, files and diagonals: she cannot get from {origin} to {square}."),
    "knight": N_("A knight cannot leap from {origin} to {square}."),
}
_WRONG_PROPELS: Mapping[str, str] = {
    "bishop": N_(
        "Sent by a bishop, the beast goes along diagonals over empty squares only: it cannot get to {square}."
    ),
    "rook": N_(
        "Sent by a rook, the beast goes along ranks and files over empty squares only: it cannot get to {square}."
    ),
    "queen": N_(
        "Sent by a queen, the beast goes along ranks, files and diagonals over empty squares only: "
        "it cannot get to {square}."
    ),
}
_DIRECTIONS = {"bishop": range(4, 8), "rook": range(4), "queen": range(8)}
_LESSONS: Mapping[str, str] = {
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
    """Return the refusal of a selection that begins no legal move."""
    if end := outcome(state):
        return _game_over(end)
    if not targets or targets[0] not in NUMBERS:
        return Refusal(_("Touch one of your pieces first."), "setup")
    start = NUMBERS[targets[0]]
    if not is_own(state, start):
        return _not_own_piece(state, start)
    if len(targets) == 1:
        return _no_moves(state, start)
    if targets[1] == HOP:
        return _no_hop(state, start, targets)
    if targets[1] not in NUMBERS:
        return Refusal(_("That cannot be chosen here: touch the square to go to."), "setup")
    second_square = NUMBERS[targets[1]]
    if len(targets) == 2:
        return _check_refusal(state, start, second_square) or _no_move_to(state, start, second_square)
    if targets[2] not in NUMBERS:
        return _no_button(targets[2])
    third_square = NUMBERS[targets[2]]
    if piece_at(state, start) == "pawn" and any(
        isinstance(move, Promotion) and move.landing == second_square for move in pseudo_legal_moves(state, start)
    ):
        return _promotion_piece_missing()
    if piece_at(state, start) == "beast":
        return _no_beast_capture(state, start, third_square, second_square)
    return _no_move_via(state, start, second_square, third_square, (Bounce, Propel))


def refuse_move(state: State, move: Move) -> Refusal:
    """Return the refusal of an illegal move.

    A ``PlainMove`` means any move with a text of two squares (see ``notation.parse_move``).
    """
    if end := outcome(state):
        return _game_over(end)
    start, landing = move.start, move.landing
    if not is_own(state, start):
        return _not_own_piece(state, start)
    match move:
        case BeastCapture(beast=captured):
            if piece_at(state, start) == "beast":
                return _no_beast_capture(state, start, landing, captured)
            sentence = _("Only a beast captures by hopping over; on {square} stands {piece}.")
            piece = a_piece(piece_at(state, start))
            return Refusal(sentence.format(square=NAMES[start], piece=piece), "beast-capture")
        case Bounce(beast=beast) | Propel(beast=beast):
            return _no_move_via(state, start, beast, landing, (type(move),))
    to_last_rank = piece_at(state, start) == "pawn" and not FILES <= landing < (RANKS - 1) * FILES
    if any(_names_no_beast(other, landing) for other in pseudo_legal_moves(state, start)):
        if to_last_rank and not isinstance(move, Promotion):
            return _promotion_piece_missing()
        if isinstance(move, Promotion) and not to_last_rank:
            return Refusal(_("Only a pawn that reaches the last rank is promoted."), "promotion")
    return _no_move_to(state, start, landing, by_name=True)


def _promotion_piece_missing() -> Refusal:
    return Refusal(
        _("A pawn that reaches the last rank becomes a queen, rook, bishop, knight or beast: say which."), "promotion"
    )


def _game_over(end: Outcome) -> Refusal:
    lesson = "goal" if end.winners else "draws"
    return Refusal(_("The game is over. {reason}").format(reason=end.reason), lesson)


def _not_own_piece(state: State, square: int) -> Refusal:
    square_name = NAMES[square]
    if not piece_at(state, square):
        return Refusal(_("There is no piece on {square}.").format(square=square_name), "setup")
    if state.turn == WHITE:
        sentence = _("The piece on {square} is Black's, and it is White's turn.")
    else:
        sentence = _("The piece on {square} is White's, and it is Black's turn.")
    return Refusal(sentence.format(square=square_name), "setup")


def _no_moves(state: State, start: int) -> Refusal:
    """Return the refusal of a piece without legal moves."""
    is_king = piece_at(state, start) == "king"
    piece, square_name = capitalize(the_piece(state, start)), NAMES[start]
    if not pseudo_legal_moves(state, start):
        sentence = _("{piece} on {square} has nowhere to go.").format(piece=piece, square=square_name)
        if piece_at(state, start) == "pawn":
            square = start + FORWARD[state.turn]
            obstacle = (
                _no_move_to(state, start, square) if is_own(state, square) else _no_pawn_move(state, start, square)
            )
            return Refusal(f"{sentence} {obstacle.sentence}", obstacle.lesson)
        return Refusal(sentence, _LESSONS[piece_at(state, start)])
    if is_king and in_check(state):
        return Refusal(_("Your king is in check, and every square it could go to is attacked too."), "check")
    if is_king:
        return Refusal(_("Every square your king could go to is attacked."), "check")
    if in_check(state):
        sentence = _("Your king is in check, and {piece} on {square} cannot help.")
        return Refusal(sentence.format(piece=the_piece(state, start), square=square_name), "check")
    for threat in threats_to_mover(state):
        if threat.pinned_piece == start:
            sentence = _("{piece} on {square} cannot move: it shields your king from {attacker}.")
            sentence = sentence.format(piece=piece, square=square_name, attacker=attacker_text(state, threat))
            return Refusal(sentence, _check_lesson(threat))
    sentence = _("{piece} on {square} cannot move: your king would be in check.")
    return Refusal(sentence.format(piece=piece, square=square_name), "check")


def _check_refusal(state: State, start: int, landing: int) -> Refusal:
    """Return the refusal of a piece that cannot move because of check, for a goal that it could not reach anyway.

    Return ``NO_REFUSAL`` if the piece can move, or if another refusal of this move is more specific.
    """
    moves = pseudo_legal_moves(state, start)
    if start == landing or not moves or any(aims_at(move, landing) for move in moves):
        return NO_REFUSAL
    if any(action.move.start == start for action in legal_actions(state)):
        return NO_REFUSAL
    return _no_moves(state, start)


def is_plausible_target(state: State, origin: str, target: str) -> bool:
    """Return True if a touch of an own piece may be an illegal attempt to move another piece to its square.

    The touched piece is a beast that the other piece reaches but cannot use, or the rook of a castling.
    """
    if origin not in NUMBERS or target not in NUMBERS:
        return False
    start, landing = NUMBERS[origin], NUMBERS[target]
    if not is_own(state, start) or not is_own(state, landing):
        return False
    if piece_at(state, start) == "king":
        castlings = (details for (king, _landing), details in CASTLINGS.items() if king == start)
        return any(rook == landing and state.castling & right for right, rook, _end in castlings)
    return piece_at(state, landing) == "beast" and landing in _squares_past_own_beasts(state, start)


def _check_lesson(threat: Threat) -> str:
    """Return the id of the lesson on a kind of check: direct or by a bounce."""
    return "check" if threat.beast < 0 else "bounce-check"


def _leaves_king_in_check(state: State, move: Move) -> Refusal:
    """Return the refusal of a move that would leave the king in check."""
    after = state_after(state, move)
    board = after.board.translate(PIECE_CODES[state.turn])
    king = board.index(KING)
    checks = [threat for threat in threats(board, king, state.turn) if threat.pinned_piece < 0]
    if not checks:
        # ``threats`` omits checks by the enemy king. Callers may also pass a legal move.
        if piece_at(state, move.start) == "king" and is_attacked(board, king, state.turn):
            return Refusal(_("The two kings may never stand next to each other."), "leaps")
        return Refusal(_("That can be done."), "setup")
    checker = attacker_text(after, checks[0])
    if piece_at(state, move.start) == "king":
        sentence = _("Your king would be in check on {square}, from {attacker}.").format(
            square=NAMES[king], attacker=checker
        )
    elif in_check(state):
        sentence = _("Your king is in check; after this it would still be, from {attacker}.").format(attacker=checker)
    else:
        sentence = _("Your king would be in check from {attacker}.").format(attacker=checker)
    return Refusal(sentence, _check_lesson(checks[0]))


def _no_move_to(state: State, start: int, landing: int, *, by_name: bool = False) -> Refusal:
    """Return the refusal of a piece's move to a square.

    Args:
        state: the state.
        start: the piece's square.
        landing: the square to which it cannot go.
        by_name: True if the move comes from a text with only these two squares, which excludes bounces and propels.
    """
    piece = piece_at(state, start)
    if start == landing:
        sentence = _("{piece} already stands on {square}.")
        return Refusal(sentence.format(piece=capitalize(the_piece(state, start)), square=NAMES[start]), "setup")
    moves = [move for move in pseudo_legal_moves(state, start) if aims_at(move, landing)]
    possible_moves = [move for move in moves if not by_name or _names_no_beast(move, landing)]
    if possible_moves:
        return _leaves_king_in_check(state, possible_moves[0])
    if moves:
        return _beast_not_named(state, start, landing, moves)
    if piece == "beast":
        return _no_beast_move(state, landing)
    if piece == "king":
        return _no_king_move(state, start, landing)
    occupant = piece_at(state, landing)
    if occupant and not is_own(state, landing) and occupant == "beast":
        if piece == "pawn" and _passed_pawn(state, start, landing) >= 0:
            sentence = _("Only a beast can capture a beast, and a pawn captures in passing to an empty square only.")
            return Refusal(sentence, "beast")
        return _only_beasts_capture_beasts()
    if occupant and is_own(state, landing) and occupant != "beast":
        return _occupied(state, landing)
    if piece == "pawn":
        return _no_pawn_move(state, start, landing)
    return _no_path(state, start, landing)


def _names_no_beast(move: Move, landing: int) -> bool:
    """Return True if a move ends on a square and is not a bounce or propel."""
    return move.landing == landing and not isinstance(move, Bounce | Propel)


def _beast_not_named(state: State, start: int, landing: int, moves: Sequence[Move]) -> Refusal:
    """Return the refusal of a text without a beast, if all moves to the square need a beast.

    Args:
        state: the state.
        start: the piece's square.
        landing: the square in the text.
        moves: the possible bounces, propels and beast captures.
    """
    legal = [action.move for action in legal_actions(state)]
    legal_options = [move for move in moves if move in legal]
    if not legal_options:
        return _leaves_king_in_check(state, moves[0])
    if isinstance(legal_options[0], BeastCapture):
        return _beast_lands_beyond(landing, legal_options)
    piece = capitalize(the_piece(state, start))
    if is_own(state, landing):
        sentence = _("{piece} cannot simply stop on your own beast's square: write the whole move, such as {text}.")
        return Refusal(sentence.format(piece=piece, text=format_move(legal_options[0])), "propel")
    sentence = _("{piece} gets from {origin} to {square} only off a beast: {text}.")
    texts = _(" or ").join(map(format_move, legal_options))
    return Refusal(sentence.format(piece=piece, origin=NAMES[start], square=NAMES[landing], text=texts), "bounce")


def _only_beasts_capture_beasts() -> Refusal:
    return Refusal(_("Only a beast can capture a beast."), "beast")


def _occupied(state: State, square: int) -> Refusal:
    sentence = _("{piece} stands on {square}.").format(
        piece=capitalize(your_piece(state, square)), square=NAMES[square]
    )
    return Refusal(sentence, "setup")


def _obstacle_on(state: State, square: int, lesson: str) -> Refusal:
    piece = capitalize(the_coloured_piece(state, square))
    return Refusal(_("{piece} on {square} is in the way.").format(piece=piece, square=NAMES[square]), lesson)


def _no_beast_move(state: State, landing: int) -> Refusal:
    occupant = piece_at(state, landing)
    square_name = NAMES[landing]
    if occupant and is_own(state, landing):
        sentence = _("{piece} stands on {square}; a beast goes to empty squares only.")
        return Refusal(sentence.format(piece=capitalize(your_piece(state, landing)), square=square_name), "beast")
    if occupant == "beast":
        sentence = _("To capture the beast on {square}, yours must hop over it to an empty square just beyond.")
        return Refusal(sentence.format(square=square_name), "beast-capture")
    if occupant:
        sentence = _("A beast captures only beasts, and on {square} stands {piece}.")
        return Refusal(sentence.format(square=square_name, piece=a_piece(occupant)), "beast")
    sentence = _(
        "The beast cannot get to {square}: it steps one square, or hops over pieces beside it, "
        "either all diagonally or all along ranks and files."
    )
    return Refusal(sentence.format(square=square_name), "hops-straight")


def _no_king_move(state: State, start: int, landing: int) -> Refusal:
    if (start, landing) in CASTLINGS and (start < FILES) == (state.turn == WHITE):
        return _no_castling(state, start, landing)
    occupant = piece_at(state, landing)
    if occupant and not is_own(state, landing) and occupant == "beast":
        return _only_beasts_capture_beasts()
    if occupant == "rook" and is_own(state, landing):
        return Refusal(_("To castle, touch the square where the king goes to."), "castling")
    if occupant and is_own(state, landing):
        return _occupied(state, landing)
    return Refusal(_("The king moves one square at a time."), "leaps")


def _no_castling(state: State, start: int, landing: int) -> Refusal:
    right, rook, rook_landing = CASTLINGS[start, landing]
    if not state.castling & right:
        return Refusal(_("You can castle only if neither the king nor that rook has moved before."), "castling")
    if in_check(state):
        return Refusal(_("You cannot castle out of check."), "castling")
    board = bytearray(state.board.translate(PIECE_CODES[state.turn]))
    obstacle = castling_obstacle(board, start, landing, rook, rook_landing)
    if obstacle >= 0:
        return _castling_blocked(state, obstacle, landing, rook_landing)
    board[start] = 0
    for square in between(start, landing):
        if not board[square] and is_attacked(board, square, state.turn):
            sentence = _("The king may not cross {square}, which is attacked.").format(square=NAMES[square])
            return Refusal(sentence, "castling")
    return _leaves_king_in_check(state, Castling(start, landing))


def _castling_blocked(state: State, obstacle: int, landing: int, rook_landing: int) -> Refusal:
    lesson, sentence = "castling", _("You cannot castle there: {piece} on {square} is in the way.")
    if obstacle in (landing, rook_landing) and piece_at(state, obstacle) == "beast" and is_own(state, obstacle):
        lesson = "castling-beast"
        if obstacle == landing:
            sentence = _("You cannot castle there: {piece} on {square} is in the way, where the king has to stand.")
        else:
            sentence = _("You cannot castle there: {piece} on {square} is in the way, where the rook has to stand.")
    return Refusal(sentence.format(piece=the_coloured_piece(state, obstacle), square=NAMES[obstacle]), lesson)


def _no_pawn_move(state: State, start: int, landing: int) -> Refusal:
    forward = FORWARD[state.turn]
    is_first_move = start // FILES == PAWN_START_RANKS[state.turn]
    one_ahead = start + forward
    if landing in PAWN_CAPTURES[state.turn][start]:
        passed_pawn = _passed_pawn(state, start, landing)
        if passed_pawn >= 0:
            sentence = _("The pawn on {square} could be captured in passing only right after going two squares.")
            return Refusal(sentence.format(square=NAMES[passed_pawn]), "pawns")
        return Refusal(_("A pawn moves diagonally only to capture."), "pawns")
    if landing not in (one_ahead, one_ahead + forward):
        return Refusal(_("A pawn moves straight ahead and captures diagonally, one square forward."), "pawns")
    if landing != one_ahead and not is_first_move:
        return Refusal(_("A pawn may go two squares only on its first move."), "pawns")
    if is_own(state, landing) and landing != one_ahead and state.board[one_ahead] != EMPTY:
        return _obstacle_on(state, one_ahead, "propel-pawn")
    if is_own(state, landing):  # a beast, since earlier code refuses other own pieces
        if not is_first_move:
            return Refusal(_("A pawn can send a beast on only on its first move."), "propel-pawn")
        sentence = _("The beast on {square} cannot be sent on: {beyond} is not empty.")
        return Refusal(sentence.format(square=NAMES[landing], beyond=NAMES[landing + forward]), "propel-pawn")
    passes_beast = is_own(state, one_ahead) and piece_at(state, one_ahead) == "beast"  # it passes through one
    obstacle = landing if state.board[one_ahead] == EMPTY or passes_beast else one_ahead
    if obstacle == landing:
        sentence = _("A pawn does not capture straight ahead: {piece} on {square} blocks it.")
        return Refusal(sentence.format(piece=the_coloured_piece(state, landing), square=NAMES[landing]), "pawns")
    return _obstacle_on(state, obstacle, "through" if piece_at(state, obstacle) == "beast" else "pawns")


def _passed_pawn(state: State, start: int, landing: int) -> int:
    """Return the square of the enemy pawn that an en passant capture on ``landing`` would capture, or -1.

    The pawn may have made its double step on the last move or earlier.
    """
    pawn_square = landing - FORWARD[state.turn]
    if (
        landing not in PAWN_CAPTURES[state.turn][start]
        or piece_at(state, pawn_square) != "pawn"
        or is_own(state, pawn_square)
    ):
        return -1
    double_step_rank = PAWN_START_RANKS[1 - state.turn] + 2 * (1 if state.turn else -1)
    return pawn_square if pawn_square // FILES == double_step_rank else -1


def _no_path(state: State, start: int, landing: int) -> Refusal:
    """Return the refusal of a knight's or slider's move to a square with no obstacle on it.

    The square is empty, or has an own beast or an enemy piece other than a beast.
    """
    piece = piece_at(state, start)
    square_name = NAMES[landing]
    enemy_bounce = _no_enemy_bounce(state, start, landing)
    if piece == "knight":
        if is_own(state, landing) and landing in _squares_past_own_beasts(state, start):
            sentence = _("From {square} neither the knight nor the beast has anywhere to go.").format(
                square=square_name
            )
            return Refusal(sentence, "propel-more")
        return enemy_bounce or _no_line(state, start, landing, "leaps")
    for direction in _DIRECTIONS[piece]:
        ray = RAYS[start][direction]
        if landing not in ray:
            continue
        for square in ray[: ray.index(landing)]:
            is_own_piece = is_own(state, square)
            if state.board[square] == EMPTY or (is_own_piece and piece_at(state, square) == "beast"):
                continue
            if piece_at(state, square) == "beast":
                sentence = _("{piece} on {square} is in the way: only your own beasts let your pieces through.")
                piece = capitalize(the_coloured_piece(state, square))
                return Refusal(sentence.format(piece=piece, square=NAMES[square]), "through")
            return _obstacle_on(state, square, "lines")
        sentence = _("{piece} cannot stop on your own beast's square, and neither can go on from {square}.")
        return Refusal(sentence.format(piece=capitalize(a_piece(piece)), square=square_name), "propel")
    return enemy_bounce or _no_line(state, start, landing, "lines")


def _no_line(state: State, start: int, landing: int, lesson: str) -> Refusal:
    """Return the refusal of a knight's or slider's move to a square that it does not reach even by bounces."""
    sentence = _(_WRONG_LINES[piece_at(state, start)]).format(origin=NAMES[start], square=NAMES[landing])
    if b"Tt"[state.turn] in state.board:
        sentence = " ".join((sentence, _("Nor does a bounce off one of your beasts lead there.")))
    return Refusal(sentence, lesson)


def _squares_past_own_beasts(state: State, start: int) -> set[int]:
    """Return the squares that a piece could reach on a board without its own beasts."""
    board = state.board.translate(bytes.maketrans(b"Tt"[state.turn : state.turn + 1], b"."))
    return {move.landing for move in pseudo_legal_moves(state._replace(board=board), start)}


def _no_enemy_bounce(state: State, start: int, landing: int) -> Refusal:
    """Return the refusal of a bounce off an enemy beast to ``landing``, or ``NO_REFUSAL``."""
    own_beast, enemy_beast = b"Tt"[state.turn], b"tT"[state.turn]
    swapped = state._replace(
        board=state.board.translate(bytes.maketrans(bytes((own_beast, enemy_beast)), bytes((enemy_beast, own_beast))))
    )
    for move in pseudo_legal_moves(swapped, start):
        if isinstance(move, Bounce) and move.landing == landing and state.board[move.beast] == enemy_beast:
            sentence = _("It cannot bounce off the beast on {square}: only your own beasts can be bounced off.")
            return Refusal(sentence.format(square=NAMES[move.beast]), "bounce")
    return NO_REFUSAL


def _no_move_via(state: State, start: int, beast: int, landing: int, kinds: tuple[_BeastMove, ...]) -> Refusal:
    """Return the refusal of a bounce or propel.

    Args:
        state: the state.
        start: the piece's square.
        beast: the square of the beast.
        landing: the square where the piece (bounce) or the beast (propel) should end.
        kinds: the kinds of move that the player may have intended.
    """
    piece = piece_at(state, start)
    beast_moves = [
        move for move in pseudo_legal_moves(state, start) if isinstance(move, Bounce | Propel) and move.beast == beast
    ]
    for move in beast_moves:
        if move.landing == landing and isinstance(move, kinds):
            return _leaves_king_in_check(state, move)
    if piece_at(state, beast) != "beast":
        return Refusal(_("There is no beast on {square}.").format(square=NAMES[beast]), "bounce")
    if not is_own(state, beast):
        return Refusal(_("Only your own beasts can be bounced off or sent on."), "bounce")
    if piece == "king":
        return Refusal(_("A king can neither bounce off a beast nor send one on."), "bounce-more")
    if piece == "beast":
        return Refusal(_("A beast can neither bounce off another beast nor send it on."), "bounce-more")
    if piece == "pawn" and not beast_moves:
        ahead = start + FORWARD[state.turn]
        if Propel in kinds and beast in (ahead, ahead + FORWARD[state.turn]):
            return _no_pawn_move(state, start, beast)
        sentence = _("A pawn can only send a beast on, one square straight ahead, on the pawn's first move.")
        return Refusal(sentence, "propel-pawn")
    if not beast_moves:
        return _no_move_to(state, start, beast)
    if Propel in kinds:
        return _no_such_propel(state, start, beast, landing)
    return _no_such_bounce(piece, beast, landing)


def _no_such_bounce(piece: str, beast: int, landing: int) -> Refusal:
    """Return the refusal of a bounce that goes on from the beast to a wrong square."""
    if piece == "pawn":
        return Refusal(_("A pawn can send a beast on, but not bounce off it."), "propel-pawn")
    if piece == "knight":
        sentence = _("After a bounce a knight makes another knight's move: from {beast} it cannot get to {square}.")
    else:
        sentence = _("After a bounce {piece} turns at a right angle: from {beast} it cannot get to {square}.")
    sentence = sentence.format(piece=a_piece(piece), beast=NAMES[beast], square=NAMES[landing])
    return Refusal(sentence, _BOUNCE_LESSONS.get(piece, "bounce-more"))


def _no_such_propel(state: State, start: int, beast: int, landing: int) -> Refusal:
    """Return the refusal of a propel that sends the beast to a wrong square."""
    piece = piece_at(state, start)
    if state.board[landing] != EMPTY and landing != start:
        sentence = _("A beast can only be sent to an empty square.")
    elif piece == "pawn":
        sentence = _("A pawn sends a beast exactly one square straight ahead.")
    elif piece == "knight":
        sentence = _("Sent by a knight, the beast makes a knight's move: from {beast} it cannot get to {square}.")
        sentence = sentence.format(beast=NAMES[beast], square=NAMES[landing])
    else:
        sentence = _(_WRONG_PROPELS[piece]).format(square=NAMES[landing])
    return Refusal(sentence, _PROPEL_LESSONS.get(piece, "propel-more"))


def _no_beast_capture(state: State, start: int, landing: int, captured: int) -> Refusal:
    """Return the refusal of a beast's capture."""
    captures = [
        move for move in pseudo_legal_moves(state, start) if isinstance(move, BeastCapture) and move.beast == captured
    ]
    for move in captures:
        if move.landing == landing:
            return _leaves_king_in_check(state, move)
    square_name = NAMES[captured]
    if piece_at(state, captured) != "beast" or is_own(state, captured):
        sentence = _("A beast captures only beasts of the other side, and there is none on {square}.")
        return Refusal(sentence.format(square=square_name), "beast-capture")
    return _beast_lands_beyond(captured, captures) if captures else _no_beast_move(state, captured)


def _beast_lands_beyond(captured: int, captures: Sequence[Move]) -> Refusal:
    """Return the refusal of a beast's capture that does not end just beyond the captured beast."""
    sentence = _("When your beast captures the one on {square}, it lands just beyond it, on {ends}.")
    ends = _(" or ").join(NAMES[move.landing] for move in captures)
    return Refusal(sentence.format(square=NAMES[captured], ends=ends), "beast-capture")


def _no_hop(state: State, start: int, targets: Sequence[str]) -> Refusal:
    """Return the refusal of the last target in a chain of hops."""
    if piece_at(state, start) != "beast":
        return Refusal(_("Only a beast hops."), "hops")
    if len(targets) == 2:
        return Refusal(_("This beast has no chain of several hops to walk."), "hops")
    if targets[-1] == STOP:
        return Refusal(_("The beast cannot stop here."), "beast-capture")
    if targets[-1] not in NUMBERS:
        return Refusal(_("Touch the square the beast hops to next."), "hops")
    square = NUMBERS[targets[-1]]
    if piece_at(state, square) == "beast" and not is_own(state, square):
        sentence = _("The beast on {square} cannot be captured from here.").format(square=targets[-1])
        return Refusal(sentence, "beast-capture")
    if state.board[square] != EMPTY:
        return Refusal(_("A beast lands on empty squares only."), "hops")
    return Refusal(_("The beast cannot hop on to {square} from here.").format(square=targets[-1]), "hops")


def _no_button(target: str) -> Refusal:
    if target.startswith(PROMOTE_TO):
        sentence = _("A pawn becomes a queen, rook, bishop, knight or beast, and only when it reaches the last rank.")
        return Refusal(sentence, "promotion")
    return Refusal(_("That cannot be chosen here."), "setup")
