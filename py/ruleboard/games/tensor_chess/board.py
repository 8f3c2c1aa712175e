"""Square names, piece codes, and tables of rays and leaps.

Squares are numbers: 0 is a1, 9 is j1, 79 is j8.
"""

from __future__ import annotations

from typing import TypeAlias

FILE_COUNT = 10
RANK_COUNT = 8
SQUARE_COUNT = FILE_COUNT * RANK_COUNT
WHITE, BLACK = 0, 1

SQUARE_NAMES: tuple[str, ...] = tuple(
    f"{'abcdefghij'[square % FILE_COUNT]}{square // FILE_COUNT + 1}" for square in range(SQUARE_COUNT)
)
SQUARE_NUMBERS: dict[str, int] = {name: square for square, name in enumerate(SQUARE_NAMES)}

EMPTY = ord(".")
PIECE_LETTERS = "KQRBNTP"
"""The letters of the pieces. T is the beast."""
PROMOTION_LETTERS = "QRBNT"

# Codes of the pieces for one player. Comparisons rely on their order: own pieces are below ``ENEMY_BEAST``, and pieces
# other than beasts can capture everything above it.
NO_PIECE, BEAST, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(8)
ENEMY_BEAST, ENEMY_PAWN, ENEMY_KNIGHT, ENEMY_BISHOP, ENEMY_ROOK, ENEMY_QUEEN, ENEMY_KING = range(8, 15)

_SIDE_LETTERS = (b"TPNBRQK", b"tpnbrqk")


def _code_table(turn: int) -> bytes:
    codes_by_letter = bytearray(256)
    for code, (own_letter, enemy_letter) in enumerate(
        zip(_SIDE_LETTERS[turn], _SIDE_LETTERS[1 - turn], strict=True), BEAST
    ):
        codes_by_letter[own_letter] = code
        codes_by_letter[enemy_letter] = code + KING
    return bytes(codes_by_letter)


PIECE_CODES: tuple[bytes, bytes] = (_code_table(WHITE), _code_table(BLACK))
"""For each player, a ``bytes.translate`` table from letters to piece codes."""

Ray: TypeAlias = tuple[int, ...]
DIRECTIONS: tuple[tuple[int, int], ...] = (
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
)
"""The steps (file, rank) of four orthogonal directions, then four diagonal ones.

In each group the first and the third are opposite, and the second and the fourth.
"""


def _is_on_board(file: int, rank: int) -> bool:
    return 0 <= file < FILE_COUNT and 0 <= rank < RANK_COUNT


def _ray(square: int, direction: tuple[int, int]) -> Ray:
    rank, file = divmod(square, FILE_COUNT)
    squares = []
    while _is_on_board(file := file + direction[0], rank := rank + direction[1]):
        squares.append(rank * FILE_COUNT + file)
    return tuple(squares)


def _leaps(square: int, steps: tuple[tuple[int, int], ...]) -> Ray:
    rank, file = divmod(square, FILE_COUNT)
    return tuple(
        (rank + rank_step) * FILE_COUNT + file + file_step
        for file_step, rank_step in steps
        if _is_on_board(file + file_step, rank + rank_step)
    )


RAYS: tuple[tuple[Ray, ...], ...] = tuple(
    tuple(_ray(square, direction) for direction in DIRECTIONS) for square in range(SQUARE_COUNT)
)
"""For each square and direction, the squares to the edge of the board, the nearest first."""

_KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
KNIGHT_LEAPS: tuple[Ray, ...] = tuple(_leaps(square, _KNIGHT_STEPS) for square in range(SQUARE_COUNT))
KING_STEPS: tuple[Ray, ...] = tuple(_leaps(square, DIRECTIONS) for square in range(SQUARE_COUNT))

PAWN_CAPTURE_SQUARES: tuple[tuple[Ray, ...], tuple[Ray, ...]] = (
    tuple(_leaps(square, ((-1, 1), (1, 1))) for square in range(SQUARE_COUNT)),
    tuple(_leaps(square, ((-1, -1), (1, -1))) for square in range(SQUARE_COUNT)),
)
"""For each player and square, the squares on which a pawn may capture."""

HOPS: tuple[tuple[tuple[tuple[int, int], ...], ...], tuple[tuple[tuple[int, int], ...], ...]] = (
    tuple(tuple((ray[0], ray[1]) for ray in RAYS[square][:4] if len(ray) > 1) for square in range(SQUARE_COUNT)),
    tuple(tuple((ray[0], ray[1]) for ray in RAYS[square][4:] if len(ray) > 1) for square in range(SQUARE_COUNT)),
)
"""The orthogonal and the diagonal hops of a beast from each square, as pairs of the crossed square and the landing."""


def _side_rays(square: int, direction: int) -> tuple[Ray, Ray]:
    first_direction = direction & 4
    return RAYS[square][first_direction + (direction + 1) % 4], RAYS[square][first_direction + (direction + 3) % 4]


SIDE_RAYS: tuple[tuple[tuple[Ray, Ray], ...], ...] = tuple(
    tuple(_side_rays(square, direction) for direction in range(8)) for square in range(SQUARE_COUNT)
)
"""For each square and direction, the two rays at a right angle to the direction."""

PAWN_START_RANKS = (1, RANK_COUNT - 2)
"""The start rank of each player's pawns, 0-based."""
PAWN_STEPS = (FILE_COUNT, -FILE_COUNT)
"""For each player, the difference between a square and the next square ahead of a pawn."""


def squares_between(first_square: int, second_square: int) -> range:
    """Return the squares between two squares on the same rank, in ascending order."""
    return range(min(first_square, second_square) + 1, max(first_square, second_square))
