"""The inquiry of a table: while it is open, a touch asks for the attacks on a square, and plays nothing. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ruleboard.games.extensions import Attack
from ruleboard.games.registry import PACKAGES, VIEWS
from ruleboard.i18n import _
from ruleboard.wording import listed

if TYPE_CHECKING:
    from ruleboard.app.play.table import Table


def is_offered(table: Table) -> bool:
    """Return True if the game can tell what attacks a square."""
    return PACKAGES[table.timeline.game.id].attacks is not None


def toggle(table: Table) -> Table:
    """Return the table with its inquiry opened, or closed if it is open."""
    opened = None if table.inquiry is not None or not is_offered(table) else ""
    return replace(table, inquiry=opened, selected=(), advice=None, note="")


def ask(table: Table, target: str) -> Table:
    """Return the table at which a square is asked for; other targets are ignored."""
    asked = replace(table, inquiry=target)
    return table if _attacks(asked) is None else asked


def _attacks(table: Table) -> tuple[Attack, ...] | None:
    """Return the attacks on the square that is asked for; None if there is no such square."""
    finder, timeline = PACKAGES[table.timeline.game.id].attacks, table.shown
    if finder is None or not table.inquiry:
        return None
    return finder.on(timeline.state_for(table.viewer), table.inquiry)


def words(table: Table) -> str:
    """Return the answer as a sentence, or the invitation to touch a square."""
    attacks = _attacks(table)
    if attacks is None:
        return _("Touch a square to see what attacks it.")
    state, view = table.shown.state_for(table.viewer), VIEWS[table.timeline.game.id]
    owner = view.owner(state, table.inquiry or "")
    guards = [attack for attack in attacks if owner is not None and view.owner(state, attack.path[0]) == owner]
    attackers = [attack for attack in attacks if attack not in guards]
    said = _("{square} is attacked by {attackers}.") if attackers else _("Nothing attacks {square}.")
    told = [said.format(square=table.inquiry, attackers=listed(attack.attacker for attack in attackers))]
    if guards:
        defended = _("It is guarded by {guards}.")
        told.append(defended.format(guards=listed(attack.attacker for attack in guards)))
    return " ".join(told)


def ways(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the ways of the attacks, each as the targets along it."""
    return tuple(attack.path for attack in _attacks(table) or ())
