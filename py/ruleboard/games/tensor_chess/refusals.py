"""Explain in a sentence why a touch or a move is illegal.

This module does not decide legality. It finds the simplest reason why ``packed_moves`` does not generate a
move. To do so, it examines obstacles and the moves that the piece could make if check did not matter
(``pseudo_legal_moves``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from ruleboard.engine.errors import Refusal
from ruleboard.games.tensor_chess.attacks import Threat, in_check, is_attacked, threats, threats_to_mover
from ruleboard.games.tensor_chess.board import (
    EMPTY,
    FILE_COUNT,
    KING,
    KNIGHT_LEAPS,
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
from ruleboard.kit.reasons import Reasons, first_refusal, inapplicable_refusals
from ruleboard.wording import capitalize

_WRONG_LINE_MESSAGES: Mapping[str, str] = {
    "bishop": N_("A bishop moves only diagonally, so it can’t get to {square}."),
    "rook": N_("A rook moves only straight, so it can’t get to {square}."),
    "queen": N_("A queen moves only straight or diagonally, so she can’t get to {square}."),
    "knight": N_("A knight can’t leap from {origin} to {square}."),
}
_WRONG_PROPEL_MESSAGES: Mapping[str, str] = {
    "bishop": N_("A bishop can send the beast only along an empty diagonal, so the beast can’t get to {square}."),
    "rook": N_("A rook can send the beast only along an empty rank or file, so the beast can’t get to {square}."),
    "queen": N_("A queen can send the beast only along an empty line, so the beast can’t get to {square}."),
    "knight": N_(
        "A knight can send the beast only one knight’s leap away, so the beast can’t get from {beast} to {square}."
    ),
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
    return first_refusal(_touch_reasons(state, targets), Refusal)


def wrong_reasons(state: State, targets: Sequence[str]) -> tuple[Refusal, ...]:
    """Return plausible but wrong reasons why a piece cannot go to a square, for the answers of a quiz."""
    return inapplicable_refusals(_quiz_reasons(state, *(SQUARE_NUMBERS[target] for target in targets)), Refusal)


def refuse_move(state: State, move: Move) -> Refusal:
    """Explain why a move is illegal.

    A ``PlainMove`` may stand for any move whose text is two squares (see ``notation.parse_move``).
    """
    return first_refusal(_illegal_move_reasons(state, move), Refusal)


def _touch_reasons(state: State, targets: Sequence[str]) -> Reasons:
    yield from _game_over_reasons(state)
    yield not targets or targets[0] not in SQUARE_NUMBERS, _("Pick up one of your pieces first."), "setup"
    start = SQUARE_NUMBERS[targets[0]]
    yield from _ownership_reasons(state, start)
    if len(targets) == 1:
        yield from _immobile_piece_reasons(state, start)
    if targets[1] == HOP_BUTTON:
        yield from _hop_reasons(state, start, targets)
    text = _("Touch a square for your piece.")
    yield targets[1] not in SQUARE_NUMBERS, text, "setup"
    second_square = SQUARE_NUMBERS[targets[1]]
    if len(targets) == 2:
        yield from _check_reasons(state, start, second_square)
        yield from _landing_reasons(state, start, second_square)
    if targets[2] not in SQUARE_NUMBERS:
        text = _("A pawn becomes a queen, rook, bishop, knight or beast, and only on the far rank.")
        yield targets[2].startswith(PROMOTION_BUTTON_PREFIX), text, "promotion"
        yield True, _("You can’t choose that here."), "setup"
    third_square, kind = SQUARE_NUMBERS[targets[2]], piece_kind_at(state, start)
    is_promotion = kind == "pawn" and any(
        isinstance(move, Promotion) and move.landing == second_square for move in pseudo_legal_moves(state, start)
    )
    yield is_promotion, _missing_promotion_text(), "promotion"
    if kind == "beast":
        yield from _beast_capture_reasons(state, start, third_square, second_square)
    yield from _beast_use_reasons(state, start, second_square, third_square, (Bounce, Propel))


def _illegal_move_reasons(state: State, move: Move) -> Reasons:
    yield from _game_over_reasons(state)
    start, landing = move.start, move.landing
    yield from _ownership_reasons(state, start)
    kind = piece_kind_at(state, start)
    match move:
        case BeastCapture(beast=captured):
            if kind == "beast":
                yield from _beast_capture_reasons(state, start, landing, captured)
            text = _("Only a beast can capture by hopping, and the piece on {square} is {piece}.")
            text = text.format(square=SQUARE_NAMES[start], piece=indefinite_piece_name(kind))
            yield True, text, "beast-capture"
        case Bounce(beast=beast) | Propel(beast=beast):
            yield from _beast_use_reasons(state, start, beast, landing, (type(move),))
    reaches_last_rank = kind == "pawn" and not FILE_COUNT <= landing < (RANK_COUNT - 1) * FILE_COUNT
    if any(_is_direct_move(pseudo_legal_move, landing) for pseudo_legal_move in pseudo_legal_moves(state, start)):
        yield reaches_last_rank and not isinstance(move, Promotion), _missing_promotion_text(), "promotion"
        is_early_promotion = isinstance(move, Promotion) and not reaches_last_rank
        yield is_early_promotion, _("Only a pawn that reaches the far rank promotes."), "promotion"
    yield from _landing_reasons(state, start, landing, has_two_squares=True)


def _quiz_reasons(state: State, start: int, landing: int) -> Reasons:
    """Yield possible reasons why a movable piece cannot go to a square. Each says whether it applies.

    If one reason applies, reasons with the same meaning apply too.
    """
    kind, piece = piece_kind_at(state, start), capitalize(possessive_piece_name(state, start))
    placeholders = {"piece": piece, "origin": SQUARE_NAMES[start], "square": SQUARE_NAMES[landing]}
    is_reachable = any(aims_at(move, landing) for move in pseudo_legal_moves(state, start))
    is_enemy_beast = _is_enemy_beast(state, landing)
    if kind == "pawn":
        changes_file = landing % FILE_COUNT != start % FILE_COUNT
        is_double_step = landing == start + 2 * PAWN_STEPS[state.turn]
        is_late_double_step = is_double_step and not _is_first_pawn_move(state, start)
        is_far_ahead = _is_far_ahead(state, start, landing)
        yield changes_file, _("A pawn moves diagonally only to capture."), "pawns"
        yield (
            changes_file or is_far_ahead,
            _("A pawn moves straight ahead and captures one square diagonally ahead."),
            "pawns",
        )
        yield is_late_double_step or is_far_ahead, _("A pawn can move 2 squares only on its first move."), "pawns"
    elif kind == "king":
        is_next_to_king = any(ray and state.board[ray[0]] == b"kK"[state.turn] for ray in RAYS[landing])
        yield not is_reachable, _("A king moves one square at a time, unless it castles."), "leaps"
        yield is_next_to_king, _("Kings can never stand next to each other."), "leaps"
    elif kind == "beast":
        text = _(
            "Your beast can’t get to {square}. It takes one step or any number of hops, all diagonal or all straight."
        )
        yield not is_reachable, text.format(**placeholders), "hops-straight"
        yield (
            is_enemy_beast,
            _("You capture the beast on {square} by hopping over it, not by moving onto it.").format(**placeholders),
            "beast-capture",
        )
    else:
        rays = (
            (KNIGHT_LEAPS[start],)
            if kind == "knight"
            else [RAYS[start][direction] for direction in _SLIDER_DIRECTIONS[kind]]
        )
        is_off_all_lines = not is_reachable and not any(landing in ray for ray in rays)
        yield is_off_all_lines, _(_WRONG_LINE_MESSAGES[kind]).format(**placeholders), _PIECE_LESSONS[kind]
    yield is_enemy_beast or kind == "beast", _("Only a beast can capture a beast."), "beast"
    placeholders["square"] = SQUARE_NAMES[start]
    yield is_reachable, _("{piece} on {square} can’t move: you’d be in check.").format(**placeholders), "check"
    yield False, _("{piece} on {square} has nowhere to go.").format(**placeholders), _PIECE_LESSONS[kind]


def _missing_promotion_text() -> str:
    return _("Your pawn reaches the far rank. Choose a queen, rook, bishop, knight or beast.")


def _game_over_reasons(state: State) -> Reasons:
    if end := outcome(state):
        yield True, _("The game is over. {reason}").format(reason=end.reason), "goal" if end.winners else "draws"


def _ownership_reasons(state: State, square: int) -> Reasons:
    placeholders = {"square": SQUARE_NAMES[square]}
    yield not piece_kind_at(state, square), _("There’s no piece on {square}.").format(**placeholders), "setup"
    text = _("The piece on {square} is white, and you’re Black.")
    if state.turn == WHITE:
        text = _("The piece on {square} is black, and you’re White.")
    yield not is_own_piece(state, square), text.format(**placeholders), "setup"


def _immobile_piece_reasons(state: State, start: int) -> Reasons:
    kind, piece_name = piece_kind_at(state, start), possessive_piece_name(state, start)
    placeholders = {"piece": capitalize(piece_name), "square": SQUARE_NAMES[start]}
    if not pseudo_legal_moves(state, start):
        text = _("{piece} on {square} has nowhere to go.").format(**placeholders)
        if kind == "pawn":
            square = start + PAWN_STEPS[state.turn]
            reasons = _landing_reasons if is_own_piece(state, square) else _pawn_move_reasons
            obstacle_refusal = first_refusal(reasons(state, start, square), Refusal)
            yield True, f"{text} {obstacle_refusal.sentence}", obstacle_refusal.lesson
        yield True, text, _PIECE_LESSONS[kind]
    if kind == "king":
        yield in_check(state), _("You’re in check, and your king has no safe square."), "check"
        yield True, _("Your king has no safe square."), "check"
    text = _("You’re in check, and {piece} on {square} can’t help.")
    yield in_check(state), text.format(piece=piece_name, square=SQUARE_NAMES[start]), "check"
    for threat in threats_to_mover(state):
        if threat.pinned_piece == start:
            text = _("{piece} on {square} can’t move. It shields your king from {attacker}.")
            lesson = _lesson_about_check(state, threat, pins_beast=kind == "beast")
            yield True, text.format(attacker=attacker_text(state, threat), **placeholders), lesson
    yield True, _("{piece} on {square} can’t move: you’d be in check.").format(**placeholders), "check"


def _check_reasons(state: State, start: int, landing: int) -> Reasons:
    """Yield the reasons why check leaves a piece without legal moves, if none of its moves reaches the landing anyway.

    Yield nothing if the piece has a legal move, or if another reason against this move is more specific.
    """
    moves = pseudo_legal_moves(state, start)
    if start == landing or not moves or any(aims_at(move, landing) for move in moves):
        return
    if not any(action.move.start == start for action in legal_actions(state)):
        yield from _immobile_piece_reasons(state, start)


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
        return any(
            (king, rook) == (start, landing) and state.castling & castling_right
            for (king, _landing), (castling_right, rook, _rook_landing) in CASTLINGS.items()
        )
    return piece_kind_at(state, landing) == "beast" and landing in _squares_past_own_beasts(state, start)


def _lesson_about_check(state: State, threat: Threat, *, pins_beast: bool) -> str:
    """Return the lesson about a check or a pin: direct, through or of a beast, or around a corner."""
    if threat.beast >= 0:
        return "bounce-check"
    passes_beast = any(piece_kind_at(state, square) == "beast" for square in threat.blocking_squares)
    return "through-check" if pins_beast or passes_beast else "check"


def _exposed_king_reasons(state: State, move: Move) -> Reasons:
    next_state, is_king = state_after(state, move), piece_kind_at(state, move.start) == "king"
    board = next_state.board.translate(PIECE_CODES[state.turn])
    king = board.index(KING)
    checks = [threat for threat in threats(board, king, state.turn) if threat.pinned_piece < 0]
    if not checks:
        # ``threats`` omits checks by the enemy king. Callers may also pass a legal move.
        is_next_to_king = is_king and is_attacked(board, king, state.turn)
        yield is_next_to_king, _("Kings can never stand next to each other."), "leaps"
        yield True, _("You can make that move."), "setup"
    pins_beast = piece_kind_at(state, move.start) == "beast" and not in_check(state)
    lesson = _lesson_about_check(next_state, checks[0], pins_beast=pins_beast)
    placeholders = {"attacker": attacker_text(next_state, checks[0])}
    text = _("Your king would be in check on {square} from {attacker}.")
    yield is_king, text.format(square=SQUARE_NAMES[king], **placeholders), lesson
    yield in_check(state), _("You’d still be in check from {attacker}.").format(**placeholders), lesson
    yield True, _("You’d be in check from {attacker}.").format(**placeholders), lesson


def _landing_reasons(state: State, start: int, landing: int, *, has_two_squares: bool = False) -> Reasons:
    """Yield the reasons why a piece cannot move to a square.

    Args:
        start: the piece's square.
        landing: the square to which the piece cannot move.
        has_two_squares: True if the text of the move has only two squares, which excludes bounces and propels.
    """
    piece = piece_kind_at(state, start)
    if start == landing:
        placeholders = {"piece": capitalize(possessive_piece_name(state, start)), "square": SQUARE_NAMES[start]}
        yield True, _("{piece} is already on {square}.").format(**placeholders), "setup"
    moves = [move for move in pseudo_legal_moves(state, start) if aims_at(move, landing)]
    for move in moves:
        if not has_two_squares or _is_direct_move(move, landing):
            yield from _exposed_king_reasons(state, move)
    if moves:
        yield from _missing_beast_reasons(state, start, landing, moves)
    if piece == "beast":
        yield from _beast_move_reasons(state, start, landing)
    if piece == "king":
        yield from _king_move_reasons(state, start, landing)
    if not _is_aligned_with(state, start, landing):
        yield from (_pawn_move_reasons if piece == "pawn" else _path_reasons)(state, start, landing)
    is_enemy_beast = _is_enemy_beast(state, landing)
    is_passing_capture = is_enemy_beast and piece == "pawn" and _passed_pawn_square(state, start, landing) >= 0
    text = _("A beast stands on the square where your pawn has to land, so you can’t capture in passing.")
    yield is_passing_capture, text, "beast"
    yield is_enemy_beast, _("Only a beast can capture a beast."), "beast"
    if piece_kind_at(state, landing) != "beast":
        yield from _occupied_square_reasons(state, landing)
    if piece == "pawn":
        yield from _pawn_move_reasons(state, start, landing)
    yield from _path_reasons(state, start, landing)


def _is_aligned_with(state: State, start: int, landing: int) -> bool:
    """Return True if only other pieces keep a piece from going to a square.

    The square is on the lines or leaps of the piece, or the piece could reach it if the square were empty.
    """
    if landing in _squares_on_lines(piece_kind_at(state, start), state.turn, start):
        return True
    board = bytearray(state.board)
    board[landing] = EMPTY
    return any(aims_at(move, landing) for move in pseudo_legal_moves(state._replace(board=bytes(board)), start))


def _squares_on_lines(kind: str, side: int, start: int) -> Collection[int]:
    """Return the squares that a piece could reach on an empty board. For a pawn, they include captures."""
    match kind:
        case "pawn":
            one_ahead = start + PAWN_STEPS[side]
            double_steps = (one_ahead + PAWN_STEPS[side],) if start // FILE_COUNT == PAWN_START_RANKS[side] else ()
            return (one_ahead, *double_steps, *PAWN_CAPTURE_SQUARES[side][start])
        case "knight":
            return KNIGHT_LEAPS[start]
        case "king":
            return tuple(ray[0] for ray in RAYS[start] if ray)
        case "beast":
            return ()
        case _:
            return tuple(square for direction in _SLIDER_DIRECTIONS[kind] for square in RAYS[start][direction])


def _is_enemy_beast(state: State, square: int) -> bool:
    return piece_kind_at(state, square) == "beast" and not is_own_piece(state, square)


def _is_direct_move(move: Move, landing: int) -> bool:
    """Return True if a move ends on the given square and is not a bounce or propel."""
    return move.landing == landing and not isinstance(move, Bounce | Propel)


def _missing_beast_reasons(state: State, start: int, landing: int, moves: Sequence[Move]) -> Reasons:
    """Yield the reasons against a move text that names no beast, if all moves to the square involve a beast.

    Args:
        start: the piece's square.
        landing: the square in the text.
        moves: the possible bounces, propels and beast captures.
    """
    all_legal_moves = [action.move for action in legal_actions(state)]
    legal_options = [move for move in moves if move in all_legal_moves]
    if not legal_options:
        yield from _exposed_king_reasons(state, moves[0])
    if isinstance(legal_options[0], BeastCapture):
        yield _beast_landing_reason(landing, legal_options)
    placeholders = {"piece": capitalize(possessive_piece_name(state, start)), "origin": SQUARE_NAMES[start]}
    text = _("{piece} can’t just stop on your beast’s square. Write the whole move, like {text}.")
    yield is_own_piece(state, landing), text.format(text=format_move(legal_options[0]), **placeholders), "propel"
    text = _("{piece} on {origin} can get to {square} only with the help of a beast: {text}.")
    move_texts = _(" or ").join(map(format_move, legal_options))
    yield True, text.format(square=SQUARE_NAMES[landing], text=move_texts, **placeholders), "bounce"


def _occupied_square_reasons(state: State, square: int) -> Reasons:
    if is_own_piece(state, square):
        piece = capitalize(possessive_piece_name(state, square))
        yield True, _("{piece} is already on {square}.").format(piece=piece, square=SQUARE_NAMES[square]), "setup"


def _obstacle_text(state: State, square: int) -> str:
    piece = capitalize(obstacle_name(state, square))
    return _("{piece} on {square} is in the way.").format(piece=piece, square=SQUARE_NAMES[square])


def _beast_move_reasons(state: State, start: int, landing: int) -> Reasons:
    occupant_kind, placeholders = piece_kind_at(state, landing), {"square": SQUARE_NAMES[landing]}
    if not _is_aligned_with(state, start, landing):
        occupant_kind = ""
    if occupant_kind and is_own_piece(state, landing):
        text = _("{piece} is on {square}, and a beast moves only to empty squares.")
        yield True, text.format(piece=capitalize(possessive_piece_name(state, landing)), **placeholders), "beast"
    text = _("You capture the beast on {square} by hopping over it, not by moving onto it.")
    yield occupant_kind == "beast", text.format(**placeholders), "beast-capture"
    if occupant_kind:
        text = _("A beast captures only beasts, and there’s {piece} on {square}.")
        yield True, text.format(piece=indefinite_piece_name(occupant_kind), **placeholders), "beast"
    text = _("Your beast can’t get to {square}. It takes one step or any number of hops, all diagonal or all straight.")
    yield True, text.format(**placeholders), "hops-straight"


def _king_move_reasons(state: State, start: int, landing: int) -> Reasons:
    if (start, landing) in CASTLINGS and (start < FILE_COUNT) == (state.turn == WHITE):
        yield from _castling_reasons(state, start, landing)
    is_own_rook = piece_kind_at(state, landing) == "rook" and is_own_piece(state, landing)
    yield is_own_rook, _("To castle, touch the square where your king lands."), "castling"
    if _is_aligned_with(state, start, landing):
        yield _is_enemy_beast(state, landing), _("Only a beast can capture a beast."), "beast"
        yield from _occupied_square_reasons(state, landing)
    yield True, _("A king moves one square at a time, unless it castles."), "leaps"


def _castling_reasons(state: State, start: int, landing: int) -> Reasons:
    castling_right, rook, rook_landing = CASTLINGS[start, landing]
    has_right, placeholders = bool(state.castling & castling_right), {"square": SQUARE_NAMES[rook]}
    has_rook = piece_kind_at(state, rook) == "rook" and is_own_piece(state, rook)
    text = _("You can’t castle there: you have no rook on {square}.")
    yield not has_rook, text.format(**placeholders), "castling"
    text = _("You can’t castle there: your king or your rook on {square} has already moved.")
    yield not has_right, text.format(**placeholders), "castling"
    yield in_check(state), _("You can’t castle out of check."), "castling"
    board = bytearray(state.board.translate(PIECE_CODES[state.turn]))
    obstacle_square = castling_obstacle(board, start, landing, rook, rook_landing)
    if obstacle_square >= 0:
        placeholders = {"piece": obstacle_name(state, obstacle_square), "square": SQUARE_NAMES[obstacle_square]}
        is_own_beast = piece_kind_at(state, obstacle_square) == "beast" and is_own_piece(state, obstacle_square)
        text = _("You can’t castle there: your king would land on your beast on {square}.").format(**placeholders)
        yield is_own_beast and obstacle_square == landing, text, "castling-beast"
        text = _("You can’t castle there: your rook would land on your beast on {square}.").format(**placeholders)
        yield is_own_beast and obstacle_square == rook_landing, text, "castling-beast"
        yield True, _("You can’t castle there: {piece} on {square} is in the way.").format(**placeholders), "castling"
    board[start] = 0
    for square in squares_between(start, landing):
        is_square_attacked = not board[square] and is_attacked(board, square, state.turn)
        text = _("Your king can’t cross {square}, because your opponent attacks it.")
        yield is_square_attacked, text.format(square=SQUARE_NAMES[square]), "castling"
    yield from _exposed_king_reasons(state, Castling(start, landing))


def _pawn_move_reasons(state: State, start: int, landing: int) -> Reasons:
    forward_step = PAWN_STEPS[state.turn]
    is_first_move = _is_first_pawn_move(state, start)
    one_ahead = start + forward_step
    if landing in PAWN_CAPTURE_SQUARES[state.turn][start]:
        passed_pawn_square = _passed_pawn_square(state, start, landing)
        text = _("You can capture the pawn on {square} in passing only right after its double step.")
        yield passed_pawn_square >= 0, text.format(square=SQUARE_NAMES[passed_pawn_square]), "pawns"
        yield True, _("A pawn moves diagonally only to capture."), "pawns"
    is_square_ahead = landing in (one_ahead, one_ahead + forward_step)
    is_far_ahead = _is_far_ahead(state, start, landing)
    yield is_far_ahead, _("A pawn moves one square, or 2 on its first move."), "pawns"
    yield not is_square_ahead, _("A pawn moves straight ahead and captures one square diagonally ahead."), "pawns"
    is_late_double_step = landing != one_ahead and not is_first_move
    yield is_late_double_step, _("A pawn can move 2 squares only on its first move."), "pawns"
    is_next_square_blocked = state.board[one_ahead] != EMPTY
    if is_own_piece(state, landing):  # a beast, since earlier code refuses other own pieces
        if landing != one_ahead and is_next_square_blocked:
            yield True, _obstacle_text(state, one_ahead), "propel-pawn"
        yield not is_first_move, _("A pawn can propel a beast only on its first move."), "propel-pawn"
        text = _("You can’t send your beast on from {square}: {beyond} isn’t empty.")
        text = text.format(square=SQUARE_NAMES[landing], beyond=SQUARE_NAMES[landing + forward_step])
        yield True, text, "propel-pawn"
    passes_beast = is_own_piece(state, one_ahead) and piece_kind_at(state, one_ahead) == "beast"
    obstacle_square = one_ahead if is_next_square_blocked and not passes_beast else landing
    if obstacle_square == landing:
        text = _("A pawn can’t capture straight ahead: {piece} on {square} blocks it.")
        text = text.format(piece=coloured_piece_name(state, landing), square=SQUARE_NAMES[landing])
        yield True, text, "pawns"
    lesson = "through" if piece_kind_at(state, obstacle_square) == "beast" else "pawns"
    yield True, _obstacle_text(state, obstacle_square), lesson


def _is_far_ahead(state: State, start: int, landing: int) -> bool:
    """Return True if a square is more than two squares straight ahead of a pawn."""
    steps, offset = divmod(landing - start, PAWN_STEPS[state.turn])
    return not offset and steps > 2


def _is_first_pawn_move(state: State, start: int) -> bool:
    return start // FILE_COUNT == PAWN_START_RANKS[state.turn]


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


def _path_reasons(state: State, start: int, landing: int) -> Reasons:
    """Yield the reasons why a knight or slider cannot move to a square that is not itself blocked.

    The square is empty, or contains a beast of the same side or an enemy piece other than a beast.
    """
    piece, placeholders = piece_kind_at(state, start), {"square": SQUARE_NAMES[landing]}
    is_knight = piece == "knight"
    if is_knight and is_own_piece(state, landing) and landing in _squares_past_own_beasts(state, start):
        text = _("From {square}, neither your knight nor your beast has anywhere to go.").format(**placeholders)
        yield True, text, "propel-more"
    for direction in () if is_knight else _SLIDER_DIRECTIONS[piece]:
        ray = RAYS[start][direction]
        if landing not in ray:
            continue
        for square in ray[: ray.index(landing)]:
            is_beast = piece_kind_at(state, square) == "beast"
            if state.board[square] == EMPTY or (is_beast and is_own_piece(state, square)):
                continue
            text = _("{piece} on {square} is in the way. You can pass only through your own beasts.")
            beast = capitalize(coloured_piece_name(state, square))
            yield is_beast, text.format(piece=beast, square=SQUARE_NAMES[square]), "through"
            yield True, _obstacle_text(state, square), "lines"
        text = _("{piece} can’t stop on your beast: from {square}, neither piece has anywhere to go.")
        yield True, text.format(piece=capitalize(possessive_piece_name(state, start)), **placeholders), "propel"
    yield from _enemy_bounce_reasons(state, start, landing)
    text = _(_WRONG_LINE_MESSAGES[piece]).format(origin=SQUARE_NAMES[start], **placeholders)
    if b"Tt"[state.turn] in state.board:
        text = " ".join((text, _("Even a bounce off one of your beasts doesn’t lead to that square.")))
    yield True, text, "leaps" if is_knight else "lines"


def _squares_past_own_beasts(state: State, start: int) -> set[int]:
    """Return the squares that a piece could reach if its side had no beasts on the board."""
    board = state.board.translate(bytes.maketrans(b"Tt"[state.turn : state.turn + 1], b"."))
    return {move.landing for move in pseudo_legal_moves(state._replace(board=board), start)}


def _enemy_bounce_reasons(state: State, start: int, landing: int) -> Reasons:
    enemy_beast = b"tT"[state.turn]
    swapped_beasts_state = state._replace(board=state.board.translate(bytes.maketrans(b"Tt", b"tT")))
    for move in pseudo_legal_moves(swapped_beasts_state, start):
        if isinstance(move, Bounce) and move.landing == landing and state.board[move.beast] == enemy_beast:
            text = _("You can’t bounce off the beast on {square}, because it isn’t yours.")
            yield True, text.format(square=SQUARE_NAMES[move.beast]), "bounce"


def _beast_use_reasons(state: State, start: int, beast: int, landing: int, kinds: tuple[_BeastMove, ...]) -> Reasons:
    """Yield the reasons why a bounce or propel is illegal.

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
            yield from _exposed_king_reasons(state, move)
    text = _("There’s no beast on {square}.").format(square=SQUARE_NAMES[beast])
    yield piece_kind_at(state, beast) != "beast", text, "bounce"
    yield not is_own_piece(state, beast), _("You can bounce off or propel only your own beasts."), "bounce"
    yield piece == "king", _("A king can’t bounce off a beast or propel it."), "bounce-more"
    yield piece == "beast", _("A beast can’t bounce off another beast or propel it."), "bounce-more"
    if not beast_moves and piece == "pawn":
        square_ahead = start + PAWN_STEPS[state.turn]
        if Propel in kinds and beast in (square_ahead, square_ahead + PAWN_STEPS[state.turn]):
            yield from _pawn_move_reasons(state, start, beast)
        text = _("A pawn can only send a beast one square straight ahead, and only on its first move.")
        yield True, text, "propel-pawn"
    if not beast_moves:
        yield from _landing_reasons(state, start, beast)
    if Propel in kinds:
        yield from _propel_reasons(state, start, beast, landing)
    yield from _bounce_reasons(piece, beast, landing)


def _bounce_reasons(piece: str, beast: int, landing: int) -> Reasons:
    yield piece == "pawn", _("A pawn can propel a beast, but it can’t bounce off one."), "propel-pawn"
    text = _("{piece} turns 90° in a bounce. Such a turn never leads from {beast} to {square}.")
    if piece == "knight":
        text = _("A knight can’t bounce from {beast} to {square}, because that isn’t a knight’s leap.")
    name = capitalize(indefinite_piece_name(piece))
    text = text.format(piece=name, beast=SQUARE_NAMES[beast], square=SQUARE_NAMES[landing])
    yield True, text, _BOUNCE_LESSONS.get(piece, "bounce-more")


def _propel_reasons(state: State, start: int, beast: int, landing: int) -> Reasons:
    piece, placeholders = piece_kind_at(state, start), {"beast": SQUARE_NAMES[beast], "square": SQUARE_NAMES[landing]}
    lesson = _PROPEL_LESSONS.get(piece, "propel-more")
    is_landing_occupied = state.board[landing] != EMPTY and landing != start
    is_on_line = landing in _squares_on_lines(piece, state.turn, beast)
    if piece == "pawn":
        is_on_line = landing == beast + PAWN_STEPS[state.turn]
    yield is_landing_occupied and is_on_line, _("You can send a beast only to an empty square."), lesson
    yield piece == "pawn", _("A pawn sends a beast exactly one square straight ahead."), lesson
    yield True, _(_WRONG_PROPEL_MESSAGES[piece]).format(**placeholders), lesson


def _beast_capture_reasons(state: State, start: int, landing: int, captured_square: int) -> Reasons:
    captures = [
        move
        for move in pseudo_legal_moves(state, start)
        if isinstance(move, BeastCapture) and move.beast == captured_square
    ]
    for move in captures:
        if move.landing == landing:
            yield from _exposed_king_reasons(state, move)
    text = _("A beast captures only your opponent’s beasts, and there isn’t one on {square}.")
    is_enemy_beast = _is_enemy_beast(state, captured_square)
    yield not is_enemy_beast, text.format(square=SQUARE_NAMES[captured_square]), "beast-capture"
    if captures:
        yield _beast_landing_reason(captured_square, captures)
    yield (
        True,
        _("To capture the beast on {square}, hop over it.").format(square=SQUARE_NAMES[captured_square]),
        "beast-capture",
    )


def _beast_landing_reason(captured_square: int, captures: Sequence[Move]) -> tuple[bool, str, str]:
    text = _("When your beast captures the one on {square}, it can land only on {ends}.")
    ends = _(" or ").join(SQUARE_NAMES[move.landing] for move in captures)
    return True, text.format(square=SQUARE_NAMES[captured_square], ends=ends), "beast-capture"


def _hop_reasons(state: State, start: int, targets: Sequence[str]) -> Reasons:
    target = targets[-1]
    yield piece_kind_at(state, start) != "beast", _("Only a beast can hop."), "hops"
    yield len(targets) == 2, _("This beast can’t make more than one hop."), "hops"
    yield target == STOP_BUTTON, _("Your beast can’t stop here."), "beast-capture"
    yield target not in SQUARE_NUMBERS, _("Touch the square for the next hop."), "hops"
    square = SQUARE_NUMBERS[target]
    text = _("You can’t capture the beast on {square} from here.").format(square=target)
    yield _is_enemy_beast(state, square), text, "beast-capture"
    yield state.board[square] != EMPTY, _("A beast lands only on empty squares."), "hops"
    yield True, _("Your beast can’t hop to {square} from here.").format(square=target), "hops"
