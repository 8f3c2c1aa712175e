"""The rules of Sensei, as a ``Game`` for the engine."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction
from ruleboard.engine.game import BaseGame, Outcome, Repetition
from ruleboard.engine.move_text import SpelledMoves
from ruleboard.engine.options import Choice, Option, resolve_options
from ruleboard.games.sensei import movegen, notation, refusals, texts
from ruleboard.games.sensei.bitboard import iter_squares, square_name
from ruleboard.games.sensei.state import GREEN, MODES, RED, SIDES, Move, State, start_state
from ruleboard.i18n import N_
from ruleboard.kit.turns import parse_turns
from ruleboard.overriding import override

_RETURNS_BY_WINNER = ((1.0, -1.0), (-1.0, 1.0))
"""The scores of both sides after a win, by winner."""


class Sensei(BaseGame[State, Move]):
    """The rules of Sensei, a game without hidden information or chance."""

    id = "sensei"
    title = N_("Sensei")
    side_names = SIDES
    options: tuple[Option, ...] = (
        Option("mode", N_("Mode"), tuple(Choice(mode.id, mode.title, mode.help) for mode in MODES.values())),
    )
    repetition = Repetition(claim_count=3, draw_count=5)
    legal_actions = staticmethod(movegen.legal_actions)
    next_state = staticmethod(movegen.state_after)
    explain = staticmethod(refusals.explain)
    name = staticmethod(texts.name)
    describe = staticmethod(texts.describe)
    prompt = staticmethod(texts.prompt)
    parse_position = staticmethod(notation.parse_position)
    format_position = staticmethod(notation.format_position)
    format_moves = staticmethod(notation.format_moves)

    @override
    def initial(self, options: Mapping[str, str], seed: int) -> State:
        return start_state(resolve_options(self.options, options)["mode"])

    @override
    def to_move(self, state: State) -> int | None:
        return None if movegen.game_end(state) else state.side

    @override
    def outcome(self, state: State) -> Outcome | None:
        ending = movegen.game_end(state)
        if ending is None:
            return None
        returns = (0.0, 0.0) if ending.winner is None else _RETURNS_BY_WINNER[ending.winner]
        return Outcome(
            returns,
            texts.ending_reason(ending),
            tuple(square_name(square) for square in iter_squares(ending.squares)),
            tuple(texts.ending_reason(ending, player) for player in (GREEN, RED)),
        )

    @override
    def key(self, state: State) -> Hashable | None:
        """Return the stones, the characters and the side to move at the start of a turn, or None during a turn."""
        return state.position if state.is_turn_start else None

    @override
    def parse_action(self, state: State, text: str) -> Action[Move]:
        move = notation.parse_move(text)
        for action in movegen.legal_actions(state):
            if action.move == move:
                return action
        raise IllegalAction.from_refusal(refusals.move_refusal(state, move))

    @override
    def respell_moves(self, text: str) -> SpelledMoves:
        """Convert the text to lowercase, since action texts have no capital letters."""
        return SpelledMoves(text.lower())

    @override
    def parse_moves(self, start: State, text: str) -> tuple[Action[Move], ...]:
        return parse_turns(
            start,
            text,
            find_end_action=lambda state: movegen.END_TURN if movegen.END_TURN in self.legal_actions(state) else None,
            parse=lambda state, action_text: (self.parse_action(state, action_text),),
            apply=self.apply,
            is_turn_over=lambda _before, state: state.is_turn_start,
        )
