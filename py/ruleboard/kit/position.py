"""Position texts of board games: the ranks, the side to move, options, hands, seed and note."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from ruleboard.engine.errors import PositionError, RuleboardError
from ruleboard.engine.limits import check_position_length
from ruleboard.i18n import _
from ruleboard.kit.board import EMPTY, HIDDEN_SEED, Board, BoardType, to_board_seed
from ruleboard.kit.errors import BoardGameError
from ruleboard.kit.ranks import check_rank_length, format_ranks, parse_ranks

_RUN_OR_LETTER_PATTERN: Final = re.compile(r"[1-9][0-9]?|.", re.ASCII | re.DOTALL)
_SIDE_PATTERN: Final = re.compile(r"(.)(?:\+([1-9][0-9]{0,3}))?", re.ASCII)
_EXTRAS_PATTERN: Final = re.compile(r"\[([!-~]*)\]")
_SEED_KEY: Final = "seed"
_SEED_TEXT_PATTERN: Final = re.compile(r"[1-9][0-9]{0,19}", re.ASCII)
MAX_LENGTH: Final = 1500
"""The maximum number of characters of a position."""


def parse_board(text: str, files: int, ranks: int, letters: str) -> str:
    """Parse the ranks of a position, and return the letters of all squares from a1 rank by rank.

    Args:
        text: the ranks, the last one first, with ``/`` between them.
        files: the number of files.
        ranks: the number of ranks.
        letters: the letters that may stand on a square.

    Raises:
        PositionError: the text is malformed.
    """

    def parse_rank(rank: str, number: int) -> str:
        where = _("rank {rank}").format(rank=number)
        cells = ""
        for match in _RUN_OR_LETTER_PATTERN.finditer(rank):
            if (match[0] not in letters and not match[0].isdigit()) or match[0] == "0":
                raise PositionError(
                    _("{letter} isn’t a piece").format(letter=repr(match[0])),
                    where=where,
                    expected=_("one of {letters}, or a number of empty squares").format(letters=repr(letters)),
                )
            cells += EMPTY * int(match[0]) if match[0].isdigit() else match[0]
            if len(cells) > files:
                break
        check_rank_length(len(cells), files, where)
        return cells

    expected = _("{n} ranks separated by /").format(n=ranks)
    return "".join(parse_ranks(text, ranks, parse_rank, expected=expected))


def side_signs(board_type: BoardType) -> tuple[str, ...]:
    """Return the sign of each side in position texts: its first letter, or else its number."""
    return tuple(letters[0] if letters else str(side + 1) for side, letters in enumerate(board_type.side_letters))


def format_position(board: Board, defaults: Mapping[str, str]) -> str:
    """Format a board as ``<ranks> <side to move> [<extras>] <note>``.

    In the middle of a turn, the number of actions so far follows the side, as in ``w+1``. The extras are the options
    that differ from their defaults, the hands and the seed, as in ``[size=7;w=pp;seed=12]``. Extras and note may be
    missing.
    """
    ranks = format_ranks(board.cells, board.type.files, EMPTY)
    steps = f"+{board.step_count}" if board.step_count else ""
    signs = side_signs(board.type)
    extras = [f"{name}={value}" for name, value in board.type.choices if value != defaults.get(name)]
    extras += [f"{sign}={hand}" for sign, hand in zip(signs, board.hands, strict=False) if hand]
    extras += [f"{_SEED_KEY}={board.seed}"] if board.seed > HIDDEN_SEED else []
    parts = (ranks, signs[board.side] + steps, f"[{';'.join(extras)}]" if extras else "", board.note)
    return " ".join(filter(None, parts))


def parse_position(text: str, start_for: Callable[[Mapping[str, str]], Board], letters: str) -> Board:
    """Parse a position text.

    Args:
        text: the text.
        start_for: returns the board at the start of a game with some options.
        letters: the letters of all pieces.

    Raises:
        PositionError: the text is malformed.
    """
    check_position_length(text, MAX_LENGTH)
    parts = text.split()
    extra_match = _EXTRAS_PATTERN.fullmatch(parts[2]) if len(parts) > 2 else None
    if extra_match:
        del parts[2]
    if len(parts) not in (2, 3):
        raise PositionError(
            _("a position has 2 or 3 parts, not {n}").format(n=len(parts)),
            expected=_("the ranks, the side to move, and a note if the game has one"),
        )
    ranks, side, note = (*parts, "")[:3]
    extras = _parse_extras(extra_match[1] if extra_match else "")
    start = _start_with_options(start_for, extras)
    board_type = start.type
    missing_cells = "".join({start.cells[number] for number in board_type.missing_squares})
    cells = parse_board(ranks, board_type.files, board_type.ranks, letters + EMPTY + missing_cells)
    for number, name in enumerate(board_type.names):
        if (number in board_type.missing_squares) != (bool(missing_cells) and cells[number] in missing_cells):
            raise PositionError(_("this game’s board has a different shape"), where=name, expected=start.cells[number])
    signs, match = side_signs(board_type), _SIDE_PATTERN.fullmatch(side)
    if match is None or match[1] not in signs:
        raise PositionError(
            _("{text} isn’t a side").format(text=repr(side[:10])), where=_("side"), expected=", ".join(signs)
        )
    hands = tuple(extras.pop(sign, "") for sign in signs)
    seed_text = extras.pop(_SEED_KEY, "")
    for letter in "".join(hands):
        if letter not in letters:
            raise _extra_error(letter)
    if extras or (seed_text and (not start.seed or not _SEED_TEXT_PATTERN.fullmatch(seed_text))):
        raise _extra_error(next(iter(extras), seed_text))
    seed = to_board_seed(int(seed_text)) if seed_text else start.seed
    step_count = int(match[2] or 0)
    sorted_hands = tuple("".join(sorted(hand)) for hand in hands) if any(hands) else ()
    board = Board(board_type, cells, signs.index(match[1]), "", step_count, sorted_hands, seed)
    try:
        return board.noted(note)
    except BoardGameError as error:
        raise PositionError(error.what, where=_("note"), expected=error.expected) from None


def _extra_error(text: str) -> PositionError:
    return PositionError(
        _("{text} can’t be used").format(text=repr(text)[:40]),
        where=_("the part in brackets"),
        expected=_("options, hands and the seed, as in {example}").format(example="[size=7;w=pp;seed=12]"),
    )


def _parse_extras(text: str) -> dict[str, str]:
    """Parse the part of a position in brackets, and return its values by name.

    Raises:
        PositionError: the text is malformed, or a name occurs twice.
    """
    extras: dict[str, str] = {}
    for item in text.split(";") if text else ():
        name, equals_sign, value = item.partition("=")
        if not (name and equals_sign and value) or name in extras:
            raise _extra_error(item)
        extras[name] = value
    return extras


def _start_with_options(start_for: Callable[[Mapping[str, str]], Board], extras: dict[str, str]) -> Board:
    """Remove the options from the extras, and return the board at the start of a game with these options.

    Raises:
        PositionError: an option has no such value.
    """
    names = dict(start_for({}).type.choices)
    try:
        return start_for({name: extras.pop(name) for name in names if name in extras})
    except RuleboardError as error:
        raise PositionError(error.what, where=_("the part in brackets"), expected=error.expected) from None
