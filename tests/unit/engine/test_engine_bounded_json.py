"""Test that the reader of external JSON gives the same values as ``json``, but rejects deeply nested texts."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine import bounded_json as jsontext

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(1 - 10**20, 10**20 - 1)
    | st.text(max_size=5)
    | st.sampled_from(["[", "]]", '"', "\\", '\\"[']),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text('[]{}"\\x', max_size=3), inner, max_size=4),
)


@given(values)
def test_bounded_reader_equals_json(value: object) -> None:
    shallow_values = [value, ["[{" * 200, '\\"[' * 200]]
    assert jsontext.decode(json.dumps(shallow_values)) == shallow_values


@pytest.mark.parametrize("text", ["[" * 101, '{"a":' * 101, "[" * 10**6, "[" * 101 + "]" * 101, '["]",' * 101])
def test_too_deep_json_is_refused_before_parsing(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", lambda text: pytest.fail("was tried"))
    with pytest.raises(RecursionError):
        jsontext.decode(text)


@pytest.mark.parametrize("text", ["1" + "0" * 20, "-1" + "0" * 20, "9" * 5000, "1e999", "-1e999", "NaN", "Infinity"])
def test_number_beyond_the_limits_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        jsontext.decode(f'{{"a": [{text}]}}')


@pytest.mark.parametrize("text", ["[]," * 1000, "[" * 90 + "]" * 90, "[" + "[]," * 999 + "[]]"])
def test_many_shallow_values_are_read(text: str) -> None:
    try:
        jsontext.decode(text)
    except ValueError:
        assert text.endswith(",")
