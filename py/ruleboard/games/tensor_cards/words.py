"""The game in words: names, actions, prompts and refusals, and the story of what the cards have done."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruleboard.engine.errors import ActionError, IllegalAction
from ruleboard.engine.game import Action
from ruleboard.games.tensor_cards import rules
from ruleboard.games.tensor_cards.cards import BLACK, DIRECTIONS, SIDES, WHITE, Card, Part
from ruleboard.games.tensor_cards.layout import PIECE_NAMES, PIECES, Space
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

_PUT = re.compile(rf"put [{LETTERS}][{CARD_SIGNS}]")
_TAKE = re.compile(rf"take [{LETTERS}]")
_LAY = re.compile(rf"lay r([{CARD_SIGNS}]) b([{CARD_SIGNS}]) y([{CARD_SIGNS}])")
_ORDER = re.compile(rf"order ({'|'.join(DIRECTIONS)})-first")
_SPACE = re.compile(r"(\d{1,2}),(\d{1,2})")
_KINDS = "'put r9', 'take r', 'lay r9 b8 yT' or 'order right-first'"


def find(state: State, text: str) -> Action:
    """The legal action a text names.

    Raises:
        ActionError: the text is not an action of this game.
        IllegalAction: it is, but not allowed here; ``what`` says why.
    """
    for action in rules.legal_actions(state):
        if action.text == text:
            return action
    kinds = (_PUT, _TAKE, _LAY, _ORDER)
    if not any(kind.fullmatch(text) for kind in kinds):
        raise ActionError(f"{text[:40]!r} is no action of this game", expected=_KINDS)
    raise IllegalAction(_refusal(state, text).removesuffix("."))


def _refusal(state: State, text: str) -> str:
    """Why an action that can be read is not legal, as a sentence."""
    verb, _, rest = text.partition(" ")
    if state.over:
        return explain(state, ())
    if state.laying is None:
        return _choose_first(state)
    if verb == "order":
        return "No order has to be chosen now."
    if verb == "take":
        return f"No card lies on {PIECE_NAMES[LETTERS.index(rest)]}."
    if verb == "put":
        piece = PIECE_NAMES[LETTERS.index(rest[0])]
        return explain(state, (card_target(CARD_SIGNS.index(rest[1]) + 1), f"piece:{piece}"))
    cards = [CARD_SIGNS.index(word[1]) + 1 for word in rest.split()]
    if state.draft != NOTHING:
        return explain(state, (LAY,)) if NO_CARD in state.draft else "Other cards lie on the pieces."
    used = [card for card in cards if card not in state.hands[state.laying]]
    return _used(used[0]) if used else _twice(next(card for card in cards if cards.count(card) > 1))


def _used(card: int) -> str:
    return f"Card {card} has been used in this hand; it comes back when the hand is over."


def _twice(card: int) -> str:
    return f"Card {card} can be used for one piece only."


def explain(state: State, targets: Sequence[str]) -> str:
    """Why no legal action begins with these targets, as a sentence."""
    if state.over:
        return "The game is over."
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
        return "Lay this card on a piece."
    if piece is not None:
        if not held:
            return "Take up one of your cards first."
        if held[-1] not in state.hands[state.laying]:
            return _used(held[-1])
        if state.draft[piece] == held[-1]:
            return f"Card {held[-1]} already lies on {PIECE_NAMES[piece]}."
        return "One card is laid at a time."
    if target == HAND:
        return "This card is in your hand." if held else "Take up a card that you have laid first."
    if target == LAY:
        empty = [PIECE_NAMES[piece] for piece in PIECES if state.draft[piece] == NO_CARD]
        return f"A card is still missing on {_listed(empty)}." if empty else "Put down the card in your hand first."
    if target == IN_A_ROW:
        return "Some cards are laid already: lay the others one by one."
    if _space_of(state, target) is not None:
        return "Only cards move the pieces: lay a card on each of them."
    return "There is nothing to be touched here."


def _choose_first(state: State) -> str:
    choice = resolution(state).choice
    if choice is None:
        return "The cards that decide are hidden from you."
    return f"{SIDES[choice.player]} has to choose first where {PIECE_NAMES[choice.piece]} goes."


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def name(state: State, target: str) -> str:
    """A target in words."""
    card, piece = target_card(target), target_piece(target)
    if card is not None:
        return f"card {card}: {card_words(state.terms.deck[card - 1])}"
    if piece is not None:
        return f"your card for {PIECE_NAMES[piece]}" if target == slot_target(piece) else _piece_name(state, piece)
    if target == HAND:
        return "your hand"
    if target == LAY:
        return "Lay these three cards"
    if target == IN_A_ROW:
        return "Lay red, blue, yellow in a row"
    order = re.fullmatch(r"do:(\w+)-first", target)
    if order and order[1] in DIRECTIONS:
        return f"First {_direction_words(order[1])}"
    space = _space_of(state, target)
    if space is not None:
        return space_words(state.terms, current(state), space)
    return target


def _piece_name(state: State, piece: int) -> str:
    return f"{PIECE_NAMES[piece]} piece" + (", waiting" if current(state)[piece] is None else "")


def _space_of(state: State, target: str) -> Space | None:
    match = _SPACE.fullmatch(target)
    if match is None:
        return None
    space = Space(int(match[1]), int(match[2]))
    return space if space in state.terms.layout.spaces else None


def space_words(terms: Terms, pieces: Pieces, space: Space) -> str:
    """A space in words, with what is on it ("column 3, row 1, star, red piece")."""
    words = f"column {space.x + 1}, row {space.y + 1}"
    if space in terms.layout.stars:
        words += f", {star_words(terms, space)}"
    if space in pieces:
        words += f", {PIECE_NAMES[pieces.index(space)]} piece"
    return words


def current(state: State) -> Pieces:
    """Where the pieces are now, in the midst of a turn's reveal too."""
    return resolution(state).pieces if len(state.laid) == 2 else state.pieces


def star_words(terms: Terms, star: Space) -> str:
    """A star and for whom it counts."""
    owners = [SIDES[player] for player in (BLACK, WHITE) if terms.counts(player, star)]
    return "star" if terms.stars == ANY_STAR else f"star for {_listed(owners)}"


def _direction_words(direction: str) -> str:
    return {"toward": "toward you", "away": "away from you"}.get(direction, f"to your {direction}")


def card_words(card: Card) -> str:
    """What a card does, as its player reads it ("1 toward you and 1 to your right, in either order")."""
    parts = [f"{part.steps} {_direction_words(part.direction)}" for part in card]
    return parts[0] if len(parts) == 1 else f"{parts[0]} and {parts[1]}, in either order"


def describe(state: State, action: Action) -> str:
    """An action in words. A lay is announced without its cards: the other player may be listening."""
    verb, _, rest = action.text.partition(" ")
    if verb == "put":
        return f"Card {CARD_SIGNS.index(rest[1]) + 1} goes on {PIECE_NAMES[LETTERS.index(rest[0])]}."
    if verb == "take":
        return f"The card on {PIECE_NAMES[LETTERS.index(rest)]} goes back to the hand."
    if verb == "lay":
        return f"{SIDES[len(state.laid) % 2]} has laid three cards."
    choice = resolution(state).choice
    direction = rest.removesuffix("-first")
    if choice is None:
        return f"First {_direction_words(direction)}."
    who = SIDES[choice.player]
    way = {"toward": f"toward {who}", "away": f"away from {who}"}.get(direction, f"to {who}'s {direction}")
    return f"{who} moves {PIECE_NAMES[choice.piece]} {way} first."


def prompt(state: State) -> str:
    """What the player to move may do now; give it a view of the state where others can read it."""
    if state.over:
        return ""
    if state.laying is None:
        choice = resolution(state).choice
        if choice is None:
            return ""
        return (
            f"{SIDES[choice.player]}, your {choice.card} can take {PIECE_NAMES[choice.piece]} "
            "to either of two spaces: choose one."
        )
    who = SIDES[state.laying]
    empty = [PIECE_NAMES[piece] for piece in PIECES if state.draft[piece] == NO_CARD]
    if not empty:
        return f"{who}, change your cards or lay them for good."
    return f"{who}, lay a card on {_listed(empty)}. Turn {state.turn} of {TURNS}."


def story(state: State, events: Sequence[Event]) -> tuple[str, ...]:
    """What happened when cards were revealed, a sentence or two an event; ``state`` is the turn's."""
    return tuple(event_words(state.terms, event) for event in events)


def event_words(terms: Terms, event: Event) -> str:
    """One event in words."""
    piece = PIECE_NAMES[event.piece].capitalize()
    black, white = event.cards
    if event.kind == "reveal":
        if black == white:
            return f"{piece}: both have laid {black}."
        first = SIDES[BLACK if black > white else WHITE]
        return f"{piece}: Black has laid {black}, White {white}. {first}'s card is higher and acts first."
    if event.kind == "cancel":
        return "Equal cards cancel each other: nothing happens."
    if event.kind == "wait":
        return f"{piece} is waiting off the board: neither card does anything."
    if event.kind == "move":
        return _move_words(terms, event)
    if event.kind == "score":
        return _score_words(terms, event)
    if event.kind == "reset":
        return "All three pieces go back to their starts."
    if event.kind == "lift":
        return f"{piece} has reached a star in this turn and is lifted off the board."
    return f"{piece} is put on its start."


def _move_words(terms: Terms, event: Event) -> str:
    player = BLACK if event.player is None else event.player
    who, piece = SIDES[player], PIECE_NAMES[event.piece]
    told = [_run_words(player, run) for run in event.runs]
    words = f"{who}'s {event.cards[player]}: {piece} goes " + ", then ".join(told) + "."
    if not any(run.made for run in event.runs):
        words = (
            f"{who}'s {event.cards[player]} does not move {piece}: "
            + ", and ".join(f"{_why(run)} {_way(player, run.part)}" for run in event.runs)
            + "."
        )
    if event.star is not None:
        words += f" This star does not count for {who}."
    return words


def _way(player: int, part: Part) -> str:
    who = SIDES[player]
    return {"toward": f"toward {who}", "away": f"away from {who}"}.get(part.direction, f"to {who}'s {part.direction}")


def _why(run: Run) -> str:
    return "there is no line" if run.blocker is None else f"{PIECE_NAMES[run.blocker]} is in the way"


def _run_words(player: int, run: Run) -> str:
    way = _way(player, run.part)
    if not run.lost:
        return f"{run.made} {way}"
    if not run.made:
        return f"not {way} ({_why(run)})"
    return f"{run.made} of {run.part.steps} {way} ({_why(run)})"


def _score_words(terms: Terms, event: Event) -> str:
    player = BLACK if event.player is None else event.player
    piece = PIECE_NAMES[event.piece].capitalize()
    if terms.goal == FIRST_STAR:
        return f"{piece} ends on a star: {SIDES[player]} wins."
    points = f"Black {event.points[BLACK]}, White {event.points[WHITE]}"
    if event.points[player] >= terms.points_to_win:
        return f"{piece} ends on a star: {SIDES[player]} has {terms.points_to_win} points and wins ({points})."
    return f"{piece} ends on a star: a point for {SIDES[player]} ({points})."
