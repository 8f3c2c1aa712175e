"""The opponent: previews rounds and looks ahead by turns.

It looks at its own turns as if the others waited, and at final actions of all, everybody for themselves (max^n;
Luckhardt and Irani, 1986).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.engine.rng import below
from ruleboard.engine.search.thinking import Choice, Comparing, Comparison, Question, Thinking, graded, mixed
from ruleboard.games.bots import BaseBot, Counsel, Threat
from ruleboard.games.equilibrium import advice, draw_pile, placement
from ruleboard.games.equilibrium.candidates import candidates, effect
from ruleboard.games.equilibrium.evaluation import Weights, advantage, best_tweak, values
from ruleboard.games.equilibrium.movegen import legal_actions
from ruleboard.games.equilibrium.moves import Download, Flip, Hack, Move, Tweak
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.rules import Equilibrium
from ruleboard.games.equilibrium.state import ACTION, FINAL, FLIP, OVER, SETUP, TWEAK, Phase, State, face_up


@dataclass(frozen=True, slots=True)
class Level:
    """The thoughts of a level.

    Attributes:
        weights: the weights of the features of positions.
        widths: for each turn looked ahead, the number of moves that are followed up.
        alone: True if, but for final actions, only the player's own turns are looked ahead, as if the others waited.
    """

    weights: Weights
    widths: tuple[int, ...] = ()
    alone: bool = False


_NOW: Final = Weights((30, 20, 14, 10, 8), 6, 10, 10, (1, 0, 0))
_TWO_ROUNDS: Final = Weights((30, 20, 14, 10, 8), 6, 10, 10, (0, 1, 1))
LEVELS: Final = (
    Level(_NOW),
    Level(_TWO_ROUNDS),
    Level(_TWO_ROUNDS, (5,), alone=True),
    Level(_TWO_ROUNDS, (8,), alone=True),
    Level(_TWO_ROUNDS, (8, 5), alone=True),
)
"""The levels of opponents, from the weakest."""

_SCALE: Final = 1500
"""The advantage at which the chances are as good as three to one."""
_LATE: Final = 13
"""The round from which tiles are downloaded whenever possible: nothing else ends a game in which all tokens are up."""
_GAME: Final = Equilibrium()


class EquilibriumBot(BaseBot[State, Move]):
    """An opponent that previews the end of the round, and looks ahead by turns."""

    levels: Sequence[Level] = LEVELS

    def think(self, state: State, question: Question) -> Thinking[Move]:
        """Choose an action, with the tweaks it brings; or a tweak, a tile to turn down, the first two tiles."""
        level = self.levels[question.level - 1]
        search = _Search(level, question.player)
        state = draw_pile.reshuffled(state, mixed(question.seed, 0))
        if state.phase.kind == TWEAK:
            move: Move = Tweak(best_tweak(state, level.weights))
            after = _GAME.next_state(state, move)
        elif state.phase.kind == FLIP:
            kind = state.phase.flips[0][1]
            cells = face_up(state.mover.board, kind)
            move = Flip(kind, cells[below(len(cells), question.seed)[0]])
            after = _GAME.next_state(state, move)
        else:
            move, after = yield from search.best(state, question.seed)
        score = graded(advantage(values(after, level.weights), question.player), _SCALE)
        return Choice(_with_tweaks(state, move, level), score, positions=search.positions)

    def compare(self, state: State, question: Question, actions: Sequence[Action[Move]]) -> Comparing[Move]:
        """Compare a setup or an action, with the tweaks it brought, with the best one by the player's own standing."""
        if state.phase.kind not in (SETUP, ACTION, FINAL):
            return None
        level = self.levels[question.level - 1]
        search = _Search(level, question.player)
        state = draw_pile.reshuffled(state, mixed(question.seed, 0))
        move, after = yield from search.best(state, question.seed)
        best = advantage((yield from search.standings(after, 1)), question.player)
        then = yield from search.standings(_after_turn(search, state, [action.move for action in actions]), 1)
        played = graded(advantage(then, question.player), _SCALE)
        score = max(played, graded(best, _SCALE))
        return Comparison(_with_tweaks(state, move, level), score, played, search.positions)

    def threats(self, state: State, player: int) -> tuple[Threat, ...]:
        """Return the Hacks that would make tokens of a player go down."""
        return advice.threats(state, player)

    def counsel(self, state: State, player: int) -> tuple[Counsel, ...]:
        """Return the thoughts that a position suggests; see ``advice``."""
        return advice.counsel(state, player)

    def harm(self, state: State, played: Sequence[Action[Move]], better: Sequence[Action[Move]]) -> tuple[Threat, ...]:
        """Return the harm that a turn may do; see ``advice``."""
        return advice.harm(state, played, better)

    def reasons(self, state: State, actions: Sequence[Action[Move]]) -> tuple[str, ...]:
        """Return the effects of actions at the end of the round, and the means they give."""
        return advice.reasons(state, actions)


def _after_turn(search: _Search, state: State, moves: Sequence[Move]) -> State:
    """Return the position after the first move of a turn, its tweaks, and the small decisions left to make then.

    Tiles turned down belong to the end of the round, which is not the same with the pile reshuffled.
    """
    who = state.phase.who
    tweaks = [move for move in moves[1:] if isinstance(move, Tweak)]
    state = _GAME.next_state(state, moves[0])
    for tweak in tweaks:
        if state.phase.kind != TWEAK or state.phase.who != who:
            break
        state = _GAME.next_state(state, tweak)
    return search.settled(state)


def _with_tweaks(state: State, move: Move, level: Level) -> tuple[Action[Move], ...]:
    """Return the action of a move and the player's tweaks that follow; a draw from the pile ends what is known."""
    who = state.phase.who
    actions = [_action(state, move)]
    state = _GAME.next_state(state, move)
    while state.phase.kind == TWEAK and state.phase.who == who:
        actions.append(_action(state, Tweak(best_tweak(state, level.weights))))
        state = _GAME.next_state(state, actions[-1].move)
    return tuple(actions)


def _action(state: State, move: Move) -> Action[Move]:
    return next(action for action in legal_actions(state) if action.move == move)


class _Search:
    """A search under way."""

    def __init__(self, level: Level, player: int) -> None:
        self.level = level
        self.player = player
        self.positions = 0

    def best(self, state: State, seed: int) -> Generator[int, None, tuple[Move, State]]:
        """Return the best move of the player and the position after it."""
        if state.phase.kind == SETUP:
            moves: list[Move] = [action.move for action in legal_actions(state)]
        else:
            moves = list(candidates(state))
            if state.phase.kind == ACTION and state.round >= _LATE:
                moves = [move for move in moves if isinstance(move, Download)] or moves
        tried = yield from self.tried(state, moves)
        ranked = tried[: self.level.widths[0]] if self.level.widths else tried
        best: tuple[int, Move, State] | None = None
        for value, move, after in ranked:
            if self.level.widths:
                standings = yield from self.standings(after, 1)
                value = advantage(standings, self.player)
            if best is None or value > best[0]:
                best = (value, move, after)
        if best is None:
            raise ValueError("there is no move to choose")
        same = yield from self.alike(state, best[1])
        number, _seed = below(len(same), mixed(seed, 1))
        return same[number], best[2]

    def alike(self, state: State, move: Move) -> Generator[int, None, list[Move]]:
        """Return the legal moves with the effect of a move that leave the best room on the board they change."""
        kind = effect(state, move)
        same = [action.move for action in legal_actions(state) if effect(state, action.move) == kind]
        if len(same) == 1:
            return same
        yield self.positions
        sign = -1 if isinstance(move, Hack) else 1
        owner = move.owner if isinstance(move, Hack) else state.phase.who
        rooms = []
        for number, other in enumerate(same):
            player = _GAME.next_state(state, other).players[owner]
            rooms.append(sign * sum(min(len(placement.free_cells(player, each)), 4) for each in TYPES))
            if number % 20 == 19:
                yield self.positions
        return [other for other, room in zip(same, rooms, strict=True) if room == max(rooms)]

    def tried(self, state: State, moves: Sequence[Move]) -> Generator[int, None, list[tuple[int, Move, State]]]:
        """Return the moves with their values for the player to move and the positions after them, best first."""
        who = state.phase.who
        found = []
        for move in moves:
            after = self.after(state, move)
            found.append((advantage(values(after, self.level.weights), who), move, after))
            self.positions += 1
            if self.positions % 10 == 0:
                yield self.positions
        found.sort(key=lambda each: -each[0])
        return found

    def after(self, state: State, move: Move) -> State:
        """Return the position after a move and the small decisions that follow it."""
        return self.settled(_GAME.next_state(state, move))

    def settled(self, state: State) -> State:
        """Return the position after the small decisions that are to be made."""
        while state.phase.kind in (TWEAK, FLIP):
            if state.phase.kind == TWEAK:
                state = _GAME.next_state(state, Tweak(best_tweak(state, self.level.weights)))
            else:
                kind = state.phase.flips[0][1]
                state = _GAME.next_state(state, Flip(kind, face_up(state.mover.board, kind)[0]))
        return state

    def standings(self, state: State, ply: int) -> Generator[int, None, tuple[int, ...]]:
        """Return the values of a position for everybody, some turns looked ahead."""
        if state.phase.kind in (OVER, SETUP):
            return values(state, self.level.weights)
        if self.level.alone and state.phase.kind == ACTION:
            if self.player in state.passed:
                return values(state, self.level.weights)
            state = replace(state, phase=Phase(ACTION, self.player))
        who = state.phase.who
        tried = yield from self.tried(state, list(candidates(state)))
        if ply >= len(self.level.widths):
            return values(tried[0][2], self.level.weights)
        best: tuple[int, ...] | None = None
        for _value, _move, after in tried[: self.level.widths[ply]]:
            standings = yield from self.standings(after, ply + 1)
            if best is None or advantage(standings, who) > advantage(best, who):
                best = standings
        if best is None:
            raise ValueError("there is no move to choose")
        return best
