"""Requests to bots for browser tests, and CPython's replies to compare with those of the browser."""

from __future__ import annotations

import random
from functools import cache

from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES
from ruleboard.thinking.messages import create_request, format_request
from ruleboard.thinking.request_worker import RequestWorker
from tools.fake_browser import Tab

MAX_STEP_MS = 3_600_000
"""The time limit for every request, in milliseconds."""

ASK_SCRIPT = """const ask = (request) => new Promise((resolve) => {
  const elsewhere = { start() {}, step: () => '{"kind": "failure", "sentence": "not in a worker"}' };
  ruleboard.think(request, (text) => { if (JSON.parse(text).kind !== "progress") resolve(text); }, elsewhere);
});"""
"""A JavaScript function that resolves to the worker's answer, or to a failure if there is no worker."""


@cache
def request(game: str, action_count: int = 0, level: int = 1, id: int = 1) -> str:
    """Return a request for a bot's turn after some random actions from the start of a game."""
    game_rules = GAMES[game]
    side_count = len(game_rules.sides(game_rules.initial({}, 1)))
    timeline = replay(Record(game, {}, 1, ("",) * side_count), GAMES)
    rng = random.Random(1)
    for _ in range(action_count):
        timeline = timeline.play(rng.choice(game_rules.legal_actions(timeline.state)))
    return format_request(create_request(timeline, id, level))


def answer(request: str) -> str:
    """Answer a request in this process and return the reply."""
    worker = RequestWorker()
    worker.start(request)
    message = ""
    while worker.is_busy:
        message = worker.step(MAX_STEP_MS)
    return message


def wait_for_opponents(tab: Tab) -> None:
    """Let opponents think and act until it is a person's turn or the game has ended."""
    for _ in range(400):
        tab.idle()
        if not tab.browser.answer_request():
            return
        tab.check()
