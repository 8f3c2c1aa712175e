"""Test the glossary check: identifiers, docstrings, comments and pages use the terms of docs/glossary.md."""

from __future__ import annotations

import dataclasses

import pytest

from tools import glossary

WORD_LISTS = glossary.Glossary(
    words={"found": "moves", "left": "remaining"},
    names={"drawn": "picture"},
    metaphors={"shelf": "list"},
    patterns={"MOST_.*": "MAX_…"},
    prose={"by lot": "at random", "nobody": "say what happens"},
)


def find_words(path: str, source: str, word_lists: glossary.Glossary = WORD_LISTS) -> list[tuple[int, str]]:
    return [(problem.line, problem.word) for problem in glossary.find_violations(path, source, word_lists)]


@pytest.mark.parametrize(
    "source",
    [
        "found = 1",
        "def found(): ...",
        "class Found: ...",
        "def f(found): ...",
        "def f(*, found=1): ...",
        "lambda found: 1",
        "class C:\n    found: int",
        "class C:\n    def f(self):\n        self.found = 1",
        "for found in (): ...",
        "[0 for found in ()]",
        "(found := 1)",
        "with a as (b, found): ...",
        "import a as found",
        "try: ...\nexcept ValueError as found: ...",
        "match a:\n    case {'b': found}: ...",
        "match a:\n    case [*found]: ...",
        "best_found = 1",
        "MOST_MOVES = 1",
        "drawn = 1",
        "the_shelf = 1",
    ],
)
def test_python_names_are_checked_at_definition(source: str) -> None:
    assert len(find_words("a.py", source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "print(found)",
        "f(found=1)",
        "other.found = 1",
        "is_found = was_found = 1",
        "redrawn = drawn_moves = 1",
        "left = right = 1",
        "upper_left = 1",
        "foundation = 1",
        "text = 'found by lot'",
    ],
)
def test_references_predicates_directions_and_strings_pass(source: str) -> None:
    assert find_words("a.py", source) == []


@pytest.mark.parametrize(
    "source",
    [
        "const found = 1;",
        "let [a, found] = b;",
        "function f(found) {}",
        "const f = found => 1;",
        "class C { #found = 1; }",
        "class C { found() {} }",
        "class C { constructor() { this.found = 1; } }",
        "const a = /[/'\"`]/, found = 1;",
        "const a = `${b}'`, found = 1;",
        "const a = b / c, found = 1 / d;",
        "const a = `${`${f({b: 1})}`} found`; const found = 1;",
        "// so\nconst found = 'http://found';",
    ],
)
def test_script_names_are_checked(source: str) -> None:
    assert [word.removeprefix("#") for _, word in find_words("a.js", source)] == ["found"]


@pytest.mark.parametrize(
    "source", ["a.found;", "a?.found();", "const a = {found: 1};", "'found'; `found`;", "a = /found/;", "// found"]
)
def test_foreign_properties_and_strings_pass_in_scripts(source: str) -> None:
    assert find_words("a.js", source) == []


def test_style_sheets_are_checked() -> None:
    source = "/* shelf */\n.a .shelf { color: var(--found); }\n:root {\n  --found: 1.5em;\n}\n"
    assert find_words("a.css", source) == [(2, "shelf"), (4, "found")]


@pytest.mark.parametrize(
    ("path", "source", "line"),
    [
        ("a.py", '"""Text.\n\nChosen by\nlot.\n"""', 3),
        ("a.py", "# Chosen by\n# lot.\n", 1),
        ("a.py", "a = 1  # By lot.\n", 1),
        ("a.js", "/* One\n * by lot */", 2),
        ("a.js", "f();\n// Chosen by\n// lot.", 2),
        ("a.css", "a {}\n/* by lot */", 2),
        ("a.md", "# Title\n\nChosen by\nlot.\n", 3),
    ],
)
def test_prose_is_checked_across_lines(path: str, source: str, line: int) -> None:
    assert find_words(path, source) == [(line, "by lot")]


def test_code_in_markdown_is_not_prose() -> None:
    assert find_words("a.md", "```\nby lot\n```\n`by lot` and [this](by lot)\n\n    by lot\n    by lot\n") == []
    assert find_words("a.md", "- Chosen\n    by lot\n") == [(2, "by lot")]


def test_markdown_lines_have_maximum_width() -> None:
    long_line = "word " * 25
    assert len(find_words("a.md", long_line)) == 1
    assert find_words("a.md", f"| {long_line} |\n```\n{long_line}\n```\n") == []
    assert find_words("a.md", f"- {'x' * 120}") != []
    assert find_words("a.md", "x" * 120) == []


@pytest.mark.parametrize(
    "source",
    [
        '"""What a game is."""',
        'def f():\n    """How many there are."""',
        'class C:\n    """A value.\n\n    Attributes:\n        open: whether it is open.\n    """',
        'X = 1\n"""Where it stands."""',
    ],
)
def test_docstring_clauses_as_subjects_are_reported(source: str) -> None:
    assert len(find_words("a.py", source)) == 1


def test_docstrings_may_contain_clauses() -> None:
    source = 'def f(a):\n    """Return whether it is so.\n\n    Args:\n        a: the value, whatever it is.\n    """'
    assert find_words("a.py", source) == []


def test_exemptions_apply_to_their_files_only() -> None:
    lists_with_exemption = dataclasses.replace(
        WORD_LISTS, exemptions=(glossary.Exemption(("found", "by lot"), ("api/",), "promised"),)
    )
    source = "found = 1  # by lot"
    assert find_words("api/a.py", source, lists_with_exemption) == []
    assert len(find_words("a.py", source, lists_with_exemption)) == 2


def test_files_without_git_come_from_folder(tmp_path) -> None:
    (tmp_path / "a.py").write_text("")
    (tmp_path / "a.png").write_text("")
    assert glossary.find_files_to_check(root=tmp_path) == ["a.py"]
    with pytest.raises(FileNotFoundError):
        glossary.find_files_to_check(["b"], tmp_path)


def test_project_follows_its_glossary() -> None:
    """All files follow the glossary. One test checks them all, because a test for each file would be slow."""
    problems = glossary.find_all_violations(glossary.find_files_to_check(), glossary.load_glossary())
    assert not problems, "\n".join(map(str, problems))


def test_exemptions_have_reasons() -> None:
    assert all(exemption.names and exemption.reason for exemption in glossary.load_glossary().exemptions)
