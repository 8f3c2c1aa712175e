"""Mutations of Python source: small changes to the code that a test should notice.

A mutation replaces one piece of a file. No mutation changes texts, docstrings, type annotations, decorators,
assertions, or blocks that only a type checker reads.
"""

from __future__ import annotations

import ast
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

Change: TypeAlias = tuple[str, ast.expr | ast.stmt, str]
"""The kind of a mutation, the node that it replaces, and the new code."""

_COMPARISON_REPLACEMENTS: Final[Mapping[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATOR_REPLACEMENTS: Final[Mapping[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_JUMP_TYPES: Final = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change to one file.

    Attributes:
        path: the file, relative to the project's folder.
        line: the line number of the change.
        column: the offset in the line, in bytes.
        kind: the kind of the change, such as ``comparison``.
        before: the replaced code.
        after: the new code.
        start: the offset in the file, in bytes.
    """

    path: str
    line: int
    column: int
    kind: str
    before: str
    after: str
    start: int

    @property
    def key(self) -> str:
        """A unique text for the mutation, with its location and change."""
        return f"{self.path}:{self.line}:{self.column} {self.kind}: {self.before} -> {self.after}"

    def apply(self, source: str) -> str:
        """Return the source of the file with the change."""
        data = source.encode()
        return (data[: self.start] + self.after.encode() + data[self.start + len(self.before.encode()) :]).decode()


def iter_file_mutations(path: str, source: str) -> Iterator[Mutation]:
    """Yield all mutations of a file, in source order.

    Args:
        path: the file, relative to the project's folder.
        source: the text of the file.
    """
    data = source.encode()
    offsets = [0]
    for line in data.split(b"\n"):
        offsets.append(offsets[-1] + len(line) + 1)
    for kind, node, after in _iter_changes(ast.parse(source)):
        start = offsets[node.lineno - 1] + node.col_offset
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        end = offsets[node.end_lineno - 1] + node.end_col_offset
        yield Mutation(path, node.lineno, node.col_offset, kind, data[start:end].decode(), after, start)


def shuffle_mutations(candidates: Iterable[Mutation], seed: int) -> list[Mutation]:
    """Sort mutations in a random order with alternating kinds, which depends only on the seed and the keys.

    Therefore a new line of code affects only the order of the mutations in code that it moves.
    """
    mutations_by_kind: dict[str, list[tuple[str, Mutation]]] = defaultdict(list)
    for mutation in candidates:
        digest = hashlib.sha256(f"{seed} {mutation.key}".encode()).hexdigest()
        mutations_by_kind[mutation.kind].append((digest, mutation))
    ranked_mutations = [
        (rank, digest, mutation)
        for group in mutations_by_kind.values()
        for rank, (digest, mutation) in enumerate(sorted(group, key=lambda pair: pair[0]))
    ]
    return [mutation for _, _, mutation in sorted(ranked_mutations, key=lambda entry: entry[:2])]


def _iter_changes(node: ast.AST) -> Iterator[Change]:
    """Yield the possible changes to a node and to all nodes below it."""
    if isinstance(node, ast.expr):
        yield from _iter_expression_changes(node)
    elif isinstance(node, ast.If) and not (_has_other_negation(node.test) or _is_constant(node.test)):
        yield "swapped branches", node.test, f"not ({ast.unparse(node.test)})"
    for child in _iter_children(node):
        yield from _iter_changes(child)
    for block in _iter_blocks_with_jump(node):
        last_statement = block[-1]
        if isinstance(last_statement, _JUMP_TYPES):
            yield f"{type(last_statement).__name__.lower()} removed", last_statement, "pass"


def _iter_children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the child nodes that contain code, without texts, annotations, decorators and assertions."""
    if isinstance(node, ast.JoinedStr | ast.Assert | ast.arg):
        return
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("cast", "TypeVar", "NewType"):
        return
    if isinstance(node, ast.AnnAssign):
        if node.value is not None and "TypeAlias" not in ast.unparse(node.annotation):
            yield node.value
        return
    if isinstance(node, ast.If) and _is_constant(node.test):
        yield from node.orelse
        return
    excluded_nodes: list[ast.AST] = []
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        excluded_nodes = [*node.decorator_list, *([node.returns] if node.returns else [])]
    elif isinstance(node, ast.ClassDef):
        excluded_nodes = [*node.decorator_list, *node.bases]
    yield from (child for child in ast.iter_child_nodes(node) if child not in excluded_nodes)


def _iter_blocks_with_jump(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of a statement whose last jump can be removed, so that the code continues after the block."""
    if isinstance(node, ast.If | ast.For | ast.While):
        yield from (block for block in (node.body, node.orelse) if block)
    elif isinstance(node, ast.ExceptHandler):
        yield node.body


def _iter_expression_changes(node: ast.expr) -> Iterator[Change]:
    """Yield the possible changes to an expression, but not to its subexpressions."""
    match node:
        case ast.Compare(ops=[operator]):
            comparison = ast.Compare(node.left, [_COMPARISON_REPLACEMENTS[type(operator)]()], node.comparators)
            yield "comparison", node, _parenthesize(comparison)
        case ast.BoolOp():
            opposite_operator = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
            yield "and, or", node, _parenthesize(ast.BoolOp(opposite_operator, node.values))
        case ast.UnaryOp(op=ast.Not()):
            yield "not removed", node, _parenthesize(node.operand)
        case ast.BinOp() if (
            type(node.op) in _OPERATOR_REPLACEMENTS and not _is_type_union(node) and not _is_text_operation(node)
        ):
            yield (
                "arithmetic",
                node,
                _parenthesize(ast.BinOp(node.left, _OPERATOR_REPLACEMENTS[type(node.op)](), node.right)),
            )
        case ast.IfExp():
            yield "swapped branches", node, _parenthesize(ast.IfExp(node.test, node.orelse, node.body))
        case ast.Constant(value=bool() as value):
            yield "constant", node, repr(not value)
        case ast.Constant(value=int() as value):
            yield "constant", node, repr(value + 1)
            yield "constant", node, repr(value - 1) if value else "(-1)"


def _is_constant(test: ast.expr) -> bool:
    """Return True if a condition has the same value in every run of the tests."""
    return ast.unparse(test) in ("TYPE_CHECKING", "__name__ == '__main__'")


def _has_other_negation(test: ast.expr) -> bool:
    """Return True if another mutation already negates this condition."""
    if isinstance(test, ast.Compare):
        return isinstance(test.ops[0], ast.Eq | ast.NotEq | ast.In | ast.NotIn | ast.Is | ast.IsNot)
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def _parenthesize(node: ast.expr) -> str:
    """Return the code of an expression in parentheses, which are valid anywhere."""
    return f"({ast.unparse(node)})"


def _is_type_union(node: ast.BinOp) -> bool:
    """Return True if an operation is a union of types, such as ``int | None``."""
    leaves = [part for part in ast.walk(node) if isinstance(part, ast.Name | ast.Constant)]
    names = [part.id if isinstance(part, ast.Name) else str(part.value) for part in leaves]
    builtin_types = {"int", "str", "bool", "float", "bytes", "tuple", "list", "dict", "None"}
    return isinstance(node.op, ast.BitOr) and all(
        name in builtin_types or (name[:1].isupper() and not name.isupper()) for name in names
    )


def _is_text_operation(node: ast.BinOp) -> bool:
    """Return True if the operator joins or formats texts."""
    operands = (node.left, node.right)
    return any(
        isinstance(operand, ast.JoinedStr) or (isinstance(operand, ast.Constant) and isinstance(operand.value, str))
        for operand in operands
    )
