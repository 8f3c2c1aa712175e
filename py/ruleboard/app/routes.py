"""Addresses: the fragment of the URL identifies the page, so that links, Back and Forward work."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote


@dataclass(frozen=True, slots=True)
class Route:
    """A page and what it shows.

    Attributes:
        page: "home", "new", "edit", "boards", "from", "game", "learn", "rules", "rulings", "problems", "problem",
            "play", "study", "settings", "help", "lab", or "missing" for any other address.
        name: the game's id ("new", "edit", "boards", "from", "learn", "rules", "rulings", "problems", "problem"), empty
            for all courses or the problems of all games, ``DAILY_PROBLEM_NAME`` for the problem of the day. The id of
            the saved game ("play") or the study ("study"), a whole game as packed by ``engine.game_link`` ("game"), or
            the address itself ("missing").
        index: the index of the viewed state ("play"; see ``ViewablePlies``), None for the current state. The
            step of a lesson, from 0 ("learn"). The index of a node in the tree of a chapter ("study").
        text: the position to start from, to edit or to continue ("new", "edit", "from"), empty for the initial one. The
            name of a custom board ("boards"), empty for all. The id of a lesson ("learn"), empty for the whole course.
            The number of a chapter, from 1 ("study"), empty for the first. The id of a problem ("problem"), empty for
            the problem of the day. The id of a set ("problems"), empty for all problems.
    """

    page: str
    name: str = ""
    index: int | None = None
    text: str = ""


HOME_ROUTE = Route("home")

DAILY_PROBLEM_NAME = "today"
"""The name of the problem of the day in addresses."""

MAX_ADDRESS_LENGTH = 20_000
"""The maximum length of an address in characters, enough for any position."""


def _quote(text: str) -> str:
    """Quote a text as a part of an address. Stored names may contain unpaired surrogates."""
    return quote(text, safe="", errors="surrogatepass")


def _unquote(part: str) -> str:
    """Unquote a part of an address."""
    try:
        return unquote(part, errors="surrogatepass")
    except UnicodeDecodeError:
        return unquote(part)


def parse_route(address: str) -> Route:
    """Parse an address such as ``"#/play/k3f9/12"``. An unknown address becomes a route to the page "missing"."""
    if len(address) > MAX_ADDRESS_LENGTH:
        return Route("missing", address)
    parts = [_unquote(part) for part in address.removeprefix("#").strip("/").split("/")]
    match parts:
        case [""]:
            return HOME_ROUTE
        case ["settings" | "help" | "lab" | "learn" | "problems" as page]:
            return Route(page)
        case ["problem", name] if name == DAILY_PROBLEM_NAME:
            return Route("problem", DAILY_PROBLEM_NAME)
        case ["problems", name]:
            return Route("problems", name)
        case ["problem" | "problems" as page, name, text] if text:
            return Route(page, name, text=text)
        case ["new" | "edit" | "boards" | "from" | "game" | "play" | "learn" | "rules" | "rulings" as page, name]:
            return Route(page, name)
        case ["new" | "edit" | "boards" | "from" | "learn" as page, name, text] if text:
            return Route(page, name, text=text)
        case ["learn", name, text, at] if text and at.isascii() and at.isdigit() and 0 < int(at[:7]) < 1000:
            return Route("learn", name, int(at) - 1, text)
        case ["study", name]:
            return Route("study", name)
        case ["study", name, chapter, *rest] if all(map(_is_number, (chapter, *rest))) and len(rest) < 2:
            return Route("study", name, int(rest[0]) if rest else None, chapter)
        case ["play", name, at] if at.isascii() and at.isdigit() and len(at) < 7:
            return Route("play", name, int(at))
    return Route("missing", address)


def _is_number(text: str) -> bool:
    """Return True if a part of an address is a number that can identify a chapter or a node."""
    return text.isascii() and text.isdigit() and len(text) < 6


def format_route(route: Route) -> str:
    """Format a route as an address that ``parse_route`` can parse."""
    match route.page:
        case "home":
            return "#/"
        case "missing":
            return route.name
        case "settings" | "help" | "lab":
            return f"#/{route.page}"
        case "learn" | "problems" if not route.name:
            return f"#/{route.page}"
    address = f"#/{route.page}/{_quote(route.name)}"
    if route.page == "study" and route.text:
        return "/".join((address, route.text, *(() if route.index is None else (str(route.index),))))
    if route.text:
        address = f"{address}/{_quote(route.text)}"
        return f"{address}/{route.index + 1}" if route.page == "learn" and route.index is not None else address
    return address if route.index is None else f"{address}/{route.index}"
