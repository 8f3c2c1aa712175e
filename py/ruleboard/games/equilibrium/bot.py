"""The bot for Equilibrium. It previews the end of the round and searches some turns ahead.

When it searches its own turns, it assumes that the other players do not act, or only pass. It searches the final
actions of all players by max^n, in which each player maximizes their own value (Luckhardt and Irani, 1986). The
strongest level plans the rest of the round by beam search.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ruleboard.contract.bots import BaseBot
from ruleboard.engine.action import Action
from ruleboard.engine.rng import randbelow
from ruleboard.engine.search.thinking import (
    Comparison,
    ComparisonSearch,
    Question,
    TurnChoice,
    TurnSearch,
    hash_mix,
    sample_turns,
    score_from_value,
)
from ruleboard.games.equilibrium import advice, draw_pile, movegen, numbers, placement
from ruleboard.games.equilibrium.candidates import candidate_moves, move_effect
from ruleboard.games.equilibrium.evaluation import LEVEL_WEIGHTS, Weights, advantage
from ruleboard.games.equilibrium.movegen import legal_actions
from ruleboard.games.equilibrium.moves import Code, Download, Flip, Hack, Move, Pass, Skip, Tweak
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.prospects import FITTED_WEIGHTS, ProspectWeights
from ruleboard.games.equilibrium.rules import Equilibrium
from ruleboard.games.equilibrium.self_harm import moves_without_self_harm
from ruleboard.games.equilibrium.state import (
    ACTION,
    FINAL_ACTION,
    FLIP,
    GAME_OVER,
    SETUP,
    TWEAK,
    Phase,
    Player,
    State,
    face_up_cells,
)
from ruleboard.i18n import N_
from ruleboard.overriding import override


@dataclass(frozen=True, slots=True)
class Level:
    """The settings of a bot level.

    Attributes:
        weights: the weights of the evaluation.
        move_counts: for each turn of the search, the number of moves to search.
        ignores_opponents: True if the search before the final actions includes only the player's own turns.
        beam_width: the width of the beam search for all turns until the player passes, or 0 for no beam search.
            With a beam search, ``move_counts`` apply to final actions only.
        considered_move_percent: the percentage of moves, chosen at random, that the bot considers before the
            final actions.
        ends_won_games: True if the bot draws the last tile of the pile as soon as it expects to win then.
        finds_final_win: True if the bot wins with the last final action whenever it can.
        card_search_percent: the percentage of turns in which the bot also searches each Operation card that it can
            take.
    """

    weights: Weights | ProspectWeights
    move_counts: tuple[int, ...] = ()
    ignores_opponents: bool = False
    beam_width: int = 0
    considered_move_percent: int = 100
    ends_won_games: bool = False
    finds_final_win: bool = False
    card_search_percent: int = 0


_ONE_ROUND_WEIGHTS: Final = Weights(LEVEL_WEIGHTS, 6, 10, 10, (1, 1, 0))
_TWO_ROUND_WEIGHTS: Final = Weights(LEVEL_WEIGHTS, 6, 10, 10, (0, 1, 1))
LEVELS: Final = (
    Level(_ONE_ROUND_WEIGHTS, considered_move_percent=40),
    Level(_TWO_ROUND_WEIGHTS, (2,), ignores_opponents=True, considered_move_percent=88, ends_won_games=True),
    Level(
        _TWO_ROUND_WEIGHTS,
        (2,),
        ignores_opponents=True,
        ends_won_games=True,
        finds_final_win=True,
        card_search_percent=12,
    ),
    Level(_TWO_ROUND_WEIGHTS, (8,), ignores_opponents=True, ends_won_games=True, finds_final_win=True),
    Level(FITTED_WEIGHTS, (8, 8), ignores_opponents=True, beam_width=8, finds_final_win=True),
)
"""The levels of the bot, from the weakest."""

_MAX_PLAN_TURNS: Final = 7
"""The maximum number of turns of a plan."""
_ADVANTAGE_SCALE: Final = 1500
"""The advantage with winning odds of three to one."""
_FIRST_LATE_ROUND: Final = 13
"""The first round in which the bot downloads whenever possible, so that games end."""
_GAME: Final = Equilibrium()


class EquilibriumBot(BaseBot[State, Move]):
    """The bot for Equilibrium."""

    playing_styles = (
        N_("Looks only at its own turn, and overlooks more than half of its possible moves."),
        N_("Compares 2 good moves, and looks at the turn after each."),
        N_("Compares 2 good moves, sometimes also each card, and looks at the turn after each."),
        N_("Compares 8 good moves, and looks at the turn after each."),
        N_("Plans all its turns for the rest of the round."),
    )
    levels: Sequence[Level] = LEVELS

    threats = staticmethod(advice.threats)
    tips = staticmethod(advice.tips)
    consequences = staticmethod(advice.consequences)
    reasons = staticmethod(advice.reasons)

    @override
    def think(self, state: State, question: Question) -> TurnSearch[Move]:
        """Choose an action and the tweaks after it, or a single tweak, a flip, or the first two tiles."""
        level = self.levels[question.level - 1]
        search = _Search(level, question.player)
        state = draw_pile.with_hidden_redealt(state, hash_mix(question.seed, 0))
        if state.phase.kind == TWEAK:
            move: Move = _best_tweak(state, level)
            next_state = _GAME.next_state(state, move)
        elif state.phase.kind == FLIP:
            kind = state.phase.flips[0][1]
            cells = face_up_cells(state.mover.board, kind)
            move = Flip(kind, cells[randbelow(len(cells), question.seed)[0]])
            next_state = _GAME.next_state(state, move)
        else:
            move, next_state = yield from search.best_move(state, question.seed)
        score = score_from_value(advantage(level.weights.values(next_state), question.player), _ADVANTAGE_SCALE)
        return TurnChoice(_actions_with_tweaks(state, move, level), score, position_count=search.position_count)

    @override
    def compare(self, state: State, question: Question, actions: Sequence[Action[Move]]) -> ComparisonSearch[Move]:
        """Compare a setup, or an action and the tweaks after it, with the best alternative, by value for the player."""
        if state.phase.kind not in (SETUP, ACTION, FINAL_ACTION):
            return None
        level = self.levels[question.level - 1]
        search = _Search(level, question.player)
        state = draw_pile.with_hidden_redealt(state, hash_mix(question.seed, 0))
        move, next_state = yield from search.best_move(state, question.seed)
        best_advantage = advantage((yield from search.search_next_turns(next_state)), question.player)
        values_by_player = yield from search.search_next_turns(
            _state_after_turn(search, state, [action.move for action in actions])
        )
        played_score = score_from_value(advantage(values_by_player, question.player), _ADVANTAGE_SCALE)
        score = max(played_score, score_from_value(best_advantage, _ADVANTAGE_SCALE))
        return Comparison(_actions_with_tweaks(state, move, level), score, played_score, search.position_count)


def _state_after_turn(search: _Search, state: State, moves: Sequence[Move]) -> State:
    """Return the state after a turn and all pending tweaks and flips.

    The turn is the first of ``moves`` and the tweaks after it. The function ignores the flips in ``moves``, since the
    search shuffles the pile and the round may end differently.
    """
    player = state.phase.player
    tweaks = [move for move in moves[1:] if isinstance(move, Tweak)]
    state = _GAME.next_state(state, moves[0])
    for tweak in tweaks:
        if state.phase.kind != TWEAK or state.phase.player != player:
            break
        state = _GAME.next_state(state, tweak)
    return search.state_after_tweaks_and_flips(state)


def _actions_with_tweaks(state: State, move: Move, level: Level) -> tuple[Action[Move], ...]:
    """Return the action of a move, followed by the actions of the player's best tweaks."""
    player = state.phase.player
    actions = [_action_of_move(state, move)]
    state = _GAME.next_state(state, move)
    while state.phase.kind == TWEAK and state.phase.player == player:
        actions.append(_action_of_move(state, _best_tweak(state, level)))
        state = _GAME.next_state(state, actions[-1].move)
    return tuple(actions)


def _best_tweak(state: State, level: Level) -> Tweak:
    """Return the best tweak for a level. After the last tile was drawn, every level takes the strongest level's."""
    weights = level.weights if state.final_players is None else FITTED_WEIGHTS
    return Tweak(weights.best_tweak(state))


def _state_after_expected_passes(state: State, player: int) -> State:
    """Return the state after each other player who can pay for neither a Load nor a Download has passed."""
    for other_player in state.order:
        if (
            other_player != player
            and other_player not in state.passed_players
            and state.players[other_player].cycles < numbers.LOAD_COST.value
        ):
            state = _GAME.next_state(replace(state, phase=Phase(ACTION, other_player)), Pass())
    return state


def _hand_value(player: Player) -> int:
    tweaks = [2 * player.numbers.card(card).tweaks + 1 for card in player.hand]
    return FITTED_WEIGHTS.tweak_weight * sum(tweaks) if player.cycles else 0


def _action_of_move(state: State, move: Move) -> Action[Move]:
    return next(action for action in legal_actions(state) if action.move == move)


class _Search:
    """A search for one decision. The generators yield the number of positions evaluated so far."""

    def __init__(self, level: Level, player: int) -> None:
        self.level = level
        self.player = player
        self.position_count = 0

    def best_move(self, state: State, seed: int) -> Generator[int, None, tuple[Move, State]]:
        if state.phase.kind == SETUP:
            moves: list[Move] = [action.move for action in legal_actions(state)]
        else:
            all_moves = list(candidate_moves(state))
            moves = moves_without_self_harm(state, all_moves)
            if self.level.finds_final_win and state.final_players == (self.player,):
                winning_moves = yield from self.winning_moves(state, all_moves)
                moves = [move for move in moves if move in winning_moves] or winning_moves or moves
            if state.phase.kind == ACTION:
                if movegen.can_empty_pile(state):
                    moves = yield from self.moves_with_sensible_ends(state, moves)
                if state.round >= _FIRST_LATE_ROUND:
                    moves = [move for move in moves if isinstance(move, Download)] or moves
                sampled_indices = sample_turns(
                    range(len(moves)),
                    self.level.considered_move_percent,
                    seed,
                    lambda number: isinstance(moves[number], Pass),
                )
                moves = [moves[number] for number in sampled_indices]
        if self.level.beam_width and state.phase.kind == ACTION:
            _standings, move, next_state = yield from self.best_plan(state, moves)
            return (yield from self.random_equivalent_move(state, move, seed)), next_state
        valued_moves = yield from self.moves_by_value(state, moves)
        ranked_moves = valued_moves[: self.level.move_counts[0]] if self.level.move_counts else valued_moves
        if hash_mix(seed, 2) % 100 < self.level.card_search_percent:
            ranked_moves += [entry for entry in valued_moves[len(ranked_moves) :] if isinstance(entry[1], Code)]
        best_entry: tuple[int, Move, State] | None = None
        for value, move, next_state in ranked_moves:
            if self.level.move_counts:
                values_by_player = yield from self.search_values(next_state, 1)
                value = advantage(values_by_player, self.player)
            if best_entry is None or value > best_entry[0]:
                best_entry = (value, move, next_state)
        if best_entry is None:
            raise ValueError("there is no move to choose")
        return (yield from self.random_equivalent_move(state, best_entry[1], seed)), best_entry[2]

    def moves_with_sensible_ends(self, state: State, moves: Sequence[Move]) -> Generator[int, None, list[Move]]:
        """Return the moves without Downloads that end a game that the player then loses, or all if there are no others.

        A level that ends won games gets only the Downloads after which the player wins, if there are any. The player
        has to win if each player takes the final action that looks best at once, and also if the others skip theirs,
        since a person does not count on Hacks of the others.
        """
        winning_moves: list[Move] = []
        other_moves: list[Move] = []
        for move in moves:
            if isinstance(move, Download):
                state_after_move = self.state_after(state, move)
                if not (
                    (yield from self.wins_final_actions(state_after_move, others_act=True))
                    and (yield from self.wins_final_actions(state_after_move, others_act=False))
                ):
                    continue
                winning_moves.append(move)
            other_moves.append(move)
        return (winning_moves if self.level.ends_won_games else []) or other_moves or list(moves)

    def wins_final_actions(self, state: State, *, others_act: bool) -> Generator[int, None, bool]:
        """Return True if the player wins after the final actions that look best at once.

        Args:
            state: a state after the last tile was drawn.
            others_act: False if the other players skip their final actions.
        """
        while state.phase.kind == FINAL_ACTION:
            skips = not others_act and state.phase.player != self.player
            moves = [Skip()] if skips else list(candidate_moves(state))
            state = (yield from self.moves_by_value(state, moves))[0][2]
        return self.player in state.phase.ranks[0]

    def winning_moves(self, state: State, moves: Sequence[Move]) -> Generator[int, None, list[Move]]:
        """Return the moves that win as the last final action of the game."""
        valued_moves = yield from self.moves_by_value(state, moves)
        return [move for _value, move, end in valued_moves if self.player in end.phase.ranks[0]]

    def random_equivalent_move(self, state: State, move: Move, seed: int) -> Generator[int, None, Move]:
        equivalent_choices = yield from self.equivalent_moves(state, move)
        return equivalent_choices[randbelow(len(equivalent_choices), hash_mix(seed, 1))[0]]

    def search_next_turns(self, state: State) -> Generator[int, None, tuple[int, ...]]:
        """Return the value of a state for each player, found by a search of the player's next turns."""
        if not self.level.beam_width or state.phase.kind != ACTION or self.player in state.passed_players:
            return (yield from self.search_values(state, 1))
        state = replace(state, phase=Phase(ACTION, self.player))
        return (yield from self.best_plan(state, list(candidate_moves(state))))[0]

    def best_plan(
        self, state: State, moves: Sequence[Move]
    ) -> Generator[int, None, tuple[tuple[int, ...], Move, State]]:
        """Return the best plan for the rest of the round.

        After the first move of the plan, a player who can pay for neither a Load nor a Download passes. The other
        players do not act.

        Args:
            state: a state in which the player is to move.
            moves: the possible first moves of the plan.

        Returns:
            The value for each player at the end of the plan, the first move, and the state after this move.
        """
        best_entry: tuple[int, tuple[int, ...], Move, State] | None = None
        plans: list[tuple[State, Move | None, State]] = [(state, None, state)]
        visited_positions: set[tuple[tuple[Player, ...], str]] = set()
        for _turn in range(_MAX_PLAN_TURNS):
            longer_plans: list[tuple[int, State, Move, State]] = []
            for plan_state, first_move, first_state in plans:
                for move in candidate_moves(plan_state) if first_move else moves:
                    if first_move and isinstance(move, Pass):
                        continue
                    next_state = self.state_after(plan_state, move)
                    self.position_count += 1
                    if self.position_count % 10 == 0:
                        yield self.position_count
                    continues_plan = next_state.phase.kind == ACTION and not isinstance(move, Pass)
                    plan = (first_move or move, first_state if first_move else next_state)
                    if continues_plan and not first_move:
                        next_state = _state_after_expected_passes(next_state, self.player)
                    if isinstance(move, Pass):  # evaluate before the end of the round, like all other plans
                        values_by_player = self.level.weights.values(plan_state)
                    elif not first_move and next_state.phase.kind == FINAL_ACTION:
                        values_by_player = yield from self.search_values(next_state, 0)
                    else:
                        values_by_player = self.level.weights.values(next_state)
                    value = advantage(values_by_player, self.player)
                    if best_entry is None or value > best_entry[0]:
                        best_entry = (value, values_by_player, *plan)
                    if continues_plan and (next_state.players, next_state.tiles) not in visited_positions:
                        visited_positions.add((next_state.players, next_state.tiles))
                        next_state = replace(next_state, phase=Phase(ACTION, self.player))
                        longer_plans.append((value + _hand_value(next_state.players[self.player]), next_state, *plan))
            longer_plans.sort(key=lambda entry: -entry[0])
            plans = [plan[1:] for plan in longer_plans[: self.level.beam_width]]
        if best_entry is None:
            raise ValueError("there is no move to choose")
        return best_entry[1:]

    def equivalent_moves(self, state: State, move: Move) -> Generator[int, None, list[Move]]:
        """Return the legal moves with the same effect as ``move`` that leave the most free cells.

        For a Hack, return the moves that leave the fewest free cells on the opponent's board.
        """
        effect = move_effect(state, move)
        same_effect_moves = [
            action.move for action in legal_actions(state) if move_effect(state, action.move) == effect
        ]
        if len(same_effect_moves) == 1:
            return same_effect_moves
        yield self.position_count
        sign = -1 if isinstance(move, Hack) else 1
        owner = move.owner if isinstance(move, Hack) else state.phase.player
        free_cell_counts = []
        for number, candidate in enumerate(same_effect_moves):
            player = _GAME.next_state(state, candidate).players[owner]
            free_cell_counts.append(
                sign * sum(min(len(placement.free_cells(player, tile_kind)), 4) for tile_kind in TYPES)
            )
            if number % 20 == 19:
                yield self.position_count
        return [
            candidate
            for candidate, free_cell_count in zip(same_effect_moves, free_cell_counts, strict=True)
            if free_cell_count == max(free_cell_counts)
        ]

    def moves_by_value(
        self, state: State, moves: Sequence[Move]
    ) -> Generator[int, None, list[tuple[int, Move, State]]]:
        player = state.phase.player
        valued_moves = []
        for move in moves:
            next_state = self.state_after(state, move)
            valued_moves.append((advantage(self.level.weights.values(next_state), player), move, next_state))
            self.position_count += 1
            if self.position_count % 10 == 0:
                yield self.position_count
        valued_moves.sort(key=lambda item: -item[0])
        return valued_moves

    def state_after(self, state: State, move: Move) -> State:
        return self.state_after_tweaks_and_flips(_GAME.next_state(state, move))

    def state_after_tweaks_and_flips(self, state: State) -> State:
        while state.phase.kind in (TWEAK, FLIP):
            if state.phase.kind == TWEAK:
                state = _GAME.next_state(state, _best_tweak(state, self.level))
            else:
                kind = state.phase.flips[0][1]
                state = _GAME.next_state(state, Flip(kind, face_up_cells(state.mover.board, kind)[0]))
        return state

    def search_values(self, state: State, ply: int) -> Generator[int, None, tuple[int, ...]]:
        """Return the value of a state for each player, found by search.

        The search considers ``move_counts[ply]`` moves in the next turn, ``move_counts[ply + 1]`` in the turn after
        it, and so on.
        """
        if state.phase.kind in (GAME_OVER, SETUP):
            return self.level.weights.values(state)
        if self.level.ignores_opponents and state.phase.kind == ACTION:
            if self.player in state.passed_players:
                return self.level.weights.values(state)
            state = replace(state, phase=Phase(ACTION, self.player))
        player = state.phase.player
        valued_moves = yield from self.moves_by_value(state, list(candidate_moves(state)))
        if ply >= len(self.level.move_counts):
            return self.level.weights.values(valued_moves[0][2])
        best_values: tuple[int, ...] | None = None
        for _value, _move, next_state in valued_moves[: self.level.move_counts[ply]]:
            values_by_player = yield from self.search_values(next_state, ply + 1)
            if best_values is None or advantage(values_by_player, player) > advantage(best_values, player):
                best_values = values_by_player
        if best_values is None:
            raise ValueError("there is no move to choose")
        return best_values
