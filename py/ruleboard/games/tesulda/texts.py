"""Texts for players: labels of figures and squares, descriptions of moves, prompts and hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.engine.selection import select
from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.board import HOME_SQUARES, SQUARE_NAMES, SQUARE_NUMBERS, ZONE_MASKS
from ruleboard.games.tesulda.endings import find_ending
from ruleboard.games.tesulda.figures import BASE_NAMES, CROWN, PIECE_NAMES, STAR, pieces_without, traits
from ruleboard.games.tesulda.movegen import legal_actions
from ruleboard.games.tesulda.moves import (
    ArmyCommand,
    BuildMove,
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
from ruleboard.games.tesulda.position import prime_squares
from ruleboard.games.tesulda.state import SIDES, State
from ruleboard.games.tesulda.terms import (
    BASES_WITH_ARTICLE,
    FIGURE_NAMES,
    FIGURE_NAMES_WITH_SIDE,
    OWN_FIGURE_NAME,
    PIECES_TO_BUILD_WITH,
    PIECES_TO_HAND_OVER,
    counted_pieces,
)
from ruleboard.games.tesulda.turn import next_state
from ruleboard.i18n import N_, _, cached_by_language, ngettext
from ruleboard.wording import join_as_list, join_with_semicolons

_BUTTON_LABELS: Final = {
    "do:end": N_("End turn"),
    "do:none": N_("Take nothing"),
    "do:done": N_("Ready"),
    "do:fill": N_("Fill up"),
    "do:default": N_("Default army"),
    "do:shuffle": N_("Shuffle"),
    "do:mirror": N_("Mirror"),
    "do:clear": N_("Start over"),
    building.COPY_TARGET: N_("Copy a figure"),
    building.COPY_TO_KIND_TARGET: N_("All of its kind"),
    "store": N_("The supply"),
}
_COMMAND_SENTENCES: Final = {
    ArmyCommand.DONE: N_("{side}’s army is ready"),
    ArmyCommand.FILL: N_("{side} fills up its army"),
    ArmyCommand.DEFAULT: N_("{side} takes the default army"),
    ArmyCommand.SHUFFLE: N_("{side} shuffles its army"),
    ArmyCommand.MIRROR: N_("{side} mirrors its army"),
    ArmyCommand.CLEAR: N_("{side} starts over"),
}
_OWN_COMMAND_SENTENCES: Final = {
    ArmyCommand.DONE: N_("Your army is ready"),
    ArmyCommand.FILL: N_("You fill up your army"),
    ArmyCommand.DEFAULT: N_("You take the default army"),
    ArmyCommand.SHUFFLE: N_("You shuffle your army"),
    ArmyCommand.MIRROR: N_("You mirror your army"),
    ArmyCommand.CLEAR: N_("You start over"),
}
"""The sentences for the player who gives the command."""


def pieces_text(pieces: str) -> str:
    """Return a list of pieces with the leaders first, such as ``"crown, 2 circles"`` or ``"no pieces"``."""
    kinds = [piece for piece in dict.fromkeys(CROWN + STAR + pieces) if piece in pieces]
    counts = [(piece, pieces.count(piece)) for piece in kinds]
    names = (_(PIECE_NAMES[piece]) if count == 1 else counted_pieces(count, piece) for piece, count in counts)
    return ", ".join(names) or _("no pieces")


def pieces_phrase(pieces: str) -> str:
    """Return the names of up to two pieces for a sentence, such as ``"a circle and a star"`` or ``"2 hexagons"``."""
    if len(pieces) == 2 and pieces[0] == pieces[1]:
        return counted_pieces(2, pieces[0])
    return join_as_list([_(PIECES_TO_HAND_OVER[piece]) for piece in pieces])


def ratings_text(figure: str) -> str:
    """Return a figure's ratings as text, such as ``"straight 0, diagonal 2"``."""
    abilities = traits(figure)
    return _("straight {straight}, diagonal {diagonal}").format(
        straight=abilities.straight_rating, diagonal=abilities.diagonal_rating
    )


def traits_list(figure: str) -> str:
    """Return the names of a figure's traits, such as ``"Prime, Boost"``, or ``""`` if it has none."""
    abilities = traits(figure)
    named_traits = (
        (_("Prime"), abilities.is_prime),
        (_("Tactician"), abilities.is_tactician),
        (_("Boost"), abilities.is_boosted),
        (_("Dodger"), abilities.is_dodger),
        (_("Jumper"), abilities.is_jumper),
        (_("Minion"), abilities.is_minion),
    )
    return ", ".join(name for name, has_trait in named_traits if has_trait)


def traits_text(figure: str) -> str:
    """Return a figure's ratings and traits as text, such as ``"straight 0, diagonal 2; Prime"``."""
    return join_with_semicolons(part for part in (ratings_text(figure), traits_list(figure)) if part)


@cached_by_language(1024)
def _visible_figure_label(figure: str) -> str:
    """Return the label of a figure with its side, base and pieces."""
    return _("{figure} with {pieces}").format(figure=_(FIGURE_NAMES[figure[0]]), pieces=pieces_text(figure[1:]))


@cached_by_language(1024)
def figure_label(figure: str) -> str:
    """Return the label of a figure with its side, base, pieces, ratings and traits."""
    return _("{figure} with {pieces}; {traits}").format(
        figure=_(FIGURE_NAMES[figure[0]]), pieces=pieces_text(figure[1:]), traits=traits_text(figure)
    )


def figure_name_with_side(figure: str, reader: int | None = None) -> str:
    """Return the name of a figure within a sentence, such as ``"Light's figure"``.

    Args:
        figure: the figure.
        reader: the player who reads the name (``"your figure"`` for the player's own figure), or None.
    """
    side = traits(figure).side
    return _(OWN_FIGURE_NAME) if side == reader else _(FIGURE_NAMES_WITH_SIDE[side])


def target_name(state: State, target: str) -> str:
    """Return the label of a target: a square with its figure, a piece, a stack with its count, or a button."""
    if target in _BUTTON_LABELS:
        return _(_BUTTON_LABELS[target])
    if target in SQUARE_NUMBERS:
        return square_label(state, target)
    prefix, _colon, kind = target.partition(":")
    if prefix == "base" and kind in BASE_NAMES:
        count = armies.bases_in_store(building.current_army(state))[kind]
        return _("{base} base, {n} in the supply").format(base=_(BASE_NAMES[kind]), n=count)
    if kind[:1] not in PIECE_NAMES:
        return target
    piece = _(PIECE_NAMES[kind[0]])
    if prefix == "store":
        count = armies.pieces_in_store(building.current_army(state))[kind[0]]
        return _("{piece}, {n} in the supply").format(piece=piece, n=count)
    if prefix == "pool":
        return pool_label(kind[0], visible_pool(state).count(kind[0]))
    if prefix == "prey":
        return _("captured {piece}").format(piece=piece)
    return piece if prefix == "piece" else target


def second_piece_label(state: State, selection: Sequence[str], target: str) -> str:
    """Return the label of a second piece to hand over, or ``""`` for other targets.

    The label distinguishes the piece from the figures that could get the first piece.
    """
    if state.build or not target.startswith("piece:") or not _count_pieces(selection):
        return ""
    return _("second piece: {piece}").format(piece=target_name(state, target))


def pool_label(letter: str, count: int) -> str:
    """Return the label of a stack of pieces in the pool."""
    return _("{piece}, {n} in the pool").format(piece=_(PIECE_NAMES[letter]), n=count)


def visible_pool(state: State) -> str:
    """Return the pieces that the picture shows in the pool.

    The picture shows the pieces of a captured figure on the figure until the attacker has taken pieces.
    """
    return pieces_without(state.pool, state.prey[1:])


def square_label(state: State, target: str, *, names_facts: bool = True) -> str:
    """Return the label of a square with its figure.

    Args:
        state: the state.
        target: the name of the square.
        names_facts: True to name the ratings and traits of the figure, and the side whose Home the square is.
    """
    square = SQUARE_NUMBERS[target]
    is_covered = state.build is not None and bool(ZONE_MASKS[1 - state.side] >> square & 1)
    return _cached_square_label(target, "" if is_covered else state.board[square], is_covered, names_facts)


@cached_by_language(2048)
def _cached_square_label(target: str, figure: str, is_covered: bool, names_facts: bool) -> str:
    square = SQUARE_NUMBERS[target]
    square_name = target
    if square in HOME_SQUARES and names_facts:
        square_name = _("{square}, {side}’s Home").format(square=target, side=_(SIDES[HOME_SQUARES.index(square)]))
    if is_covered:
        return _("{square}, covered").format(square=square_name)
    if not figure:
        return _("{square}, empty").format(square=square_name)
    return _("{square}, {figure}").format(
        square=square_name, figure=figure_label(figure) if names_facts else _visible_figure_label(figure)
    )


def describe(state: State, action: Action[Move], reader: int | None = None) -> str:
    """Describe a legal action. At the end of a turn, mention an attack on the opponent's Prime.

    Args:
        state: the state before the action.
        action: the action.
        reader: the player who reads the clause as "you", or None for a clause that names the sides.
    """
    move = action.move
    side, is_own_move = _(SIDES[state.side]), reader == state.side
    match move:
        case MoveFigure() if state.build is None:
            text = _describe_move(state, move, reader)
        case Take(pieces):
            if pieces:
                template = _("{side} takes {pieces} from the captured figure")
                own_template = _("You take {pieces} from the captured figure")
            else:
                template = _("{side} takes nothing from the captured figure")
                own_template = _("You take nothing from the captured figure")
            text = (own_template if is_own_move else template).format(side=side, pieces=pieces_phrase(pieces))
        case Resource(pieces):
            template = _("{side} brings back {pieces} from the pool")
            if is_own_move:
                template = _("You bring back {pieces} from the pool")
            text = template.format(side=side, pieces=pieces_phrase(pieces))
        case Swap(origin, goal, pieces):
            template = _("{side} hands over {pieces} from {here} to {there}")
            if is_own_move:
                template = _("You hand over {pieces} from {here} to {there}")
            text = template.format(
                side=side, pieces=pieces_phrase(pieces), here=SQUARE_NAMES[origin], there=SQUARE_NAMES[goal]
            )
        case EndTurn():
            text = _("You end your turn") if is_own_move else _("{side} ends the turn").format(side=side)
        case _:
            return _describe_building(state, move, is_own_move=is_own_move)
    end_state = next_state(state, move)
    if end_state.is_turn_start and end_state.position.in_check and not find_ending(end_state):
        template = _("{action}. {side}’s Prime is under attack")
        if reader == end_state.side:
            template = _("{action}. Your Prime is under attack")
        text = template.format(action=text, side=_(SIDES[end_state.side]))
    return text


def short_description(move: Move) -> str:
    """Describe a take, resource or swap for the move list, or return ``""`` for other moves."""
    match move:
        case Take(pieces):
            return _("takes {pieces}").format(pieces=pieces_phrase(pieces)) if pieces else _("takes nothing")
        case Resource(pieces):
            return _("brings back {pieces}").format(pieces=pieces_phrase(pieces))
        case Swap(origin, goal, pieces):
            return _("hands over {pieces} from {here} to {there}").format(
                here=SQUARE_NAMES[origin], pieces=pieces_phrase(pieces), there=SQUARE_NAMES[goal]
            )
        case _:
            return ""


def possible_swap_clause(swap: Swap) -> str:
    """Describe a swap that can follow a Move."""
    return _("the figure on {here} can hand {pieces} to the one on {there}").format(
        here=SQUARE_NAMES[swap.origin], pieces=pieces_phrase(swap.pieces), there=SQUARE_NAMES[swap.goal]
    )


def recommendation(move: Move) -> str:
    """Recommend a take, resource or swap, or return ``""`` to use the text of the move list."""
    match move:
        case Take(pieces):
            return _("take {pieces}").format(pieces=pieces_phrase(pieces)) if pieces else _("take nothing")
        case Resource(pieces):
            return _("bring back {pieces}").format(pieces=pieces_phrase(pieces))
        case Swap(origin, goal, pieces):
            return _("hand over {pieces} from {here} to {there}").format(
                pieces=pieces_phrase(pieces), here=SQUARE_NAMES[origin], there=SQUARE_NAMES[goal]
            )
        case _:
            return ""


def suggestion(state: State, move: Move) -> str:
    """Return a phrase that tells the player to play a move, or ``""`` for a part of an army."""
    match move:
        case MoveFigure(origin, goal) if state.build is None:
            prey = state.board[goal]
            template = _("move from {here} to {there}")
            if prey:
                template = _("move from {here} to {there} and capture {other}")
            return template.format(
                here=SQUARE_NAMES[origin],
                there=SQUARE_NAMES[goal],
                other=figure_name_with_side(prey, state.side) if prey else "",
            )
        case EndTurn():
            return _("end your turn")
        case _:
            return recommendation(move)


def _describe_move(state: State, move: MoveFigure, reader: int | None) -> str:
    is_own_move, prey = reader == state.side, state.board[move.goal]
    if not prey:
        template = _("You move from {here} to {there}") if is_own_move else _("{side} moves from {here} to {there}")
    elif prime_squares(state.position.enemy_figures) == [move.goal]:
        template = _("{side} moves from {here} to {there} and captures {other}, and with it the crown")
        if is_own_move:
            template = _("You move from {here} to {there} and capture {other}, and with it your opponent’s crown")
    else:
        template = _("{side} moves from {here} to {there} and captures {other}")
        if is_own_move:
            template = _("You move from {here} to {there} and capture {other}")
    return template.format(
        side=_(SIDES[state.side]),
        here=SQUARE_NAMES[move.origin],
        there=SQUARE_NAMES[move.goal],
        other=figure_name_with_side(prey, reader) if prey else "",
    )


def threat_clause(state: State, move: MoveFigure, reader: int) -> str:
    """Describe a legal Move as a threat against ``reader``, whom the clause calls "you"."""
    template = _("{figure} on {here} threatens to go to {there}")
    if state.board[move.goal]:
        template = _("{figure} on {here} threatens to capture {other} on {there}")
    return _format_clause(template, state, move, reader)


def opportunity_clause(state: State, move: MoveFigure) -> str:
    """Describe a legal Move as an opportunity for the player who makes it."""
    template = _("{figure} on {here} can now go to {there}")
    if state.board[move.goal]:
        template = _("{figure} on {here} can now capture {other} on {there}")
    return _format_clause(template, state, move)


def _format_clause(template: str, state: State, move: MoveFigure, reader: int | None = None) -> str:
    prey = state.board[move.goal]
    return template.format(
        figure=figure_name_with_side(state.board[move.origin]),
        here=SQUARE_NAMES[move.origin],
        there=SQUARE_NAMES[move.goal],
        other=figure_name_with_side(prey, reader) if prey else "",
    )


def _describe_building(state: State, move: BuildMove, *, is_own_move: bool) -> str:
    """Describe a building move.

    ``is_own_move`` is True if the reader is the player who builds.
    """
    side = _(SIDES[state.side])
    match move:
        case ArmyCommand():
            return _((_OWN_COMMAND_SENTENCES if is_own_move else _COMMAND_SENTENCES)[move]).format(side=side)
        case MoveFigure(origin, goal):
            text = _("The figure on {here} goes to {there}")
            if state.board[goal]:
                text = _("The figures on {here} and {there} change places")
            return text.format(here=SQUARE_NAMES[origin], there=SQUARE_NAMES[goal])
        case PlaceBase(base, square):
            text = _("You put {thing} on {square}") if is_own_move else _("{side} puts {thing} on {square}")
            return text.format(side=side, thing=_(BASES_WITH_ARTICLE[base]), square=SQUARE_NAMES[square])
        case PlacePiece(piece, square):
            text = _("You put {thing} on {square}") if is_own_move else _("{side} puts {thing} on {square}")
            return text.format(side=side, thing=_(PIECES_TO_BUILD_WITH[piece]), square=SQUARE_NAMES[square])
        case ShiftPiece(origin, piece, goal):
            text = _("{side} moves {piece} from {here} to {there}")
            if is_own_move:
                text = _("You move {piece} from {here} to {there}")
            return text.format(
                side=side, piece=_(PIECES_TO_BUILD_WITH[piece]), here=SQUARE_NAMES[origin], there=SQUARE_NAMES[goal]
            )
        case RemovePiece(square, piece):
            text = _("{side} puts {piece} from {here} back into the supply")
            if is_own_move:
                text = _("You put {piece} from {here} back into the supply")
            return text.format(side=side, piece=_(PIECES_TO_BUILD_WITH[piece]), here=SQUARE_NAMES[square])
        case CopyFigure(model, goal):
            text = _("{side} copies the figure on {here} to {there}")
            if is_own_move:
                text = _("You copy the figure on {here} to {there}")
            return text.format(side=side, here=SQUARE_NAMES[model], there=SQUARE_NAMES[goal])
        case CopyToKind(model):
            text = _("{side} copies the pieces on {here} to all unfinished figures with the same base")
            if is_own_move:
                text = _("You copy the pieces on {here} to all unfinished figures with the same base")
            return text.format(side=side, here=SQUARE_NAMES[model])
        case RemoveFigure(square):
            return _("The figure on {here} goes back to the supply").format(here=SQUARE_NAMES[square])


def goal_text(state: State) -> str:
    """Return a sentence that says how to win; empty while players build armies."""
    return "" if state.build else _("To win, attack the other Prime (the crown) so that no Move can save it.")


def prompt(state: State) -> str:
    """Return the prompt for the player to move, or a list of an army's mistakes.

    The text is empty after the end of the game.
    """
    if state.build:
        return _building_prompt(state)
    actions = legal_actions(state)
    if not actions:
        return ""
    if state.is_turn_start:
        if state.position.in_check:
            return _("Your Prime is under attack: make a Move that saves it.")
        return _("Move one of your figures.")
    if state.prey:
        if len(actions) == 1:
            return _("Your figure can’t take any of these pieces.")
        return _("Take up to 2 pieces: pick them up, then touch your figure.")
    can_swap, can_use_pool = (any(isinstance(action.move, kind) for action in actions) for kind in (Swap, Resource))
    if can_swap and can_use_pool:
        return _("Hand over pieces, bring back pieces from the pool, or end your turn.")
    if can_swap:
        return _("Hand over pieces, or end your turn.")
    return _("Bring back pieces from the pool, or end your turn.")


def _building_prompt(state: State) -> str:
    army = building.current_army(state)
    if army == armies.EMPTY_ARMY:
        return _("Build your army: put bases on your 2 ranks and pieces on the bases. Or start with a ready-made army.")
    problems = [*armies.army_mistakes(army, state.side), *_missing_parts(army, state.side)]
    return " ".join(problems) or _("Your army is complete.")


def _missing_parts(army: armies.Army, side: int) -> Iterator[str]:
    store_counts = (armies.bases_in_store(army), armies.pieces_in_store(army))
    bases, pieces = (sum(max(0, count) for count in counts.values()) for counts in store_counts)
    squares_with_figures = zip(armies.zone_squares(side), army, strict=True)
    incomplete_squares = [
        SQUARE_NAMES[square] for square, figure in squares_with_figures if figure and armies.free_capacity(figure) > 0
    ]
    if len(incomplete_squares) > 5 and not bases:
        yield _("{n} figures have room for more pieces.").format(n=len(incomplete_squares))
    elif incomplete_squares and not bases:
        yield ngettext(
            "The figure on {squares} has room for more pieces.",
            "The figures on {squares} have room for more pieces.",
            len(incomplete_squares),
        ).format(squares=join_as_list(incomplete_squares))
    store_texts = []
    if bases:
        store_texts.append(ngettext("{n} base", "{n} bases", bases).format(n=bases))
    if pieces:
        store_texts.append(ngettext("{n} piece", "{n} pieces", pieces).format(n=pieces))
    if store_texts:
        yield _("Still in the supply: {things}.").format(things=join_as_list(store_texts))


def touch_hint(state: State, selection: Sequence[str]) -> str:
    """Return an instruction for the next touch, or ``""`` without a selection.

    At the start of a turn, the hint describes the selected figure. While a player builds an army, it also lists
    mistakes.
    """
    if not selection:
        return ""
    first_target, last_target = selection[0], selection[-1]
    if state.build:
        return " ".join(
            (_building_hint(state, selection), *armies.army_mistakes(building.current_army(state), state.side))
        )
    if state.is_turn_start:
        figure = state.board[SQUARE_NUMBERS[first_target]] if first_target in SQUARE_NUMBERS else ""
        return _("{square}: {traits}.").format(square=first_target, traits=traits_text(figure)) if figure else ""
    mover = SQUARE_NAMES[state.mover_square]
    has_one_piece = _count_pieces(selection) == 1
    can_add_piece = _count_pieces(tuple(select(legal_actions(state), selection).next_targets)) > 0
    if state.prey or first_target.startswith("pool:"):
        if not has_one_piece:
            text = _("Touch your figure on {square} to give it these pieces, or touch a piece again to put it back.")
        elif can_add_piece:
            text = _("Touch your figure on {square} to give it this piece, or pick up a second piece.")
        else:
            text = _("Touch your figure on {square} to give it this piece.")
        return text.format(square=mover)
    if last_target in SQUARE_NUMBERS:
        return _("Pick up the piece you want to hand over.")
    if not has_one_piece:
        return _("Touch the figure that should get these pieces, or touch a piece again to put it back.")
    if can_add_piece:
        return _("Touch the figure that should get this piece, or pick up a second piece.")
    return _("Touch the figure that should get this piece.")


def _count_pieces(selection: Sequence[str]) -> int:
    return sum(target not in SQUARE_NUMBERS for target in selection)


def _building_hint(state: State, selection: Sequence[str]) -> str:
    first_target, last_target = selection[0], selection[-1]
    if building.COPY_TARGET in selection:
        model = building.selected_model(state, selection)
        if model < 0:
            return _("Touch the figure you want to copy.")
        text = _("Touch each square where you want a copy of the figure on {square}.")
        if len(selection) == 1:
            text = _(
                "Touch each square where you want a copy of the figure on {square}. Or touch another figure to copy "
                "that one."
            )
        return text.format(square=SQUARE_NAMES[model])
    if first_target.startswith("base:"):
        return _("Touch a free square on your 2 ranks.")
    if last_target in SQUARE_NUMBERS:
        return _("To move this figure, touch a square or the supply. Or pick up one of its pieces.")
    if first_target.startswith("store:"):
        return _("Touch the figure that should get the piece.")
    return _("Touch the figure that should get the piece, or the supply.")
