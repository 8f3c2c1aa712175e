"""A slow move generator for Tensor Chess, written from the rules alone, as a reference for the fast one.

Its board is a dictionary from (file, rank) to letters. The generator tries every pseudo-legal move and drops the moves
after which a piece could capture the king. It shares no code and no tables with the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

Square = tuple[int, int]
Board = dict[Square, str]

ORTHOGONAL_STEPS = [(0, 1), (0, -1), (1, 0), (-1, 0)]
DIAGONAL_STEPS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT_STEPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
SLIDER_STEPS = {"B": DIAGONAL_STEPS, "R": ORTHOGONAL_STEPS, "Q": ORTHOGONAL_STEPS + DIAGONAL_STEPS}


class Position(NamedTuple):
    """A position: the board, the side to move (``w`` or ``b``), the castling letters and the en passant square."""

    board: Board
    side: str
    rights: str
    en_passant: Square | None


def parse_square(name: str) -> Square:
    return "abcdefghij".index(name[0]), int(name[1]) - 1


def format_square(square: Square) -> str:
    return "abcdefghij"[square[0]] + str(square[1] + 1)


def parse_position(fen: str) -> Position:
    """Parse the text of a position."""
    placement, side, rights, en_passant, *_ = fen.split()
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
    return Position(board, side, rights.replace("-", ""), None if en_passant == "-" else parse_square(en_passant))


def select_comparable_parts(position: Position) -> tuple[frozenset[tuple[Square, str]], str, str, str]:
    """Return the parts of a position in which both generators must agree after a move."""
    en_passant = format_square(position.en_passant) if position.en_passant else "-"
    return frozenset(position.board.items()), position.side, "".join(sorted(position.rights)), en_passant


def is_on_board(square: Square) -> bool:
    return square[0] in range(10) and square[1] in range(8)


def find_square_after(square: Square, step: tuple[int, int], step_count: int = 1) -> Square:
    return square[0] + step[0] * step_count, square[1] + step[1] * step_count


def is_piece_of(letter: str | None, side: str) -> bool:
    return letter is not None and letter.isupper() == (side == "w")


def is_beast(letter: str | None) -> bool:
    return letter is not None and letter.upper() == "T"


def get_other_side(side: str) -> str:
    return "b" if side == "w" else "w"


def find_slider_targets(
    board: Board, side: str, start: Square, step: tuple[int, int]
) -> tuple[list[Square], list[Square]]:
    """Return the squares where a slider may stop in one direction, and the beasts of its side that it reaches."""
    landings, beasts = [], []
    square = find_square_after(start, step)
    while is_on_board(square):
        letter = board.get(square)
        if letter is None:
            landings.append(square)
        elif is_piece_of(letter, side):
            if not is_beast(letter):
                break
            beasts.append(square)
        else:
            if not is_beast(letter):
                landings.append(square)
            break
        square = find_square_after(square, step)
    return landings, beasts


def find_knight_targets(board: Board, side: str, start: Square) -> tuple[list[Square], list[Square]]:
    """Return the squares where a knight may land, and the beasts of its side that it reaches."""
    landings, beasts = [], []
    for step in KNIGHT_STEPS:
        square = find_square_after(start, step)
        if is_on_board(square):
            letter = board.get(square)
            if letter is None or (not is_piece_of(letter, side) and not is_beast(letter)):
                landings.append(square)
            elif is_piece_of(letter, side) and is_beast(letter):
                beasts.append(square)
    return landings, beasts


def iter_bounces(board: Board, side: str, start: Square) -> Iterator[tuple[Square, Square]]:
    """Yield all bounces of a piece, as pairs of the beast and the landing square."""
    kind = board[start].upper()
    other_pieces = {square: letter for square, letter in board.items() if square != start}
    if kind == "N":
        for beast in find_knight_targets(board, side, start)[1]:
            for end in find_knight_targets(other_pieces, side, beast)[0]:
                if end != start:
                    yield beast, end
    for step in SLIDER_STEPS.get(kind, []):
        for beast in find_slider_targets(other_pieces, side, start, step)[1]:
            for turned_step in ((step[1], -step[0]), (-step[1], step[0])):
                for end in find_slider_targets(other_pieces, side, beast, turned_step)[0]:
                    yield beast, end


def find_capture_squares(board: Board, side: str, start: Square) -> set[Square]:
    """Return the squares on which a piece could capture the enemy king."""
    kind = board[start].upper()
    if kind == "P":
        rank_step = 1 if side == "w" else -1
        return {find_square_after(start, (-1, rank_step)), find_square_after(start, (1, rank_step))}
    if kind == "K":
        return {find_square_after(start, step) for step in ORTHOGONAL_STEPS + DIAGONAL_STEPS}
    if kind == "T":
        return set()
    ends = {end for _, end in iter_bounces(board, side, start)}
    if kind == "N":
        return ends | set(find_knight_targets(board, side, start)[0])
    return ends.union(*(find_slider_targets(board, side, start, step)[0] for step in SLIDER_STEPS[kind]))


def is_king_attacked(board: Board, side: str) -> bool:
    """Return True if the other side could capture the king of ``side``."""
    king = next(square for square, letter in board.items() if letter == ("K" if side == "w" else "k"))
    enemies = [square for square, letter in board.items() if not is_piece_of(letter, side)]
    return any(king in find_capture_squares(board, get_other_side(side), square) for square in enemies)


def position_after(position: Position, changes: dict[Square, str | None], en_passant: Square | None = None) -> Position:
    """Return the position after changing squares, with the other side to move."""
    board = {**position.board, **{square: letter for square, letter in changes.items() if letter}}
    for square, letter in changes.items():
        if letter is None:
            board.pop(square, None)
    rights = position.rights
    rights_by_square = {"a1": "Q", "f1": "KQ", "j1": "K", "a8": "q", "f8": "kq", "j8": "k"}
    for square, lost_rights in rights_by_square.items():
        if parse_square(square) in changes:
            rights = "".join(right for right in rights if right not in lost_rights)
    return Position(board, get_other_side(position.side), rights, en_passant)


def iter_pseudo_legal_moves(position: Position) -> Iterator[tuple[str, Position]]:
    """Yield all moves as if checks did not matter, each with the position after it. Castling moves are fully legal."""
    board, side = position.board, position.side
    rank_step = 1 if side == "w" else -1
    for start, letter in list(board.items()):
        if not is_piece_of(letter, side):
            continue
        name, kind = format_square(start), letter.upper()
        if kind in "NBRQ":
            if kind == "N":
                landings, beasts = find_knight_targets(board, side, start)
            else:
                reached_squares_and_beasts = [
                    find_slider_targets(board, side, start, step) for step in SLIDER_STEPS[kind]
                ]
                landings = [square for ends, _ in reached_squares_and_beasts for square in ends]
                beasts = [square for _, reached_beasts in reached_squares_and_beasts for square in reached_beasts]
            for end in landings:
                yield name + format_square(end), position_after(position, {start: None, end: letter})
            for beast, end in iter_bounces(board, side, start):
                yield (
                    f"{name}^{format_square(beast)}{format_square(end)}",
                    position_after(position, {start: None, end: letter}),
                )
            for beast in beasts:
                for end in iter_propel_targets(board, start, beast, kind):
                    changes: dict[Square, str | None] = {start: None, beast: letter}
                    changes[end] = board[beast]
                    yield f"{name}>{format_square(beast)}{format_square(end)}", position_after(position, changes)
        elif kind == "K":
            for step in ORTHOGONAL_STEPS + DIAGONAL_STEPS:
                end = find_square_after(start, step)
                target = board.get(end)
                if is_on_board(end) and not is_piece_of(target, side) and not is_beast(target):
                    yield name + format_square(end), position_after(position, {start: None, end: letter})
        elif kind == "T":
            yield from iter_beast_moves(position, start)
        else:
            yield from iter_pawn_moves(position, start, rank_step)
    yield from iter_castlings(position)


def iter_propel_targets(board: Board, start: Square, beast: Square, kind: str) -> Iterator[Square]:
    """Yield the squares to which a piece can propel a beast."""
    free = {
        square for square in ((f, r) for f in range(10) for r in range(8)) if square not in board or square == start
    }
    if kind == "N":
        yield from (find_square_after(beast, step) for step in KNIGHT_STEPS if find_square_after(beast, step) in free)
        return
    for step in SLIDER_STEPS[kind]:
        distance = 1
        while find_square_after(beast, step, distance) in free:
            yield find_square_after(beast, step, distance)
            distance += 1


def iter_pawn_moves(position: Position, start: Square, rank_step: int) -> Iterator[tuple[str, Position]]:
    board, side, _, en_passant = position
    pawn, name = board[start], format_square(start)
    own_beast = "T" if side == "w" else "t"
    next_square, second_square, third_square = (find_square_after(start, (0, rank_step), times) for times in (1, 2, 3))
    is_on_start_rank = start[1] == (1 if side == "w" else 6)

    def iter_promotions(end: Square) -> Iterator[tuple[str, Position]]:
        if end[1] in (0, 7):
            for kind in "qrbnt":
                promoted_piece = kind.upper() if side == "w" else kind
                yield name + format_square(end) + kind, position_after(position, {start: None, end: promoted_piece})
        else:
            yield name + format_square(end), position_after(position, {start: None, end: pawn})

    if is_on_board(next_square) and next_square not in board:
        yield from iter_promotions(next_square)
    if is_on_start_rank and second_square not in board:
        if next_square not in board:
            yield (
                name + format_square(second_square),
                position_after(position, {start: None, second_square: pawn}, next_square),
            )
        elif board[next_square] == own_beast:
            yield name + format_square(second_square), position_after(position, {start: None, second_square: pawn})
    if is_on_start_rank and board.get(next_square) == own_beast and second_square not in board:
        yield (
            f"{name}>{format_square(next_square)}{format_square(second_square)}",
            position_after(position, {start: None, next_square: pawn, second_square: own_beast}),
        )
    if (
        is_on_start_rank
        and next_square not in board
        and board.get(second_square) == own_beast
        and third_square not in board
    ):
        changes: dict[Square, str | None] = {start: None, second_square: pawn, third_square: own_beast}
        yield (
            f"{name}>{format_square(second_square)}{format_square(third_square)}",
            position_after(position, changes, next_square),
        )
    for file_step in (-1, 1):
        end = find_square_after(start, (file_step, rank_step))
        target = board.get(end)
        if target is not None and not is_piece_of(target, side) and not is_beast(target):
            yield from iter_promotions(end)
        if en_passant is not None and end == en_passant:
            captured_square = find_square_after(end, (0, -rank_step))
            yield name + format_square(end), position_after(position, {start: None, end: pawn, captured_square: None})


def iter_beast_moves(position: Position, start: Square) -> Iterator[tuple[str, Position]]:
    board, side, _, _ = position
    beast, name = board[start], format_square(start)
    other_pieces = {square: letter for square, letter in board.items() if square != start}
    ends: set[Square] = set()
    captures: set[tuple[Square, Square]] = set()
    for step in ORTHOGONAL_STEPS + DIAGONAL_STEPS:
        if is_on_board(find_square_after(start, step)) and find_square_after(start, step) not in other_pieces:
            ends.add(find_square_after(start, step))
    for steps in (ORTHOGONAL_STEPS, DIAGONAL_STEPS):
        pending_squares, visited = [start], {start}
        while pending_squares:
            square = pending_squares.pop()
            for step in steps:
                hopped_square, end = find_square_after(square, step), find_square_after(square, step, 2)
                if hopped_square not in other_pieces or not is_on_board(end) or end in other_pieces:
                    continue
                if is_beast(other_pieces[hopped_square]) and not is_piece_of(other_pieces[hopped_square], side):
                    captures.add((end, hopped_square))
                if end not in visited:
                    visited.add(end)
                    pending_squares.append(end)
        ends |= visited - {start}
    for end in ends:
        yield name + format_square(end), position_after(position, {start: None, end: beast})
    for end, hopped_square in captures:
        changes: dict[Square, str | None] = {start: None, hopped_square: None}
        changes[end] = beast
        yield f"{name}{format_square(end)}x{format_square(hopped_square)}", position_after(position, changes)


def iter_castlings(position: Position) -> Iterator[tuple[str, Position]]:
    board, side, rights, _ = position
    rank = "1" if side == "w" else "8"
    king, rook, own_beast = ("K", "R", "T") if side == "w" else ("k", "r", "t")
    king_start = parse_square("f" + rank)
    for right, corner_file, king_file, rook_file, crossed_files in (
        ("k", "j", "h", "g", "g"),
        ("k", "j", "i", "h", "gh"),
        ("q", "a", "c", "d", "ed"),
        ("q", "a", "b", "c", "edc"),
    ):
        if (right.upper() if side == "w" else right) not in rights or is_king_attacked(board, side):
            continue
        king_square, rook_square = parse_square(king_file + rank), parse_square(rook_file + rank)
        inner_files = "ghi" if right == "k" else "bcde"
        if king_square in board or rook_square in board:
            continue
        if any(board.get(parse_square(file + rank), own_beast) != own_beast for file in inner_files):
            continue
        if any(
            parse_square(file + rank) not in board
            and is_king_attacked(
                position_after(position, {king_start: None, parse_square(file + rank): king}).board, side
            )
            for file in crossed_files
        ):
            continue
        corner_square = parse_square(corner_file + rank)
        next_position = position_after(
            position, {king_start: None, corner_square: None, king_square: king, rook_square: rook}
        )
        yield format_square(king_start) + format_square(king_square), next_position


def find_legal_moves(position: Position) -> dict[str, Position]:
    """Return all legal moves by their texts, each with the position after it.

    Raises: AssertionError: two moves have the same text.
    """
    successors: dict[str, Position] = {}
    for text, next_position in iter_pseudo_legal_moves(position):
        if not is_king_attacked(next_position.board, position.side):
            assert text not in successors, text
            successors[text] = next_position
    return successors
