"""Test `dev.py mutate`: it mutates code but no texts, selects reproducibly, and lists the surviving mutations."""

from __future__ import annotations

import ast
import itertools
from pathlib import Path

import pytest

from research import mutate
from research.mutations import Mutation, iter_file_mutations, shuffle_mutations
from tools.setup import ROOT

SAMPLE_SOURCE = '''"""Not 1 < 2."""
from __future__ import annotations
from typing import TYPE_CHECKING, Literal, TypeAlias
if TYPE_CHECKING:
    from decimal import Decimal
Number: TypeAlias = "int | Literal[1]"
LIMIT: int = 3

@decorated(maxsize=4)
def é(a: Literal[5], b: int = 6) -> Literal[7]:
    """Not 8 < 9."""
    assert a < 10, f"{a + 11}"
    if a < LIMIT:
        return b
    while not b:
        b = a - b if b else a
        if a and b:
            break
        if b is None:
            raise ValueError(f"{b + 12} is 'no' number" + "!")
    return cast(Literal[13], "é" * a)
'''


def find_changes(source: str) -> set[tuple[int, str, str, str]]:
    return {
        (mutation.line, mutation.kind, mutation.before, mutation.after)
        for mutation in iter_file_mutations("a.py", source)
    }


def test_mutations_change_only_executable_code() -> None:
    assert find_changes(SAMPLE_SOURCE) == {
        (7, "constant", "3", "4"),
        (7, "constant", "3", "2"),
        (10, "constant", "6", "7"),
        (10, "constant", "6", "5"),
        (13, "comparison", "a < LIMIT", "(a <= LIMIT)"),
        (13, "swapped branches", "a < LIMIT", "not (a < LIMIT)"),
        (14, "return removed", "return b", "pass"),
        (15, "not removed", "not b", "(b)"),
        (16, "arithmetic", "a - b", "(a + b)"),
        (16, "swapped branches", "a - b if b else a", "(a if b else a - b)"),
        (17, "and, or", "a and b", "(a or b)"),
        (17, "swapped branches", "a and b", "not (a and b)"),
        (18, "break removed", "break", "pass"),
        (19, "comparison", "b is None", "(b is not None)"),
        (20, "raise removed", """raise ValueError(f"{b + 12} is 'no' number" + "!")""", "pass"),
    }


@pytest.mark.parametrize(
    ("source", "changed_source"),
    [
        ("x = a >= b", "x = (a > b)"),
        ("x = a not in b", "x = (a in b)"),
        ("x = a or b", "x = (a and b)"),
        ("x = not a", "x = (a)"),
        ("x = a % b", "x = (a // b)"),
        ("x = a & b", "x = (a | b)"),
        ("x = True", "x = False"),
        ("x = 0", "x = 1"),
        ("x = 0", "x = (-1)"),
        ("x = 'é', 7", "x = 'é', 8"),
        ("for a in b:\n    continue", "for a in b:\n    pass"),
        ("if a:\n    b()", "if not (a):\n    b()"),
    ],
)
def test_each_operator_changes_code(source: str, changed_source: str) -> None:
    assert changed_source in {mutation.apply(source) for mutation in iter_file_mutations("a.py", source)}


@pytest.mark.parametrize("source", ["x: int | None = a", "isinstance(a, int | None)", "x = 'a' + b", "cast(int, 1)"])
def test_unions_and_joined_texts_are_not_mutated(source: str) -> None:
    assert find_changes(source) == set()


def test_every_project_mutation_changes_code() -> None:
    all_mutations = list(
        itertools.islice(shuffle_mutations(mutate.iter_mutations(ROOT, [f"{mutate.SOURCES}/games/sensei"]), 1), 60)
    )
    assert len({mutation.key for mutation in all_mutations}) == 60
    for mutation in all_mutations:
        source = (ROOT / mutation.path).read_text(encoding="utf-8")
        assert ast.dump(ast.parse(mutation.apply(source))) != ast.dump(ast.parse(source)), mutation.key


def test_choice_depends_only_on_seed_and_position() -> None:
    all_mutations = list(iter_file_mutations("a.py", SAMPLE_SOURCE))
    first = shuffle_mutations(all_mutations, 1)
    assert shuffle_mutations(reversed(all_mutations), 1) == first
    assert shuffle_mutations(all_mutations, 2) != first
    assert sorted(first, key=repr) == sorted(all_mutations, key=repr)
    mutations_without_comparisons = [mutation for mutation in all_mutations if mutation.kind != "comparison"]
    assert shuffle_mutations(mutations_without_comparisons, 1) == [
        mutation for mutation in first if mutation.kind != "comparison"
    ]


def test_choice_cycles_through_operator_kinds() -> None:
    all_mutations = list(iter_file_mutations("a.py", SAMPLE_SOURCE))
    kinds = {mutation.kind for mutation in all_mutations}
    assert {mutation.kind for mutation in shuffle_mutations(all_mutations, 3)[: len(kinds)]} == kinds


@pytest.fixture
def project(tmp_path: Path) -> mutate.Workspace:
    """Return a project with one module, a test that detects one of two mutations, and a test that always fails."""
    files = {
        "py/ruleboard/a.py": "def larger(a: int, b: int) -> bool:\n    return a > b\n\n\nLIMIT = 3\n",
        "tests/unit/test_a.py": "from ruleboard.a import larger\n\ndef test_a():\n    assert not larger(1, 1)\n",
        "tests/unit/test_broken.py": "import ruleboard.a\n\ndef test_broken():\n    assert False\n",
        "pyproject.toml": "[tool.pytest.ini_options]\npythonpath = ['py', '.']\naddopts = '--import-mode=importlib'\n",
    }
    root, folder = tmp_path / "project", tmp_path / "copy"
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    for name in ("research", "tools"):
        (root / name).symlink_to(ROOT / name)
    mutate.subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    workspace = mutate.Workspace(folder, root)
    for name in ("research", "tools"):
        (folder / name).symlink_to(ROOT / name)
    return workspace


def test_failing_test_catches_mutation_if_it_passed_before(project: mutate.Workspace) -> None:
    source = (project.folder / "py/ruleboard/a.py").read_text()
    [mutation] = [
        candidate for candidate in iter_file_mutations("py/ruleboard/a.py", source) if candidate.kind == "comparison"
    ]
    batch = [f"tests/unit/test_{name}.py" for name in ("broken", "a")]
    judged_mutation = mutate.evaluate(project, mutation, [batch], 120)
    assert (judged_mutation.outcome, judged_mutation.test) == (mutate.CAUGHT, "tests/unit/test_a.py::test_a")
    assert (judged_mutation.line, judged_mutation.code) == (2, "return a > b")
    assert (project.folder / "py/ruleboard/a.py").read_text() == source


def test_closed_copy_starts_no_tests(project: mutate.Workspace) -> None:
    project.close()
    with pytest.raises(RuntimeError):
        project.run(["tests/unit/test_a.py"], 60)
    assert not (project.folder / ".pytest_cache").exists()


@pytest.mark.parametrize(
    ("mutated_runs", "unmutated_runs", "outcome"),
    [
        ([mutate.PytestRun(0), mutate.PytestRun(5)], [], mutate.SURVIVED),
        ([mutate.PytestRun(0), mutate.PytestRun(2)], [], mutate.CAUGHT),
        ([mutate.PytestRun(None)], [mutate.PytestRun(0)], mutate.HANGS),
        ([mutate.PytestRun(None)], [mutate.PytestRun(None)], mutate.UNFINISHED),
        ([mutate.PytestRun(1, ("a", "b"))], [mutate.PytestRun(1), mutate.PytestRun(0)], mutate.CAUGHT),
        (
            [mutate.PytestRun(1, ("a",)), mutate.PytestRun(0), mutate.PytestRun(0)],
            [mutate.PytestRun(1)],
            mutate.SURVIVED,
        ),
    ],
)
def test_each_exit_code_gives_its_outcome(
    project: mutate.Workspace,
    monkeypatch: pytest.MonkeyPatch,
    mutated_runs: list[mutate.PytestRun],
    unmutated_runs: list[mutate.PytestRun],
    outcome: str,
) -> None:
    """Each exit code of the tests gives its outcome.

    With the mutation two batches of tests run, and without it single tests.
    """
    file = project.folder / "py/ruleboard/a.py"
    source = file.read_text()
    runs = {True: iter(unmutated_runs), False: iter(mutated_runs)}
    monkeypatch.setattr(project, "run", lambda arguments, seconds: next(runs[file.read_text() == source]))
    assert (
        mutate.evaluate(project, next(iter_file_mutations("py/ruleboard/a.py", source)), [["x"], ["y"]], 60).outcome
        == outcome
    )
    assert [list(unused_runs) for unused_runs in runs.values()] == [[], []]


def create_result(line: int, outcome: str) -> mutate.Result:
    mutation = Mutation("py/ruleboard/games/sensei/a.py", line, 0, "comparison", "a < b", "(a <= b)", 0)
    return mutate.Result(
        mutation.key, mutation.path, line, mutation.kind, "x = a < b", mutation.before, mutation.after, outcome, "", 1.0
    )


def test_state_round_trips_seed_by_seed(tmp_path: Path) -> None:
    file, results = tmp_path / "state.json", [create_result(1, mutate.CAUGHT), create_result(2, mutate.SURVIVED)]
    assert mutate.read_state(file, 1) == {}
    mutate.write_state(file, 1, results)
    mutate.write_state(file, 2, results[:1])
    assert list(mutate.read_state(file, 1).values()) == results
    assert list(mutate.read_state(file, 2).values()) == results[:1]


def test_table_counts_and_lists_survivors() -> None:
    text = mutate.format_table(
        [create_result(1, mutate.CAUGHT), create_result(7, mutate.SURVIVED), create_result(8, mutate.CAUGHT)], 5
    )
    assert "| games/sensei | 2 | 0 | 1 | 0 |" in text
    assert "`py/ruleboard/games/sensei/a.py:7`" in text
    assert ":8`" not in text


def test_nearest_tests_come_first() -> None:
    graph = {
        "tests/unit/test_far.py": {"py/ruleboard/engine/b.py"},
        "py/ruleboard/engine/b.py": {"py/ruleboard/engine/a.py"},
        "tests/unit/test_near.py": {"py/ruleboard/engine/a.py"},
        "tests/unit/engine/test_farther.py": {"tests/unit/test_far.py"},
        "tests/conformance/test_games.py": {"py/ruleboard/engine/a.py"},
    }
    assert mutate.choose_batches("py/ruleboard/engine/a.py", graph, {}) == [
        ["tests/unit/engine/test_farther.py", "tests/unit/test_near.py", "tests/unit/test_far.py"],
        ["tests/conformance/test_games.py"],
    ]
