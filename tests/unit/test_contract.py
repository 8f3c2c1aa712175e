"""Test that Python, scripts, styles and documentation have the same names and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from ruleboard.app.browser.events import EventKind
from ruleboard.embed import messages
from tools.contract import (
    CONSTANTS,
    CONTRACT_FILE,
    FRAME_PARAMETERS,
    GAME_ACTIONS,
    HISTORY_ACTIONS,
    format_contract_script,
)
from tools.setup import ROOT

SCRIPT_FILES = [
    path
    for path in sorted((ROOT / "static").rglob("*js"))
    if path != CONTRACT_FILE and "vendor" not in path.parts and "posters" not in path.parts
]
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in SCRIPT_FILES}
STRIPPED_SCRIPTS = {name: re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.S) for name, text in SCRIPTS.items()}
"""The scripts without comments."""
PYTHON_CODE = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "py/ruleboard").rglob("*.py")))
PAGES_HTML = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("index.html", "embed.html"))
CSS = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "static/css").rglob("*.css")}
EMBEDDING_TEXT = (ROOT / "docs/embedding.md").read_text(encoding="utf-8")


def test_script_is_current() -> None:
    """The script equals the output of ``python -m tools.contract``."""
    assert CONTRACT_FILE.read_text(encoding="utf-8") == format_contract_script()


@pytest.mark.parametrize("name", [name for name, value in CONSTANTS.items() if isinstance(value, str)])
def test_scripts_have_no_literal_of_constant(name: str) -> None:
    value = re.escape(str(CONSTANTS[name]))
    assert not [file for file, code in STRIPPED_SCRIPTS.items() if re.search(rf"[\"'`/]{value}", code)]


@pytest.mark.parametrize("name", CONSTANTS)
def test_scripts_use_constant(name: str) -> None:
    assert [file for file, code in STRIPPED_SCRIPTS.items() if len(re.findall(rf"\b{name}\b", code)) > 1]


def test_actions_exist_in_python() -> None:
    actions = {*GAME_ACTIONS, *HISTORY_ACTIONS}
    quoted_names = set(re.findall(r'"([a-z_.]+)"', PYTHON_CODE))
    assert {action for action in actions if action not in quoted_names} == {"study.read.choose"}


# --- events -----------------------------------------------------------------------------------------------------------


def test_scripts_send_no_literal_kinds() -> None:
    assert not [name for name, text in SCRIPTS.items() if re.search(r'(?<!\.)\bsend(?:Click)?\((?:event, )?"', text)]
    used_kinds = {kind for text in SCRIPTS.values() for kind in re.findall(r"EventKind\.(\w+)", text)}
    assert used_kinds == {kind.name for kind in EventKind}


def test_embed_frame_sends_messages() -> None:
    """The frame's own script sends only events of the kind "message"."""
    assert re.findall(r'ruleboard\.send\("(\w+)"', SCRIPTS["embed_frame.js"]) == [EventKind.MESSAGE]


def test_reference_in_dispatch_lists_all_kinds() -> None:
    kinds = re.findall(r"^//   (\w+)", SCRIPTS["dispatch.js"], flags=re.MULTILINE)
    assert kinds[0] == "kind"
    assert set(kinds[1:]) == set(EventKind)


# --- hooks and classes ------------------------------------------------------------------------------------------------


HOOKS_OF_OTHER_PAGES = ("board", "ruleboard")
"""The attributes of links that move a board, and of frames around the app (see static/boot/frame_guard.mjs)."""


def find_hooks(text: str) -> set[str]:
    """Return the names of ``data-`` attributes in scripts or styles."""
    camel_names = re.findall(r"\bdataset\.(\w+)|\bdataset: \{ (.*?) \}", text)
    names = {re.sub(r"([A-Z])", r"-\1", name).lower() for name, _names in camel_names if name}
    return names | set(re.findall(r"(?<![\w-])data-([a-z]+(?:-[a-z]+)*)", text))


def iter_hooks_in_python() -> Iterator[str]:
    for name in re.findall(r"\bdata(?:[-_]|set\.)([a-z]+(?:[-_][a-z]+)*)", PYTHON_CODE):
        yield name.replace("_", "-")


HOOKS_OF_SCRIPTS = find_hooks(
    "\n".join(
        re.findall(
            r"(?:set|toggle)Attribute\([^)]*|\bdataset\.\w+ = |[\w.]*dataset\.\w+ = ",
            "\n".join(STRIPPED_SCRIPTS.values()),
        )
    )
)


@pytest.mark.parametrize("sources", [STRIPPED_SCRIPTS, CSS], ids=["scripts", "styles"])
def test_every_hook_that_is_read_is_written(sources: dict[str, str]) -> None:
    """Each ``data-`` attribute that scripts or styles read is written by Python, a page or a script."""
    written_hooks = {*iter_hooks_in_python(), *find_hooks(PAGES_HTML), *HOOKS_OF_SCRIPTS, *HOOKS_OF_OTHER_PAGES}
    assert {
        name: unknown_hooks for name, text in sources.items() if (unknown_hooks := find_hooks(text) - written_hooks)
    } == {}


def test_classes_of_scripts_exist() -> None:
    """Each class in a selector of the page's scripts comes from Python or from a script."""
    selectors = {
        selector
        for path in SCRIPT_FILES
        if path.parent.name == "page"
        for literal in re.findall(r"[\"'`]([^\"'`\n]*)[\"'`]", STRIPPED_SCRIPTS[path.name])
        for selector in re.findall(r"(?<![\w./}])\.([a-z][a-z-]*)(?=[\s,:.\[>]|$)", literal)
    }
    words = set(
        re.findall(r"[\w-]+", " ".join(re.findall(r'"([^"\n]*)"', PYTHON_CODE + "".join(STRIPPED_SCRIPTS.values()))))
    )
    assert len(selectors) > 15
    assert {selector for selector in selectors if selector not in words} == set()


# --- embedded boards --------------------------------------------------------------------------------------------------


def find_documented_names(header: str) -> set[str]:
    """Return the names in the first column of each table in docs/embedding.md with a header."""
    table_texts = re.findall(rf"^\| {header} \|.*\n(?:\|.*\n)+", EMBEDDING_TEXT, re.MULTILINE)
    return {name for table in table_texts for name in re.findall(r"^\| (?:`\{.*?type: \"|`)(\w+)", table, re.MULTILINE)}


def test_parameters_are_documented() -> None:
    names = {*CONSTANTS["ATTRIBUTES"], *FRAME_PARAMETERS, "caption", "sandbox", "src", "width"}
    assert find_documented_names("attribute") == names


def test_events_are_documented() -> None:
    assert find_documented_names("event") == {*messages.EVENT_TYPES, "size"}


def test_messages_are_documented() -> None:
    """The documentation lists the messages of the page, and those of the frame that are not events."""
    answers = {*messages.ANSWER_TYPES} - {"checked"}  # only pages with <rule-board> have games of their own
    assert find_documented_names("message") == {
        *messages.FIELDS_BY_TYPE,
        "size",
        "starting",
        "loading",
        "failed",
        *answers,
    }


def test_python_formats_each_message() -> None:
    source = (ROOT / "py/ruleboard/embed/messages.py").read_text(encoding="utf-8")
    assert set(re.findall(r'_format_message\(\s*"(\w+)"', source)) == {*messages.EVENT_TYPES, *messages.ANSWER_TYPES}


def test_quick_look_at_attributes_knows_modes() -> None:
    """The pattern in the script of posters matches the names of all modes except that of tasks."""
    (pattern,) = re.findall(r"mode=\((.*?)\)", SCRIPTS["usual.js"])
    assert pattern.split("|") == [mode for mode in CONSTANTS["MODES"] if mode != "find"]


def test_styles_have_numbers_of_layout() -> None:
    assert f"@container (min-width: {CONSTANTS['WIDE_WIDTH']}px)" in CSS["embed.css"]
    max_heights = [int(rem_count) * 16 for rem_count in re.findall(r"--max-board-height: (\d+)rem", CSS["embed.css"])]
    assert max_heights
    poster_heights = re.findall(r"--rule-board-highest[:,] ?(\d+)px", SCRIPTS["style.js"])
    assert {*map(str, max_heights)} <= {*poster_heights}
