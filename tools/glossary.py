"""Check identifiers and prose against the word lists in tools/glossary.toml.

`python -m tools.glossary [paths]` prints each violation as ``file:line: word``, and the counts by folder.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from tools.setup import ROOT

GLOSSARY_FILE = ROOT / "tools" / "glossary.toml"
MAX_DOCS_COLUMNS = 100
"""The maximum length of a line of prose in a page of documentation."""

_SKIPPED_PATHS = ("node_modules/", "build/", "dist/", "static/vendor/", ".venv", "tests/e2e/transcripts/", "LICENSE")
_CHECKED_SUFFIXES = {".py", ".js", ".mjs", ".css", ".md"}
_PREDICATE_VERBS = {"is", "are", "was", "were", "be", "been", "being", "has", "have", "not", "never", "gets"}
"""Words after which a participle is part of a predicate: `is_known`."""
_DIRECTIONS = {"upper", "lower", "top", "bottom", "right"}
"""Words next to which `left` is a direction."""

_NAME_PART_PATTERN = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_CLAUSE_START_PATTERN = re.compile(r"(what|where|how|why|whether|when|which|who|whom|whose)\b", re.IGNORECASE)
_SECTION_HEADING_PATTERN = re.compile(r"(Args|Attributes|Raises|Returns|Yields):")
_SECTION_ENTRY_PATTERN = re.compile(r"[\w, .*]+: (.*)")
_CODE_SPAN_PATTERN = re.compile(r"(`+).+?\1|<!--.*?-->|\]\([^)]*\)")


class Word(NamedTuple):
    """An identifier or a piece of prose in a file."""

    line: int
    text: str


class Violation(NamedTuple):
    """A forbidden word in a file, with a better word."""

    path: str
    line: int
    word: str
    better_word: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.word} (better: {self.better_word})"


class Exemption(NamedTuple):
    """A reason why some names are allowed, and the path prefixes where they may occur (empty: everywhere)."""

    names: tuple[str, ...]
    paths: tuple[str, ...]
    reason: str

    def covers(self, path: str, word: str) -> bool:
        """Return True if this exemption allows a word in the file at a path."""
        return word in self.names and (not self.paths or path.startswith(self.paths))


@dataclass(frozen=True)
class Glossary:
    """The word lists.

    Attributes:
        words: forbidden parts of identifiers, with better words.
        names: forbidden whole identifiers, with better names.
        metaphors: forbidden metaphors in identifiers, with better words.
        patterns: regular expressions for forbidden identifiers, with better names.
        prose: regular expressions for forbidden phrases, with better phrases.
        exemptions: allowed words with reasons.
    """

    words: Mapping[str, str]
    names: Mapping[str, str]
    metaphors: Mapping[str, str]
    patterns: Mapping[str, str]
    prose: Mapping[str, str]
    exemptions: tuple[Exemption, ...] = ()

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], str]]:
        return [(re.compile(pattern), better_word) for pattern, better_word in self.patterns.items()]

    @cached_property
    def _phrases(self) -> list[tuple[re.Pattern[str], str]]:
        return [(_compile_phrase(phrase), better_word) for phrase, better_word in self.prose.items()]

    @cached_property
    def any_phrase(self) -> re.Pattern[str]:
        """A regular expression that matches every forbidden phrase."""
        return _compile_phrase("|".join(self.prose) or r"(?!)")

    def better_name(self, name: str) -> str | None:
        """Return a better name for a forbidden identifier, or None for an allowed identifier."""
        if better_word := self.names.get(name):
            return better_word
        for pattern, better_word in self._patterns:
            if pattern.fullmatch(name):
                return better_word
        parts = [part.lower() for part in _NAME_PART_PATTERN.findall(name)]
        for previous_part, part in zip(["", *parts], parts, strict=False):
            if better_word := self.metaphors.get(part):
                return better_word
            if part == "left" and not _DIRECTIONS.isdisjoint(parts):
                continue
            if (better_word := self.words.get(part)) and previous_part not in _PREDICATE_VERBS:
                return better_word
        return None

    def phrases(self, text: str) -> Iterator[tuple[str, str, int]]:
        """Yield each forbidden phrase in a text with a better phrase and its offset."""
        for pattern, better_word in self._phrases:
            for match in pattern.finditer(text):
                yield " ".join(match[0].lower().split()), better_word, match.start()

    def allows(self, path: str, word: str) -> bool:
        """Return True if an exemption allows a word in the file at a path."""
        return any(exemption.covers(path, word) for exemption in self.exemptions)


def _compile_phrase(expression: str) -> re.Pattern[str]:
    """Compile the regular expression for a phrase. Line breaks may separate its words."""
    return re.compile(rf"\b(?:{expression})\b".replace(" ", r"\s+"), re.IGNORECASE)


def load_glossary(path: Path = GLOSSARY_FILE) -> Glossary:
    """Read the word lists from a TOML file."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    exemptions = (
        Exemption(tuple(entry["names"]), tuple(entry.get("paths", ())), entry["reason"])
        for entry in data.get("allow", ())
    )
    return Glossary(**data["identifiers"], prose=data["prose"], exemptions=tuple(exemptions))


# Python


def iter_python_names(tree: ast.Module) -> Iterator[Word]:
    """Yield the functions, classes, parameters, variables and attributes that a module defines."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield Word(node.lineno, name)
            case ast.arg(arg=name):
                yield Word(node.lineno, name)
            case ast.Name(id=name, ctx=ast.Store()):
                yield Word(node.lineno, name)
            case ast.Attribute(attr=name, ctx=ast.Store(), value=ast.Name(id="self" | "cls")):
                yield Word(node.lineno, name)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield Word(node.lineno, name)
            case ast.alias(asname=str(name)):
                yield Word(node.lineno, name)


def iter_docstrings(tree: ast.Module) -> Iterator[Word]:
    """Yield the docstrings of a module, its classes, functions, constants and fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield Word(node.lineno, node.value.value)


def iter_python_comments(source: str) -> Iterator[Word]:
    """Yield the comments of a module. Consecutive comment lines form one comment."""
    yield from _join_lines(
        Word(token.start[0], token.string.lstrip("# "))
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    )


def _iter_comments_near_phrase(phrase: re.Pattern[str], source: str) -> Iterator[Word]:
    """Yield the comments of a module if its source contains a phrase.

    This saves time for all other modules, since the tokenizer is slow.
    """
    return iter_python_comments(source) if phrase.search(re.sub(r"\n\s*#\s*", " ", source)) else iter(())


def _join_lines(lines: Iterable[Word]) -> Iterator[Word]:
    """Join texts on consecutive lines, since a phrase may continue on the next line."""
    start, texts = 0, list[str]()
    for line, text in lines:
        if texts and line != start + len(texts):
            yield Word(start, "\n".join(texts))
            texts = []
        if not texts:
            start = line
        texts.append(text)
    if texts:
        yield Word(start, "\n".join(texts))


def iter_clause_beginnings(docstring: str) -> Iterator[str]:
    """Yield the beginning of each docstring part that is a clause ("how many there are") instead of a noun."""
    section = ""
    depth = 0
    for number, line in enumerate(docstring.splitlines()):
        text = line.strip()
        if heading := _SECTION_HEADING_PATTERN.fullmatch(text):
            section, depth = heading[1], len(line) - len(line.lstrip()) + 4
            continue
        entry = _SECTION_ENTRY_PATTERN.fullmatch(text) if section and len(line) - len(line.lstrip()) == depth else None
        if number == 0 or entry:
            first_part = entry[1] if entry else text
            if _CLAUSE_START_PATTERN.match(first_part):
                yield first_part


# JavaScript and CSS

_SCRIPT_TOKEN_PATTERN = re.compile(
    r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<template>`)
    |(?P<number>\.?\d[\w.]*)
    |(?P<name>\#?[A-Za-z_$][\w$]*)
    |(?P<space>\s+)
    |(?P<sign>=>|\?\.|\.\.\.|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_REGEX_LITERAL_PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
_WORD_BEFORE_REGEX_PATTERN = re.compile("return|typeof|case|in|of|delete|void|throw|new|else|await|yield")


def iter_script_tokens(source: str) -> Iterator[tuple[str, int, str]]:
    """Yield the kind, line and text of each token of a script, including tokens in templates but not whitespace."""
    position, line = 0, 1
    closing_brackets: list[str] = []  # what closes: "}" of a block, "`" of an expression within a template
    last_token = ""

    def find_template_end(start: int) -> int:
        """Return the offset after the closing backtick of a template, or after the start of its next expression."""
        while start < len(source):
            if source[start] == "\\":
                start += 2
            elif source[start] == "`":
                return start + 1
            elif source.startswith("${", start):
                closing_brackets.append("`")
                return start + 2
            else:
                start += 1
        return start

    while position < len(source):
        does_last_token_end_value = (
            last_token
            and (last_token[-1].isalnum() or last_token[-1] in "_$)]}`\"'")
            and not _WORD_BEFORE_REGEX_PATTERN.fullmatch(last_token)
        )
        match = (
            _REGEX_LITERAL_PATTERN.match(source, position)
            if not does_last_token_end_value and source[position : position + 2] not in ("//", "/*")
            else None
        )
        kind, text = "regex", match[0] if match else ""
        if not match:
            match = _SCRIPT_TOKEN_PATTERN.match(source, position)
            assert match
            kind, text = str(match.lastgroup), match[0]
        end = match.end()
        if kind == "template":
            end = find_template_end(end)
        elif text == "{":
            closing_brackets.append("}")
        elif text == "}" and closing_brackets and closing_brackets.pop() == "`":
            end = find_template_end(end)
        if kind not in ("space", "template"):
            yield kind, line, text
        if kind not in ("space", "comment"):
            last_token = "`" if kind == "template" else text
        line += source.count("\n", position, end)
        position = end


def iter_script_names(source: str) -> Iterator[Word]:
    """Yield the names that a script defines, without duplicates, keys of object literals and foreign properties."""
    tokens = [token for token in iter_script_tokens(source) if token[0] != "comment"]
    names: dict[str, int] = {}
    for index, (kind, line, text) in enumerate(tokens):
        if kind != "name":
            continue
        previous_token = tokens[index - 1][2] if index else ""
        next_token = tokens[index + 1][2] if index + 1 < len(tokens) else ""
        object_name = tokens[index - 2][2] if index > 1 else ""
        if previous_token in (".", "?.") and not (object_name == "this" and next_token == "="):
            continue
        if next_token == ":" and previous_token in ("{", ","):
            continue
        names.setdefault(text.removeprefix("#"), line)
    yield from (Word(line, name) for name, line in names.items())


def iter_script_comments(source: str) -> Iterator[Word]:
    """Yield the comments of a script. Consecutive comment lines form one comment."""
    lines = (
        Word(line + number, text.strip("/* \t"))
        for kind, line, comment in iter_script_tokens(source)
        if kind == "comment"
        for number, text in enumerate(comment.splitlines())
    )
    yield from _join_lines(lines)


def iter_style_names(source: str) -> Iterator[Word]:
    """Yield the custom properties and classes that a style sheet defines, without duplicates."""
    code = re.sub(r"/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match[0]), source, flags=re.DOTALL)
    names: dict[str, int] = {}
    for match in re.finditer(r"(?<![\w-])--([a-z][\w-]*)\s*:|([^{};]+)\{", code):
        line = code.count("\n", 0, match.start()) + 1
        leading_line_count = match[0][: -len(match[0].lstrip())].count("\n")
        for name in [match[1]] if match[1] else re.findall(r"\.([a-z][\w-]*)", match[2]):
            names.setdefault(name, line + leading_line_count)
    yield from (Word(line, name) for name, line in names.items())


def iter_style_comments(source: str) -> Iterator[Word]:
    """Yield the comments of a style sheet."""
    for match in re.finditer(r"/\*(.*?)\*/", source, re.DOTALL):
        yield Word(source.count("\n", 0, match.start()) + 1, match[1])


# Pages of documentation


def iter_page_prose(source: str) -> Iterator[Word]:
    """Yield the paragraphs of a Markdown page, without code."""
    yield from _join_lines(
        Word(number, _CODE_SPAN_PATTERN.sub("", line)) for number, line in _iter_page_lines(source) if line.strip()
    )


def _iter_page_lines(source: str) -> Iterator[Word]:
    """Yield the lines of a Markdown page outside fenced and indented code."""
    is_fenced, is_in_code = False, True
    for number, line in enumerate(source.splitlines(), 1):
        is_in_code = not line.strip() or (is_in_code and line.startswith("    "))
        if line.lstrip().startswith("```"):
            is_fenced = not is_fenced
        elif not is_fenced and not is_in_code:
            yield Word(number, line)


def iter_long_lines(source: str) -> Iterator[Word]:
    """Yield the prose lines of a Markdown page that are too long. Tables, code and lines with only a URL are exempt."""
    for number, line in _iter_page_lines(source):
        if len(line) > MAX_DOCS_COLUMNS and not line.lstrip().startswith("|") and " " in line.strip():
            yield Word(number, f"line of {len(line)} columns")


# The check


def find_violations(path: str, source: str, glossary: Glossary) -> list[Violation]:
    """Return the violations in a file.

    Args:
        path: the path relative to the project's folder. The suffix selects the parser.
        source: the text of the file.
        glossary: the word lists.
    """
    violations: list[Violation] = []
    names: Iterable[Word] = ()
    prose: Iterable[Word] = ()
    match Path(path).suffix:
        case ".py":
            tree = ast.parse(source)
            names = iter_python_names(tree)
            texts = list(iter_docstrings(tree))
            prose = [*texts, *(_iter_comments_near_phrase(glossary.any_phrase, source))]
            for line, text in texts:
                for clause in iter_clause_beginnings(text):
                    violations.append(Violation(path, line, f"docstring “{clause[:40]}”", "a noun or an imperative"))
        case ".js" | ".mjs":
            names, prose = iter_script_names(source), iter_script_comments(source)
        case ".css":
            names, prose = iter_style_names(source), iter_style_comments(source)
        case ".md":
            prose = iter_page_prose(source)
            violations += (
                Violation(path, line, text, f"≤ {MAX_DOCS_COLUMNS}") for line, text in iter_long_lines(source)
            )
    names = list(names)
    all_names = {name for _, name in names}
    for line, name in names:
        better_word = glossary.better_name(name)
        if better_word and not glossary.allows(path, name) and not _is_direction(name, all_names):
            violations.append(Violation(path, line, name, better_word))
    for start, text in prose:
        for phrase, better_word, offset in glossary.phrases(text):
            if not glossary.allows(path, phrase):
                violations.append(Violation(path, start + text.count("\n", 0, offset), phrase, better_word))
    return sorted(violations, key=lambda violation: violation.line)


def _is_direction(name: str, names: set[str]) -> bool:
    """Return True if `left` in a name means a direction, since the file also has the same name with `right`."""
    return (
        "left" in name.lower()
        and name.replace("left", "right").replace("Left", "Right").replace("LEFT", "RIGHT") in names
    )


def find_files_to_check(paths: Iterable[str] = (), root: Path = ROOT) -> list[str]:
    """Return the files to check below some paths, or all files if there are no paths. In a git clone, use git's list.

    Raises:
        FileNotFoundError: a path does not exist.
    """
    candidates: set[str] = set()
    for path in paths or ("",):
        folder = root / path
        if not folder.exists():
            raise FileNotFoundError(path)
        if folder.is_file():
            candidates.add(path)
            continue
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", path or "."]
        try:
            listed_files = subprocess.run(
                command, cwd=root, capture_output=True, text=True, check=True
            ).stdout.splitlines()
        except (OSError, subprocess.CalledProcessError):
            listed_files = [file.relative_to(root).as_posix() for file in folder.rglob("*") if file.is_file()]
        candidates.update(listed_files)
    return sorted(
        path
        for path in candidates
        if Path(path).suffix in _CHECKED_SUFFIXES and not path.startswith(_SKIPPED_PATHS) and (root / path).is_file()
    )


def find_all_violations(paths: Iterable[str], glossary: Glossary, root: Path = ROOT) -> list[Violation]:
    """Return the violations in files."""
    return [
        violation
        for path in paths
        for violation in find_violations(path, (root / path).read_text(encoding="utf-8"), glossary)
    ]


def main(arguments: list[str]) -> int:
    """Print the violations and their numbers by folder. Return 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tools.glossary", description=__doc__)
    parser.add_argument("paths", nargs="*", help="files and folders (default: all)")
    parser.add_argument("--summary", action="store_true", help="print the counts alone")
    parser.add_argument("--words", action="store_true", help="print the counts by word, too")
    options = parser.parse_args(arguments)
    glossary = load_glossary()
    try:
        violations = find_all_violations(find_files_to_check(options.paths), glossary)
    except FileNotFoundError as error:
        print(f"tools.glossary: there is no {error}.", file=sys.stderr)
        return 2
    if not options.summary:
        print("\n".join(map(str, violations)))
    if options.words:
        for word, count in Counter(violation.word for violation in violations).most_common(60):
            print(f"{count:6} {word}")
    for folder, count in sorted(Counter(str(Path(violation.path).parent) for violation in violations).items()):
        print(f"{count:6} {folder}")
    print(f"{len(violations):6} in all")
    return int(bool(violations))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
