"""Format and parse move lists with one line for each turn. Implements 'Text formats' (Move list).

A line such as ``1.1 Black r5 b2 y9 White r9 b8 yT toward-first`` contains the numbers of hand and turn, the
cards of both players, and the chosen orders. The list includes a turn as soon as its first cards are
revealed, with ``?`` for hidden cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction
from ruleboard.engine.limits import check_move_list_length
from ruleboard.engine.move_text import SpelledMoves, Turn
from ruleboard.games.tensor_cards import texts
from ruleboard.games.tensor_cards.cards import BLACK, DIRECTIONS, SIDES, WHITE
from ruleboard.games.tensor_cards.names import card_on_piece, side_name
from ruleboard.games.tensor_cards.notation import HIDDEN_SIGN, PIECE_LETTERS, card_from_sign, format_cards, format_order
from ruleboard.games.tensor_cards.resolution import resolve
from ruleboard.games.tensor_cards.secrecy import player_view
from ruleboard.games.tensor_cards.state import ChooseOrder, CommitPlacement, Move, Placement, State
from ruleboard.i18n import _

_LABEL_PATTERN = re.compile(r"[1-9][0-9]*\.[1-3]")
_PLACEMENTS_PATTERN = re.compile(rf"{SIDES[BLACK]} (r\S b\S y\S) {SIDES[WHITE]} (r\S b\S y\S)")
_WORD_PATTERN = re.compile(r"\S+")
_ORDER_PATTERN = re.compile(rf"({'|'.join(DIRECTIONS)})-first")


def format_moves(states: Sequence[State], actions: Sequence[Action[Move]]) -> tuple[Turn, ...]:
    """Format the move list of a game; see ``engine.game.Game.format_moves``."""
    turns: list[Turn] = []
    turn_start = states[0]
    placements, orders = list[tuple[int, str]](), list[tuple[int, str]]()
    for ply, action in enumerate(actions):
        previous_state, state = states[ply], states[ply + 1]
        match action.move:
            case ChooseOrder(first_direction):
                orders.append((ply, format_order(first_direction)))
            case CommitPlacement(cards):
                if previous_state.placing_player == WHITE:
                    placements = [(ply, _format_placements(previous_state.placements[BLACK], cards))]
            case _:
                continue
        if state.is_between_turns:
            turns.append(Turn(_turn_label(turn_start), None, (*placements, *orders)))
            turn_start, placements, orders = state, [], []
    last_state = states[len(actions)]
    if last_state.placing_player is None:
        revealed_text = _format_placements(*player_view(last_state, None).placements)
        placements = [(ply, revealed_text) for ply, _text in placements]
        turns.append(Turn(_turn_label(turn_start), None, (*placements, *orders)))
    return tuple(turns)


def readable_turn(
    turn: Turn, states: Sequence[State], entries: Sequence[Action[Move] | str], reader: int | None = None
) -> Turn:
    """Describe the actions in a turn of the move list; see ``BaseView.readable_turn``.

    The text names the sides, unless the turn consists of one player's choices during a reveal.
    """
    orders_by_ply = {
        ply: entry.move
        for ply, _text in turn.items
        if isinstance(entry := entries[ply], Action) and isinstance(entry.move, ChooseOrder)
    }
    players = {choice and choice.player for choice in (resolve(states[ply]).choice for ply in orders_by_ply)}
    mentions_side = len(orders_by_ply) < len(turn.items) or len(players) > 1
    order_texts = {
        ply: texts.short_order_text(states[ply], order.first_direction, mentions_side=mentions_side)
        for ply, order in orders_by_ply.items()
    }
    return Turn(
        turn.label, turn.player, tuple((ply, order_texts.get(ply) or _readable_item(text)) for ply, text in turn.items)
    )


def _readable_item(text: str) -> str:
    placements = _PLACEMENTS_PATTERN.fullmatch(text)
    if placements is None:
        return text
    black, white = (
        ", ".join(_readable_card(word) for word in cards_text.split()) for cards_text in placements.groups()
    )
    placeholders = {"black": side_name(BLACK), "white": side_name(WHITE)}
    return _("{black}: {black_cards} – {white}: {white_cards}").format(
        **placeholders, black_cards=black, white_cards=white
    )


def _readable_card(word: str) -> str:
    """Convert a card's notation to readable text: "yellow 10" for ``yT``, "yellow ?" for ``y?``."""
    piece, sign = PIECE_LETTERS.index(word[0]), word[1]
    return card_on_piece(piece, sign if sign == HIDDEN_SIGN else str(card_from_sign(sign)))


def _format_placements(black: Placement, white: Placement) -> str:
    return f"{SIDES[BLACK]} {format_cards(black)} {SIDES[WHITE]} {format_cards(white)}"


def _turn_label(state: State) -> str:
    return f"{state.hand}.{state.turn}"


def respell_moves(text: str) -> SpelledMoves:
    """Correct the case of letters in a move list or action, and add notices about turns with hidden cards."""
    text = _WORD_PATTERN.sub(lambda word: _respell_word(word[0]), text)
    notices = [
        _("{where}: {what}").format(
            where=_line_location(number), what=_("this turn has hidden cards, so it’s left out")
        )
        for number, line in enumerate(text.split("\n"), 1)
        if HIDDEN_SIGN in line
    ]
    return SpelledMoves(text, tuple(notices))


def _respell_word(word: str) -> str:
    word = word.lower()
    if word in (SIDES[BLACK].lower(), SIDES[WHITE].lower()):
        return word.capitalize()
    if word[0] in PIECE_LETTERS and word[1:] in ("t", "10"):
        return f"{word[0]}T"
    return word


def parse_moves(
    start: State,
    text: str,
    *,
    parse_action: Callable[[State, str], Action[Move]],
    apply_action: Callable[[State, Action[Move]], State],
) -> tuple[Action[Move], ...]:
    """Parse a move list. The result omits the last turn if it has hidden cards (``?``).

    Args:
        start: the state before the first action.
        text: the move list.
        parse_action: a function that returns the legal action for a text in a state.
        apply_action: a function that returns the state after an action.

    Raises:
        ActionError: a line is malformed or has a wrong number. ``where`` names the line.
        IllegalAction: an action is not legal. ``where`` names the line.
    """
    check_move_list_length(text)
    actions: list[Action[Move]] = []
    state = start
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    for index, (number, line_words) in enumerate(lines):
        if any(HIDDEN_SIGN in word for word in line_words):
            if index < len(lines) - 1:
                raise ActionError(
                    _("only the last turn can have hidden cards"), where=_line_location(number), expected=_("no '?'")
                )
            break
        try:
            for move_text in _move_texts(state, line_words):
                action = parse_action(state, move_text)
                actions.append(action)
                state = apply_action(state, action)
        except (ActionError, IllegalAction) as error:
            raise error.within(_line_location(number)) from None
        if not state.is_between_turns and index < len(lines) - 1:
            raise ActionError(
                _("the choice of order is missing"), where=_line_location(number), expected=_("such as toward-first")
            )
    return tuple(actions)


def _line_location(number: int) -> str:
    return _("line {line}").format(line=number)


def _move_texts(state: State, words: list[str]) -> list[str]:
    if _LABEL_PATTERN.fullmatch(words[0]):
        if words[0] != _turn_label(state):
            raise ActionError(_("this line is numbered {label}").format(label=words[0]), expected=_turn_label(state))
        words = words[1:]
    if len(words) < 8 or words[0] != SIDES[BLACK] or words[4] != SIDES[WHITE]:
        raise ActionError(_("this isn’t a turn"), expected=_("a turn such as 'Black r5 b2 y9 White r9 b8 yT'"))
    for word in words[8:]:
        if not _ORDER_PATTERN.fullmatch(word):
            raise ActionError(
                _("{text} isn’t an order").format(text=repr(word[:20])), expected=_("such as toward-first")
            )
    placement_texts = [f"lay {' '.join(words[1:4])}", f"lay {' '.join(words[5:8])}"]
    return placement_texts + [f"order {word}" for word in words[8:]]
