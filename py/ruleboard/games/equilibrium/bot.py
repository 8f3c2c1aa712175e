"""The opponent: previews rounds and looks ahead by turns.

It looks at its own turns as if the others waited, and at final actions of all, everybody for themselves (max^n;
Luckhardt and Irani, 1986). The strongest plans the rest of the round by a beam search.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.engine.rng import below
from ruleboard.engine.search.thinking import Choice, Comparing, Comparison, Question, Thinking, graded, ideas, mixed
from ruleboard.games.bots import BaseBot, Counsel, Threat
from ruleboard.games.equilibrium import advice, draw_pile, placement
from ruleboard.games.equilibrium.candidates import candidates, effect
from ruleboard.games.equilibrium.evaluation import Weights, advantage
from ruleboard.games.equilibrium.movegen import legal_actions
from ruleboard.games.equilibrium.moves import Download, Flip, Hack, Move, Pass, Tweak
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.prospects import FITTED, Prospects
from ruleboard.games.equilibrium.rules import Equilibrium
from ruleboard.games.equilibrium.state import ACTION, FINAL, FLIP, OVER, SETUP, TWEAK, Phase, Player, State, face_up
from ruleboard.overriding import override


@dataclass(frozen=True, slots=True)
class Level:
    """The thoughts of a level.

    Attributes:
        judge: the weights by which positions are valued.
        widths: for each turn looked ahead, the number of moves that are followed up.
        alone: True if, but for final actions, only the player's own turns are looked ahead, as if the others waited.
        beam: if not 0, the level plans all its turns until it passes, and follows up so many of the positions after
            each number of turns; ``widths`` are of final actions then.
        ideas: the share of its moves before the end that come to its mind, by lot, in percent.
    """

    judge: Weights | Prospects
    widths: tuple[int, ...] = ()
    alone: bool = False
    beam: int = 0
    ideas: int = 100


_ONE_ROUND: Final = Weights((30, 20, 14, 10, 8), 6, 10, 10, (1, 1, 0))
_TWO_ROUNDS: Final = Weights((30, 20, 14, 10, 8), 6, 10, 10, (0, 1, 1))
LEVELS: Final = (
    Level(_ONE_ROUND, ideas=40),
    Level(_TWO_ROUNDS),
    Level(_TWO_ROUNDS, (5,), alone=True),
    Level(_TWO_ROUNDS, (8,), alone=True),
    Level(FITTED, (8, 8), alone=True, beam=8),
)
"""The levels of opponents, from the weakest."""

_LONGEST_PLAN: Final = 7
"""The greatest number of turns of a plan."""
_SCALE: Final = 1500
"""The advantage at which the chances are as good as three to one."""
_LATE: Final = 13
"""The round from which tiles are downloaded whenever possible: nothing else ends a game in which all tokens are up."""
_GAME: Final = Equilibrium()


class EquilibriumBot(BaseBot[State, Move]):
    """An opponent that previews the end of the round, and looks ahead by turns."""

    levels: Sequence[Level] = LEVELS

    @override
    def think(self, state: State, question: Question) -> Thinking[Move]:
        """Choose an action, with the tweaks it brings; or a tweak, a tile to turn down, the first two tiles."""
        level = self.levels[question.level - 1]
        search = _Search(level, question.player)
        state = draw_pile.reshuffled(state, mixed(question.seed, 0))
        if state.phase.kind == TWEAK:
            move: Move = Tweak(level.judge.best_tweak(state))
            after = _GAME.next_state(state, move)
        elif state.phase.kind == FLIP:
            kind = state.phase.flips[0][1]
            cells = face_up(state.mover.board, kind)
            move = Flip(kind, cells[below(len(cells), question.seed)[0]])
            after = _GAME.next_state(state, move)
        else:
            move, after = yield from search.best(state, question.seed)
        score = graded(advantage(level.judge.values(after), question.player), _SCALE)
        return Choice(_with_tweaks(state, move, level), score, positions=search.positions)

    @override
    def compare(self, state: State, question: Question, actions: Sequence[Action[Move]]) -> Comparing[Move]:
        """Compare a setup or an action, with the tweaks it brought, with the best one by the player's own standing."""
        if state.phase.kind not in (SETUP, ACTION, FINAL):
            return None
        level = self.levels[question.level - 1]
        search = _Search(level, question.player)
        state = draw_pile.reshuffled(state, mixed(question.seed, 0))
        move, after = yield from search.best(state, question.seed)
        best = advantage((yield from search.outlook(after)), question.player)
        then = yield from search.outlook(_after_turn(search, state, [action.move for action in actions]))
        played = graded(advantage(then, question.player), _SCALE)
        score = max(played, graded(best, _SCALE))
        return Comparison(_with_tweaks(state, move, level), score, played, search.positions)

    @override
    def threats(self, state: State, player: int) -> tuple[Threat, ...]:
        """Return the Hacks that would make tokens of a player go down."""
        return advice.threats(state, player)

    @override
    def counsel(self, state: State, player: int) -> tuple[Counsel, ...]:
        return advice.counsel(state, player)

    @override
    def harm(self, state: State, played: Sequence[Action[Move]], better: Sequence[Action[Move]]) -> tuple[Threat, ...]:
        return advice.harm(state, played, better)

    @override
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
        actions.append(_action(state, Tweak(level.judge.best_tweak(state))))
        state = _GAME.next_state(state, actions[-1].move)
    return tuple(actions)


def _to_run(player: Player) -> int:
    """Return the value of the cards that a plan has still to run."""
    tweaks = [2 * player.numbers.card(card).tweaks + 1 for card in player.hand]
    return FITTED.tweak * sum(tweaks) if player.cycles else 0


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
            if state.phase.kind == ACTION:
                if state.round >= _LATE:
                    moves = [move for move in moves if isinstance(move, Download)] or moves
                thought = ideas(range(len(moves)), self.level.ideas, seed, wins=lambda _number: False)
                moves = [moves[number] for number in thought]
        if self.level.beam and state.phase.kind == ACTION:
            _standings, move, after = yield from self.planned(state, moves)
            return (yield from self.drawn(state, move, seed)), after
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
        return (yield from self.drawn(state, best[1], seed)), best[2]

    def drawn(self, state: State, move: Move, seed: int) -> Generator[int, None, Move]:
        """Return one of the moves with the effect of a move, drawn by lot."""
        same = yield from self.alike(state, move)
        return same[below(len(same), mixed(seed, 1))[0]]

    def outlook(self, state: State) -> Generator[int, None, tuple[int, ...]]:
        """Return the values of a position for everybody after a turn of the player, looked ahead."""
        if not self.level.beam or state.phase.kind != ACTION or self.player in state.passed:
            return (yield from self.standings(state, 1))
        state = replace(state, phase=Phase(ACTION, self.player))
        return (yield from self.planned(state, list(candidates(state))))[0]

    def planned(self, state: State, moves: Sequence[Move]) -> Generator[int, None, tuple[tuple[int, ...], Move, State]]:
        """Return the best plan for the rest of the round, as if the others waited.

        Args:
            state: the position, in which the player is to move.
            moves: the moves with which the plan may begin.

        Returns:
            The values of the position when the player has passed, the first move, and the position after it.
        """
        best: tuple[int, tuple[int, ...], Move, State] | None = None
        plans: list[tuple[State, Move | None, State]] = [(state, None, state)]
        seen: set[tuple[tuple[Player, ...], str]] = set()
        for _turn in range(_LONGEST_PLAN):
            longer: list[tuple[int, State, Move, State]] = []
            for before, first, start in plans:
                for move in candidates(before) if first else moves:
                    if first and isinstance(move, Pass):
                        continue
                    after = self.after(before, move)
                    self.positions += 1
                    if self.positions % 10 == 0:
                        yield self.positions
                    goes_on = after.phase.kind == ACTION and not isinstance(move, Pass)
                    if isinstance(move, Pass):  # valued before the end of a round, as all other plans are
                        standings = self.level.judge.values(before)
                    elif not first and after.phase.kind == FINAL:
                        standings = yield from self.standings(after, 0)
                    else:
                        standings = self.level.judge.values(after)
                    value = advantage(standings, self.player)
                    plan = (first or move, start if first else after)
                    if best is None or value > best[0]:
                        best = (value, standings, *plan)
                    if goes_on and (after.players, after.tiles) not in seen:
                        seen.add((after.players, after.tiles))
                        after = replace(after, phase=Phase(ACTION, self.player))
                        longer.append((value + _to_run(after.players[self.player]), after, *plan))
            longer.sort(key=lambda each: -each[0])
            plans = [plan[1:] for plan in longer[: self.level.beam]]
        if best is None:
            raise ValueError("there is no move to choose")
        return best[1:]

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
            found.append((advantage(self.level.judge.values(after), who), move, after))
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
                state = _GAME.next_state(state, Tweak(self.level.judge.best_tweak(state)))
            else:
                kind = state.phase.flips[0][1]
                state = _GAME.next_state(state, Flip(kind, face_up(state.mover.board, kind)[0]))
        return state

    def standings(self, state: State, ply: int) -> Generator[int, None, tuple[int, ...]]:
        """Return the values of a position for everybody, some turns looked ahead."""
        if state.phase.kind in (OVER, SETUP):
            return self.level.judge.values(state)
        if self.level.alone and state.phase.kind == ACTION:
            if self.player in state.passed:
                return self.level.judge.values(state)
            state = replace(state, phase=Phase(ACTION, self.player))
        who = state.phase.who
        tried = yield from self.tried(state, list(candidates(state)))
        if ply >= len(self.level.widths):
            return self.level.judge.values(tried[0][2])
        best: tuple[int, ...] | None = None
        for _value, _move, after in tried[: self.level.widths[ply]]:
            standings = yield from self.standings(after, ply + 1)
            if best is None or advantage(standings, who) > advantage(best, who):
                best = standings
        if best is None:
            raise ValueError("there is no move to choose")
        return best
