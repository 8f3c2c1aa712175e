"""Opponents think in a worker, in every kind of page, and in the page where there are no workers: always the same."""

from __future__ import annotations

import pytest

from ruleboard.games.registry import GAMES
from tests.e2e.conftest import CONFIG
from tests.support.thinking import ASK, answer, request

WORKERS = "() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('thinker_worker')).length"
"""The number of times that the page has loaded the worker's script."""
IN_THE_PAGE = """async (request) => {
  const { loadPyodide } = await import(document.querySelector("script[src*=interpreter]").src);
  const python = await loadPyodide({}); // the page's own
  const thinker = python.runPython("from ruleboard.thinking.thinker import Thinker; Thinker()");
  return new Promise((resolve) => ruleboard.think(request, (text) => {
    if (JSON.parse(text).kind !== "progress") resolve(text);
  }, thinker));
}"""


def ask(frame, asked):
    return frame.evaluate(f"(request) => {{ {ASK} return ask(request); }}", asked)


@pytest.mark.core
@pytest.mark.shared
def test_the_worker_answers_as_python_does_elsewhere(desktop):
    for game in GAMES:
        asked = request(game, actions=6)
        assert ask(desktop, asked) == answer(asked)


@pytest.mark.shared
def test_only_the_last_request_is_answered(desktop):
    """Whatever is under way is dropped for another, and for nothing."""
    requests = [request("sensei", level=5, id=1), request("sensei", level=5, id=2), request("tesulda", id=3)]
    ids = desktop.evaluate(
        """async (requests) => {
          const ids = [];
          const think = (request, then) => ruleboard.think(request, (text) => {
            const { kind, id } = JSON.parse(text);
            if (kind === "progress") return;
            ids.push(id);
            then?.();
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
def test_a_worker_that_was_ended_starts_again(desktop):
    asked = request("tensor-chess")
    assert ask(desktop, asked) == answer(asked)
    desktop.evaluate("ruleboard.stopThinking(true)")
    assert ask(desktop, asked) == answer(asked)


def test_nothing_of_it_is_loaded_before_it_is_needed(desktop, open_app):
    open_app(desktop)
    assert desktop.evaluate(WORKERS) == 0


@pytest.mark.core
def test_without_workers_the_page_itself_answers(new_context, open_app):
    page = new_context("desktop").new_page()
    page.add_init_script("globalThis.Worker = class { constructor() { throw new Error('not here'); } }")
    open_app(page)
    for game in GAMES:
        asked = request(game, actions=6)
        assert page.evaluate(IN_THE_PAGE, asked) == answer(asked)


def test_a_worker_that_breaks_is_replaced_by_the_page(new_context, open_app):
    """One that ends with an error while it starts: the same request is answered all the same."""
    page = new_context("desktop").new_page()
    page.add_init_script("""globalThis.Worker = class extends Worker {
      constructor(address, options) { // a script of pages throws an error in a worker
        super(/thinker/.test(address) ? "./static/boot/start_message.js" : address, options);
      }
    }""")
    open_app(page)
    asked = request("sensei")
    assert page.evaluate(IN_THE_PAGE, asked) == answer(asked)


@pytest.mark.core
def test_the_one_file_has_a_worker(new_context, dist):
    page = new_context("desktop").new_page()
    page.goto((dist / "ruleboard.html").as_uri())
    page.locator("html[data-ready]").wait_for(state="attached", timeout=CONFIG["timeouts"]["ready"])
    asked = request("sensei", actions=6)
    assert ask(page, asked) == answer(asked)
