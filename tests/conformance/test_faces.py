"""The contract of pictures, for every registered game, on positions of random games."""

from __future__ import annotations

import itertools
import json
import math
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from ruleboard.engine.game import Game
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.games.view import SideNote
from ruleboard.scene import diff as patch
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_html, to_svg
from tests.support.patches import applied
from tests.support.pictures import nodes, targets, walk
from tests.support.playouts import Playout, marks_of, playouts, samples, spread, steps

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())

_COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|rgb|hsl|\b(black|white|red|green|blue|gray|grey)\b", re.IGNORECASE)


def seen(playout: Playout, at: int, seat: int) -> Any:
    """The state as the player at a seat may know it."""
    return playout.game.view(playout.states[at], seat)


def seats(playout: Playout) -> range:
    """All seats."""
    return range(playout.players())


def on_board(names: Any) -> set[str]:
    """Those targets that are not buttons."""
    return {name for name in names if not name.startswith("do:")}


@every_game
def test_a_picture_says_what_it_shows(game: Game[Any, Any]) -> None:
    """The hooks that tests and host pages rely on."""
    for playout, at in samples(game.id, 40):
        for seat in seats(playout):
            picture = VIEWS[game.id].picture(seen(playout, at, seat), seat, Marks())
            attrs = picture.attrs
            assert picture.tag == "svg"
            assert attrs["data-game"] == game.id
            assert attrs["data-position"] == game.format_position(game.view(playout.states[at], None))
            player = game.to_move(playout.states[at])
            assert attrs["data-turn"] == ("" if player is None else str(player))
            assert {"board", game.id} <= set(attrs["class"].split())
            assert len(attrs["viewBox"].split()) == 4
            assert attrs["aria-label"].strip()


@every_game
def test_a_board_lets_nobody_move_once_the_game_is_over(game: Game[Any, Any]) -> None:
    """A resignation leaves the position as it was, so that only the marks tell of it."""
    for playout, at in samples(game.id, 12):
        state = playout.states[at]
        for seat in seats(playout) if game.to_move(state) is not None else ():
            marks = Marks(read_only=True, result="The other side has resigned.")
            picture = VIEWS[game.id].picture(seen(playout, at, seat), seat, marks)
            assert picture.attrs["data-turn"] == ""
            for node in nodes(picture):
                assert "active" not in node.attrs.get("class", "").split()
                told = f"{node.text or ''} {node.attrs.get('aria-label', '')}"
                assert "to move" not in told
                assert game.prompt(state) not in told


@every_game
def test_what_may_be_touched_is_there_to_be_touched(game: Game[Any, Any]) -> None:
    """At every step of every action the next targets are in the picture, once, marked and named."""
    for playout, at in samples(game.id, 30):
        player = game.to_move(playout.states[at])
        if player is None:
            continue
        state = seen(playout, at, player)
        for step in steps(game.legal_actions(state), 10):
            picture = VIEWS[game.id].picture(state, player, marks_of(step))
            found = targets(picture)
            assert on_board(step.next) <= found.keys()
            assert sum("data-target" in node.attrs for node in nodes(picture)) == len(found)
            for target, node in found.items():
                assert ("data-legal" in node.attrs) == (target in step.next), target
                assert node.attrs.get("aria-label", "").strip(), target
                assert "tabindex" in node.attrs, target


@every_game
def test_every_target_of_every_action_is_there(game: Game[Any, Any]) -> None:
    """Also before anything was touched: a drag ends, and a lesson points, on any of them."""
    for playout, at in samples(game.id, 40):
        player = game.to_move(playout.states[at])
        if player is None:
            continue
        state = seen(playout, at, player)
        legal = game.legal_actions(state)
        picture = VIEWS[game.id].picture(state, player, marks_of(steps(legal, 1)[0]))
        first = {action.targets[0] for action in legal}
        assert on_board(first) <= targets(picture).keys()


@every_game
def test_a_picture_to_look_at_cannot_be_touched(game: Game[Any, Any]) -> None:
    """With ``still`` nothing is offered to finger or key."""
    for playout, at in samples(game.id, 10):
        picture = VIEWS[game.id].picture(playout.states[at], 0, Marks(read_only=True))
        assert not any({"data-legal", "tabindex"} & node.attrs.keys() for node in nodes(picture))


@every_game
def test_marks_are_shown_on_any_target(game: Game[Any, Any]) -> None:
    """Each kind of mark changes the picture, wherever it is put; unknown targets do no harm."""
    for playout, at in samples(game.id, 10):
        for seat in seats(playout):
            state = seen(playout, at, seat)
            plain = VIEWS[game.id].picture(state, seat, Marks())
            for target in spread(list(targets(plain)), 6):
                some = frozenset({target, "nowhere"})
                for marks in (
                    Marks(selected=(target,)),
                    Marks(next={target: "go", "nowhere": "special"}),
                    Marks(last=some),
                    Marks(highlighted=some),
                    Marks(refused=target),
                ):
                    assert VIEWS[game.id].picture(state, seat, marks) != plain, marks
            VIEWS[game.id].picture(
                state, seat, Marks(refused="nowhere", selected=("nowhere",), danger=frozenset({"x"}))
            )


@every_game
def test_an_outcome_points_at_what_is_there(game: Game[Any, Any]) -> None:
    """The squares that show why the game ended are targets of the picture."""
    for playout, at in samples(game.id, 60):
        outcome = game.outcome(playout.states[at])
        if outcome:
            picture = VIEWS[game.id].picture(seen(playout, at, 0), 0, Marks(highlighted=frozenset(outcome.squares)))
            assert set(outcome.squares) <= targets(picture).keys()


@every_game
def test_keys_are_unique_among_siblings(game: Game[Any, Any]) -> None:
    """A patch can tell every node from its siblings, and a motion can find its piece."""
    for playout, at in samples(game.id, 30):
        for seat in seats(playout):
            state = seen(playout, at, seat)
            for step in steps(game.legal_actions(state), 3):
                for node in nodes(VIEWS[game.id].picture(state, seat, marks_of(step))):
                    keys = [(child.tag, child.key) for child in node.children if child.key]
                    assert len(set(keys)) == len(keys)


@every_game
def test_a_picture_is_well_formed_and_leaves_colours_to_css(game: Game[Any, Any]) -> None:
    """It reads as XML, as HTML it is the same, and it names no colour."""
    for playout, at in samples(game.id, 10):
        for seat in seats(playout):
            state = seen(playout, at, seat)
            for picture in (
                VIEWS[game.id].picture(state, seat, Marks()),
                VIEWS[game.id].picture(state, seat, Marks(read_only=True)),
                VIEWS[game.id].tray(state, seat),
            ):
                if picture is not None:
                    ElementTree.fromstring(to_svg(picture, ".a > .b { fill: none }"))
                    assert to_html(picture).startswith("<svg")
                    for node in nodes(picture):
                        for name in ("fill", "stroke", "style"):
                            assert not _COLOUR.search(node.attrs.get(name, "")), node.attrs


@every_game
def test_patches_turn_one_picture_into_the_next(game: Game[Any, Any]) -> None:
    """Carried out on the old picture, the difference gives the new one: for actions, marks and seats."""
    for playout, at in samples(game.id, 20):
        pictures = []
        for other in (at, min(at + 1, len(playout.states) - 1)):
            for seat in spread(list(seats(playout)), 2):
                state = seen(playout, other, seat)
                for step in steps(game.legal_actions(state), 3)[-2:]:
                    pictures.append(VIEWS[game.id].picture(state, seat, marks_of(step)))
        for old, new in itertools.pairwise(pictures):
            operations = patch.diff(old, new)
            assert applied(patch.tree(old), json.loads(json.dumps(operations))) == patch.tree(new)
            assert patch.diff(new, new) == []


_TRANSLATE = re.compile(r"translate\(([-\d.e]+)[ ,]+([-\d.e]+)\)")


def _check_place(picture: Node, key: str, point: tuple[float, float]) -> None:
    """The piece of that key is in the picture, once, and if it is simply put somewhere then at this point."""
    found = [(node, turned) for node, turned in walk(picture) if node.key == key]
    assert len(found) == 1, key
    node, turned = found[0]
    match = _TRANSLATE.match(node.attrs.get("transform", ""))
    if match and not turned:
        assert float(match[1]) == pytest.approx(point[0], abs=0.6), key
        assert float(match[2]) == pytest.approx(point[1], abs=0.6), key


@every_game
def test_motions_lead_from_picture_to_picture(game: Game[Any, Any]) -> None:
    """A moving piece is in the pictures before and after, at the start and the end of its path."""
    travelled = 0
    for playout, at in samples(game.id, 80):
        if at == len(playout.actions):
            continue
        for seat in seats(playout):
            before, after = seen(playout, at, seat), seen(playout, at + 1, seat)
            motions = VIEWS[game.id].motions(before, playout.actions[at], after, seat)
            travelled += len(motions)
            assert len({motion.end for motion in motions}) == len(motions)
            if not motions:
                continue
            start, end = (VIEWS[game.id].picture(state, seat, Marks()) for state in (before, after))
            for motion in motions:
                assert len(motion.points) >= 2
                assert all(math.isfinite(number) for point in motion.points for number in point)
                _check_place(start, motion.start, motion.points[0])
                _check_place(end, motion.end, motion.points[-1])
    from_to = any(len(on_board(action.targets)) > 1 for playout in playouts(game.id) for action in playout.actions)
    assert travelled or not from_to


@every_game
def test_what_lies_beside_the_board_is_a_picture(game: Game[Any, Any]) -> None:
    """A tray is an svg with words, or with nothing to tell; or nothing."""
    for playout, at in samples(game.id, 40):
        for seat in seats(playout):
            tray = VIEWS[game.id].tray(seen(playout, at, seat), seat)
            if tray is not None:
                assert tray.tag == "svg"
                assert tray.attrs["viewBox"]
                assert tray.attrs.get("aria-hidden") == "true" or tray.attrs["aria-label"].strip()


def _check_told(game: Game[Any, Any], aside: SideNote, picture: Node) -> None:
    """Something told has a name, a title, words in every step, and points at what is there."""
    assert aside.id
    assert aside.title.strip()
    assert aside.steps
    for step in aside.steps:
        assert set(step.shown) <= targets(picture).keys()
        ElementTree.fromstring(to_html(step.node))
        assert any(node.text.strip() for node in nodes(step.node))
        for node in nodes(step.node):
            assert not {"id", "data-target", "data-do"} & node.attrs.keys()
            keys = [(child.tag, child.key) for child in node.children if child.key]
            assert len(set(keys)) == len(keys)


@every_game
def test_what_is_told_beside_the_board(game: Game[Any, Any]) -> None:
    """Asides, stories and hints: whole, told of what is seen, and never about what nobody may know."""
    tells = VIEWS[game.id]
    for playout, at in samples(game.id, 30):
        player = game.to_move(playout.states[at])
        public = [game.view(state, None) for state in playout.states[: at + 1]]
        picture = VIEWS[game.id].picture(public[-1], 0, Marks())
        told = tells.side_notes(public[-1])
        assert len({aside.id for aside in told}) == len(told)
        story = tells.recent_events(public, playout.actions[:at])
        assert story is None or story.id not in {aside.id for aside in told}
        for aside in (*told, *((story,) if story else ())):
            _check_told(game, aside, picture)
        if player is not None:
            state = seen(playout, at, player)
            for step in steps(game.legal_actions(state), 6):
                hint = tells.touch_hint(state, step.touched)
                assert not hint or hint.endswith((".", "!", "?"))
    state = game.initial({}, 0)
    reference = tells.reference_note(state)
    if reference:
        _check_told(game, reference, VIEWS[game.id].picture(state, 0, Marks()))
        assert len(reference.steps) == 1
