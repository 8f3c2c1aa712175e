"""Find the pieces of both sides that attack a square, with the paths of their attacks."""

from __future__ import annotations

from collections.abc import Iterator

from ruleboard.contract.extensions import Attack
from ruleboard.games.tensor_chess import texts
from ruleboard.games.tensor_chess.attacks import threats
from ruleboard.games.tensor_chess.board import KING_STEPS, PAWN_STEPS, PIECE_CODES, SQUARE_NAMES, SQUARE_NUMBERS
from ruleboard.games.tensor_chess.chains import shortest_chains
from ruleboard.games.tensor_chess.dangers import state_after_pass
from ruleboard.games.tensor_chess.moves import EnPassant
from ruleboard.games.tensor_chess.packed_moves import legal_moves
from ruleboard.games.tensor_chess.packing import unpack_move
from ruleboard.games.tensor_chess.state import State
from ruleboard.i18n import _


class TensorChessAttacks:
    """Finds the attacks on a square, including attacks by bounces ('Attack and check').

    Only beasts can attack a beast.
    """

    def attacks_on(self, state: State, target: str) -> tuple[Attack, ...] | None:
        """Return the attacks on a square by pieces of both sides, or None if the target is not a square."""
        square = SQUARE_NUMBERS.get(target)
        if square is None:
            return None
        has_beast = state.board[square] in b"Tt"
        attacks = (
            _beast_attacks(state, square)
            if has_beast
            else (*_piece_attacks(state, square), *_en_passant_attacks(state, square))
        )
        return tuple(attacks)


def _build_attack(state: State, path: tuple[int, ...], template: str) -> Attack:
    """Build the attack of the piece at the start of a path.

    Args:
        path: the squares of the path, from the attacker to the attacked square.
        template: the text of the attack, with the placeholders ``piece``, ``square`` and ``beast``.
    """
    start, next_square = path[0], path[1]
    piece_name = texts.coloured_piece_name(state, start)
    attacker_text = template.format(piece=piece_name, square=SQUARE_NAMES[start], beast=SQUARE_NAMES[next_square])
    return Attack(attacker_text, tuple(SQUARE_NAMES[square] for square in path))


def _piece_attacks(state: State, square: int) -> Iterator[Attack]:
    """Yield the attacks that would check a king on the square, White's before Black's."""
    for side, king in enumerate(b"Kk"):
        board = state.board.translate(PIECE_CODES[1 - side])
        for threat in threats(board, square, 1 - side):
            if threat.pinned_piece >= 0:
                continue
            if threat.beast >= 0:
                path = (threat.attacker, threat.beast, square)
                yield _build_attack(state, path, _("{piece} on {square} bouncing off {beast}"))
            else:
                yield _build_attack(state, (threat.attacker, square), _("{piece} on {square}"))
        for step in KING_STEPS[square]:
            if state.board[step] == king:
                yield _build_attack(state, (step, square), _("{piece} on {square}"))


def _beast_attacks(state: State, square: int) -> Iterator[Attack]:
    """Yield the attacks of enemy beasts that can capture the beast on a square. Their last hop crosses this square."""
    side = 1 if state.board[square] == ord("T") else 0
    enemy_to_move = state_after_pass(state, 1 - side)
    for start, letter in enumerate(state.board):
        if letter == b"Tt"[side]:
            chains = shortest_chains(enemy_to_move, start).items()
            paths = [landings for (_landing, captured_square), landings in chains if captured_square == square]
            if paths:
                path = (start, *min(paths, key=len))
                yield _build_attack(state, path, _("{piece} on {square}, with a hop"))


def _en_passant_attacks(state: State, square: int) -> Iterator[Attack]:
    if state.en_passant < 0 or square != state.en_passant - PAWN_STEPS[state.turn]:
        return
    for move in map(unpack_move, legal_moves(state)):
        if isinstance(move, EnPassant):
            yield _build_attack(state, (move.start, move.landing), _("{piece} on {square}, en passant"))
