"""The attack query. While a query is open, a touch of a square lists the attackers and plays no action."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.board.orientation import viewer_of
from ruleboard.app.board.table import Table
from ruleboard.contract.extensions import Attack
from ruleboard.i18n import _
from ruleboard.registry import PACKAGES, VIEWS
from ruleboard.wording import join_as_list


def is_available(table: Table) -> bool:
    """Return True if the game can list the attackers of a square."""
    return PACKAGES[table.timeline.game.id].attacks is not None


def toggle_attack_query(table: Table) -> Table:
    """Return the table with the attack query opened, or closed if the query was open.

    The query replaces the advice, except a hint whose line is on the board.
    """
    query = None if table.touches.attack_query is not None or not is_available(table) else ""
    advice = table.advice if table.display.variation else None
    return replace(table, advice=advice, message="", touches=replace(table.touches, attack_query=query, targets=()))


def query_attacks(table: Table, target: str) -> Table:
    """Return the table with the attack query for a square; a target that is not a square changes nothing."""
    new_table = replace(table, touches=replace(table.touches, attack_query=target))
    return table if _attacks(new_table) is None else new_table


def _attacks(table: Table) -> tuple[Attack, ...] | None:
    """Return the attacks on the queried square, or None if the person has not chosen a square."""
    attack_finder, timeline = PACKAGES[table.timeline.game.id].attacks, table.viewed_timeline
    if attack_finder is None or not table.touches.attack_query:
        return None
    return attack_finder.attacks_on(timeline.state_for(viewer_of(table)), table.touches.attack_query)


def answer_text(table: Table) -> str:
    """Return the sentences that answer the attack query, or the request to touch a square."""
    attacks = _attacks(table)
    if attacks is None:
        return _("Touch a square to see what attacks it.")
    state, view = table.viewed_timeline.state_for(viewer_of(table)), VIEWS[table.timeline.game.id]
    owner = view.owner(state, table.touches.attack_query or "")
    defenders = [attack for attack in attacks if owner is not None and view.owner(state, attack.path[0]) == owner]
    attackers = [attack for attack in attacks if attack not in defenders]
    sentence = _("{square} is attacked by {attackers}.") if attackers else _("Nothing attacks {square}.")
    sentences = [
        sentence.format(
            square=table.touches.attack_query, attackers=join_as_list(attack.attacker for attack in attackers)
        )
    ]
    if defenders:
        defenders_sentence = _("It’s guarded by {guards}.")
        sentences.append(defenders_sentence.format(guards=join_as_list(attack.attacker for attack in defenders)))
    return " ".join(sentences)


def attack_paths(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the path of each attack, as the targets along the path."""
    return tuple(attack.path for attack in _attacks(table) or ())
