"""The opponent of Tensor Chess: its levels, and its choice of a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.engine.search.selective import search
from ruleboard.engine.search.thinking import WON, Choice, Question, Thinking, graded, ideas, mixed
from ruleboard.engine.search.tree import SURE, Limits
from ruleboard.games.bots import BaseBot, Counsel, Threat
from ruleboard.games.tensor_chess import dangers, reasons
from ruleboard.games.tensor_chess.attacks import in_check
from ruleboard.games.tensor_chess.board import FILES
from ruleboard.games.tensor_chess.movegen import legal_actions
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.packed_moves import legal_moves, play
from ruleboard.games.tensor_chess.packing import BEAST_CAPTURE, BOUNCE, FROM, KINDS, MASK, PROPEL, PackedMove
from ruleboard.games.tensor_chess.search_rules import TensorChessRules, position
from ruleboard.games.tensor_chess.state import State
from ruleboard.overriding import override

_SCALE: Final = 350
"""The advantage, in hundredths of a pawn, with which the chances are three to one."""
_FAR: Final = 4
"""The least distance, in squares, that counts as far."""

_PAUSE: Final = 25
"""The number of positions between two yields."""


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a level on one day.

    Attributes:
        limits: the limits of its search.
        noise: the most by which it misjudges a move, in hundredths of a pawn.
        bent: the share of bounces, propels and hops that it overlooks when looking ahead, in percent.
        far: the same for plain moves from far away.
        ideas: the share of its own moves that come to its mind, by lot, in percent; those that mate always do.
    """

    limits: Limits
    noise: int
    bent: int = 0
    far: int = 0
    ideas: int = 100


LEVELS: Final = (
    (Level(Limits(1, 1_500, 2, _PAUSE), noise=50, bent=60, far=25, ideas=58),),
    (
        Level(Limits(2, 600, 4, _PAUSE), noise=40, bent=30, ideas=41),
        Level(Limits(2, 600, 4, _PAUSE), noise=40, bent=30, ideas=80),
    ),
    (
        Level(Limits(3, 1_000, 6, _PAUSE), noise=54, bent=26, ideas=68),
        Level(Limits(3, 1_200, 6, _PAUSE), noise=40, bent=18),
    ),
    (
        Level(Limits(20, 370, 8, _PAUSE), noise=12),
        Level(Limits(20, 2_000, 8, _PAUSE), noise=12),
    ),
    (Level(Limits(20, 4_000, 8, _PAUSE), noise=4),),
)
"""The levels, from 1 to 5. Each game is a day for each side; those in the middle have bad ones and good ones."""


class TensorChessBot(BaseBot[State, Move]):
    """The opponent of Tensor Chess."""

    @override
    def think(self, state: State, question: Question) -> Thinking[Move]:
        """Choose a move by searching as far as the level does."""
        days = LEVELS[question.level - 1]
        level = days[mixed(question.day, question.player) % len(days)]
        seed = mixed(question.seed, 2 * state.fullmove_number + state.turn)

        def noise(move: PackedMove) -> int:
            return mixed(seed, move) % (2 * level.noise + 1) - level.noise

        start = position(state)
        captures, others = TensorChessRules().turns(start)
        roots = ideas((*captures, *others), level.ideas, seed, lambda move: _mates(play(state, move)))
        found = yield from search(
            _rules(level, seed), start, level.limits, roots, noise=noise, repeated=question.earlier
        )
        chosen = legal_actions(state).of(found.turn)
        line = []
        for move in found.line:
            line.append(legal_actions(state).of(move))
            state = play(state, move)
            yield found.positions
        return Choice((chosen,), _score(found.value), tuple(line), found.positions)

    @override
    def threats(self, state: State, player: int) -> tuple[Threat, ...]:
        """Return checks, then moves that mate, promote a pawn or win a piece, the worst first."""
        return dangers.threats(state, player)

    @override
    def counsel(self, state: State, player: int) -> tuple[Counsel, ...]:
        return dangers.counsel(state, player)

    @override
    def reasons(self, state: State, actions: Sequence[Action[Move]]) -> tuple[str, ...]:
        return reasons.reasons(state, actions[0].move)


def _score(value: int) -> int:
    """Return a search's value as a score."""
    if value >= SURE:
        return WON
    return -WON if value <= -SURE else graded(value, _SCALE)


def _mates(after: State) -> bool:
    """Return True if the side to move is in check and has no move."""
    return in_check(after) and not legal_moves(after)


def _rules(level: Level, seed: int) -> TensorChessRules:
    """Return the rules with the moves that a level sees ahead; which ones it overlooks depends on the seed."""
    if not level.bent and not level.far:
        return TensorChessRules()

    def seen(state: State, moves: list[PackedMove]) -> list[PackedMove]:
        board = state.board
        kept = []
        for move in moves:
            start, landing, kind = move >> FROM & MASK, move & MASK, move & KINDS
            apart = max(abs(start // FILES - landing // FILES), abs(start % FILES - landing % FILES))
            bent = kind in (BOUNCE, PROPEL, BEAST_CAPTURE) or (board[start] in b"Tt" and apart > 1)
            share = level.bent if bent else level.far if apart >= _FAR else 0
            if not share or (move * 0x9E3779B1 ^ seed) >> 16 & 0xFFFF >= share * 656:
                kept.append(move)
        return kept or moves

    return TensorChessRules(seen)
