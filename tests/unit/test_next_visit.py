"""Test how the page prepares the next visit: it repeats failed attempts a limited number of times."""

from __future__ import annotations

import json
import subprocess

import pytest

from tools.setup import ROOT

PREPARE_SCRIPT = """
const answers = %s;
const pauses = [];
let started = 0, ended = 0;
let now = 0;
performance.now = () => now;
globalThis.setTimeout = (resume, pause) => { pauses.push(pause); now += pause; setImmediate(resume); };
globalThis.addEventListener = () => {};
globalThis.location = { protocol: "http:" };
globalThis.document = { createElement: () => ({}), head: { append() {} } };
const serviceWorker = { ready: new Promise(() => {}) };
Object.defineProperty(globalThis, "navigator", { value: { serviceWorker, storage: %s } });
globalThis.Worker = class {
  constructor() { this.answer = answers[started++]; }
  terminate() { ended++; }
  postMessage(_, [port]) {
    port.postMessage({ build: LOADER_WORKER, loaded: 0 });
    if (this.answer) port.postMessage({ build: LOADER_WORKER, ...this.answer });
    else this.onerror();
  }
};
const { LOADER_WORKER } = await import("%s/static/boot/loader_build.mjs");
const { cacheForNextVisit } = await import("%s/static/boot/worker_tasks.mjs");
await cacheForNextVisit("http://localhost/snapshot.bin");
console.log(JSON.stringify({ started, ended, pauses }));
"""
SUCCESS_ANSWER = {"result": True}
FAILURE_MESSAGE = {"error": "another tab is writing"}
OTHER_VERSION_ANSWER = {"build": "another one", "result": True}
NO_ANSWER = None
"""The answer of a worker that does not start."""


def prepare_with_answers(
    *answers: dict[str, object] | None, storage: str = "{ getDirectory() {} }"
) -> dict[str, object]:
    """Prepare the next visit with workers that give these answers in order. Return the counts and the pauses."""
    code = PREPARE_SCRIPT % (json.dumps([*answers]), storage, ROOT.as_posix(), ROOT.as_posix())
    command = ["node", "--input-type=module", "--eval", code]
    process = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert process.returncode == 0, process.stderr
    summary: dict[str, object] = json.loads(process.stdout)
    return summary


@pytest.mark.parametrize(
    "failures", [[], [FAILURE_MESSAGE], [NO_ANSWER, OTHER_VERSION_ANSWER]], ids=["none", "one", "two"]
)
def test_failed_attempt_is_repeated_until_success(failures: list[dict[str, object] | None]) -> None:
    attempts = prepare_with_answers(*failures, SUCCESS_ANSWER)
    assert attempts["started"] == attempts["ended"] == len(failures) + 1


def test_attempts_stop_after_growing_pauses() -> None:
    attempts = prepare_with_answers(*[FAILURE_MESSAGE] * 20)
    pauses = attempts["pauses"]
    assert isinstance(pauses, list)
    assert pauses == sorted(set(pauses))
    assert 2 < len(pauses) < 10
    assert attempts["started"] == attempts["ended"] == len(pauses)


def test_browser_without_cache_makes_no_attempt() -> None:
    assert prepare_with_answers(SUCCESS_ANSWER, storage="{}")["started"] == 0
