"""Tests that hidden information changes nothing that a viewer may see.

The tests compare pairs of games from all phases of a game. The games of a pair differ in the hidden decisions of one
player, or in hidden information that ``Game.with_hidden_redealt`` has dealt again.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from ruleboard.app.board.changes import open_table
from ruleboard.app.board.table import Table
from ruleboard.app.share import session as share
from ruleboard.app.storage.games import PREFIX, GameStore
from ruleboard.engine.game import Game
from ruleboard.engine.game_link import contains_hidden
from ruleboard.engine.options import new_record_options
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import Timeline, new_timeline, replay
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.serialize import to_svg
from ruleboard.thinking.messages import format_request, request_at
from tests.support.playouts import evenly_spaced, option_combinations
from tools.fake_browser import FakeStore, Storage, Tab, walk

MAX_OPTION_COMBINATIONS = 3
"""The number of combinations of options of each game."""
MAX_ACTIONS = 17
"""The length of each game from which pairs are made."""
MAX_PAIRS = 15
"""The number of pairs of each game for all parts except views; for pages a third of it."""


@dataclass(frozen=True)
class TimelinePair:
    """Two games that look equal to a viewer.

    Attributes:
        viewer: the player who looks on, or None for the public.
        first: the first game.
        second: the second game.
    """

    viewer: int | None
    first: Timeline[Any]
    second: Timeline[Any]


def new_game(game: Game[Any, Any], options: dict[str, str], seed: int) -> Timeline[Any]:
    """Return the start of a new game."""
    options = new_record_options(game.options, options)
    names = [f"Player {number}" for number, _side in enumerate(game.sides(game.initial(options, seed)), 1)]
    return replay(Record(game.id, options, seed, tuple(names)), GAMES)


def after_hidden_actions(
    timeline: Timeline[Any], steps: int, rng: random.Random, *, is_complete: bool
) -> Timeline[Any]:
    """Play random actions of the hidden player. With ``is_complete``, finish the decision."""
    game, player = timeline.game, timeline.to_move

    def is_still_hidden(next_timeline: Timeline[Any]) -> bool:
        return next_timeline.to_move == player and next_timeline.is_hidden()

    for _ in range(steps):
        candidates = [
            timeline.play(action) for action in rng.sample(list(timeline.game.legal_actions(timeline.state)), 3)
        ]
        timeline = next(filter(is_still_hidden, candidates), timeline)
    for tries in itertools.count():
        if not is_complete or not is_still_hidden(timeline):
            return timeline
        legal = list(game.legal_actions(timeline.state))
        shuffled = (action for action in [*legal[:2], *rng.sample(legal, len(legal))])
        ending = (action for action in shuffled if game.to_move(game.apply(timeline.state, action)) != player)
        timeline = timeline.play(next(ending, legal[0] if tries < 3 else rng.choice(legal)))
    return timeline


def after_each_kind(timeline: Timeline[Any]) -> list[Timeline[Any]]:
    """Return the timelines after one legal action of each kind after which the same player still decides."""
    by_kind = {
        target if target.startswith("do:") else target.partition(":")[0]: action
        for action in timeline.game.legal_actions(timeline.state)
        for target in action.targets[:1]
    }
    timelines = map(timeline.play, by_kind.values())
    return [
        timeline_after
        for timeline_after in timelines
        if timeline_after.to_move == timeline.to_move and timeline_after.is_hidden()
    ]


def pairs_with_other_decisions(timeline: Timeline[Any], rng: random.Random) -> Iterator[TimelinePair]:
    """Yield pairs with different hidden decisions: unfinished, finished, and followed by the next player's actions."""
    mover = timeline.to_move
    viewers = (None, *(player for player in range(len(timeline.record.players)) if player != mover))
    unfinished = [*after_each_kind(timeline), after_hidden_actions(timeline, 3, rng, is_complete=False)]
    pairs = [(timeline, timeline_after) for timeline_after in unfinished]
    ends = [
        after_hidden_actions(timeline_after, 0, rng, is_complete=True) for timeline_after in (timeline, *unfinished)
    ]
    if all(end.is_hidden() and end.keys[end.ply] is None for end in ends):  # before any reveal
        actions = ends[0].game.legal_actions(ends[0].state)
        reply = next(action for action in actions if ends[0].play(action).to_move == ends[0].to_move)
        pairs += [(ends[0], end) for end in ends[1:]]
        pairs += [(ends[0].play(reply), end.play(reply)) for end in ends[1:]]
    yield from (TimelinePair(viewer, *pair) for pair in pairs if pair[0].states != pair[1].states for viewer in viewers)


def pairs_with_other_deals(timeline: Timeline[Any]) -> Iterator[TimelinePair]:
    """Yield pairs of games with two different deals of the hidden information."""
    game, state = timeline.game, timeline.state
    first, second = (
        new_timeline(game, redealt_state, replace(timeline.record, start=game.format_position(redealt_state)))
        for redealt_state in (game.with_hidden_redealt(state, seed) for seed in (1, 2))
    )
    if first.state != second.state:
        yield from (TimelinePair(viewer, first, second) for viewer in (None, *range(len(timeline.record.players))))


@cache
def all_pairs(id: str) -> tuple[TimelinePair, ...]:
    """Return pairs from all phases of a game, for several combinations of options."""
    game, result = GAMES[id], list[TimelinePair]()
    for number, options in enumerate(evenly_spaced(list(option_combinations(game)), MAX_OPTION_COMBINATIONS)):
        rng = random.Random(f"{id} {number}")
        timeline, hidden_count = new_game(game, options, number), 0
        while timeline.outcome is None and timeline.ply < MAX_ACTIONS:
            if timeline.is_hidden():
                hidden_count += 1
                result += (
                    [*pairs_with_other_decisions(timeline, rng), *pairs_with_other_deals(timeline)]
                    if hidden_count < 3
                    else []
                )
                timeline = after_hidden_actions(timeline, 0, rng, is_complete=True)
            else:
                result += (
                    pairs_with_other_deals(timeline) if game.hides(timeline.state) and timeline.ply % 8 == 0 else ()
                )
                timeline = timeline.play(rng.choice(timeline.game.legal_actions(timeline.state)))
    return tuple(result)


def has_secrets(game: Game[Any, Any]) -> bool:
    """Return True if a game has hidden information at the start with any of its options."""
    starts = (
        new_game(game, options, 1)
        for options in evenly_spaced(list(option_combinations(game)), MAX_OPTION_COMBINATIONS)
    )
    return any(start.is_hidden() or start.has_secrets for start in starts)


GAMES_WITH_SECRETS = [id for id, game in GAMES.items() if has_secrets(game)]


def state_pictures(game: Game[Any, Any], view: Any, viewer: int | None) -> tuple[str, ...]:
    """Return the pictures of a viewer's state as texts."""
    game_view, seat = VIEWS[game.id], viewer or 0
    cover, trays = (
        game_view.handover_picture(view, seat),
        [game_view.tray(view, player) for player in range(len(game.sides(view)))],
    )
    nodes = [
        game_view.picture(view, seat, Marks()),
        game_view.picture(view, seat, Marks(read_only=True)),
        cover,
        *trays,
    ]
    return tuple(to_svg(node, "") for node in nodes if node is not None)


# --- the parts of a game that a viewer sees, a function each


def viewer_state(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the viewer's state and its repr, which contains every field."""
    state = timeline.state_for(viewer)
    return state, repr(state), hash(state)


def state_texts(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the position text, the prompt, the flags of secrets, and the move list."""
    game, view = timeline.game, timeline.state_for(viewer)
    public = game.prompt(view) if viewer is None or viewer == timeline.to_move else ""
    hidden = timeline.has_secrets or timeline.is_hidden()
    return game.format_position(view), public, hidden, contains_hidden(timeline), timeline.turns()


def all_pictures(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the pictures with their attributes."""
    return state_pictures(timeline.game, timeline.state_for(viewer), viewer)


def share_texts(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the links, texts and HTML snippets of the Share dialog."""
    table = open_table("x", timeline)
    sharing = share.open_sharing(table, "https://example.org/", can_share=True)
    parts: list[Callable[[Table], Any]] = [
        share.position_text,
        share.moves_text,
        share.record_text,
        share.editor_address,
        share.game_error,
    ]
    return (
        [part(table) for part in parts],
        sharing,
        share.position_link(table, sharing),
        share.game_link(table, sharing),
    )


def embed_parameters(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the parameters of an embedded board."""
    table = open_table("x", timeline)
    sharing = share.open_sharing(table, "https://example.org/", can_share=True)
    return [share.parameters(table, replace(sharing, scope=scope)) for scope in share.SCOPES]


def list_summary(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the summary for the list of games."""
    store = GameStore(FakeStore(Storage()), GAMES, lambda: "2030-01-01T00:00:00Z")
    store.save("x", timeline)
    (entry,) = store.entries()
    return entry


def bot_request(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the request for a bot's turn."""
    return format_request(request_at(timeline, 1, 3)) if timeline.to_move == viewer else ""


def page_contents(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the content of the game page at several plies and of the home page."""
    tab = Tab(Storage({PREFIX + "x": format_record(timeline.to_record())}), "#/play/x")
    if timeline.to_move == viewer and tab.shows("play.uncover"):
        tab.click("play.uncover")
    contents = [page_content(tab)]
    for key in ("[", "[", "]"):
        tab.key(key)
        contents.append(page_content(tab))
    tab.visit("#/")
    return [*contents, page_content(tab)]


def page_content(tab: Tab) -> Any:
    """Return the texts and attributes of the page with its title and address."""
    elements = [(tag, attrs, text) for tag, attrs, text in walk(tab.browser.page) if isinstance(text, str)]
    attributes = [(tag, sorted(attrs.items())) for tag, attrs, _inside in walk(tab.browser.page)]
    return elements, attributes, tab.browser.titles[-1:], tab.browser.address()


VISIBLE_PARTS = (
    viewer_state,
    state_texts,
    all_pictures,
    share_texts,
    embed_parameters,
    list_summary,
    bot_request,
    page_contents,
)


@pytest.mark.parametrize("part", VISIBLE_PARTS, ids=[part.__name__ for part in VISIBLE_PARTS])
@pytest.mark.parametrize("id", GAMES_WITH_SECRETS)
def test_secrets_do_not_change_visible_parts(id: str, part: Callable[[Timeline[Any], int | None], Any]) -> None:
    """Each visible part is equal for both games of a pair."""
    for pair in (
        all_pairs(id)
        if part is viewer_state
        else evenly_spaced(all_pairs(id), MAX_PAIRS // 3 if part is page_contents else MAX_PAIRS)
    ):
        assert part(pair.first, pair.viewer) == part(pair.second, pair.viewer), pair.viewer


def test_pairs_differ_and_cover_all_phases() -> None:
    """The games of a pair differ, and the pairs cover each phase with hidden information."""
    for id in GAMES_WITH_SECRETS:
        assert all(pair.first.states != pair.second.states for pair in all_pairs(id))
    phases = {
        (id, pair.first.to_move, pair.first.is_hidden(), pair.viewer)
        for id in GAMES_WITH_SECRETS
        for pair in all_pairs(id)
    }
    for id, game in GAMES.items():
        for options in evenly_spaced(list(option_combinations(game)), MAX_OPTION_COMBINATIONS):
            start = new_game(game, options, 1)
            if start.is_hidden() or start.has_secrets:
                assert (id, start.to_move, start.is_hidden(), None) in phases
