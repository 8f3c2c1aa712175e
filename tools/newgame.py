"""Create the skeleton of a game: ``python3 dev.py newgame <id>``. With ``--check``, list what a game still lacks.

The skeleton is a complete game, which passes the conformance tests. Its author replaces the rules.
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from keyword import iskeyword
from pathlib import Path
from typing import Final, NamedTuple

from tools.catalogue import Catalogue, list_languages, read_catalogue
from tools.setup import ROOT

_ID_PATTERN: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_TAGLINE_TEMPLATE: Final = "Replace this by a sentence that invites people to play."
_CONFORMANCE_PARTS: Final = ("games", "views", "bots", "touches")

_GAME_TEMPLATE: Final = '''"""{title}: say here in one sentence what the game is about."""

from __future__ import annotations

from ruleboard.own import N_, Board, BoardGame, Moves, Result, disc, package, won


class {class_name}(BoardGame):
    """{title}. The rules of the skeleton are a race: pieces step forward, and the first on the last rank wins."""

    title = N_("{title}")
    tagline = N_("{tagline}")
    start = "bbbb / 4 / 4 / wwww"
    sides = {{N_("White"): "w", N_("Black"): "b"}}
    pieces = {{"w": N_("a white piece"), "b": N_("a black piece")}}
    looks = {{"w": disc("light"), "b": disc("dark")}}

    def moves(self, board: Board) -> Moves:
        """Yield what a player touches, and the board after the action."""
        forward = 1 if board.side == 0 else -1
        for start in board.where(board.letters):
            for end in board.around(start, ((-1, forward), (0, forward), (1, forward))):
                if board[end] not in board.letters:
                    yield (start, end), board.move(start, end).passed

    def result(self, board: Board) -> Result | None:
        """Return the result of the game, or None while it continues."""
        for side, (letter, rank) in enumerate((("w", board.ranks[-1]), ("b", board.ranks[0]))):
            for square in rank:
                if board[square] == letter:
                    return won(side, N_("{{side}}: a piece is on the last rank."), [square])
        return None


PACKAGE = package({class_name}(), order={order})
'''

_TEST_TEMPLATE: Final = '''"""Test the rules of {title} by positions and sets of squares."""

from __future__ import annotations

from ruleboard.registry import GAMES

GAME = GAMES["{id}"]


def goals(position: str, start: str) -> set[str]:
    """Return the squares to which the piece on a square can move."""
    actions = GAME.legal_actions(GAME.parse_position(position))
    return {{action.targets[-1] for action in actions if action.targets[0] == start}}


def test_pieces_step_forward() -> None:
    assert goals("bbbb/4/4/wwww w", "b1") == {{"a2", "b2", "c2"}}


def test_piece_on_last_rank_wins() -> None:
    outcome = GAME.outcome(GAME.parse_position("bwbb/4/4/w1ww b"))
    assert outcome is not None
    assert (outcome.winners, outcome.squares) == ((0,), ("b4",))
'''


class NewGameError(Exception):
    """Raised when a skeleton cannot be written or checked. The message is the reason, as a sentence."""


class Game(NamedTuple):
    """A game in the project's folders.

    Attributes:
        root: the folder of the project.
        id: the id of the game, such as ``last-stone``.
    """

    root: Path
    id: str

    @property
    def folder_name(self) -> str:
        """The name of the game's folders: the id with underscores."""
        return self.id.replace("-", "_")

    @property
    def folder(self) -> str:
        """The path of the game's folder in the project."""
        return f"py/ruleboard/games/{self.folder_name}"

    @property
    def title(self) -> str:
        """The title that the skeleton has."""
        return self.id.replace("-", " ").capitalize()

    def lacks(self, path: str) -> bool:
        """Return True if the project has no such file."""
        return not (self.root / path).exists()


def find_game(root: Path, id: str) -> Game:
    """Return the game with an id. Its files need not exist yet.

    Raises:
        NewGameError: the text is not a valid id.
    """
    if not _ID_PATTERN.fullmatch(id) or iskeyword(id):
        raise NewGameError(f"{id!r} can be no id of a game: use small letters, digits and hyphens, as in last-stone.")
    return Game(root, id)


def write_skeleton(root: Path, id: str) -> tuple[str, ...]:
    """Write a game that passes the conformance tests, and tests of its rules. Return the paths of the files.

    Args:
        root: the folder of the project.
        id: the id of the game.

    Raises:
        NewGameError: the text is not a valid id, or the game exists already.
    """
    from ruleboard.registry import VIEWS

    game = find_game(root, id)
    if not game.lacks(game.folder):
        raise NewGameError(f"{game.folder} exists already: choose another id, or run newgame {id} --check.")
    values = {
        "id": id,
        "title": game.title,
        "tagline": _TAGLINE_TEMPLATE,
        "class_name": "".join(part.capitalize() for part in id.split("-")),
        "order": max(view.order for view in VIEWS.values()) + 1,
    }
    files = {
        f"{game.folder}/__init__.py": _GAME_TEMPLATE,
        f"tests/unit/{game.folder_name}/test_{game.folder_name}_rules.py": _TEST_TEMPLATE,
    }
    for path, template in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(template.format(**values), encoding="utf-8")
    return tuple(files)


# --- what a game lacks


def _find_definition_faults(game: Game) -> Iterator[str]:
    from ruleboard.registry import VIEWS

    view = VIEWS[game.id]
    games_with_same_order = [id for id, other in VIEWS.items() if other.order == view.order and id != game.id]
    if view.tagline == _TAGLINE_TEMPLATE:
        yield f"{game.folder}/__init__.py: the tagline is still that of the skeleton."
    if games_with_same_order:
        other_id = games_with_same_order[0]
        yield f"{game.folder}/__init__.py: order={view.order} is also the order of {other_id}; each has its own."


@cache
def _extract_templates() -> dict[str, Catalogue]:
    """Extract the templates of all parts from the sources."""
    from tools.i18n import extract_templates

    return extract_templates()


def _find_missing_translations(game: Game) -> Iterator[str]:
    from ruleboard.kit.rules import BoardRules
    from ruleboard.registry import GAMES

    template = _extract_templates()
    rules = GAMES[game.id]
    texts = [rules.title]
    if isinstance(rules, BoardRules):
        definition = rules.definition
        texts += [definition.tagline, *definition.sides, *definition.pieces.values(), *definition.buttons.values()]
        texts += [definition.goal] if definition.goal else []
    marked_texts = {message.id for catalogue in template.values() for message in catalogue.messages}
    for text in dict.fromkeys(texts):
        if text not in marked_texts:
            yield f"{game.folder}/__init__.py: mark {text!r} with N_(…), so that it can be translated."
    count = len(template[game.id].messages) if game.id in template else 0
    for language in list_languages():
        path = f"locale/{language}/{game.id}.po"
        if game.lacks(path):
            yield f"{path} is missing: run python3 dev.py i18n, and translate its {count} texts."
            continue
        messages = read_catalogue(game.root / path).messages
        untranslated_count = sum(not message.strings or message.is_fuzzy for message in messages)
        if untranslated_count:
            yield f"{path}: {untranslated_count} of {len(messages)} texts have no translation."


def _find_missing_lessons(game: Game) -> Iterator[str]:
    from ruleboard.learning import courses

    readers_by_file: dict[str, tuple[int, str, Callable[[], int]]] = {
        "lessons.toml": (5, "lessons", lambda: len(courses.course(game.id))),
        "reference.toml": (4, "sections with the rules on one page", lambda: len(courses.reference(game.id))),
        "rulings.toml": (5, "rulings", lambda: len(courses.rulings(game.id).rulings)),
    }
    for name, (minimum, content, read) in readers_by_file.items():
        path = f"{game.folder}/{name}"
        if game.lacks(path):
            yield f"{path} is missing: write at least {minimum} {content}."
        elif (number := read()) < minimum:
            yield f"{path}: there are {number} {content}, and at least {minimum} are needed."
    for name, content in (
        ("legend.toml", "the legend of notation and marks"),
        ("checks.toml", "the kinds of questions in quizzes"),
        ("guide.toml", "the options and tips of the guided first game"),
    ):
        if game.lacks(f"{game.folder}/{name}"):
            yield f"{game.folder}/{name} is missing: {content}."


def _find_missing_tests(game: Game) -> Iterator[str]:
    folder = game.root / "tests"
    if game.lacks(f"docs/clauses/{game.id}.md"):
        yield f"docs/clauses/{game.id}.md is missing: a table of the rulebook’s clauses with their lessons and tests."
    if not any((folder / "unit" / game.folder_name).glob("test_*.py")):
        yield f"tests/unit/{game.folder_name} has no tests: check the rules by positions and sets of squares."
    if not any((folder / "playthroughs").glob(f"{game.folder_name}*")):
        yield f"tests/playthroughs/{game.folder_name}_….txt is missing: record at least one whole game."
    colour_test = game.root / "tests/e2e/test_colour_blind.py"
    if not colour_test.exists() or f'"{game.id}"' not in colour_test.read_text(encoding="utf-8"):
        yield f"tests/e2e/test_colour_blind.py has no entry {game.id!r}: add the width, the pieces and the marks."


def _find_missing_docs(game: Game) -> Iterator[str]:
    from ruleboard.registry import GAMES

    readme = game.root / "README.md"
    if not readme.exists() or GAMES[game.id].title not in readme.read_text(encoding="utf-8"):
        yield f"README.md does not name {GAMES[game.id].title}."


_GAME_CHECKS: Final[tuple[Callable[[Game], Iterator[str]], ...]] = (
    _find_definition_faults,
    _find_missing_lessons,
    _find_missing_translations,
    _find_missing_tests,
    _find_missing_docs,
)


def find_missing_parts(root: Path, id: str) -> list[str]:
    """Return a sentence about each file that a game needs before it can be merged.

    Args:
        root: the folder of the project.
        id: the id of the game.

    Raises:
        NewGameError: there is no such game, or importing it fails.
    """
    game = find_game(root, id)
    if game.lacks(f"{game.folder}/__init__.py"):
        raise NewGameError(f"There is no game in {game.folder}: begin it with python3 dev.py newgame {id}.")
    try:
        registry = importlib.import_module("ruleboard.registry")
    except Exception as error:
        raise NewGameError(f"{game.folder} cannot be imported: {type(error).__name__}: {error}.") from error
    if id not in registry.GAMES:
        raise NewGameError(f"{game.folder} has another id than {id}: name the class of the game after the folder.")
    return [sentence for check in _GAME_CHECKS for sentence in check(game)]


def find_missing_optional_parts(root: Path, id: str) -> list[str]:
    """Return the optional files that a game does not have, each with its purpose."""
    game = find_game(root, id)
    purpose_by_name = {
        "problems.toml": "puzzles",
        "poster.py": "embedded boards draw any position before Python has started",
    }
    return [
        f"{game.folder}/{name}: {purpose}."
        for name, purpose in purpose_by_name.items()
        if game.lacks(f"{game.folder}/{name}")
    ]


def main(arguments: list[str]) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="dev.py newgame", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("id", help="the id of the game, such as last-stone")
    parser.add_argument("--check", action="store_true", help="list what the game lacks until it can be merged")
    options = parser.parse_args(arguments)
    sys.path.insert(0, str(ROOT / "py"))
    try:
        if options.check:
            return _print_faults(options.id)
        files = write_skeleton(ROOT, options.id)
    except NewGameError as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(f"wrote {path}" for path in files))
    print(f"Play it with python3 dev.py serve, and test it with {_format_test_command(options.id)}")
    return 0


def _format_test_command(id: str) -> str:
    tests = " ".join(f"tests/conformance/test_{part}.py" for part in _CONFORMANCE_PARTS)
    return f"python3 dev.py test {tests} -k {id}"


def _print_faults(id: str) -> int:
    sentences, optional_files = find_missing_parts(ROOT, id), find_missing_optional_parts(ROOT, id)
    if sentences:
        print(f"{id} lacks, until it can be merged:")
        print("\n".join(f"{number}. {sentence}" for number, sentence in enumerate(sentences, 1)))
    else:
        print(f"{id} has everything that a game needs.")
    if optional_files:
        print("Optional:\n" + "\n".join(f"- {sentence}" for sentence in optional_files))
    print(f"This does not run the tests. They must pass: {_format_test_command(id)}")
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
