"""Test that errors and values of the package can be pickled and copied, as for their return from worker processes."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import pkgutil
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

import ruleboard
from ruleboard.app.study.opening import LongChapter
from ruleboard.engine.errors import IllegalAction, Refusal, RuleboardError
from ruleboard.games.equilibrium.numbers import NUMBER_SETS
from ruleboard.registry import GAMES

EXCLUDED_MODULES = ("ruleboard.adapters.openspiel", "ruleboard.adapters.pettingzoo", "ruleboard.__main__")
"""Modules that import other packages, or run on import."""
PAGE_SIGNALS = (LongChapter,)
"""Exceptions that carry a running computation from one function of the page to another and never leave it."""


def create_round_trip(protocol: int) -> Callable[[Any], Any]:
    """Return a function that pickles a value with a protocol and unpickles it."""
    return lambda value: pickle.loads(pickle.dumps(value, protocol))


COPY_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    **{f"pickle {number}": create_round_trip(number) for number in range(pickle.HIGHEST_PROTOCOL + 1)},
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def iter_error_classes() -> Iterator[type[Exception]]:
    """Yield the error classes in all modules of the package that can run outside a browser."""
    for module in pkgutil.walk_packages(ruleboard.__path__, "ruleboard."):
        if module.name in EXCLUDED_MODULES or module.name.endswith((".main", ".web")):
            continue
        for value in vars(importlib.import_module(module.name)).values():
            is_error = isinstance(value, type) and issubclass(value, Exception) and value not in PAGE_SIGNALS
            if is_error and value.__module__ == module.name:
                yield value


def create_example(kind: type[Exception]) -> Exception:
    """Return an exception of a class, with an example value in each field."""
    if not issubclass(kind, RuleboardError):
        return kind("a reason")
    extra_names = [
        name
        for name, parameter in inspect.signature(kind).parameters.items()
        if parameter.kind is parameter.KEYWORD_ONLY and name not in ("where", "expected")
    ]
    return kind(
        "a fault", where="rank 3", expected="less", **{name: number for number, name in enumerate(extra_names, 7)}
    )


ERROR_CLASSES = [*{error.__qualname__: error for error in iter_error_classes()}.values()]


def test_all_errors_are_enumerated() -> None:
    names = {error.__name__ for error in ERROR_CLASSES}
    assert {"IllegalAction", "NewerStudy", "MessageError", "DrawingError", "UnknownNumber", "DiagramError"} <= names


@pytest.mark.parametrize("method", COPY_FUNCTIONS)
@pytest.mark.parametrize("kind", ERROR_CLASSES, ids=lambda kind: kind.__name__)
def test_error_survives_pickling(kind: type[Exception], method: str) -> None:
    error = create_example(kind)
    error.add_note("a note")
    error_copy = COPY_FUNCTIONS[method](error)
    assert type(error_copy) is kind
    assert (vars(error_copy), error_copy.args, str(error_copy)) == (vars(error), error.args, str(error))


@pytest.mark.parametrize("method", COPY_FUNCTIONS)
def test_error_from_factory_survives_pickling(method: str) -> None:
    for error in (IllegalAction.from_refusal(Refusal("No.")), IllegalAction("no", where="here").within("there")):
        assert vars(COPY_FUNCTIONS[method](error)) == vars(error)


def play_illegal_action(game: str) -> None:
    """Play an illegal action. The test calls this function in a worker process."""
    ruleboard.play(game).push("a1-a8")


def test_error_of_worker_process_arrives() -> None:
    """The error of a worker process arrives, and the pool can still run tasks afterwards."""
    with pytest.raises(RuleboardError) as local_error:
        play_illegal_action("sensei")
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        for _attempt in range(2):
            with pytest.raises(RuleboardError) as error_info:
                pool.submit(play_illegal_action, "sensei").result(60)
            assert type(error_info.value) is type(local_error.value)
            assert vars(error_info.value) | {"__notes__": None} == vars(local_error.value) | {"__notes__": None}


def iter_values(id: str) -> Iterator[object]:
    """Yield the public values of a game after a few actions, and the values that they contain."""
    position = ruleboard.play(id, seed=5)
    chance = random.Random(id)
    for _number in range(8):
        position.push(chance.choice(position.legal_actions()))
    yield position
    yield ruleboard.game(id)
    yield from (position.view(player) for player in (None, *range(len(position.sides))))
    state = position.view(0).state
    yield state
    yield from GAMES[id].legal_actions(state)[:3]
    position.push("draw agreed")
    yield position.outcome()


@pytest.mark.parametrize("method", [method for method in COPY_FUNCTIONS if method not in ("pickle 0", "pickle 1")])
@pytest.mark.parametrize("id", GAMES)
def test_value_survives_pickling(id: str, method: str) -> None:
    for value in iter_values(id):
        error_copy = COPY_FUNCTIONS[method](value)
        assert error_copy == value
        if isinstance(value, ruleboard.Position | ruleboard.View):
            assert str(error_copy) == str(value)


@pytest.mark.parametrize("method", COPY_FUNCTIONS)
def test_equilibrium_constants_keep_identity(method: str) -> None:
    for numbers in NUMBER_SETS.values():
        assert COPY_FUNCTIONS[method](numbers) is numbers
