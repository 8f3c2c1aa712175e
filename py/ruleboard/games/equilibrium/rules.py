"""The rules: the game as the engine knows it, and the effect of each move."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from ruleboard.engine.action import Action
from ruleboard.engine.errors import NO_REFUSAL, IllegalAction, Refusal
from ruleboard.engine.game import BaseGame, Outcome
from ruleboard.engine.move_text import Turn
from ruleboard.engine.options import Choice, Option, chosen
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
    training_text,
    words,
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
from ruleboard.games.equilibrium.rounds import end_turn, offer_tweaks, with_player
from ruleboard.games.equilibrium.state import (
    ACTION,
    EMPTY,
    EMPTY_BOARD,
    OVER,
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
                Choice("3", N_("Three"), N_("Two Operation cards of each kind.")),
                Choice("4", N_("Four"), N_("Two Operation cards of each kind.")),
            ),
        ),
        Option(
            "start",
            N_("Who starts (with one cycle less)"),
            (
                Choice("1", N_("The first player")),
                Choice("2", N_("The second player")),
                Choice("3", N_("The third player"), only_with=("players", ("3", "4"))),
                Choice("4", N_("The fourth player"), only_with=("players", ("4",))),
                Choice("random", N_("Drawn by lot")),
            ),
        ),
        Option(
            "numbers",
            N_("The numbers of the game"),
            tuple(Choice(each.id, each.title, each.help) for each in numbers.SETS.values()),
            absent=numbers.FIRST.id,
        ),
        Option(
            "end",
            N_("The end"),
            (Choice("dry", N_("With the draw pile, or after three rounds without a Download")),),
            before=lambda: _WITHOUT_DRY_END,
        ),
    )

    @override
    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """Return the state after the deal."""
        return deal.initial(chosen(self.options, options), seed)

    @override
    def sides(self, state: State) -> tuple[str, ...]:
        """Return the colours of the players, clockwise."""
        return words.SIDES[: len(state.players)]

    @override
    def to_move(self, state: State) -> int | None:
        """Return the player who decides, be it about a tweak in another's turn or about a flip."""
        return None if state.phase.kind == OVER else state.phase.who

    @override
    def legal_actions(self, state: State) -> Sequence[Action[Move]]:
        """Return all legal actions."""
        return movegen.legal_actions(state)

    @override
    def next_state(self, state: State, move: Move) -> State:
        """Return the state after a legal move and all that follows from it by itself."""
        return rounds.settle(_after_move(state, move))

    @override
    def outcome(self, state: State) -> Outcome | None:
        """Return the ranking: from 1 for a sole winner down to -1 for a sole last, equal for shared places."""
        if state.phase.kind != OVER:
            return None
        count = len(state.players)
        returns = [0.0] * count
        better = 0
        for place in state.phase.places:
            worse = count - better - len(place)
            for player in place:
                returns[player] = (worse - better) / (count - 1)
            better += len(place)
        return Outcome(tuple(returns), training_text.outcome_reason(state), _lowest_tokens(state))

    @override
    def view(self, state: State, viewer: int | None) -> State:
        """Return the state without the order of the pile, which nobody knows; everything else is open."""
        return draw_pile.public(state)

    @override
    def reshuffled(self, state: State, seed: int) -> State:
        """Return the state with the pile in an order drawn anew."""
        return draw_pile.reshuffled(state, seed)

    @override
    def hides(self, state: State) -> bool:
        """Return True while the order of pile or bag makes a difference, whatever it is."""
        return len(set(state.pile)) > 1 or len(set(state.bag)) > 1

    @override
    def reveals(self, state: State, action: Action[Move]) -> bool:
        """Return True if an action draws unknown tiles: a Download with a pile, or the last player's setup."""
        if isinstance(action.move, Download):
            return state.final is None and bool(state.pile)
        return state.phase.kind == SETUP and state.phase.who == state.order[-1]

    @override
    def key(self, state: State) -> Hashable | None:
        """Return None: repetition has no meaning here; quiet rounds are counted in the state."""
        return None

    @override
    def explain(self, state: State, targets: Sequence[str]) -> Refusal:
        return refusals.explain(state, targets)

    @override
    def name(self, state: State, target: str) -> str:
        return words.name(state, target)

    @override
    def describe(self, state: State, action: Action[Move]) -> str:
        return words.describe(state, action.move)

    @override
    def prompt(self, state: State) -> str:
        """Return the decision to be made, as a sentence."""
        return words.prompt(state)

    @override
    def parse_position(self, text: str) -> State:
        return position_text.parse_position(text)

    @override
    def format_position(self, state: State) -> str:
        return position_text.format_position(state)

    @override
    def parse_action(self, state: State, text: str) -> Action[Move]:
        move = notation.parse_move(text)
        action = notation.find_action(self.legal_actions(state), move)
        if action is None:
            missing = refusals.not_offered(state, move.kinds) if isinstance(move, Download) else NO_REFUSAL
            raise IllegalAction.refused(missing or self.explain(state, move_targets(state, move)))
        return action

    @override
    def format_moves(self, states: Sequence[State], actions: Sequence[Action[Move]]) -> tuple[Turn, ...]:
        """Return the move list, a turn a line."""
        return move_list.format_moves(states, actions)

    @override
    def parse_moves(self, start: State, text: str) -> tuple[Action[Move], ...]:
        return move_list.parse_moves(start, text, parse=self.parse_action, apply=self.apply)


class _WithoutDryEnd(Equilibrium):
    """The rules before the game also ended after rounds without a Download: these are not counted."""

    @override
    def next_state(self, state: State, move: Move) -> State:
        return replace(super().next_state(state, move), dry=0, downloaded=False)


_WITHOUT_DRY_END: Equilibrium = _WithoutDryEnd()


def _lowest_tokens(state: State) -> tuple[str, ...]:
    """Return the targets of everybody's lowest tokens, which show the result."""
    return tuple(
        weight_target(number, kind)
        for number, player in enumerate(state.players)
        for kind, level in zip(numbers.TYPES, player.weights, strict=True)
        if level == min(player.weights)
    )


def round_end_effects(state: State, move: Move) -> tuple[RoundEnd, ...] | None:
    """Return the effects of the end of round or game that a legal move brings, by player; None if it brings none."""
    return rounds.due_effects(_after_move(state, move))


def _after_move(state: State, move: Move) -> State:
    """Return the state after a move, with an end of round or game only marked as due."""
    who = state.phase.who
    match move:
        case Setup():
            return _set_up(state, move)
        case Flip(kind, cell):
            player = state.players[who]
            state = with_player(state, who, replace(player, board=with_tile(player.board, cell, kind.lower())))
            return rounds.continue_flips(state, state.phase.flips[1:])
        case Tweak(kind):
            return _tweak(state, kind)
        case DeclineTweaks():
            return end_turn(state, state.phase.turn)
        case Pass():
            return _pass(state)
        case Skip():
            return end_turn(_with_action_noted(state), who)
        case Download(kinds):
            return end_turn(_download(_with_action_noted(state), kinds), who)
        case Code(card):
            return end_turn(_code(_with_action_noted(state), card), who)
        case Load(kind, cell):
            return _place(_with_action_noted(state), who, kind, cell, numbers.LOAD_COST.value)
        case Hack(owner, kind, cell):
            return _place(_with_action_noted(state), owner, kind, cell, numbers.HACK_COST.value)
        case Subtraction() | Division() | Addition() | Multiplication():
            return _run(_with_action_noted(state), move)


def _with_action_noted(state: State) -> State:
    """Return the state with the action of the player to move noted: the round is not quiet, or a final action taken."""
    if state.final is not None:
        return replace(state, final=state.final[1:])
    return replace(state, acted=True, quiet=0)


def _paid(player: Player, cost: int) -> Player:
    return replace(player, cycles=player.cycles - cost)


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def _set_up(state: State, move: Setup) -> State:
    who = state.phase.who
    board, bag = EMPTY_BOARD, state.bag
    for kind, cell in zip(move.kinds, move.cells, strict=True):
        board = with_tile(board, cell, kind)
        bag = bag.replace(kind, "", 1)
    state = replace(with_player(state, who, replace(state.players[who], board=board)), bag=bag)
    later = state.order.index(who) + 1
    if later < len(state.order):
        return replace(state, phase=Phase(SETUP, state.order[later]))
    pile = draw_pile.pile_of_bag(bag)
    count = numbers.OPEN_TILES.value
    return replace(state, bag="", tiles=pile[:count], pile=pile[count:], phase=Phase(ACTION, state.order[0]))


def _download(state: State, kinds: str) -> State:
    """Take tiles and refill the action board, but not among final actions; the last tile drawn brings these."""
    who = state.phase.who
    slots = list(state.tiles)
    pile = state.pile
    for kind in kinds:
        slots[slots.index(kind)] = EMPTY
    if state.final is None:
        for slot, tile in enumerate(slots):
            if tile == EMPTY and pile:
                slots[slot], pile = pile[0], pile[1:]
    drained = bool(state.pile) and not pile
    player = _paid(state.players[who], numbers.DOWNLOAD_COST.value)
    state = with_player(state, who, replace(player, storage=sorted_tiles(player.storage + kinds)))
    state = replace(state, tiles="".join(slots).replace(EMPTY, ""), pile=pile)
    if drained:
        return replace(state, final=turn_order_after(state.order, who), acted=False, dry=0, downloaded=False)
    return state if state.final is not None else replace(state, dry=0, downloaded=True)


def _code(state: State, card: str) -> State:
    who = state.phase.who
    player = _paid(state.players[who], state.numbers.card(card).cost)
    player = replace(player, hand=tuple(sorted((*player.hand, card))))
    return with_player(replace(state, cards=_without(state.cards, card)), who, player)


def _place(state: State, owner: int, kind: str, cell: int, cost: int) -> State:
    """Put a stored tile of the player to move on the board of its ``owner``, who tweaks for a top-row type."""
    who = state.phase.who
    player = _paid(state.players[who], cost)
    state = with_player(state, who, replace(player, storage=player.storage.replace(kind, "", 1)))
    board_owner = state.players[owner]
    state = with_player(state, owner, replace(board_owner, board=with_tile(board_owner.board, cell, kind)))
    return offer_tweaks(state, owner, numbers.BONUS_TWEAKS.value if kind in board_owner.top else 0, who)


def _run(state: State, move: Run) -> State:
    who = state.phase.who
    player = _paid(state.players[who], numbers.RUN_COST.value)
    board, supply = operations.run(player.board, state.supply, move)
    state = with_player(state, who, replace(player, board=board, hand=_without(player.hand, move.card)))
    state = replace(state, supply=supply, cards=tuple(sorted((*state.cards, move.card))))
    return offer_tweaks(state, who, state.numbers.card(move.card).tweaks, who)


def _tweak(state: State, kind: str) -> State:
    phase = state.phase
    player = state.mover
    player = replace(player, weights=with_amount_changed(player.weights, kind, 1))
    return offer_tweaks(with_player(state, phase.who, player), phase.who, phase.left - 1, phase.turn)


def _pass(state: State) -> State:
    who = state.phase.who
    gain = state.numbers.pass_spots[len(state.players)][len(state.passed)].value
    cycles = min(state.mover.cycles + gain, numbers.MOST_CYCLES.value)
    state = with_player(state, who, replace(state.mover, cycles=cycles))
    return end_turn(replace(state, passed=(*state.passed, who)), who)
