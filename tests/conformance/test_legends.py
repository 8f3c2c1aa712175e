"""Tests that the examples, letters and marks in the legends occur in move lists and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from ruleboard.app.ui.legend import legend_dialog
from ruleboard.engine.move_text import UNFINISHED_MARK
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.learning.courses import legend
from ruleboard.learning.lessons import NotationExample
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node
from tests.support.pictures import iter_nodes
from tests.support.playouts import create_playouts, select_evenly_spaced

SIGNS = [(game, sign) for game in GAMES for sign in legend(game).signs]


def timeline_after(game: str, position: str = "", moves: tuple[str, ...] = ()) -> Timeline[object]:
    rules = GAMES[game]
    options = {option.id: option.default for option in rules.options}
    start = rules.parse_position(position) if position else rules.initial(options, 0)
    players = ("",) * len(rules.sides(start))
    return replay(Record(game, options, 0, players, moves, start=position or None), GAMES)


@pytest.mark.parametrize(("game", "sign"), SIGNS, ids=[f"{game} {sign.sign}" for game, sign in SIGNS])
def test_examples_are_items_of_move_list(game: str, sign: NotationExample) -> None:
    items = {text for turn in timeline_after(game, sign.position, sign.moves).turns() for _ply, text in turn.items}
    assert sign.sign in items | {text.removesuffix(f" {UNFINISHED_MARK}") for text in items}


@pytest.mark.parametrize("game", [game for game in GAMES if legend(game).letters])
def test_letters_occur_in_texts(game: str) -> None:
    timeline = timeline_after(game)
    state = timeline.state
    texts = [timeline.game.format_position(state), *(sign.sign for sign in legend(game).signs)]
    assert all(any(entry.letter in text for text in texts) for entry in legend(game).letters)


@pytest.mark.parametrize("game", [game for game in GAMES if legend(game).marks])
def test_marks_have_distinct_samples(game: str) -> None:
    marks = [entry.mark for entry in legend(game).marks]
    samples = [VIEWS[game].mark_sample(mark) for mark in marks]
    assert None not in samples
    assert len(set(map(str, samples))) == len(marks)


SHAPE_CLASSES: dict[str, str] = {
    "sensei": "beard board body calm cap cap-light cell cells character checks collar coordinate cuff engraved "
    "engraved-light engraved-line flank go goal green groove ground halo hat hat-line hat-shade home "
    "may over piece pieces pit pit-depth pit-floor pit-lip pit-slope pit-wall red ridge rim rim-side "
    "ripples robe robe-shade sand-shade sash shadow sheen skin sleeve smooth special staff stone tint "
    "top under",
    "tensor-chess": "black board body bounce casing cell coordinates dark edge eye frame grain hop line may piece "
    "propel rim shade tint white",
    "tesulda": "around base beside board casing cell cells circle coordinate corner count crown dark diamond edge "
    "empty enlarged face figure figure-box figures fixed go green ground hexagon hit label loose marks "
    "may none over piece plate pool prime ratings rim rod shade square star stock strip swap take tint "
    "title trapezoid tray-box",
    "tensor-cards": "arrow-step back badge board board-edge board-shadow card-back card-back-frame card-back-star "
    "card-hit cards clear clock coordinates edge either end-numbers felt gap go hand hand-ground hits laid "
    "on-request piece-hit pieces plate previews revealing side-name slot slot-ground slot-place "
    "slot-rim slots special surface taking white yellow",
    "equilibrium": "action-board active add around banner board bond caption code confidence count cycle "
    "deciding-action deciding-final deciding-flip deciding-setup deciding-tweak download draw-pile edge field "
    "flip for-2 for-3 for-4 gain ghost gloss-foot gloss-top go hack ink inlay inlay-foot inlay-top "
    "level load network none op-add op-div op-sub p2 p3 p4 panel pass pile slab slab-foot slab-top "
    "small spent status t-a t-t table tier title tracker tweak weight who",
}
"""The CSS classes of the parts of each board that are no marks, or that speak for themselves."""

MARK_KINDS = frozenset({"last", "taken", "shown", "refused"})
"""The marks that every board can have. Its legend explains them all. ``danger`` and ``correct`` have a message."""


def css_classes(picture: Node) -> set[str]:
    """Return the CSS classes of all nodes of a picture."""
    return {cls for node in iter_nodes(picture) for cls in str(node.attrs.get("class", "")).split()}


def draw_pictures(game: str) -> Iterator[Node]:
    """Yield pictures of random games: before each touch of some actions, and during their replays."""
    view = VIEWS[game]
    for playout in select_evenly_spaced(create_playouts(game), 4):
        for ply in select_evenly_spaced(range(len(playout.actions)), 12):
            state, action, next_state = playout.states[ply], playout.actions[ply], playout.states[ply + 1]
            for count, target in enumerate(action.targets):
                yield view.picture(state, 0, Marks(action.targets[:count], {target: action.kind}))
            yield view.picture(state, 0, Marks(action.targets))
            yield from (frame.picture for frame in view.replay_frames(state, action, next_state, 0, None))


@pytest.mark.parametrize("game", [game for game in GAMES if legend(game).marks])
def test_legend_explains_all_marks_of_the_board(game: str) -> None:
    samples = [VIEWS[game].mark_sample(entry.mark) for entry in legend(game).marks]
    explained = {cls for sample in samples if sample for cls in css_classes(sample)}
    assert explained >= MARK_KINDS
    picture_classes = {cls for picture in draw_pictures(game) for cls in css_classes(picture)}
    assert sorted(picture_classes - explained - set(SHAPE_CLASSES[game].split())) == []


@pytest.mark.parametrize("game", GAMES)
def test_marks_come_before_buttons_and_notation(game: str) -> None:
    """The marks on the board, for which people open the dialog, are at its top, and the notation at its end."""
    lists = [node for node in legend_dialog(game).children if node.tag == "dl"]
    kinds = [str(node.attrs["class"]).split()[-1] for node in lists]
    expected_kinds = ["marks", "buttons"] if legend(game).marks else ["buttons"]
    assert kinds[: len(expected_kinds)] == expected_kinds
    assert set(kinds[len(expected_kinds) :]) <= {"letters", "signs"}


@pytest.mark.parametrize("game", GAMES)
def test_move_list_has_no_action_texts_with_prefix(game: str) -> None:
    """A move list contains no action text with a prefix, such as ``swap:b4>c5:cs``."""
    for playout in create_playouts(game):
        actions = tuple(action.text for action in playout.actions)
        timeline = replay(Record(game, playout.options, playout.seed, ("",) * playout.player_count(), actions), GAMES)
        for turn in timeline.turns():
            sentence_turn = VIEWS[game].readable_turn(turn, timeline.states, timeline.entries)
            assert [ply for ply, _text in sentence_turn.items] == [ply for ply, _text in turn.items]
            assert not [text for _ply, text in sentence_turn.items if re.search(r"(?<!\S)[a-z]+:\S", text)]
