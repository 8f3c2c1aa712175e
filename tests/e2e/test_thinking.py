"""Test that bots think in a worker, or in the page if there are no workers, with the same results."""

from __future__ import annotations

import pytest

from ruleboard.registry import GAMES
from tests.e2e.conftest import PLAYWRIGHT_CONFIG
from tests.support.thinking import ASK_SCRIPT, answer, request

COUNT_WORKER_LOADS_SCRIPT = (
    "() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('thinker_worker')).length"
)
"""Returns the number of times that the page has loaded the worker's script."""
THINK_IN_PAGE_SCRIPT = """async (request) => {
  const { loadPyodide } = await import(document.querySelector("script[src*=interpreter]").src);
  const python = await loadPyodide({}); // the page's own
  const worker = python.runPython("from ruleboard.thinking.request_worker import RequestWorker; RequestWorker()");
  return new Promise((resolve) => ruleboard.think(request, (text) => {
    if (JSON.parse(text).kind !== "progress") resolve(text);
  }, worker));
}"""


def ask_worker(frame, question):
    return frame.evaluate(f"(request) => {{ {ASK_SCRIPT} return ask(request); }}", question)


@pytest.mark.core
@pytest.mark.shared
def test_worker_answers_like_cpython(desktop):
    for game in GAMES:
        question = request(game, action_count=6)
        assert ask_worker(desktop, question) == answer(question)


@pytest.mark.shared
def test_only_last_request_is_answered(desktop):
    """Only the last request is answered, since a new request or a stop cancels the current one."""
    requests = [request("sensei", level=5, id=1), request("sensei", level=5, id=2), request("tesulda", id=3)]
    ids = desktop.evaluate(
        """async (requests) => {
          const ids = [];
          const think = (request, onAnswer) => ruleboard.think(request, (text) => {
            const { kind, id } = JSON.parse(text);
            if (kind === "progress") return;
            ids.push(id);
            onAnswer?.();
          }, null);
          think(requests[0]);
          ruleboard.stopThinking(false);
          think(requests[1]);
          await new Promise((resolve) => think(requests[2], resolve));
          await new Promise((resolve) => setTimeout(resolve, 300));
          return ids;
        }""",
        requests,
    )
    assert ids == [3]


@pytest.mark.shared
def test_terminated_worker_restarts(desktop):
    question = request("tensor-chess")
    assert ask_worker(desktop, question) == answer(question)
    desktop.evaluate("ruleboard.stopThinking(true)")
    assert ask_worker(desktop, question) == answer(question)


def test_worker_loads_only_when_needed(desktop, open_app):
    open_app(desktop)
    assert desktop.evaluate(COUNT_WORKER_LOADS_SCRIPT) == 0


@pytest.mark.core
def test_page_answers_without_workers(new_context, open_app):
    page = new_context("desktop").new_page()
    page.add_init_script("globalThis.Worker = class { constructor() { throw new Error('not here'); } }")
    open_app(page)
    for game in GAMES:
        question = request(game, action_count=6)
        assert page.evaluate(THINK_IN_PAGE_SCRIPT, question) == answer(question)


def test_page_answers_after_worker_error(new_context, open_app):
    """If the worker fails at its start, the page answers the same request itself."""
    page = new_context("desktop").new_page()
    page.add_init_script("""globalThis.Worker = class extends Worker {
      constructor(address, options) { // a script of pages throws an error in a worker
        super(/thinker/.test(address) ? "./static/boot/start_message.js" : address, options);
      }
    }""")
    open_app(page)
    question = request("sensei")
    assert page.evaluate(THINK_IN_PAGE_SCRIPT, question) == answer(question)


@pytest.mark.core
def test_single_file_has_worker(new_context, dist):
    page = new_context("desktop").new_page()
    page.goto((dist / "ruleboard.html").as_uri())
    page.locator("html[data-ready]").wait_for(state="attached", timeout=PLAYWRIGHT_CONFIG["timeouts"]["ready"])
    question = request("sensei", action_count=6)
    assert ask_worker(page, question) == answer(question)
