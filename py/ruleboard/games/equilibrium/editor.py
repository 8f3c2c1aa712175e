"""Edit a position: the players' boards, storages, hands, tokens and cards, and the action board.

The total number of tiles and Operation cards never changes. New tiles come from the supply and new cards from
the action board, and removed tiles and cards return there. In the draw pile, people edit only the number of
tiles. Each game that starts from the position shuffles the pile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruleboard.contract.editors import ERASER, BaseEditor
from ruleboard.contract.extensions import Counter, Switch, Tool
from ruleboard.games.equilibrium import draw_pile, figures, numbers, picture
from ruleboard.games.equilibrium.deal import TENSOR_CARDS, initial_state
from ruleboard.games.equilibrium.numbers import FIRST_SET, MAX_HAND, MAX_STORAGE, OPERATION_CARDS, TYPES
from ruleboard.games.equilibrium.position_text import format_position, parse_draft_position
from ruleboard.games.equilibrium.rounds import with_player
from ruleboard.games.equilibrium.state import (
    ACTION,
    CELL_NAMES,
    EMPTY,
    MAX_ROUND_NUMBER,
    Phase,
    State,
    sorted_tiles,
    tile_totals,
    turn_order_after,
    with_tile,
)
from ruleboard.games.equilibrium.targets import Target, parse_target
from ruleboard.games.equilibrium.texts import KIND_TITLES, PLAYER_NAMES
from ruleboard.i18n import N_, _, ngettext
from ruleboard.overriding import override
from ruleboard.scene.node import Node
from ruleboard.wording import join_as_list

_FLIP_TOOL = "flip"
_MAX_CYCLES = numbers.MAX_CYCLES.value
_PLAYER_COUNTS = ("2", "3", "4")


class EquilibriumEditor(BaseEditor[State]):
    """The position editor for Equilibrium; see ``contract.extensions.Editor``.

    A change ends the setup, pending tweaks and flips, and the final actions.
    """

    tools = (
        *(Tool(kind, KIND_TITLES[kind], figures.tile_icon(kind), kind) for kind in TYPES),
        Tool(_FLIP_TOOL, N_("Flip"), figures.tile_icon("i"), "o"),
        *(Tool(card, FIRST_SET.cards[card].title, figures.card_icon(card), "", 1) for card in OPERATION_CARDS),
        replace(ERASER, row=2),
    )

    @override
    def load(self, text: str) -> State:
        return draw_pile.public_state(parse_draft_position(text))

    @override
    def dump(self, state: State) -> str:
        return format_position(draw_pile.public_state(state))

    @override
    def start_state(self, state: State) -> State:
        return initial_state({"players": str(len(state.players)), "start": "1", "numbers": state.numbers.id}, 0)

    @override
    def empty_state(self, state: State) -> State:
        """Return the start of a first round with empty boards, storages and hands."""
        start_state = self.start_state(state)
        players = tuple(
            replace(start_player, card=player.card)
            for start_player, player in zip(start_state.players, state.players, strict=True)
        )
        return _balanced_state(_state_at_action(replace(start_state, players=players))) or state

    @override
    def has_contents(self, state: State, target: str) -> bool:
        return bool(_content(state, parse_target(target)))

    @override
    def state_after_tool(self, state: State, target: str, tool: str) -> State:
        """Return the state after a touch of a target with a tool. A touch of a token raises the token."""
        parsed_target = parse_target(target)
        if not _target_exists(state, parsed_target):
            return state
        turn_state = _state_at_action(state)
        if parsed_target.kind == "weight" and tool in ("", ERASER.id):
            return _with_token_moved(turn_state, parsed_target, -1 if tool else 1)
        if tool == ERASER.id:
            return _balanced_state(_without_content(turn_state, parsed_target)) or state
        if parsed_target.kind == "hex" and tool == _FLIP_TOOL:
            board = turn_state.players[parsed_target.player].board
            new_board = with_tile(board, parsed_target.cell, board[parsed_target.cell].swapcase())
            return with_player(
                turn_state, parsed_target.player, replace(turn_state.players[parsed_target.player], board=new_board)
            )
        if parsed_target.kind == "hex" and tool == _content(state, parsed_target):
            return _balanced_state(_without_content(turn_state, parsed_target)) or state
        return _balanced_state(_with_content(turn_state, parsed_target, tool)) or state if tool else state

    @override
    def state_after_move(self, state: State, start: str, goal: str) -> State:
        """Return the state after a tile or a card moves from one target to another.

        If there is a tile at the goal, it goes to the supply.
        """
        origin, destination = parse_target(start), parse_target(goal)
        if not _target_exists(state, destination):
            return state
        turn_state = _state_at_action(state)
        content = _content(turn_state, origin)
        new_state = _with_content(turn_state, destination, content) if content else turn_state
        if new_state is turn_state and destination.kind not in ("supply", "card"):
            return state
        if (origin.kind, origin.player) == (destination.kind, destination.player) and destination.kind != "hex":
            return state
        return _balanced_state(_without_content(new_state, origin)) or state

    @override
    def fields(self, state: State) -> tuple[Switch | Counter, ...]:
        players = tuple((str(number), _(name)) for number, name in enumerate(PLAYER_NAMES[: len(state.players)], 1))
        tiles = len(TYPES) * state.numbers.tiles[len(players)].value
        return (
            Switch("players", N_("Players"), tuple((count, count) for count in _PLAYER_COUNTS), (str(len(players)),)),
            Switch("turn", N_("To move"), players, (str(state.phase.player + 1),)),
            Switch("first", N_("First in the round"), players, (str(state.order[0] + 1),) if state.order else ()),
            Switch(
                "passed",
                N_("Passed"),
                players,
                tuple(str(player + 1) for player in state.passed_players),
                allows_multiple_values=True,
            ),
            *(
                Counter(f"cycles{number}", _("{player}: cycles").format(player=name), player.cycles, 0, _MAX_CYCLES)
                for (number, name), player in zip(players, state.players, strict=True)
            ),
            Counter("pile", N_("Tiles in the pile"), len(state.pile + state.bag), 0, tiles),
            Counter("round", N_("Round"), state.round, 1, MAX_ROUND_NUMBER),
        )

    @override
    def with_field(self, state: State, id: str, value: str) -> State:
        number = int(value)
        if id == "players":
            return _with_players(state, number) if number != len(state.players) else state
        turn_state = _state_at_action(state)
        match id:
            case "turn":
                return replace(turn_state, phase=Phase(ACTION, number - 1))
            case "first":
                order = (
                    turn_state.order
                    if len(turn_state.order) == len(turn_state.players)
                    else tuple(range(len(turn_state.players)))
                )
                return replace(turn_state, order=turn_order_after(order, order[order.index(number - 1) - 1]))
            case "passed":
                passed_players = tuple(player for player in turn_state.passed_players if player != number - 1)
                return replace(
                    turn_state,
                    passed_players=passed_players
                    if passed_players != turn_state.passed_players
                    else (*passed_players, number - 1),
                )
            case "pile":
                return _with_pile(turn_state, number)
            case "round":
                return replace(turn_state, round=number)
        player = int(id.removeprefix("cycles")) - 1
        return with_player(turn_state, player, replace(turn_state.players[player], cycles=number))

    @override
    def warning(self, text: str) -> str:
        """Return a warning that names the players with empty boards, or an empty text.

        It says that the first tile on an empty board goes to the centre.
        """
        state = self.load(text)
        empty_boards = [
            _(PLAYER_NAMES[number]) for number, player in enumerate(state.players) if not player.board.strip(EMPTY)
        ]
        if not empty_boards or state.phase.kind != ACTION:
            return ""
        return ngettext(
            "{players} has an empty network, so the first tile goes in the centre. Any type will do.",
            "{players} have empty networks, so their first tile goes in the centre. Any type will do.",
            len(empty_boards),
        ).format(players=join_as_list(empty_boards))

    @override
    def state_picture(self, state: State, seat: int, selected: str) -> Node:
        movable_targets = [target for target in _targets(state) if self.has_contents(state, target)]
        return picture.editor_picture(state, seat, selected, movable_targets)


def _targets(state: State) -> Iterator[str]:
    yield from (f"tile:{slot}" for slot in range(numbers.OPEN_TILE_COUNT.value))
    yield from (f"supply:{kind}" for kind in TYPES)
    yield from (f"card:{card}" for card in OPERATION_CARDS)
    for player in range(1, len(state.players) + 1):
        yield from (f"hex:{player}:{cell}" for cell in CELL_NAMES)
        yield from (f"storage:{player}:{kind}" for kind in TYPES)
        yield from (f"hand:{player}:{card}" for card in OPERATION_CARDS)


def _target_exists(state: State, target: Target) -> bool:
    if target.player >= 0:
        names_by_kind = {
            "hex": CELL_NAMES,
            "storage": (*TYPES, ""),
            "hand": (*OPERATION_CARDS, ""),
            "weight": TYPES,
            "type": TYPES,
        }
        return target.player < len(state.players) and target.name in names_by_kind.get(target.kind, ())
    slots = tuple(str(slot) for slot in range(numbers.OPEN_TILE_COUNT.value))
    return target.name in {"tile": slots, "supply": tuple(TYPES), "card": OPERATION_CARDS}.get(target.kind, ())


def _content(state: State, target: Target) -> str:
    """Return the tile at a target (lowercase if it is face down) or the card; empty if there is neither."""
    if not _target_exists(state, target):
        return ""
    name = target.name
    match target.kind:
        case "hex":
            return state.players[target.player].board[target.cell].replace(EMPTY, "")
        case "storage" if name:
            return name if name in state.players[target.player].storage else ""
        case "hand":
            return name if name in state.players[target.player].hand else ""
        case "tile":
            return state.tiles[int(name) : int(name) + 1]
        case "supply":
            return name if state.supply[TYPES.index(name)] else ""
        case "card":
            return name if name in state.cards else ""
    return ""


def _with_content(state: State, target: Target, content: str) -> State:
    """Return the state with a tile or card added at a target. The supply does not change.

    Return ``state`` unchanged if the target cannot contain this tile or card.
    """
    kind, is_card = content.upper(), content in OPERATION_CARDS
    is_tile = kind in TYPES
    if target.player < 0:
        if target.kind != "tile" or not is_tile:
            return state
        slot = int(target.name)
        return replace(state, tiles=state.tiles[:slot] + kind + state.tiles[slot + 1 :])
    player = state.players[target.player]
    match target.kind:
        case "hex" if is_tile:
            player = replace(player, board=with_tile(player.board, target.cell, content))
        case "storage" if is_tile and len(player.storage) < MAX_STORAGE:
            player = replace(player, storage=sorted_tiles(player.storage + kind))
        case "hand" if is_card and len(player.hand) < MAX_HAND:
            player = replace(player, hand=tuple(sorted((*player.hand, content))))
        case "type" if is_tile:
            player = replace(player, card=_card_with_type(player.card, target.name, kind))
        case _:
            return state
    return with_player(state, target.player, player)


def _without_content(state: State, target: Target) -> State:
    if not _content(state, target):
        return state
    if target.kind == "tile":
        slot = int(target.name)
        return replace(state, tiles=state.tiles[:slot] + state.tiles[slot + 1 :])
    if target.player < 0:
        return state
    player = state.players[target.player]
    if target.kind == "hex":
        player = replace(player, board=with_tile(player.board, target.cell, EMPTY))
    elif target.kind == "storage":
        player = replace(player, storage=player.storage.replace(target.name, "", 1))
    else:
        index = player.hand.index(target.name)
        player = replace(player, hand=player.hand[:index] + player.hand[index + 1 :])
    return with_player(state, target.player, player)


def _card_with_type(card: str, old_kind: str, new_kind: str) -> str:
    """Return a Tensor card with type ``old_kind`` replaced by ``new_kind``.

    If the card has both types, they change places.
    """
    exchanged_card = card.replace(old_kind, "?").replace(new_kind, old_kind).replace("?", new_kind)
    return "/".join(sorted_tiles(row) for row in exchanged_card.split("/"))


def _with_token_moved(state: State, target: Target, change: int) -> State:
    """Return the state with a token moved up or down by ``change`` levels.

    Beyond the highest level, the token continues from the lowest level, and vice versa.
    """
    player = state.players[target.player]
    index = TYPES.index(target.name)
    level = (player.weights[index] + change) % (numbers.TOP_LEVEL.value + 1)
    weights = (*player.weights[:index], level, *player.weights[index + 1 :])
    return with_player(state, target.player, replace(player, weights=weights))


def _with_players(state: State, count: int) -> State:
    """Return the state at the start of a first round with ``count`` players.

    The players who remain keep their boards, tokens and cycles.
    """
    start_state = initial_state({"players": str(count), "start": "1", "numbers": state.numbers.id}, 0)
    players = tuple(replace(player, hand=()) for player in state.players[:count])
    cards = (card for card in TENSOR_CARDS if card not in {player.card for player in players})
    new_players = tuple(replace(player, card=next(cards)) for player in start_state.players[len(players) :])
    return _balanced_state(_state_at_action(replace(start_state, players=players + new_players))) or state


def _state_at_action(state: State) -> State:
    """Return the state in which the next decision is an action.

    If the state is in setup, tiles from the bag fill the action board.
    """
    if state.phase.kind == ACTION and not state.bag:
        return state
    tiles = (state.tiles + state.bag)[: numbers.OPEN_TILE_COUNT.value] if state.bag else state.tiles
    pile = state.pile + state.bag[len(tiles) - len(state.tiles) :]
    player = state.phase.player if state.phase.player >= 0 else 0
    return replace(state, tiles=tiles, pile=pile, bag="", final_players=None, phase=Phase(ACTION, player))


def _balanced_state(state: State) -> State | None:
    """Return the state with all unused tiles in the supply and all unused cards on the action board.

    If the supply has too few tiles, they come from the draw pile. Return None if the table has too many tiles or
    cards.
    """
    tiles_per_type = state.numbers.tiles[len(state.players)].value
    pile, supply = state.pile, []
    for kind, tile_total, supply_count in zip(TYPES, tile_totals(state), state.supply, strict=True):
        spare_count = tiles_per_type - (tile_total - supply_count)
        while spare_count < 0 and kind in pile:
            pile, spare_count = pile.replace(kind, "", 1), spare_count + 1
        if spare_count < 0:
            return None
        supply.append(spare_count)
    hand_cards = [card for player in state.players for card in player.hand]
    board_cards = [
        card for card in OPERATION_CARDS for _copy in range(numbers.CARDS_PER_KIND[len(state.players)].value)
    ]
    for card in hand_cards:
        if card not in board_cards:
            return None
        board_cards.remove(card)
    return replace(state, pile=pile, supply=tuple(supply), cards=tuple(sorted(board_cards)))


def _with_pile(state: State, count: int) -> State:
    """Return the state with ``count`` tiles in the pile. Added tiles are of the types with the largest supply."""
    pile, supply = state.pile, list(state.supply)
    while len(pile) < count and any(supply):
        kind = max(range(len(TYPES)), key=supply.__getitem__)
        pile, supply[kind] = pile + TYPES[kind], supply[kind] - 1
    while len(pile) > count:
        kind = min((index for index in range(len(TYPES)) if TYPES[index] in pile), key=supply.__getitem__)
        pile, supply[kind] = pile.replace(TYPES[kind], "", 1), supply[kind] + 1
    return replace(state, pile=pile, supply=tuple(supply))
