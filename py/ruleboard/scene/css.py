"""A parser for the subset of CSS that pictures use, and the cascade that computes the style of an element."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ruleboard.scene.color import split_outside_brackets
from ruleboard.scene.node import Node

_COMMENT_PATTERN = re.compile(r"/\*.*?\*/", re.DOTALL)
_SELECTOR_PART_PATTERN = re.compile(
    r"(?P<tag>[a-zA-Z][\w-]*|\*)"
    r"|\.(?P<cls>[\w-]+)"
    r"|#(?P<id>[\w-]+)"
    r"""|\[(?P<attr>[\w-]+)(?:(?P<op>[\^$*~|]?=)["']?(?P<value>[^\]"']*)["']?)?\]"""
    r"|(?P<pseudo>::?[\w-]+)(?P<inside>\()?"
)
_IMPORTANT_SUFFIX_PATTERN = re.compile(r"\s*!\s*important\s*$")


class Element(NamedTuple):
    """A node with its location in the tree, which selectors match.

    Attributes:
        node: the node.
        classes: its CSS classes.
        position: its index among its siblings.
        parent: the element that contains it, or None for the root of a page.
    """

    node: Node
    classes: frozenset[str]
    position: int
    parent: Element | None


def element(node: Node, parent: Element | None = None, index: int = 0) -> Element:
    """Create the element for a node.

    Args:
        node: the node.
        parent: the element that contains it, or None for the root.
        index: its index among its siblings.
    """
    return Element(node, frozenset(node.attrs.get("class", "").split()), index, parent)


@dataclass(frozen=True, slots=True)
class Compound:
    """A compound selector: the conditions on one element.

    Attributes:
        tag: the required tag; empty for any tag.
        classes: the required classes.
        attrs: names, operators and values of attribute selectors.
        required_selector_lists: selector lists (``:is``, ``:where``); one selector of each list must match.
        excluded_selectors: selectors that must not match (``:not``).
        is_root: True if the element must be the root of the page.
        never_matches: True if the selector requires a state that pictures never have (``:hover``, ``:focus``).
    """

    tag: str = ""
    classes: frozenset[str] = frozenset()
    attrs: tuple[tuple[str, str, str], ...] = ()
    required_selector_lists: tuple[tuple[Selector, ...], ...] = ()
    excluded_selectors: tuple[Selector, ...] = ()
    is_root: bool = False
    never_matches: bool = False

    def matches(self, element: Element) -> bool:
        """Return True if an element meets all conditions."""
        if self.never_matches or not self.classes <= element.classes or (self.tag and element.node.tag != self.tag):
            return False
        if self.is_root and element.parent is not None:
            return False
        if any(not _attribute_matches(element.node.attrs.get(name), op, value) for name, op, value in self.attrs):
            return False
        if any(
            not any(selector.matches(element) for selector in selectors) for selectors in self.required_selector_lists
        ):
            return False
        return not any(selector.matches(element) for selector in self.excluded_selectors)


@dataclass(frozen=True, slots=True)
class Selector:
    """A complex selector: compound selectors joined by combinators.

    Attributes:
        compounds: the compound selectors; the last one applies to the element itself.
        combinators: the combinators between them: " ", ">", "+" or "~".
        specificity: the numbers of ids, classes and tags.
    """

    compounds: tuple[Compound, ...]
    combinators: tuple[str, ...]
    specificity: tuple[int, int, int]

    def matches(self, element: Element) -> bool:
        """Return True if the selector matches an element."""
        return self.compounds[-1].matches(element) and self._matches_before(element, len(self.combinators) - 1)

    def _matches_before(self, element: Element, index: int) -> bool:
        """Return True if the compounds up to ``index`` match, provided that the next compound matches ``element``."""
        if index < 0:
            return True
        compound, combinator = self.compounds[index], self.combinators[index]
        return any(
            compound.matches(candidate) and self._matches_before(candidate, index - 1)
            for candidate in _iter_related_elements(element, combinator)
        )


def _iter_related_elements(origin: Element, combinator: str) -> Iterator[Element]:
    """Yield the elements that the left side of a combinator may match."""
    if combinator in "+~":
        if origin.parent is None:
            return
        siblings = origin.parent.node.children
        for index in range(origin.position - 1, -1, -1):
            yield element(siblings[index], origin.parent, index)
            if combinator == "+":
                return
        return
    parent = origin.parent
    while parent is not None:
        yield parent
        if combinator == ">":
            return
        parent = parent.parent


def _attribute_matches(value: str | None, op: str, expected: str) -> bool:
    if value is None:
        return False
    match op:
        case "=":
            return value == expected
        case "^=":
            return bool(expected) and value.startswith(expected)
        case "$=":
            return bool(expected) and value.endswith(expected)
        case "*=":
            return bool(expected) and expected in value
        case "~=":
            return expected in value.split()
        case "|=":
            return value == expected or value.startswith(expected + "-")
    return True


class Rule(NamedTuple):
    """A selector with its normal and its ``!important`` declarations: values by property."""

    selector: Selector
    normal_values: Mapping[str, str]
    important_values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StyleSheet:
    """A parsed style sheet.

    Attributes:
        rules: the rules in source order.
        rule_indices: the indices of rules by the class or tag that they require; "" for rules that require neither.
    """

    rules: tuple[Rule, ...]
    rule_indices: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def declarations(self, element: Element) -> dict[str, str]:
        """Return the values that the style sheet declares for an element, by property, after the cascade."""
        names = ("", element.node.tag, *element.classes)
        indices = sorted({index for name in names for index in self.rule_indices.get(name, ())})
        rules = [self.rules[index] for index in indices if self.rules[index].selector.matches(element)]
        rules.sort(key=lambda rule: rule.selector.specificity)  # stable sort: the later of equally specific rules wins
        values: dict[str, str] = {}
        for rule in rules:
            values.update(rule.normal_values)
        for rule in rules:
            values.update(rule.important_values)
        return values

    def restrict_to(self, names: Collection[str]) -> StyleSheet:
        """Return a style sheet with only the rules that can match elements in a tree.

        Args:
            names: all tags and classes in the tree.
        """
        tree_names = frozenset(names)
        return _build_style_sheet(
            rule
            for rule in self.rules
            if all(
                compound.classes <= tree_names and (not compound.tag or compound.tag in tree_names)
                for compound in rule.selector.compounds
            )
        )


def parse(text: str, media: Collection[str] = ()) -> StyleSheet:
    """Parse a style sheet.

    Args:
        text: the CSS text.
        media: the ``@media`` conditions that hold, as written in the text ("print"). The parser skips other media
            blocks.
    """
    return _build_style_sheet(_parse_rules(_COMMENT_PATTERN.sub("", text), frozenset(media)))


def _build_style_sheet(all_rules: Iterable[Rule]) -> StyleSheet:
    rules = tuple(all_rules)
    indices_by_name: dict[str, list[int]] = {}
    for number, rule in enumerate(rules):
        last_compound = rule.selector.compounds[-1]
        name = min(last_compound.classes) if last_compound.classes else last_compound.tag
        indices_by_name.setdefault(name, []).append(number)
    return StyleSheet(rules, {name: tuple(numbers) for name, numbers in indices_by_name.items()})


def _parse_rules(text: str, media: frozenset[str]) -> Iterator[Rule]:
    for head, body in _iter_blocks(text):
        if head.startswith("@media"):
            if head.removeprefix("@media").strip() in media:
                yield from _parse_rules(body, media)
        elif not head.startswith("@"):
            normal_values, important_values = _parse_declarations(body)
            for selector in split_outside_brackets(head, ","):
                parsed_selector = _parse_selector(selector)
                if parsed_selector and not any(compound.never_matches for compound in parsed_selector.compounds):
                    yield Rule(parsed_selector, normal_values, important_values)


def _iter_blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield each block as two strings: the part before the braces, and the part inside them."""
    position = 0
    while (start := text.find("{", position)) >= 0:
        depth, end = 1, start + 1
        while end < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        yield text[position:start].rpartition(";")[2].strip(), text[start + 1 : end - 1]
        position = end


def _parse_declarations(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """Parse a block into its normal and its ``!important`` declarations."""
    normal_values: dict[str, str] = {}
    important_values: dict[str, str] = {}
    for line in split_outside_brackets(text, ";"):
        name, colon, value = line.partition(":")
        if not colon:
            continue
        plain_value = _IMPORTANT_SUFFIX_PATTERN.sub("", value)
        name = name.strip() if name.strip().startswith("--") else name.strip().lower()
        (normal_values if plain_value == value else important_values)[name] = plain_value.strip()
    return normal_values, important_values


def _parse_selector(text: str) -> Selector | None:
    compounds: list[Compound] = []
    combinators: list[str] = []
    specificity = (0, 0, 0)
    for part in re.sub(r"\s*([>+~])(?!=)\s*", r" \1 ", text).split() if "(" not in text else _split_selector(text):
        if part in (">", "+", "~"):
            if len(combinators) != len(compounds) - 1:
                return None
            combinators.append(part)
            continue
        if len(combinators) < len(compounds):
            combinators.append(" ")
        compound_with_specificity = _parse_compound(part)
        if compound_with_specificity is None:
            return None
        compounds.append(compound_with_specificity[0])
        specificity = _add_specificity(specificity, compound_with_specificity[1])
    is_complete = compounds and len(combinators) < len(compounds)
    return Selector(tuple(compounds), tuple(combinators), specificity) if is_complete else None


def _split_selector(text: str) -> Iterator[str]:
    """Split a selector, which may contain parentheses, into its compounds and combinators."""
    part, depth = "", 0
    for letter in text + " ":
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        if depth or (not letter.isspace() and letter not in ">+~"):
            part += letter
            continue
        if part:
            yield part
        part = ""
        if not letter.isspace():
            yield letter


def _add_specificity(
    first_specificity: tuple[int, int, int], second_specificity: tuple[int, int, int]
) -> tuple[int, int, int]:
    return (
        first_specificity[0] + second_specificity[0],
        first_specificity[1] + second_specificity[1],
        first_specificity[2] + second_specificity[2],
    )


def _parse_compound(text: str) -> tuple[Compound, tuple[int, int, int]] | None:
    """Parse a compound selector; return it with its specificity, or None if it is not supported."""
    tag = ""
    classes: set[str] = set()
    attrs: list[tuple[str, str, str]] = []
    required_selector_lists: list[tuple[Selector, ...]] = []
    excluded_selectors: list[Selector] = []
    is_root = never_matches = False
    specificity = (0, 0, 0)
    index = 0
    while index < len(text):
        match = _SELECTOR_PART_PATTERN.match(text, index)
        if match is None:
            return None
        index = match.end()
        if match["tag"]:
            tag = "" if match["tag"] == "*" else match["tag"]
            specificity = _add_specificity(specificity, (0, 0, 1 if tag else 0))
        elif match["cls"]:
            classes.add(match["cls"])
            specificity = _add_specificity(specificity, (0, 1, 0))
        elif match["id"]:
            attrs.append(("id", "=", match["id"]))
            specificity = _add_specificity(specificity, (1, 0, 0))
        elif match["attr"]:
            attrs.append((match["attr"], match["op"] or "", match["value"] or ""))
            specificity = _add_specificity(specificity, (0, 1, 0))
        else:
            argument = ""
            if match["inside"]:
                end = _find_closing_parenthesis(text, index)
                argument, index = text[index : end - 1], end
            name = match["pseudo"]
            if name in (":is", ":where", ":not"):
                selectors = [_parse_selector(selector) for selector in split_outside_brackets(argument, ",")]
                supported_selectors = tuple(selector for selector in selectors if selector)
                if name == ":not":
                    excluded_selectors.extend(supported_selectors)
                else:
                    required_selector_lists.append(supported_selectors)
                if name != ":where":
                    specificity = _add_specificity(
                        specificity, max((selector.specificity for selector in supported_selectors), default=(0, 0, 0))
                    )
            elif name == ":root":
                is_root = True
                specificity = _add_specificity(specificity, (0, 1, 0))
            else:
                never_matches = True
    return Compound(
        tag,
        frozenset(classes),
        tuple(attrs),
        tuple(required_selector_lists),
        tuple(excluded_selectors),
        is_root,
        never_matches,
    ), specificity


def _find_closing_parenthesis(text: str, index: int) -> int:
    """Return the index after the closing parenthesis that matches the opening one just before ``index``."""
    depth = 1
    while index < len(text) and depth:
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        index += 1
    return index
