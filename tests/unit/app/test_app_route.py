"""Addresses and settings: whatever comes from outside becomes something valid, and goes round."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.app.routes import HOME, Route, format_route, parse_route
from ruleboard.app.storage.preferences import CHOICES, Settings, format_settings, parse_settings

# Addresses come percent-encoded from the browser, so no name in them ever holds half a surrogate pair.
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
routes = st.one_of(
    st.sampled_from([HOME, Route("settings"), Route("help")]),
    st.builds(Route, st.just("new"), names),
    st.builds(Route, st.just("play"), names, st.none() | st.integers(0, 999_999)),
)

pieces = st.sampled_from(
    ["#", "/", "%", "%2F", "%00", "%ff", "play", "new", "settings", "0", "12", "٣", "²", "-1", " "]
)
addresses = st.text() | st.lists(pieces | st.text(max_size=3)).map("".join)


@given(routes)
def test_routes_go_round(route: Route) -> None:
    assert parse_route(format_route(route)) == route


@given(routes)
def test_addresses_are_plain(route: Route) -> None:
    """Nothing in an address needs the browser to encode it, so that what is compared is what was given."""
    address = format_route(route)
    assert address.isascii()
    assert not set(address) & set('"<>` \n\\^{|}')


@given(addresses)
def test_any_address_is_a_route(address: str) -> None:
    route = parse_route(address)
    assert route.page in ("home", "new", "play", "settings", "help", "missing")
    assert route.page != "missing" or route.name == address
    assert route.page not in ("new", "play") or route.name


@pytest.mark.parametrize("address", ["", "#", "#/", "/", "#//"])
def test_no_address_is_home(address: str) -> None:
    assert parse_route(address) == HOME


@pytest.mark.parametrize(
    ("address", "route"),
    [
        ("#/play/k3f9", Route("play", "k3f9")),
        ("#/play/k3f9/", Route("play", "k3f9")),
        ("#/play/k3f9/0", Route("play", "k3f9", 0)),
        ("#/play/a%2Fb/12", Route("play", "a/b", 12)),
        ("#/new/tensor-chess", Route("new", "tensor-chess")),
        ("#/settings", Route("settings")),
    ],
)
def test_addresses(address: str, route: Route) -> None:
    assert parse_route(address) == route


@pytest.mark.parametrize(
    "address",
    ["#/play", "#/play/k3f9/-1", "#/play/k3f9/1.5", "#/play/k3f9/1/2", "#/play/k3f9/" + "9" * 9, "#/Settings", "#/x"],
)
def test_other_addresses_are_missing(address: str) -> None:
    assert parse_route(address) == Route("missing", address)


settings = st.builds(
    Settings,
    st.sampled_from(CHOICES["theme"]),
    st.sampled_from(CHOICES["flip"]),
    st.sampled_from(CHOICES["motion"]),
    st.lists(st.text(max_size=40), max_size=4).map(tuple),
)


@given(settings)
def test_settings_go_round(chosen: Settings) -> None:
    assert parse_settings(format_settings(chosen)) == chosen


def valid(found: Settings) -> bool:
    return (
        all(getattr(found, name) in values for name, values in CHOICES.items())
        and len(found.names) <= 4
        and all(isinstance(name, str) and len(name) <= 40 for name in found.names)
    )


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)
near = st.fixed_dictionaries({}, optional=dict.fromkeys((*CHOICES, "names"), anything))


@given(st.text() | (anything | near).map(json.dumps))
def test_any_text_gives_valid_settings(text: str) -> None:
    assert valid(parse_settings(text))


@pytest.mark.parametrize("text", [None, "", "null", "[]", "{", "9" * 5000, '{"theme":' + "9" * 5000 + "}", "\0"])
def test_no_settings_are_the_defaults(text: str | None) -> None:
    assert parse_settings(text) == Settings()


@pytest.mark.parametrize("field", ["theme", "names"])
def test_nesting_of_any_depth_gives_valid_settings(field: str) -> None:
    for depth in (*range(850, 1010, 5), 100_000):
        assert valid(parse_settings(f'{{"{field}":' + "[" * depth + "]" * depth + "}"))


def test_names_are_texts() -> None:
    """A number, a list or a null is nobody's name."""
    assert parse_settings('{"names": ["Ann", null, 3, ["Bob"], {}]}').names == ("Ann", "", "", "")


def test_what_is_right_beside_what_is_wrong_is_kept() -> None:
    assert parse_settings('{"theme": "dark", "flip": "sometimes", "motion": 3}') == Settings(theme="dark")


@given(settings, st.text(), st.text())
def test_choices_stay_valid(chosen: Settings, name: str, value: str) -> None:
    assert valid(chosen.with_choice(name, value))
    assert chosen.with_choice("names", value) == chosen
