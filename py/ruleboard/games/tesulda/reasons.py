"""Why something is not allowed, in plain words. Legality is decided elsewhere; here it is only told."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda import building, exchange
from ruleboard.games.tesulda.board import INDEX, NAMES, NEARER, ZONE, bits, ways
from ruleboard.games.tesulda.figures import (
    BASE_NAMES,
    CROWN,
    NEED,
    PIECE_NAMES,
    ROD,
    Traits,
    leaders_meet,
    traits,
    with_pieces,
    without_pieces,
)
from ruleboard.games.tesulda.reach import attackers, occupied, open_goals, reach
from ruleboard.games.tesulda.rules import legal_actions
from ruleboard.games.tesulda.state import RESOURCE, SIDES, SWAP, State, primes
from ruleboard.games.tesulda.words import owned, trait_words

_OVER = "the game is over"
_NUMBERS = ("no pieces", "one piece", "two pieces", "three pieces")


def explain(state: State, targets: Sequence[str]) -> str:
    """Why no allowed action begins with these targets, as a whole sentence."""
    reason = clause(state, targets)
    return f"{reason[0].upper()}{reason[1:]}."


def clause(state: State, targets: Sequence[str]) -> str:
    """The same without capital letter and full stop."""
    if not legal_actions(state):
        return _OVER
    if not targets:
        return "touch one of your figures first"
    if state.build:
        return _building(state, targets)
    if targets[0].startswith("do:"):
        return _button(state, targets)
    if state.fresh:
        return _move(state, targets)
    if state.prey:
        return _take(state, targets)
    return _after_move(state, targets)


def _button(state: State, targets: Sequence[str]) -> str:
    if len(targets) > 1:
        return "nothing can follow that"
    if targets[0] == "do:end":
        return "first decide what to take of the captured figure" if state.prey else "every turn begins with a Move"
    if targets[0] == "do:none":
        return "there is no captured figure to take pieces of"
    return "the armies are built already"


def _no_square(target: str) -> str:
    return f"there is nothing called {target[:12]!r} on this board"


# --- a turn's start


def _move(state: State, targets: Sequence[str]) -> str:
    if targets[0] not in INDEX:
        return "pieces change rods only after a Move: touch one of your figures first"
    origin = INDEX[targets[0]]
    if len(targets) == 1:
        return _why_not_from(state, origin)
    if targets[1] not in INDEX:
        return "pieces change rods only after the Move: touch the square your figure shall go to"
    if len(targets) > 2:
        return "that move is already complete"
    return why_not_move(state, origin, INDEX[targets[1]])


def _why_not_from(state: State, origin: int) -> str:
    reason = _not_yours(state, origin)
    if reason:
        return reason
    can = traits(state.board[origin])
    if not can.straight and not can.diagonal:
        return f"the figure on {NAMES[origin]} has no reach at all: straight 0, diagonal 0"
    if can.minion and not NEARER[can.side][origin]:
        return "a Minion must get nearer to the enemy's Starting Zone, and this one is inside already"
    ends = reach(can, origin, occupied(state.board))
    if any(not _friend(state, goal) for goal in bits(ends)):
        return f"every Move of this figure would leave your Prime open: {_danger_after_any(state, origin, ends)}"
    if can.minion:
        return "this Minion finds no free square nearer to the enemy's Starting Zone"
    if can.jumper:
        return "this Jumper must go its full rating, and there it meets the edge or figures of your own"
    return "this figure is shut in by figures of your own"


def _danger_after_any(state: State, origin: int, ends: int) -> str:
    goal = next(goal for goal in bits(ends) if not _friend(state, goal))
    return _danger(exchange.moved(state, origin, goal).board, state.side)


def _friend(state: State, square: int) -> bool:
    figure = state.board[square]
    return bool(figure) and traits(figure).side == state.side


def _not_yours(state: State, square: int) -> str:
    """Why what stands on a square cannot be moved by this side; empty if it is its own."""
    figure = state.board[square]
    if not figure:
        return f"no figure stands on {NAMES[square]}"
    if _friend(state, square):
        return ""
    goals = [NAMES[goal] for goal in bits(open_goals(state.board, square))]
    where = f"it can go to {', '.join(goals)}" if goals else "it cannot go anywhere now"
    return f"the figure on {NAMES[square]} is your opponent's: {trait_words(figure)}; {where}"


def why_not_move(state: State, origin: int, goal: int) -> str:
    """Why a figure cannot go between two squares (given by their numbers), as a clause."""
    reason = _not_yours(state, origin)
    if reason:
        return reason
    if origin == goal:
        return "a figure has to go to another square"
    if _friend(state, goal):
        return f"a figure of your own stands on {NAMES[goal]}"
    can, stops = traits(state.board[origin]), occupied(state.board)
    if reach(can, origin, stops) >> goal & 1:
        return f"your Prime would stand open: {_danger(exchange.moved(state, origin, goal).board, state.side)}"
    if can.minion and not NEARER[can.side][origin] >> goal & 1:
        return "a Minion's Move must end nearer to the enemy's Starting Zone"
    return _why_not_reached(can, origin, goal, stops)


def _danger(board: tuple[str, ...], side: int) -> str:
    """Which enemies could come to a Prime, as a clause."""
    found = attackers(board, side)
    coming = " and ".join(f"{owned(board[square])} on {NAMES[square]}" for square, _ in found[:3])
    return f"{coming} could attack it on {NAMES[found[0][1]]}" if found else "it could be attacked"


def _why_not_reached(can: Traits, origin: int, goal: int, stops: int) -> str:
    single = [way for way in ways(origin, goal) if not (way[0] and way[1])]
    if not single:
        if can.dodger:
            return _why_not_dodged(can, goal)
        return f"{NAMES[goal]} is neither straight nor diagonally in line with this figure"
    straight, diagonal, between = single[0]
    far, rating = (straight, can.straight) if straight else (diagonal, can.diagonal)
    how = "straight" if straight else "diagonally"
    round_corner = ", and there is no free way round a corner either" if can.dodger else ""
    if not rating:
        word = "straight" if straight else "diagonal"
        return f"this figure cannot go {how}: its {word} rating is 0{round_corner}"
    if can.jumper:
        return f"a Jumper uses its full rating: {how} this one goes exactly {_squares(rating)}{round_corner}"
    if far > rating:
        most = _squares(rating)
        return f"{how} this figure goes at most {most}, and {NAMES[goal]} is {far} away{round_corner}"
    blocking = next(square for square in between if stops >> square & 1)
    return f"the figure on {NAMES[blocking]} is in the way{round_corner}"


def _why_not_dodged(can: Traits, goal: int) -> str:
    if can.jumper:
        return (
            f"this Dodger is a Jumper too: its parts are exactly {_squares(can.straight)} straight and "
            f"{_squares(can.diagonal)} diagonally, which does not lead to {NAMES[goal]}"
        )
    return (
        f"this Dodger finds no free way to {NAMES[goal]} with at most {_squares(can.straight)} straight and "
        f"{_squares(can.diagonal)} diagonally"
    )


def _squares(count: int) -> str:
    return f"{count} square{'' if count == 1 else 's'}"


# --- after an Attack


def _take(state: State, targets: Sequence[str]) -> str:
    if targets[0] in INDEX:
        square = INDEX[targets[0]]
        if square == state.moved:
            return "first touch what to take of the captured figure, then your own figure"
        return "first decide what to take of the captured figure"
    pieces = _letters(targets, "prey")
    if not pieces:
        return "first decide what to take of the captured figure"
    last = targets[-1]
    if last in INDEX and INDEX[last] != state.moved:
        return f"only the figure that attacked, on {NAMES[state.moved]}, may take these pieces"
    if len(pieces) > 2:
        return "two pieces at most may be taken"
    return why_not_take(state, pieces)


def _letters(targets: Sequence[str], word: str) -> str:
    return "".join(target[len(word) + 1] for target in targets if target.startswith(f"{word}:") and target[-1] != ":")


def why_not_take(state: State, pieces: str) -> str:
    """Why these pieces cannot be taken of the captured figure, as a clause."""
    if not legal_actions(state):
        return _OVER
    if not state.prey:
        return "there is no captured figure to take pieces of"
    lacking = next((piece for piece in pieces if pieces.count(piece) > state.prey[1:].count(piece)), "")
    if lacking:
        return f"the captured figure has not got {_so_many(pieces.count(lacking), lacking)}"
    return _why_not_added(state, pieces)


def _so_many(count: int, piece: str) -> str:
    return f"a {PIECE_NAMES[piece]}" if count == 1 else f"{count} {PIECE_NAMES[piece]}s"


def _why_not_added(state: State, pieces: str) -> str:
    mover = state.board[state.moved]
    grown = with_pieces(mover, pieces)
    if leaders_meet(grown[1:]):
        return "crown and star may not be on one figure"
    crown = ", and a crown counts as two" if CROWN in grown else ""
    return f"the figure on {NAMES[state.moved]} can carry five pieces at most{crown}"


# --- after a Move


def _after_move(state: State, targets: Sequence[str]) -> str:
    if targets[0].startswith("pool:"):
        pieces = _letters(targets, "pool")
        last = targets[-1]
        if last in INDEX and INDEX[last] != state.moved:
            return f"only the figure that has moved, on {NAMES[state.moved]}, may take pieces from the pool"
        return "two pieces at most may be brought back" if len(pieces) > 2 else why_not_resource(state, pieces)
    if targets[0].startswith("prey:"):
        return "nothing was captured this turn, or its pieces lie in the pool by now"
    squares = [INDEX[target] for target in targets if target in INDEX]
    pieces = _letters(targets, "piece")
    if targets[0].startswith("piece:"):
        squares.insert(0, state.moved)
    elif targets[0] not in INDEX:
        return _no_square(targets[0])
    if len(squares) == 2 and not pieces:
        if not _friend(state, squares[1]) or state.moved not in squares:
            return "you have moved already this turn"
        return "touch the pieces first, then the figure they shall go to"
    if len(pieces) > 2:
        return "two pieces at most may be swapped"
    reason = _not_swapping(state, squares[0])
    if reason:
        return reason
    if len(squares) == 1:
        return _why_nothing_from(state, squares[0], pieces)
    return why_not_swap(state, squares[0], squares[1], pieces)


def _not_swapping(state: State, square: int) -> str:
    """Why the figure on a square has no part in a swap; empty if it may have."""
    figure = state.board[square]
    if not figure:
        return f"no figure stands on {NAMES[square]}"
    if not _friend(state, square):
        return _not_yours(state, square)
    if SWAP not in state.left:
        return "you have swapped already this turn"
    if square != state.moved and square not in exchange.neighbours(state):
        return f"only a figure next to the one that has moved, on {NAMES[state.moved]}, can swap pieces with it"
    return ""


def _why_nothing_from(state: State, square: int, pieces: str) -> str:
    """Why a figure can give nothing, or not these pieces, to any other."""
    others = exchange.neighbours(state) if square == state.moved else (state.moved,)
    if not others:
        return "no figure of your own stands next to the one that has moved"
    found = [why_not_swap(state, square, other, pieces or state.board[square][1:2]) for other in others]
    return found[0]


def why_not_swap(state: State, origin: int, goal: int, pieces: str) -> str:
    """Why these pieces cannot go from one figure to another (their squares' numbers given), as a clause."""
    if not legal_actions(state):
        return _OVER
    if state.fresh or state.build:
        return "pieces are swapped only after a Move"
    if state.prey:
        return "first decide what to take of the captured figure"
    for square in (origin, goal):
        reason = _not_swapping(state, square)
        if reason:
            return reason
    if state.moved not in (origin, goal) or origin == goal:
        return f"one of the two must be the figure that has moved, on {NAMES[state.moved]}"
    lacking = next((piece for piece in pieces if pieces.count(piece) > state.board[origin][1:].count(piece)), "")
    if lacking:
        return f"the figure on {NAMES[origin]} has not got {_so_many(pieces.count(lacking), lacking)}"
    giver = without_pieces(state.board[origin], pieces)
    taker = with_pieces(state.board[goal], pieces)
    for square, figure in ((origin, giver), (goal, taker)):
        if leaders_meet(figure[1:]):
            return f"crown and star would meet on {NAMES[square]}"
        if traits(figure).plain < 1:
            return f"the figure on {NAMES[square]} must keep a piece besides crown and star"
        if traits(figure).plain > exchange.MOST_PLAIN:
            return f"the figure on {NAMES[square]} would have more than four pieces besides crown and star"
        if len(figure) - 1 > ROD:
            return f"the rod on {NAMES[square]} holds five pieces at most"
    board = list(state.board)
    board[origin], board[goal] = giver, taker
    if CROWN in pieces and primes(tuple(board), state.side):
        return f"your Prime would stand open: {_danger(tuple(board), state.side)}"
    return "this swap is not possible"


def why_not_resource(state: State, pieces: str) -> str:
    """Why these pieces cannot be brought back from the pool, as a clause."""
    if not legal_actions(state):
        return _OVER
    if state.fresh or state.build:
        return "pieces come back from the pool only after a Move into the enemy's Starting Zone"
    if state.prey:
        return "first decide what to take of the captured figure"
    if RESOURCE not in state.left:
        if ZONE[1 - state.side] >> state.moved & 1:
            return "you have already brought back pieces this turn"
        zone = f"{SIDES[1 - state.side]}'s Starting Zone"
        return f"only a figure that has ended its Move in {zone} gets pieces from the pool"
    lacking = next((piece for piece in pieces if pieces.count(piece) > state.pool.count(piece)), "")
    if lacking:
        return f"the pool has not got {_so_many(pieces.count(lacking), lacking)}"
    return _why_not_added(state, pieces)


# --- building


def _building(state: State, targets: Sequence[str]) -> str:
    army = building.army_of(state)
    first, last = targets[0], targets[-1]
    if first.startswith("do:"):
        return _why_not_whole(state, first) if len(targets) == 1 else "nothing can follow that"
    word, _, what = first.partition(":")
    if word == "base" and what in BASE_NAMES:
        if armies.bases_left(army)[what] < 1:
            return f"no {BASE_NAMES[what]} base is left in the store"
        return _why_not_base(state, last, what) if len(targets) > 1 else "every square of your zone is taken"
    if word == "store" and what in PIECE_NAMES:
        if armies.pieces_left(army)[what] < 1:
            return f"no {PIECE_NAMES[what]} is left in the store"
        if len(targets) > 1:
            return _why_not_piece(state, last)
        return "no figure has room for another piece: put a base on the board, or take a piece off a rod"
    if first not in INDEX:
        return "take a base or a piece from the store, or touch one of your figures"
    square = INDEX[first]
    if not ZONE[state.side] >> square & 1:
        return _outside(state, square)
    if not state.board[square]:
        return f"nothing stands on {first} yet: take a base from the store and put it there"
    if len(targets) == 1:
        return "this figure can be moved, or its pieces: touch a square or a piece"
    pieces = _letters(targets[1:], "piece")
    if not pieces:
        if last in INDEX:
            return _outside(state, INDEX[last]) if last != first else "the figure stands there already"
        return _why_not_piece(state, first) if last.startswith("store:") else "touch a square or the store next"
    lacking = next((piece for piece in pieces if piece not in state.board[square][1:]), "")
    if lacking:
        return (
            f"the figure on {first} has not got {_so_many(1, lacking)}" if lacking in PIECE_NAMES else _no_square(last)
        )
    if len(pieces) > 1:
        return "one piece at a time: touch the figure or the store it shall go to"
    if last == first:
        return "the piece is on this figure already"
    return _why_not_piece(state, last)


def _why_not_whole(state: State, target: str) -> str:
    if target == building.DONE.targets[0]:
        return " ".join(armies.problems(building.army_of(state), state.side)).removesuffix(".")
    if target == building.FILL.targets[0]:
        return "there is nothing that could be filled in"
    if target in (building.DEFAULT.targets[0], building.MIRROR.targets[0]):
        return "your army would not change by that"
    if target == building.CLEAR.targets[0]:
        return "your zone is empty already"
    return "the game has not begun: finish your army first"


def _outside(state: State, square: int) -> str:
    if ZONE[1 - state.side] >> square & 1:
        return f"this is {SIDES[1 - state.side]}'s Starting Zone: your army stands on your own two ranks"
    return "your army stands on your own two ranks, your Starting Zone"


def _why_not_base(state: State, target: str, base: str) -> str:
    if target not in INDEX:
        return f"touch an empty square of your two ranks for the {BASE_NAMES[base]}"
    if not ZONE[state.side] >> INDEX[target] & 1:
        return _outside(state, INDEX[target])
    return f"a figure stands on {target} already"


def _why_not_piece(state: State, target: str) -> str:
    if target not in INDEX:
        return "touch the figure that shall get the piece, or the store"
    if not ZONE[state.side] >> INDEX[target] & 1:
        return _outside(state, INDEX[target])
    figure = state.board[INDEX[target]]
    if not figure:
        return f"nothing stands on {target} yet: put a base there first"
    can = traits(figure)
    crown = ", and the crown counts as two" if can.prime else ""
    return (
        f"the rod on {target} is full: a {BASE_NAMES[can.base]} carries {_NUMBERS[NEED[can.base]]}{crown}. "
        "Take one off first"
    )
