"""Style sheets, as far as pictures need them: read from their text, and asked what they say of an element."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ruleboard.scene.color import parts
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
    """A node where it stands.

    Attributes:
        node: the node.
        classes: its classes.
        place: its number among its siblings.
        parent: what it is in; None for the root of a page.
    """

    node: Node
    classes: frozenset[str]
    place: int
    parent: Element | None


def element(node: Node, parent: Element | None = None, place: int = 0) -> Element:
    """A node as style sheets see it."""
    return Element(node, frozenset(node.attrs.get("class", "").split()), place, parent)


@dataclass(frozen=True, slots=True)
class Compound:
    """What one element must be like.

    Attributes:
        tag: its tag; empty for any.
        classes: the classes it must have.
        attrs: names, operators and values of attributes.
        any_of: lists of selectors, of each of which one must hold.
        none_of: selectors none of which may hold.
        root: whether it must be the root of the page.
        never: whether it asks for what no still picture has (a pointer above it, a focus).
    """

    tag: str = ""
    classes: frozenset[str] = frozenset()
    attrs: tuple[tuple[str, str, str], ...] = ()
    any_of: tuple[tuple[Selector, ...], ...] = ()
    none_of: tuple[Selector, ...] = ()
    root: bool = False
    never: bool = False

    def holds(self, it: Element) -> bool:
        """Whether an element is like that."""
        if self.never or not self.classes <= it.classes or (self.tag and it.node.tag != self.tag):
            return False
        if self.root and it.parent is not None:
            return False
        if any(not _attribute(it.node.attrs.get(name), op, value) for name, op, value in self.attrs):
            return False
        if any(not any(one.holds(it) for one in some) for some in self.any_of):
            return False
        return not any(one.holds(it) for one in self.none_of)


@dataclass(frozen=True, slots=True)
class Selector:
    """Elements and how they stand to each other: compounds, and between each two of them " ", ">", "+" or "~".

    Attributes:
        compounds: from the outermost to the element itself.
        steps: what stands between them.
        weight: ids, classes and tags, by which one rule outweighs another.
    """

    compounds: tuple[Compound, ...]
    steps: tuple[str, ...]
    weight: tuple[int, int, int]

    def holds(self, it: Element) -> bool:
        """Whether an element is meant."""
        return self.compounds[-1].holds(it) and self._before(it, len(self.steps) - 1)

    def _before(self, it: Element, at: int) -> bool:
        """Whether what stands before a compound that holds is there, too."""
        if at < 0:
            return True
        wanted, step = self.compounds[at], self.steps[at]
        return any(wanted.holds(other) and self._before(other, at - 1) for other in _reached(it, step))


def _reached(it: Element, step: str) -> Iterator[Element]:
    if step in "+~":
        if it.parent is None:
            return
        siblings = it.parent.node.children
        for place in range(it.place - 1, -1, -1):
            yield element(siblings[place], it.parent, place)
            if step == "+":
                return
        return
    parent = it.parent
    while parent is not None:
        yield parent
        if step == ">":
            return
        parent = parent.parent


def _attribute(value: str | None, op: str, wanted: str) -> bool:
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
    """What holds for the elements a selector means: values by property names, the important ones apart."""

    selector: Selector
    plain: Mapping[str, str]
    important: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A style sheet.

    Attributes:
        rules: in the order of their places.
        by_name: their numbers, by a class or tag their elements must have; "" for those that ask for neither.
    """

    rules: tuple[Rule, ...]
    by_name: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def says(self, it: Element) -> dict[str, str]:
        """The values the rules give to an element's properties, the weightiest of each."""
        names = ("", it.node.tag, *it.classes)
        numbers = sorted({number for name in names for number in self.by_name.get(name, ())})
        found = [(self.rules[number], number) for number in numbers if self.rules[number].selector.holds(it)]
        found.sort(key=lambda one: (one[0].selector.weight, one[1]))
        said: dict[str, str] = {}
        for rule, _number in found:
            said.update(rule.plain)
        for rule, _number in found:
            said.update(rule.important)
        return said


def parse(text: str, media: Collection[str] = ()) -> Sheet:
    """The sheet of a text.

    Args:
        text: the style sheet.
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
            plain, important = _declarations(inside)
            for selector in parts(head, ","):
                found = _selector(selector)
                if found and not any(compound.never for compound in found.compounds):
                    yield Rule(found, plain, important)


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """The blocks of a text: what stands before the braces, and what in them."""
    at = 0
    while (start := text.find("{", at)) >= 0:
        depth, end = 1, start + 1
        while end < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        yield text[at:start].rpartition(";")[2].strip(), text[start + 1 : end - 1]
        at = end


def _declarations(text: str) -> tuple[dict[str, str], dict[str, str]]:
    plain: dict[str, str] = {}
    important: dict[str, str] = {}
    for line in parts(text, ";"):
        name, colon, value = line.partition(":")
        if not colon:
            continue
        bare = _IMPORTANT.sub("", value)
        name = name.strip() if name.strip().startswith("--") else name.strip().lower()
        (plain if bare == value else important)[name] = bare.strip()
    return plain, important


def _selector(text: str) -> Selector | None:
    """The selector of a text; None if it is of a kind pictures do not need."""
    compounds: list[Compound] = []
    steps: list[str] = []
    weight = (0, 0, 0)
    for word in re.sub(r"\s*([>+~])(?!=)\s*", r" \1 ", text).split() if "(" not in text else _words(text):
        if word in (">", "+", "~"):
            if len(steps) != len(compounds) - 1:
                return None
            steps.append(word)
            continue
        if len(steps) < len(compounds):
            steps.append(" ")
        made = _compound(word)
        if made is None:
            return None
        compounds.append(made[0])
        weight = _sum(weight, made[1])
    return Selector(tuple(compounds), tuple(steps), weight) if compounds and len(steps) < len(compounds) else None


def _words(text: str) -> Iterator[str]:
    """Compounds and combinators of a selector in which parentheses stand."""
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
    tag = ""
    classes: set[str] = set()
    attrs: list[tuple[str, str, str]] = []
    any_of: list[tuple[Selector, ...]] = []
    none_of: list[Selector] = []
    root = never = False
    weight = (0, 0, 0)
    at = 0
    while at < len(text):
        found = _STEP.match(text, at)
        if found is None:
            return None
        at = found.end()
        if found["tag"]:
            tag = "" if found["tag"] == "*" else found["tag"]
            weight = _sum(weight, (0, 0, 1 if tag else 0))
        elif found["cls"]:
            classes.add(found["cls"])
            weight = _sum(weight, (0, 1, 0))
        elif found["id"]:
            attrs.append(("id", "=", found["id"]))
            weight = _sum(weight, (1, 0, 0))
        elif found["attr"]:
            attrs.append((found["attr"], found["op"] or "", found["value"] or ""))
            weight = _sum(weight, (0, 1, 0))
        else:
            inside = ""
            if found["inside"]:
                end = _closed(text, at)
                inside, at = text[at : end - 1], end
            name = found["pseudo"]
            if name in (":is", ":where", ":not"):
                listed = [_selector(one) for one in parts(inside, ",")]
                known = tuple(one for one in listed if one)
                if name == ":not":
                    none_of.extend(known)
                else:
                    any_of.append(known)
                if name != ":where":
                    weight = _sum(weight, max((one.weight for one in known), default=(0, 0, 0)))
            elif name == ":root":
                root = True
                weight = _sum(weight, (0, 1, 0))
            else:
                never = True
    return Compound(tag, frozenset(classes), tuple(attrs), tuple(any_of), tuple(none_of), root, never), weight


def _closed(text: str, at: int) -> int:
    """The place behind the parenthesis that closes what is open at a place."""
    depth = 1
    while at < len(text) and depth:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at
