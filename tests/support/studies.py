"""Hypothesis strategies for random studies with legal moves."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from ruleboard.engine.study import COLORS, GLYPHS, Chapter, Note, Study, StudyMark, StudyMove, StudyTask, WrongAnswer
from ruleboard.registry import GAMES

TEXT_STRATEGY = st.text(st.characters(codec="utf-8"), max_size=30)
_TARGET_STRATEGY = st.sampled_from(["a1", "d4", "g7", "hex:1:0,-2"])
_COLOR_STRATEGY = st.sampled_from(COLORS)

MARKS = st.one_of(
    st.builds(
        StudyMark, st.just("arrow"), st.lists(_TARGET_STRATEGY, min_size=2, max_size=4).map(tuple), _COLOR_STRATEGY
    ),
    st.builds(StudyMark, st.just("ring"), st.tuples(_TARGET_STRATEGY), _COLOR_STRATEGY),
    st.builds(
        StudyMark,
        st.just("label"),
        st.tuples(_TARGET_STRATEGY),
        _COLOR_STRATEGY,
        st.text("ab1?", min_size=1, max_size=3),
    ),
    st.builds(StudyMark, st.sampled_from(["shown", "danger", "last"]), st.tuples(_TARGET_STRATEGY)),
)


@st.composite
def draw_note(draw: st.DrawFn, game: Any, state: Any, *, glyph: bool = True) -> Note:
    """Draw a note on a state. If the note has a task, the task accepts a legal action."""
    texts = [action.text for action in game.legal_actions(state)][:20]
    task = None
    if texts and not game.outcome(state) and draw(st.integers(0, 4)) == 0:
        wrong_answers = draw(
            st.lists(st.builds(WrongAnswer, st.sampled_from(texts), TEXT_STRATEGY.filter(bool)), max_size=2)
        )
        accept = draw(st.lists(st.sampled_from(texts).map(lambda text: (text,)), min_size=1, max_size=2))
        task = StudyTask(
            tuple(accept), draw(TEXT_STRATEGY), draw(TEXT_STRATEGY), draw(TEXT_STRATEGY), tuple(wrong_answers)
        )
    verdict = draw(st.sampled_from(["", *GLYPHS])) if glyph else ""
    extras = tuple(draw(st.lists(st.sampled_from(["$18", "$146", "[%clk 0:05:00]", "[%eval #-3]"]), max_size=2)))
    return Note(
        draw(TEXT_STRATEGY),
        tuple(draw(st.lists(MARKS, max_size=2))),
        verdict,
        task,
        draw(st.booleans()),
        tuple(sorted(extras, key=lambda extra: extra[0] != "$")),
    )


@st.composite
def draw_line(draw: st.DrawFn, game: Any, state: Any, length: int, max_depth: int) -> tuple[StudyMove, ...]:
    """Draw a line of legal moves from a state, with variations nested up to ``max_depth``."""
    moves: list[StudyMove] = []
    while len(moves) < length and (actions := game.legal_actions(state)) and not game.outcome(state):
        action = draw(st.sampled_from(actions[:50]))
        variations: tuple[tuple[StudyMove, ...], ...] = ()
        if max_depth and draw(st.booleans()):
            variations = tuple(line for line in [draw(draw_line(game, state, 2, max_depth - 1))] if line)
        state = game.apply(state, action)
        moves.append(StudyMove(action.text, draw(draw_note(game, state)), variations))
    return tuple(moves)


@st.composite
def draw_study(draw: st.DrawFn) -> Study:
    """Draw a study with legal games of Sensei and Tensor Chess."""
    chapters = []
    for name in draw(st.lists(st.sampled_from(["sensei", "tensor-chess"]), min_size=1, max_size=2)):
        game = GAMES[name]
        state = game.initial({}, 0)
        start = draw(st.none() | st.just(game.format_position(state)))
        moves = draw(draw_line(game, state, draw(st.integers(0, 4)), 2))
        note = draw(draw_note(game, state, glyph=False))
        tags = draw(st.dictionaries(st.sampled_from(["White", "Date", "ECO"]), st.sampled_from(["a", 'b "c"', "?"])))
        title, seed = draw(TEXT_STRATEGY), draw(st.integers(0, 99))
        chapters.append(Chapter(name, title, seed=seed, start=start, note=note, moves=moves, tags=tags))
    return Study(
        draw(TEXT_STRATEGY.filter(bool)),
        draw(TEXT_STRATEGY),
        draw(st.sampled_from(["", "en", "fr-CA"])),
        tuple(chapters),
    )


def create_wide_chapter(length: int, width: int, game: str = "sensei", seed: int = 1) -> Chapter:
    """Return a chapter of random legal moves that do not end the game.

    Args:
        length: the number of moves in the main line.
        width: the number of variations at each of these moves. Each variation is a single move; they may be equal.
        game: the id of the game.
        seed: the seed of the moves.
    """
    rules, rng = GAMES[game], random.Random(seed)
    state = rules.initial({}, 0)
    moves: list[StudyMove] = []
    while len(moves) < length:
        actions = list(rules.legal_actions(state))
        rng.shuffle(actions)
        action = next(action for action in actions if rules.outcome(rules.apply(state, action)) is None)
        others = [other.text for other in actions if other is not action]
        variations = tuple((StudyMove(text),) for text in (others * (width // max(1, len(others)) + 1))[:width])
        moves.append(StudyMove(action.text, variations=variations))
        state = rules.apply(state, action)
    return Chapter(game, moves=tuple(moves))
