"""Test with a pseudo-language that all texts of Tesulda come from the catalogue, and that caches mix no languages."""

from __future__ import annotations

import random
from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from ruleboard import i18n as speech
from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.army import EMPTY_ARMY, army_mistakes, army_problems, with_army
from ruleboard.games.tesulda.board import SQUARE_NAMES
from tests.support.pseudo import PseudoTranslations, find_plain_words
from tests.unit.tesulda.positions import create_position

VIEW = PACKAGE.view
GAME = PACKAGE.game

TARGETS = [
    *SQUARE_NAMES, "do:end", "do:none", "do:done", "do:fill", "store", "store:c", "base:T", "piece:c1", "piece:h1",
           "piece:k1", "prey:s1", "prey:c1", "prey:h1", "pool:h", "pool:c", "pool:s"]  # fmt: skip


@pytest.fixture
def pseudo() -> Iterator[None]:
    """Translate into the pseudo-language during a test."""
    speech.use_catalog(PseudoTranslations())
    yield
    speech.use_catalog(NullTranslations())


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("seed", range(9))
def test_every_message_is_translated(seed: int) -> None:
    chance = random.Random(seed)
    state = GAME.initial({"setup": ("default", "shuffled", "build")[seed % 3]}, seed)
    for _ in range(60):
        actions = GAME.legal_actions(state)
        if not actions:
            break
        targets = [target for target in TARGETS if state.build or not target.startswith(("store", "base"))]
        messages = [GAME.prompt(state), *(GAME.name(state, target) for target in targets)]
        for action in chance.sample(list(actions), min(6, len(actions))):
            selected_targets = action.targets[: chance.randint(0, 2)]
            messages += [GAME.describe(state, action, reader) for reader in (None, 0, 1)]
            messages += [VIEW.touch_hint(state, selected_targets)]
            messages += [GAME.explain(state, (*selected_targets, chance.choice(targets))).sentence for _ in range(6)]
        for sentence in messages:
            assert not find_plain_words(sentence), sentence
        attacks = [action for action in actions if action.kind == "capture"]
        state = GAME.apply(state, chance.choice(attacks or list(actions)))


@pytest.mark.usefixtures("pseudo")
def test_army_problems_are_translated() -> None:
    army = ("Tcck", "Sckt", *("T",) * 8, "T", *EMPTY_ARMY[11:])
    for sentence in (*army_mistakes(army), *army_problems(army)):
        assert not find_plain_words(sentence), sentence
    assert with_army(("",) * 100, 0, army)[10] == "Tcck"


def test_endings_use_the_current_language() -> None:
    end_state = create_position({"a1": "Ck", "j10": "c"})
    old_outcome = GAME.outcome(end_state)
    speech.use_catalog(PseudoTranslations())
    try:
        outcome = GAME.outcome(end_state)
    finally:
        speech.use_catalog(NullTranslations())
    assert old_outcome
    assert outcome
    assert old_outcome.reason == "Light wins: Dark has no crown left."
    assert not any(find_plain_words(text) for text in (outcome.reason, *outcome.player_reasons))
