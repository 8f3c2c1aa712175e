"""Find the opponent's Moves that win the game or a figure, and describe threats and tips in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ruleboard.contract.bots import Threat, Tip
from ruleboard.games.tesulda import texts
from ruleboard.games.tesulda.board import SQUARE_NAMES, iter_squares
from ruleboard.games.tesulda.completions import winning_completion
from ruleboard.games.tesulda.evaluation import figure_value
from ruleboard.games.tesulda.figures import CROWN
from ruleboard.games.tesulda.moves import MoveFigure, Swap
from ruleboard.games.tesulda.position import Position
from ruleboard.games.tesulda.reach import squares_between
from ruleboard.games.tesulda.search_rules import position_after_turn
from ruleboard.games.tesulda.state import SIDES, State, turn_start
from ruleboard.i18n import _
from ruleboard.wording import capitalize, sentence

_MAX_THREATS: Final = 8
"""The maximum number of threats that ``threats`` returns."""
_WIN_VALUE: Final = 100_000


@dataclass(frozen=True, slots=True)
class Danger:
    """A harmful Move by the opponent, possibly followed by a swap.

    Attributes:
        wins_game: True if the Move wins the game.
        move: the Move.
        square: the square of the attacked Prime or of the captured figure.
        loss: the value that the player loses. A plain figure is worth about 100.
        swap: the swap after the Move that wins the game, or None.
    """

    wins_game: bool
    move: MoveFigure
    square: int
    loss: int
    swap: Swap | None = None


@lru_cache(maxsize=64)
def dangers(state: State, player: int, *, lists_each_piece: bool = False) -> tuple[Danger, ...]:
    """Return the dangers to a player, the worst first.

    Each square has at most one danger that loses the game, and at most one other danger. The result omits captures of a
    Prime. The dangers include swaps only if no Move without a swap wins.

    Args:
        state: the state.
        player: the player in danger.
        lists_each_piece: True to keep these two dangers for each of the opponent's figures.
    """
    pass_state = turn_start(state, 1 - player)
    enemy_position = pass_state.position
    worst_dangers: dict[tuple[bool, int, int], Danger] = {}
    for origin, goal_mask in sorted(enemy_position.goals):
        for goal in iter_squares(goal_mask):
            danger = _danger_of_move(enemy_position, origin, goal)
            if danger is not None:
                key = danger.wins_game, danger.square, origin if lists_each_piece else -1
                if key not in worst_dangers or danger.loss > worst_dangers[key].loss:
                    worst_dangers[key] = danger
    swap_danger = None if any(wins_game for wins_game, *_squares in worst_dangers) else _danger_of_swap(pass_state)
    if swap_danger is not None:
        worst_dangers[True, swap_danger.square, -1] = swap_danger
    return tuple(sorted(worst_dangers.values(), key=lambda danger: (-danger.loss, danger.square)))


def _danger_of_move(enemy_position: Position, origin: int, goal: int) -> Danger | None:
    prey = enemy_position.enemy_figures.get(goal, "")
    if CROWN in prey:
        return None
    next_position = position_after_turn(enemy_position, origin, goal)
    if next_position.is_lost:
        return Danger(True, MoveFigure(origin, goal), next_position.attackers[0][1], _WIN_VALUE)
    if not prey:
        return None
    loss = figure_value(prey)
    if enemy_position.can_be_recaptured(goal, origin):
        loss -= figure_value(enemy_position.own_figures[origin])
    return Danger(False, MoveFigure(origin, goal), goal, loss) if loss > 0 else None


def _danger_of_swap(pass_state: State) -> Danger | None:
    for origin, goal_mask in sorted(pass_state.position.goals):
        for goal in iter_squares(goal_mask):
            if CROWN in pass_state.board[goal]:
                continue
            completion = winning_completion(pass_state, MoveFigure(origin, goal))
            if completion is not None:
                prime = completion.state.position.attackers[0][1]
                swap = next(move for move in completion.moves if isinstance(move, Swap))
                return Danger(True, MoveFigure(origin, goal), prime, _WIN_VALUE, swap)
    return None


def threats(state: State, player: int) -> tuple[Threat, ...]:
    """Return the threats against a player, the worst first, or an empty tuple while players build armies."""
    if state.build is not None:
        return ()
    enemy_state = turn_start(state, 1 - player)
    threat_list: list[Threat] = []

    def make_threat(text: str, origin: int, goal: int, threatened_square: int, opportunity: str = "") -> Threat:
        inner_squares = squares_between(state.board[origin], origin, goal, state.position.occupied_mask)
        path_names = tuple(SQUARE_NAMES[square] for square in (origin, *inner_squares, goal))
        return Threat(
            sentence(text),
            (SQUARE_NAMES[origin], SQUARE_NAMES[threatened_square]),
            path_names,
            sentence(opportunity) if opportunity else "",
        )

    for origin, prime in state.position.with_side(player).attackers:
        text = _("The figure on {square} attacks your Prime on {prime}")
        text = text.format(square=SQUARE_NAMES[origin], prime=SQUARE_NAMES[prime])
        threat_list.append(make_threat(text, origin, prime, prime))
    for danger in dangers(state, player, lists_each_piece=True):
        move = danger.move
        threat = _threat_clause(enemy_state, danger, player)
        opportunity = _opportunity_clause(enemy_state, danger, player)
        threat_list.append(make_threat(threat, move.origin, move.goal, danger.square, opportunity))
    return tuple(threat_list[:_MAX_THREATS])


def _threat_clause(enemy_state: State, danger: Danger, player: int) -> str:
    text = capitalize(texts.threat_clause(enemy_state, danger.move, player))
    if danger.swap is not None:
        template = _("{threat}. Then {swap}, and no Move can save your Prime")
        return template.format(threat=text, swap=texts.possible_swap_clause(danger.swap))
    return _("{threat}. Then no Move can save your Prime").format(threat=text) if danger.wins_game else text


def _opportunity_clause(enemy_state: State, danger: Danger, player: int) -> str:
    """Describe a danger as an opportunity for the opponent of ``player``, with the names of the sides."""
    text = capitalize(texts.opportunity_clause(enemy_state, danger.move))
    side = _(SIDES[player])
    if danger.swap is not None:
        template = _("{threat}. Then {swap}, and no Move can save {side}’s Prime")
        return template.format(threat=text, swap=texts.possible_swap_clause(danger.swap), side=side)
    return (
        _("{threat}. Then no Move can save {side}’s Prime").format(threat=text, side=side) if danger.wins_game else text
    )


def tips(state: State, player: int) -> tuple[Tip, ...]:
    """Return tips about the best gain at the start of the player's turn: winning the game or a figure."""
    if state.side != player or not state.is_turn_start:
        return ()
    opportunities = dangers(state, 1 - player)
    if not opportunities:
        return ()
    if opportunities[0].swap is not None:
        return (Tip(_("You can win this turn: move, then hand over pieces."), can_win=True),)
    if opportunities[0].wins_game:
        return (Tip(_("You can win this turn with one Move."), can_win=True),)
    return (Tip(_("You can make a good capture. Which of your opponent’s figures is poorly guarded?")),)
