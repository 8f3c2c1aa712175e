"""The bot of Tensor Chess and its levels."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final

from ruleboard.contract.bots import BaseBot
from ruleboard.engine.action import Action
from ruleboard.engine.search.selective import search
from ruleboard.engine.search.thinking import (
    MAX_SCORE,
    Question,
    TurnChoice,
    TurnSearch,
    hash_mix,
    sample_turns,
    score_from_value,
)
from ruleboard.engine.search.tree import FORCED_WIN, Limits
from ruleboard.games.tensor_chess import dangers, reasons
from ruleboard.games.tensor_chess.board import FILE_COUNT
from ruleboard.games.tensor_chess.movegen import legal_actions
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.packed_moves import apply_move, can_checkmate, is_checkmate
from ruleboard.games.tensor_chess.packing import (
    BEAST_CAPTURE,
    BOUNCE,
    KIND_MASK,
    PROPEL,
    SQUARE_MASK,
    START_SHIFT,
    PackedMove,
)
from ruleboard.games.tensor_chess.search_rules import TensorChessSearchRules, build_search_position
from ruleboard.games.tensor_chess.state import State
from ruleboard.i18n import N_
from ruleboard.overriding import override

_VALUE_SCALE: Final = 350
"""The advantage with winning odds of three to one, in hundredths of a pawn."""
_FAR_DISTANCE: Final = 4
"""The minimum distance of a far move, in squares."""

_YIELD_INTERVAL: Final = 25
"""The number of positions between two yields."""


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a bot level.

    Attributes:
        limits: the limits of the search.
        max_noise: the maximum random error in the value of a move, in hundredths of a pawn.
        ignored_bent_move_percent: the percentage of bounces, propels and hops that the search ignores.
        ignored_far_move_percent: the percentage of moves over at least ``_FAR_DISTANCE`` squares that the search
            ignores.
        ignored_own_bent_move_percent: the percentage of bounces, propels and hops that the bot does not consider for
            its own move, even if they checkmate.
        considered_move_percent: the percentage of the bot's own moves, chosen at random, that the bot considers. The
            bot always considers checkmating moves, apart from bent moves that it ignores.
        prevents_checkmate: True if the level avoids moves that allow an immediate checkmate, if other moves exist. On
            its first move, every level avoids such moves.
    """

    limits: Limits
    max_noise: int
    ignored_bent_move_percent: int = 0
    ignored_far_move_percent: int = 0
    ignored_own_bent_move_percent: int = 0
    considered_move_percent: int = 100
    prevents_checkmate: bool = True


LEVELS: Final = (
    (
        Level(
            Limits(1, 1_500, 2, _YIELD_INTERVAL),
            max_noise=50,
            ignored_bent_move_percent=85,
            ignored_far_move_percent=15,
            ignored_own_bent_move_percent=60,
            considered_move_percent=80,
            prevents_checkmate=False,
        ),
    ),
    (
        Level(
            Limits(2, 600, 4, _YIELD_INTERVAL),
            max_noise=40,
            ignored_bent_move_percent=8,
            considered_move_percent=86,
            prevents_checkmate=False,
        ),
        Level(
            Limits(2, 600, 4, _YIELD_INTERVAL),
            max_noise=40,
            ignored_bent_move_percent=8,
            prevents_checkmate=False,
        ),
    ),
    (
        Level(Limits(3, 1_400, 6, _YIELD_INTERVAL), max_noise=34, ignored_bent_move_percent=48),
        Level(Limits(3, 1_400, 6, _YIELD_INTERVAL), max_noise=34, ignored_bent_move_percent=32),
    ),
    (Level(Limits(20, 3_000, 8, _YIELD_INTERVAL), max_noise=10),),
    (Level(Limits(20, 9_000, 8, _YIELD_INTERVAL), max_noise=4),),
)
"""The levels 1 to 5. From a level with several strengths, a game picks one for each side."""


class TensorChessBot(BaseBot[State, Move]):
    """The bot of Tensor Chess."""

    playing_styles = (
        N_("Looks at most of its moves, but overlooks nearly all bounces and hops."),
        N_("Looks one reply ahead. It has good and bad days."),
        N_("Looks 3 moves ahead, but overlooks many bounces and hops. It has good and bad days."),
        N_("Sees all moves, and follows exchanges to their end."),
        N_("Looks the furthest ahead."),
    )
    threats = staticmethod(dangers.threats)
    tips = staticmethod(dangers.tips)

    @override
    def think(self, state: State, question: Question) -> TurnSearch[Move]:
        level_strengths = LEVELS[question.level - 1]
        level = level_strengths[hash_mix(question.game_seed, question.player) % len(level_strengths)]
        seed = hash_mix(question.seed, 2 * state.fullmove_number + state.turn)

        def noise(move: PackedMove) -> int:
            return hash_mix(seed, move) % (2 * level.max_noise + 1) - level.max_noise

        start = build_search_position(state)
        captures, other_moves = TensorChessSearchRules().turns(start)
        root_moves = sample_turns(
            (*captures, *other_moves),
            level.considered_move_percent,
            seed,
            lambda move: is_checkmate(apply_move(state, move)),
        )
        root_moves = [
            move
            for move in root_moves
            if not _is_bent_move(state, move) or hash_mix(seed, move, 1) % 100 >= level.ignored_own_bent_move_percent
        ] or root_moves
        search_result = yield from search(
            _level_rules(level, seed),
            start,
            level.limits,
            root_moves,
            noise=noise,
            repetition_counts=question.occurrences,
        )
        move, expected_line = search_result.turn, search_result.line
        if level.prevents_checkmate or state.fullmove_number == 1:
            ranked_moves = dict.fromkeys(
                (move, *(turn for turn, _value in search_result.ranked_turns), *captures, *other_moves)
            )
            move = yield from _first_safe_move(state, tuple(ranked_moves), search_result.position_count)
            expected_line = expected_line if move == search_result.turn else (move,)
        action = legal_actions(state).action_for(move)
        line_actions = []
        for move in expected_line:
            line_actions.append(legal_actions(state).action_for(move))
            state = apply_move(state, move)
            yield search_result.position_count
        return TurnChoice(
            (action,), _bounded_score(search_result.value), tuple(line_actions), search_result.position_count
        )

    @override
    def reasons(self, state: State, actions: Sequence[Action[Move]], reader: int | None = None) -> tuple[str, ...]:
        return reasons.reasons(state, actions[0].move)


def _bounded_score(value: int) -> int:
    if value >= FORCED_WIN:
        return MAX_SCORE
    return -MAX_SCORE if value <= -FORCED_WIN else score_from_value(value, _VALUE_SCALE)


def _first_safe_move(
    state: State, moves: Sequence[PackedMove], position_count: int
) -> Generator[int, None, PackedMove]:
    """Return the first move after which the other side cannot checkmate at once, or the first move if none is safe.

    Args:
        state: the state before the moves.
        moves: the moves, the best first.
        position_count: the number of positions searched so far, which the generator yields.
    """
    for move in moves:
        yield position_count
        if not can_checkmate(apply_move(state, move)):
            return move
    return moves[0]


def _is_bent_move(state: State, move: PackedMove) -> bool:
    """Return True for bounces, propels, and all moves of a beast but its steps to neighbouring squares."""
    kind = move & KIND_MASK
    return kind in (BOUNCE, PROPEL, BEAST_CAPTURE) or (
        state.board[move >> START_SHIFT & SQUARE_MASK] in b"Tt" and _distance(move) > 1
    )


def _distance(move: PackedMove) -> int:
    """Return the number of ranks or files between the two ends of a move, whichever is larger."""
    start, landing = move >> START_SHIFT & SQUARE_MASK, move & SQUARE_MASK
    return max(abs(start // FILE_COUNT - landing // FILE_COUNT), abs(start % FILE_COUNT - landing % FILE_COUNT))


def _level_rules(level: Level, seed: int) -> TensorChessSearchRules:
    """Return the search rules for a level. The seed determines which moves the search ignores."""
    if not level.ignored_bent_move_percent and not level.ignored_far_move_percent:
        return TensorChessSearchRules()

    def visible_moves(state: State, moves: list[PackedMove]) -> list[PackedMove]:
        filtered_moves = []
        for move in moves:
            ignored_percent = (
                level.ignored_bent_move_percent
                if _is_bent_move(state, move)
                else level.ignored_far_move_percent
                if _distance(move) >= _FAR_DISTANCE
                else 0
            )
            if not ignored_percent or (move * 0x9E3779B1 ^ seed) >> 16 & 0xFFFF >= ignored_percent * 656:
                filtered_moves.append(move)
        return filtered_moves or moves

    return TensorChessSearchRules(visible_moves)
