"""The ``Game`` that implements the rules of Equilibrium, and the effect of each move."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace

from ruleboard.engine.action import Action
from ruleboard.engine.errors import NO_REFUSAL, IllegalAction
from ruleboard.engine.game import BaseGame, Outcome
from ruleboard.engine.options import Choice, Option, resolve_options
from ruleboard.games.equilibrium import (
    deal,
    draw_pile,
    move_list,
    movegen,
    notation,
    numbers,
    operations,
    position_text,
    refusals,
    rounds,
    texts,
    training_text,
)
from ruleboard.games.equilibrium.moves import (
    Addition,
    Code,
    DeclineTweaks,
    Division,
    Download,
    Flip,
    Hack,
    Load,
    Move,
    Multiplication,
    Pass,
    Run,
    Setup,
    Skip,
    Subtraction,
    Tweak,
)
from ruleboard.games.equilibrium.rounds import end_turn, offer_tweaks, pass_income, with_player
from ruleboard.games.equilibrium.state import (
    ACTION,
    EMPTY,
    EMPTY_BOARD,
    GAME_OVER,
    SETUP,
    Phase,
    Player,
    State,
    sorted_tiles,
    turn_order_after,
    with_amount_changed,
    with_tile,
)
from ruleboard.games.equilibrium.targets import move_targets, weight_target
from ruleboard.games.equilibrium.training import RoundEnd
from ruleboard.i18n import N_
from ruleboard.overriding import override


class Equilibrium(BaseGame[State, Move]):
    """The rules of Tensor: A Game of Equilibrium."""

    id = "equilibrium"
    title = N_("Tensor: A Game of Equilibrium")
    players = range(2, 5)
    options = (
        Option(
            "players",
            N_("Players"),
            (
                Choice("2", N_("Two"), N_("One Operation card of each kind.")),
                Choice("3", N_("Three"), N_("2 Operation cards of each kind.")),
                Choice("4", N_("Four"), N_("2 Operation cards of each kind.")),
            ),
        ),
        Option(
            "start",
            N_("Who starts (and has one cycle fewer)"),
            (
                Choice("1", N_("The first player")),
                Choice("2", N_("The second player")),
                Choice("3", N_("The third player"), required_option=("players", ("3", "4"))),
                Choice("4", N_("The fourth player"), required_option=("players", ("4",))),
                Choice("random", N_("At random")),
            ),
        ),
        Option(
            "numbers",
            N_("The game’s numbers"),
            tuple(
                Choice(number_set.id, number_set.title, number_set.help) for number_set in numbers.NUMBER_SETS.values()
            ),
            legacy_default=numbers.FIRST_SET.id,
        ),
        Option(
            "end",
            N_("The end"),
            (Choice("dry", N_("When the pile is empty, or after 3 rounds without a Download")),),
            legacy_game=lambda: _RULES_WITHOUT_DRY_END,
        ),
    )

    legal_actions = staticmethod(movegen.legal_actions)
    with_hidden_redealt = staticmethod(draw_pile.with_hidden_redealt)
    explain = staticmethod(refusals.explain)
    name = staticmethod(texts.target_name)
    prompt = staticmethod(texts.prompt)
    parse_position = staticmethod(position_text.parse_position)
    format_position = staticmethod(position_text.format_position)
    format_moves = staticmethod(move_list.format_moves)
    respell_moves = staticmethod(move_list.respell_moves)

    @override
    def initial(self, options: Mapping[str, str], seed: int) -> State:
        return deal.initial_state(resolve_options(self.options, options), seed)

    @override
    def sides(self, state: State) -> tuple[str, ...]:
        """Return the colours of the players in clockwise order."""
        return texts.PLAYER_NAMES[: len(state.players)]

    @override
    def to_move(self, state: State) -> int | None:
        """Return the player who makes the next decision, or None if the game is over.

        This may be a tweak in another player's turn, or a flip at the end of a round.
        """
        return None if state.phase.kind == GAME_OVER else state.phase.player

    @override
    def next_state(self, state: State, move: Move) -> State:
        """Return the state after a legal move, including automatic effects such as the end of a round."""
        return rounds.apply_pending_end(_state_after_move(state, move))

    @override
    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome of a finished game, or None.

        The returns decrease in equal steps from 1 for the first rank to -1 for the last rank.
        """
        if state.phase.kind != GAME_OVER:
            return None
        count = len(state.players)
        returns = [0.0] * count
        better_count = 0
        for tied_players in state.phase.ranks:
            worse_count = count - better_count - len(tied_players)
            for player in tied_players:
                returns[player] = (worse_count - better_count) / (count - 1)
            better_count += len(tied_players)
        reasons = tuple(training_text.outcome_reason(state, reader) for reader in range(count))
        return Outcome(tuple(returns), training_text.outcome_reason(state), _lowest_tokens(state), reasons)

    @override
    def view(self, state: State, viewer: int | None) -> State:
        return draw_pile.public_state(state)

    @override
    def hides(self, state: State) -> bool:
        """Return True if the hidden order of the pile or the bag can still affect the game."""
        return len(set(state.pile)) > 1 or len(set(state.bag)) > 1

    @override
    def reveals(self, state: State, action: Action[Move]) -> bool:
        """Return True if an action reveals hidden tiles.

        A Download from the pile and the setup of the last player reveal hidden tiles.
        """
        if isinstance(action.move, Download):
            return state.final_players is None and bool(state.pile)
        return state.phase.kind == SETUP and state.phase.player == state.order[-1]

    @override
    def key(self, state: State) -> Hashable | None:
        """Return None, since states do not repeat. Each state counts the rounds in which players only passed."""
        return None

    @override
    def describe(self, state: State, action: Action[Move], reader: int | None = None) -> str:
        return texts.describe(state, action.move, reader)

    @override
    def parse_action(self, state: State, text: str) -> Action[Move]:
        move = notation.parse_move(text)
        action = notation.find_action(self.legal_actions(state), move)
        if action is None:
            refusal = refusals.missing_tiles_refusal(state, move.kinds) if isinstance(move, Download) else NO_REFUSAL
            raise IllegalAction.from_refusal(refusal or self.explain(state, move_targets(state, move)))
        return action

    @override
    def parse_moves(self, start: State, text: str) -> tuple[Action[Move], ...]:
        return move_list.parse_moves(start, text, parse_action=self.parse_action, apply_action=self.apply)


class _EquilibriumWithoutDryEnd(Equilibrium):
    """The rules for older records, in which the game did not end after rounds without a Download."""

    @override
    def next_state(self, state: State, move: Move) -> State:
        return replace(super().next_state(state, move), dry_rounds=0, has_downloaded=False)


_RULES_WITHOUT_DRY_END: Equilibrium = _EquilibriumWithoutDryEnd()


def _lowest_tokens(state: State) -> tuple[str, ...]:
    return tuple(
        weight_target(number, kind) for number, player in enumerate(state.players) for kind in player.lowest_kinds
    )


def round_end_effects(state: State, move: Move) -> tuple[RoundEnd, ...] | None:
    """Return the changes for each player if a move ends the round or the game, or None if it does not."""
    return rounds.effects_of_pending_end(_state_after_move(state, move))


def _state_after_move(state: State, move: Move) -> State:
    """Return the state after a move.

    If the round or the game must end next, only the phase of the returned state marks this end.
    """
    number = state.phase.player
    match move:
        case Setup():
            return _state_after_setup(state, move)
        case Flip(kind, cell):
            player = state.players[number]
            state = with_player(state, number, replace(player, board=with_tile(player.board, cell, kind.lower())))
            return rounds.continue_flips(state, state.phase.flips[1:])
        case Tweak(kind):
            return _state_after_tweak(state, kind)
        case DeclineTweaks():
            return end_turn(state, state.phase.turn_player)
        case Pass():
            return _state_after_pass(state)
        case Skip():
            return end_turn(_state_with_action_recorded(state), number)
        case Download(kinds):
            return end_turn(_state_after_download(_state_with_action_recorded(state), kinds), number)
        case Code(card):
            return end_turn(_state_after_code(_state_with_action_recorded(state), card), number)
        case Load(kind, cell):
            return _state_after_placement(
                _state_with_action_recorded(state), number, kind, cell, numbers.LOAD_COST.value
            )
        case Hack(owner, kind, cell):
            return _state_after_placement(
                _state_with_action_recorded(state), owner, kind, cell, numbers.HACK_COST.value
            )
        case Subtraction() | Division() | Addition() | Multiplication():
            return _state_after_run(_state_with_action_recorded(state), move)


def _state_with_action_recorded(state: State) -> State:
    """Return the state with a record of the player's action.

    During the final actions, the player leaves the list of players who may still act.
    """
    if state.final_players is not None:
        return replace(state, final_players=state.final_players[1:])
    return replace(state, has_acted=True, quiet_rounds=0)


def _player_after_payment(player: Player, cost: int) -> Player:
    return replace(player, cycles=player.cycles - cost)


def _without_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def _state_after_setup(state: State, move: Setup) -> State:
    player = state.phase.player
    board, bag = EMPTY_BOARD, state.bag
    for kind, cell in zip(move.kinds, move.cells, strict=True):
        board = with_tile(board, cell, kind)
        bag = bag.replace(kind, "", 1)
    state = replace(with_player(state, player, replace(state.players[player], board=board)), bag=bag)
    next_index = state.order.index(player) + 1
    if next_index < len(state.order):
        return replace(state, phase=Phase(SETUP, state.order[next_index]))
    pile = draw_pile.pile_from_bag(bag)
    count = numbers.OPEN_TILE_COUNT.value
    return replace(state, bag="", tiles=pile[:count], pile=pile[count:], phase=Phase(ACTION, state.order[0]))


def _state_after_download(state: State, kinds: str) -> State:
    """Return the state after a Download and the refill of the action board.

    The action board gets no new tiles during the final actions. Drawing the last tile of the pile starts the final
    actions.
    """
    number = state.phase.player
    slots = list(state.tiles)
    pile = state.pile
    for kind in kinds:
        slots[slots.index(kind)] = EMPTY
    if state.final_players is None:
        for slot, tile in enumerate(slots):
            if tile == EMPTY and pile:
                slots[slot], pile = pile[0], pile[1:]
    empties_pile = bool(state.pile) and not pile
    player = _player_after_payment(state.players[number], numbers.DOWNLOAD_COST.value)
    state = with_player(state, number, replace(player, storage=sorted_tiles(player.storage + kinds)))
    state = replace(state, tiles="".join(slots).replace(EMPTY, ""), pile=pile)
    if empties_pile:
        return replace(
            state,
            final_players=turn_order_after(state.order, number),
            has_acted=False,
            dry_rounds=0,
            has_downloaded=False,
        )
    return state if state.final_players is not None else replace(state, dry_rounds=0, has_downloaded=True)


def _state_after_code(state: State, card: str) -> State:
    number = state.phase.player
    player = _player_after_payment(state.players[number], state.numbers.card(card).cost)
    player = replace(player, hand=tuple(sorted((*player.hand, card))))
    return with_player(replace(state, cards=_without_card(state.cards, card)), number, player)


def _state_after_placement(state: State, owner: int, kind: str, cell: int, cost: int) -> State:
    """Return the state after a Load or Hack on the board of ``owner``.

    If the type of the tile is in the top row of the card, ``owner`` gets a tweak.
    """
    number = state.phase.player
    player = _player_after_payment(state.players[number], cost)
    state = with_player(state, number, replace(player, storage=player.storage.replace(kind, "", 1)))
    board_owner = state.players[owner]
    state = with_player(state, owner, replace(board_owner, board=with_tile(board_owner.board, cell, kind)))
    return offer_tweaks(state, owner, numbers.BONUS_TWEAKS.value if kind in board_owner.top_kinds else 0, number)


def _state_after_run(state: State, move: Run) -> State:
    number = state.phase.player
    player = _player_after_payment(state.players[number], numbers.RUN_COST.value)
    board, supply = operations.apply_run(player.board, state.supply, move)
    state = with_player(state, number, replace(player, board=board, hand=_without_card(player.hand, move.card)))
    state = replace(state, supply=supply, cards=tuple(sorted((*state.cards, move.card))))
    return offer_tweaks(state, number, state.numbers.card(move.card).tweaks, number)


def _state_after_tweak(state: State, kind: str) -> State:
    phase = state.phase
    player = state.mover
    player = replace(player, weights=with_amount_changed(player.weights, kind, 1))
    return offer_tweaks(with_player(state, phase.player, player), phase.player, phase.tweaks - 1, phase.turn_player)


def _state_after_pass(state: State) -> State:
    player = state.phase.player
    _cycles, gain = pass_income(state)
    state = with_player(state, player, replace(state.mover, cycles=state.mover.cycles + gain))
    return end_turn(replace(state, passed_players=(*state.passed_players, player)), player)
