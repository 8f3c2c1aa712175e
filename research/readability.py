"""Random samples of names, docstrings and commit subjects, for readers who do not know the project.

``python -m research.readability --seed 1`` prints numbered lists. A reader marks every name and sentence that they
would question in a review. ``research/notes/readability.md`` contains the results.
"""

from __future__ import annotations

import argparse
import ast
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("py", "tools", "research", "tests")


class Definition(NamedTuple):
    """A name that a module defines, with the line and the docstring that a reader sees.

    Attributes:
        name: the name.
        code: the line that defines the name, after its class if it has one.
        docstring: the docstring of a module, class or function; may be empty.
    """

    name: str
    code: str
    docstring: str


def iter_definitions(source: str) -> Iterator[Definition]:
    """Yield the functions, classes, parameters, variables and fields that a module defines."""
    lines, tree = source.splitlines(), ast.parse(source)
    class_prefixes = {
        name: f"class {node.name}: "
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        for name in (statement, *(ast.walk(statement) if isinstance(statement, ast.Assign | ast.AnnAssign) else ()))
    }
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                code = f"{'class' if isinstance(node, ast.ClassDef) else 'def'} {format_signature(node)}"
                yield Definition(node.name, class_prefixes.get(node, "") + code, ast.get_docstring(node) or "")
            case ast.Module():
                yield Definition("", "", ast.get_docstring(node) or "")
            case ast.arg(arg=name) if name not in ("self", "cls"):
                yield Definition(name, lines[node.lineno - 1].strip(), "")
            case ast.Name(id=name, ctx=ast.Store()) if name != "_":
                yield Definition(name, class_prefixes.get(node, "") + lines[node.lineno - 1].strip(), "")


def format_signature(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> str:
    """Return the name of a function or class with its parameters or bases."""
    if isinstance(node, ast.ClassDef):
        return f"{node.name}({', '.join(map(ast.unparse, node.bases))})"
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){returns}"


def read_commit_subjects(revisions: str) -> list[str]:
    """Return the subjects of the commits in a range of revisions, without merges."""
    command = ["git", "log", "--no-merges", "--format=%s", revisions]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


def create_sample(seed: int, name_count: int, docstring_count: int, subject_count: int, revisions: str) -> str:
    """Return a random sample of the project's words.

    Args:
        seed: the seed of the random choices.
        name_count: the number of names.
        docstring_count: the number of docstrings.
        subject_count: the number of commit subjects.
        revisions: the range of revisions from which the subjects come, such as ``v1.0.0..``.
    """
    rng = random.Random(seed)
    files = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))
    all_definitions = [
        definition for file in files for definition in iter_definitions(file.read_text(encoding="utf-8"))
    ]
    unique_names = sorted({definition.name: definition for definition in all_definitions if definition.name}.values())
    documented_definitions = sorted({definition for definition in all_definitions if definition.docstring})
    lines = ["NAMES"]
    sampled_names = rng.sample(unique_names, min(name_count, len(unique_names)))
    lines += [f"{number}. {item.name}\n     {item.code}" for number, item in enumerate(sampled_names, 1)]
    lines.append("\nDOCSTRINGS")
    sampled_docstrings = rng.sample(documented_definitions, min(docstring_count, len(documented_definitions)))
    lines += [f"{number}. {item.code}\n{item.docstring}\n" for number, item in enumerate(sampled_docstrings, 1)]
    lines.append("COMMIT SUBJECTS")
    log = read_commit_subjects(revisions)
    lines += [f"{number}. {subject}" for number, subject in enumerate(rng.sample(log, min(subject_count, len(log))), 1)]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Print a sample."""
    parser = argparse.ArgumentParser(prog="python -m research.readability", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--names", type=int, default=60)
    parser.add_argument("--docstrings", type=int, default=60)
    parser.add_argument("--commits", type=int, default=20)
    parser.add_argument("--revisions", default="HEAD", help="the commits to choose from, such as main~50..")
    options = parser.parse_args(arguments)
    print(create_sample(options.seed, options.names, options.docstrings, options.commits, options.revisions))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
