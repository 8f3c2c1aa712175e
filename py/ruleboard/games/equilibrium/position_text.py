"""Format and parse positions as JSON objects on one line, in a canonical form."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ruleboard.engine.decoding import decode
from ruleboard.engine.errors import PositionError
from ruleboard.engine.limits import check_position_length
from ruleboard.engine.plain_text import plain_characters
from ruleboard.games.equilibrium import numbers
from ruleboard.games.equilibrium.deal import TENSOR_CARDS
from ruleboard.games.equilibrium.numbers import FIRST_SET, NUMBER_SETS, TYPES, NumberSet
from ruleboard.games.equilibrium.state import (
    ACTION,
    CELL_NAMES,
    EMPTY,
    EMPTY_BOARD,
    FINAL,
    FLIP,
    MAX_ROUND_NUMBER,
    OVER,
    SETUP,
    TWEAK,
    Phase,
    Player,
    State,
    sorted_tiles,
    with_tile,
)
from ruleboard.games.equilibrium.validation import validate
from ruleboard.i18n import _, ngettext

MAX_POSITION_LENGTH = 8000
"""The maximum length of a position text in characters, including the whitespace that JSON allows."""
_FIELD_NAMES = (
    "players",
    "tiles",
    "cards",
    "pile",
    "supply",
    "bag",
    "order",
    "passed",
    "round",
    "quiet",
    "final",
    "phase",
)


def format_position(state: State) -> str:
    """Format a state as a position text."""
    data: dict[str, Any] = {
        "players": [_player_data(player) for player in state.players],
        "tiles": state.tiles,
        "cards": list(state.cards),
        "pile": state.pile,
        "supply": dict(zip(TYPES, state.supply, strict=True)),
        "bag": state.bag,
        "order": [number + 1 for number in state.order],
        "passed": [number + 1 for number in state.passed],
        "round": state.round,
        "quiet": state.quiet,
        "final": None if state.final is None else [number + 1 for number in state.final],
        "phase": _phase_data(state.phase),
    }
    if state.dry:
        data["dry"] = state.dry
    if state.acted:
        data["acted"] = True
    if state.downloaded:
        data["downloaded"] = True
    if state.numbers is not FIRST_SET:
        data["numbers"] = state.numbers.id
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def _player_data(player: Player) -> dict[str, Any]:
    return {
        "card": player.card,
        "board": {CELL_NAMES[cell]: tile for cell, tile in enumerate(player.board) if tile != EMPTY},
        "storage": player.storage,
        "weights": list(player.weights),
        "cycles": player.cycles,
        "hand": list(player.hand),
    }


def _phase_data(phase: Phase) -> list[Any]:
    if phase.kind == TWEAK:
        return [TWEAK, phase.player + 1, phase.tweaks, phase.turn_player + 1]
    if phase.kind == FLIP:
        return [FLIP, [[player + 1, kind] for player, kind in phase.flips]]
    if phase.kind == OVER:
        return [OVER, [[player + 1 for player in rank] for rank in phase.ranks]]
    return [phase.kind, phase.player + 1]


def parse_position(text: str) -> State:
    """Parse and validate a position text. Whitespace and the order of fields and tiles do not matter.

    Raises:
        PositionError: the text is malformed, or no game can reach the position.
    """
    state = parse_draft_position(text)
    validate(state)
    return state


def parse_draft_position(text: str) -> State:
    """Parse a position text for the editor, without checking that a game can reach the position.

    Raises:
        PositionError: the text is malformed.
    """
    check_position_length(text, MAX_POSITION_LENGTH)
    try:
        data = decode(plain_characters(text))
    except json.JSONDecodeError as error:
        raise PositionError(
            _("this is not a position: its text is cut off or not JSON"),
            where=_("character {n}").format(n=error.pos + 1),
            expected=_("one JSON object"),
        ) from None
    except RecursionError:
        raise PositionError(_("this is nested too deeply to be a position")) from None
    except ValueError:  # a number beyond the limits
        raise PositionError(_("this is not a position: it holds a number that is far too long")) from None
    fields = _parse_object(data, "the position", (*_FIELD_NAMES, "dry", "acted", "downloaded", "numbers"), _FIELD_NAMES)
    player_values = _parse_list(fields["players"], "players")
    if not 2 <= len(player_values) <= 4:
        raise PositionError(
            ngettext("there is {n} player", "there are {n} players", len(player_values)).format(n=len(player_values)),
            where="players",
            expected=_("two to four"),
        )
    number_set = _parse_number_set(fields.get("numbers", FIRST_SET.id))
    players = tuple(
        _parse_player(value, _("player {n}").format(n=number), number_set)
        for number, value in enumerate(player_values, 1)
    )
    count = len(players)
    supply = _parse_object(fields["supply"], "supply", tuple(TYPES), tuple(TYPES))
    return State(
        players=players,
        tiles=_parse_tiles(fields["tiles"], "tiles", numbers.OPEN_TILES.value),
        cards=_parse_cards(fields["cards"], "cards"),
        pile=_parse_tiles(fields["pile"], "pile", 100),
        supply=tuple(_parse_integer(supply[kind], "supply", 0, number_set.tiles[count].value) for kind in TYPES),
        bag=_parse_tiles(fields["bag"], "bag", 100),
        order=_parse_player_numbers(fields["order"], "order", count),
        passed=_parse_player_numbers(fields["passed"], "passed", count),
        round=_parse_integer(fields["round"], "round", 1, MAX_ROUND_NUMBER),
        quiet=_parse_integer(fields["quiet"], "quiet", 0, numbers.QUIET_ROUNDS.value),
        dry=_parse_integer(fields.get("dry", 0), "dry", 0, numbers.DRY_ROUNDS.value),
        acted=_parse_boolean(fields, "acted"),
        downloaded=_parse_boolean(fields, "downloaded"),
        final=None if fields["final"] is None else _parse_player_numbers(fields["final"], "final", count),
        phase=_parse_phase(fields["phase"], count, number_set),
    )


# Decoders of JSON values


def _parse_object(
    value: object, location: str, allowed_names: Iterable[str], required_names: Iterable[str]
) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise PositionError(_("it is not an object"), where=location, expected="{…}")
    for name in value:
        if name not in allowed_names:
            raise PositionError(
                _("there is no field {name}").format(name=repr(name[:20])),
                where=location,
                expected=", ".join(allowed_names),
            )
    for name in required_names:
        if name not in value:
            raise PositionError(_("the field {name} is missing").format(name=repr(name)), where=location)
    return value


def _parse_list(value: object, location: str) -> list[Any]:
    if not isinstance(value, list):
        raise PositionError(_("it is not a list"), where=location, expected="[…]")
    return value


def _parse_integer(value: object, location: str, minimum: int, maximum: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not minimum <= value <= maximum:
        raise PositionError(
            _("a number is missing or out of range"),
            where=location,
            expected=_("{least} to {most}").format(least=minimum, most=maximum),
        )
    return value


def _parse_boolean(fields: dict[str, Any], name: str) -> bool:
    """Parse a boolean field. A missing field is false."""
    value = fields.get(name, False)
    if not isinstance(value, bool):
        raise PositionError(_("it is neither true nor false"), where=name)
    return value


def _parse_text(value: object, location: str) -> str:
    if not isinstance(value, str):
        raise PositionError(_("it is not a text"), where=location, expected=_("a text in quotes"))
    return value


def _parse_number_set(value: object) -> NumberSet:
    """Return the number set with a given id."""
    name = _parse_text(value, "numbers")
    if name not in NUMBER_SETS:
        message = _("there is no set of numbers {name}").format(name=repr(name[:20]))
        raise PositionError(message, where="numbers", expected=", ".join(NUMBER_SETS))
    return NUMBER_SETS[name]


def _parse_tiles(value: object, location: str, max_count: int) -> str:
    text = _parse_text(value, location)
    for tile in text:
        if tile not in TYPES:
            raise PositionError(
                _("there is no tile {tile}").format(tile=repr(tile)),
                where=location,
                expected=_("letters of {types}").format(types=TYPES),
            )
    if len(text) > max_count:
        raise PositionError(
            _("there are {n} tiles").format(n=len(text)), where=location, expected=_("at most {n}").format(n=max_count)
        )
    return text


def _parse_cards(value: object, location: str) -> tuple[str, ...]:
    cards = [_parse_text(card, location) for card in _parse_list(value, location)]
    for card in cards:
        if card not in numbers.OPERATION_CARDS:
            raise PositionError(
                _("there is no Operation card {card}").format(card=repr(card[:12])),
                where=location,
                expected=", ".join(numbers.OPERATION_CARDS),
            )
    return tuple(sorted(cards))


def _parse_player_numbers(value: object, location: str, count: int) -> tuple[int, ...]:
    """Convert a list of distinct player numbers that count from 1 to numbers that count from 0."""
    players = tuple(_parse_integer(number, location, 1, count) - 1 for number in _parse_list(value, location))
    if len(set(players)) < len(players):
        raise PositionError(_("a player is named twice"), where=location)
    return players


def _parse_player(value: object, location: str, number_set: NumberSet) -> Player:
    names = ("card", "board", "storage", "weights", "cycles", "hand")
    fields = _parse_object(value, location, names, names)
    rows = _parse_text(fields["card"], f"{location}, card").split("/")
    card = "/".join(sorted_tiles(_parse_tiles(row, f"{location}, card", 2)) for row in rows)
    if card not in TENSOR_CARDS:
        raise PositionError(_("it is no Tensor card"), where=f"{location}, card", expected=_("two rows such as IT/AV"))
    board = EMPTY_BOARD
    for name, tile in _parse_object(fields["board"], f"{location}, board", CELL_NAMES, ()).items():
        if not isinstance(tile, str) or len(tile) != 1 or tile not in TYPES + TYPES.lower():
            raise PositionError(
                _("it holds no tile"),
                where=f"{location}, hex {name}",
                expected=_("a letter of {types}").format(types=TYPES),
            )
        board = with_tile(board, CELL_NAMES.index(name), tile)
    levels = _parse_list(fields["weights"], f"{location}, weights")
    if len(levels) != len(TYPES):
        raise PositionError(
            ngettext("there is {n} token", "there are {n} tokens", len(levels)).format(n=len(levels)),
            where=f"{location}, weights",
            expected="5",
        )
    return Player(
        card=card,
        board=board,
        storage=sorted_tiles(_parse_tiles(fields["storage"], f"{location}, storage", numbers.MAX_STORAGE)),
        weights=tuple(_parse_integer(level, f"{location}, weights", 0, numbers.TOP_LEVEL.value) for level in levels),
        cycles=_parse_integer(fields["cycles"], f"{location}, cycles", 0, numbers.MAX_CYCLES.value),
        hand=_parse_cards(fields["hand"], f"{location}, hand"),
        numbers=number_set,
    )


def _parse_phase(value: object, count: int, number_set: NumberSet) -> Phase:
    parts = _parse_list(value, "phase")
    kind = parts[0] if parts else None
    lengths = {SETUP: 2, ACTION: 2, FINAL: 2, TWEAK: 4, FLIP: 2, OVER: 2}
    if not isinstance(kind, str) or kind not in lengths:
        raise PositionError(_("it begins with no known word"), where="phase", expected=", ".join(lengths))
    if len(parts) != lengths[kind]:
        raise PositionError(
            ngettext("it has {n} part", "it has {n} parts", len(parts)).format(n=len(parts)),
            where="phase",
            expected=f"{lengths[kind]}",
        )
    if kind == FLIP:
        flips = []
        for item in _parse_list(parts[1], "phase"):
            pair = _parse_list(item, "phase")
            if len(pair) != 2 or not isinstance(pair[1], str) or len(pair[1]) != 1 or pair[1] not in TYPES:
                raise PositionError(_("a flip is not readable"), where="phase", expected=_('such as [1,"I"]'))
            flips.append((_parse_integer(pair[0], "phase", 1, count) - 1, pair[1]))
        if not flips or len(set(flips)) < len(flips):
            raise PositionError(_("there is no flip left, or one stands there twice"), where="phase")
        return Phase(FLIP, flips[0][0], flips=tuple(flips))
    if kind == OVER:
        return Phase(
            OVER, ranks=tuple(_parse_player_numbers(rank, "phase", count) for rank in _parse_list(parts[1], "phase"))
        )
    player = _parse_integer(parts[1], "phase", 1, count) - 1
    if kind != TWEAK:
        return Phase(kind, player)
    max_tweaks = max(card.value.tweaks for card in number_set.cards.values())
    return Phase(
        TWEAK, player, _parse_integer(parts[2], "phase", 1, max_tweaks), _parse_integer(parts[3], "phase", 1, count) - 1
    )
