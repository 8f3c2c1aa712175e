"""Why something is not allowed, in plain words. Legality is decided elsewhere; here it is only told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda import building, exchange
from ruleboard.games.tesulda.board import INDEX, NAMES, NEARER, ZONE, bits, ways
from ruleboard.games.tesulda.figures import (
    BASE_NAMES,
    CROWN,
    PIECE_NAMES,
    ROD,
    Traits,
    leaders_meet,
    traits,
    with_pieces,
    without_pieces,
)
from ruleboard.games.tesulda.reach import attackers, occupied, open_goals, reach
from ruleboard.games.tesulda.state import EMPTY, RESOURCE, SIDES, SWAP, State, primes
from ruleboard.games.tesulda.terms import A_BASE, A_PIECE, capital, listed, so_many, so_many_squares
from ruleboard.games.tesulda.turn import legal_actions
from ruleboard.games.tesulda.words import owned, trait_words
from ruleboard.i18n import _

_MANY: Final = 8


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Why no allowed action begins with these targets, as a whole sentence."""
    reason = clause(state, targets)
    return Refusal(_("{sentence}.").format(sentence=capital(reason.sentence)), reason.lesson)


def clause(state: State, targets: Sequence[str]) -> Refusal:
    """The same without capital letter and full stop. Every clause knows the lesson on its rule (``because``)."""
    if not legal_actions(state):
        return _over()
    if not targets:
        return Refusal(_("touch one of your figures first"), "turn")
    if state.build:
        return _building(state, targets)
    if targets[0].startswith("do:"):
        return _button(state, targets)
    if state.fresh:
        return _move(state, targets)
    if state.prey:
        return _take(state, targets)
    return _after_move(state, targets)


def _over() -> Refusal:
    return Refusal(_("the game is over"), "ends")


def _undecided() -> Refusal:
    return Refusal(_("first decide what to take of the captured figure"), "attack")


def _button(state: State, targets: Sequence[str]) -> Refusal:
    if len(targets) > 1:
        return Refusal(_("nothing can follow that"), "turn")
    if targets[0] == "do:end":
        return _undecided() if state.prey else Refusal(_("every turn begins with a Move"), "turn")
    if targets[0] == "do:none":
        return Refusal(_("there is no captured figure to take pieces of"), "attack")
    return Refusal(_("the armies are built already"), "army")


def _no_target(target: str) -> Refusal:
    return Refusal(_("there is nothing called {text} on this board").format(text=repr(target[:12])), "figure")


# --- a turn's start


def _move(state: State, targets: Sequence[str]) -> Refusal:
    if targets[0] not in INDEX:
        return Refusal(_("pieces change rods only after a Move: touch one of your figures first"), "turn")
    origin = INDEX[targets[0]]
    if len(targets) == 1:
        return _why_not_from(state, origin)
    if targets[1] not in INDEX:
        return Refusal(_("pieces change rods only after the Move: touch the square your figure shall go to"), "turn")
    if len(targets) > 2:
        return Refusal(_("that move is already complete"), "turn")
    return why_not_move(state, origin, INDEX[targets[1]])


def _why_not_from(state: State, origin: int) -> Refusal:
    reason = _not_yours(state, origin)
    if reason:
        return reason
    can = traits(state.board[origin])
    if not can.straight and not can.diagonal:
        return Refusal(
            _("the figure on {square} has no reach at all: straight 0, diagonal 0").format(square=NAMES[origin]),
            "ratings",
        )
    if can.minion and not NEARER[can.side][origin]:
        return Refusal(
            _("a Minion must get nearer to the enemy's Starting Zone, and this one is inside already"), "minion"
        )
    ends = [goal for goal in bits(reach(can, origin, occupied(state.board))) if not _friend(state, goal)]
    if ends:
        danger = _danger(exchange.moved(state, origin, ends[0]).board, state.side)
        return Refusal(
            _("every Move of this figure would leave your Prime open: {danger}").format(danger=danger), "safety"
        )
    if can.minion:
        return Refusal(_("this Minion finds no free square nearer to the enemy's Starting Zone"), "minion")
    if can.jumper:
        return Refusal(
            _("this Jumper must go its full rating, and there it meets the edge or figures of your own"), "jumper"
        )
    return Refusal(_("this figure is shut in by figures of your own"), "moving")


def _friend(state: State, square: int) -> bool:
    figure = state.board[square]
    return bool(figure) and traits(figure).side == state.side


def _not_yours(state: State, square: int) -> Refusal:
    """Why what stands on a square cannot be moved by this side; empty if it is its own."""
    figure = state.board[square]
    if not figure:
        return Refusal(_("no figure stands on {square}").format(square=NAMES[square]), "moving")
    if _friend(state, square):
        return NO_REFUSAL
    goals = [NAMES[goal] for goal in bits(open_goals(state.board, square))]
    text = _("the figure on {square} is your opponent's: {traits}; it cannot go anywhere now")
    if len(goals) > _MANY:  # more than anybody reads; the board shows them
        text = _("the figure on {square} is your opponent's: {traits}; it can go to {n} squares")
    elif goals:
        text = _("the figure on {square} is your opponent's: {traits}; it can go to {goals}")
    return Refusal(
        text.format(square=NAMES[square], traits=trait_words(figure), goals=", ".join(goals), n=len(goals)), "zones"
    )


def why_not_move(state: State, origin: int, goal: int) -> Refusal:
    """Why a figure cannot go between two squares (given by their numbers), as a clause."""
    reason = _not_yours(state, origin)
    if reason:
        return reason
    if origin == goal:
        return Refusal(_("a figure has to go to another square"), "moving")
    if _friend(state, goal):
        return Refusal(_("a figure of your own stands on {square}").format(square=NAMES[goal]), "moving")
    can, stops = traits(state.board[origin]), occupied(state.board)
    if reach(can, origin, stops) >> goal & 1:
        return _prime_open(exchange.moved(state, origin, goal).board, state.side)
    if can.minion and not NEARER[can.side][origin] >> goal & 1:
        return Refusal(_("a Minion's Move must end nearer to the enemy's Starting Zone"), "minion")
    reason = _why_not_straight_on(can, origin, goal, stops)
    if not reason:
        if can.dodger:
            return _why_not_dodged(can, goal)
        return Refusal(
            _("no straight or diagonal line leads from {here} to {there}").format(
                here=NAMES[origin], there=NAMES[goal]
            ),
            "moving",
        )
    if can.dodger:
        return Refusal(
            _("{reason}, and there is no free way round a corner either").format(reason=reason.sentence), "dodger"
        )
    return reason


def _prime_open(board: tuple[str, ...], side: int) -> Refusal:
    return Refusal(_("your Prime would stand open: {danger}").format(danger=_danger(board, side)), "safety")


def _danger(board: tuple[str, ...], side: int) -> str:
    """Which enemies could come to a Prime, as a clause."""
    found = attackers(board, side)
    if not found:
        return _("it could be attacked")
    coming = [
        _("{figure} on {square}").format(figure=owned(board[square]), square=NAMES[square])
        for square, _prime in found[:3]
    ]
    return _("{figures} could attack it on {square}").format(figures=listed(coming), square=NAMES[found[0][1]])


def _why_not_straight_on(can: Traits, origin: int, goal: int, stops: int) -> Refusal:
    """Why a figure cannot go to a square without a corner; empty if no line leads there."""
    single = [way for way in ways(origin, goal) if not (way[0] and way[1])]
    if not single:
        return NO_REFUSAL
    straight, diagonal, between = single[0]
    far, rating = (straight, can.straight) if straight else (diagonal, can.diagonal)
    blocking = next((square for square in between if stops >> square & 1), -1)
    rule = "ratings"
    if not rating:
        text = _("this figure cannot go diagonally: its diagonal rating is 0")
        if straight:
            text = _("this figure cannot go straight: its straight rating is 0")
    elif can.jumper:
        rule = "jumper"
        text = _("a Jumper uses its full rating: diagonally this one goes exactly {squares}")
        if straight:
            text = _("a Jumper uses its full rating: straight this one goes exactly {squares}")
    elif far > rating:
        text = _("diagonally this figure goes at most {squares}, and {goal} is {far} away")
        if straight:
            text = _("straight this figure goes at most {squares}, and {goal} is {far} away")
    else:
        rule = "moving"
        text = _("the figure on {blocking} is in the way")
    said = text.format(squares=so_many_squares(rating), goal=NAMES[goal], far=far, blocking=NAMES[blocking])
    return Refusal(said, rule)


def _why_not_dodged(can: Traits, goal: int) -> Refusal:
    text = _("this Dodger finds no free way to {goal} with at most {straight} straight and {diagonal} diagonally")
    if can.jumper:
        text = _(
            "this Dodger is a Jumper too: its parts are exactly {straight} straight and {diagonal} diagonally, "
            "which does not lead to {goal}"
        )
    straight, diagonal = so_many_squares(can.straight), so_many_squares(can.diagonal)
    said = text.format(goal=NAMES[goal], straight=straight, diagonal=diagonal)
    return Refusal(said, "jumper" if can.jumper else "dodger")


# --- after an Attack


def _take(state: State, targets: Sequence[str]) -> Refusal:
    pieces = _letters(targets, "prey")
    last = targets[-1]
    if not pieces:
        if last in INDEX and INDEX[last] == state.moved:
            return Refusal(_("first touch what to take of the captured figure, then your own figure"), "attack")
        return _undecided()
    if last in INDEX and INDEX[last] != state.moved:
        return Refusal(
            _("only the figure that attacked, on {square}, may take these pieces").format(square=NAMES[state.moved]),
            "attack",
        )
    if not last.startswith("prey:") and last not in INDEX:
        return Refusal(_("only pieces of the captured figure can be taken now"), "attack")
    if len(pieces) > 2:
        return Refusal(_("two pieces at most may be taken: touch one of them again to put it down"), "attack")
    return why_not_take(state, pieces)


def _letters(targets: Sequence[str], word: str) -> str:
    return "".join(target[len(word) + 1] for target in targets if target.startswith(f"{word}:") and target[-1] != ":")


def why_not_take(state: State, pieces: str) -> Refusal:
    """Why these pieces cannot be taken of the captured figure, as a clause."""
    if not legal_actions(state):
        return _over()
    if not state.prey:
        return Refusal(_("there is no captured figure to take pieces of"), "attack")
    lacking = _lacking(pieces, state.prey[1:])
    if lacking:
        return Refusal(_("the captured figure has not got {pieces}").format(pieces=lacking), "attack")
    return _why_not_added(state, pieces)


def _lacking(pieces: str, offered: str) -> str:
    """The first kind of which more is asked for than offered, in words; empty if there is none."""
    for piece in pieces:
        count = pieces.count(piece)
        if piece in A_PIECE and count > offered.count(piece):
            return _(A_PIECE[piece]) if count == 1 else so_many(count, piece)
    return ""


def _why_not_added(state: State, pieces: str) -> Refusal:
    mover = state.board[state.moved]
    grown = with_pieces(mover, pieces)
    if leaders_meet(grown[1:]):
        return Refusal(_("crown and star may not be on one figure"), "room")
    room = ROD - traits(mover).size
    text = _("the figure on {square} can carry five pieces at most, and has {n}")
    if CROWN in grown:
        text = _("the figure on {square} can carry five pieces at most, and has {n} (a crown counts as two)")
    said = text.format(square=NAMES[state.moved], n=traits(mover).size)
    if room == 1 and len(pieces) > 1:
        return Refusal(_("{reason}: there is room for one of these").format(reason=said), "room")
    return Refusal(said, "room")


# --- after a Move


def _after_move(state: State, targets: Sequence[str]) -> Refusal:
    first, last = targets[0], targets[-1]
    mover = NAMES[state.moved]
    if first.startswith("pool:"):
        return _why_nothing_back(state, targets)
    if first.startswith("prey:"):
        return Refusal(_("nothing was captured this turn, or its pieces lie in the pool by now"), "attack")
    squares = [INDEX[target] for target in targets if target in INDEX]
    pieces = _letters(targets, "piece")
    if first.startswith("piece:"):
        squares.insert(0, state.moved)
    elif first not in INDEX:
        return _no_target(first)
    if last.startswith("pool:"):
        return Refusal(
            _("pieces of a figure and pieces of the pool do not go together: put down what you hold first"), "resource"
        )
    if len(squares) == 2 and not pieces:
        if not _friend(state, squares[1]) or state.moved not in squares:
            return Refusal(_("you have moved already this turn"), "turn")
        return Refusal(_("touch the pieces first, then the figure they shall go to"), "swap")
    if len(pieces) > 2:
        return Refusal(_("two pieces at most may be swapped: touch one of them again to put it down"), "swap")
    reason = _not_swapping(state, squares[0])
    if reason:
        return reason
    if len(squares) == 1:
        return _why_nothing_from(state, squares[0], pieces)
    if squares[0] == squares[1]:
        return Refusal(
            _("these pieces are on {square} already: touch the figure they shall go to").format(square=last), "swap"
        )
    if state.moved not in squares:
        return Refusal(_("one of the two must be the figure that has moved, on {square}").format(square=mover), "swap")
    return why_not_swap(state, squares[0], squares[1], pieces)


def _why_nothing_back(state: State, targets: Sequence[str]) -> Refusal:
    """Why pieces of the pool cannot be brought back as these touches would."""
    pieces, last = _letters(targets, "pool"), targets[-1]
    if last in INDEX and INDEX[last] != state.moved:
        return Refusal(
            _("only the figure that has moved, on {square}, may take pieces from the pool").format(
                square=NAMES[state.moved]
            ),
            "resource",
        )
    if last.startswith("piece:"):
        return Refusal(
            _("pieces of a figure and pieces of the pool do not go together: put down what you hold first"), "resource"
        )
    if len(pieces) > 2:
        return Refusal(_("two pieces at most may be brought back: touch one of them again to put it down"), "resource")
    return why_not_resource(state, pieces)


def _not_swapping(state: State, square: int) -> Refusal:
    """Why the figure on a square has no part in a swap; empty if it may have."""
    if not _friend(state, square):
        return _not_yours(state, square)
    if SWAP not in state.left:
        return Refusal(_("you have swapped already this turn"), "swap")
    if square != state.moved and square not in exchange.neighbours(state):
        return Refusal(
            _("only a figure next to the one that has moved, on {square}, can swap pieces with it").format(
                square=NAMES[state.moved]
            ),
            "swap",
        )
    return NO_REFUSAL


def _why_nothing_from(state: State, square: int, pieces: str) -> Refusal:
    """Why a figure can give nothing, or not these pieces, to any other; told of one that could get all but the last."""
    others = exchange.neighbours(state) if square == state.moved else (state.moved,)
    if not others:
        return Refusal(_("no figure of your own stands next to the one that has moved"), "swap")
    possible = {other for origin, other, some in exchange.swaps(state) if origin == square and some == pieces[:-1]}
    other = next((other for other in others if other in possible), others[0])
    return why_not_swap(state, square, other, pieces or state.board[square][1:2])


def why_not_swap(state: State, origin: int, goal: int, pieces: str) -> Refusal:
    """Why these pieces cannot go from one figure to another (their squares' numbers given), as a clause."""
    if not legal_actions(state):
        return _over()
    if state.fresh or state.build:
        return Refusal(_("pieces are swapped only after a Move"), "swap")
    if state.prey:
        return _undecided()
    for square in (origin, goal):
        reason = _not_swapping(state, square)
        if reason:
            return reason
    if state.moved not in (origin, goal) or origin == goal:
        return Refusal(
            _("one of the two must be the figure that has moved, on {square}").format(square=NAMES[state.moved]), "swap"
        )
    if not pieces:
        return Refusal(_("the figure on {square} has no pieces to give").format(square=NAMES[origin]), "swap")
    lacking = _lacking(pieces, state.board[origin][1:])
    if lacking:
        said = _("the figure on {square} has not got {pieces}").format(square=NAMES[origin], pieces=lacking)
        return Refusal(said, "swap")
    giver = without_pieces(state.board[origin], pieces)
    taker = with_pieces(state.board[goal], pieces)
    for square, figure in ((origin, giver), (goal, taker)):
        text = _why_not_left(figure)
        if text:
            return Refusal(text.sentence.format(square=NAMES[square]), text.lesson)
    board = list(state.board)
    board[origin], board[goal] = giver, taker
    if CROWN in pieces and primes(tuple(board), state.side):
        return _prime_open(tuple(board), state.side)
    return Refusal(_("this swap is not possible"), "swap")


def _why_not_left(figure: str) -> Refusal:
    """Why a swap may not leave a figure like this, the square still to be put in; empty if it may."""
    if leaders_meet(figure[1:]):
        return Refusal(_("crown and star would meet on {square}"), "room")
    if traits(figure).plain < 1:
        return Refusal(_("the figure on {square} must keep a piece besides crown and star"), "swap")
    if traits(figure).plain > exchange.MOST_PLAIN:
        return Refusal(_("the figure on {square} would have more than four pieces besides crown and star"), "swap")
    if len(figure) - 1 > ROD:
        return Refusal(_("the rod on {square} holds five pieces at most"), "swap")
    return NO_REFUSAL


def why_not_resource(state: State, pieces: str) -> Refusal:
    """Why these pieces cannot be brought back from the pool, as a clause."""
    if not legal_actions(state):
        return _over()
    if state.fresh or state.build:
        return Refusal(_("pieces come back from the pool only after a Move into the enemy's Starting Zone"), "resource")
    if state.prey:
        return _undecided()
    if RESOURCE not in state.left:
        if ZONE[1 - state.side] >> state.moved & 1:
            return Refusal(_("you have already brought back pieces this turn"), "resource")
        return Refusal(
            _("only a figure that has ended its Move in {side}'s Starting Zone gets pieces from the pool").format(
                side=_(SIDES[1 - state.side])
            ),
            "resource",
        )
    lacking = _lacking(pieces, state.pool)
    if lacking:
        return Refusal(_("the pool has not got {pieces}").format(pieces=lacking), "resource")
    return _why_not_added(state, pieces)


# --- building


def _building(state: State, targets: Sequence[str]) -> Refusal:
    army = building.army_of(state)
    first, last = targets[0], targets[-1]
    if first.startswith("do:"):
        if len(targets) > 1:
            return Refusal(_("nothing can follow that"), "turn")
        return _why_not_whole(state, first)
    word, _colon, what = first.partition(":")
    if word == "base" and what in BASE_NAMES:
        if armies.bases_left(army)[what] < 1:
            return _used_up(A_BASE[what])
        if len(targets) > 1:
            return _why_not_base(state, last, what)
        return Refusal(_("every square of your zone is taken"), "setup")
    if word == "store" and what in PIECE_NAMES:
        if armies.pieces_left(army)[what] < 1:
            return _used_up(A_PIECE[what])
        if len(targets) > 1:
            return _why_not_piece(state, last)
        return Refusal(
            _("no figure has room for another piece: put a base on the board, or take a piece off a rod"), "army"
        )
    if first not in INDEX:
        return Refusal(_("take a base or a piece from the store, or touch one of your figures"), "army")
    square = INDEX[first]
    if not ZONE[state.side] >> square & 1:
        return _outside(state, square)
    if not state.board[square]:
        return Refusal(
            _("nothing stands on {square} yet: take a base from the store and put it there").format(square=first),
            "army",
        )
    if len(targets) == 1:
        return Refusal(_("this figure can be moved, or its pieces: touch a square or a piece"), "army")
    pieces = _letters(targets[1:], "piece")
    if not pieces:
        if last in INDEX:
            if last == first:
                return Refusal(_("the figure stands there already"), "army")
            return _outside(state, INDEX[last])
        if last.startswith("store:"):
            return _why_not_piece(state, first)
        return Refusal(_("touch a square or the store next"), "army")
    unknown = next((piece for piece in pieces if piece not in state.board[square][1:]), EMPTY)
    if unknown:
        lacking = _lacking(unknown, EMPTY)
        text = _("the figure on {square} has not got {pieces}").format(square=first, pieces=lacking)
        return Refusal(text, "army") if lacking else _no_target(last)
    if len(pieces) > 1:
        return Refusal(_("one piece at a time: touch the figure or the store it shall go to"), "army")
    if last == first:
        return Refusal(_("the piece is on this figure already"), "army")
    return _why_not_piece(state, last)


def _used_up(thing: str) -> Refusal:
    return Refusal(_("the store has no more of these: {thing}").format(thing=_(thing)), "army")


def _why_not_whole(state: State, target: str) -> Refusal:
    if target == building.DONE.targets[0]:
        return Refusal(" ".join(armies.problems(building.army_of(state), state.side)).removesuffix("."), "setup")
    if target == building.FILL.targets[0]:
        return Refusal(_("there is nothing that could be filled in"), "army")
    if target in (building.DEFAULT.targets[0], building.MIRROR.targets[0]):
        return Refusal(_("your army would not change by that"), "army")
    if target == building.CLEAR.targets[0]:
        return Refusal(_("your zone is empty already"), "army")
    return Refusal(_("the game has not begun: finish your army first"), "army")


def _outside(state: State, square: int) -> Refusal:
    if ZONE[1 - state.side] >> square & 1:
        return Refusal(
            _("this is {side}'s Starting Zone: your army stands on your own two ranks").format(
                side=_(SIDES[1 - state.side])
            ),
            "setup",
        )
    return Refusal(_("your army stands on your own two ranks, your Starting Zone"), "setup")


def _why_not_base(state: State, target: str, base: str) -> Refusal:
    if target not in INDEX:
        return Refusal(
            _("touch an empty square of your two ranks for this: {thing}").format(thing=_(A_BASE[base])), "setup"
        )
    if not ZONE[state.side] >> INDEX[target] & 1:
        return _outside(state, INDEX[target])
    return Refusal(_("a figure stands on {square} already").format(square=target), "setup")


def _why_not_piece(state: State, target: str) -> Refusal:
    if target not in INDEX:
        return Refusal(_("touch the figure that shall get the piece, or the store"), "army")
    if not ZONE[state.side] >> INDEX[target] & 1:
        return _outside(state, INDEX[target])
    figure = state.board[INDEX[target]]
    if not figure:
        return Refusal(_("nothing stands on {square} yet: put a base there first").format(square=target), "army")
    return Refusal(
        _("the rod on {square} is full: {allowed}. Take one off first").format(
            square=target, allowed=armies.allowed(figure)
        ),
        "army",
    )
