"""Monte-Carlo tree search for any game that implements ``Game``: UCT with information sets and proven results.

Each iteration deals the hidden information at random (``Game.with_hidden_redealt``) and plays one game. It first
descends the tree by UCB1 (Kocsis and Szepesvári, 2006), which takes into account how often each action was available
(Cowling, Powley and Whitehouse, 2012), and then plays at random. Proven results spread up the tree (Winands, Björnsson
and Saito, 2008), unless chance is involved. All numbers are integers.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import Any, Final, Generic, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction
from ruleboard.engine.game import Game
from ruleboard.engine.rng import randbelow
from ruleboard.engine.search.thinking import MAX_SCORE, Question, TurnChoice, TurnSearch, hash_mix

S = TypeVar("S")
M = TypeVar("M")

ITERATIONS_PER_SLICE: Final = 8
"""The number of positions between two yields; one step of the slowest game takes a third of a millisecond."""
_EXPLORATION_WEIGHT: Final = 700
"""The weight of exploration, in thousandths of a return: the ``c`` of UCB1."""


@dataclass(frozen=True, slots=True)
class Level:
    """The search limits for one level of a bot.

    Attributes:
        max_positions: the number of positions to search before the bot decides.
        depth: the maximum depth of the tree, in decisions. Beyond it the search plays at random.
        max_rollout_actions: the number of random actions after which a game counts as a draw.
    """

    max_positions: int
    depth: int
    max_rollout_actions: int


LEVELS: Final = (
    Level(150, 1, 30),
    Level(400, 2, 40),
    Level(1_200, 3, 60),
    Level(3_500, 6, 100),
    Level(10_000, 40, 150),
)
"""The levels, from the weakest to the strongest."""


@dataclass(slots=True)
class _Node:
    """A node of the search tree, with its statistics.

    Attributes:
        totals: the sum of each player's returns over all games through the node, in thousandths.
        visits: the number of games through the node.
        children: the child nodes by the text of the decision.
        availability: the number of games in which a decision was legal, by its text.
        is_expanded: True if every legal decision has a child.
        proven_returns: the players' returns, in thousandths, if they are certain, or None.
    """

    totals: list[int]
    visits: int = 0
    children: dict[str, _Node] = field(default_factory=dict)
    availability: dict[str, int] = field(default_factory=dict)
    is_expanded: bool = False
    proven_returns: tuple[int, ...] | None = None

    def most_urgent_action(self, legal_actions: Sequence[Action[M]], player: int) -> Action[M]:
        """Return the action with the greatest urgency. Each action must have a child node."""
        return max(legal_actions, key=lambda action: self.urgency(action.text, player))

    def urgency(self, text: str, player: int) -> int:
        """Return the upper confidence bound (UCB1) for a player's return after the decision with this text."""
        child = self.children[text]
        if child.proven_returns is not None:
            return child.proven_returns[player]
        exploration = isqrt(
            _EXPLORATION_WEIGHT * _EXPLORATION_WEIGHT * self.availability[text].bit_length() // child.visits
        )
        return child.totals[player] // child.visits + exploration


class _TreeSearch(Generic[S, M]):
    """One Monte-Carlo tree search."""

    def __init__(self, game: Game[S, M], state: S, question: Question, level: Level) -> None:
        self.game = game
        self.state = state
        self.question = question
        self.level = level
        self.players = len(game.sides(state))
        self.position_count = 0
        self.chance = hash_mix(question.seed, 1)
        # A proof is valid only for one order of the hidden cards, so states with hidden information get no proofs.
        self.is_deterministic = all(game.with_hidden_redealt(state, seed) == state for seed in range(2))
        self.root = _Node([0] * self.players)
        self.nodes: dict[S, _Node] = {}
        """The nodes by state, if nothing is hidden: paths that lead to the same state share a node."""

    def returns(self, state: S, has_started: bool) -> tuple[int, ...] | None:
        """Return the players' returns in a finished game, in thousandths, or None while it continues.

        If ``has_started``, a position that has already occurred in the game counts as a draw.
        """
        outcome = self.game.outcome(state)
        if outcome is not None:
            return tuple(round(MAX_SCORE * player_return) for player_return in outcome.returns)
        if has_started and self.game.repetition.draw_count:
            key = self.game.key(state)
            if key is not None and self.question.occurrences.get(key):
                return (0,) * self.players
        return None

    def random_item(self, items: Sequence[Any]) -> Any:
        """Return a random item of a sequence."""
        index, self.chance = randbelow(len(items), self.chance)
        return items[index]

    def iterate(self) -> Generator[int, None, None]:
        """Play one game from the root, and add its result to the nodes along its path."""
        game = self.game
        self.chance = hash_mix(self.chance, self.position_count)
        state = game.with_hidden_redealt(self.state, self.chance)
        node = self.root
        path: list[tuple[_Node, int]] = []
        has_new_node = is_cut_off = False
        while (result := self.returns(state, bool(path))) is None and not has_new_node and len(path) < self.level.depth:
            player = game.to_move(state)
            assert player is not None, "a player is to move until the game has a result"
            legal_actions = game.legal_actions(state)
            for action in legal_actions:
                node.availability[action.text] = node.availability.get(action.text, 0) + 1
            untried_actions = [action for action in legal_actions if action.text not in node.children]
            node.is_expanded = len(untried_actions) <= 1
            path.append((node, player))
            action = (
                self.random_item(untried_actions) if untried_actions else node.most_urgent_action(legal_actions, player)
            )
            next_state = yield from self.apply(state, action)
            if untried_actions:
                node.children[action.text] = self.node(next_state)
                has_new_node = True
            node = node.children[action.text]
            if next_state is None or node.proven_returns is not None:
                is_cut_off = next_state is None
                break
            state = next_state
        if result is not None and self.is_deterministic:
            node.proven_returns = result
        result = (
            node.proven_returns or result or ((0,) * self.players if is_cut_off else (yield from self.rollout(state)))
        )
        for player in range(self.players):
            node.totals[player] += result[player]
        node.visits += 1
        for parent, mover in reversed(path):
            parent.visits += 1
            for player in range(self.players):
                parent.totals[player] += result[player]
            self.prove(parent, mover)

    def node(self, state: S | None) -> _Node:
        """Return the node for the state after a new decision. In deterministic games, equal states share one node."""
        if self.is_deterministic and state is not None:
            return self.nodes.setdefault(state, _Node([0] * self.players))
        return _Node([0] * self.players)

    def apply(self, state: S, action: Action[M]) -> Generator[int, None, S | None]:
        """Return the state after an action, or None if the game cannot continue without hidden information."""
        self.position_count += 1
        if self.position_count % ITERATIONS_PER_SLICE == 0:
            yield self.position_count
        try:
            return self.game.apply(state, action)
        except IllegalAction:
            return None

    def prove(self, node: _Node, mover: int) -> None:
        """Set a node's proven returns if the mover has a proven win, or if all children are proven."""
        if not self.is_deterministic or node.proven_returns is not None:
            return
        proven_returns = [child.proven_returns for child in node.children.values() if child.proven_returns is not None]
        best_returns = max(proven_returns, key=lambda returns: returns[mover], default=None)
        if best_returns is not None and (
            best_returns[mover] == MAX_SCORE or (node.is_expanded and len(proven_returns) == len(node.children))
        ):
            node.proven_returns = best_returns

    def rollout(self, state: S) -> Generator[int, None, tuple[int, ...]]:
        """Play random actions from a state, and return the result."""
        game = self.game
        for _ in range(self.level.max_rollout_actions):
            result = self.returns(state, True)
            if result is not None:
                return result
            next_state = yield from self.apply(state, self.random_item(game.legal_actions(state)))
            if next_state is None:
                break
            state = next_state
        return self.returns(state, True) or (0,) * self.players


def think(game: Game[S, M], state: S, question: Question, level: Level | None = None) -> TurnSearch[M]:
    """Choose the next action of the player to move by Monte-Carlo tree search.

    Args:
        game: the rules of the game.
        state: the player's view of the state. It must be possible to continue the game from this view.
        question: the player, the level, the seed, and the earlier positions.
        level: the search limits; by default the limits for the level in the question.
    """
    search = _TreeSearch(game, state, question, level or LEVELS[question.level - 1])
    legal_actions = game.legal_actions(state)
    while (
        search.position_count < search.level.max_positions
        and search.root.proven_returns is None
        and len(legal_actions) > 1
    ):
        yield from search.iterate()
    return _choose_action(search, legal_actions)


def _choose_action(search: _TreeSearch[S, M], legal_actions: Sequence[Action[M]]) -> TurnChoice[M]:
    """Choose the most visited action, but prefer proven wins and avoid proven losses."""
    player, children = search.question.player, search.root.children
    if not children:
        return TurnChoice((legal_actions[0],), 0, (legal_actions[0],), search.position_count)

    def preference(action: Action[M]) -> tuple[int, int]:
        child = children.get(action.text)
        if child is None:
            return 0, -1
        proven_return = child.proven_returns[player] if child.proven_returns is not None else 0
        if search.root.proven_returns is None:
            proven_return = (proven_return >= MAX_SCORE) - (proven_return <= -MAX_SCORE)
        return proven_return, child.visits

    best_action = max(legal_actions, key=preference)
    child = children[best_action.text]
    if child.proven_returns is not None:
        score = child.proven_returns[player]
    else:
        score = max(50 - MAX_SCORE, min(MAX_SCORE - 50, child.totals[player] // max(1, child.visits)))
    return TurnChoice((best_action,), score, (best_action,), search.position_count)
