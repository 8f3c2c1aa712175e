"""Why something is not allowed, in words.

Nothing here decides what is legal: it is asked only about what ``moves`` left out, and finds the plainest
reason. It looks at what the piece could do if its king might be left in check (``moves.reach``), and at what
stands in the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ruleboard.engine.errors import Refusal
from ruleboard.engine.game import Outcome
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
    WHITE,
)
from ruleboard.games.tensor_chess.endings import outcome
from ruleboard.games.tensor_chess.movegen import HOP, PROMOTE_TO, STOP
from ruleboard.games.tensor_chess.packed_moves import (
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
    aims,
    between,
    castling_obstacle,
    in_check,
    legal_moves,
    play,
    reach,
)
from ruleboard.games.tensor_chess.position_text import move_text, parse_move
from ruleboard.games.tensor_chess.state import State
from ruleboard.games.tensor_chess.words import a_piece, capital, is_own, piece_at, the, the_coloured, yours
from ruleboard.i18n import N_, _

_MOVES_ALONG: Mapping[str, str] = {
    "bishop": N_(
        "A bishop moves along diagonals: it cannot get from {origin} to {square}, not even off one of your beasts."
    ),
    "rook": N_(
        "A rook moves along ranks and files: it cannot get from {origin} to {square}, not even off one of your beasts."
    ),
    "queen": N_(
        "A queen moves along ranks, files and diagonals: "
        "she cannot get from {origin} to {square}, not even off one of your beasts."
    ),
}
_SENT_ALONG: Mapping[str, str] = {
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
_MEDIATED = (BOUNCE, PROPEL)
_TAUGHT_IN: Mapping[str, str] = {
    "king": "leaps",
    "queen": "lines",
    "rook": "lines",
    "bishop": "lines",
    "knight": "leaps",
    "beast": "beast",
    "pawn": "pawns",
}
"""The lesson on how a piece moves."""
_BOUNCE_TAUGHT_IN: Mapping[str, str] = {"rook": "bounce", "bishop": "bounce"}
_PROPEL_TAUGHT_IN: Mapping[str, str] = {"rook": "propel", "bishop": "propel", "pawn": "propel-pawn"}


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Why no legal move begins with these touches, as a whole sentence."""
    if ended := outcome(state):
        return _over(ended)
    if not targets or targets[0] not in NUMBERS:
        return Refusal(_("Touch one of your pieces first."), "setup")
    start = NUMBERS[targets[0]]
    if not is_own(state, start):
        return _not_yours(state, start)
    if len(targets) == 1:
        return _stuck(state, start)
    if targets[1] == HOP:
        return _hopping(state, start, targets)
    if targets[1] not in NUMBERS:
        return Refusal(_("That cannot be chosen here: touch the square to go to."), "setup")
    second = NUMBERS[targets[1]]
    if len(targets) == 2:
        return _two(state, start, second)
    if targets[2] not in NUMBERS:
        return _no_button(state, targets[2])
    third = NUMBERS[targets[2]]
    if piece_at(state, start) == "beast":
        return _capturing(state, start, third, second)
    return _three(state, start, second, third, "")


def refusal(state: State, text: str) -> Refusal:
    """Why the move with this text is not legal, as a whole sentence.

    Raises:
        ActionError: it is not the text of a move.
    """
    written = parse_move(text)
    if ended := outcome(state):
        return _over(ended)
    start, landing = written.start, written.landing
    if not is_own(state, start):
        return _not_yours(state, start)
    if written.mark == "x":
        if piece_at(state, start) != "beast":
            said = _("Only a beast captures by hopping over; on {square} stands {piece}.")
            piece = a_piece(piece_at(state, start))
            return Refusal(said.format(square=NAMES[start], piece=piece), "beast-capture")
        return _capturing(state, start, landing, written.via)
    if written.mark:
        return _three(state, start, written.via, landing, written.mark)
    last = piece_at(state, start) == "pawn" and not FILES <= landing < 7 * FILES
    if any(_plain(move, landing) for move in reach(state, start)):
        if last and not written.promotion:
            return Refusal(
                _("A pawn that reaches the last rank becomes a queen, rook, bishop, knight or beast: say which."),
                "promotion",
            )
        if written.promotion and not last:
            return Refusal(_("Only a pawn that reaches the last rank is promoted."), "promotion")
    return _two(state, start, landing, straight=True)


def _over(ended: Outcome) -> Refusal:
    rule = "goal" if ended.winners else "draws"
    return Refusal(_("The game is over. {reason}").format(reason=ended.reason), rule)


def _not_yours(state: State, square: int) -> Refusal:
    where = NAMES[square]
    if not piece_at(state, square):
        return Refusal(_("There is no piece on {square}.").format(square=where), "setup")
    if state.turn == WHITE:
        said = _("The piece on {square} is Black's, and it is White's turn.")
    else:
        said = _("The piece on {square} is White's, and it is Black's turn.")
    return Refusal(said.format(square=where), "setup")


def _stuck(state: State, start: int) -> Refusal:
    """Why a piece has no legal move at all."""
    king = piece_at(state, start) == "king"
    piece, where = capital(the(state, start)), NAMES[start]
    if not reach(state, start):
        said = _("{piece} on {square} has nowhere to go.").format(piece=piece, square=where)
        return Refusal(said, _TAUGHT_IN[piece_at(state, start)])
    if king and in_check(state):
        return Refusal(_("Your king is in check, and every square it could go to is attacked too."), "check")
    if king:
        return Refusal(_("Every square your king could go to is attacked."), "check")
    if in_check(state):
        said = _("Your king is in check, and {piece} on {square} cannot help.")
        return Refusal(said.format(piece=the(state, start), square=where), "check")
    for threat in _threats_to_mover(state):
        if threat.pinned == start:
            said = _("{piece} on {square} cannot move: it shields your king from {attacker}.")
            said = said.format(piece=piece, square=where, attacker=_attacker(state, threat))
            return Refusal(said, _taught_of(threat))
    said = _("{piece} on {square} cannot move: your king would be in check.")
    return Refusal(said.format(piece=piece, square=where), "check")


def _threats_to_mover(state: State) -> list[Threat]:
    board = state.board.translate(RELATIVE[state.turn])
    return threats(board, board.index(KING), state.turn)


def _attacker(state: State, threat: Threat) -> str:
    straight = _("{piece} on {square}")
    said = straight if threat.beast < 0 else _("{piece} on {square}, which bounces off its beast on {beast}")
    beast = "" if threat.beast < 0 else NAMES[threat.beast]
    return said.format(piece=the(state, threat.attacker), square=NAMES[threat.attacker], beast=beast)


def _taught_of(threat: Threat) -> str:
    """The lesson on checks such as this."""
    return "check" if threat.beast < 0 else "bounce-check"


def _exposed(state: State, move: int) -> Refusal:
    """In which check this move would leave the king."""
    after = play(state, move)
    board = after.board.translate(RELATIVE[state.turn])
    king = board.index(KING)
    found = [threat for threat in threats(board, king, state.turn) if threat.pinned < 0]
    if not found:  # the neighbouring king is no threat in that list; who asks about what is allowed learns so
        if piece_at(state, move >> FROM & MASK) == "king" and attacked(board, king, state.turn):
            return Refusal(_("The two kings may never stand next to each other."), "leaps")
        return Refusal(_("That can be done."), "setup")
    attacker = _attacker(after, found[0])
    if piece_at(state, move >> FROM & MASK) == "king":
        said = _("Your king would be in check on {square}, from {attacker}.").format(
            square=NAMES[king], attacker=attacker
        )
    elif in_check(state):
        said = _("Your king is in check; after this it would still be, from {attacker}.").format(attacker=attacker)
    else:
        said = _("Your king would be in check from {attacker}.").format(attacker=attacker)
    return Refusal(said, _taught_of(found[0]))


def _two(state: State, start: int, landing: int, *, straight: bool = False) -> Refusal:
    """Why the piece cannot go to ``landing``: by any move, or (``straight``) without bounce or propel."""
    piece = piece_at(state, start)
    if start == landing:
        said = _("{piece} already stands on {square}.")
        return Refusal(said.format(piece=capital(the(state, start)), square=NAMES[start]), "setup")
    aimed = [move for move in reach(state, start) if aims(move, landing)]
    plain = [move for move in aimed if not straight or _plain(move, landing)]
    if plain:
        return _exposed(state, plain[0])
    if aimed:
        return _by_beast(state, start, landing, aimed)
    if piece == "beast":
        return _beast(state, start, landing)
    if piece == "king":
        return _king(state, start, landing)
    standing = piece_at(state, landing)
    if standing and not is_own(state, landing) and standing == "beast":
        return _untouchable()
    if standing and is_own(state, landing) and standing != "beast":
        return _occupied(state, landing)
    if piece == "pawn":
        return _pawn(state, start, landing)
    return _line(state, start, landing)


def _plain(move: int, landing: int) -> bool:
    """Whether a move goes to a square and needs no beast to be named."""
    return move & MASK == landing and move & KINDS not in _MEDIATED


def _by_beast(state: State, start: int, landing: int, moves: Sequence[int]) -> Refusal:
    """Why a text that names no beast is no move, where the piece gets there by these moves, which each have one."""
    legal = legal_moves(state)
    possible = [move for move in moves if move in legal]
    if not possible:
        return _exposed(state, moves[0])
    if possible[0] & KINDS == TAKE:
        return _just_beyond(landing, possible)
    piece = capital(the(state, start))
    if is_own(state, landing):
        said = _("{piece} cannot simply stop on your own beast's square: write the whole move, such as {text}.")
        return Refusal(said.format(piece=piece, text=move_text(possible[0])), "propel")
    said = _("{piece} gets from {origin} to {square} only off a beast: {text}.")
    texts = _(" or ").join(map(move_text, possible))
    return Refusal(said.format(piece=piece, origin=NAMES[start], square=NAMES[landing], text=texts), "bounce")


def _untouchable() -> Refusal:
    return Refusal(_("Only a beast can capture a beast."), "beast")


def _occupied(state: State, square: int) -> Refusal:
    said = _("{piece} stands on {square}.").format(piece=capital(yours(state, square)), square=NAMES[square])
    return Refusal(said, "setup")


def _in_the_way(state: State, square: int, rule: str) -> Refusal:
    piece = capital(the_coloured(state, square))
    return Refusal(_("{piece} on {square} is in the way.").format(piece=piece, square=NAMES[square]), rule)


def _beast(state: State, start: int, landing: int) -> Refusal:
    standing = piece_at(state, landing)
    where = NAMES[landing]
    if standing and is_own(state, landing):
        said = _("{piece} stands on {square}; a beast goes to empty squares only.")
        return Refusal(said.format(piece=capital(yours(state, landing)), square=where), "beast")
    if standing == "beast":
        said = _("To capture the beast on {square}, yours must hop over it to an empty square just beyond.")
        return Refusal(said.format(square=where), "beast-capture")
    if standing:
        said = _("A beast captures only beasts, and on {square} stands {piece}.")
        return Refusal(said.format(square=where, piece=a_piece(standing)), "beast")
    said = _(
        "The beast cannot get to {square}: it steps one square, or hops over pieces beside it, "
        "either all diagonally or all along ranks and files."
    )
    return Refusal(said.format(square=where), "hops-straight")


def _king(state: State, start: int, landing: int) -> Refusal:
    if (start, landing) in CASTLINGS and (start < FILES) == (state.turn == WHITE):
        return _castling(state, start, landing)
    standing = piece_at(state, landing)
    if standing and not is_own(state, landing) and standing == "beast":
        return _untouchable()
    if standing == "rook" and is_own(state, landing):
        return Refusal(_("To castle, touch the square where the king goes to."), "castling")
    if standing and is_own(state, landing):
        return _occupied(state, landing)
    return Refusal(_("The king moves one square at a time."), "leaps")


def _castling(state: State, start: int, landing: int) -> Refusal:
    right, rook, beside = CASTLINGS[start, landing]
    if not state.castling & right:
        return Refusal(_("You can castle only if neither the king nor that rook has moved before."), "castling")
    if in_check(state):
        return Refusal(_("You cannot castle out of check."), "castling")
    board = bytearray(state.board.translate(RELATIVE[state.turn]))
    obstacle = castling_obstacle(board, start, landing, rook, beside)
    if obstacle >= 0:
        return _castling_blocked(state, obstacle, landing, beside)
    board[start] = 0
    for square in between(start, landing):
        if not board[square] and attacked(board, square, state.turn):
            said = _("The king may not cross {square}, which is attacked.").format(square=NAMES[square])
            return Refusal(said, "castling")
    return _exposed(state, (start << FROM) + landing + CASTLE)


def _castling_blocked(state: State, obstacle: int, landing: int, beside: int) -> Refusal:
    rule, said = "castling", _("You cannot castle there: {piece} on {square} is in the way.")
    if obstacle in (landing, beside) and piece_at(state, obstacle) == "beast" and is_own(state, obstacle):
        rule = "castling-beast"
        if obstacle == landing:
            said = _("You cannot castle there: {piece} on {square} is in the way, where the king has to stand.")
        else:
            said = _("You cannot castle there: {piece} on {square} is in the way, where the rook has to stand.")
    return Refusal(said.format(piece=the_coloured(state, obstacle), square=NAMES[obstacle]), rule)


def _pawn(state: State, start: int, landing: int) -> Refusal:
    forward = FORWARD[state.turn]
    first = start // FILES == FIRST_RANK_OF_PAWNS[state.turn]
    one = start + forward
    if landing in PAWN_CAPTURES[state.turn][start]:
        return Refusal(_("A pawn moves diagonally only to capture."), "pawns")
    if landing not in (one, one + forward):
        return Refusal(_("A pawn moves straight ahead and captures diagonally, one square forward."), "pawns")
    if landing != one and not first:
        return Refusal(_("A pawn may go two squares only on its first move."), "pawns")
    if is_own(state, landing) and landing != one and state.board[one] != EMPTY:
        return _in_the_way(state, one, "propel-pawn")
    if is_own(state, landing):  # an own beast
        if not first:
            return Refusal(_("A pawn can send a beast on only on its first move."), "propel-pawn")
        said = _("The beast on {square} cannot be sent on: {beyond} is not empty.")
        return Refusal(said.format(square=NAMES[landing], beyond=NAMES[landing + forward]), "propel-pawn")
    own_beast = is_own(state, one) and piece_at(state, one) == "beast"  # which it passes through
    obstacle = landing if state.board[one] == EMPTY or own_beast else one
    if obstacle == landing:
        said = _("A pawn does not capture straight ahead: {piece} on {square} blocks it.")
        return Refusal(said.format(piece=the_coloured(state, landing), square=NAMES[landing]), "pawns")
    return _in_the_way(state, obstacle, "through" if piece_at(state, obstacle) == "beast" else "pawns")


def _line(state: State, start: int, landing: int) -> Refusal:
    """Why a knight or slider cannot get to a square that may be empty, an enemy's, or an own beast's."""
    piece = piece_at(state, start)
    where = NAMES[landing]
    foreign = _foreign_bounce(state, start, landing)
    if piece == "knight":
        if is_own(state, landing) and (landing in _arrivals(state, start)):
            said = _("From {square} neither the knight nor the beast has anywhere to go.").format(square=where)
            return Refusal(said, "propel-more")
        said = _("A knight cannot leap from {origin} to {square}, not even off one of your beasts.")
        return foreign or Refusal(said.format(origin=NAMES[start], square=where), "leaps")
    for direction in _DIRECTIONS[piece]:
        ray = RAYS[start][direction]
        if landing not in ray:
            continue
        for square in ray[: ray.index(landing)]:
            own = is_own(state, square)
            if state.board[square] == EMPTY or (own and piece_at(state, square) == "beast"):
                continue
            if piece_at(state, square) == "beast":
                said = _("{piece} on {square} is in the way: only your own beasts let your pieces through.")
                piece = capital(the_coloured(state, square))
                return Refusal(said.format(piece=piece, square=NAMES[square]), "through")
            return _in_the_way(state, square, "lines")
        said = _("{piece} cannot stop on your own beast's square, and neither can go on from {square}.")
        return Refusal(said.format(piece=capital(a_piece(piece)), square=where), "propel")
    return foreign or Refusal(_(_MOVES_ALONG[piece]).format(origin=NAMES[start], square=where), "lines")


def _arrivals(state: State, start: int) -> set[int]:
    """The own beasts' squares a piece comes to, whether or not anything can be done from there."""
    hollow = state.board.translate(bytes.maketrans(b"Tt"[state.turn : state.turn + 1], b"."))
    return {move & MASK for move in reach(state._replace(board=hollow), start)}


def _foreign_bounce(state: State, start: int, landing: int) -> Refusal | None:
    """A reason, if the piece would get there by bouncing off a beast of the other side's."""
    own, enemy = b"Tt"[state.turn], b"tT"[state.turn]
    swapped = state._replace(board=state.board.translate(bytes.maketrans(bytes((own, enemy)), bytes((enemy, own)))))
    for move in reach(swapped, start):
        beast = move >> VIA & MASK
        if move & KINDS == BOUNCE and move & MASK == landing and state.board[beast] == enemy:
            said = _("It cannot bounce off the beast on {square}: only your own beasts can be bounced off.")
            return Refusal(said.format(square=NAMES[beast]), "bounce")
    return None


def _three(state: State, start: int, beast: int, landing: int, mark: str) -> Refusal:
    """Why a piece cannot bounce off or propel a beast so; ``mark`` tells which was meant, empty if either."""
    piece = piece_at(state, start)
    wanted = {"^": (BOUNCE,), ">": (PROPEL,)}.get(mark, _MEDIATED)
    via = [move for move in reach(state, start) if move & KINDS in _MEDIATED and move >> VIA & MASK == beast]
    for move in via:
        if move & MASK == landing and move & KINDS in wanted:
            return _exposed(state, move)
    if piece_at(state, beast) != "beast":
        return Refusal(_("There is no beast on {square}.").format(square=NAMES[beast]), "bounce")
    if not is_own(state, beast):
        return Refusal(_("Only your own beasts can be bounced off or sent on."), "bounce")
    if piece == "king":
        return Refusal(_("A king can neither bounce off a beast nor send one on."), "bounce-more")
    if piece == "beast":
        return Refusal(_("A beast can neither bounce off another beast nor send it on."), "bounce-more")
    if piece == "pawn" and not via:
        ahead = start + FORWARD[state.turn]
        if mark != "^" and beast in (ahead, ahead + FORWARD[state.turn]):
            return _pawn(state, start, beast)
        said = _("A pawn can only send a beast on, one square straight ahead, on the pawn's first move.")
        return Refusal(said, "propel-pawn")
    if not via:
        return _two(state, start, beast)
    return _no_such_bounce(piece, beast, landing) if mark == "^" else _no_such_propel(state, start, beast, landing)


def _no_such_bounce(piece: str, beast: int, landing: int) -> Refusal:
    """Why a piece that comes to an own beast does not bounce to a square."""
    if piece == "pawn":
        return Refusal(_("A pawn can send a beast on, but not bounce off it."), "propel-pawn")
    if piece == "knight":
        said = _("After a bounce a knight makes another knight's move: from {beast} it cannot get to {square}.")
    else:
        said = _("After a bounce {piece} turns at a right angle: from {beast} it cannot get to {square}.")
    said = said.format(piece=a_piece(piece), beast=NAMES[beast], square=NAMES[landing])
    return Refusal(said, _BOUNCE_TAUGHT_IN.get(piece, "bounce-more"))


def _no_such_propel(state: State, start: int, beast: int, landing: int) -> Refusal:
    """Why a piece that comes to an own beast does not send it to a square."""
    piece = piece_at(state, start)
    if state.board[landing] != EMPTY and landing != start:
        said = _("A beast can only be sent to an empty square.")
    elif piece == "pawn":
        said = _("A pawn sends a beast exactly one square straight ahead.")
    elif piece == "knight":
        said = _("Sent by a knight, the beast makes a knight's move: from {beast} it cannot get to {square}.")
        said = said.format(beast=NAMES[beast], square=NAMES[landing])
    else:
        said = _(_SENT_ALONG[piece]).format(square=NAMES[landing])
    return Refusal(said, _PROPEL_TAUGHT_IN.get(piece, "propel-more"))


def _capturing(state: State, start: int, landing: int, captured: int) -> Refusal:
    """Why a beast cannot capture so."""
    takes = [move for move in reach(state, start) if move & KINDS == TAKE and move >> VIA & MASK == captured]
    for move in takes:
        if move & MASK == landing:
            return _exposed(state, move)
    where = NAMES[captured]
    if piece_at(state, captured) != "beast" or is_own(state, captured):
        said = _("A beast captures only beasts of the other side, and there is none on {square}.")
        return Refusal(said.format(square=where), "beast-capture")
    return _just_beyond(captured, takes) if takes else _beast(state, start, captured)


def _just_beyond(captured: int, takes: Sequence[int]) -> Refusal:
    """Where a beast lands that captures one there."""
    said = _("When your beast captures the one on {square}, it lands just beyond it, on {ends}.")
    ends = _(" or ").join(NAMES[move & MASK] for move in takes)
    return Refusal(said.format(square=NAMES[captured], ends=ends), "beast-capture")


def _hopping(state: State, start: int, targets: Sequence[str]) -> Refusal:
    """Why a beast cannot hop on so, or why there is nothing to walk hop by hop."""
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
        said = _("The beast on {square} cannot be captured from here.").format(square=targets[-1])
        return Refusal(said, "beast-capture")
    if state.board[square] != EMPTY:
        return Refusal(_("A beast lands on empty squares only."), "hops")
    return Refusal(_("The beast cannot hop on to {square} from here.").format(square=targets[-1]), "hops")


def _no_button(state: State, target: str) -> Refusal:
    if target.startswith(PROMOTE_TO):
        said = _("A pawn becomes a queen, rook, bishop, knight or beast, and only when it reaches the last rank.")
        return Refusal(said, "promotion")
    return Refusal(_("That cannot be chosen here."), "setup")
