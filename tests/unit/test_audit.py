"""The look-up of known flaws reads what registries answer, and says when there is no answer."""

from __future__ import annotations

import json

import pytest

from tools import audit
from tools.setup import ROOT


def test_every_requirement_is_asked_for_by_its_version() -> None:
    pins = audit.pinned((ROOT / "requirements.txt").read_text(encoding="utf-8"))
    assert ("pytest", "9.2.0") in pins
    assert audit.pinned("# a==1\nb==2.0.post1\n\nc.d_e==3!1\n") == [("b", "2.0.post1"), ("c.d_e", "3!1")]


def test_a_flaw_of_a_python_package_is_named() -> None:
    def post(address: str, data: bytes) -> bytes:
        assert address.startswith("https://")
        asked = json.loads(data)["queries"]
        flawed = [{"vulns": [{"id": "X-1"}]} if query["package"]["name"] == "pytest" else {} for query in asked]
        return json.dumps({"results": flawed}).encode()

    assert audit.python(post) == ["pytest 9.2.0: X-1"]


@pytest.mark.parametrize("answer", [b"", b"<html>", b"[]", b"{}", b'{"results": []}', b'{"results": null}'])
def test_what_is_no_answer_is_no_finding(answer: bytes) -> None:
    with pytest.raises(audit.Unreachable):
        audit.python(lambda address, data: answer)


def test_npm_answers() -> None:
    assert audit.read_npm('{"vulnerabilities": {}}') == []
    flaw = {"vulnerabilities": {"left": {"severity": "high", "range": "<2"}}}
    assert audit.read_npm(json.dumps(flaw)) == ["left: high, <2"]
    for text in ("", "oops", '{"message": "404 Not Found\\nmore", "error": {}}'):
        with pytest.raises(audit.Unreachable):
            audit.read_npm(text)


def test_nobody_to_ask_fails_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def silent() -> list[str]:
        raise audit.Unreachable("no network")

    monkeypatch.setattr(audit, "npm", silent)
    monkeypatch.setattr(audit, "python", silent)
    assert audit.main([]) == 0
    assert "not looked up: no network" in capsys.readouterr().out
    monkeypatch.setattr(audit, "npm", lambda: ["left: high"])
    assert audit.main([]) == 1
