"""A parser for the part of CSS that pictures use, and the cascade for an element."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ruleboard.scene.color import split
from ruleboard.scene.node import Node

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_STEP = re.compile(
    r"(?P<tag>[a-zA-Z][\w-]*|\*)"
    r"|\.(?P<cls>[\w-]+)"
    r"|#(?P<id>[\w-]+)"
    r"""|\[(?P<attr>[\w-]+)(?:(?P<op>[\^$*~|]?=)["']?(?P<value>[^\]"']*)["']?)?\]"""
    r"|(?P<pseudo>::?[\w-]+)(?P<inside>\()?"
)
_IMPORTANT = re.compile(r"\s*!\s*important\s*$")


class Element(NamedTuple):
    """A node with its place in the tree, which selectors are matched against.

    Attributes:
        node: the node.
        classes: its classes.
        position: its index among its siblings.
        parent: the element that contains it; None for the root of a page.
    """

    node: Node
    classes: frozenset[str]
    position: int
    parent: Element | None


def element(node: Node, parent: Element | None = None, index: int = 0) -> Element:
    """Return the element of a node.

    Args:
        node: the node.
        parent: the element that contains it; None for the root.
        index: its index among its siblings.
    """
    return Element(node, frozenset(node.attrs.get("class", "").split()), index, parent)


@dataclass(frozen=True, slots=True)
class Compound:
    """A compound selector: the conditions on one element.

    Attributes:
        tag: the tag; empty for any.
        classes: the required classes.
        attrs: names, operators and values of attribute selectors.
        any_of: selector lists (``:is``, ``:where``), each of which must match.
        none_of: selectors that must not match (``:not``).
        root: True if the element must be the root of the page.
        never: True if it asks for a state that no still picture has (``:hover``, ``:focus``).
    """

    tag: str = ""
    classes: frozenset[str] = frozenset()
    attrs: tuple[tuple[str, str, str], ...] = ()
    any_of: tuple[tuple[Selector, ...], ...] = ()
    none_of: tuple[Selector, ...] = ()
    root: bool = False
    never: bool = False

    def matches(self, it: Element) -> bool:
        """Return True if an element meets the conditions."""
        if self.never or not self.classes <= it.classes or (self.tag and it.node.tag != self.tag):
            return False
        if self.root and it.parent is not None:
            return False
        if any(not _attribute_matches(it.node.attrs.get(name), op, value) for name, op, value in self.attrs):
            return False
        if any(not any(one.matches(it) for one in some) for some in self.any_of):
            return False
        return not any(one.matches(it) for one in self.none_of)


@dataclass(frozen=True, slots=True)
class Selector:
    """A complex selector: compound selectors joined by combinators.

    Attributes:
        compounds: the compound selectors; the last one is for the element itself.
        combinators: the combinators between them: " ", ">", "+" or "~".
        specificity: the numbers of ids, classes and tags.
    """

    compounds: tuple[Compound, ...]
    combinators: tuple[str, ...]
    specificity: tuple[int, int, int]

    def matches(self, it: Element) -> bool:
        """Return True if an element is selected."""
        return self.compounds[-1].matches(it) and self._matches_before(it, len(self.combinators) - 1)

    def _matches_before(self, it: Element, at: int) -> bool:
        """Return True if the compounds up to index ``at`` match, given that the next one matches an element."""
        if at < 0:
            return True
        compound, combinator = self.compounds[at], self.combinators[at]
        return any(
            compound.matches(other) and self._matches_before(other, at - 1) for other in _candidates(it, combinator)
        )


def _candidates(it: Element, combinator: str) -> Iterator[Element]:
    """Yield the elements that a combinator relates to an element."""
    if combinator in "+~":
        if it.parent is None:
            return
        siblings = it.parent.node.children
        for index in range(it.position - 1, -1, -1):
            yield element(siblings[index], it.parent, index)
            if combinator == "+":
                return
        return
    parent = it.parent
    while parent is not None:
        yield parent
        if combinator == ">":
            return
        parent = parent.parent


def _attribute_matches(value: str | None, op: str, wanted: str) -> bool:
    if value is None:
        return False
    match op:
        case "=":
            return value == wanted
        case "^=":
            return bool(wanted) and value.startswith(wanted)
        case "$=":
            return bool(wanted) and value.endswith(wanted)
        case "*=":
            return bool(wanted) and wanted in value
        case "~=":
            return wanted in value.split()
        case "|=":
            return value == wanted or value.startswith(wanted + "-")
    return True


class Rule(NamedTuple):
    """A selector with its declarations, values by property; the important ones apart."""

    selector: Selector
    normal: Mapping[str, str]
    important: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A style sheet.

    Attributes:
        rules: the rules in the order of the text.
        by_name: the indices of the rules by a class or tag they require; "" for those that require neither.
    """

    rules: tuple[Rule, ...]
    by_name: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def declarations(self, it: Element) -> dict[str, str]:
        """Return the values that win the cascade for an element, by property."""
        names = ("", it.node.tag, *it.classes)
        indices = sorted({index for name in names for index in self.by_name.get(name, ())})
        rules = [self.rules[index] for index in indices if self.rules[index].selector.matches(it)]
        rules.sort(key=lambda rule: rule.selector.specificity)  # stable: of equal ones the later rule wins
        values: dict[str, str] = {}
        for rule in rules:
            values.update(rule.normal)
        for rule in rules:
            values.update(rule.important)
        return values


def parse(text: str, media: Collection[str] = ()) -> Sheet:
    """Return the style sheet of a text.

    Args:
        text: the text.
        media: the ``@media`` conditions that hold, as they are written ("print"); rules under others are left out.
    """
    rules = tuple(_rules(_COMMENT.sub("", text), frozenset(media)))
    by_name: dict[str, list[int]] = {}
    for number, rule in enumerate(rules):
        last = rule.selector.compounds[-1]
        name = min(last.classes) if last.classes else last.tag
        by_name.setdefault(name, []).append(number)
    return Sheet(rules, {name: tuple(numbers) for name, numbers in by_name.items()})


def _rules(text: str, media: frozenset[str]) -> Iterator[Rule]:
    for head, inside in _blocks(text):
        if head.startswith("@media"):
            if head.removeprefix("@media").strip() in media:
                yield from _rules(inside, media)
        elif not head.startswith("@"):
            normal, important = _declarations(inside)
            for selector in split(head, ","):
                found = _selector(selector)
                if found and not any(compound.never for compound in found.compounds):
                    yield Rule(found, normal, important)


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the blocks of a text: the text before the braces, and the text in them."""
    at = 0
    while (start := text.find("{", at)) >= 0:
        depth, end = 1, start + 1
        while end < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        yield text[at:start].rpartition(";")[2].strip(), text[start + 1 : end - 1]
        at = end


def _declarations(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the normal and the important declarations of a block."""
    normal: dict[str, str] = {}
    important: dict[str, str] = {}
    for line in split(text, ";"):
        name, colon, value = line.partition(":")
        if not colon:
            continue
        bare = _IMPORTANT.sub("", value)
        name = name.strip() if name.strip().startswith("--") else name.strip().lower()
        (normal if bare == value else important)[name] = bare.strip()
    return normal, important


def _selector(text: str) -> Selector | None:
    """Return the selector of a text; None if it is of an unsupported kind."""
    compounds: list[Compound] = []
    combinators: list[str] = []
    specificity = (0, 0, 0)
    for word in re.sub(r"\s*([>+~])(?!=)\s*", r" \1 ", text).split() if "(" not in text else _words(text):
        if word in (">", "+", "~"):
            if len(combinators) != len(compounds) - 1:
                return None
            combinators.append(word)
            continue
        if len(combinators) < len(compounds):
            combinators.append(" ")
        parsed = _compound(word)
        if parsed is None:
            return None
        compounds.append(parsed[0])
        specificity = _sum(specificity, parsed[1])
    complete = compounds and len(combinators) < len(compounds)
    return Selector(tuple(compounds), tuple(combinators), specificity) if complete else None


def _words(text: str) -> Iterator[str]:
    """Yield the compounds and combinators of a selector that contains parentheses."""
    word, depth = "", 0
    for letter in text + " ":
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        if depth or (not letter.isspace() and letter not in ">+~"):
            word += letter
            continue
        if word:
            yield word
        word = ""
        if not letter.isspace():
            yield letter


def _sum(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, int, int]:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _compound(text: str) -> tuple[Compound, tuple[int, int, int]] | None:
    """Return the compound selector of a text and its specificity; None if it is of an unsupported kind."""
    tag = ""
    classes: set[str] = set()
    attrs: list[tuple[str, str, str]] = []
    any_of: list[tuple[Selector, ...]] = []
    none_of: list[Selector] = []
    root = never = False
    specificity = (0, 0, 0)
    at = 0
    while at < len(text):
        found = _STEP.match(text, at)
        if found is None:
            return None
        at = found.end()
        if found["tag"]:
            tag = "" if found["tag"] == "*" else found["tag"]
            specificity = _sum(specificity, (0, 0, 1 if tag else 0))
        elif found["cls"]:
            classes.add(found["cls"])
            specificity = _sum(specificity, (0, 1, 0))
        elif found["id"]:
            attrs.append(("id", "=", found["id"]))
            specificity = _sum(specificity, (1, 0, 0))
        elif found["attr"]:
            attrs.append((found["attr"], found["op"] or "", found["value"] or ""))
            specificity = _sum(specificity, (0, 1, 0))
        else:
            inside = ""
            if found["inside"]:
                end = _end_of_parenthesis(text, at)
                inside, at = text[at : end - 1], end
            name = found["pseudo"]
            if name in (":is", ":where", ":not"):
                listed = [_selector(one) for one in split(inside, ",")]
                known = tuple(one for one in listed if one)
                if name == ":not":
                    none_of.extend(known)
                else:
                    any_of.append(known)
                if name != ":where":
                    specificity = _sum(specificity, max((one.specificity for one in known), default=(0, 0, 0)))
            elif name == ":root":
                root = True
                specificity = _sum(specificity, (0, 1, 0))
            else:
                never = True
    return Compound(tag, frozenset(classes), tuple(attrs), tuple(any_of), tuple(none_of), root, never), specificity


def _end_of_parenthesis(text: str, at: int) -> int:
    """Return the index after the parenthesis that closes the one opened just before ``at``."""
    depth = 1
    while at < len(text) and depth:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at
