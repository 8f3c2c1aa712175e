"""Test the lists of figures of both sides that attack a square (spec: Move, Traits)."""

from __future__ import annotations

from ruleboard.games.tesulda.attackers import TesuldaAttacks
from tests.unit.tesulda.positions import GAME, create_position

DISTANT_PRIMES = {"a1": "Ck", "j10": "ck"}


def test_dodger_attacks_round_a_corner_and_friend_guards() -> None:
    """Light's Dodger attacks f7 round a corner, and Dark's square next to f7 guards it."""
    attackers = TesuldaAttacks().attacks_on(
        create_position({**DISTANT_PRIMES, "f7": "tcss", "d4": "Ccsz", "f8": "s"}), "f7"
    )
    assert attackers is not None
    dodger_attack, guarding_attack = attackers
    assert dodger_attack.attacker == "Light’s figure on d4"
    assert dodger_attack.path in (("d4", "d5", "e6", "f7"), ("d4", "e5", "f6", "f7"))
    assert (guarding_attack.attacker, guarding_attack.path) == ("Dark’s figure on f8", ("f8", "f7"))


def test_figure_in_between_blocks_all_except_jumpers() -> None:
    """A figure in between blocks an attack, except that of a Jumper, which uses its full rating (Jumper)."""
    blocked_attacks = TesuldaAttacks().attacks_on(
        create_position({**DISTANT_PRIMES, "e2": "Sss", "e3": "Tcs", "e4": "tcs"}), "e4"
    )
    assert blocked_attacks is not None
    assert not [attack for attack in blocked_attacks if attack.path[0] == "e2"]
    jumper_attacks = TesuldaAttacks().attacks_on(
        create_position({**DISTANT_PRIMES, "e2": "Ssd", "e3": "Tcs", "e4": "tcs"}), "e4"
    )
    assert jumper_attacks is not None
    assert [attack.path[0] for attack in jumper_attacks if attack.path[0] == "e2"] == ["e2"]


def test_building_armies_has_no_attackers() -> None:
    state = GAME.initial({"setup": "build"}, 1)
    assert TesuldaAttacks().attacks_on(state, "e4") == ()
    assert TesuldaAttacks().attacks_on(state, "base:S") is None
