"""Explain why an action is illegal while a player builds an army; see ``refusals``."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.engine.errors import Refusal
from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.board import SQUARE_NAMES, SQUARE_NUMBERS, ZONE_MASKS
from ruleboard.games.tesulda.figures import BASE_NAMES, PIECE_NAMES
from ruleboard.games.tesulda.moves import ArmyCommand
from ruleboard.games.tesulda.piece_targets import selected_pieces
from ruleboard.games.tesulda.position import EMPTY
from ruleboard.games.tesulda.state import SIDES, State
from ruleboard.games.tesulda.terms import BASES_WITH_ARTICLE, PIECES_WITH_ARTICLE, missing_piece_text
from ruleboard.i18n import _

_clause_refusal = Refusal.from_clause


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Return the reason why a selection cannot become a building action."""
    first_target = targets[0]
    if building.COPY_TARGET in targets:
        return _copy_refusal(state, targets)
    if first_target.startswith("do:"):
        return (
            _clause_refusal(_("nothing goes with that button"), "turn")
            if len(targets) > 1
            else _command_refusal(state, first_target)
        )
    prefix, _colon, kind = first_target.partition(":")
    if prefix == "base" and kind in BASE_NAMES:
        return _base_refusal(state, targets, kind)
    if prefix == "store" and kind in PIECE_NAMES:
        return _piece_refusal(state, targets, kind)
    if first_target not in SQUARE_NUMBERS:
        return _clause_refusal(_("pick up a base or a piece from the store, or touch one of your figures"), "army")
    square = SQUARE_NUMBERS[first_target]
    if not ZONE_MASKS[state.side] >> square & 1:
        return _outside_zone_refusal(state, square)
    if not state.board[square]:
        return _clause_refusal(
            _("there’s nothing on {square} yet: pick up a base from the store and put it there").format(
                square=first_target
            ),
            "army",
        )
    return _figure_refusal(state, targets, selected_pieces(targets[1:], "piece"))


def _base_refusal(state: State, targets: Sequence[str], base: str) -> Refusal:
    if armies.bases_in_store(building.current_army(state))[base] < 1:
        return _empty_store_refusal(BASES_WITH_ARTICLE[base])
    if len(targets) > 1:
        return _base_target_refusal(state, targets[-1], base)
    return _clause_refusal(_("your zone is full"), "setup")


def _piece_refusal(state: State, targets: Sequence[str], piece: str) -> Refusal:
    if armies.pieces_in_store(building.current_army(state))[piece] < 1:
        return _empty_store_refusal(PIECES_WITH_ARTICLE[piece])
    if len(targets) > 1:
        return _piece_target_refusal(state, targets[-1])
    return _clause_refusal(
        _("no figure has room for another piece: put down a base, or take a piece off a rod"), "army"
    )


def _figure_refusal(state: State, targets: Sequence[str], pieces: str) -> Refusal:
    first_target, last_target = targets[0], targets[-1]
    if len(targets) == 1:
        return _clause_refusal(_("you can move this figure or its pieces: touch a square or a piece"), "army")
    if not pieces:
        if last_target in SQUARE_NUMBERS:
            if last_target == first_target:
                return _clause_refusal(_("the figure is already there"), "army")
            return _outside_zone_refusal(state, SQUARE_NUMBERS[last_target])
        if last_target.startswith("store:"):
            return _piece_target_refusal(state, first_target)
        return _clause_refusal(_("touch a square or the store next"), "army")
    missing_piece = next(
        (piece for piece in pieces if piece not in state.board[SQUARE_NUMBERS[first_target]][1:]), EMPTY
    )
    if missing_piece:
        missing_text = missing_piece_text(missing_piece, EMPTY)
        clause = _("the figure on {square} doesn’t have {pieces}").format(square=first_target, pieces=missing_text)
        return _clause_refusal(clause, "army") if missing_text else unknown_target_refusal(last_target)
    if len(pieces) > 1:
        return _clause_refusal(_("one piece at a time: touch a figure or the store"), "army")
    if last_target == first_target:
        return _clause_refusal(_("the piece is already on this figure"), "army")
    return _piece_target_refusal(state, last_target)


def _copy_refusal(state: State, targets: Sequence[str]) -> Refusal:
    """Return the reason why a figure cannot be copied to the last target, or why no figure can be copied."""
    squares = [SQUARE_NUMBERS[target] for target in targets if target in SQUARE_NUMBERS]
    outside = next((square for square in squares if not ZONE_MASKS[state.side] >> square & 1), None)
    if outside is not None:
        return _outside_zone_refusal(state, outside)
    army_by_square = dict(zip(armies.zone_squares(state.side), building.current_army(state), strict=True))
    last_model = building.model_square(state)
    if (
        targets[0] == building.COPY_TARGET
        and len(squares) == 1
        and len(army_by_square[squares[0]]) < 2
        and last_model >= 0
    ):
        squares.insert(0, last_model)
    if not squares or len(army_by_square[squares[0]]) < 2:
        return _clause_refusal(_("touch a figure with pieces: that’s the one to copy"), "army")
    if len(squares) < 2:
        return _clause_refusal(_("the store doesn’t have the parts for another figure like this"), "army")
    model, figure = army_by_square[squares[0]], army_by_square[squares[-1]]
    if armies.missing_parts(figure, model):
        return _clause_refusal(_("the store doesn’t have the parts for another figure like this"), "army")
    if figure == model:
        return _clause_refusal(
            _("the figure on {square} is already like that").format(square=SQUARE_NAMES[squares[-1]]), "army"
        )
    return _clause_refusal(
        _("the figure on {square} has another base or other pieces: put those back first").format(
            square=SQUARE_NAMES[squares[-1]]
        ),
        "army",
    )


def _empty_store_refusal(part_name: str) -> Refusal:
    return _clause_refusal(_("the store doesn’t have {thing} any more").format(thing=_(part_name)), "army")


def _command_refusal(state: State, target: str) -> Refusal:
    command = next((command for command, action in building.COMMAND_ACTIONS.items() if target in action.targets), None)
    match command:
        case ArmyCommand.DONE:
            problems = armies.army_problems(building.current_army(state), state.side)
            return _clause_refusal(" ".join(problems).removesuffix("."), "setup")
        case ArmyCommand.FILL:
            return _clause_refusal(_("there’s nothing to fill up"), "army")
        case ArmyCommand.DEFAULT | ArmyCommand.MIRROR:
            return _clause_refusal(_("that wouldn’t change your army"), "army")
        case ArmyCommand.CLEAR:
            return _clause_refusal(_("your zone is already empty"), "army")
        case _:
            return _clause_refusal(_("finish your army first"), "army")


def _outside_zone_refusal(state: State, square: int) -> Refusal:
    if ZONE_MASKS[1 - state.side] >> square & 1:
        return _clause_refusal(
            _("this is {side}’s Starting Zone: build on your own 2 ranks").format(side=_(SIDES[1 - state.side])),
            "setup",
        )
    return _clause_refusal(_("build on your own 2 ranks"), "setup")


def _base_target_refusal(state: State, target: str, base: str) -> Refusal:
    if target not in SQUARE_NUMBERS:
        return _clause_refusal(
            _("put {thing} on an empty square of your 2 ranks").format(thing=_(BASES_WITH_ARTICLE[base])),
            "setup",
        )
    if not ZONE_MASKS[state.side] >> SQUARE_NUMBERS[target] & 1:
        return _outside_zone_refusal(state, SQUARE_NUMBERS[target])
    return _clause_refusal(_("there’s already a figure on {square}").format(square=target), "setup")


def _piece_target_refusal(state: State, target: str) -> Refusal:
    if target not in SQUARE_NUMBERS:
        return _clause_refusal(_("touch the figure that gets the piece, or the store"), "army")
    if not ZONE_MASKS[state.side] >> SQUARE_NUMBERS[target] & 1:
        return _outside_zone_refusal(state, SQUARE_NUMBERS[target])
    figure = state.board[SQUARE_NUMBERS[target]]
    if not figure:
        return _clause_refusal(
            _("there’s nothing on {square} yet: put a base there first").format(square=target), "army"
        )
    return _clause_refusal(
        _("the rod on {square} is full: {allowed}. Take a piece off first").format(
            square=target, allowed=armies.capacity_clause(figure)
        ),
        "army",
    )


def unknown_target_refusal(target: str) -> Refusal:
    """Return the message that a target does not exist."""
    return _clause_refusal(_("there’s nothing called {text} on this board").format(text=repr(target[:12])), "figure")
