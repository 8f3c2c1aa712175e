"""Addresses: what follows the # names the page, and back and forward work."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote


@dataclass(frozen=True, slots=True)
class Route:
    """A page and what it shows.

    Attributes:
        page: "home", "new", "edit", "boards", "from", "play", "settings", "help", or "missing" for an address that
            names none of them.
        name: the game's id ("new", "edit", "boards", "from"), the saved game's ("play"), or the address itself
            ("missing").
        text: the position to begin from, to change or to play on from ("new", "edit", "from"), empty for the game's
            start; the name of a board ("boards"), empty for all of them.
        at: how many entries of a played game are looked at, None for where it stands.
    """

    page: str
    name: str = ""
    at: int | None = None
    text: str = ""


HOME = Route("home")


def parse_route(address: str) -> Route:
    """The route of an address such as ``"#/play/k3f9/12"``; anything else becomes the page "missing"."""
    parts = [unquote(part) for part in address.removeprefix("#").strip("/").split("/")]
    match parts:
        case [""]:
            return HOME
        case ["settings" | "help" as page]:
            return Route(page)
        case ["new" | "edit" | "boards" | "from" | "play" as page, name]:
            return Route(page, name)
        case ["new" | "edit" | "boards" | "from" as page, name, text] if text:
            return Route(page, name, text=text)
        case ["play", name, at] if at.isascii() and at.isdigit() and len(at) < 7:
            return Route("play", name, int(at))
    return Route("missing", address)


def format_route(route: Route) -> str:
    """The address of a route; ``parse_route`` gives it back."""
    match route.page:
        case "home":
            return "#/"
        case "missing":
            return route.name
        case "settings" | "help":
            return f"#/{route.page}"
    address = f"#/{route.page}/{quote(route.name, safe='')}"
    if route.text:
        return f"{address}/{quote(route.text, safe='')}"
    return address if route.at is None else f"{address}/{route.at}"
