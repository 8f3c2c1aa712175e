"""A slow move generator for Tensor Chess, written from the rules alone, as a reference for the fast one.

Its board is a dictionary from (file, rank) to letters. The generator tries every pseudo-legal move and drops the moves
after which a piece could capture the king. It shares no code and no tables with the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

Square = tuple[int, int]
Board = dict[Square, str]

ORTHOGONAL = [(0, 1), (0, -1), (1, 0), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
LINES = {"B": DIAGONAL, "R": ORTHOGONAL, "Q": ORTHOGONAL + DIAGONAL}


class Position(NamedTuple):
    """A position: the board, the side to move (``w`` or ``b``), the castling letters and the en passant square."""

    board: Board
    side: str
    rights: str
    passant: Square | None


def square_of(name: str) -> Square:
    return "abcdefghij".index(name[0]), int(name[1]) - 1


def name_of(square: Square) -> str:
    return "abcdefghij"[square[0]] + str(square[1] + 1)


def read(fen: str) -> Position:
    """Parse the text of a position."""
    placement, side, rights, passant, *_ = fen.split()
    board: Board = {}
    for row, text in enumerate(placement.split("/")):
        file = 0
        while text:
            digits = len(text) - len(text.lstrip("0123456789"))
            if digits:
                file += int(text[:digits])
                text = text[digits:]
            else:
                board[file, 7 - row] = text[0]
                file += 1
                text = text[1:]
    return Position(board, side, rights.replace("-", ""), None if passant == "-" else square_of(passant))


def written(position: Position) -> tuple[frozenset[tuple[Square, str]], str, str, str]:
    """Return the parts of a position in which both generators must agree after a move."""
    passant = name_of(position.passant) if position.passant else "-"
    return frozenset(position.board.items()), position.side, "".join(sorted(position.rights)), passant


def on_board(square: Square) -> bool:
    return square[0] in range(10) and square[1] in range(8)


def plus(square: Square, step: tuple[int, int], times: int = 1) -> Square:
    return square[0] + step[0] * times, square[1] + step[1] * times


def is_side(letter: str | None, side: str) -> bool:
    return letter is not None and letter.isupper() == (side == "w")


def is_beast(letter: str | None) -> bool:
    return letter is not None and letter.upper() == "T"


def other(side: str) -> str:
    return "b" if side == "w" else "w"


def slide(board: Board, side: str, at: Square, step: tuple[int, int]) -> tuple[list[Square], list[Square]]:
    """Return the squares where a slider may stop in one direction, and the beasts of its side that it reaches."""
    landings, beasts = [], []
    square = plus(at, step)
    while on_board(square):
        letter = board.get(square)
        if letter is None:
            landings.append(square)
        elif is_side(letter, side):
            if not is_beast(letter):
                break
            beasts.append(square)
        else:
            if not is_beast(letter):
                landings.append(square)
            break
        square = plus(square, step)
    return landings, beasts


def leaps(board: Board, side: str, at: Square) -> tuple[list[Square], list[Square]]:
    """Return the squares where a knight may land, and the beasts of its side that it reaches."""
    landings, beasts = [], []
    for step in LEAPS:
        square = plus(at, step)
        if on_board(square):
            letter = board.get(square)
            if letter is None or (not is_side(letter, side) and not is_beast(letter)):
                landings.append(square)
            elif is_side(letter, side) and is_beast(letter):
                beasts.append(square)
    return landings, beasts


def bounces(board: Board, side: str, at: Square) -> Iterator[tuple[Square, Square]]:
    """Yield all bounces of a piece, as pairs of the beast and the landing square."""
    kind = board[at].upper()
    without = {square: letter for square, letter in board.items() if square != at}
    if kind == "N":
        for beast in leaps(board, side, at)[1]:
            for end in leaps(without, side, beast)[0]:
                if end != at:
                    yield beast, end
    for step in LINES.get(kind, []):
        for beast in slide(without, side, at, step)[1]:
            for turned in ((step[1], -step[0]), (-step[1], step[0])):
                for end in slide(without, side, beast, turned)[0]:
                    yield beast, end


def captures_on(board: Board, side: str, at: Square) -> set[Square]:
    """Return the squares on which a piece could capture the enemy king."""
    kind = board[at].upper()
    if kind == "P":
        up = 1 if side == "w" else -1
        return {plus(at, (-1, up)), plus(at, (1, up))}
    if kind == "K":
        return {plus(at, step) for step in ORTHOGONAL + DIAGONAL}
    if kind == "T":
        return set()
    ends = {end for _, end in bounces(board, side, at)}
    if kind == "N":
        return ends | set(leaps(board, side, at)[0])
    return ends.union(*(slide(board, side, at, step)[0] for step in LINES[kind]))


def attacked(board: Board, side: str) -> bool:
    """Return True if the other side could capture the king of ``side``."""
    king = next(square for square, letter in board.items() if letter == ("K" if side == "w" else "k"))
    enemies = [square for square, letter in board.items() if not is_side(letter, side)]
    return any(king in captures_on(board, other(side), square) for square in enemies)


def after(position: Position, changes: dict[Square, str | None], passant: Square | None = None) -> Position:
    """Return the position after changing squares, with the other side to move."""
    board = {**position.board, **{square: letter for square, letter in changes.items() if letter}}
    for square, letter in changes.items():
        if letter is None:
            board.pop(square, None)
    rights = position.rights
    homes = {"a1": "Q", "f1": "KQ", "j1": "K", "a8": "q", "f8": "kq", "j8": "k"}
    for home, lost in homes.items():
        if square_of(home) in changes:
            rights = "".join(right for right in rights if right not in lost)
    return Position(board, other(position.side), rights, passant)


def pseudo(position: Position) -> Iterator[tuple[str, Position]]:
    """Yield all moves as if checks did not matter, each with the position after it. Castling moves are fully legal."""
    board, side = position.board, position.side
    up = 1 if side == "w" else -1
    for at, letter in list(board.items()):
        if not is_side(letter, side):
            continue
        name, kind = name_of(at), letter.upper()
        if kind in "NBRQ":
            if kind == "N":
                landings, beasts = leaps(board, side, at)
            else:
                both = [slide(board, side, at, step) for step in LINES[kind]]
                landings = [square for ends, _ in both for square in ends]
                beasts = [square for _, met in both for square in met]
            for end in landings:
                yield name + name_of(end), after(position, {at: None, end: letter})
            for beast, end in bounces(board, side, at):
                yield f"{name}^{name_of(beast)}{name_of(end)}", after(position, {at: None, end: letter})
            for beast in beasts:
                for end in sent(board, at, beast, kind):
                    changes: dict[Square, str | None] = {at: None, beast: letter}
                    changes[end] = board[beast]
                    yield f"{name}>{name_of(beast)}{name_of(end)}", after(position, changes)
        elif kind == "K":
            for step in ORTHOGONAL + DIAGONAL:
                end = plus(at, step)
                target = board.get(end)
                if on_board(end) and not is_side(target, side) and not is_beast(target):
                    yield name + name_of(end), after(position, {at: None, end: letter})
        elif kind == "T":
            yield from beast_moves(position, at)
        else:
            yield from pawn_moves(position, at, up)
    yield from castlings(position)


def sent(board: Board, at: Square, beast: Square, kind: str) -> Iterator[Square]:
    """Yield the squares to which a piece can propel a beast."""
    free = {square for square in ((f, r) for f in range(10) for r in range(8)) if square not in board or square == at}
    if kind == "N":
        yield from (plus(beast, step) for step in LEAPS if plus(beast, step) in free)
        return
    for step in LINES[kind]:
        distance = 1
        while plus(beast, step, distance) in free:
            yield plus(beast, step, distance)
            distance += 1


def pawn_moves(position: Position, at: Square, up: int) -> Iterator[tuple[str, Position]]:
    board, side, _, passant = position
    pawn, name = board[at], name_of(at)
    own_beast = "T" if side == "w" else "t"
    one, two, three = (plus(at, (0, up), times) for times in (1, 2, 3))
    unmoved = at[1] == (1 if side == "w" else 6)

    def promotions(end: Square) -> Iterator[tuple[str, Position]]:
        if end[1] in (0, 7):
            for promoted in "qrbnt":
                new = promoted.upper() if side == "w" else promoted
                yield name + name_of(end) + promoted, after(position, {at: None, end: new})
        else:
            yield name + name_of(end), after(position, {at: None, end: pawn})

    if on_board(one) and one not in board:
        yield from promotions(one)
    if unmoved and two not in board:
        if one not in board:
            yield name + name_of(two), after(position, {at: None, two: pawn}, one)
        elif board[one] == own_beast:
            yield name + name_of(two), after(position, {at: None, two: pawn})
    if unmoved and board.get(one) == own_beast and two not in board:
        yield f"{name}>{name_of(one)}{name_of(two)}", after(position, {at: None, one: pawn, two: own_beast})
    if unmoved and one not in board and board.get(two) == own_beast and three not in board:
        changes: dict[Square, str | None] = {at: None, two: pawn, three: own_beast}
        yield f"{name}>{name_of(two)}{name_of(three)}", after(position, changes, one)
    for sideways in (-1, 1):
        end = plus(at, (sideways, up))
        target = board.get(end)
        if target is not None and not is_side(target, side) and not is_beast(target):
            yield from promotions(end)
        if passant is not None and end == passant:
            victim = plus(end, (0, -up))
            yield name + name_of(end), after(position, {at: None, end: pawn, victim: None})


def beast_moves(position: Position, at: Square) -> Iterator[tuple[str, Position]]:
    board, side, _, _ = position
    beast, name = board[at], name_of(at)
    other_pieces = {square: letter for square, letter in board.items() if square != at}
    ends: set[Square] = set()
    captured: set[tuple[Square, Square]] = set()
    for step in ORTHOGONAL + DIAGONAL:
        if on_board(plus(at, step)) and plus(at, step) not in other_pieces:
            ends.add(plus(at, step))
    for steps in (ORTHOGONAL, DIAGONAL):
        todo, visited = [at], {at}
        while todo:
            here = todo.pop()
            for step in steps:
                over, end = plus(here, step), plus(here, step, 2)
                if over not in other_pieces or not on_board(end) or end in other_pieces:
                    continue
                if is_beast(other_pieces[over]) and not is_side(other_pieces[over], side):
                    captured.add((end, over))
                if end not in visited:
                    visited.add(end)
                    todo.append(end)
        ends |= visited - {at}
    for end in ends:
        yield name + name_of(end), after(position, {at: None, end: beast})
    for end, over in captured:
        changes: dict[Square, str | None] = {at: None, over: None}
        changes[end] = beast
        yield f"{name}{name_of(end)}x{name_of(over)}", after(position, changes)


def castlings(position: Position) -> Iterator[tuple[str, Position]]:
    board, side, rights, _ = position
    rank = "1" if side == "w" else "8"
    king, rook, own_beast = ("K", "R", "T") if side == "w" else ("k", "r", "t")
    home = square_of("f" + rank)
    for right, corner, king_file, rook_file, crossed in (
        ("k", "j", "h", "g", "g"),
        ("k", "j", "i", "h", "gh"),
        ("q", "a", "c", "d", "ed"),
        ("q", "a", "b", "c", "edc"),
    ):
        if (right.upper() if side == "w" else right) not in rights or attacked(board, side):
            continue
        landing, beside = square_of(king_file + rank), square_of(rook_file + rank)
        inner = "ghi" if right == "k" else "bcde"
        if landing in board or beside in board:
            continue
        if any(board.get(square_of(file + rank), own_beast) != own_beast for file in inner):
            continue
        if any(
            square_of(file + rank) not in board
            and attacked(after(position, {home: None, square_of(file + rank): king}).board, side)
            for file in crossed
        ):
            continue
        corner_square = square_of(corner + rank)
        position_after = after(position, {home: None, corner_square: None, landing: king, beside: rook})
        yield name_of(home) + name_of(landing), position_after


def legal(position: Position) -> dict[str, Position]:
    """Return all legal moves by their texts, each with the position after it.

    Raises: AssertionError: two moves have the same text.
    """
    successors: dict[str, Position] = {}
    for text, then in pseudo(position):
        if not attacked(then.board, position.side):
            assert text not in successors, text
            successors[text] = then
    return successors
