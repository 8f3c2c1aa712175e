"""Static pictures of boards: the diagrams of lessons, and interactive pictures turned into images."""

from __future__ import annotations

from typing import Any

from ruleboard.engine.game import Game
from ruleboard.engine.selection import select
from ruleboard.engine.timeline import Timeline
from ruleboard.games.courses import lesson, shown, view_of
from ruleboard.games.lessons import Step
from ruleboard.games.view import BaseView
from ruleboard.i18n import _
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, targets_in
from ruleboard.wording import sentence, separated

_INTERACTIVE = frozenset({"data-target", "data-legal", "tabindex", "data-key", "role", "aria-label"})
"""The attributes by which parts of a picture are touched, read one by one, or animated."""


def diagram(game: str, id: str, at: int) -> Node:
    """Return the diagram of a lesson's step as an ``<svg>`` that cannot be touched.

    Args:
        game: the game's id.
        id: the lesson's.
        at: the number of the step, from 0.

    Raises:
        KeyError: there is no such lesson or step.
    """
    found = lesson(game, id)
    if found is None or not 0 <= at < len(found.steps):
        raise KeyError(f"{id} {at + 1}")
    timeline, seat = shown(game, id, at)
    return as_image(_picture(view_of(game, id, at), timeline, seat, found.steps[at]))


def as_image(picture: Node, contents: str = "") -> Node:
    """Return a picture as one image: nothing in it can be touched, and screen readers read its name alone.

    Args:
        picture: the picture.
        contents: the things in it, as a sentence that is added to the name.
    """
    image = _without_interaction(picture)
    name = " ".join(filter(None, (sentence(picture.attrs["aria-label"]) if contents else "", contents)))
    return image._replace(attrs={**image.attrs, "role": "img", "aria-label": name or picture.attrs["aria-label"]})


def contents(game: Game[Any, Any], view: BaseView[Any, Any], seen: Any, seat: int) -> str:
    """Return the things on a board as a sentence: each kind with its places, at last the kind that fills the rest.

    Args:
        game: the game.
        view: the view of the board.
        seen: the state, as the one who hears of it may see it.
        seat: the player whose side is nearest.
    """
    places: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    alone = []
    for target in dict.fromkeys(targets_in(view.picture(seen, seat, Marks()))):
        name = game.name(seen, target)
        if name.startswith(f"{target}, "):  # a square and the thing on it
            places.setdefault(name.removeprefix(f"{target}, "), []).append(target)
            continue
        place, colon, thing = name.rpartition(": ")
        if colon:
            places.setdefault(thing, []).append(place.rstrip())
            names[thing] = name
        else:
            alone.append(name)
    if not places:
        return sentence(separated(alone)) if alone else ""
    rest = max(places, key=lambda thing: len(places[thing]))
    told = [
        names[thing]
        if len(at) == 1 and thing in names
        else _("{thing}: {places}").format(thing=thing, places=", ".join(at))
        for thing, at in places.items()
        if thing != rest
    ]
    return sentence(separated((*told, *alone, _("elsewhere: {thing}").format(thing=rest))))


def _without_interaction(node: Node) -> Node:
    attrs = {name: value for name, value in node.attrs.items() if name not in _INTERACTIVE}
    return node._replace(attrs=attrs, key="", children=tuple(_without_interaction(child) for child in node.children))


def _picture(view: BaseView[Any, Any], timeline: Timeline[Any], seat: int, step: Step) -> Node:
    game, state = timeline.game, timeline.state
    following = select(game.legal_actions(state), step.touched).next if step.touched else {}
    outcome = timeline.outcome
    marks = Marks(
        selected=step.touched,
        next={target: kinds[0] if len(kinds) == 1 else "special" for target, kinds in following.items()},
        highlighted=frozenset(step.notice) or (frozenset(outcome.squares) if outcome else frozenset()),
        read_only=True,
    )
    return view.picture(state if step.open else timeline.public_state(), seat, marks)
