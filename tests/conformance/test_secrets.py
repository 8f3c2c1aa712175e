"""Secrets: whatever is hidden from a viewer changes nothing that the viewer gets to see.

The pairs of games come from the phases of the games. Wherever a player decides unseen, the two games of a pair
differ in these decisions alone; wherever something is unknown to a viewer, ``Game.reshuffled`` draws it again.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from ruleboard.app.play.session import open_table
from ruleboard.app.play.table import Table
from ruleboard.app.share import session as share
from ruleboard.app.storage.games import PREFIX, GameStore
from ruleboard.engine.game import Game
from ruleboard.engine.game_link import is_secret
from ruleboard.engine.options import with_rules
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import Timeline, replay, starting_at
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.serialize import to_svg
from ruleboard.thinking.messages import format_request, request_at
from tests.support.playouts import combinations, spread
from tools.fake_browser import FakeStore, Storage, Tab, walk

MOST_OPTIONS = 3
"""The number of combinations of options of each game, at most."""
MOST_ACTIONS = 17
"""The length of each game in which pairs are looked for."""
MOST_PAIRS = 15
"""The number of pairs of each game, at most, of which more than views is looked at; of pages a third."""


@dataclass(frozen=True)
class Pair:
    """Two games that differ in nothing that a viewer may know.

    Attributes:
        viewer: the player, None for the public.
        one, other: the games.
    """

    viewer: int | None
    one: Timeline[Any]
    other: Timeline[Any]


def begun(game: Game[Any, Any], options: dict[str, str], seed: int) -> Timeline[Any]:
    """Return the start of a new game."""
    options = with_rules(game.options, options)
    names = [f"Player {number}" for number, _side in enumerate(game.sides(game.initial(options, seed)), 1)]
    return replay(Record(game.id, options, seed, tuple(names)), GAMES)


def decided(timeline: Timeline[Any], steps: int, dice: random.Random, *, whole: bool) -> Timeline[Any]:
    """Return the timeline after random actions of the player who decides unseen, with ``whole`` to the end of it."""
    game, player = timeline.game, timeline.to_move

    def goes_on(at: Timeline[Any]) -> bool:
        return at.to_move == player and at.is_hidden()

    for _ in range(steps):
        kept = [timeline.play(action) for action in dice.sample(list(timeline.game.legal_actions(timeline.state)), 3)]
        timeline = next(filter(goes_on, kept), timeline)
    for tries in itertools.count():
        if not whole or not goes_on(timeline):
            return timeline
        legal = list(game.legal_actions(timeline.state))
        likely = (action for action in [*legal[:2], *dice.sample(legal, len(legal))])
        ending = (action for action in likely if game.to_move(game.apply(timeline.state, action)) != player)
        timeline = timeline.play(next(ending, legal[0] if tries < 3 else dice.choice(legal)))
    return timeline


def kinds(timeline: Timeline[Any]) -> list[Timeline[Any]]:
    """Return the timelines after one legal action of each kind with which the same player goes on deciding."""
    by_kind = {
        first if first.startswith("do:") else first.partition(":")[0]: action
        for action in timeline.game.legal_actions(timeline.state)
        for first in action.targets[:1]
    }
    after = map(timeline.play, by_kind.values())
    return [each for each in after if each.to_move == timeline.to_move and each.is_hidden()]


def unseen_pairs(timeline: Timeline[Any], dice: random.Random) -> Iterator[Pair]:
    """Yield pairs in which the player to move decides one thing or another: begun, done, and with an answer begun."""
    mover = timeline.to_move
    others = (None, *(player for player in range(len(timeline.record.players)) if player != mover))
    begun = [*kinds(timeline), decided(timeline, 3, dice, whole=False)]
    pairs = [(timeline, each) for each in begun]
    ends = [decided(each, 0, dice, whole=True) for each in (timeline, *begun)]
    if all(end.is_hidden() and end.keys[end.at] is None for end in ends):  # nothing has been uncovered
        actions = ends[0].game.legal_actions(ends[0].state)
        answer = next(each for each in actions if ends[0].play(each).to_move == ends[0].to_move)
        pairs += [(ends[0], end) for end in ends[1:]]
        pairs += [(ends[0].play(answer), end.play(answer)) for end in ends[1:]]
    yield from (Pair(viewer, *pair) for pair in pairs if pair[0].states != pair[1].states for viewer in others)


def redrawn_pairs(timeline: Timeline[Any]) -> Iterator[Pair]:
    """Yield pairs of games that begin here, with all that nobody knows drawn in one way or another."""
    game, state = timeline.game, timeline.state
    one, other = (
        starting_at(game, drawn, replace(timeline.record, start=game.format_position(drawn)))
        for drawn in (game.reshuffled(state, seed) for seed in (1, 2))
    )
    if one.state != other.state:
        yield from (Pair(viewer, one, other) for viewer in (None, *range(len(timeline.record.players))))


@cache
def pairs(id: str) -> tuple[Pair, ...]:
    """Return pairs from all phases of a game, for many of its options."""
    game, found = GAMES[id], list[Pair]()
    for number, options in enumerate(spread(list(combinations(game)), MOST_OPTIONS)):
        dice = random.Random(f"{id} {number}")
        timeline, unseen = begun(game, options, number), 0
        while timeline.outcome is None and timeline.at < MOST_ACTIONS:
            if timeline.is_hidden():
                unseen += 1
                found += [*unseen_pairs(timeline, dice), *redrawn_pairs(timeline)] if unseen < 3 else []
                timeline = decided(timeline, 0, dice, whole=True)
            else:
                found += redrawn_pairs(timeline) if game.hides(timeline.state) and timeline.at % 8 == 0 else ()
                timeline = timeline.play(dice.choice(timeline.game.legal_actions(timeline.state)))
    return tuple(found)


def hides(game: Game[Any, Any]) -> bool:
    """Return True if a game hides something from its start on, with some of its options."""
    starts = (begun(game, options, 1) for options in spread(list(combinations(game)), MOST_OPTIONS))
    return any(start.is_hidden() or start.has_secrets for start in starts)


HIDING = [id for id, game in GAMES.items() if hides(game)]


def picture(game: Game[Any, Any], seen: Any, viewer: int | None) -> tuple[str, ...]:
    """Return the pictures of a view as texts."""
    face, seat = VIEWS[game.id], viewer or 0
    cover, trays = face.curtained(seen, seat), [face.tray(seen, player) for player in range(len(game.sides(seen)))]
    nodes = [face.picture(seen, seat, Marks()), face.picture(seen, seat, Marks(read_only=True)), cover, *trays]
    return tuple(to_svg(node, "") for node in nodes if node is not None)


# --- what a viewer gets to see of a game: each function returns one part of it


def view(timeline: Timeline[Any], viewer: int | None) -> Any:
    """The view, and its representation, which has every field."""
    seen = timeline.state_for(viewer)
    return seen, repr(seen), hash(seen)


def texts(timeline: Timeline[Any], viewer: int | None) -> Any:
    """The position text, the prompt, what hides and what ends the game, and the move list."""
    game, seen = timeline.game, timeline.state_for(viewer)
    public = game.prompt(seen) if viewer is None or viewer == timeline.to_move else ""
    hidden = timeline.has_secrets or timeline.is_hidden()
    return game.format_position(seen), public, hidden, is_secret(timeline), timeline.turns()


def pictures(timeline: Timeline[Any], viewer: int | None) -> Any:
    """The pictures, with what they carry in attributes."""
    return picture(timeline.game, timeline.state_for(viewer), viewer)


def shared(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Whatever the dialog that shares a game offers: addresses, texts, snippets."""
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


def snippets(timeline: Timeline[Any], viewer: int | None) -> Any:
    """The parameters of a board in another page."""
    table = open_table("x", timeline)
    sharing = share.open_sharing(table, "https://example.org/", can_share=True)
    return [share.parameters(table, replace(sharing, scope=scope)) for scope in share.SCOPES]


def summary(timeline: Timeline[Any], viewer: int | None) -> Any:
    """The line in the list of games."""
    store = GameStore(FakeStore(Storage()), GAMES, lambda: "2030-01-01T00:00:00Z")
    store.save("x", timeline)
    (entry,) = store.entries()
    return entry


def question(timeline: Timeline[Any], viewer: int | None) -> Any:
    """The question to an opponent."""
    return format_request(request_at(timeline, 1, 3)) if timeline.to_move == viewer else ""


def page(timeline: Timeline[Any], viewer: int | None) -> Any:
    """The page with its title and address, and what one sees when one looks back; the list of games."""
    tab = Tab(Storage({PREFIX + "x": format_record(timeline.to_record())}), "#/play/x")
    if timeline.to_move == viewer and tab.shows("play.uncover"):
        tab.click("play.uncover")
    seen = [outside(tab)]
    for key in ("[", "[", "]"):
        tab.key(key)
        seen.append(outside(tab))
    tab.visit("#/")
    return [*seen, outside(tab)]


def outside(tab: Tab) -> Any:
    """Return all that is on the page, its title and its address."""
    elements = [(tag, attrs, inside) for tag, attrs, inside in walk(tab.browser.page) if isinstance(inside, str)]
    attributes = [(tag, sorted(attrs.items())) for tag, attrs, _inside in walk(tab.browser.page)]
    return elements, attributes, tab.browser.titles[-1:], tab.browser.address()


PARTS = (view, texts, pictures, shared, snippets, summary, question, page)


@pytest.mark.parametrize("part", PARTS, ids=[part.__name__ for part in PARTS])
@pytest.mark.parametrize("id", HIDING)
def test_secrets_change_nothing_that_is_seen(id: str, part: Callable[[Timeline[Any], int | None], Any]) -> None:
    """The two games of each pair look alike to the viewer, whatever part is looked at."""
    for pair in pairs(id) if part is view else spread(pairs(id), MOST_PAIRS // 3 if part is page else MOST_PAIRS):
        assert part(pair.one, pair.viewer) == part(pair.other, pair.viewer), pair.viewer


def test_pairs_differ_and_come_from_every_phase() -> None:
    """The tests above compare different games, in each phase in which a game hides something."""
    for id in HIDING:
        assert all(pair.one.states != pair.other.states for pair in pairs(id))
    phases = {(id, pair.one.to_move, pair.one.is_hidden(), pair.viewer) for id in HIDING for pair in pairs(id)}
    for id, game in GAMES.items():
        for options in spread(list(combinations(game)), MOST_OPTIONS):
            start = begun(game, options, 1)
            if start.is_hidden() or start.has_secrets:
                assert (id, start.to_move, start.is_hidden(), None) in phases
