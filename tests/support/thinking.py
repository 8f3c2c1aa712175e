"""Requests to opponents for browsers of every kind, and the answers that CPython gives."""

from __future__ import annotations

import random
from functools import cache

from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.games.registry import GAMES
from ruleboard.thinking.messages import format_request, request_at
from ruleboard.thinking.thinker import Thinker

LONG = 3_600_000
"""Milliseconds in which every request is answered."""

ASK = """const ask = (request) => new Promise((resolve) => {
  const elsewhere = { start() {}, step: () => '{"kind": "failure", "sentence": "not in a worker"}' };
  ruleboard.think(request, (text) => { if (JSON.parse(text).kind !== "progress") resolve(text); }, elsewhere);
});"""
"""A function in JavaScript that resolves to the answer of the worker; without one, to a failure that says so."""


@cache
def request(game: str, actions: int = 0, level: int = 1, id: int = 1) -> str:
    """Return the request after a number of random actions from a game's start."""
    rules = GAMES[game]
    sides = len(rules.sides(rules.initial({}, 1)))
    timeline = replay(Record(game, {}, 1, ("",) * sides), GAMES)
    dice = random.Random(1)
    for _ in range(actions):
        timeline = timeline.play(dice.choice(rules.legal_actions(timeline.state)))
    return format_request(request_at(timeline, id, level))


def answer(request: str) -> str:
    """Return the answer to a request, given here."""
    thinker = Thinker()
    thinker.start(request)
    said = ""
    while thinker.is_busy:
        said = thinker.step(LONG)
    return said
