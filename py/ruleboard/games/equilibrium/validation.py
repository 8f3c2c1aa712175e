"""Check that a game can reach a position."""

from __future__ import annotations

from ruleboard.engine.errors import PositionError
from ruleboard.games.equilibrium import numbers, ranking
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import (
    ACTION,
    CENTRE,
    EMPTY,
    EMPTY_BOARD,
    FINAL_ACTION,
    FLIP,
    GAME_OVER,
    NEIGHBOUR_CELLS,
    SETUP,
    TWEAK,
    Player,
    State,
    face_up_cells,
    tile_totals,
    turn_order_after,
)
from ruleboard.i18n import _, ngettext


def validate(state: State) -> None:
    """Validate that a game can reach a position.

    Raises:
        PositionError: tiles or cards are missing or too many, or parts of the position contradict each other.
    """
    _check_material(state)
    _check_round(state)
    _CHECKS_BY_PHASE[state.phase.kind](state)


def _check_material(state: State) -> None:
    tile_count = state.numbers.tiles[len(state.players)].value
    for kind, tile_total in zip(TYPES, tile_totals(state), strict=True):
        if tile_total != tile_count:
            raise PositionError(
                _("the whole game has {n} tiles of type {kind}").format(n=tile_total, kind=kind),
                expected=f"{tile_count}",
            )
    cards = state.cards + tuple(card for player in state.players for card in player.hand)
    card_count = numbers.CARDS_PER_KIND[len(state.players)].value
    for card in numbers.OPERATION_CARDS:
        if cards.count(card) != card_count:
            raise PositionError(
                _("the whole game has {n} {card} cards").format(n=cards.count(card), card=repr(card)),
                expected=f"{card_count}",
            )
    if len({player.card for player in state.players}) < len(state.players):
        raise PositionError(_("2 players have the same Tensor card"), where="players")


def _check_round(state: State) -> None:
    if len(state.order) != len(state.players):
        raise PositionError(_("a player is missing"), where="order")
    if state.has_acted and state.final_players is not None:
        raise PositionError(_("no round is in progress in the endgame"), where="acted", expected="false")
    if state.has_downloaded and not state.has_acted:
        raise PositionError(_("no player has acted in this round, or the endgame has begun"), where="downloaded")
    if state.has_downloaded and state.dry_rounds:
        raise PositionError(
            _("a player downloaded in this round, so the number of rounds without a Download must be 0"),
            where="dry",
            expected="0",
        )
    if state.has_acted and state.quiet_rounds:
        raise PositionError(
            _("a player acted in this round, so the number of rounds with nothing but passes must be 0"),
            where="quiet",
            expected="0",
        )
    if state.phase.kind == SETUP:
        return
    if state.bag:
        raise PositionError(
            _("setup is over, but the bag of tiles for the pile isn’t empty"),
            where="bag",
            expected='""',
        )
    if state.pile and state.final_players is None and len(state.tiles) < numbers.OPEN_TILE_COUNT.value:
        raise PositionError(
            _("the pile isn’t empty, so the action board needs all its tiles"), where="tiles", expected="5"
        )
    if state.final_players is None:
        if not state.pile:
            raise PositionError(_("the pile is empty, but the endgame hasn’t begun"), where="final")
        if state.quiet_rounds >= numbers.MAX_QUIET_ROUNDS.value:
            raise PositionError(_("with this number, the endgame must have begun"), where="quiet", expected=_("0 or 1"))
        if state.dry_rounds >= numbers.MAX_DRY_ROUNDS.value:
            raise PositionError(_("with this number, the endgame must have begun"), where="dry", expected=_("0 to 2"))
    elif (
        state.pile
        and state.quiet_rounds < numbers.MAX_QUIET_ROUNDS.value
        and state.dry_rounds < numbers.MAX_DRY_ROUNDS.value
    ):
        raise PositionError(_("the pile must be empty at the end of the game"), where="final", expected="null")


def _check_setup(state: State) -> None:
    count = len(state.players)
    expected_supply = state.numbers.tiles[count].value - numbers.DEALT_TILES_PER_TYPE.value * count
    turn_index = state.order.index(state.phase.player)
    board_tiles = "".join(player.board.replace(EMPTY, "") for player in state.players)
    is_before_first_round = not (
        state.tiles or state.pile or state.passed_players or state.has_acted or state.quiet_rounds or state.dry_rounds
    )
    if not is_before_first_round or state.final_players is not None or state.round != 1:
        raise PositionError(
            _("setup isn’t over, but the rest of the position shows that the game has begun"), where="phase"
        )
    for kind, amount in zip(TYPES, state.supply, strict=True):
        if amount != expected_supply:
            raise PositionError(
                ngettext(
                    "during setup, the supply needs {left} tile of type {kind}",
                    "during setup, the supply needs {left} tiles of type {kind}",
                    expected_supply,
                ).format(left=expected_supply, kind=kind),
                where="supply",
            )
        if state.bag.count(kind) + board_tiles.count(kind) != numbers.DEALT_TILES_PER_TYPE.value * count:
            raise PositionError(
                _("the bag of tiles for the pile has the wrong number of {kind} tiles").format(kind=kind),
                where="bag",
            )
    if state.order != turn_order_after(tuple(range(count)), state.order[-1]):
        raise PositionError(_("the turn order of round 1 isn’t clockwise"), where="order")
    for number, player in enumerate(state.players):
        if player.storage or player.hand:
            raise PositionError(
                _("the player has tiles or cards during setup"), where=_("player {n}").format(n=number + 1)
            )
        if player.board != EMPTY_BOARD if state.order.index(number) >= turn_index else not _has_start_values(player):
            raise PositionError(
                _("the network can’t look like this at this point in setup"),
                where=_("player {n}, network").format(n=number + 1),
            )


def _has_start_values(player: Player) -> bool:
    neighbours = [cell for cell in NEIGHBOUR_CELLS[CENTRE] if player.board[cell] != EMPTY]
    return (
        player.board[CENTRE] in player.top_kinds
        and len(neighbours) == 1
        and player.board[neighbours[0]] in player.bottom_kinds
        and player.board.count(EMPTY) == len(EMPTY_BOARD) - 2
    )


def _check_turn(state: State, player: int) -> None:
    if player in state.passed_players:
        raise PositionError(_("it’s the turn of a player who has passed"), where="phase")


def _check_action(state: State) -> None:
    _check_turn(state, state.phase.player)
    if state.final_players is not None:
        raise PositionError(_("the endgame has begun"), where="phase", expected='"final"')


def _check_final_action(state: State) -> None:
    if not state.final_players or state.final_players[0] != state.phase.player:
        raise PositionError(_("the first player listed isn’t the one who acts now"), where="final")
    _check_remaining_order(state, state.final_players[1:], state.phase.player)


def _check_remaining_order(state: State, remaining_players: tuple[int, ...], player: int) -> None:
    """Validate that the players who may still take a final action come next after ``player`` in turn order.

    Raises:
        PositionError: they are other players, or in another order.
    """
    if remaining_players != turn_order_after(state.order, player)[: len(remaining_players)]:
        raise PositionError(_("the final actions aren’t in turn order"), where="final")


def _check_tweak(state: State) -> None:
    phase = state.phase
    if min(state.mover.weights) >= numbers.TOP_LEVEL.value:
        raise PositionError(_("no token can go up"), where="phase")
    if phase.player != phase.turn_player and phase.tweaks > numbers.BONUS_TWEAKS.value:
        raise PositionError(_("a player can use only one tweak outside their turn"), where="phase", expected="1")
    if state.final_players is None:
        _check_turn(state, phase.turn_player)
    elif phase.turn_player in state.final_players:
        raise PositionError(_("the list includes the player whose turn it is"), where="final")
    else:
        _check_remaining_order(state, state.final_players, phase.turn_player)


def _check_flip(state: State) -> None:
    if (
        state.passed_players
        or state.has_acted
        or state.final_players is not None
        or any(player.hand for player in state.players)
    ):
        raise PositionError(_("players can only flip tiles right after a round"), where="phase")
    sort_keys = [(state.order.index(number), TYPES.index(kind)) for number, kind in state.phase.flips]
    if sort_keys != sorted(sort_keys):
        raise PositionError(
            _("the flips must follow the turn order, and the type order for each player"), where="phase"
        )
    for number, kind in state.phase.flips:
        if len(face_up_cells(state.players[number].board, kind)) < 2:
            raise PositionError(
                _("player {n} doesn’t have 2 face-up tiles of type {kind} to choose from").format(
                    n=number + 1, kind=kind
                ),
                where="phase",
            )


def _check_game_over(state: State) -> None:
    if state.final_players != ():
        raise PositionError(_("the game is over, but a player can still act"), where="final", expected="[]")
    if state.phase.ranks != ranking.players_by_rank(state):
        raise PositionError(_("this ranking doesn’t match the game’s players"), where="phase")


_CHECKS_BY_PHASE = {
    SETUP: _check_setup,
    ACTION: _check_action,
    FINAL_ACTION: _check_final_action,
    TWEAK: _check_tweak,
    FLIP: _check_flip,
    GAME_OVER: _check_game_over,
}
