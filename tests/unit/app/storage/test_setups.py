"""Test the values of saved setups: names, owners, stored texts and lines."""

from __future__ import annotations

from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.storage.setups import (
    STORAGE_KEY,
    Setup,
    format_lines,
    format_setups,
    owner_id,
    parse_lines,
    parse_setups,
    visible_setups,
    with_setups,
    without_setup,
)

ARMY_TEXT = "(Tc)9/4(Sck)5"
HALF_ARMY = "(Tsh)9/4(Sck)5"


def test_setups_round_trip() -> None:
    saved_setups = (Setup("tesulda", "Wings", ARMY_TEXT, "x 0"), Setup("tesulda", "Ünglück", HALF_ARMY))
    assert parse_setups(format_setups(saved_setups)) == saved_setups
    assert parse_setups(None) == ()
    assert not STORAGE_KEY.startswith(KEY_PREFIX), "the list of games excludes the key"
    for text in ("", "[]", "{}", '{"setups": 3}'):
        assert parse_setups(text) is None
    for text in ('{"setups": [1]}', '{"setups": [{"name": "x"}]}'):
        assert parse_setups(text) == ()


def test_other_players_setups_are_not_listed() -> None:
    saved_setups = (
        Setup("tesulda", "B", ARMY_TEXT, owner_id("g", 0)),
        Setup("tesulda", "a", ARMY_TEXT, owner_id("f", 0)),
        Setup("o", "c", "d"),
    )
    assert [setup.name for setup in visible_setups(saved_setups, "tesulda", owner_id("g", 0))] == ["a", "B"]
    assert [setup.name for setup in visible_setups(saved_setups, "tesulda", owner_id("g", 1))] == ["a"]
    assert [setup.name for setup in visible_setups(saved_setups, "tesulda", owner_id("h", 1))] == ["a", "B"]


def test_setup_name_is_unique_per_player() -> None:
    expected = Setup("tesulda", "A", ARMY_TEXT, owner_id("g", 1))
    saved_setups = with_setups(
        (Setup("tesulda", "A", HALF_ARMY, owner_id("f", 0)),), "tesulda", owner_id("g", 1), [("A", ARMY_TEXT)]
    )
    assert saved_setups == (expected,)
    merged_setups = with_setups(
        (Setup("tesulda", "A", HALF_ARMY, owner_id("g", 0)),), "tesulda", owner_id("g", 1), [("A", ARMY_TEXT)]
    )
    assert [(setup.name, setup.text) for setup in merged_setups] == [("A", HALF_ARMY), ("A 2", ARMY_TEXT)]
    assert without_setup(merged_setups, "tesulda", "A") == merged_setups[1:]


def test_setup_lines_contain_names_and_texts() -> None:
    saved_setups = (Setup("tesulda", "A: b", ARMY_TEXT), Setup("tesulda", "C", HALF_ARMY))
    assert parse_lines(format_lines(saved_setups)) == [("A: b", ARMY_TEXT), ("C", HALF_ARMY)]
    assert parse_lines(f"\n{HALF_ARMY}\n") == [("", HALF_ARMY)]
