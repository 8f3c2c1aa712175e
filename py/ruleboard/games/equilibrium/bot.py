"""The bot of Equilibrium. It previews the end of the round and searches ahead by turns.

It searches its own turns as if the other players waited. It searches the final actions of all players by max^n, in
which each player maximizes their own value (Luckhardt and Irani, 1986). The strongest level plans the rest of the round
by beam search.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.engine.rng import randbelow
from ruleboard.engine.search.thinking import (
    Comparing,
    Comparison,
    Question,
    Thinking,
    TurnChoice,
    hash_mix,
    sample_turns,
    score_of_value,
)
from ruleboard.games.bots import BaseBot, Threat, Tip
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
    """The settings of a level of the bot.

    Attributes:
        weights: the weights of the evaluation.
        widths: for each turn of the search, the number of moves to search.
        ignores_others: True if the search before the final actions has only the player's own turns.
        beam: the width of the beam search for all turns until the player passes, or 0 for no beam search. With a beam
            search, ``widths`` apply to final actions only.
        ideas: the percentage of moves that the level considers before the final actions, at random.
    """

    weights: Weights | Prospects
    widths: tuple[int, ...] = ()
    ignores_others: bool = False
    beam: int = 0
    ideas: int = 100


_ONE_ROUND: Final = Weights((30, 20, 14, 10, 8), 6, 10, 10, (1, 1, 0))
_TWO_ROUNDS: Final = Weights((30, 20, 14, 10, 8), 6, 10, 10, (0, 1, 1))
LEVELS: Final = (
    Level(_ONE_ROUND, ideas=40),
    Level(_TWO_ROUNDS),
    Level(_TWO_ROUNDS, (5,), ignores_others=True),
    Level(_TWO_ROUNDS, (8,), ignores_others=True),
    Level(FITTED, (8, 8), ignores_others=True, beam=8),
)
"""The levels of the bot, from the weakest."""

_MAX_PLAN_TURNS: Final = 7
"""The maximum number of turns of a plan."""
_ADVANTAGE_SCALE: Final = 1500
"""The advantage with winning odds of three to one."""
_LATE_ROUND: Final = 13
"""The first round in which the bot downloads whenever possible, so that games end."""
_GAME: Final = Equilibrium()


class EquilibriumBot(BaseBot[State, Move]):
    """The bot of Equilibrium."""

    levels: Sequence[Level] = LEVELS

    @override
    def think(self, state: State, question: Question) -> Thinking[Move]:
        """Choose an action with its tweaks, or a single tweak, a flip, or the first two tiles."""
        level = self.levels[question.level - 1]
        search = _Search(level, question.player)
        state = draw_pile.with_hidden_redealt(state, hash_mix(question.seed, 0))
        if state.phase.kind == TWEAK:
            move: Move = Tweak(level.weights.best_tweak(state))
            after = _GAME.next_state(state, move)
        elif state.phase.kind == FLIP:
            kind = state.phase.flips[0][1]
            cells = face_up(state.mover.board, kind)
            move = Flip(kind, cells[randbelow(len(cells), question.seed)[0]])
            after = _GAME.next_state(state, move)
        else:
            move, after = yield from search.best_move(state, question.seed)
        score = score_of_value(advantage(level.weights.values(after), question.player), _ADVANTAGE_SCALE)
        return TurnChoice(_with_tweaks(state, move, level), score, positions=search.positions)

    @override
    def compare(self, state: State, question: Question, actions: Sequence[Action[Move]]) -> Comparing[Move]:
        """Compare a setup, or an action with its tweaks, with the best one by the value for the player."""
        if state.phase.kind not in (SETUP, ACTION, FINAL):
            return None
        level = self.levels[question.level - 1]
        search = _Search(level, question.player)
        state = draw_pile.with_hidden_redealt(state, hash_mix(question.seed, 0))
        move, after = yield from search.best_move(state, question.seed)
        best = advantage((yield from search.outlook(after)), question.player)
        standings = yield from search.outlook(_after_turn(search, state, [action.move for action in actions]))
        played_score = score_of_value(advantage(standings, question.player), _ADVANTAGE_SCALE)
        score = max(played_score, score_of_value(best, _ADVANTAGE_SCALE))
        return Comparison(_with_tweaks(state, move, level), score, played_score, search.positions)

    @override
    def threats(self, state: State, player: int) -> tuple[Threat, ...]:
        """Return a threat for each Hack that would lower tokens of a player."""
        return advice.threats(state, player)

    @override
    def tips(self, state: State, player: int) -> tuple[Tip, ...]:
        return advice.tips(state, player)

    @override
    def consequences(
        self, state: State, actions: Sequence[Action[Move]], better_actions: Sequence[Action[Move]]
    ) -> tuple[Threat, ...]:
        return advice.consequences(state, actions, better_actions)

    @override
    def reasons(self, state: State, actions: Sequence[Action[Move]]) -> tuple[str, ...]:
        """Return the effects of actions at the end of the round, and the cycles, tiles and tweaks that they give."""
        return advice.reasons(state, actions)


def _after_turn(search: _Search, state: State, moves: Sequence[Move]) -> State:
    """Return the state after the first move of a turn, its tweaks, and the remaining tweaks and flips.

    It ignores the flips in ``moves``, since the end of the round may differ after the shuffle of the pile.
    """
    player = state.phase.player
    tweaks = [move for move in moves[1:] if isinstance(move, Tweak)]
    state = _GAME.next_state(state, moves[0])
    for tweak in tweaks:
        if state.phase.kind != TWEAK or state.phase.player != player:
            break
        state = _GAME.next_state(state, tweak)
    return search.after_small_decisions(state)


def _with_tweaks(state: State, move: Move, level: Level) -> tuple[Action[Move], ...]:
    """Return the action of a move and the actions of the player's tweaks after it."""
    player = state.phase.player
    actions = [_action(state, move)]
    state = _GAME.next_state(state, move)
    while state.phase.kind == TWEAK and state.phase.player == player:
        actions.append(_action(state, Tweak(level.weights.best_tweak(state))))
        state = _GAME.next_state(state, actions[-1].move)
    return tuple(actions)


def _hand_value(player: Player) -> int:
    """Return the value of the cards in hand for a plan."""
    tweaks = [2 * player.numbers.card(card).tweaks + 1 for card in player.hand]
    return FITTED.tweak * sum(tweaks) if player.cycles else 0


def _action(state: State, move: Move) -> Action[Move]:
    return next(action for action in legal_actions(state) if action.move == move)


class _Search:
    """A search of one decision. Its generators yield the number of evaluated positions."""

    def __init__(self, level: Level, player: int) -> None:
        self.level = level
        self.player = player
        self.positions = 0

    def best_move(self, state: State, seed: int) -> Generator[int, None, tuple[Move, State]]:
        """Return the best move of the player and the state after it."""
        if state.phase.kind == SETUP:
            moves: list[Move] = [action.move for action in legal_actions(state)]
        else:
            moves = list(candidates(state))
            if state.phase.kind == ACTION:
                if state.round >= _LATE_ROUND:
                    moves = [move for move in moves if isinstance(move, Download)] or moves
                selected = sample_turns(range(len(moves)), self.level.ideas, seed, wins=lambda _number: False)
                moves = [moves[number] for number in selected]
        if self.level.beam and state.phase.kind == ACTION:
            _standings, move, after = yield from self.best_plan(state, moves)
            return (yield from self.random_equivalent(state, move, seed)), after
        valued_moves = yield from self.moves_by_value(state, moves)
        ranked = valued_moves[: self.level.widths[0]] if self.level.widths else valued_moves
        best: tuple[int, Move, State] | None = None
        for value, move, after in ranked:
            if self.level.widths:
                standings = yield from self.standings(after, 1)
                value = advantage(standings, self.player)
            if best is None or value > best[0]:
                best = (value, move, after)
        if best is None:
            raise ValueError("there is no move to choose")
        return (yield from self.random_equivalent(state, best[1], seed)), best[2]

    def random_equivalent(self, state: State, move: Move, seed: int) -> Generator[int, None, Move]:
        """Return a random move with the same effect as ``move``."""
        equivalents = yield from self.equivalent_moves(state, move)
        return equivalents[randbelow(len(equivalents), hash_mix(seed, 1))[0]]

    def outlook(self, state: State) -> Generator[int, None, tuple[int, ...]]:
        """Return the values of a state for all players after a turn of the player, by search."""
        if not self.level.beam or state.phase.kind != ACTION or self.player in state.passed:
            return (yield from self.standings(state, 1))
        state = replace(state, phase=Phase(ACTION, self.player))
        return (yield from self.best_plan(state, list(candidates(state))))[0]

    def best_plan(
        self, state: State, moves: Sequence[Move]
    ) -> Generator[int, None, tuple[tuple[int, ...], Move, State]]:
        """Return the best plan for the rest of the round, as if the other players waited.

        Args:
            state: a state in which the player is to move.
            moves: the possible first moves of the plan.

        Returns:
            The values of the state in which the player has passed, the first move, and the state after it.
        """
        best: tuple[int, tuple[int, ...], Move, State] | None = None
        plans: list[tuple[State, Move | None, State]] = [(state, None, state)]
        visited: set[tuple[tuple[Player, ...], str]] = set()
        for _turn in range(_MAX_PLAN_TURNS):
            longer: list[tuple[int, State, Move, State]] = []
            for before, first, start in plans:
                for move in candidates(before) if first else moves:
                    if first and isinstance(move, Pass):
                        continue
                    after = self.state_after(before, move)
                    self.positions += 1
                    if self.positions % 10 == 0:
                        yield self.positions
                    goes_on = after.phase.kind == ACTION and not isinstance(move, Pass)
                    if isinstance(move, Pass):  # evaluate before the end of the round, like all other plans
                        standings = self.level.weights.values(before)
                    elif not first and after.phase.kind == FINAL:
                        standings = yield from self.standings(after, 0)
                    else:
                        standings = self.level.weights.values(after)
                    value = advantage(standings, self.player)
                    plan = (first or move, start if first else after)
                    if best is None or value > best[0]:
                        best = (value, standings, *plan)
                    if goes_on and (after.players, after.tiles) not in visited:
                        visited.add((after.players, after.tiles))
                        after = replace(after, phase=Phase(ACTION, self.player))
                        longer.append((value + _hand_value(after.players[self.player]), after, *plan))
            longer.sort(key=lambda entry: -entry[0])
            plans = [plan[1:] for plan in longer[: self.level.beam]]
        if best is None:
            raise ValueError("there is no move to choose")
        return best[1:]

    def equivalent_moves(self, state: State, move: Move) -> Generator[int, None, list[Move]]:
        """Return the legal moves with the effect of ``move`` that leave most free cells, or fewest for a Hack."""
        kind = effect(state, move)
        equivalents = [action.move for action in legal_actions(state) if effect(state, action.move) == kind]
        if len(equivalents) == 1:
            return equivalents
        yield self.positions
        sign = -1 if isinstance(move, Hack) else 1
        owner = move.owner if isinstance(move, Hack) else state.phase.player
        rooms = []
        for number, candidate in enumerate(equivalents):
            player = _GAME.next_state(state, candidate).players[owner]
            rooms.append(sign * sum(min(len(placement.free_cells(player, tile_kind)), 4) for tile_kind in TYPES))
            if number % 20 == 19:
                yield self.positions
        return [candidate for candidate, room in zip(equivalents, rooms, strict=True) if room == max(rooms)]

    def moves_by_value(
        self, state: State, moves: Sequence[Move]
    ) -> Generator[int, None, list[tuple[int, Move, State]]]:
        """Return moves with their values for the player to move and the states after them, the best first."""
        player = state.phase.player
        valued_moves = []
        for move in moves:
            after = self.state_after(state, move)
            valued_moves.append((advantage(self.level.weights.values(after), player), move, after))
            self.positions += 1
            if self.positions % 10 == 0:
                yield self.positions
        valued_moves.sort(key=lambda item: -item[0])
        return valued_moves

    def state_after(self, state: State, move: Move) -> State:
        """Return the state after a move and the tweaks and flips that follow it."""
        return self.after_small_decisions(_GAME.next_state(state, move))

    def after_small_decisions(self, state: State) -> State:
        """Return the state after all pending tweaks and flips."""
        while state.phase.kind in (TWEAK, FLIP):
            if state.phase.kind == TWEAK:
                state = _GAME.next_state(state, Tweak(self.level.weights.best_tweak(state)))
            else:
                kind = state.phase.flips[0][1]
                state = _GAME.next_state(state, Flip(kind, face_up(state.mover.board, kind)[0]))
        return state

    def standings(self, state: State, ply: int) -> Generator[int, None, tuple[int, ...]]:
        """Return the values of a state for all players by a search from turn ``ply`` of ``widths``."""
        if state.phase.kind in (OVER, SETUP):
            return self.level.weights.values(state)
        if self.level.ignores_others and state.phase.kind == ACTION:
            if self.player in state.passed:
                return self.level.weights.values(state)
            state = replace(state, phase=Phase(ACTION, self.player))
        player = state.phase.player
        valued_moves = yield from self.moves_by_value(state, list(candidates(state)))
        if ply >= len(self.level.widths):
            return self.level.weights.values(valued_moves[0][2])
        best: tuple[int, ...] | None = None
        for _value, _move, after in valued_moves[: self.level.widths[ply]]:
            standings = yield from self.standings(after, ply + 1)
            if best is None or advantage(standings, player) > advantage(best, player):
                best = standings
        if best is None:
            raise ValueError("there is no move to choose")
        return best
