"""Monte-Carlo tree search for any game, by the contract alone: UCT with information sets and proven results.

Every iteration plays one game on from the state, with the order that nobody knows drawn anew (``Game.reshuffled``):
down the tree by UCB1 (Kocsis and Szepesvári, 2006), counting how often each action was available (Cowling, Powley and
Whitehouse, 2012), then at random. Ends that are certain are proven up the tree (Winands, Björnsson and Saito, 2008),
unless chance is involved. All numbers are whole.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import Any, Final, Generic, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction
from ruleboard.engine.game import Game
from ruleboard.engine.rng import below
from ruleboard.engine.search.thinking import WON, Choice, Question, Thinking, mixed

S = TypeVar("S")
M = TypeVar("M")

PAUSE: Final = 8
"""The number of positions between two yields; one step of the slowest game takes a third of a millisecond."""
_CURIOSITY: Final = 700
"""The weight of exploration, in thousandths of a return: the ``c`` of UCB1."""


@dataclass(frozen=True, slots=True)
class Level:
    """The way of an opponent of one level.

    Attributes:
        positions: the number of positions after which it decides.
        depth: the number of decisions that it plans; after them it imagines random play.
        rollout: the number of random actions after which it counts a game as a draw.
    """

    positions: int
    depth: int
    rollout: int


LEVELS: Final = (
    Level(150, 1, 30),
    Level(400, 2, 40),
    Level(1_200, 3, 60),
    Level(3_500, 6, 100),
    Level(10_000, 40, 150),
)
"""The levels, from the weakest."""


@dataclass(slots=True)
class _Node:
    """The results of the games that came through one sequence of decisions, or through one state.

    Attributes:
        visits: the number of those games.
        totals: the returns of each player, added up, in thousandths.
        children: the nodes one decision further, by its text.
        available: the number of those games in which a decision was allowed, by its text.
        whole: True if every allowed decision has a child.
        proven: the certain returns, in thousandths.
    """

    totals: list[int]
    visits: int = 0
    children: dict[str, _Node] = field(default_factory=dict)
    available: dict[str, int] = field(default_factory=dict)
    whole: bool = False
    proven: tuple[int, ...] | None = None

    def most_urgent(self, legal: Sequence[Action[M]], player: int) -> Action[M]:
        """Return the action to try next; every one has been tried."""
        return max(legal, key=lambda action: self.urgency(action.text, player))

    def urgency(self, text: str, player: int) -> int:
        """Return the upper confidence bound (UCB1) of a player's return after a decision."""
        child = self.children[text]
        if child.proven is not None:
            return child.proven[player]
        exploration = isqrt(_CURIOSITY * _CURIOSITY * self.available[text].bit_length() // child.visits)
        return child.totals[player] // child.visits + exploration


class _Sampling(Generic[S, M]):
    """One search."""

    def __init__(self, game: Game[S, M], state: S, question: Question, level: Level) -> None:
        self.game = game
        self.state = state
        self.question = question
        self.level = level
        self.players = len(game.sides(state))
        self.positions = 0
        self.chance = mixed(question.seed, 1)
        # Proofs hold for one order of what nobody knows, so there are none where it is drawn anew.
        self.certain = all(game.reshuffled(state, seed) == state for seed in range(2))
        self.root = _Node([0] * self.players)
        self.nodes: dict[S, _Node] = {}
        """The nodes by state, where nothing is unknown: ways that lead to the same state share one."""

    def returns(self, state: S, begun: bool) -> tuple[int, ...] | None:
        """Return the returns at the end of a game, in thousandths, and a draw where a position repeats; else None."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return tuple(round(WON * got) for got in outcome.returns)
        if begun and self.game.repetition.draw:
            key = self.game.key(state)
            if key is not None and self.question.earlier.get(key):
                return (0,) * self.players
        return None

    def drawn(self, items: Sequence[Any]) -> Any:
        """Return one of the items at random."""
        at, self.chance = below(len(items), self.chance)
        return items[at]

    def iterate(self) -> Generator[int, None, None]:
        """Play one game, and count its result along its way through the tree."""
        game = self.game
        self.chance = mixed(self.chance, self.positions)
        state = game.reshuffled(self.state, self.chance)
        node = self.root
        path: list[tuple[_Node, int]] = []
        grown = hidden = False
        while (result := self.returns(state, bool(path))) is None and not grown and len(path) < self.level.depth:
            player = game.to_move(state)
            assert player is not None, "without a result somebody is to move"
            legal = game.legal_actions(state)
            for action in legal:
                node.available[action.text] = node.available.get(action.text, 0) + 1
            fresh = [action for action in legal if action.text not in node.children]
            node.whole = len(fresh) <= 1
            path.append((node, player))
            action = self.drawn(fresh) if fresh else node.most_urgent(legal, player)
            then = yield from self.applied(state, action)
            if fresh:
                node.children[action.text] = self.node(then)
                grown = True
            node = node.children[action.text]
            if then is None or node.proven is not None:
                hidden = then is None
                break
            state = then
        if result is not None and self.certain:
            node.proven = result
        result = node.proven or result or ((0,) * self.players if hidden else (yield from self.rollout(state)))
        for player in range(self.players):
            node.totals[player] += result[player]
        node.visits += 1
        for parent, mover in reversed(path):
            parent.visits += 1
            for player in range(self.players):
                parent.totals[player] += result[player]
            self.prove(parent, mover)

    def node(self, state: S | None) -> _Node:
        """Return the node of a state that was come to by a new decision."""
        if self.certain and state is not None:
            return self.nodes.setdefault(state, _Node([0] * self.players))
        return _Node([0] * self.players)

    def applied(self, state: S, action: Action[M]) -> Generator[int, None, S | None]:
        """Return the state after an action; None where too much is hidden to play on."""
        self.positions += 1
        if self.positions % PAUSE == 0:
            yield self.positions
        try:
            return self.game.apply(state, action)
        except IllegalAction:
            return None

    def prove(self, node: _Node, mover: int) -> None:
        """Note the certain result of a node whose player can win for certain, or of which all is known."""
        if not self.certain or node.proven is not None:
            return
        known = [child.proven for child in node.children.values() if child.proven is not None]
        best = max(known, key=lambda returns: returns[mover], default=None)
        if best is not None and (best[mover] == WON or (node.whole and len(known) == len(node.children))):
            node.proven = best

    def rollout(self, state: S) -> Generator[int, None, tuple[int, ...]]:
        """Return the result of random play."""
        game = self.game
        for _ in range(self.level.rollout):
            result = self.returns(state, True)
            if result is not None:
                return result
            then = yield from self.applied(state, self.drawn(game.legal_actions(state)))
            if then is None:
                break
            state = then
        return self.returns(state, True) or (0,) * self.players


def think(game: Game[S, M], state: S, question: Question, level: Level | None = None) -> Thinking[M]:
    """Choose the next action of the player to move, by playing many games on from a state.

    Args:
        game: the rules.
        state: the state as the player may see it; it must be possible to play on from it with these rules.
        question: the player, the level, the seed, and the positions that occurred before.
        level: the way of thinking; that of the question's level if None.
    """
    search = _Sampling(game, state, question, level or LEVELS[question.level - 1])
    legal = game.legal_actions(state)
    while search.positions < search.level.positions and search.root.proven is None and len(legal) > 1:
        yield from search.iterate()
    return _choice(search, legal)


def _choice(search: _Sampling[S, M], legal: Sequence[Action[M]]) -> Choice[M]:
    """Return the action that was tried most; one that is proven to win before all, one to lose after all."""
    player, children = search.question.player, search.root.children
    if not children:
        return Choice((legal[0],), 0, (legal[0],), search.positions)

    def worth(action: Action[M]) -> tuple[int, int]:
        child = children.get(action.text)
        if child is None:
            return 0, -1
        sure = child.proven[player] if child.proven is not None else 0
        if search.root.proven is None:
            sure = (sure >= WON) - (sure <= -WON)
        return sure, child.visits

    best = max(legal, key=worth)
    child = children[best.text]
    if child.proven is not None:
        score = child.proven[player]
    else:
        score = max(50 - WON, min(WON - 50, child.totals[player] // max(1, child.visits)))
    return Choice((best,), score, (best,), search.positions)
