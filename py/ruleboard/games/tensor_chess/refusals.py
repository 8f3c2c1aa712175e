"""Why something is not allowed, in words.

Nothing here decides what is legal: it is asked only about what ``moves`` left out, and finds the plainest
reason. It looks at what the piece could do if its king might be left in check (``moves.reach``), and at what
stands in the way.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.games.tensor_chess.actions import HOP, PROMOTE_TO, STOP
from ruleboard.games.tensor_chess.attacks import Threat, attacked, threats
from ruleboard.games.tensor_chess.board import (
    EMPTY,
    FILES,
    KING,
    NAMES,
    NUMBERS,
    PAWN_CAPTURES,
    RAYS,
    RELATIVE,
)
from ruleboard.games.tensor_chess.draws import outcome
from ruleboard.games.tensor_chess.moves import (
    BOUNCE,
    CASTLE,
    CASTLINGS,
    FIRST_RANK_OF_PAWNS,
    FORWARD,
    FROM,
    KINDS,
    MASK,
    PROPEL,
    TAKE,
    VIA,
    between,
    castling_obstacle,
    in_check,
    play,
    reach,
)
from ruleboard.games.tensor_chess.state import State
from ruleboard.games.tensor_chess.text import SIDES, parse_move
from ruleboard.games.tensor_chess.words import coloured, is_own, piece_at

_LINES = {
    "bishop": "along diagonals",
    "rook": "along ranks and files",
    "queen": "along ranks, files and diagonals",
}
_DIRECTIONS = {"bishop": range(4, 8), "rook": range(4), "queen": range(8)}
_MEDIATED = (BOUNCE, PROPEL)


def explain(state: State, targets: Sequence[str]) -> str:
    """Why no legal move begins with these touches, as a whole sentence."""
    if ended := outcome(state):
        return f"The game is over. {ended.reason}"
    if not targets or targets[0] not in NUMBERS:
        return "Touch one of your pieces first."
    start = NUMBERS[targets[0]]
    if not is_own(state, start):
        return _not_yours(state, start)
    if len(targets) == 1:
        return _stuck(state, start)
    if targets[1] == HOP:
        return _hopping(state, start, targets)
    if targets[1] not in NUMBERS:
        return "That cannot be chosen here: touch the square to go to."
    second = NUMBERS[targets[1]]
    if len(targets) == 2:
        return _two(state, start, second)
    if targets[2] not in NUMBERS:
        return _no_button(state, targets[2])
    third = NUMBERS[targets[2]]
    if piece_at(state, start) == "beast":
        return _capturing(state, start, third, second)
    return _three(state, start, second, third, "")


def refusal(state: State, text: str) -> str:
    """Why the move with this text is not legal, as a whole sentence.

    Raises:
        ActionError: it is not the text of a move.
    """
    written = parse_move(text)
    if ended := outcome(state):
        return f"The game is over. {ended.reason}"
    start, landing = written.start, written.landing
    if not is_own(state, start):
        return _not_yours(state, start)
    if written.mark == "x":
        if piece_at(state, start) != "beast":
            return f"Only a beast captures by hopping over; on {NAMES[start]} stands a {piece_at(state, start)}."
        return _capturing(state, start, landing, written.via)
    if written.mark:
        return _three(state, start, written.via, landing, written.mark)
    last = piece_at(state, start) == "pawn" and not FILES <= landing < 7 * FILES
    if any(move & MASK == landing and move & KINDS not in _MEDIATED for move in reach(state, start)):
        if last and not written.promotion:
            return "A pawn that reaches the last rank becomes a queen, rook, bishop, knight or beast: say which."
        if written.promotion and not last:
            return "Only a pawn that reaches the last rank is promoted."
    return _two(state, start, landing, straight=True)


def _not_yours(state: State, square: int) -> str:
    if not piece_at(state, square):
        return f"There is no piece on {NAMES[square]}."
    return f"The piece on {NAMES[square]} is {SIDES[1 - state.turn]}'s, and it is {SIDES[state.turn]}'s turn."


def _stuck(state: State, start: int) -> str:
    """Why a piece has no legal move at all."""
    piece = f"{piece_at(state, start)} on {NAMES[start]}"
    king = piece_at(state, start) == "king"
    if not reach(state, start):
        return f"The {piece} has nowhere to go."
    if king and in_check(state):
        return "Your king is in check, and every square it could go to is attacked too."
    if king:
        return "Every square your king could go to is attacked."
    if in_check(state):
        return f"Your king is in check, and the {piece} cannot help."
    for threat in _threats_to_mover(state):
        if threat.pinned == start:
            return f"The {piece} cannot move: it shields your king from {_attacker(state, threat)}."
    return f"The {piece} cannot move: your king would be in check."


def _threats_to_mover(state: State) -> list[Threat]:
    board = state.board.translate(RELATIVE[state.turn])
    return threats(board, board.index(KING), state.turn)


def _attacker(state: State, threat: Threat) -> str:
    text = f"the {piece_at(state, threat.attacker)} on {NAMES[threat.attacker]}"
    return text if threat.beast < 0 else f"{text}, which bounces off its beast on {NAMES[threat.beast]}"


def _exposed(state: State, move: int) -> str:
    """In which check this move would leave the king."""
    after = play(state, move)
    board = after.board.translate(RELATIVE[state.turn])
    king = board.index(KING)
    found = [threat for threat in threats(board, king, state.turn) if threat.pinned < 0]
    if not found:  # the neighbouring king is no threat in that list; who asks about what is allowed learns so
        kings = piece_at(state, move >> FROM & MASK) == "king" and attacked(board, king, state.turn)
        return "The two kings may never stand next to each other." if kings else "That can be done."
    attacker = _attacker(after, found[0])
    if piece_at(state, move >> FROM & MASK) == "king":
        return f"Your king would be in check on {NAMES[king]}, from {attacker}."
    if in_check(state):
        return f"Your king is in check; after this it would still be, from {attacker}."
    return f"Your king would be in check from {attacker}."


def _two(state: State, start: int, landing: int, *, straight: bool = False) -> str:
    """Why the piece cannot go to ``landing``: by any move, or (``straight``) without bounce or propel."""
    piece = piece_at(state, start)
    if start == landing:
        return f"The {piece} already stands on {NAMES[start]}."
    for move in reach(state, start):
        mediated = move & KINDS in _MEDIATED
        aimed = (move & MASK == landing and move & KINDS != PROPEL) or (mediated and move >> VIA & MASK == landing)
        if aimed and not (straight and mediated):
            return _exposed(state, move)
    if piece == "beast":
        return _beast(state, start, landing)
    if piece == "king":
        return _king(state, start, landing)
    standing = piece_at(state, landing)
    if standing and not is_own(state, landing) and standing == "beast":
        return "Only a beast can capture a beast."
    if standing and is_own(state, landing) and standing != "beast":
        return f"Your own {standing} stands on {NAMES[landing]}."
    if piece == "pawn":
        return _pawn(state, start, landing)
    return _line(state, start, landing)


def _beast(state: State, start: int, landing: int) -> str:
    standing = piece_at(state, landing)
    where = NAMES[landing]
    if standing and is_own(state, landing):
        return f"Your own {standing} stands on {where}; a beast goes to empty squares only."
    if standing == "beast":
        return f"To capture the beast on {where}, yours must hop over it to an empty square just beyond."
    if standing:
        return f"A beast captures only beasts, and on {where} stands a {standing}."
    return (
        f"The beast cannot get to {where}: it steps one square, or hops over pieces beside it, "
        "either all diagonally or all along ranks and files."
    )


def _king(state: State, start: int, landing: int) -> str:
    if (start, landing) in CASTLINGS:
        return _castling(state, start, landing)
    standing = piece_at(state, landing)
    if standing and not is_own(state, landing) and standing == "beast":
        return "Only a beast can capture a beast."
    if standing == "rook" and is_own(state, landing):
        return "To castle, touch the square where the king goes to."
    if standing and is_own(state, landing):
        return f"Your own {standing} stands on {NAMES[landing]}."
    return "The king moves one square at a time."


def _castling(state: State, start: int, landing: int) -> str:
    right, rook, beside = CASTLINGS[start, landing]
    if not state.castling & right:
        return "You can castle only if neither the king nor that rook has moved before."
    if in_check(state):
        return "You cannot castle out of check."
    board = bytearray(state.board.translate(RELATIVE[state.turn]))
    obstacle = castling_obstacle(board, start, landing, rook, beside)
    if obstacle >= 0:
        reason = f"You cannot castle there: the {coloured(state, obstacle)} on {NAMES[obstacle]} is in the way."
        if obstacle in (landing, beside) and piece_at(state, obstacle) == "beast" and is_own(state, obstacle):
            return reason[:-1] + ", where the " + ("king" if obstacle == landing else "rook") + " has to stand."
        return reason
    board[start] = 0
    for square in between(start, landing):
        if not board[square] and attacked(board, square, state.turn):
            return f"The king may not cross {NAMES[square]}, which is attacked."
    return _exposed(state, (start << FROM) + landing + CASTLE)


def _pawn(state: State, start: int, landing: int) -> str:
    forward = FORWARD[state.turn]
    first = start // FILES == FIRST_RANK_OF_PAWNS[state.turn]
    one = start + forward
    if landing in PAWN_CAPTURES[state.turn][start]:
        return "A pawn moves diagonally only to capture."
    if landing not in (one, one + forward):
        return "A pawn moves straight ahead and captures diagonally, one square forward."
    if landing != one and not first:
        return "A pawn may go two squares only on its first move."
    if is_own(state, landing) and landing != one and state.board[one] != EMPTY:
        return f"The {coloured(state, one)} on {NAMES[one]} is in the way."
    if is_own(state, landing):  # an own beast
        beyond = landing + forward
        if not first:
            return "A pawn can send a beast on only on its first move."
        return f"The beast on {NAMES[landing]} cannot be sent on: {NAMES[beyond]} is not empty."
    obstacle = one if state.board[one] != EMPTY else landing
    if obstacle == landing:
        blocking = f"the {coloured(state, landing)} on {NAMES[landing]}"
        return f"A pawn does not capture straight ahead: {blocking} blocks it."
    return f"The {coloured(state, obstacle)} on {NAMES[obstacle]} is in the way."


def _line(state: State, start: int, landing: int) -> str:
    """Why a knight or slider cannot get to a square that may be empty, an enemy's, or an own beast's."""
    piece = piece_at(state, start)
    where = NAMES[landing]
    foreign = _foreign_bounce(state, start, landing)
    if piece == "knight":
        if is_own(state, landing) and (landing in _arrivals(state, start)):
            return f"From {where} neither the knight nor the beast has anywhere to go."
        origin = NAMES[start]
        return foreign or f"A knight cannot leap from {origin} to {where}, not even off one of your beasts."
    for direction in _DIRECTIONS[piece]:
        ray = RAYS[start][direction]
        if landing not in ray:
            continue
        for square in ray[: ray.index(landing)]:
            own = is_own(state, square)
            if state.board[square] == EMPTY or (own and piece_at(state, square) == "beast"):
                continue
            reason = f"The {coloured(state, square)} on {NAMES[square]} is in the way"
            if piece_at(state, square) == "beast":
                reason += ": only your own beasts let your pieces through"
            return reason + "."
        return f"A {piece} cannot stop on your own beast's square, and neither can go on from {where}."
    return foreign or (
        f"A {piece} moves {_LINES[piece]}: "
        f"it cannot get from {NAMES[start]} to {where}, not even off one of your beasts."
    )


def _arrivals(state: State, start: int) -> set[int]:
    """The own beasts' squares a piece comes to, whether or not anything can be done from there."""
    hollow = state.board.translate(bytes.maketrans(b"Tt"[state.turn : state.turn + 1], b"."))
    return {move & MASK for move in reach(state._replace(board=hollow), start)}


def _foreign_bounce(state: State, start: int, landing: int) -> str:
    """A reason, if the piece would get there by bouncing off a beast of the other side's; else empty."""
    own, enemy = b"Tt"[state.turn], b"tT"[state.turn]
    swapped = state._replace(board=state.board.translate(bytes.maketrans(bytes((own, enemy)), bytes((enemy, own)))))
    for move in reach(swapped, start):
        beast = move >> VIA & MASK
        if move & KINDS == BOUNCE and move & MASK == landing and state.board[beast] == enemy:
            return f"It cannot bounce off the beast on {NAMES[beast]}: only your own beasts can be bounced off."
    return ""


def _three(state: State, start: int, beast: int, landing: int, mark: str) -> str:
    """Why a piece cannot bounce off or propel a beast so; ``mark`` tells which was meant, empty if either."""
    piece = piece_at(state, start)
    where, end = NAMES[beast], NAMES[landing]
    wanted = {"^": (BOUNCE,), ">": (PROPEL,)}.get(mark, _MEDIATED)
    via = [move for move in reach(state, start) if move & KINDS in _MEDIATED and move >> VIA & MASK == beast]
    for move in via:
        if move & MASK == landing and move & KINDS in wanted:
            return _exposed(state, move)
    if piece_at(state, beast) != "beast":
        return f"There is no beast on {where}."
    if not is_own(state, beast):
        return "Only your own beasts can be bounced off or sent on."
    if piece == "king":
        return "A king can neither bounce off a beast nor send one on."
    if piece == "beast":
        return "A beast can neither bounce off another beast nor send it on."
    if piece == "pawn" and not via:
        ahead = start + FORWARD[state.turn]
        if mark != "^" and beast in (ahead, ahead + FORWARD[state.turn]):
            return _pawn(state, start, beast)
        return "A pawn can only send a beast on, one square straight ahead, on the pawn's first move."
    if not via:
        return _two(state, start, beast)
    if mark == "^" and piece == "pawn":
        return "A pawn can send a beast on, but not bounce off it."
    if mark == "^":
        how = "makes another knight's move" if piece == "knight" else "turns at a right angle"
        return f"After a bounce a {piece} {how}: from {where} it cannot get to {end}."
    if state.board[landing] != EMPTY and landing != start:
        return "A beast can only be sent to an empty square."
    if piece == "pawn":
        return "A pawn sends a beast exactly one square straight ahead."
    if piece == "knight":
        return f"Sent by a knight, the beast makes a knight's move: from {where} it cannot get to {end}."
    return f"Sent by a {piece}, the beast goes {_LINES[piece]} over empty squares only: it cannot get to {end}."


def _capturing(state: State, start: int, landing: int, captured: int) -> str:
    """Why a beast cannot capture so."""
    takes = [move for move in reach(state, start) if move & KINDS == TAKE and move >> VIA & MASK == captured]
    for move in takes:
        if move & MASK == landing:
            return _exposed(state, move)
    if piece_at(state, captured) != "beast" or is_own(state, captured):
        return f"A beast captures only beasts of the other side, and there is none on {NAMES[captured]}."
    if takes:
        ends = " or ".join(NAMES[move & MASK] for move in takes)
        return f"When your beast captures the one on {NAMES[captured]}, it lands just beyond it, on {ends}."
    return _beast(state, start, captured)


def _hopping(state: State, start: int, targets: Sequence[str]) -> str:
    """Why a beast cannot hop on so, or why there is nothing to walk hop by hop."""
    if piece_at(state, start) != "beast":
        return "Only a beast hops."
    if len(targets) == 2:
        return "This beast has no chain of several hops to walk."
    if targets[-1] == STOP:
        return "The beast cannot stop here."
    if targets[-1] not in NUMBERS:
        return "Touch the square the beast hops to next."
    square = NUMBERS[targets[-1]]
    if piece_at(state, square) == "beast" and not is_own(state, square):
        return f"The beast on {targets[-1]} cannot be captured from here."
    if state.board[square] != EMPTY:
        return "A beast lands on empty squares only."
    return f"The beast cannot hop on to {targets[-1]} from here."


def _no_button(state: State, target: str) -> str:
    if target.startswith(PROMOTE_TO):
        return "A pawn becomes a queen, rook, bishop, knight or beast, and only when it reaches the last rank."
    return "That cannot be chosen here."
