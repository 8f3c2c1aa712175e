"""Test the audit of dependencies: it parses the registries' answers, and reports missing answers."""

from __future__ import annotations

import json

import pytest

from tools import audit
from tools.setup import ROOT


def test_every_requirement_is_queried_with_its_version() -> None:
    pins = audit.parse_pinned_packages((ROOT / "requirements.txt").read_text(encoding="utf-8"))
    assert ("pytest", "9.2.0") in pins
    assert audit.parse_pinned_packages("# a==1\nb==2.0.post1\n\nc.d_e==3!1\n") == [("b", "2.0.post1"), ("c.d_e", "3!1")]


@pytest.mark.parametrize("requirements", audit.REQUIREMENTS_FILES)
def test_python_advisory_names_its_package(requirements: str) -> None:
    name, version = audit.parse_pinned_packages((ROOT / requirements).read_text())[-1]

    def post(address: str, data: bytes) -> bytes:
        assert address.startswith("https://")
        queries = json.loads(data)["queries"]
        results = [{"vulns": [{"id": "X-1"}]} if query["package"]["name"] == name else {} for query in queries]
        return json.dumps({"results": results}).encode()

    assert audit.find_python_vulnerabilities(requirements, post) == [f"{name} {version}: X-1"]


def test_advisory_database_replaces_unreachable_npm(monkeypatch: pytest.MonkeyPatch) -> None:
    """The audit uses the advisory database if the configured npm registry does not offer an audit."""
    monkeypatch.setattr(audit, "_run_npm_audit", lambda: '{"message": "404"}')
    queries = []

    def post(address: str, data: bytes) -> bytes:
        queries.extend(json.loads(data)["queries"])
        return json.dumps({"results": [{} for _ in queries]}).encode()

    assert audit.find_npm_vulnerabilities(post) == []
    versions = {query["package"]["name"]: query["version"] for query in queries}
    assert {query["package"]["ecosystem"] for query in queries} == {"npm"}
    package = json.loads((ROOT / "package.json").read_text())
    assert {**package["dependencies"], **package["devDependencies"]}.items() <= versions.items()
    with pytest.raises(audit.RegistryUnreachable):
        audit.find_npm_vulnerabilities(lambda address, data: b"")


@pytest.mark.parametrize("answer", [b"", b"<html>", b"[]", b"{}", b'{"results": []}', b'{"results": null}'])
def test_unreadable_answer_raises_error(answer: bytes) -> None:
    with pytest.raises(audit.RegistryUnreachable):
        audit.find_python_vulnerabilities(audit.REQUIREMENTS_FILES[0], post=lambda address, data: answer)


def test_npm_answer_lists_its_advisories() -> None:
    assert audit.parse_npm_audit('{"vulnerabilities": {}}') == []
    flaw = {"vulnerabilities": {"left": {"severity": "high", "range": "<2"}}}
    assert audit.parse_npm_audit(json.dumps(flaw)) == ["left: high, <2"]
    for text in ("", "oops", '{"message": "404 Not Found\\nmore", "error": {}}'):
        with pytest.raises(audit.RegistryUnreachable):
            audit.parse_npm_audit(text)


@pytest.mark.parametrize(
    ("npm", "python", "code"),
    [
        ([], [], 0),
        (None, None, audit.EXIT_UNREACHABLE),
        ([], None, audit.EXIT_UNREACHABLE),
        (None, [], audit.EXIT_UNREACHABLE),
        (["left: high"], None, 1),
        (None, ["left 1: X-1"], 1),
    ],
)
def test_exit_code_distinguishes_flaws_from_unreachable_registries(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    npm: list[str] | None,
    python: list[str] | None,
    code: int,
) -> None:
    def answer(flaws: list[str] | None) -> list[str]:
        if flaws is None:
            raise audit.RegistryUnreachable("no network")
        return flaws

    monkeypatch.setattr(audit, "find_npm_vulnerabilities", lambda: answer(npm))
    monkeypatch.setattr(audit, "find_python_vulnerabilities", lambda requirements: answer(python))
    assert audit.main([]) == code
    output = capsys.readouterr().out
    assert ("no network" in output) == (None in (npm, python))
    assert all(name in output for name in (audit.LOCK_FILE, *audit.REQUIREMENTS_FILES))
