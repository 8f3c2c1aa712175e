"""Describe threats, tips and reasons as sentences.

All of these assume that the opponent can play only cards in the opponent's hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.contract.bots import Threat, Tip
from ruleboard.engine.action import Action
from ruleboard.games.tensor_cards.board import PIECES, Space
from ruleboard.games.tensor_cards.cards import CARDS
from ruleboard.games.tensor_cards.names import piece_name, piece_title, side_name
from ruleboard.games.tensor_cards.numbered_board import NumberedBoard, numbered_board
from ruleboard.games.tensor_cards.resolution import movements_by_order, resolve
from ruleboard.games.tensor_cards.state import (
    OFF_BOARD,
    TURNS_PER_HAND,
    ChooseOrder,
    CommitPlacement,
    Move,
    Placement,
    Position,
    State,
)
from ruleboard.i18n import _
from ruleboard.wording import join_as_list


def threats(state: State, player: int) -> tuple[Threat, ...]:
    """Return a threat for each piece and star if the opponent has a card that can take this piece to this star.

    The function assumes that no other card interferes. Each threat names all such cards, the fastest first. The threats
    are in the order of their fastest cards. The result is empty during a reveal, when the player can no longer place
    cards.
    """
    if state.is_over or state.placing_player is None:
        return ()
    threats_by_card: list[tuple[int, Threat]] = []
    for piece in PIECES:
        cards_by_star: dict[Space, list[int]] = {}
        paths: dict[Space, tuple[Space, ...]] = {}
        for card in sorted(state.hands[1 - player], reverse=True):
            if path := _path_to_star(state, 1 - player, piece, card):
                cards_by_star.setdefault(path[-1], []).append(card)
                paths.setdefault(path[-1], path)
        for star, cards in cards_by_star.items():
            text = _("{side}’s {card} can take {piece} to a star.")
            if len(cards) > 1:
                text = _("{side}’s {card} can each take {piece} to a star.")
            sentence = text.format(
                side=side_name(1 - player), card=join_as_list(map(str, cards)), piece=piece_name(piece)
            )
            path_names = tuple(map(str, paths[star]))
            threats_by_card.append((cards[0], Threat(sentence, (path_names[0], path_names[-1]), path_names)))
    threats_by_card.sort(key=lambda item: -item[0])
    return tuple(threat for _card, threat in threats_by_card)


def _path_to_star(state: State, player: int, piece: int, card: int) -> tuple[Space, ...]:
    """Return the path of a piece that a card takes to one of the player's stars.

    The path includes both ends. An empty tuple means that the card reaches no such star.
    """
    terms = state.terms
    for movements in movements_by_order(numbered_board(terms), state.position, piece, player, card):
        path = tuple(space for movement in movements for space in movement.path[1:])
        if path and path[-1] in terms.board.stars and terms.is_counting_star(player, path[-1]):
            return (movements[0].path[0], *path)
    return ()


def tips(state: State, player: int) -> tuple[Tip, ...]:
    """Return a tip about the first piece that one of the player's cards can move to a star.

    If the player must choose the order of a card's parts, the tip is about the order.
    """
    if state.is_over:
        return ()
    if state.placing_player is None:
        return (
            Tip(_("Compare the 2 spaces where the piece can end up. Which one leaves your opponent fewer options?")),
        )
    if state.placing_player != player:
        return ()
    for piece in PIECES:
        if any(_path_to_star(state, player, piece, card) for card in state.hands[player]):
            text = _("One of your cards can take {piece} to a star if nothing stops it.")
            return (Tip(text.format(piece=piece_name(piece))),)
    return ()


def consequences(
    state: State, actions: Sequence[Action[Move]], better_actions: Sequence[Action[Move]]
) -> tuple[Threat, ...]:
    """Return a threat for each of the opponent's cards that can reach a star only because of a worse placement.

    The better placement would stop these cards.
    """
    player = state.placing_player
    chosen_placement, better_placement = (
        next((action.move.cards for action in turn if isinstance(action.move, CommitPlacement)), None)
        for turn in (actions, better_actions)
    )
    if player is None or chosen_placement is None or better_placement is None:
        return ()
    threat_list = []
    board = numbered_board(state.terms)
    position = state.position
    for piece in PIECES:
        for other_card in state.hands[1 - player]:
            path = _path_to_star(state, 1 - player, piece, other_card)
            if not path or not board.opponent_can_score(position, piece, player, chosen_placement[piece], other_card):
                continue
            if not board.opponent_can_score(position, piece, player, better_placement[piece], other_card):
                text = _("{side}’s {other} can take {piece} to a star, and your {card} doesn’t stop that.")
                side = side_name(1 - player)
                sentence = text.format(
                    side=side, other=other_card, piece=piece_name(piece), card=chosen_placement[piece]
                )
                names = tuple(str(space) for space in path)
                threat_list.append(Threat(sentence, (names[0], names[-1]), names))
    return tuple(threat_list)


def reasons(state: State, actions: Sequence[Action[Move]]) -> tuple[str, ...]:
    """Return the reasons for a placement or for an order of a card's parts, without revealing hidden information."""
    for action in actions:
        match action.move:
            case CommitPlacement(cards):
                return tuple(dict.fromkeys(_placement_reasons(state, cards)))
            case ChooseOrder(first_direction):
                return _order_reasons(state, first_direction)
    return ()


def _placement_reasons(state: State, placement: Placement) -> list[str]:
    """Return the reasons for a placement.

    Its cards may reach stars, deny stars to the opponent, or prepare stars for the next turn.
    """
    player = state.placing_player
    if player is None:
        return []
    win_reasons, denial_reasons, prospect_reasons = [], [], []
    board = numbered_board(state.terms)
    position = state.position
    for piece, card in enumerate(placement):
        placeholders = {"card": card, "piece": piece_name(piece), "side": side_name(1 - player)}
        if _path_to_star(state, player, piece, card):
            win_reasons.append(_("The {card} takes {piece} to a star if nothing stops it.").format(**placeholders))
            continue
        threat_cards = [
            threat_card
            for threat_card in state.hands[1 - player]
            if _path_to_star(state, 1 - player, piece, threat_card)
        ]
        if threat_cards:
            stopped_count = sum(
                not board.opponent_can_score(position, piece, player, card, threat_card) for threat_card in threat_cards
            )
            if stopped_count == len(threat_cards):
                denial_reasons.append(
                    _("The {card} stops {side} from taking {piece} to a star.").format(**placeholders)
                )
            elif stopped_count:
                denial_reasons.append(
                    _("The {card} stops some of the cards {side} could use to take {piece} to a star.").format(
                        **placeholders
                    )
                )
        elif _prepares_star(state, board, position, piece, player, placement):
            text = _("The {card} can bring {piece} close enough to reach a star next turn.")
            prospect_reasons.append(text.format(**placeholders))
    return win_reasons + denial_reasons + prospect_reasons or [_fallback_reason(state, player, placement)]


def _fallback_reason(state: State, player: int, placement: Placement) -> str:
    """Return a sentence about a placement that does not reach, prepare or deny a star."""
    if not any(_path_to_star(state, 1 - player, piece, card) for piece in PIECES for card in state.hands[1 - player]):
        return _("No single card of {side}’s can take a piece to a star this turn.").format(side=side_name(1 - player))
    remaining_cards = [str(card) for card in state.hands[player] if card not in placement]
    return _("This placement keeps the {cards} in hand.").format(cards=join_as_list(remaining_cards))


def _prepares_star(
    state: State, board: NumberedBoard, position: Position, piece: int, player: int, placement: Placement
) -> bool:
    """Return True if a placement moves a piece to where a card of the player can reach a star in the next turn.

    The function ignores the opponent's cards.
    """
    next_cards = (
        CARDS if state.turn == TURNS_PER_HAND else tuple(card for card in state.hands[player] if card not in placement)
    )
    if position[piece] == OFF_BOARD:
        return False
    for next_position in board.positions_after_card(position, piece, player, placement[piece]):
        second_space, third_space = (next_position[other_piece] for other_piece in PIECES if other_piece != piece)
        if next_position[piece] != position[piece] and any(
            has_moved and board.counting_stars[player][end]
            for card in next_cards
            for end, has_moved in board.end_spaces(player, card, next_position[piece], second_space, third_space)
        ):
            return True
    return False


def _order_reasons(state: State, first_direction: str) -> tuple[str, ...]:
    choice = resolve(state).choice
    if choice is None:
        return ()
    terms = state.terms
    end = dict(choice.ends)[first_direction]
    if end in terms.board.stars and terms.is_counting_star(choice.player, end):
        return (_("{piece} ends on a star.").format(piece=piece_title(choice.piece)),)
    return (_("{piece} ends on {space}.").format(piece=piece_title(choice.piece), space=end),)
