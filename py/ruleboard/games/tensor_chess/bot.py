"""The bot of Tensor Chess: its levels, and its choice of a move."""

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
"""The advantage, in hundredths of a pawn, at which the chances are three to one."""
_FAR: Final = 4
"""The shortest distance, in squares, that counts as far."""

_PAUSE: Final = 25
"""The number of positions between two yields."""


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a level in one game.

    Attributes:
        limits: the limits of its search.
        noise: the largest error in its evaluation of a move, in hundredths of a pawn.
        bent: how many bounces, propels and hops it overlooks when it looks ahead, in percent.
        far: how many plain moves over ``_FAR`` squares or more it overlooks, in percent.
        ideas: how many of its own moves it considers, in percent. They are a random sample. It always considers
            moves that mate.
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
"""The levels 1 to 5, each with the strengths from which a game picks one for each side."""


class TensorChessBot(BaseBot[State, Move]):
    """The bot of Tensor Chess."""

    @override
    def think(self, state: State, question: Question) -> Thinking[Move]:
        """Choose a move by a search within the limits of the level."""
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
        """Return the checks, then moves that mate, promote a pawn or win a piece, the worst first."""
        return dangers.threats(state, player)

    @override
    def counsel(self, state: State, player: int) -> tuple[Counsel, ...]:
        return dangers.counsel(state, player)

    @override
    def reasons(self, state: State, actions: Sequence[Action[Move]]) -> tuple[str, ...]:
        return reasons.reasons(state, actions[0].move)


def _score(value: int) -> int:
    """Return the value of a search as a score between ``-WON`` and ``WON``."""
    if value >= SURE:
        return WON
    return -WON if value <= -SURE else graded(value, _SCALE)


def _mates(after: State) -> bool:
    """Return True if the side to move is checkmated."""
    return in_check(after) and not legal_moves(after)


def _rules(level: Level, seed: int) -> TensorChessRules:
    """Return rules for a search that overlooks as many moves as the level does. The seed decides which moves."""
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
