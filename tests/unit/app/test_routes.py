"""Test addresses: every text leads to a route, and formatting and parsing a route does not change it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.app.routes import HOME_ROUTE, Route, format_route, parse_route

# Addresses come percent-encoded from the browser: no name in them has unpaired surrogates.
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
routes = st.one_of(
    st.sampled_from([HOME_ROUTE, Route("settings"), Route("help"), Route("lab")]),
    st.builds(Route, st.just("new"), names),
    st.builds(Route, st.just("play"), names, st.none() | st.integers(0, 999_999)),
)

pieces = st.sampled_from(
    ["#", "/", "%", "%2F", "%00", "%ff", "play", "new", "settings", "0", "12", "٣", "²", "-1", " "]
)
addresses = st.text() | st.lists(pieces | st.text(max_size=3)).map("".join)


@given(routes)
def test_routes_round_trip_through_addresses(route: Route) -> None:
    assert parse_route(format_route(route)) == route


@given(routes)
def test_addresses_need_no_encoding(route: Route) -> None:
    """Addresses contain no characters that browsers encode, since the app compares them as texts."""
    address = format_route(route)
    assert address.isascii()
    assert not set(address) & set('"<>` \n\\^{|}')


@given(addresses)
def test_any_address_has_a_route(address: str) -> None:
    route = parse_route(address)
    assert route.page in ("home", "new", "play", "settings", "help", "lab", "missing")
    assert route.page != "missing" or route.name == address
    assert route.page not in ("new", "play") or route.name


@pytest.mark.parametrize("address", ["", "#", "#/", "/", "#//"])
def test_empty_address_is_home(address: str) -> None:
    assert parse_route(address) == HOME_ROUTE


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
def test_addresses_lead_to_their_routes(address: str, route: Route) -> None:
    assert parse_route(address) == route


@pytest.mark.parametrize(
    "address",
    ["#/play", "#/play/k3f9/-1", "#/play/k3f9/1.5", "#/play/k3f9/1/2", "#/play/k3f9/" + "9" * 9, "#/Settings", "#/x"],
)
def test_unknown_addresses_are_missing(address: str) -> None:
    assert parse_route(address) == Route("missing", address)
