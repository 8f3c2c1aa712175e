"""The inquiry of a table: while it is open, a touch asks for the attacks on a square, and plays nothing. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ruleboard.games.extensions import Attack
from ruleboard.games.registry import PACKAGES
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
    if not attacks:
        return _("Nothing attacks {square}.").format(square=table.inquiry)
    attackers = listed(attack.attacker for attack in attacks)
    return _("{square} is attacked by {attackers}.").format(square=table.inquiry, attackers=attackers)


def ways(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the ways of the attacks, each as the targets along it."""
    return tuple(attack.path for attack in _attacks(table) or ())
