"""Edit a position: its board, its pieces, both hands, the points, the turn, and the variant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ruleboard.contract.editors import ERASER, BaseEditor
from ruleboard.contract.extensions import Counter, Switch, Tool
from ruleboard.games.tensor_cards import library, picture, texts
from ruleboard.games.tensor_cards.board import PIECE_NAMES, PIECES, Space
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.games.tensor_cards.options import BOARD_CHOICES, OPTIONS
from ruleboard.games.tensor_cards.position_text import format_position, parse_draft_position
from ruleboard.games.tensor_cards.state import MAX_HAND_NUMBER, TURNS_PER_HAND, State, Terms, initial_state, position_of
from ruleboard.games.tensor_cards.targets import owned_card_target, space_from_target
from ruleboard.i18n import N_
from ruleboard.overriding import override

_PIECE_TITLES = (N_("Red piece"), N_("Blue piece"), N_("Yellow piece"))
_UNLIMITED_VALUE = "endless"


class TensorCardsEditor(BaseEditor[State]):
    """The position editor for the card game; see ``contract.extensions.Editor``.

    The targets are the spaces and the cards of both players (``"white:9"``). A touch of a card moves the card out
    of its player's hand or back into it.
    """

    tools = (
        *(Tool(PIECE_NAMES[piece], _PIECE_TITLES[piece], picture.piece_icon(piece), "rby"[piece]) for piece in PIECES),
        ERASER,
    )
    load = staticmethod(parse_draft_position)
    dump = staticmethod(format_position)
    state_picture = staticmethod(picture.editor_picture)

    @override
    def start_state(self, state: State) -> State:
        return initial_state(state.terms)

    @override
    def empty_state(self, state: State) -> State:
        """Return the start position without pieces."""
        return _with_pieces(initial_state(state.terms), [None, None, None])

    @override
    def has_contents(self, state: State, target: str) -> bool:
        space = space_from_target(state.terms.board, target)
        return space is not None and space in state.pieces

    @override
    def state_after_tool(self, state: State, target: str, tool: str) -> State:
        for player in (BLACK, WHITE):
            for card in CARDS:
                if target == owned_card_target(player, card):
                    return _with_card_toggled(state, player, card)
        space = space_from_target(state.terms.board, target)
        if space is None:
            return state
        pieces = [None if piece_space == space else piece_space for piece_space in state.pieces]
        if tool in PIECE_NAMES and state.pieces[PIECE_NAMES.index(tool)] != space:
            pieces[PIECE_NAMES.index(tool)] = space
        return _with_pieces(state, pieces) if tool else state

    @override
    def state_after_move(self, state: State, start: str, goal: str) -> State:
        """Return the state after a piece moves to another space. If another piece is there, the two exchange places."""
        board = state.terms.board
        start_space, goal_space = space_from_target(board, start), space_from_target(board, goal)
        exchanged_spaces = {start_space: goal_space, goal_space: start_space}
        return (
            _with_pieces(state, [exchanged_spaces.get(space, space) for space in state.pieces]) if goal_space else state
        )

    @override
    def piece_places(self, text: str, seat: int) -> str:
        """Describe where the pieces are, in the columns and rows that the player at ``seat`` sees."""
        return texts.piece_spaces_sentence(self.load(text), seat)

    @override
    def fields(self, state: State) -> tuple[Switch | Counter, ...]:
        terms = state.terms
        boards = tuple((choice.value, choice.title) for choice in BOARD_CHOICES)
        custom_boards = () if _is_built_in(terms) else ((terms.board.name, terms.board.name),)
        goals, stars = (
            tuple((choice.value, choice.title) for choice in option.choices) for option in (OPTIONS[1], OPTIONS[2])
        )
        return (
            Switch("board", N_("Board"), (*custom_boards, *boards), (terms.board.name,)),
            Switch("goal", OPTIONS[1].title, goals, (terms.goal,)),
            Switch("stars", OPTIONS[2].title, stars, (terms.stars,)),
            Switch(
                "limit",
                OPTIONS[3].title,
                ((_UNLIMITED_VALUE, N_("No limit")),),
                _limit_values(terms),
                allows_multiple_values=True,
            ),
            Counter("hand", N_("Deal"), state.hand, 1, MAX_HAND_NUMBER),
            Counter("turn", N_("Turn"), state.turn, 1, TURNS_PER_HAND),
            Counter("white", N_("White’s points"), state.points[WHITE], 0, terms.points_to_win),
            Counter("black", N_("Black’s points"), state.points[BLACK], 0, terms.points_to_win),
        )

    @override
    def with_field(self, state: State, id: str, value: str) -> State:
        """Return the state with a new value for a field. A new board has the pieces on their start spaces."""
        terms = state.terms
        match id:
            case "board":
                file = library.boards().get(value)
                if file is None or value == terms.board.name:
                    return state
                return _with_pieces(replace(state, terms=replace(terms, board=file.board)), file.board.starts)
            case "goal":
                new_terms = replace(terms, goal=value)
                black, white = (min(points, new_terms.points_to_win) for points in state.points)
                return _with_points(replace(state, terms=new_terms), black, white)
            case "stars":
                return replace(state, terms=replace(terms, stars=value))
            case "limit":
                return replace(state, terms=replace(terms, has_hand_limit=not terms.has_hand_limit))
            case "white":
                return _with_points(state, state.points[BLACK], int(value))
            case "black":
                return _with_points(state, int(value), state.points[WHITE])
            case "hand":
                return replace(state, hand=int(value))
        return replace(state, turn=int(value))


def _is_built_in(terms: Terms) -> bool:
    file = library.boards().get(terms.board.name)
    return file is not None and file.board == terms.board


def _limit_values(terms: Terms) -> tuple[str, ...]:
    return () if terms.has_hand_limit else (_UNLIMITED_VALUE,)


def _with_pieces(state: State, pieces: Sequence[Space | None]) -> State:
    red, blue, yellow = pieces
    return replace(state, position=position_of(state.terms.board, (red, blue, yellow), state.points))


def _with_points(state: State, black: int, white: int) -> State:
    return replace(state, position=position_of(state.terms.board, state.pieces, (black, white)))


def _with_card_toggled(state: State, player: int, card: int) -> State:
    hands = list(state.hands)
    hands[player] = tuple(sorted({card} ^ set(hands[player])))
    return replace(state, hands=(hands[BLACK], hands[WHITE]))
