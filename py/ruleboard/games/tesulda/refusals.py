"""Explain in sentences why a touch or a move is illegal. Only ``movegen`` decides legality."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ruleboard.engine.errors import Refusal
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
from ruleboard.i18n import _, ngettext
from ruleboard.kit.reasons import Reasons, first_refusal, inapplicable_refusals
from ruleboard.wording import join_as_list, join_with_or

_MAX_LISTED_SQUARES: Final = 8
"""The maximum number of squares in a refusal's list."""


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Return the reason why a selection cannot become a legal action."""
    return first_refusal(_reasons(state, targets))


def _reasons(state: State, targets: Sequence[str]) -> Reasons:
    yield from _game_over_reasons(state)
    yield not targets, _("touch one of your figures first"), "turn"
    if state.build:
        yield from building_refusals.reasons(state, targets)
    elif targets[0].startswith("do:"):
        yield from _button_reasons(state, targets)
    elif state.is_turn_start:
        yield from _turn_start_reasons(state, targets)
    elif state.prey:
        yield from _after_attack_reasons(state, targets)
    else:
        yield from _after_move_reasons(state, targets)


def refuse_move(state: State, move: Move) -> Refusal:
    """Return the reason why a move is illegal."""
    match move:
        case EndTurn():
            return explain(state, ("do:end",))
        case ArmyCommand():
            return explain(state, building.COMMAND_ACTIONS[move].targets)
        case Take(pieces):
            return first_refusal(_take_reasons(state, pieces))
        case Resource(pieces):
            return first_refusal(_resource_reasons(state, pieces))
        case Swap(origin, goal, pieces):
            return first_refusal(_swap_reasons(state, origin, goal, pieces))
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


def _game_over_reasons(state: State) -> Reasons:
    yield not legal_actions(state), _("the game is over"), "ends"


def _pending_take_reasons(state: State) -> Reasons:
    yield state.prey, _("first choose what to take from the captured figure"), "attack"


def _button_reasons(state: State, targets: Sequence[str]) -> Reasons:
    yield len(targets) > 1, _("that button doesn’t need a square or a piece"), "turn"
    if targets[0] == "do:end":
        yield from _pending_take_reasons(state)
        yield True, _("every turn begins with a Move"), "turn"
    yield targets[0] == "do:none", _("there’s nothing to take"), "attack"
    yield True, _("the armies are already built"), "army"


# --- a turn's start


def _turn_start_reasons(state: State, targets: Sequence[str]) -> Reasons:
    yield targets[0] not in SQUARE_NUMBERS, _("move first: pick up one of your figures"), "turn"
    origin = SQUARE_NUMBERS[targets[0]]
    if len(targets) == 1:
        yield from _origin_reasons(state, origin)
    yield targets[1] not in SQUARE_NUMBERS, _("move first: touch the square where your figure should go"), "turn"
    yield len(targets) > 2, _("your turn is already complete"), "turn"
    goal = SQUARE_NUMBERS[targets[1]]
    yield from _ownership_reasons(state, origin)
    yield from _safety_reasons(state, origin, goal)
    yield from _move_reasons(state, origin, goal)


def _safety_reasons(state: State, origin: int, goal: int) -> Reasons:
    """Yield the reason why no Move of a figure is legal, if every Move would expose the player's Prime.

    Yield nothing if the figure can move, or if another reason against this Move is more specific.
    """
    if any(SQUARE_NAMES[origin] == action.targets[0] for action in legal_actions(state)):
        return
    goal_mask = reachable_squares(state.board[origin], origin, state.position.occupied_mask)
    if state.position.open_goals(origin) and not goal_mask >> goal & 1:
        yield from _origin_reasons(state, origin)


def _origin_reasons(state: State, origin: int) -> Reasons:
    yield from _ownership_reasons(state, origin)
    abilities = traits(state.board[origin])
    has_rating = abilities.straight_rating or abilities.diagonal_rating
    text = _("the figure on {square} can’t move: straight 0, diagonal 0").format(square=SQUARE_NAMES[origin])
    yield not has_rating, text, "ratings"
    is_inside_zone = abilities.is_minion and not FORWARD_MASKS[abilities.side][origin]
    text = _("this Minion can’t get any nearer: it’s already inside your opponent’s zone")
    yield is_inside_zone, text, "minion"
    goals = state.position.open_goals(origin)
    if goals:
        danger = _danger_clause(state_after_move(state, origin, next(iter_squares(goals))).position)
        text = _("any Move by this figure would expose your Prime: {danger}")
        if state.position.in_check:
            text = _("your Prime is under attack, and no Move by this figure saves it: {danger}")
        yield True, text.format(danger=danger), "safety"
    yield from _obstacle_reasons(state, origin, abilities)


def _obstacle_reasons(state: State, origin: int, abilities: Traits) -> Reasons:
    """Yield the reason why a figure has no square to go to: the edge of the board, or the player's own figures."""
    mask = reachable_squares(state.board[origin], origin, state.position.occupied_mask) & state.position.own_mask
    obstacles = [SQUARE_NAMES[square] for square in iter_squares(mask)]
    placeholders = {"square": SQUARE_NAMES[origin], "obstacles": join_as_list(obstacles)}
    text = _("this Minion has no free square nearer to your opponent’s zone")
    yield abilities.is_minion and not obstacles, text, "minion"
    yield abilities.is_jumper and not obstacles, _("every Move of this Jumper would end off the board"), "jumper"
    text = ngettext(
        "your own figure on {obstacles} blocks the figure on {square}",
        "your own figures on {obstacles} block the figure on {square}",
        len(obstacles),
    )
    clause = text.format(**placeholders)
    minion_text = _("this Minion has no free square nearer to your opponent’s zone: {reason}")
    yield abilities.is_minion, minion_text.format(reason=clause), "minion"
    yield True, clause, "jumper" if abilities.is_jumper else "moving"


def _has_own_figure(state: State, square: int) -> bool:
    return square in state.position.own_figures


def _ownership_reasons(state: State, square: int) -> Reasons:
    figure, placeholders = state.board[square], {"square": SQUARE_NAMES[square]}
    yield not figure, _("there’s no figure on {square}").format(**placeholders), "moving"
    if _has_own_figure(state, square):
        return
    goals = [SQUARE_NAMES[goal] for goal in iter_squares(state.position.open_goals(square))]
    text = _("your opponent’s figure on {square}: {traits}. It can’t go anywhere now")
    if len(goals) > _MAX_LISTED_SQUARES:  # too many to read, and the board marks them
        text = _("your opponent’s figure on {square}: {traits}. It can go to {n} squares")
    elif goals:
        text = _("your opponent’s figure on {square}: {traits}. It can go to {goals}")
    clause = text.format(traits=traits_text(figure), goals=join_with_or(goals), n=len(goals), **placeholders)
    yield True, clause, "zones"


def _move_reasons(state: State, origin: int, goal: int) -> Reasons:
    placeholders = {"here": SQUARE_NAMES[origin], "there": SQUARE_NAMES[goal], "square": SQUARE_NAMES[goal]}
    yield origin == goal, _("this figure must go to another square"), "moving"
    abilities, occupied_mask = traits(state.board[origin]), state.position.occupied_mask
    reaches_emptied_goal = reachable_squares(state.board[origin], origin, occupied_mask & ~(1 << goal)) >> goal & 1
    text = _("your own figure is already on {square}").format(**placeholders)
    yield _has_own_figure(state, goal) and reaches_emptied_goal, text, "moving"
    if reachable_squares(state.board[origin], origin, occupied_mask) >> goal & 1:
        yield from _exposed_prime_reasons(state.position, state_after_move(state, origin, goal).position)
    yield (
        _is_backward_move(abilities, origin, goal),
        _("a Minion’s Move must end nearer to your opponent’s zone"),
        "minion",
    )
    line = next((path for path in paths(origin, goal) if not (path.straight_length and path.diagonal_length)), None)
    if line is None:
        if abilities.is_dodger and abilities.straight_rating and abilities.diagonal_rating:
            yield from _corner_reasons(abilities, goal)
        yield True, _("no straight or diagonal line leads from {here} to {there}").format(**placeholders), "moving"
        return
    text, lesson = _line_reason(abilities, line, goal, occupied_mask)
    dodger_text = _("{reason}. Turning a corner doesn’t get it there either").format(reason=text)
    yield abilities.is_dodger, dodger_text, "dodger"
    yield True, text, lesson


def wrong_reasons(state: State, targets: Sequence[str]) -> tuple[Refusal, ...]:
    """Return plausible but wrong reasons why a Move is illegal, for the answers of a quiz."""
    return inapplicable_refusals(_quiz_reasons(state, *targets))


def _quiz_reasons(state: State, origin_name: str, goal_name: str) -> Reasons:
    origin, goal = SQUARE_NUMBERS[origin_name], SQUARE_NUMBERS[goal_name]
    abilities = traits(state.board[origin])
    has_line = any(not (path.straight_length and path.diagonal_length) for path in paths(origin, goal))
    own_figure_text = _("your own figure is already on {square}").format(square=goal_name)
    line_text = _("no straight or diagonal line leads from {here} to {there}").format(here=origin_name, there=goal_name)
    rating_text = _("the figure on {square} can’t move: straight 0, diagonal 0").format(square=origin_name)
    yield _has_own_figure(state, goal), own_figure_text, "moving"
    yield not has_line, line_text, "moving"
    yield (
        _is_backward_move(abilities, origin, goal),
        _("a Minion’s Move must end nearer to your opponent’s zone"),
        "minion",
    )
    yield not (abilities.straight_rating or abilities.diagonal_rating), rating_text, "ratings"


def _is_backward_move(abilities: Traits, origin: int, goal: int) -> bool:
    """Return True if a figure is a Minion and a Move would not end nearer to the opponent's zone."""
    return abilities.is_minion and not FORWARD_MASKS[abilities.side][origin] >> goal & 1


def _exposed_prime_reasons(before: Position, after: Position) -> Reasons:
    """Yield the reason why an action is illegal that leaves the player's Prime under attack, or exposes it."""
    danger = _danger_clause(after)
    text = _("your Prime is under attack, and this Move doesn’t save it: {danger}").format(danger=danger)
    yield before.in_check, text, "safety"
    yield True, _("that exposes your Prime: {danger}").format(danger=danger), "safety"


def _danger_clause(position: Position) -> str:
    attacker_pairs = position.attackers
    if not attacker_pairs:
        return _("your opponent could capture it")
    attacker_texts = [
        _("{figure} on {square}").format(
            figure=figure_name_with_side(position.enemy_figures[square]), square=SQUARE_NAMES[square]
        )
        for square, _prime in attacker_pairs[:3]
    ]
    return _("{figures} could capture it on {square}").format(
        figures=join_as_list(attacker_texts), square=SQUARE_NAMES[attacker_pairs[0][1]]
    )


def _line_reason(abilities: Traits, path: Path, goal: int, occupied_mask: int) -> tuple[str, str]:
    """Return the reason why a figure cannot move along a straight or diagonal line, and the id of its lesson."""
    is_straight = path.straight_length > 0
    length, rating = (
        (path.straight_length, abilities.straight_rating)
        if is_straight
        else (path.diagonal_length, abilities.diagonal_rating)
    )
    blocking_square = next((square for square in path.inner_squares if occupied_mask >> square & 1), -1)
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
    squares = counted_squares(rating)
    return text.format(
        squares=squares, goal=SQUARE_NAMES[goal], far=length, blocking=SQUARE_NAMES[blocking_square]
    ), lesson


def _corner_reasons(abilities: Traits, goal: int) -> Reasons:
    placeholders = {
        "goal": SQUARE_NAMES[goal],
        "straight": counted_squares(abilities.straight_rating),
        "diagonal": counted_squares(abilities.diagonal_rating),
    }
    text = _("this Jumper can’t reach {goal}: it goes exactly {straight} straight, {diagonal} diagonally, or both")
    yield abilities.is_jumper, text.format(**placeholders), "jumper"
    text = _(
        "this Dodger has no clear path to {goal}: it goes at most {straight} straight, {diagonal} diagonally, or both"
    )
    yield True, text.format(**placeholders), "dodger"


# --- after an Attack


def _after_attack_reasons(state: State, targets: Sequence[str]) -> Reasons:
    pieces, last_target, mover = selected_pieces(targets, "prey"), targets[-1], SQUARE_NAMES[state.mover_square]
    if not pieces:
        if len(legal_actions(state)) == 1:
            yield from _take_reasons(state, state.prey[1])
        yield last_target == mover, _("first pick up what to take, then touch your figure"), "attack"
        yield from _pending_take_reasons(state)
    is_square_target = last_target in SQUARE_NUMBERS
    text = _("only your figure on {square} can take these pieces").format(square=mover)
    yield is_square_target and last_target != mover, text, "attack"
    is_prey_target = is_square_target or last_target.startswith("prey:")
    yield not is_prey_target, _("you can take pieces only from the figure you captured"), "attack"
    yield len(pieces) > 2, _("you can take at most 2 pieces: touch one again to put it back"), "attack"
    yield from _take_reasons(state, pieces)


def _take_reasons(state: State, pieces: str) -> Reasons:
    yield from _game_over_reasons(state)
    yield not state.prey, _("there’s nothing to take"), "attack"
    missing_text = missing_piece_text(pieces, state.prey[1:])
    yield missing_text, _("the captured figure doesn’t have {pieces}").format(pieces=missing_text), "attack"
    yield from _addition_reasons(state, pieces)


def _addition_reasons(state: State, pieces: str) -> Reasons:
    mover = state.board[state.mover_square]
    new_figure = with_pieces(mover, pieces)
    yield has_both_leaders(new_figure[1:]), _("the crown and the star can’t share a figure"), "room"
    size = traits(mover).size
    text = _("the figure on {square} already has {n} pieces, and the limit is 5")
    if CROWN in new_figure:
        text = _("the figure on {square} already has {n} pieces (the crown counts as 2), and the limit is 5")
    clause = text.format(square=SQUARE_NAMES[state.mover_square], n=size)
    has_room_for_one = ROD_CAPACITY - size == 1 and len(pieces) > 1
    yield has_room_for_one, _("there’s room for only one of these pieces: {reason}").format(reason=clause), "room"
    has_some_room = size < ROD_CAPACITY
    yield has_some_room, _("that’s too many pieces: {reason}").format(reason=clause), "room"
    yield True, clause, "room"


# --- after a Move


def _after_move_reasons(state: State, targets: Sequence[str]) -> Reasons:
    first_target, last_target = targets[0], targets[-1]
    if first_target.startswith("pool:"):
        yield from _pool_reasons(state, targets)
    yield first_target.startswith("prey:"), _("there’s nothing to take"), "attack"
    squares = [SQUARE_NUMBERS[target] for target in targets if target in SQUARE_NUMBERS]
    pieces = selected_pieces(targets, "piece")
    if first_target.startswith("piece:"):
        squares.insert(0, state.mover_square)
    elif first_target not in SQUARE_NUMBERS:
        yield building_refusals.unknown_target_reason(first_target)
    yield last_target.startswith("pool:"), _mixed_pieces_clause(), "resource"
    if len(squares) == 2 and not pieces:
        has_moved = not _has_own_figure(state, squares[1]) or state.mover_square not in squares
        yield has_moved, _("you’ve already moved this turn"), "turn"
        yield True, _("first pick up the pieces, then touch the figure that should get them"), "swap"
    yield len(pieces) > 2, _("you can hand over at most 2 pieces: touch one again to put it back"), "swap"
    yield from _swap_partner_reasons(state, squares[0])
    if len(squares) == 1:
        yield from _giver_reasons(state, squares[0], pieces)
    text = _("these pieces are already on {square}: touch the figure that should get them").format(square=last_target)
    yield squares[0] == squares[1], text, "swap"
    yield from _mover_reasons(state, squares)
    yield from _swap_reasons(state, squares[0], squares[1], pieces)


def _mixed_pieces_clause() -> str:
    return _("you can’t mix pieces from a figure and from the pool: first put back what you’re holding")


def _mover_reasons(state: State, squares: Sequence[int]) -> Reasons:
    """Yield the reason why a swap between two squares is not possible if the moved figure is on neither."""
    text = _("your figure on {square} moved, so pieces can only go from it or to it")
    yield state.mover_square not in squares, text.format(square=SQUARE_NAMES[state.mover_square]), "swap"


def _pool_reasons(state: State, targets: Sequence[str]) -> Reasons:
    pieces, last_target, mover = selected_pieces(targets, "pool"), targets[-1], SQUARE_NAMES[state.mover_square]
    text = _("only your figure on {square} can bring back pieces now").format(square=mover)
    yield last_target in SQUARE_NUMBERS and last_target != mover, text, "resource"
    yield last_target.startswith("piece:"), _mixed_pieces_clause(), "resource"
    yield len(pieces) > 2, _("you can bring back at most 2 pieces: touch one again to put it back"), "resource"
    yield from _resource_reasons(state, pieces)


def _swap_partner_reasons(state: State, square: int) -> Reasons:
    yield from _ownership_reasons(state, square)
    yield SWAP_STEP not in state.optional_steps, _("you’ve already handed over pieces this turn"), "swap"
    is_swap_partner = square == state.mover_square or square in exchange.mover_neighbours(state)
    text = _("now pieces can only go between your figure on {square} and its neighbours")
    yield not is_swap_partner, text.format(square=SQUARE_NAMES[state.mover_square]), "swap"


def _giver_reasons(state: State, square: int, pieces: str) -> Reasons:
    """Yield the reason why a figure cannot give the selected pieces to any other figure.

    If possible, the sentence names a receiver that could get all selected pieces except the last.
    """
    partners = exchange.mover_neighbours(state) if square == state.mover_square else (state.mover_square,)
    yield not partners, _("none of your figures is next to the one that moved"), "swap"
    takers = {
        goal
        for origin, goal, swap_pieces in exchange.legal_swaps(state)
        if origin == square and swap_pieces == pieces[:-1]
    }
    partner = next((partner for partner in partners if partner in takers), partners[0])
    yield from _swap_reasons(state, square, partner, pieces or state.board[square][1:2])


def _swap_reasons(state: State, origin: int, goal: int, pieces: str) -> Reasons:
    yield from _game_over_reasons(state)
    yield state.is_turn_start or state.build, _("you can hand over pieces only after a Move"), "swap"
    yield from _pending_take_reasons(state)
    for square in (origin, goal):
        yield from _swap_partner_reasons(state, square)
    yield from _mover_reasons(state, (origin, goal) if origin != goal else ())
    placeholders = {"square": SQUARE_NAMES[origin], "pieces": missing_piece_text(pieces, state.board[origin][1:])}
    yield not pieces, _("the figure on {square} has no pieces to hand over").format(**placeholders), "swap"
    yield placeholders["pieces"], _("the figure on {square} doesn’t have {pieces}").format(**placeholders), "swap"
    giver = without_pieces(state.board[origin], pieces)
    taker = with_pieces(state.board[goal], pieces)
    for square, figure in ((origin, giver), (goal, taker)):
        if rule := exchange.broken_swap_rule(figure):
            yield True, _(rule.clause).format(square=SQUARE_NAMES[square]), rule.lesson
    if CROWN in pieces:
        yield from _exposed_prime_reasons(state.position, state.position.after_swap(origin, goal, pieces))
    yield True, _("you can’t hand these pieces over"), "swap"


def _resource_reasons(state: State, pieces: str) -> Reasons:
    yield from _game_over_reasons(state)
    text = _("you can bring back pieces only after a Move that ends in your opponent’s zone")
    yield state.is_turn_start or state.build, text, "resource"
    yield from _pending_take_reasons(state)
    if RESOURCE_STEP not in state.optional_steps:
        is_in_zone = ZONE_MASKS[1 - state.side] >> state.mover_square & 1
        yield is_in_zone, _("you’ve already brought back pieces this turn"), "resource"
        text = _("you can bring back pieces only if your Move ended in {side}’s Starting Zone")
        yield True, text.format(side=_(SIDES[1 - state.side])), "resource"
    missing_text = missing_piece_text(pieces, state.pool)
    yield missing_text, _("the pool doesn’t have {pieces}").format(pieces=missing_text), "resource"
    yield from _addition_reasons(state, pieces)
