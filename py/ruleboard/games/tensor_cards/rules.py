"""The ``Game`` that implements the rules of the card game."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace

from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction
from ruleboard.engine.game import BaseGame, Outcome
from ruleboard.engine.limits import check_action_length
from ruleboard.engine.options import Option
from ruleboard.games.tensor_cards import move_list, movegen, notation, position_text, refusals, secrecy, texts
from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.cards import BLACK, SIDES, WHITE
from ruleboard.games.tensor_cards.names import piece_name, side_name
from ruleboard.games.tensor_cards.options import OPTIONS, terms_from_options
from ruleboard.games.tensor_cards.resolution import player_to_move, state_after_reveal
from ruleboard.games.tensor_cards.state import (
    FIRST_STAR,
    HIDDEN_CARD,
    MAX_HANDS,
    NO_CARD,
    ChooseOrder,
    CommitPlacement,
    Move,
    Placement,
    PutCard,
    State,
    TakeCard,
    initial_state,
)
from ruleboard.i18n import N_, _
from ruleboard.overriding import override


class TensorCards(BaseGame[State, Move]):
    """The rules of Tensor. Players place cards in secret, and the game has no randomness."""

    id = "tensor-cards"
    title = N_("Tensor")
    side_names = SIDES
    options: tuple[Option, ...] = OPTIONS

    to_move = staticmethod(player_to_move)
    legal_actions = staticmethod(movegen.legal_actions)
    view = staticmethod(secrecy.player_view)
    with_hidden_redealt = staticmethod(secrecy.with_hidden_cards_redealt)
    hides = staticmethod(secrecy.has_hidden_cards)
    explain = staticmethod(refusals.explain)
    name = staticmethod(texts.target_name)
    prompt = staticmethod(texts.prompt)
    parse_position = staticmethod(position_text.parse_position)
    format_position = staticmethod(position_text.format_position)
    format_moves = staticmethod(move_list.format_moves)
    respell_moves = staticmethod(move_list.respell_moves)

    @override
    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """Return the initial state. The options ``board`` and ``deck`` may contain JSON; see ``terms_from_options``."""
        return initial_state(terms_from_options(options))

    @override
    def next_state(self, state: State, move: Move) -> State:
        match move:
            case PutCard(piece, card):
                return replace(state, draft=_draft_with_card(state.draft, piece, card))
            case TakeCard(piece):
                return replace(state, draft=_draft_with_changes(state.draft, {piece: NO_CARD}))
            case CommitPlacement(cards):
                committed_state = state.with_placement(cards)
                if committed_state.placing_player == WHITE:
                    return committed_state
                if HIDDEN_CARD in committed_state.placements[BLACK]:
                    raise IllegalAction(_("Black’s cards are hidden in this view"))
                return state_after_reveal(committed_state)
            case ChooseOrder(first_direction):
                if any(HIDDEN_CARD in placement for placement in state.placements):
                    raise IllegalAction(_("the next cards are hidden in this view"))
                return state_after_reveal(state.with_order(first_direction))

    @override
    def outcome(self, state: State) -> Outcome | None:
        winner = state.winner
        if winner is not None:
            return _win_outcome(state, winner)
        if state.is_over:
            return Outcome((0.0, 0.0), _("It’s a draw: no winner in {n} deals.").format(n=MAX_HANDS))
        return None

    @override
    def substitute_action(self, state: State, action: Action[Move], view: State) -> Action[Move] | None:
        """Return a possible placement in place of a secret placement, or None for an action that only changes a draft.

        The possible placement has the same visible cards as the secret one.
        """
        if not isinstance(action.move, CommitPlacement) or state.placing_player is None:
            return None
        move = CommitPlacement(secrecy.with_hidden_cards_redealt(view, 0).placements[state.placing_player])
        return next(legal_action for legal_action in self.legal_actions(state) if legal_action.move == move)

    @override
    def is_hidden_decision(self, state: State) -> bool:
        """Return True if a player is placing cards, which the opponent must not see."""
        return not state.is_over and state.placing_player is not None

    @override
    def reveals(self, state: State, action: Action[Move]) -> bool:
        """Return True for the commitment of a placement, and for a choice of order that reveals further cards."""
        return secrecy.reveals_cards(state, action.move)

    @override
    def key(self, state: State) -> Hashable | None:
        """Return the state between turns, or None during a turn.

        Positions do not repeat, since the state contains the number of the hand.
        """
        return state if state.is_between_turns else None

    @override
    def describe(self, state: State, action: Action[Move], reader: int | None = None) -> str:
        """Describe an action, but do not name the cards of a placement."""
        return texts.describe(state, action.move, reader)

    @override
    def parse_action(self, state: State, text: str) -> Action[Move]:
        check_action_length(text)
        action = notation.find_action(self.legal_actions(state), text)
        if action is None:
            raise IllegalAction.from_refusal(refusals.explain_move(state, notation.parse_move(text)))
        return action

    @override
    def parse_moves(self, start: State, text: str) -> tuple[Action[Move], ...]:
        return move_list.parse_moves(start, text, parse_action=self.parse_action, apply_action=self.apply)


def _draft_with_card(draft: Placement, piece: int, card: int) -> Placement:
    """Return a draft with a card put on a piece.

    If the card was on another piece, the two cards exchange places. Otherwise the old card on the piece returns to
    the hand.
    """
    changes = {piece: card}
    if card in draft:
        changes[draft.index(card)] = draft[piece]
    return _draft_with_changes(draft, changes)


def _draft_with_changes(draft: Placement, changes: dict[int, int]) -> Placement:
    red, blue, yellow = (changes.get(piece, draft[piece]) for piece in PIECES)
    return (red, blue, yellow)


def _win_outcome(state: State, winner: int) -> Outcome:
    pieces_on_stars = [
        piece
        for piece, space in zip(PIECES, state.pieces, strict=True)
        if space in state.terms.board.stars and state.terms.is_counting_star(winner, space)
    ]
    fields = {"side": side_name(winner), "won": state.points[winner], "lost": state.points[1 - winner]}
    if state.terms.goal != FIRST_STAR:
        reason, winner_reason = _("{side} wins by {won} stars to {lost}."), _("You win by {won} stars to {lost}.")
    elif len(pieces_on_stars) == 1:
        fields["piece"] = piece_name(pieces_on_stars[0])
        reason = _("{side} wins: their card took {piece} to a star.")
        winner_reason = _("You win: your card took {piece} to a star.")
    else:
        reason = _("{side} wins: their card took a piece to a star.")
        winner_reason = _("You win: your card took a piece to a star.")
    reasons = [reason.format(**fields)] * 2
    reasons[winner] = winner_reason.format(**fields)
    return Outcome(
        (1.0, -1.0) if winner == BLACK else (-1.0, 1.0),
        reason.format(**fields),
        tuple(str(state.pieces[piece]) for piece in pieces_on_stars),
        tuple(reasons),
    )
