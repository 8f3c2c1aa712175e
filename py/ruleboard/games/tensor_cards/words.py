"""The game in words: names, actions, prompts and refusals, and the story of what the cards have done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, Refusal
from ruleboard.engine.limits import check_action
from ruleboard.games.tensor_cards import rules
from ruleboard.games.tensor_cards.cards import BLACK, DIRECTIONS, WHITE, Card
from ruleboard.games.tensor_cards.layout import PIECE_NAMES, PIECES, Space
from ruleboard.games.tensor_cards.names import (
    listed,
    own_way,
    piece_name,
    piece_title,
    place_name,
    side_name,
    way,
)
from ruleboard.games.tensor_cards.notation import (
    CARD_SIGNS,
    HAND,
    IN_A_ROW,
    LAY,
    LETTERS,
    card_target,
    slot_target,
    target_card,
    target_piece,
)
from ruleboard.games.tensor_cards.resolve import Event, Run, resolution
from ruleboard.games.tensor_cards.state import (
    ANY_STAR,
    FIRST_STAR,
    NO_CARD,
    NOTHING,
    TURNS,
    Pieces,
    State,
    Terms,
)
from ruleboard.i18n import _

_PUT = re.compile(rf"put [{LETTERS}][{CARD_SIGNS}]")
_TAKE = re.compile(rf"take [{LETTERS}]")
_LAY = re.compile(rf"lay r([{CARD_SIGNS}]) b([{CARD_SIGNS}]) y([{CARD_SIGNS}])")
_ORDER = re.compile(rf"order ({'|'.join(DIRECTIONS)})-first")
_SPACE = re.compile(r"(\d{1,2}),(\d{1,2})", re.ASCII)
_KINDS = "'put r9', 'take r', 'lay r9 b8 yT', 'order right-first'"

# The lessons that teach the rules behind refusals.
_LAYING, _HANDS, _ORDERS, _SECRET, _WINNING = "laying", "hands", "either-order", "secret", "winning"


def find(state: State, text: str) -> Action[Any]:
    """The legal action a text names.

    Raises:
        ActionError: the text is not an action of this game.
        IllegalAction: it is, but not allowed here; ``what`` says why.
    """
    check_action(text)
    for action in rules.legal_actions(state):
        if action.text == text:
            return action
    kinds = (_PUT, _TAKE, _LAY, _ORDER)
    if not any(kind.fullmatch(text) for kind in kinds):
        raise ActionError(_("{text} is no action of this game").format(text=repr(text[:40])), expected=_KINDS)
    raise IllegalAction.refused(_refusal(state, text))


def _refusal(state: State, text: str) -> Refusal:
    """Why an action that can be read is not legal, as a sentence."""
    verb, _space, rest = text.partition(" ")
    if state.over:
        return explain(state, ())
    if state.laying is None:
        return _choose_first(state)
    if verb == "order":
        return Refusal(_("No order has to be chosen now."))
    if verb == "take":
        return Refusal(_("No card lies on {piece}.").format(piece=piece_name(LETTERS.index(rest))))
    if verb == "put":
        piece = PIECE_NAMES[LETTERS.index(rest[0])]
        return explain(state, (card_target(CARD_SIGNS.index(rest[1]) + 1), f"piece:{piece}"))
    cards = [CARD_SIGNS.index(word[1]) + 1 for word in rest.split()]
    if state.draft != NOTHING:
        return explain(state, (LAY,)) if NO_CARD in state.draft else Refusal(_("Other cards lie on the pieces."))
    used = [card for card in cards if card not in state.hands[state.laying]]
    return _used(used[0]) if used else _twice(next(card for card in cards if cards.count(card) > 1))


def _used(card: int) -> Refusal:
    text = _("Card {card} has been used in this hand; it comes back when the hand is over.")
    return Refusal(text.format(card=card), _HANDS)


def _twice(card: int) -> Refusal:
    return Refusal(_("Card {card} can be used for one piece only.").format(card=card), _LAYING)


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Why no legal action begins with these targets, as a sentence."""
    if state.over:
        return Refusal(_("The game is over."), _WINNING)
    if state.laying is None:
        return _choose_first(state)
    target = targets[-1] if targets else ""
    card, piece = target_card(target), target_piece(target)
    held = [found for found in map(target_card, targets[:-1]) if found is not None]
    if card is not None:
        if card in held:
            return _twice(card)
        if card not in state.hands[state.laying]:
            return _used(card)
        return Refusal(_("Lay this card on a piece."), _LAYING)
    if piece is not None:
        return _explain_piece(state, piece, held)
    if target == HAND:
        if held:
            return Refusal(_("This card is in your hand."), _LAYING)
        if state.draft == NOTHING:
            return Refusal(_("Take up one of your cards first."), _LAYING)
        return Refusal(_("First take up a card that you have laid."), _LAYING)
    if target == LAY:
        empty = [piece_name(piece) for piece in PIECES if state.draft[piece] == NO_CARD]
        if not empty:
            return Refusal(_("Put down the card in your hand first."), _LAYING)
        return Refusal(_("A card is still missing on {pieces}.").format(pieces=listed(empty)), _LAYING)
    if target == IN_A_ROW:
        return Refusal(_("Some cards are laid already: lay the others one by one."), _LAYING)
    if _space_of(state, target) is not None:
        return Refusal(_("Only cards move the pieces: lay a card on each of them."), _LAYING)
    return Refusal(_("There is nothing to be touched here."), _LAYING)


def _explain_piece(state: State, piece: int, held: Sequence[int]) -> Refusal:
    """Why nothing can be laid on a piece now."""
    if not held or state.laying is None:
        return Refusal(_("Take up one of your cards first."), _LAYING)
    if held[-1] not in state.hands[state.laying]:
        return _used(held[-1])
    if state.draft[piece] == held[-1]:
        text = _("Card {card} already lies on {piece}.").format(card=held[-1], piece=piece_name(piece))
        return Refusal(text, _LAYING)
    return Refusal(_("One card is laid at a time."), _LAYING)


def _choose_first(state: State) -> Refusal:
    choice = resolution(state).choice
    if choice is None:
        return Refusal(_("The cards that decide are hidden from you."), _SECRET)
    text = _("{side} has to choose first where {piece} goes.")
    return Refusal(text.format(side=side_name(choice.player), piece=piece_name(choice.piece)), _ORDERS)


def name(state: State, target: str) -> str:
    """A target in words."""
    card, piece = target_card(target), target_piece(target)
    if card is not None:
        return _("card {card}: {what}").format(card=card, what=card_words(state.terms.deck[card - 1]))
    if piece is not None:
        if target == slot_target(piece):
            return _("your card for {piece}").format(piece=piece_name(piece))
        return piece_words(piece, waiting=current(state)[piece] is None)
    if target == HAND:
        return _("your hand")
    if target == LAY:
        return _("Lay these three cards")
    if target == IN_A_ROW:
        return _("Lay red, blue, yellow in a row")
    order = re.fullmatch(r"do:(\w+)-first", target)
    if order and order[1] in DIRECTIONS:
        return _("First {way}").format(way=own_way(order[1]))
    space = _space_of(state, target)
    if space is not None:
        return space_words(state.terms, current(state), space)
    return target


def piece_words(piece: int, *, waiting: bool = False) -> str:
    """A piece in words, where it stands alone."""
    if waiting:
        return (_("red piece, waiting"), _("blue piece, waiting"), _("yellow piece, waiting"))[piece]
    return (_("red piece"), _("blue piece"), _("yellow piece"))[piece]


def _space_of(state: State, target: str) -> Space | None:
    match = _SPACE.fullmatch(target)
    if match is None:
        return None
    space = Space(int(match[1]), int(match[2]))
    return space if space in state.terms.layout.spaces else None


def space_words(terms: Terms, pieces: Pieces, space: Space) -> str:
    """A space in words, with what is on it ("column 3, row 1, star, red piece")."""
    words = [place_name(space.x, space.y)]
    if space in terms.layout.stars:
        words.append(star_words(terms, space))
    if space in pieces:
        words.append(piece_words(pieces.index(space)))
    return ", ".join(words)


def current(state: State) -> Pieces:
    """Where the pieces are now, in the midst of a turn's reveal too."""
    return resolution(state).pieces if len(state.laid) == 2 else state.pieces


def star_words(terms: Terms, star: Space) -> str:
    """A star and for whom it counts."""
    if terms.stars == ANY_STAR:
        return _("star")
    owners = [side_name(player) for player in (BLACK, WHITE) if terms.counts(player, star)]
    return _("star for {sides}").format(sides=listed(owners))


def card_words(card: Card) -> str:
    """What a card does, as its player reads it ("1 toward you and 1 to your right, in either order")."""
    parts = [_("{n} {way}").format(n=part.steps, way=own_way(part.direction)) for part in card]
    if len(parts) == 1:
        return parts[0]
    return _("{one} and {other}, in either order").format(one=parts[0], other=parts[1])


def describe(state: State, action: Action[Any]) -> str:
    """An action in words. A lay is announced without its cards: the other player may be listening."""
    verb, _space, rest = action.text.partition(" ")
    if verb == "put":
        card, piece = CARD_SIGNS.index(rest[1]) + 1, LETTERS.index(rest[0])
        return _("Card {card} goes on {piece}.").format(card=card, piece=piece_name(piece))
    if verb == "take":
        return _("The card on {piece} goes back to the hand.").format(piece=piece_name(LETTERS.index(rest)))
    if verb == "lay":
        return _("{side} has laid three cards.").format(side=side_name(len(state.laid) % 2))
    choice = resolution(state).choice
    direction = rest.removesuffix("-first")
    if choice is None:
        return _("First {way}.").format(way=own_way(direction))
    text = _("{side} moves {piece} {way} first.")
    return text.format(side=side_name(choice.player), piece=piece_name(choice.piece), way=way(choice.player, direction))


def prompt(state: State) -> str:
    """What the player to move may do now; give it a view of the state where others can read it."""
    if state.over:
        return ""
    if state.laying is None:
        choice = resolution(state).choice
        if choice is None:
            return ""
        text = _("{side}, your {card} can take {piece} to either of two spaces: choose one.")
        return text.format(side=side_name(choice.player), card=choice.card, piece=piece_name(choice.piece))
    who = side_name(state.laying)
    empty = [piece_name(piece) for piece in PIECES if state.draft[piece] == NO_CARD]
    if not empty:
        return _("{side}, change your cards or lay them for good.").format(side=who)
    text = _("{side}, lay a card on {pieces}. Turn {turn} of {turns}.")
    return text.format(side=who, pieces=listed(empty), turn=state.turn, turns=TURNS)


def story(state: State, events: Sequence[Event]) -> tuple[str, ...]:
    """What happened when cards were revealed, a sentence or two an event; ``state`` is the turn's."""
    return tuple(event_words(state.terms, event) for event in events)


def event_words(terms: Terms, event: Event) -> str:
    """One event in words."""
    piece = piece_title(event.piece)
    match event.kind:
        case "reveal":
            return _reveal_words(event)
        case "cancel":
            return _("Equal cards cancel each other: nothing happens.")
        case "wait":
            return _("{piece} is waiting off the board: neither card does anything.").format(piece=piece)
        case "move":
            return _move_words(event)
        case "score":
            return _score_words(terms, event)
        case "reset":
            return _("All three pieces go back to their starts.")
        case "lift":
            return _("{piece} has reached a star in this turn and is lifted off the board.").format(piece=piece)
    return _("{piece} is put on its start.").format(piece=piece)


def _reveal_words(event: Event) -> str:
    piece = piece_title(event.piece)
    black, white = event.cards
    if black == white:
        return _("{piece}: both have laid {card}.").format(piece=piece, card=black)
    text = _("{piece}: Black has laid {black}, White {white}. {first}'s card is higher and acts first.")
    return text.format(piece=piece, black=black, white=white, first=side_name(BLACK if black > white else WHITE))


def _move_words(event: Event) -> str:
    player = BLACK if event.player is None else event.player
    said = {"side": side_name(player), "card": event.cards[player], "piece": piece_name(event.piece)}
    if any(run.made for run in event.runs):
        told = [_run_words(player, run) for run in event.runs]
        ways = told[0] if len(told) == 1 else _("{one}, then {other}").format(one=told[0], other=told[1])
        words = _("{side}'s {card}: {piece} goes {ways}.").format(**said, ways=ways)
    else:
        whys = [_("{why} {way}").format(why=_why(run), way=way(player, run.part.direction)) for run in event.runs]
        reasons = whys[0] if len(whys) == 1 else _("{one}, and {other}").format(one=whys[0], other=whys[1])
        words = _("{side}'s {card} does not move {piece}: {reasons}.").format(**said, reasons=reasons)
    if event.star is not None:
        words += " " + _("This star does not count for {side}.").format(side=said["side"])
    return words


def _why(run: Run) -> str:
    if run.blocker is None:
        return _("there is no line")
    return _("{piece} is in the way").format(piece=piece_name(run.blocker))


def _run_words(player: int, run: Run) -> str:
    said = {"made": run.made, "n": run.part.steps, "way": way(player, run.part.direction), "why": _why(run)}
    if not run.lost:
        return _("{n} {way}").format(**said)
    if not run.made:
        return _("not {way} ({why})").format(**said)
    return _("{made} of {n} {way} ({why})").format(**said)


def _score_words(terms: Terms, event: Event) -> str:
    player = BLACK if event.player is None else event.player
    said = {
        "piece": piece_title(event.piece),
        "side": side_name(player),
        "black": event.points[BLACK],
        "white": event.points[WHITE],
    }
    if terms.goal == FIRST_STAR:
        return _("{piece} ends on a star: {side} wins.").format(**said)
    if event.points[player] >= terms.points_to_win:
        text = _("{piece} ends on a star: {side} has 3 points and wins (Black {black}, White {white}).")
        return text.format(**said)
    return _("{piece} ends on a star: a point for {side} (Black {black}, White {white}).").format(**said)
