"""The ``Game`` that implements the rules of Tensor Chess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction
from ruleboard.engine.game import BaseGame, Repetition
from ruleboard.engine.limits import check_action_length
from ruleboard.engine.options import resolve_options
from ruleboard.games.tensor_chess import (
    endings,
    move_list,
    movegen,
    notation,
    packed_moves,
    position_text,
    refusals,
    texts,
)
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.state import SIDES, START_STATE, State
from ruleboard.i18n import N_
from ruleboard.overriding import override


class TensorChess(BaseGame[State, Move]):
    """The rules of Tensor Chess."""

    id = "tensor-chess"
    title = N_("Tensor Chess")
    side_names = SIDES
    repetition = Repetition(claim_count=3, draw_count=5)

    next_state = staticmethod(packed_moves.state_after)
    outcome = staticmethod(endings.outcome)
    key = staticmethod(endings.position_key)
    draw_claim_reason = staticmethod(endings.draw_claim_reason)
    explain = staticmethod(refusals.explain)
    name = staticmethod(texts.target_name)
    describe = staticmethod(texts.describe)
    prompt = staticmethod(texts.prompt)
    parse_position = staticmethod(position_text.parse_position)
    format_position = staticmethod(position_text.format_position)
    format_moves = staticmethod(move_list.format_moves)
    respell_moves = staticmethod(move_list.respell_moves)
    parse_moves = staticmethod(move_list.parse_moves)

    @override
    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """Return the start position. The game has no options and no randomness.

        Raises:
            RecordError: ``options`` is not empty.
        """
        resolve_options(self.options, options)
        return START_STATE

    @override
    def to_move(self, state: State) -> int | None:
        return None if endings.find_ending(state) else state.turn

    @override
    def legal_actions(self, state: State) -> Sequence[Action[Move]]:
        return () if endings.find_ending(state) else movegen.legal_actions(state)

    @override
    def parse_action(self, state: State, text: str) -> Action[Move]:
        check_action_length(text)
        action = None if endings.find_ending(state) else movegen.legal_actions(state).find(text)
        if action is None:
            raise IllegalAction.from_refusal(refusals.refuse_move(state, notation.parse_move(text)))
        return action
