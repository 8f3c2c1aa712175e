"""Texts for players: labels of targets, descriptions of moves and events, and prompts."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.games.tensor_cards.board import PIECES, Board, Space
from ruleboard.games.tensor_cards.cards import BLACK, WHITE, Card, step_vector
from ruleboard.games.tensor_cards.layout import grid_position
from ruleboard.games.tensor_cards.names import (
    direction_name,
    own_direction_name,
    piece_name,
    piece_title,
    place_name,
    short_direction_name,
    side_name,
)
from ruleboard.games.tensor_cards.resolution import (
    Choice,
    Event,
    PartMovement,
    current_pieces,
    resolve,
    single_card_movements,
)
from ruleboard.games.tensor_cards.state import (
    ANY_STAR,
    FAR_SIDE,
    FIRST_STAR,
    NO_CARD,
    NO_PLACEMENT,
    OWN_SIDE,
    TURNS_PER_HAND,
    ChooseOrder,
    CommitPlacement,
    Move,
    Pieces,
    Placement,
    PutCard,
    State,
    TakeCard,
    Terms,
)
from ruleboard.games.tensor_cards.targets import (
    COMMIT_BUTTON,
    HAND_TARGET,
    ROW_BUTTON,
    card_from_target,
    direction_from_target,
    owned_card_from_target,
    piece_from_target,
    slot_target,
    space_from_target,
)
from ruleboard.i18n import _, ngettext, pgettext
from ruleboard.kit.pieces import PlacedPiece, pieces_text
from ruleboard.wording import join_as_list


def target_name(state: State, target: str) -> str:
    """Return the label of a target. Return an unknown target unchanged."""
    card, piece = card_from_target(target), piece_from_target(target)
    if owned_card := owned_card_from_target(target):
        return card_label(state.terms, *owned_card)
    if card is not None:
        return _("card {card} ({what})").format(card=card, what=card_parts_text(state.terms.deck[card - 1]))
    if piece is not None:
        if target == slot_target(piece):
            return _("the spot for {piece}’s card").format(piece=piece_name(piece))
        return piece_label(piece, is_waiting=current_pieces(state)[piece] is None)
    if target == HAND_TARGET:
        return _("your hand")
    if target == COMMIT_BUTTON:
        return _("Place these cards")
    if target == ROW_BUTTON:
        return _("Place in order: red, blue, yellow")
    direction, space = direction_from_target(target), space_from_target(state.terms.board, target)
    choice = None if state.is_over or state.placing_player is not None else resolve(state).choice
    if direction is not None:
        return order_label(choice, direction)
    if space is not None:
        number = end_numbers(choice).get(space) if choice else None
        seat = choice.player if choice else _bottom_player(state)
        place = space_label(state.terms, current_pieces(state), space, seat)
        return _("{n}: {place}").format(n=number, place=place) if number else place
    return target


def _bottom_player(state: State) -> int:
    """Return the player at the bottom if the board rotates: the player to move, or White during a reveal."""
    return WHITE if state.placing_player is None else state.placing_player


_END_NUMBERS = "12"
"""The numbers of the two end spaces of a choice."""


def end_numbers(choice: Choice) -> dict[Space, str]:
    """Map each end space of a choice to the number that the board and the buttons show for it."""
    return {space: number for (_direction, space), number in zip(choice.ends, _END_NUMBERS, strict=True)}


def order_label(choice: Choice | None, direction: str) -> str:
    """Return the label of an order button: the number of the end space and the direction of the first part."""
    if choice is None:
        return _("First {way}").format(way=own_direction_name(direction))
    number = end_numbers(choice).get(dict(choice.ends)[direction], "") if direction in dict(choice.ends) else ""
    return _("{n}: {way} first").format(n=number, way=own_direction_name(direction))


def piece_progress(piece: int) -> str:
    """Return the number of a piece in the order of movement as text, such as "Piece 1 of 3"."""
    return _("Piece {n} of {all}").format(n=piece + 1, all=len(PIECES))


def piece_label(piece: int, *, is_waiting: bool = False) -> str:
    """Return the label of a piece, such as "red piece"."""
    if is_waiting:
        return (_("red piece, waiting"), _("blue piece, waiting"), _("yellow piece, waiting"))[piece]
    return (_("red piece"), _("blue piece"), _("yellow piece"))[piece]


def piece_space_label(piece: int) -> str:
    """Return the name of the space on which a piece stands, such as "red’s space"."""
    return (_("red’s space"), _("blue’s space"), _("yellow’s space"))[piece]


def space_label(terms: Terms, pieces: Pieces, space: Space, seat: int) -> str:
    """Return the label of a space, its star and its piece, such as "column 3, row 1, star, red piece".

    Columns count from the left and rows from the far edge, as the player at ``seat`` sees them.
    """
    label_parts = [_grid_position_text(terms, space, seat)]
    if space in terms.board.stars:
        label_parts.append(star_label(terms, space))
    if space in pieces:
        label_parts.append(piece_label(pieces.index(space)))
    return ", ".join(label_parts)


def piece_spaces_text(terms: Terms, pieces: Pieces, seat: int) -> str:
    """Return a text that names the column and row of each piece, as the player at ``seat`` sees them."""
    places = []
    for piece in PIECES:
        space = pieces[piece]
        place = _("waiting") if space is None else _grid_position_text(terms, space, seat)
        places.append(_("{piece} ({place})").format(piece=piece_label(piece), place=place))
    return join_as_list(places)


def piece_spaces_sentence(state: State, seat: int) -> str:
    """Return a sentence that names a player and the column and row of each piece as this player sees them."""
    template = _("As {side} sees it, by column and row: {places}.")
    return template.format(side=side_name(seat), places=piece_spaces_text(state.terms, current_pieces(state), seat))


def board_text(state: State) -> str:
    """List the cards of Black and White, and their points unless one star wins; see ``BaseView.board_text``."""
    items = [PlacedPiece(side, hand_title(side), str(card)) for side, cards in enumerate(state.hands) for card in cards]
    if state.terms.points_to_win > 1:
        items += [PlacedPiece(side, side_name(side), points_text(points)) for side, points in enumerate(state.points)]
    return pieces_text(items, BLACK)


def hand_title(player: int) -> str:
    """Return the title of a player's cards, such as "Black’s cards"."""
    return _("{side}’s cards").format(side=side_name(player))


def points_text(points: int) -> str:
    """Return a number of points, such as "2 points"."""
    return ngettext("{n} point", "{n} points", points).format(n=points)


def displayed_name(board: Board, target: str, seat: int) -> str:
    """Convert the target of a space to the column and row that the player at ``seat`` sees, such as "3/1"."""
    space = space_from_target(board, target)
    if space is None:
        return target
    column, row = grid_position(board, space, seat)
    return f"{column + 1}/{row + 1}"


def target_by_name(board: Board, text: str, seat: int) -> str:
    """Convert a column and row, such as "3/1", to the target of the space. Return other texts unchanged."""
    return next((str(space) for space in board.spaces if displayed_name(board, str(space), seat) == text), text)


def _grid_position_text(terms: Terms, space: Space, seat: int) -> str:
    return place_name(*grid_position(terms.board, space, seat))


def star_label(terms: Terms, star: Space) -> str:
    """Return the label of a star that names the players for whom the star counts, such as "star for White"."""
    if terms.stars == ANY_STAR:
        return _("star")
    owners = [side_name(player) for player in (BLACK, WHITE) if terms.is_counting_star(player, star)]
    return _("star for {sides}").format(sides=join_as_list(owners))


def card_parts_text(card: Card) -> str:
    """Describe the parts of a card to its player, such as "1 toward you and 1 to your right, in either order"."""
    part_texts = [_("{n} {way}").format(n=part.steps, way=own_direction_name(part.direction)) for part in card]
    if len(part_texts) == 1:
        return part_texts[0]
    return _("{one} and {other}, in either order").format(one=part_texts[0], other=part_texts[1])


def card_label(terms: Terms, player: int, card: int) -> str:
    """Describe the owner and the parts of a card to all readers, such as "White's card 1 (3 toward White)"."""
    part_texts = [
        _("{n} {way}").format(n=part.steps, way=direction_name(player, part.direction)) for part in terms.deck[card - 1]
    ]
    parts_text = part_texts[0]
    if len(part_texts) > 1:
        parts_text = _("{one} and {other}, in either order").format(one=part_texts[0], other=part_texts[1])
    return _("{side}’s card {card} ({what})").format(side=side_name(player), card=card, what=parts_text)


def placement_text(cards: Placement) -> str:
    """Describe which cards a placement puts on which pieces."""
    card_texts = (
        _("the {card} on {piece}").format(card=card, piece=piece_name(piece))
        for piece, card in zip(PIECES, cards, strict=True)
    )
    return join_as_list(card_texts)


def describe(state: State, move: Move, reader: int | None = None) -> str:
    """Describe a move. The text does not name the cards of a placement, since the opponent may hear it.

    Args:
        state: the state before the move.
        move: the move.
        reader: the player who reads the text as "you", or None for a text that names the sides.
    """
    if isinstance(move, ChooseOrder):
        return _describe_order(state, move.first_direction, reader)
    player = len(state.placements) % 2
    fields = {"side": side_name(player)}
    is_reader_player = player == reader
    match move:
        case PutCard(piece, card):
            text = (
                _("You put your {card} on {piece}.") if is_reader_player else _("{side} puts card {card} on {piece}.")
            )
            return text.format(**fields, card=card, piece=piece_name(piece))
        case TakeCard(piece):
            text = _("You take your card off {piece}.") if is_reader_player else _("{side} takes the card off {piece}.")
            return text.format(**fields, piece=piece_name(piece))
        case CommitPlacement():
            text = _("You place 3 cards.") if is_reader_player else _("{side} places 3 cards.")
            return text.format(**fields)


def suggestion(move: Move) -> str:
    """Return a phrase that tells the player to play a move; see ``BaseView.suggestion``."""
    match move:
        case PutCard(piece, card):
            return _("put your {card} on {piece}").format(card=card, piece=piece_name(piece))
        case TakeCard(piece):
            return _("take your card off {piece}").format(piece=piece_name(piece))
        case CommitPlacement():
            return _("place your 3 cards")
        case ChooseOrder(first_direction):
            return _("choose “{way} first”").format(way=own_direction_name(first_direction))


def _describe_order(state: State, first_direction: str, reader: int | None) -> str:
    choice = resolve(state).choice
    if choice is None:
        return _("First {way}.").format(way=own_direction_name(first_direction))
    if choice.player == reader:
        template = _("You choose “{way} first” for your {card} on {piece}.")
    else:
        template = _("{side} chooses “{way} first” for the {card} on {piece}.")
    return template.format(
        side=side_name(choice.player),
        card=choice.card,
        piece=piece_name(choice.piece),
        way=_direction_name_for_reader(reader, choice.player, first_direction),
    )


def _direction_name_for_reader(reader: int | None, player: int, direction: str) -> str:
    """Return the name of a player's direction, such as "toward you" for this player and "toward White" for others."""
    return own_direction_name(direction) if player == reader else direction_name(player, direction)


def short_order_text(state: State, first_direction: str, *, mentions_side: bool) -> str:
    """Describe the choice of an order for the move list, such as "White: red to the left first".

    Args:
        state: the state before the choice.
        first_direction: the direction of the part that acts first.
        mentions_side: True to begin with the side that chooses.
    """
    choice = resolve(state).choice
    if choice is None:
        return _("First {way}").format(way=own_direction_name(first_direction))
    template = _("{side}: {piece} {way} first") if mentions_side else _("{piece} {way} first")
    return template.format(
        side=side_name(choice.player),
        piece=piece_name(choice.piece),
        way=short_direction_name(choice.player, first_direction),
    )


def goal_text(state: State) -> str:
    """Return a sentence that says how to win with the options of the game."""
    stars = {ANY_STAR: _("a star"), OWN_SIDE: _("a star on your own side"), FAR_SIDE: _("a star on the far side")}
    text = (
        _("To win, take any piece to {star} with your card.")
        if state.terms.goal == FIRST_STAR
        else _("To win, take pieces to {star} 3 times with your cards.")
    )
    return text.format(star=stars[state.terms.stars])


def prompt(state: State) -> str:
    """Return the prompt for the player to move; empty after the end of the game.

    The prompt for a player's view reveals no hidden cards.
    """
    if state.is_over:
        return ""
    if state.placing_player is None:
        choice = resolve(state).choice
        if choice is None:
            return ""
        text = _("Where should your {card} take {piece}? Touch the space marked {one} or the one marked {other}.")
        first_number, second_number = end_numbers(choice).values()
        fields = {"card": choice.card, "piece": piece_name(choice.piece), "one": first_number, "other": second_number}
        return text.format(**fields)
    if state.draft == NO_PLACEMENT:
        text = _("Put a card on each piece. Turn {turn} of {turns}.")
        return text.format(turn=state.turn, turns=TURNS_PER_HAND)
    empty_piece_names = [piece_name(piece) for piece in PIECES if state.draft[piece] == NO_CARD]
    if not empty_piece_names:
        return _("Touch “Place these cards”, or change your cards first.")
    text = ngettext("Now put a card on {pieces}.", "Now put one card each on {pieces}.", len(empty_piece_names))
    return text.format(pieces=join_as_list(empty_piece_names))


def touch_hint(state: State, selection: Sequence[str]) -> str:
    """Describe the effect of the selected card if no other card acts, or ask for a card for the next piece.

    The text describes the movement of the piece under the card, or of each piece if the card is in the hand.
    """
    player = state.placing_player
    if state.is_over or player is None or not selection:
        return ""
    card, selected_piece = card_from_target(selection[-1]), piece_from_target(selection[0])
    if selection[0] == ROW_BUTTON:
        next_pieces = PIECES[len(selection) - 1 :]
        return _("Now choose a card for {piece}.").format(piece=piece_name(next_pieces[0])) if next_pieces else ""
    if len(selection) == 1 and selected_piece is not None:
        return _("Now choose a card for {piece}.").format(piece=piece_name(selected_piece))
    if card is None or card not in state.hands[player]:
        return ""
    pieces = (state.draft.index(card),) if card in state.draft else PIECES
    piece_names_by_movement: dict[str, list[str]] = {}
    for piece in pieces:
        if state.pieces[piece] is not None:
            template = _single_card_movement_template(state, piece, player, card)
            piece_names_by_movement.setdefault(template, []).append(piece_name(piece))
    stuck_pieces = _join_as_choices(piece_names_by_movement.pop("", []))
    # The longest list of pieces comes first, as in "red or yellow 2 spaces, or blue 1 of 2 spaces".
    groups = sorted(piece_names_by_movement.items(), key=lambda group: -len(group[1]))
    movement_texts = [template.format(pieces=_join_as_choices(names)) for template, names in groups]
    if not movement_texts:
        text = _("If nothing else moves, your {card} can’t move {pieces}.")
        return text.format(card=card, pieces=stuck_pieces) if stuck_pieces else ""
    *first_texts, last_text = movement_texts
    movements_text = (
        _("{ways}, or {last}").format(ways=", ".join(first_texts), last=last_text) if first_texts else last_text
    )
    sentence = _("If nothing else moves, your {card} can move {ways}.").format(card=card, ways=movements_text)
    stuck_sentence = _("On {pieces}, it would do nothing.").format(pieces=stuck_pieces)
    return f"{sentence} {stuck_sentence}" if stuck_pieces else sentence


def _join_as_choices(names: Sequence[str]) -> str:
    """Join the names of pieces of which a card moves only one, such as "red, blue or yellow"."""
    *first_names, last_name = names or ("",)
    return _("{pieces} or {last}").format(pieces=", ".join(first_names), last=last_name) if first_names else last_name


def _single_card_movement_template(state: State, piece: int, player: int, card: int) -> str:
    """Return a template for the distance that one card moves a piece, such as "{pieces} only 1 space".

    The caller fills in the names of all pieces that the card moves this far. The template is empty if the card can't
    move the piece.
    """
    terms = state.terms
    movements_by_order = single_card_movements(terms, state.pieces, piece, player, card)
    full_step_count = sum(part.steps for part in terms.deck[card - 1])
    step_counts = [sum(movement.step_count for movement in movements) for movements in movements_by_order]
    fields = {"pieces": "{pieces}", "made": step_counts[0]}
    ends = [movements[-1].path[-1] for movements, steps in zip(movements_by_order, step_counts, strict=True) if steps]
    if any(end in terms.board.stars and terms.is_counting_star(player, end) for end in ends):
        return _("{pieces} to a star")
    if len(movements_by_order) > 1:
        return _("{pieces} to either of 2 spaces")
    if not step_counts[0]:
        return ""
    if step_counts[0] == full_step_count:
        return ngettext("{pieces} {made} space", "{pieces} {made} spaces", full_step_count).format(**fields)
    return ngettext("{pieces} only {made} space", "{pieces} only {made} spaces", step_counts[0]).format(**fields)


def event_text(terms: Terms, event: Event, reader: int | None = None) -> str:
    """Describe an event of a reveal in one or two sentences.

    Args:
        terms: the board, the deck and the variant.
        event: the event.
        reader: the player who reads the text as "you", or None for a text that names the sides.
    """
    piece = piece_title(event.piece)
    match event.kind:
        case "reveal":
            return _reveal_text(event, reader)
        case "cancel":
            return _("Equal cards cancel out.")
        case "wait":
            return _("{piece} is off the board, so these cards do nothing.").format(piece=piece)
        case "move":
            return _move_text(terms, event, reader)
        case "score":
            return _score_text(terms, event, reader)
        case "reset":
            return _("All 3 pieces go back to their starts.")
        case "lift":
            return _("{piece} scored, so it leaves the board.").format(piece=piece)
    return _("{piece} goes back to its start.").format(piece=piece)


def _reveal_text(event: Event, reader: int | None) -> str:
    piece, is_waiting = piece_title(event.piece), event.pieces[event.piece] is None
    black, white = event.cards
    if reader is not None:
        own_card, other_card = event.cards[reader], event.cards[1 - reader]
        if is_waiting or own_card == other_card:
            text = _("{piece}: your {own}, {side}’s {other}.")
        elif own_card > other_card:
            text = _("{piece}: your {own}, {side}’s {other}. The {own} is higher, so your card acts first.")
        else:
            text = _("{piece}: your {own}, {side}’s {other}. The {other} is higher, so {side}’s card acts first.")
        return text.format(piece=piece, own=own_card, other=other_card, side=side_name(1 - reader))
    if is_waiting or black == white:
        return _("{piece}: Black {black}, White {white}.").format(piece=piece, black=black, white=white)
    text = _("{piece}: Black {black}, White {white}. The {higher} is higher, so {first}’s card acts first.")
    first_side = side_name(BLACK if black > white else WHITE)
    return text.format(piece=piece, black=black, white=white, higher=max(black, white), first=first_side)


def _move_text(terms: Terms, event: Event, reader: int | None) -> str:
    player = BLACK if event.player is None else event.player
    is_readers_card = player == reader
    fields = {"side": side_name(player), "card": event.cards[player], "piece": piece_name(event.piece)}
    if any(movement.step_count for movement in event.movements):
        first_movement, *second_movements = event.movements
        fields["first"] = _movement_text(terms.board, player, first_movement, reader)
        if second_movements:
            (second_movement,) = second_movements
            repeats_verb = not first_movement.step_count or bool(second_movement.lost_steps)
            fields["second"] = _movement_text(terms.board, player, second_movement, reader, has_verb=repeats_verb)
            if first_movement.step_count:
                template = (
                    _("Your {card}: {piece} {first}, then {second}.")
                    if is_readers_card
                    else _("{side}’s {card}: {piece} {first}, then {second}.")
                )
            else:
                template = (
                    _("Your {card}: {piece} {first}, so it only {second}.")
                    if is_readers_card
                    else _("{side}’s {card}: {piece} {first}, so it only {second}.")
                )
        else:
            template = _("Your {card}: {piece} {first}.") if is_readers_card else _("{side}’s {card}: {piece} {first}.")
    else:
        reason_texts = [
            _lost_steps_text(terms.board, player, event.piece, movement, reader) for movement in event.movements
        ]
        fields["reasons"] = join_as_list(dict.fromkeys(reason_texts))
        template = (
            _("Your {card} can’t move {piece}: {reasons}.")
            if is_readers_card
            else _("{side}’s {card} can’t move {piece}: {reasons}.")
        )
    text = template.format(**fields)
    if event.star is not None:
        star_text = (
            _("This star doesn’t count for you.") if is_readers_card else _("This star doesn’t count for {side}.")
        )
        text += " " + star_text.format(side=fields["side"])
    return text


def _lost_steps_text(board: Board, player: int, piece: int, movement: PartMovement, reader: int | None) -> str:
    if _ends_at_edge(board, player, movement):
        return _("{piece} is at the edge of the board").format(piece=piece_name(piece))
    if movement.blocker is None:
        return _("{piece} has no line {way}").format(
            piece=piece_name(piece), way=_direction_name_for_reader(reader, player, movement.part.direction)
        )
    return _("{piece} is in the way").format(piece=piece_name(movement.blocker))


def _ends_at_edge(board: Board, player: int, movement: PartMovement) -> bool:
    next_space = movement.path[-1].step(step_vector(player, movement.part.direction))
    return not (0 <= next_space.x < board.width and 0 <= next_space.y < board.height)


def _obstacle_text(board: Board, player: int, movement: PartMovement) -> str:
    if _ends_at_edge(board, player, movement):
        return _("edge of the board")
    if movement.blocker is None:
        return _("no line")
    return _("{piece} is in the way").format(piece=piece_name(movement.blocker))


def _movement_text(
    board: Board, player: int, movement: PartMovement, reader: int | None, *, has_verb: bool = True
) -> str:
    """Describe the movement of one part of a card without the piece, such as "goes 1 space toward White".

    Args:
        board: the board.
        player: the owner of the card.
        movement: the movement.
        reader: the player who reads the text as "you", or None for a text that names the sides.
        has_verb: False to omit the verb of a movement over all steps, which follows another movement.
    """
    fields = {
        "made": movement.step_count,
        "n": movement.part.steps,
        "way": _direction_name_for_reader(reader, player, movement.part.direction),
        "why": _obstacle_text(board, player, movement),
    }
    if not has_verb:
        return pgettext("second part of a card’s move, after “then”", "{n} {way}").format(**fields)
    if not movement.lost_steps:
        return ngettext("goes {n} space {way}", "goes {n} spaces {way}", movement.step_count).format(**fields)
    if not movement.step_count:
        return _("can’t go {way} ({why})").format(**fields)
    text = ngettext(
        "goes {made} of {n} space {way} ({why})", "goes {made} of {n} spaces {way} ({why})", movement.part.steps
    )
    return text.format(**fields)


def _score_text(terms: Terms, event: Event, reader: int | None) -> str:
    player = BLACK if event.player is None else event.player
    fields = {
        "piece": piece_title(event.piece),
        "side": side_name(player),
        "black": event.points[BLACK],
        "white": event.points[WHITE],
    }
    is_readers_card = player == reader
    if terms.goal == FIRST_STAR:
        text = (
            _("{piece} ends on a star, and you win.")
            if is_readers_card
            else _("{piece} ends on a star, and {side} wins.")
        )
    elif event.points[player] >= terms.points_to_win:
        text = (
            _("{piece} ends on a star, and you win. Black {black}, White {white}.")
            if is_readers_card
            else _("{piece} ends on a star, and {side} wins. Black {black}, White {white}.")
        )
    else:
        text = (
            _("{piece} ends on a star. You score: Black {black}, White {white}.")
            if is_readers_card
            else _("{piece} ends on a star. {side} scores: Black {black}, White {white}.")
        )
    return text.format(**fields)
