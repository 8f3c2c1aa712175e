"""Explain in sentences why a touch or a move is illegal. Only ``movegen`` decides legality."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.games.tesulda import building, building_refusals, exchange
from ruleboard.games.tesulda.board import (
    FORWARD_MASKS,
    SQUARE_NAMES,
    SQUARE_NUMBERS,
    ZONE_MASKS,
    Path,
    iter_squares,
    paths,
)
from ruleboard.games.tesulda.figures import (
    CROWN,
    ROD_CAPACITY,
    Traits,
    has_both_leaders,
    traits,
    with_pieces,
    without_pieces,
)
from ruleboard.games.tesulda.movegen import legal_actions
from ruleboard.games.tesulda.moves import (
    ArmyCommand,
    CopyFigure,
    CopyToKind,
    EndTurn,
    Move,
    MoveFigure,
    PlaceBase,
    PlacePiece,
    RemoveFigure,
    RemovePiece,
    Resource,
    ShiftPiece,
    Swap,
    Take,
)
from ruleboard.games.tesulda.piece_targets import selected_pieces
from ruleboard.games.tesulda.position import Position
from ruleboard.games.tesulda.reach import reachable_squares
from ruleboard.games.tesulda.state import RESOURCE_STEP, SIDES, SWAP_STEP, State
from ruleboard.games.tesulda.terms import counted_squares, missing_piece_text
from ruleboard.games.tesulda.texts import figure_name_with_side, traits_text
from ruleboard.games.tesulda.turn import state_after_move
from ruleboard.i18n import _
from ruleboard.wording import join_as_list

_clause_refusal = Refusal.from_clause
_MAX_LISTED_SQUARES: Final = 8
"""The maximum number of squares in a refusal's list."""


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Return the reason why a selection cannot become a legal action."""
    if not legal_actions(state):
        return _game_over_refusal()
    if not targets:
        return _clause_refusal(_("touch one of your figures first"), "turn")
    if state.build:
        return building_refusals.explain(state, targets)
    if targets[0].startswith("do:"):
        return _button_refusal(state, targets)
    if state.is_turn_start:
        return _turn_start_refusal(state, targets)
    if state.prey:
        return _after_attack_refusal(state, targets)
    return _after_move_refusal(state, targets)


def refuse_move(state: State, move: Move) -> Refusal:
    """Return the reason why a move is illegal."""
    match move:
        case EndTurn():
            return explain(state, ("do:end",))
        case ArmyCommand():
            return explain(state, building.COMMAND_ACTIONS[move].targets)
        case Take(pieces):
            return _take_refusal(state, pieces)
        case Resource(pieces):
            return _resource_refusal(state, pieces)
        case Swap(origin, goal, pieces):
            return _swap_refusal(state, origin, goal, pieces)
        case MoveFigure(origin, goal):
            return explain(state, (SQUARE_NAMES[origin], SQUARE_NAMES[goal]))
        case PlaceBase(base, square):
            return explain(state, (f"base:{base}", SQUARE_NAMES[square]))
        case PlacePiece(piece, square):
            return explain(state, (f"store:{piece}", SQUARE_NAMES[square]))
        case ShiftPiece(origin, piece, goal):
            return explain(state, (SQUARE_NAMES[origin], f"piece:{piece}1", SQUARE_NAMES[goal]))
        case CopyFigure(model, goal):
            return explain(state, (building.COPY_TARGET, SQUARE_NAMES[model], SQUARE_NAMES[goal]))
        case CopyToKind(model):
            return explain(state, (building.COPY_TARGET, SQUARE_NAMES[model], building.COPY_TO_KIND_TARGET))
        case RemoveFigure(square):
            return explain(state, (SQUARE_NAMES[square], building.STORE_TARGET))
        case RemovePiece(square, piece):
            return explain(state, (SQUARE_NAMES[square], f"piece:{piece}1", building.STORE_TARGET))


def _game_over_refusal() -> Refusal:
    return _clause_refusal(_("the game is over"), "ends")


def _pending_take_refusal() -> Refusal:
    return _clause_refusal(_("first choose what to take from the captured figure"), "attack")


def _button_refusal(state: State, targets: Sequence[str]) -> Refusal:
    if len(targets) > 1:
        return _clause_refusal(_("nothing goes with that button"), "turn")
    if targets[0] == "do:end":
        return _pending_take_refusal() if state.prey else _clause_refusal(_("every turn begins with a Move"), "turn")
    if targets[0] == "do:none":
        return _clause_refusal(_("there’s nothing to take"), "attack")
    return _clause_refusal(_("the armies are already built"), "army")


# --- a turn's start


def _turn_start_refusal(state: State, targets: Sequence[str]) -> Refusal:
    if targets[0] not in SQUARE_NUMBERS:
        return _clause_refusal(_("move first: pick up one of your figures"), "turn")
    origin = SQUARE_NUMBERS[targets[0]]
    if len(targets) == 1:
        return _origin_refusal(state, origin)
    if targets[1] not in SQUARE_NUMBERS:
        return _clause_refusal(_("move first: touch the square where your figure should go"), "turn")
    if len(targets) > 2:
        return _clause_refusal(_("your move is already complete"), "turn")
    goal = SQUARE_NUMBERS[targets[1]]
    return _safety_refusal(state, origin, goal) or _move_refusal(state, origin, goal)


def _safety_refusal(state: State, origin: int, goal: int) -> Refusal:
    """Return the reason why a figure cannot move because it would expose its Prime.

    Return ``NO_REFUSAL`` if the figure can move, or if another reason against this Move is more specific.
    """
    if not _has_own_figure(state, origin) or any(
        SQUARE_NAMES[origin] == action.targets[0] for action in legal_actions(state)
    ):
        return NO_REFUSAL
    ends = reachable_squares(state.board[origin], origin, state.position.occupied_mask)
    has_free_goal = state.position.open_goals(origin) != 0
    return NO_REFUSAL if not has_free_goal or ends >> goal & 1 else _origin_refusal(state, origin)


def _origin_refusal(state: State, origin: int) -> Refusal:
    refusal = _ownership_refusal(state, origin)
    if refusal:
        return refusal
    abilities = traits(state.board[origin])
    if not abilities.straight_rating and not abilities.diagonal_rating:
        return _clause_refusal(
            _("the figure on {square} can’t move: straight 0, diagonal 0").format(square=SQUARE_NAMES[origin]),
            "ratings",
        )
    if abilities.is_minion and not FORWARD_MASKS[abilities.side][origin]:
        return _clause_refusal(
            _("this Minion can’t get any nearer: it’s already inside your opponent’s zone"), "minion"
        )
    goals = state.position.open_goals(origin)
    if goals:
        danger = _danger_clause(state_after_move(state, origin, next(iter_squares(goals))).position)
        return _clause_refusal(
            _("this figure can’t move without exposing your Prime: {danger}").format(danger=danger), "safety"
        )
    if abilities.is_minion:
        return _clause_refusal(_("this Minion has no free square nearer to your opponent’s zone"), "minion")
    if abilities.is_jumper:
        return _clause_refusal(
            _("this Jumper must go its full rating, and that takes it off the board or into your own figures"), "jumper"
        )
    return _clause_refusal(_("your own figures shut this one in"), "moving")


def _has_own_figure(state: State, square: int) -> bool:
    figure = state.board[square]
    return bool(figure) and traits(figure).side == state.side


def _ownership_refusal(state: State, square: int) -> Refusal:
    figure = state.board[square]
    if not figure:
        return _clause_refusal(_("there’s no figure on {square}").format(square=SQUARE_NAMES[square]), "moving")
    if _has_own_figure(state, square):
        return NO_REFUSAL
    goals = [SQUARE_NAMES[goal] for goal in iter_squares(state.position.open_goals(square))]
    text = _("your opponent’s figure on {square}: {traits}. It can’t go anywhere now")
    if len(goals) > _MAX_LISTED_SQUARES:  # too many to read, and the board marks them
        text = _("your opponent’s figure on {square}: {traits}. It can go to {n} squares")
    elif goals:
        text = _("your opponent’s figure on {square}: {traits}. It can go to {goals}")
    return _clause_refusal(
        text.format(square=SQUARE_NAMES[square], traits=traits_text(figure), goals=", ".join(goals), n=len(goals)),
        "zones",
    )


def _move_refusal(state: State, origin: int, goal: int) -> Refusal:
    ownership_refusal = _ownership_refusal(state, origin)
    if ownership_refusal:
        return ownership_refusal
    if origin == goal:
        return _clause_refusal(_("this figure must go to another square"), "moving")
    if _has_own_figure(state, goal):
        return _clause_refusal(
            _("your own figure on {square} is in the way").format(square=SQUARE_NAMES[goal]), "moving"
        )
    abilities, occupied = traits(state.board[origin]), state.position.occupied_mask
    if reachable_squares(state.board[origin], origin, occupied) >> goal & 1:
        return _exposed_prime_refusal(state_after_move(state, origin, goal).position)
    if abilities.is_minion and not FORWARD_MASKS[abilities.side][origin] >> goal & 1:
        return _clause_refusal(_("a Minion’s Move must end nearer to your opponent’s zone"), "minion")
    line = next((path for path in paths(origin, goal) if not (path.straight_length and path.diagonal_length)), None)
    if line is None:
        if abilities.is_dodger:
            return _corner_refusal(abilities, goal)
        return _clause_refusal(
            _("no straight or diagonal line leads from {here} to {there}").format(
                here=SQUARE_NAMES[origin], there=SQUARE_NAMES[goal]
            ),
            "moving",
        )
    refusal = _line_refusal(abilities, line, goal, occupied)
    if abilities.is_dodger:
        return _clause_refusal(
            _("{reason}. This Dodger can’t turn a corner to get there either").format(reason=refusal.clause), "dodger"
        )
    return refusal


def _exposed_prime_refusal(position: Position) -> Refusal:
    return _clause_refusal(_("that exposes your Prime: {danger}").format(danger=_danger_clause(position)), "safety")


def _danger_clause(position: Position) -> str:
    pairs = position.attackers
    if not pairs:
        return _("your opponent could attack it")
    attacker_texts = [
        _("{figure} on {square}").format(
            figure=figure_name_with_side(position.enemy_figures[square]), square=SQUARE_NAMES[square]
        )
        for square, _prime in pairs[:3]
    ]
    return _("{figures} could attack it on {square}").format(
        figures=join_as_list(attacker_texts), square=SQUARE_NAMES[pairs[0][1]]
    )


def _line_refusal(abilities: Traits, path: Path, goal: int, occupied: int) -> Refusal:
    is_straight = path.straight_length > 0
    length, rating = (
        (path.straight_length, abilities.straight_rating)
        if is_straight
        else (path.diagonal_length, abilities.diagonal_rating)
    )
    blocker = next((square for square in path.inner_squares if occupied >> square & 1), -1)
    lesson = "ratings"
    if not rating:
        text = _("this figure can’t go diagonally: its diagonal rating is 0")
        if is_straight:
            text = _("this figure can’t go straight: its straight rating is 0")
    elif abilities.is_jumper:
        lesson = "jumper"
        text = _("this Jumper goes exactly {squares} diagonally")
        if is_straight:
            text = _("this Jumper goes exactly {squares} straight")
    elif length > rating:
        text = _("this figure goes at most {squares} diagonally, and {goal} is {far} away")
        if is_straight:
            text = _("this figure goes at most {squares} straight, and {goal} is {far} away")
    else:
        lesson = "moving"
        text = _("the figure on {blocking} is in the way")
    clause = text.format(
        squares=counted_squares(rating), goal=SQUARE_NAMES[goal], far=length, blocking=SQUARE_NAMES[blocker]
    )
    return _clause_refusal(clause, lesson)


def _corner_refusal(abilities: Traits, goal: int) -> Refusal:
    text = _("this Dodger has no free way to {goal}: it goes at most {straight} straight and {diagonal} diagonally")
    if abilities.is_jumper:
        text = _("this Jumper can’t reach {goal}: its parts are exactly {straight} straight and {diagonal} diagonally")
    straight, diagonal = counted_squares(abilities.straight_rating), counted_squares(abilities.diagonal_rating)
    clause = text.format(goal=SQUARE_NAMES[goal], straight=straight, diagonal=diagonal)
    return _clause_refusal(clause, "jumper" if abilities.is_jumper else "dodger")


# --- after an Attack


def _after_attack_refusal(state: State, targets: Sequence[str]) -> Refusal:
    pieces = selected_pieces(targets, "prey")
    last_target = targets[-1]
    if not pieces:
        if len(legal_actions(state)) == 1:
            return _full_rod_refusal(state)
        if last_target in SQUARE_NUMBERS and SQUARE_NUMBERS[last_target] == state.mover_square:
            return _clause_refusal(_("first pick up what to take, then touch your figure"), "attack")
        return _pending_take_refusal()
    if last_target in SQUARE_NUMBERS and SQUARE_NUMBERS[last_target] != state.mover_square:
        return _clause_refusal(
            _("only your attacker on {square} can take these pieces").format(square=SQUARE_NAMES[state.mover_square]),
            "attack",
        )
    if not last_target.startswith("prey:") and last_target not in SQUARE_NUMBERS:
        return _clause_refusal(_("you can only take pieces of the captured figure now"), "attack")
    if len(pieces) > 2:
        return _clause_refusal(_("you can take at most 2 pieces: touch one again to put it back"), "attack")
    return _take_refusal(state, pieces)


def _full_rod_refusal(state: State) -> Refusal:
    return _take_refusal(state, state.prey[1])


def _take_refusal(state: State, pieces: str) -> Refusal:
    if not legal_actions(state):
        return _game_over_refusal()
    if not state.prey:
        return _clause_refusal(_("there’s nothing to take"), "attack")
    missing = missing_piece_text(pieces, state.prey[1:])
    if missing:
        return _clause_refusal(_("the captured figure doesn’t have {pieces}").format(pieces=missing), "attack")
    return _addition_refusal(state, pieces)


def _addition_refusal(state: State, pieces: str) -> Refusal:
    mover = state.board[state.mover_square]
    new_figure = with_pieces(mover, pieces)
    if has_both_leaders(new_figure[1:]):
        return _clause_refusal(_("crown and star can’t share a figure"), "room")
    free_count = ROD_CAPACITY - traits(mover).size
    text = _("the figure on {square} has {n} pieces, and 5 is the limit")
    if CROWN in new_figure:
        text = _("the figure on {square} has {n} pieces, the crown counting as 2, and 5 is the limit")
    clause = text.format(square=SQUARE_NAMES[state.mover_square], n=traits(mover).size)
    if free_count == 1 and len(pieces) > 1:
        return _clause_refusal(_("{reason}: there’s room for one of these").format(reason=clause), "room")
    return _clause_refusal(clause, "room")


# --- after a Move


def _after_move_refusal(state: State, targets: Sequence[str]) -> Refusal:
    first_target, last_target = targets[0], targets[-1]
    mover = SQUARE_NAMES[state.mover_square]
    if first_target.startswith("pool:"):
        return _pool_refusal(state, targets)
    if first_target.startswith("prey:"):
        return _clause_refusal(_("there’s nothing to take"), "attack")
    squares = [SQUARE_NUMBERS[target] for target in targets if target in SQUARE_NUMBERS]
    pieces = selected_pieces(targets, "piece")
    if first_target.startswith("piece:"):
        squares.insert(0, state.mover_square)
    elif first_target not in SQUARE_NUMBERS:
        return building_refusals.unknown_target_refusal(first_target)
    if last_target.startswith("pool:"):
        return _clause_refusal(
            _("pieces from a figure and from the pool don’t mix: first put back what you hold"), "resource"
        )
    if len(squares) == 2 and not pieces:
        if not _has_own_figure(state, squares[1]) or state.mover_square not in squares:
            return _clause_refusal(_("you’ve already moved this turn"), "turn")
        return _clause_refusal(_("first pick up the pieces, then touch the figure that gets them"), "swap")
    if len(pieces) > 2:
        return _clause_refusal(_("you can hand over at most 2 pieces: touch one again to put it back"), "swap")
    refusal = _swap_partner_refusal(state, squares[0])
    if refusal:
        return refusal
    if len(squares) == 1:
        return _giver_refusal(state, squares[0], pieces)
    if squares[0] == squares[1]:
        return _clause_refusal(
            _("these pieces are already on {square}: touch the figure that gets them").format(square=last_target),
            "swap",
        )
    if state.mover_square not in squares:
        return _clause_refusal(
            _("your figure on {square} moved, so it must give or get the pieces").format(square=mover), "swap"
        )
    return _swap_refusal(state, squares[0], squares[1], pieces)


def _pool_refusal(state: State, targets: Sequence[str]) -> Refusal:
    pieces, last_target = selected_pieces(targets, "pool"), targets[-1]
    if last_target in SQUARE_NUMBERS and SQUARE_NUMBERS[last_target] != state.mover_square:
        return _clause_refusal(
            _("only your figure on {square}, which moved, can bring back pieces").format(
                square=SQUARE_NAMES[state.mover_square]
            ),
            "resource",
        )
    if last_target.startswith("piece:"):
        return _clause_refusal(
            _("pieces from a figure and from the pool don’t mix: first put back what you hold"), "resource"
        )
    if len(pieces) > 2:
        return _clause_refusal(_("you can bring back at most 2 pieces: touch one again to put it back"), "resource")
    return _resource_refusal(state, pieces)


def _swap_partner_refusal(state: State, square: int) -> Refusal:
    if not _has_own_figure(state, square):
        return _ownership_refusal(state, square)
    if SWAP_STEP not in state.optional_steps:
        return _clause_refusal(_("you’ve already handed over pieces this turn"), "swap")
    if square != state.mover_square and square not in exchange.mover_neighbours(state):
        return _clause_refusal(
            _("only neighbours of your figure on {square} can give or get pieces now").format(
                square=SQUARE_NAMES[state.mover_square]
            ),
            "swap",
        )
    return NO_REFUSAL


def _giver_refusal(state: State, square: int, pieces: str) -> Refusal:
    """Return the reason why a figure cannot give the selected pieces to any other figure.

    The sentence prefers a receiver that could get all selected pieces except the last.
    """
    partners = exchange.mover_neighbours(state) if square == state.mover_square else (state.mover_square,)
    if not partners:
        return _clause_refusal(_("none of your figures is next to the one that moved"), "swap")
    takers = {
        goal
        for origin, goal, swap_pieces in exchange.legal_swaps(state)
        if origin == square and swap_pieces == pieces[:-1]
    }
    partner = next((partner for partner in partners if partner in takers), partners[0])
    return _swap_refusal(state, square, partner, pieces or state.board[square][1:2])


def _swap_refusal(state: State, origin: int, goal: int, pieces: str) -> Refusal:
    if not legal_actions(state):
        return _game_over_refusal()
    if state.is_turn_start or state.build:
        return _clause_refusal(_("you can hand over pieces only after a Move"), "swap")
    if state.prey:
        return _pending_take_refusal()
    for square in (origin, goal):
        refusal = _swap_partner_refusal(state, square)
        if refusal:
            return refusal
    if state.mover_square not in (origin, goal) or origin == goal:
        return _clause_refusal(
            _("your figure on {square} moved, so it must give or get the pieces").format(
                square=SQUARE_NAMES[state.mover_square]
            ),
            "swap",
        )
    if not pieces:
        return _clause_refusal(
            _("the figure on {square} has no pieces to hand over").format(square=SQUARE_NAMES[origin]), "swap"
        )
    missing = missing_piece_text(pieces, state.board[origin][1:])
    if missing:
        clause = _("the figure on {square} doesn’t have {pieces}").format(square=SQUARE_NAMES[origin], pieces=missing)
        return _clause_refusal(clause, "swap")
    giver = without_pieces(state.board[origin], pieces)
    taker = with_pieces(state.board[goal], pieces)
    for square, figure in ((origin, giver), (goal, taker)):
        rule = exchange.broken_swap_rule(figure)
        if rule:
            return _clause_refusal(_(rule.clause).format(square=SQUARE_NAMES[square]), rule.lesson)
    if CROWN in pieces:
        return _exposed_prime_refusal(state.position.after_swap(origin, goal, pieces))
    return _clause_refusal(_("you can’t hand these pieces over"), "swap")


def _resource_refusal(state: State, pieces: str) -> Refusal:
    if not legal_actions(state):
        return _game_over_refusal()
    if state.is_turn_start or state.build:
        return _clause_refusal(
            _("you can bring back pieces only after a Move that ends in your opponent’s zone"), "resource"
        )
    if state.prey:
        return _pending_take_refusal()
    if RESOURCE_STEP not in state.optional_steps:
        if ZONE_MASKS[1 - state.side] >> state.mover_square & 1:
            return _clause_refusal(_("you’ve already brought back pieces this turn"), "resource")
        return _clause_refusal(
            _("you can bring back pieces only if your Move ended in {side}’s Starting Zone").format(
                side=_(SIDES[1 - state.side])
            ),
            "resource",
        )
    missing = missing_piece_text(pieces, state.pool)
    if missing:
        return _clause_refusal(_("the pool doesn’t have {pieces}").format(pieces=missing), "resource")
    return _addition_refusal(state, pieces)
