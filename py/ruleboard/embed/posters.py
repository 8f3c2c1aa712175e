"""Posters: pictures that pages show before Python has started. The build draws them."""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from ruleboard.app.languages import use_catalogue
from ruleboard.app.ui.thumbnails import board_at_start
from ruleboard.diagram import position_description
from ruleboard.engine.game import Game
from ruleboard.kit.pieces import kind_with_places
from ruleboard.learning.courses import course, step_timeline, step_view
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, targets_in
from ruleboard.scene.serialize import to_svg
from ruleboard.scene.stencils import Poster, poster_data, words_data
from ruleboard.wording import join_with_semicolons

T = TypeVar("T")
_SQUARE_PATTERN = re.compile("[a-z][0-9]+")
_READ_ONLY_MARKS = Marks(read_only=True)


def start_pictures(styles: Mapping[str, str]) -> dict[str, str]:
    """Draw the initial position of each game; return the SVG texts by game id.

    Args:
        styles: the style sheets by game id. The id ``""`` has the style sheet for all other games.
    """
    return {
        game: to_svg(_remove_data_attributes(board_at_start(game)), styles.get(game, styles.get("", "")))
        for game in GAMES
    }


def game_data() -> dict[str, dict[str, str | float]]:
    """Return the title of each game, and the ratio of width to height of its initial position, by game id."""
    sizes = {game: board_at_start(game).attrs["viewBox"].split()[2:] for game in GAMES}
    return {
        game: {"title": GAMES[game].title, "ratio": round(float(width) / float(height), 3)}
        for game, (width, height) in sizes.items()
    }


def game_facts() -> dict[str, dict[str, Any]]:
    """Return the facts with which a page validates attributes before it has loaded the rules, by game id.

    Each game has the ids of its ``lessons``, the values of its ``options`` by name, its smallest and largest number of
    ``players``, a regular expression for its ``places`` (the targets whose names have no colon), and ``examples`` of
    targets.
    """
    return {
        id: {
            "lessons": [lesson.id for lesson in course(id)],
            "options": {option.id: [choice.value for choice in option.choices] for option in game.options},
            "players": [min(game.players), max(game.players)],
            **_collect_target_facts(id),
        }
        for id, game in GAMES.items()
    }


def _collect_target_facts(game_id: str) -> dict[str, str]:
    """Return the ``places`` and ``examples`` of a game's targets (see ``game_facts``)."""
    targets = targets_in(VIEWS[game_id].picture(GAMES[game_id].initial({}, 0), 0, Marks()))
    places = sorted(target for target in targets if ":" not in target)
    squares = sorted((place[0], int(place[1:])) for place in places if _SQUARE_PATTERN.fullmatch(place))
    if places and len(squares) == len(places):
        (first_file, first_rank), (last_file, last_rank) = squares[0], squares[-1]
        ranks = "|".join(str(rank) for rank in range(first_rank, last_rank + 1))
        return {"places": f"[{first_file}-{last_file}]({ranks})", "examples": f"{places[0]} … {last_file}{last_rank}"}
    shapes = {re.sub(r"\d+", r"\\d+", place): place for place in reversed(places)}
    examples = sorted(shapes.values()) or sorted(targets)[:1]
    return {"places": "|".join(sorted(shapes)) or "(?!)", "examples": ", ".join(examples)}


def start_descriptions(catalogues: Mapping[str, bytes]) -> dict[str, dict[str, str]]:
    """Describe the initial position of each game; return the texts by language and game id.

    Args:
        catalogues: the catalogues (.mo files) by language, without English.
    """
    return call_in_languages(
        lambda: {id: position_description(game, game.initial({}, 0)) for id, game in GAMES.items()}, catalogues
    )


def call_in_languages(describe: Callable[[], T], catalogues: Mapping[str, bytes]) -> dict[str, T]:
    """Call a function in English and in the language of each catalogue; return the results by language."""
    results = {"en": describe()}
    try:
        for language, catalogue in catalogues.items():
            use_catalogue(catalogue)
            results[language] = describe()
    finally:
        use_catalogue(b"")
    return results


def script_data(styles: Mapping[str, str], catalogues: Mapping[str, bytes]) -> dict[str, dict[str, Any]]:
    """Return the data of each game's script as JSON, by game id.

    For a game with a module ``poster`` these are its templates, the name of the script that reads its positions
    (``reader``), its initial position (``start``), the words of its descriptions by language, and the result of
    ``lesson_positions``. For any other game they are the results of ``lesson_pictures`` and, by language,
    ``lesson_titles``.
    """
    data: dict[str, dict[str, Any]] = {}
    for id, game in GAMES.items():
        package = type(game).__module__.rpartition(".")[0]
        poster = _load_poster(package)
        if poster:
            start = game.format_position(game.initial({}, 0))
            words = call_in_languages(partial(_read_words, package), catalogues)
            data[id] = {
                "reader": poster.reader,
                "start": start,
                "lessons": lesson_positions(id),
                "words": words,
                **poster_data(poster),
            }
        else:
            pictures = lesson_pictures(id, styles.get(id, ""))
            data[id] = {"pictures": pictures, "titles": call_in_languages(partial(lesson_titles, id), catalogues)}
    return data


def _read_words(package: str) -> dict[str, Any]:
    """Read the words that a game's poster uses to describe a position, in the current language."""
    poster = _load_poster(package)
    sketches = words_data(poster) if poster else {}
    return {"colon": kind_with_places("", ""), "semicolon": join_with_semicolons(("", "")), "sketches": sketches}


def lesson_pictures(game: str, style: str) -> dict[str, list[str]]:
    """Draw the lesson steps that show the whole board; return the SVG texts by lesson id.

    Other steps have only the ``viewBox`` of a blank picture.
    """
    return {
        id: [
            _draw_lesson_picture(GAMES[game], style, *step) if step else _find_step_box(game, id, step_index)
            for step_index, step in enumerate(steps)
        ]
        for id, steps in lesson_positions(game).items()
    }


def _find_step_box(game: str, id: str, step_index: int) -> str:
    timeline, seat = step_timeline(game, id, step_index)
    return step_view(game, id, step_index).picture(timeline.public_state(), seat, _READ_ONLY_MARKS).attrs["viewBox"]


def _draw_lesson_picture(game: Game[Any, Any], style: str, position: str, seat: int) -> str:
    picture = VIEWS[game.id].picture(game.parse_position(position), seat, _READ_ONLY_MARKS)
    return to_svg(_remove_data_attributes(picture), style)


def lesson_titles(game: str) -> dict[str, list[str | None]]:
    """Describe the positions of ``lesson_pictures``; return the texts by lesson id."""
    return {
        id: [position_description(GAMES[game], GAMES[game].parse_position(step[0])) if step else None for step in steps]
        for id, steps in lesson_positions(game).items()
    }


def lesson_positions(game: str) -> dict[str, list[tuple[str, int] | None]]:
    """Return the public position of each lesson step and the player at the bottom, by lesson id.

    The entry is None for a step that shows only a part of the board.
    """
    return {
        lesson.id: [_find_step_position(game, lesson.id, step_index) for step_index in range(len(lesson.steps))]
        for lesson in course(game)
    }


def _find_step_position(game: str, id: str, step_index: int) -> tuple[str, int] | None:
    if step_view(game, id, step_index) is not VIEWS[game]:
        return None
    timeline, seat = step_timeline(game, id, step_index)
    return timeline.game.format_position(timeline.public_state()), seat


def _load_poster(package: str) -> Poster | None:
    """Import the module ``poster`` of a game's package; return None if the package has none."""
    if importlib.util.find_spec(f"{package}.poster") is None:
        return None
    poster: Poster = importlib.import_module(f"{package}.poster").poster()
    return poster


def _remove_data_attributes(node: Node) -> Node:
    """Remove the ``data-`` attributes of a node and its children, since only scripts read them."""
    attrs = {name: value for name, value in node.attrs.items() if not name.startswith("data-")}
    return node._replace(attrs=attrs, children=tuple(map(_remove_data_attributes, node.children)))
