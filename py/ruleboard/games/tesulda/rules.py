"""The rules of Tesulda as a ``Game``."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.engine.game import BaseGame, Repetition
from ruleboard.engine.options import Choice, Option, resolve_options
from ruleboard.games.tesulda import (
    building,
    endings,
    move_list,
    movegen,
    position_text,
    refusals,
    texts,
    turn,
)
from ruleboard.games.tesulda.army import DEFAULT_ARMY, Army, is_playable, random_army, with_army
from ruleboard.games.tesulda.moves import ArmyCommand, Move
from ruleboard.games.tesulda.position import EMPTY_BOARD
from ruleboard.games.tesulda.state import CLAIM_TURN_COUNT, DARK, LIGHT, SIDES, State, state_from_board
from ruleboard.i18n import N_, _
from ruleboard.overriding import override

_SEED_MASK: Final = (1 << 64) - 1


class Tesulda(BaseGame[State, Move]):
    """The rules of Tesulda."""

    id = "tesulda"
    title = N_("Tesulda")
    side_names = SIDES
    options: tuple[Option, ...] = (
        Option(
            "setup",
            N_("Armies"),
            (
                Choice("default", N_("Default"), N_("Both sides start with the same well-balanced army.")),
                Choice("shuffled", N_("Shuffled"), N_("Both sides start with the same random army.")),
                Choice("build", N_("Built by hand"), N_("Each side builds an army in secret.")),
            ),
        ),
        Option(
            "first",
            N_("First Move"),
            (Choice("light", N_("Light")), Choice("dark", N_("Dark"))),
            winner_chooses=True,
        ),
        Option(
            "shuffle",
            N_("Shuffled armies"),
            (
                Choice(
                    "playable", N_("The Prime starts on the home rank, and every figure can go straight or diagonally")
                ),
            ),
            legacy_game=lambda: _ANY_ARMY_RULES,
        ),
        Option(
            "shuffles",
            N_("Shuffling while building"),
            (Choice("own", N_("Each side shuffles its own army")),),
            legacy_game=lambda: _SHARED_GENERATOR_RULES,
        ),
    )
    repetition = Repetition(claim_count=3, draw_count=5)

    legal_actions = staticmethod(movegen.legal_actions)
    next_state = staticmethod(turn.next_state)
    outcome = staticmethod(endings.outcome)
    view = staticmethod(building.building_view)
    with_hidden_redealt = staticmethod(building.with_hidden_redealt)
    explain = staticmethod(refusals.explain)
    name = staticmethod(texts.target_name)
    describe = staticmethod(texts.describe)
    prompt = staticmethod(texts.prompt)
    parse_position = staticmethod(position_text.parse_position)
    format_position = staticmethod(position_text.format_position)
    parse_action = staticmethod(move_list.parse_action)
    format_moves = staticmethod(move_list.format_moves)
    respell_moves = staticmethod(move_list.respell_moves)
    parse_moves = staticmethod(move_list.parse_moves)

    @override
    def is_legal(self, state: State, action: Action[Move]) -> bool:
        return movegen.find_action(state, action.move) == action

    @override
    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """Return the state with both armies on the board, or the state in which Light builds an army.

        Implements 'Setup' (spec).
        """
        option_values = resolve_options(self.options, options)
        first_side = ("light", "dark").index(option_values["first"])
        seed_bits = seed & _SEED_MASK
        if option_values["setup"] == "build":
            return building.start_building(first_side, seed_bits)
        return (
            _state_with_equal_armies(DEFAULT_ARMY, first_side)
            if option_values["setup"] == "default"
            else _state_with_random_armies(first_side, seed_bits, self._accepts_army)
        )

    def _accepts_army(self, army: Army) -> bool:
        """Return True if a random army is good enough to start a game."""
        return is_playable(army)

    @override
    def to_move(self, state: State) -> int | None:
        return None if endings.find_ending(state) else state.side

    @override
    def hides(self, state: State) -> bool:
        """Return True while players build armies. The result does not depend on the hidden armies."""
        return state.build is not None

    @override
    def is_hidden_decision(self, state: State) -> bool:
        return state.build is not None

    @override
    def reveals(self, state: State, action: Action[Move]) -> bool:
        """Return True if the action finishes an army, since the other player builds or sees the armies next."""
        return action.move is ArmyCommand.DONE

    @override
    def key(self, state: State) -> Hashable | None:
        """Return the board, the side to move and the pool at the start of a turn, or None during a turn.

        Implements 'End' (spec: repetition).
        """
        return (state.board, state.side, state.pool) if state.is_turn_start else None

    @override
    def draw_claim_reason(self, state: State) -> str | None:
        """Return a sentence that justifies a draw claim after a hundred turns without an Attack, otherwise None.

        A player can claim a draw only at the start of a turn.
        """
        if state.is_turn_start and state.quiet_turns >= CLAIM_TURN_COUNT:
            return _("{n} turns have passed without a capture.").format(n=state.quiet_turns)
        return None


def _state_with_equal_armies(army: Army, first_side: int) -> State:
    """Return a state with the same army on both sides. Dark's army is the reflection of Light's."""
    return state_from_board(with_army(with_army(EMPTY_BOARD, LIGHT, army), DARK, army), first_side)


class _SharedGeneratorTesulda(Tesulda):
    """The rules of older records without the option ``shuffles``, in which both sides share one random generator."""

    def next_state(self, state: State, move: Move) -> State:
        if move is ArmyCommand.SHUFFLE:
            return building.state_after_legacy_shuffle(state)
        return super().next_state(state, move)


_SHARED_GENERATOR_RULES: Tesulda = _SharedGeneratorTesulda()


class _AnyArmyTesulda(_SharedGeneratorTesulda):
    """The rules of older records without the option ``shuffle``, in which any random army may start a game."""

    @override
    def _accepts_army(self, army: Army) -> bool:
        return True


_ANY_ARMY_RULES: Tesulda = _AnyArmyTesulda()


def _state_with_random_armies(first_side: int, random_state: int, accepts_army: Callable[[Army], bool]) -> State:
    """Return a state in which both sides have the same random army, which ``accepts_army`` allows.

    No Prime is attacked, and the side to move has a legal Move.
    """
    while True:
        army, random_state = random_army(random_state)
        if not accepts_army(army):
            continue
        position = _state_with_equal_armies(army, first_side).position
        if position.goals and not (position.in_check or position.with_other_side().in_check):
            return State(position)
