"""Position texts, read and written. Implements 'Text formats' (Position)."""

from __future__ import annotations

import re

from ruleboard.engine.errors import PositionError, RuleboardError
from ruleboard.games.tensor_cards import library
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE, Deck, deck_from_word, deck_to_word
from ruleboard.games.tensor_cards.drawing import from_word, to_word
from ruleboard.games.tensor_cards.layout import PIECE_NAMES, PIECES, Layout, Space, faults
from ruleboard.games.tensor_cards.notation import CARD_SIGNS, LETTERS
from ruleboard.games.tensor_cards.state import (
    ANY_STAR,
    GOALS,
    LAST_HAND,
    STARS,
    THREE_POINTS,
    TURNS,
    Pieces,
    State,
    Terms,
)

ENDLESS = "endless"
OUT = "out"
FIELDS = "board, variant, r, b, y, W, B, points and hand.turn"
LONGEST = 4000
DECK = "deck="

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_SPACE = re.compile(r"(0|[1-9][0-9]?),(0|[1-9][0-9]?)")
_POINTS = re.compile(r"([0-3])-([0-3])")
_CLOCK = re.compile(r"([1-9][0-9]{0,4})\.([1-3])")


def format_position(state: State) -> str:
    """The position text of a state; in mid-turn that of the position in which the turn began.

    A board of the user's own is written as ``name=drawing``, a deck as a last field ``deck=…``; a game
    without the limit of sixty hands has ``+endless`` behind its variant.
    """
    terms = state.terms
    variant = terms.goal
    if terms.stars != ANY_STAR:
        variant += f"+{terms.stars}"
    if not terms.limited:
        variant += f"+{ENDLESS}"
    places = (OUT if space is None else str(space) for space in state.pieces)
    black, white = ("".join(CARD_SIGNS[card - 1] for card in hand) for hand in state.hands)
    fields = [
        board_word(terms.layout),
        variant,
        *(letter + place for letter, place in zip(LETTERS, places, strict=True)),
        f"W{white}",
        f"B{black}",
        f"{state.points[WHITE]}-{state.points[BLACK]}",
        f"{state.hand}.{state.turn}",
    ]
    if terms.deck != library.deck().deck:
        fields.append(DECK + deck_to_word(terms.deck))
    return " ".join(fields)


def board_word(layout: Layout) -> str:
    """A board as position texts name it: alone by its name if everybody has it, else with its drawing."""
    known = library.boards().get(layout.name)
    return layout.name if known and known.layout == layout else f"{layout.name}={to_word(layout)}"


def parse_position(text: str) -> State:
    """The state a position text describes: one between two turns.

    Raises:
        PositionError: the text cannot be read, or describes what cannot come about.
    """
    if len(text) > LONGEST:
        raise PositionError("this is too long to be a position", expected=f"at most {LONGEST} characters")
    fields = text.split()
    deck = library.deck().deck
    if len(fields) == 10:
        deck = _deck(fields.pop())
    if len(fields) != 9:
        raise PositionError(f"there are {len(fields)} fields", expected=f"nine: {FIELDS}")
    layout = _board(fields[0])
    goal, stars, limited = _variant(fields[1])
    terms = Terms(layout, deck, goal, stars, limited)
    hand, turn = _clock(fields[8], limited)
    left = len(CARDS) - len(PIECES) * (turn - 1)
    white, black = _hand(fields[5], "W", left, turn), _hand(fields[6], "B", left, turn)
    points = _points(fields[7], terms.points_to_win)
    state = State(terms, _pieces(fields[2:5], layout), (black, white), points, hand, turn)
    _check_waiting(state)
    return state


def _deck(field: str) -> Deck:
    if not field.startswith(DECK):
        raise PositionError(f"{field[:20]!r} is one field too many", where="field 10", expected=f"'{DECK}…' or nothing")
    try:
        return deck_from_word(field.removeprefix(DECK))
    except RuleboardError as error:
        raise PositionError(error.what, where=error.where or "deck", expected=error.expected) from None


def _board(field: str) -> Layout:
    name, _, word = field.partition("=")
    if not word:
        if name in library.boards():
            return library.boards()[name].layout
        raise PositionError(
            f"there is no board {name[:30]!r}",
            where="field 1",
            expected=", ".join(library.boards()) + ", or name=drawing",
        )
    if not _SLUG.fullmatch(name) or len(name) > 60:
        raise PositionError(
            f"{name[:30]!r} is no name for a board",
            where="field 1",
            expected="small letters, digits and hyphens",
        )
    try:
        layout = from_word(name, word)
    except RuleboardError as error:
        where = "board, " + error.where if error.where else "board"
        raise PositionError(error.what, where=where, expected=error.expected) from None
    for fault in faults(layout):
        where = "board" if fault.space is None else f"board, column {fault.space.x + 1}, row {fault.space.y + 1}"
        raise PositionError(fault.what, where=where, expected=fault.expected)
    return layout


def _variant(field: str) -> tuple[str, str, bool]:
    goal, *more = field.split("+")
    if goal not in GOALS:
        raise PositionError(f"there is no variant {goal[:30]!r}", where="field 2", expected=", ".join(GOALS))
    sides = [word for word in more if word in STARS[1:]]
    unknown = [word for word in more if word not in STARS[1:] and word != ENDLESS]
    if unknown:
        raise PositionError(
            f"there is no variant {unknown[0][:30]!r}",
            where="field 2",
            expected=", ".join((*STARS[1:], ENDLESS)),
        )
    if len(sides) > 1 or more.count(ENDLESS) > 1:
        raise PositionError(
            "these variants do not go together",
            where="field 2",
            expected="at most one of own-side and far-side",
        )
    return goal, sides[0] if sides else ANY_STAR, ENDLESS not in more


def _clock(field: str, limited: bool) -> tuple[int, int]:
    match = _CLOCK.fullmatch(field)
    if match is None:
        raise PositionError(
            f"{field[:12]!r} is no hand and turn",
            where="field 9",
            expected=f"such as 1.1, the turn from 1 to {TURNS}",
        )
    hand, turn = int(match[1]), int(match[2])
    if limited and (hand, turn) > (LAST_HAND + 1, 1):
        raise PositionError(
            f"the game has ended after {LAST_HAND} hands",
            where="field 9",
            expected=f"at most {LAST_HAND + 1}.1",
        )
    return hand, turn


def _hand(field: str, letter: str, left: int, turn: int) -> tuple[int, ...]:
    where = f"field {letter}"
    if not field.startswith(letter):
        raise PositionError(f"{field[:20]!r} stands where {letter}'s cards should", where=where, expected=f"{letter}…")
    signs = field[1:]
    for sign in signs:
        if sign not in CARD_SIGNS:
            raise PositionError(f"{sign!r} is no card", where=where, expected="1 to 9 or T for 10")
    if len(set(signs)) != len(signs):
        raise PositionError("a card is there twice", where=where, expected="every card at most once")
    if len(signs) != left:
        raise PositionError(f"{len(signs)} cards are left", where=where, expected=f"{left} in turn {turn} of a hand")
    return tuple(sorted(CARD_SIGNS.index(sign) + 1 for sign in signs))


def _points(field: str, most: int) -> tuple[int, int]:
    match = _POINTS.fullmatch(field)
    if match is None or int(match[1]) > most or int(match[2]) > most:
        raise PositionError(
            f"{field[:12]!r} are no points",
            where="field 8",
            expected=f"White's and Black's, up to {most}, such as 0-0",
        )
    white, black = int(match[1]), int(match[2])
    if white == black == most:
        raise PositionError("both sides have won", where="field 8", expected="one winner at most")
    return black, white


def _pieces(fields: list[str], layout: Layout) -> Pieces:
    found: list[Space | None] = []
    for name, letter, field in zip(PIECE_NAMES, LETTERS, fields, strict=True):
        if not field.startswith(letter):
            raise PositionError(
                f"{field[:20]!r} stands where {name} should",
                where=f"field {letter}",
                expected=f"{letter}3,2 or {letter}{OUT}",
            )
        space = _place(name, letter, field[1:], layout)
        if space is not None and space in found:
            raise PositionError(f"{name} stands on an occupied space", where=f"field {letter}", expected="a free space")
        found.append(space)
    red, blue, yellow = found
    return (red, blue, yellow)


def _place(name: str, letter: str, word: str, layout: Layout) -> Space | None:
    if word == OUT:
        return None
    match = _SPACE.fullmatch(word)
    if match is None:
        raise PositionError(f"{word[:12]!r} is no place for {name}", where=f"field {letter}", expected=f"x,y or {OUT}")
    space = Space(int(match[1]), int(match[2]))
    if space not in layout.spaces:
        raise PositionError(
            f"there is no space {space} on this board",
            where=f"field {letter}",
            expected=f"0,0 to {layout.width - 1},{layout.height - 1}",
        )
    return space


def _check_waiting(state: State) -> None:
    """A piece waits only where pieces are lifted at all, and while another stands on its start."""
    for piece in PIECES:
        if state.pieces[piece] is not None:
            continue
        where = f"field {LETTERS[piece]}"
        if state.terms.goal != THREE_POINTS:
            raise PositionError(
                f"{PIECE_NAMES[piece]} is out of play",
                where=where,
                expected=f"all pieces on the board, but in {THREE_POINTS}",
            )
        if state.winner is None and state.terms.layout.starts[piece] not in state.pieces:
            raise PositionError(
                f"{PIECE_NAMES[piece]} waits although its start is free",
                where=where,
                expected="it to be on its start",
            )
