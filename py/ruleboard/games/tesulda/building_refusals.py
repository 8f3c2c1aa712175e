"""Explain why an action is illegal while a player builds an army; see ``refusals``."""

from __future__ import annotations

from collections.abc import Sequence

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
from ruleboard.kit.reasons import Reasons


def reasons(state: State, targets: Sequence[str]) -> Reasons:
    """Yield the reasons why a selection cannot become a building action."""
    first_target = targets[0]
    if building.COPY_TARGET in targets:
        yield from _copy_reasons(state, targets)
    if first_target.startswith("do:"):
        yield len(targets) > 1, _("that button doesn’t need a square or a piece"), "turn"
        yield from _command_reasons(state, first_target)
    prefix, _colon, kind = first_target.partition(":")
    if prefix == "base" and kind in BASE_NAMES:
        yield from _base_reasons(state, targets, kind)
    if prefix == "store" and kind in PIECE_NAMES:
        yield from _piece_reasons(state, targets, kind)
    text = _("pick up a base or a piece from the supply, or touch one of your figures")
    yield first_target not in SQUARE_NUMBERS, text, "army"
    square = SQUARE_NUMBERS[first_target]
    yield from _outside_zone_reasons(state, square)
    text = _("there’s nothing on {square} yet: put a base there first")
    yield not state.board[square], text.format(square=first_target), "army"
    yield from _figure_reasons(state, targets, selected_pieces(targets[1:], "piece"))


def _base_reasons(state: State, targets: Sequence[str], base: str) -> Reasons:
    name = _(BASES_WITH_ARTICLE[base])
    if armies.bases_in_store(building.current_army(state))[base] < 1:
        yield _empty_store_reason(name)
    yield len(targets) == 1, _("your zone is full"), "setup"
    text = _("put {thing} on an empty square of your 2 ranks").format(thing=name)
    yield targets[-1] not in SQUARE_NUMBERS, text, "setup"
    yield from _outside_zone_reasons(state, SQUARE_NUMBERS[targets[-1]])
    yield True, _("there’s already a figure on {square}").format(square=targets[-1]), "setup"


def _piece_reasons(state: State, targets: Sequence[str], piece: str) -> Reasons:
    if armies.pieces_in_store(building.current_army(state))[piece] < 1:
        yield _empty_store_reason(_(PIECES_WITH_ARTICLE[piece]))
    text = _("no figure has room: put down a base, or take a piece off a rod")
    yield len(targets) == 1, text, "army"
    yield from _piece_target_reasons(state, targets[-1])


def _figure_reasons(state: State, targets: Sequence[str], pieces: str) -> Reasons:
    first_target, last_target = targets[0], targets[-1]
    yield len(targets) == 1, _("touch the square where this figure should go, or touch one of its pieces"), "army"
    is_same_target = last_target == first_target
    if not pieces:
        yield is_same_target, _("the figure is already there"), "army"
        if last_target in SQUARE_NUMBERS:
            yield from _outside_zone_reasons(state, SQUARE_NUMBERS[last_target])
        if last_target.startswith("store:"):
            yield from _piece_target_reasons(state, first_target)
        yield True, _("touch a square or the supply next"), "army"
    missing_piece = next(
        (piece for piece in pieces if piece not in state.board[SQUARE_NUMBERS[first_target]][1:]), EMPTY
    )
    missing_text = missing_piece_text(missing_piece, EMPTY)
    text = _("the figure on {square} doesn’t have {pieces}").format(square=first_target, pieces=missing_text)
    yield missing_text, text, "army"
    if missing_piece:
        yield unknown_target_reason(last_target)
    yield len(pieces) > 1, _("one piece at a time: touch a figure or the supply"), "army"
    yield is_same_target, _("the piece is already on this figure"), "army"
    yield from _piece_target_reasons(state, last_target)


def _copy_reasons(state: State, targets: Sequence[str]) -> Reasons:
    """Yield the reasons why the player cannot copy a figure to the last target, or cannot copy any figure."""
    squares = [SQUARE_NUMBERS[target] for target in targets if target in SQUARE_NUMBERS]
    for square in squares:
        yield from _outside_zone_reasons(state, square)
    army_by_square = dict(zip(armies.zone_squares(state.side), building.current_army(state), strict=True))
    last_model = building.model_square(state)
    if (
        targets[0] == building.COPY_TARGET
        and len(squares) == 1
        and len(army_by_square[squares[0]]) < 2
        and last_model >= 0
    ):
        squares.insert(0, last_model)
    is_copyable_figure = squares and len(army_by_square[squares[0]]) >= 2
    yield not is_copyable_figure, _("touch a figure with pieces to copy it"), "army"
    model, figure = army_by_square[squares[0]], army_by_square[squares[-1]]
    placeholders = {"square": SQUARE_NAMES[squares[-1]]}
    lacks_parts = len(squares) < 2 or armies.missing_parts(figure, model)
    yield lacks_parts, _("the supply doesn’t have the parts for another figure like this"), "army"
    yield (
        figure == model,
        _("the figure on {square} already has this base and these pieces").format(**placeholders),
        "army",
    )
    text = _(
        "the figure on {square} has a different base or different pieces: put them back in the supply first"
    ).format(**placeholders)
    yield True, text, "army"


def _empty_store_reason(part_name: str) -> tuple[bool, str, str]:
    return True, _("there isn’t {thing} left in the supply").format(thing=part_name), "army"


def _command_reasons(state: State, target: str) -> Reasons:
    command = next((command for command, action in building.COMMAND_ACTIONS.items() if target in action.targets), None)
    if command is ArmyCommand.DONE:
        problems = armies.army_problems(building.current_army(state), state.side)
        yield True, " ".join(problems).removesuffix("."), "setup"
    yield command is ArmyCommand.FILL, _("there’s nothing to fill up"), "army"
    replaces_army = command in (ArmyCommand.DEFAULT, ArmyCommand.MIRROR)
    yield replaces_army, _("that wouldn’t change your army"), "army"
    yield command is ArmyCommand.CLEAR, _("your zone is already empty"), "army"
    yield True, _("finish your army first"), "army"


def _outside_zone_reasons(state: State, square: int) -> Reasons:
    text = _("this is {side}’s Starting Zone: build on your own 2 ranks").format(side=_(SIDES[1 - state.side]))
    yield ZONE_MASKS[1 - state.side] >> square & 1, text, "setup"
    yield not ZONE_MASKS[state.side] >> square & 1, _("build on your own 2 ranks"), "setup"


def _piece_target_reasons(state: State, target: str) -> Reasons:
    yield target not in SQUARE_NUMBERS, _("touch the figure that should get the piece, or the supply"), "army"
    square = SQUARE_NUMBERS[target]
    yield from _outside_zone_reasons(state, square)
    text = _("there’s nothing on {square} yet: put a base there first").format(square=target)
    yield not state.board[square], text, "army"
    text = _("the rod on {square} is full: {allowed}. Take a piece off first")
    yield True, text.format(square=target, allowed=armies.capacity_clause(state.board[square])), "army"


def unknown_target_reason(target: str) -> tuple[bool, str, str]:
    """Return the reason for rejecting a target that does not exist; see ``Reasons``."""
    return True, _("there’s nothing called {text} on this board").format(text=repr(target[:12])), "figure"
