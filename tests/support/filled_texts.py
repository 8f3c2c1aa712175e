"""The sentences that readers get from each message with placeholders.

``python -m tests.support.filled_texts [language] [game …]`` prints a list for an editor: each message, and sentences
that random people read while they played, undid, reviewed, learned, shared and made mistakes.
"""

from __future__ import annotations

import random
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from gettext import NullTranslations
from typing import Any

from ruleboard import i18n
from ruleboard.app.runtime import language as app_language
from ruleboard.contract.package import Package
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.learning.courses import course
from ruleboard.registry import GAMES, PACKAGES
from ruleboard.scene.node import Node
from tests.support.catalogues import load_translations
from tests.support.edited_texts import DAMAGED_TEXTS
from tests.support.example_games import EXAMPLES, load_example_package
from tests.support.playouts import Playout, create_playouts, play_randomly, select_evenly_spaced
from tools.fake_browser import Storage, Tab, walk

MAX_SENTENCES = 400
"""The number of sentences that are recorded for a message."""

TEXT_ATTRIBUTES = ("aria-label", "title", "placeholder", "alt", "label", "aria-description")
"""The attributes with texts that people read or hear."""


class _Template(str):
    """A translated message with placeholders, which records what callers make of it."""

    __slots__ = ("message", "recorder")

    message: str
    recorder: RecordingTranslations

    def format(self, *args: Any, **values: Any) -> str:
        text = super().format(*args, **values)
        self.recorder.add(self.message, text)
        return text


class RecordingTranslations(NullTranslations):
    """A catalogue that records the sentences made of its messages with placeholders.

    Attributes:
        sentences: the sentences by message, in the order in which they appeared.
    """

    def __init__(self, language: str) -> None:
        super().__init__()
        self._catalogue = NullTranslations() if language == "en" else load_translations(language)
        self.sentences: dict[str, dict[str, None]] = defaultdict(dict)

    def add(self, message: str, text: str) -> None:
        """Record a sentence of a message."""
        texts = self.sentences[message]
        if len(texts) < MAX_SENTENCES:
            texts[text] = None

    def gettext(self, message: str) -> str:
        """Translate a message."""
        return self._record(message, self._catalogue.gettext(message))

    def pgettext(self, context: str, message: str) -> str:
        """Translate a message with a context."""
        return self._record(message, self._catalogue.pgettext(context, message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Translate the singular or plural form of a message, depending on ``n``."""
        return self._record(msgid1, self._catalogue.ngettext(msgid1, msgid2, n))

    def _record(self, message: str, text: str) -> str:
        if "{" not in text:
            return text
        template = _Template(text)
        template.message, template.recorder = message, self
        return template


# --- what readers read in many situations ---------------------------------------------------------------------------


def _iter_texts(value: object) -> Iterator[str]:
    """Yield the texts in a value: in a page, in the fields of a dataclass, in the items of a collection."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Node):
        yield value.text
        yield from (value.attrs[name] for name in TEXT_ATTRIBUTES if name in value.attrs)
        yield from _iter_texts(value.children)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _iter_texts(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _iter_texts(getattr(value, field.name))


def iter_rule_texts(package: Package[Any, Any], playout: Playout, ply_count: int) -> Iterator[str]:
    """Yield descriptions, refusals, recommendations and threats in some states of a game, for every reader."""
    rng = random.Random(playout.seed)
    for ply in select_evenly_spaced(range(len(playout.states)), ply_count):
        for value in _iter_state_values(package, playout, ply, rng):
            yield from _iter_texts(value)


def _iter_state_values(package: Package[Any, Any], playout: Playout, ply: int, rng: random.Random) -> Iterator[object]:
    game, view, state = package.game, package.view, playout.states[ply]
    sides = range(len(game.sides(state)))
    for seat in sides:
        yield view.pieces_text(state, seat)
        yield view.piece_places_text(state, seat)
    yield view.side_notes(state), view.reference_note(state), view.mode_name(state), view.goal_text(state)
    yield view.recent_events(playout.states[: ply + 1], playout.actions[:ply])
    if outcome := game.outcome(state):
        yield from (outcome.reason_for(reader) for reader in (None, *sides))
    player = game.to_move(state)
    if player is None:
        return
    yield game.prompt(state), game.draw_claim_reason(state)
    legal = game.legal_actions(state)
    for action in rng.sample(legal, min(len(legal), 6)):
        yield from (game.describe(state, action, reader) for reader in (None, player))
        yield from (package.opponent.reasons(game.view(state, player), (action,), reader) for reader in (None, *sides))
        yield view.recommendation(state, action)
        for size in range(len(action.targets)):
            selection = action.targets[:size]
            yield view.touch_hint(state, selection), view.continuations_hint(state, selection)
            yield view.choice_question(state, selection)
    targets = sorted({target for action in playout.actions for target in action.targets})
    for _ in range(12):
        wrong_targets = tuple(rng.sample(targets, min(len(targets), rng.choice((1, 2, 2, 3)))))
        if not any(action.targets[: len(wrong_targets)] == wrong_targets for action in legal):
            yield game.name(state, wrong_targets[0]), game.explain(state, wrong_targets)
    yield package.opponent.threats(game.view(state, player), player)
    yield package.opponent.tips(game.view(state, player), player)


def iter_error_texts(playout: Playout) -> Iterator[str]:
    """Yield the errors in damaged positions, actions and move lists of a game."""
    game, rng = playout.game, random.Random(playout.seed)
    for ply in select_evenly_spaced(range(len(playout.states)), 4):
        state = playout.states[ply]
        text = game.format_position(state)
        for _ in range(40):
            index = rng.randrange(len(text))
            new_letter, length = rng.choice(("", "x", "9", "/", " ", "0", "-")), rng.choice((0, 1, 1, 4))
            yield from _iter_error_texts(game.parse_position, text[:index] + new_letter + text[index + length :])
        moves = playout.actions[ply].text if ply < len(playout.actions) else "?"
        for damaged_text in (moves[:-1], moves + "9", moves[::-1], "", "zz9"):
            yield from _iter_error_texts(game.parse_action, state, damaged_text)
            yield from _iter_error_texts(game.parse_moves, state, damaged_text)


def _iter_error_texts(parse: Callable[..., object], *args: object) -> Iterator[str]:
    try:
        parse(*args)
    except RuleboardError as error:
        yield str(error)


def iter_tab_texts(tab: Tab, rng: random.Random, step_count: int) -> Iterator[str]:
    """Yield the texts on a page while a person acts at random, mostly with legal turns."""
    for _ in range(step_count):
        yield from _iter_page_texts(tab)
        table = tab.controller.table
        match rng.choices(("play", "wrong", "form", "think", "key", "button"), (10, 2, 1, 3, 1, 5))[0]:
            case "play" if table and table.actions:
                _play(tab, rng.choice(table.actions))
            case "wrong" if targets := [part[1]["data-target"] for part in tab.all() if "data-target" in part[1]]:
                tab.touch(*rng.sample(targets, min(2, len(targets))))
            case "form" if forms := [part[1]["data-do"] for part in tab.all("form") if "data-do" in part[1]]:
                tab.submit(rng.choice(forms))
            case "think":
                tab.idle()
                tab.browser.answer_request()
            case "key":
                tab.key(rng.choice(("Escape", "u", "r", "f", "[", "]")))
            case _:
                _click(tab, rng)
    yield from _iter_page_texts(tab)


def _iter_page_texts(tab: Tab) -> Iterator[str]:
    for tag, attributes, content in walk(tab.browser.page):
        if isinstance(content, str) and tag != "textarea":
            yield content
        yield from (attributes[name] for name in TEXT_ATTRIBUTES if name in attributes)


def _play(tab: Tab, action: Action[Any]) -> None:
    tab.key("Escape")
    tab.touch(*action.targets)


def _click(tab: Tab, rng: random.Random) -> None:
    buttons = [part[1] for part in tab.all("button") if "data-do" in part[1] and "disabled" not in part[1]]
    buttons = [button for button in buttons if button["data-do"] not in ("app.go", "study.draw")]
    if buttons:
        button = rng.choice(buttons)
        tab.send("do", button["data-do"], button.get("data-value", ""))


def open_page(address: str, storage: Storage | None = None) -> Tab:
    """Return a tab at an address. The tab does not compare its page with a new view after each event."""
    return Tab(storage, address, check_interval=1_000_000)


def iter_play_texts(game_id: str, seed: int, steps: int) -> Iterator[str]:
    """Yield the texts of a random game on the page: with names or without, together or against an opponent."""
    rng = random.Random(seed)
    seats = [0] * (rng.choice((2, 3, 4)) if game_id == "equilibrium" else 2)
    tab = open_page(f"#/new/{game_id}")
    for option in GAMES[game_id].options:
        value = str(len(seats)) if option.id == "players" else rng.choice(option.choices).value
        if any(part[1].get("data-do") == f"new_game.option.{option.id}" for part in tab.all()):
            tab.send("do", f"new_game.option.{option.id}", value)
    for player in range(len(seats)):
        tab.send("do", f"new_game.seat.{player}", "1" if player and seed % 2 == 0 else "0")
    yield from _iter_page_texts(tab)
    inputs = {part[1].get("name") for part in tab.all("input")}
    names = ("Ann", "Bob", "Cid", "Dee") if seed % 3 == 0 else ()
    fields = {f"name_{player}": name for player, name in enumerate(names) if f"name-{player}" in inputs}
    tab.submit("new_game.begin", **fields)
    yield from iter_tab_texts(tab, rng, steps)


def iter_lesson_texts(game_id: str) -> Iterator[str]:
    """Yield the texts of all lessons of a game, with wrong answers, hints and solutions."""
    for lesson in course(game_id):
        for number in range(1, len(lesson.steps) + 1):
            tab = open_page(f"#/learn/{game_id}/{lesson.id}/{number}")
            yield from iter_tab_texts(tab, random.Random(number), 6)


def iter_page_texts(game_ids: Sequence[str]) -> Iterator[str]:
    """Yield the texts of all other pages while a person acts at random, with and without damaged data."""
    storage_with_damage = Storage({f"ruleboard/1/game/{name}": text for name, text in DAMAGED_TEXTS.items()})
    pages = ["", "settings", "help", "learn", "problems", "problem/today", "nowhere", "play/12"]
    for game_id in game_ids:
        pages += [f"{page}/{game_id}" for page in ("new", "edit", "boards", "rules", "rulings", "problems", "learn")]
    for page in pages:
        yield from iter_tab_texts(open_page(f"#/{page}"), random.Random(page), 12)
        yield from iter_tab_texts(open_page(f"#/{page}", storage_with_damage), random.Random(page), 4)


def iter_all_texts(game_ids: Sequence[str], scale: int) -> Iterator[str]:
    """Yield what readers read.

    Args:
        game_ids: the games.
        scale: 1 for a test, more for an editor’s list.
    """
    for game_id in game_ids:
        for playout in create_playouts(game_id):
            yield from iter_rule_texts(PACKAGES[game_id], playout, 5 * scale)
            yield from iter_error_texts(playout)
        for seed in range(2 * scale):
            yield from iter_play_texts(game_id, seed, 40 * scale)
        if scale > 1:
            yield from iter_lesson_texts(game_id)
    if scale > 1:
        yield from iter_page_texts(game_ids)
    for name in EXAMPLES:
        package = load_example_package(name)
        playout = play_randomly(package.game, {}, seed=1, is_eager=False)
        yield from iter_rule_texts(package, playout, 5 * scale)
        yield from iter_error_texts(playout)


def read_sentences(language: str, game_ids: Sequence[str], scale: int = 1) -> dict[str, list[str]]:
    """Return the sentences that readers get from each message with placeholders.

    A sentence that code composes but does not show, for example before it knows whether it needs the sentence, is not
    among them.
    """
    catalogue, previous = RecordingTranslations(language), i18n.current_catalog()
    original_use_catalogue, app_language.use_catalogue = (
        app_language.use_catalogue,
        lambda _catalogue, *, figurines: True,
    )
    i18n.use_catalog(catalogue)
    try:
        texts = "\n".join(dict.fromkeys(iter_all_texts(game_ids, scale)))
    finally:
        i18n.use_catalog(previous)
        app_language.use_catalogue = original_use_catalogue
    read = {
        message: [text for text in sentences if text[1:] in texts] for message, sentences in catalogue.sentences.items()
    }
    return {message: sentences for message, sentences in read.items() if sentences}


def select_different_sentences(sentences: Sequence[str], count: int) -> list[str]:
    """Return sentences that differ in more than squares and numbers."""
    sentence_by_shape: dict[str, str] = {}
    for text in sentences:
        sentence_by_shape.setdefault(re.sub(r"\b[a-j]?\d+\b", "0", text), text)
    return list(sentence_by_shape.values())[:count]


def main(arguments: list[str]) -> None:
    """Print the sentences of one language, for all games or the named games."""
    language, games = (arguments[0] if arguments else "en"), arguments[1:] or list(GAMES)
    for message, sentences in sorted(read_sentences(language, games, scale=3).items()):
        print(message, *(f"    {text}" for text in select_different_sentences(sentences, 8)), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
