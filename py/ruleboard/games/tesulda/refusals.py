"""Refusals: sentences that explain why a touch or a move is not allowed. Only ``movegen`` decides legality."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.games.tesulda import building, building_refusals, exchange
from ruleboard.games.tesulda.board import INDEX, NAMES, NEARER, ZONE, Path, bits, paths
from ruleboard.games.tesulda.figures import (
    CROWN,
    ROD,
    Traits,
    leaders_meet,
    traits,
    with_pieces,
    without_pieces,
)
from ruleboard.games.tesulda.movegen import legal_actions
from ruleboard.games.tesulda.moves import (
    ArmyCommand,
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
from ruleboard.games.tesulda.piece_targets import selected
from ruleboard.games.tesulda.reach import attackers, occupied, open_goals, reach
from ruleboard.games.tesulda.state import RESOURCE, SIDES, SWAP, State, primes, with_figures
from ruleboard.games.tesulda.terms import counted_squares, lacking
from ruleboard.games.tesulda.turn import after_move
from ruleboard.games.tesulda.words import owned, trait_words
from ruleboard.i18n import _
from ruleboard.wording import listed

_because = Refusal.from_clause
_MANY: Final = 8
"""The maximum number of squares that a refusal lists."""


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Return the refusal of targets with which no legal action begins."""
    if not legal_actions(state):
        return _game_over()
    if not targets:
        return _because(_("touch one of your figures first"), "turn")
    if state.build:
        return building_refusals.explain(state, targets)
    if targets[0].startswith("do:"):
        return _button(state, targets)
    if state.is_turn_start:
        return _at_turn_start(state, targets)
    if state.prey:
        return _after_attack(state, targets)
    return _after_move(state, targets)


def of_move(state: State, move: Move) -> Refusal:
    """Return the refusal of a move that is not legal."""
    match move:
        case EndTurn():
            return explain(state, ("do:end",))
        case ArmyCommand():
            return explain(state, building.COMMANDS[move].targets)
        case Take(pieces):
            return _against_take(state, pieces)
        case Resource(pieces):
            return _against_resource(state, pieces)
        case Swap(origin, goal, pieces):
            return _against_swap(state, origin, goal, pieces)
        case MoveFigure(origin, goal):
            return explain(state, (NAMES[origin], NAMES[goal]))
        case PlaceBase(base, square):
            return explain(state, (f"base:{base}", NAMES[square]))
        case PlacePiece(piece, square):
            return explain(state, (f"store:{piece}", NAMES[square]))
        case ShiftPiece(origin, piece, goal):
            return explain(state, (NAMES[origin], f"piece:{piece}1", NAMES[goal]))
        case RemoveFigure(square):
            return explain(state, (NAMES[square], building.STORE))
        case RemovePiece(square, piece):
            return explain(state, (NAMES[square], f"piece:{piece}1", building.STORE))


def _game_over() -> Refusal:
    return _because(_("the game is over"), "ends")


def _take_undecided() -> Refusal:
    return _because(_("first decide what to take of the captured figure"), "attack")


def _button(state: State, targets: Sequence[str]) -> Refusal:
    """Return the refusal of targets that begin with a button."""
    if len(targets) > 1:
        return _because(_("nothing can follow that"), "turn")
    if targets[0] == "do:end":
        return _take_undecided() if state.prey else _because(_("every turn begins with a Move"), "turn")
    if targets[0] == "do:none":
        return _because(_("there is no captured figure to take pieces of"), "attack")
    return _because(_("the armies are built already"), "army")


# --- a turn's start


def _at_turn_start(state: State, targets: Sequence[str]) -> Refusal:
    """Return the refusal of targets with which no Move begins."""
    if targets[0] not in INDEX:
        return _because(_("pieces change rods only after a Move: touch one of your figures first"), "turn")
    origin = INDEX[targets[0]]
    if len(targets) == 1:
        return _against_origin(state, origin)
    if targets[1] not in INDEX:
        return _because(_("pieces change rods only after the Move: touch the square your figure should go to"), "turn")
    if len(targets) > 2:
        return _because(_("that move is already complete"), "turn")
    goal = INDEX[targets[1]]
    return _safety_before_all(state, origin, goal) or _against_move(state, origin, goal)


def _safety_before_all(state: State, origin: int, goal: int) -> Refusal:
    """Return the refusal of a figure that cannot move because of its Prime, for a square it could not reach anyway.

    Return ``NO_REFUSAL`` if the figure can move, or if the refusal of this very Move is more specific.
    """
    if not _is_friend(state, origin) or any(NAMES[origin] == action.targets[0] for action in legal_actions(state)):
        return NO_REFUSAL
    ends = reach(traits(state.board[origin]), origin, occupied(state.board))
    free = any(not _is_friend(state, end) for end in bits(ends))
    return NO_REFUSAL if not free or ends >> goal & 1 else _against_origin(state, origin)


def _against_origin(state: State, origin: int) -> Refusal:
    """Return the refusal of a figure without Moves."""
    reason = _not_own(state, origin)
    if reason:
        return reason
    can = traits(state.board[origin])
    if not can.straight and not can.diagonal:
        return _because(
            _("the figure on {square} has no reach at all: straight 0, diagonal 0").format(square=NAMES[origin]),
            "ratings",
        )
    if can.minion and not NEARER[can.side][origin]:
        return _because(
            _("a Minion must get nearer to the enemy's Starting Zone, and this one is inside already"), "minion"
        )
    ends = [goal for goal in bits(reach(can, origin, occupied(state.board))) if not _is_friend(state, goal)]
    if ends:
        danger = _danger(after_move(state, origin, ends[0]).board, state.side)
        return _because(
            _("every Move of this figure would leave your Prime open: {danger}").format(danger=danger), "safety"
        )
    if can.minion:
        return _because(_("this Minion finds no free square nearer to the enemy's Starting Zone"), "minion")
    if can.jumper:
        return _because(
            _("this Jumper must go its full rating, and there it meets the edge or figures of your own"), "jumper"
        )
    return _because(_("this figure is shut in by figures of your own"), "moving")


def _is_friend(state: State, square: int) -> bool:
    figure = state.board[square]
    return bool(figure) and traits(figure).side == state.side


def _not_own(state: State, square: int) -> Refusal:
    """Return the refusal of an empty square or an opponent's figure, or ``NO_REFUSAL``."""
    figure = state.board[square]
    if not figure:
        return _because(_("no figure stands on {square}").format(square=NAMES[square]), "moving")
    if _is_friend(state, square):
        return NO_REFUSAL
    goals = [NAMES[goal] for goal in bits(open_goals(state.board, square))]
    text = _("the figure on {square} is your opponent's: {traits}; it cannot go anywhere now")
    if len(goals) > _MANY:  # too many to read, and the board shows them
        text = _("the figure on {square} is your opponent's: {traits}; it can go to {n} squares")
    elif goals:
        text = _("the figure on {square} is your opponent's: {traits}; it can go to {goals}")
    return _because(
        text.format(square=NAMES[square], traits=trait_words(figure), goals=", ".join(goals), n=len(goals)), "zones"
    )


def _against_move(state: State, origin: int, goal: int) -> Refusal:
    """Return the refusal of a Move."""
    not_own = _not_own(state, origin)
    if not_own:
        return not_own
    if origin == goal:
        return _because(_("a figure has to go to another square"), "moving")
    if _is_friend(state, goal):
        return _because(_("a figure of your own stands on {square}").format(square=NAMES[goal]), "moving")
    can, stops = traits(state.board[origin]), occupied(state.board)
    if reach(can, origin, stops) >> goal & 1:
        return _against_open_prime(after_move(state, origin, goal).board, state.side)
    if can.minion and not NEARER[can.side][origin] >> goal & 1:
        return _because(_("a Minion's Move must end nearer to the enemy's Starting Zone"), "minion")
    line = next((path for path in paths(origin, goal) if not (path.straight and path.diagonal)), None)
    if line is None:
        if can.dodger:
            return _against_corner(can, goal)
        return _because(
            _("no straight or diagonal line leads from {here} to {there}").format(
                here=NAMES[origin], there=NAMES[goal]
            ),
            "moving",
        )
    reason = _against_line(can, line, goal, stops)
    if can.dodger:
        return _because(
            _("{reason}; no free way round a corner leads there either").format(reason=reason.clause), "dodger"
        )
    return reason


def _against_open_prime(board: tuple[str, ...], side: int) -> Refusal:
    return _because(_("your Prime would stand open: {danger}").format(danger=_danger(board, side)), "safety")


def _danger(board: tuple[str, ...], side: int) -> str:
    """Return a clause about the enemies that attack a Prime."""
    pairs = attackers(board, side)
    if not pairs:
        return _("it could be attacked")
    coming = [
        _("{figure} on {square}").format(figure=owned(board[square]), square=NAMES[square])
        for square, _prime in pairs[:3]
    ]
    return _("{figures} could attack it on {square}").format(figures=listed(coming), square=NAMES[pairs[0][1]])


def _against_line(can: Traits, path: Path, goal: int, stops: int) -> Refusal:
    """Return the refusal of a Move on a path without a corner."""
    straight = path.straight > 0
    far, rating = (path.straight, can.straight) if straight else (path.diagonal, can.diagonal)
    blocking = next((square for square in path.between if stops >> square & 1), -1)
    lesson = "ratings"
    if not rating:
        text = _("this figure cannot go diagonally: its diagonal rating is 0")
        if straight:
            text = _("this figure cannot go straight: its straight rating is 0")
    elif can.jumper:
        lesson = "jumper"
        text = _("a Jumper uses its full rating: diagonally this one goes exactly {squares}")
        if straight:
            text = _("a Jumper uses its full rating: straight this one goes exactly {squares}")
    elif far > rating:
        text = _("diagonally this figure goes at most {squares}, and {goal} is {far} away")
        if straight:
            text = _("straight this figure goes at most {squares}, and {goal} is {far} away")
    else:
        lesson = "moving"
        text = _("the figure on {blocking} is in the way")
    clause = text.format(squares=counted_squares(rating), goal=NAMES[goal], far=far, blocking=NAMES[blocking])
    return _because(clause, lesson)


def _against_corner(can: Traits, goal: int) -> Refusal:
    """Return the refusal of a Dodger's Move to a square off its lines."""
    text = _("this Dodger finds no free way to {goal} with at most {straight} straight and {diagonal} diagonally")
    if can.jumper:
        text = _(
            "this Dodger is a Jumper too: its parts are exactly {straight} straight and {diagonal} diagonally, "
            "which does not lead to {goal}"
        )
    straight, diagonal = counted_squares(can.straight), counted_squares(can.diagonal)
    clause = text.format(goal=NAMES[goal], straight=straight, diagonal=diagonal)
    return _because(clause, "jumper" if can.jumper else "dodger")


# --- after an Attack


def _after_attack(state: State, targets: Sequence[str]) -> Refusal:
    """Return the refusal of targets with which no take begins."""
    pieces = selected(targets, "prey")
    last = targets[-1]
    if not pieces:
        if len(legal_actions(state)) == 1:
            return _nothing_to_take(state)
        if last in INDEX and INDEX[last] == state.moved:
            return _because(_("first touch what to take of the captured figure, then your own figure"), "attack")
        return _take_undecided()
    if last in INDEX and INDEX[last] != state.moved:
        return _because(
            _("only the figure that attacked, on {square}, may take these pieces").format(square=NAMES[state.moved]),
            "attack",
        )
    if not last.startswith("prey:") and last not in INDEX:
        return _because(_("only pieces of the captured figure can be taken now"), "attack")
    if len(pieces) > 2:
        return _because(_("two pieces at most may be taken: touch one of them again to put it down"), "attack")
    return _against_take(state, pieces)


def _nothing_to_take(state: State) -> Refusal:
    """Return the refusal of a take if the figure that attacked has no room."""
    return _against_take(state, state.prey[1])


def _against_take(state: State, pieces: str) -> Refusal:
    """Return the refusal of a take."""
    if not legal_actions(state):
        return _game_over()
    if not state.prey:
        return _because(_("there is no captured figure to take pieces of"), "attack")
    missing = lacking(pieces, state.prey[1:])
    if missing:
        return _because(_("the captured figure has not got {pieces}").format(pieces=missing), "attack")
    return _against_addition(state, pieces)


def _against_addition(state: State, pieces: str) -> Refusal:
    """Return the refusal of more pieces for the figure that has moved."""
    mover = state.board[state.moved]
    grown = with_pieces(mover, pieces)
    if leaders_meet(grown[1:]):
        return _because(_("crown and star may not be on one figure"), "room")
    room = ROD - traits(mover).size
    text = _("the figure on {square} can carry five pieces at most, and has {n}")
    if CROWN in grown:
        text = _("the figure on {square} can carry five pieces at most, and has {n} (a crown counts as two)")
    clause = text.format(square=NAMES[state.moved], n=traits(mover).size)
    if room == 1 and len(pieces) > 1:
        return _because(_("{reason}: there is room for one of these").format(reason=clause), "room")
    return _because(clause, "room")


# --- after a Move


def _after_move(state: State, targets: Sequence[str]) -> Refusal:
    """Return the refusal of targets with which no swap or resource begins."""
    first, last = targets[0], targets[-1]
    mover = NAMES[state.moved]
    if first.startswith("pool:"):
        return _pool_selection(state, targets)
    if first.startswith("prey:"):
        return _because(_("nothing was captured this turn, or its pieces lie in the pool by now"), "attack")
    squares = [INDEX[target] for target in targets if target in INDEX]
    pieces = selected(targets, "piece")
    if first.startswith("piece:"):
        squares.insert(0, state.moved)
    elif first not in INDEX:
        return building_refusals.no_target(first)
    if last.startswith("pool:"):
        return _because(
            _("pieces of a figure and pieces of the pool do not go together: put down what you hold first"), "resource"
        )
    if len(squares) == 2 and not pieces:
        if not _is_friend(state, squares[1]) or state.moved not in squares:
            return _because(_("you have moved already this turn"), "turn")
        return _because(_("touch the pieces first, then the figure they should go to"), "swap")
    if len(pieces) > 2:
        return _because(_("two pieces at most may be swapped: touch one of them again to put it down"), "swap")
    reason = _not_swapping(state, squares[0])
    if reason:
        return reason
    if len(squares) == 1:
        return _against_giving(state, squares[0], pieces)
    if squares[0] == squares[1]:
        return _because(
            _("these pieces are on {square} already: touch the figure they should go to").format(square=last), "swap"
        )
    if state.moved not in squares:
        return _because(_("one of the two must be the figure that has moved, on {square}").format(square=mover), "swap")
    return _against_swap(state, squares[0], squares[1], pieces)


def _pool_selection(state: State, targets: Sequence[str]) -> Refusal:
    """Return the refusal of targets that begin with the pool."""
    pieces, last = selected(targets, "pool"), targets[-1]
    if last in INDEX and INDEX[last] != state.moved:
        return _because(
            _("only the figure that has moved, on {square}, may take pieces from the pool").format(
                square=NAMES[state.moved]
            ),
            "resource",
        )
    if last.startswith("piece:"):
        return _because(
            _("pieces of a figure and pieces of the pool do not go together: put down what you hold first"), "resource"
        )
    if len(pieces) > 2:
        return _because(_("two pieces at most may be brought back: touch one of them again to put it down"), "resource")
    return _against_resource(state, pieces)


def _not_swapping(state: State, square: int) -> Refusal:
    """Return the refusal of a figure that cannot take part in a swap, or ``NO_REFUSAL``."""
    if not _is_friend(state, square):
        return _not_own(state, square)
    if SWAP not in state.left:
        return _because(_("you have swapped already this turn"), "swap")
    if square != state.moved and square not in exchange.neighbours(state):
        return _because(
            _("only a figure next to the one that has moved, on {square}, can swap pieces with it").format(
                square=NAMES[state.moved]
            ),
            "swap",
        )
    return NO_REFUSAL


def _against_giving(state: State, square: int, pieces: str) -> Refusal:
    """Return the refusal of a giver, or of its selected pieces, whatever the taker.

    It names a taker that could get all selected pieces except the last, if there is one.
    """
    others = exchange.neighbours(state) if square == state.moved else (state.moved,)
    if not others:
        return _because(_("no figure of your own stands next to the one that has moved"), "swap")
    takers = {goal for origin, goal, some in exchange.swaps(state) if origin == square and some == pieces[:-1]}
    other = next((other for other in others if other in takers), others[0])
    return _against_swap(state, square, other, pieces or state.board[square][1:2])


def _against_swap(state: State, origin: int, goal: int, pieces: str) -> Refusal:
    """Return the refusal of a swap."""
    if not legal_actions(state):
        return _game_over()
    if state.is_turn_start or state.build:
        return _because(_("pieces are swapped only after a Move"), "swap")
    if state.prey:
        return _take_undecided()
    for square in (origin, goal):
        reason = _not_swapping(state, square)
        if reason:
            return reason
    if state.moved not in (origin, goal) or origin == goal:
        return _because(
            _("one of the two must be the figure that has moved, on {square}").format(square=NAMES[state.moved]), "swap"
        )
    if not pieces:
        return _because(_("the figure on {square} has no pieces to give").format(square=NAMES[origin]), "swap")
    missing = lacking(pieces, state.board[origin][1:])
    if missing:
        clause = _("the figure on {square} has not got {pieces}").format(square=NAMES[origin], pieces=missing)
        return _because(clause, "swap")
    giver = without_pieces(state.board[origin], pieces)
    taker = with_pieces(state.board[goal], pieces)
    for square, figure in ((origin, giver), (goal, taker)):
        reason = _against_remainder(figure, NAMES[square])
        if reason:
            return reason
    board = with_figures(state.board, (origin, giver), (goal, taker))
    if CROWN in pieces and primes(board, state.side):
        return _against_open_prime(board, state.side)
    return _because(_("this swap is not possible"), "swap")


def _against_remainder(figure: str, square: str) -> Refusal:
    """Return the refusal of a figure that a swap would produce on a square, or ``NO_REFUSAL``."""
    lesson = "swap"
    if leaders_meet(figure[1:]):
        lesson = "room"
        clause = _("crown and star would meet on {square}")
    elif traits(figure).plain < 1:
        clause = _("the figure on {square} must keep a piece besides crown and star")
    elif traits(figure).plain > exchange.MOST_PLAIN:
        clause = _("the figure on {square} would have more than four pieces besides crown and star")
    elif len(figure) - 1 > ROD:
        clause = _("the rod on {square} holds five pieces at most")
    else:
        return NO_REFUSAL
    return _because(clause.format(square=square), lesson)


def _against_resource(state: State, pieces: str) -> Refusal:
    """Return the refusal of a resource."""
    if not legal_actions(state):
        return _game_over()
    if state.is_turn_start or state.build:
        return _because(
            _("pieces come back from the pool only after a Move into the enemy's Starting Zone"), "resource"
        )
    if state.prey:
        return _take_undecided()
    if RESOURCE not in state.left:
        if ZONE[1 - state.side] >> state.moved & 1:
            return _because(_("you have already brought back pieces this turn"), "resource")
        return _because(
            _("only a figure that has ended its Move in {side}'s Starting Zone gets pieces from the pool").format(
                side=_(SIDES[1 - state.side])
            ),
            "resource",
        )
    missing = lacking(pieces, state.pool)
    if missing:
        return _because(_("the pool has not got {pieces}").format(pieces=missing), "resource")
    return _against_addition(state, pieces)
