"""Benchmark of the opponents in the browser: their worker's start, its memory, its thoughts, and taps during them.

The benchmark measures thoughts in processor time of the worker's thread, which a busy machine changes little (Linux
only). DevTools can slow down a page's thread, but no worker ("Operation is only supported for pages, not workers"), so
the time on a slow tablet is computed as a multiple of this time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.engine.record import Record, format_record
from ruleboard.engine.rng import randbelow
from ruleboard.engine.search.thinking import Question, finish_search, hash_mix
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.registry import GAMES, PACKAGES
from ruleboard.thinking.messages import format_request, request_at

SLOW: Final = 6
"""The factor by which a tablet's processor is slower."""
POSITIONS: Final = 12
"""The number of positions of each kind, each from another game."""
TURNS: Final = 50
"""The maximum number of turns before a position."""

_ASK = """async (request) => {
  const began = performance.now();
  const answer = await new Promise((resolve) => {
    const elsewhere = { start() {}, step: () => '{"kind": "failure", "sentence": "not in a worker"}' };
    ruleboard.think(request, (text) => { if (JSON.parse(text).kind !== "progress") resolve(text); }, elsewhere);
  });
  const { kind } = JSON.parse(answer);
  if (kind !== "reply") throw new Error(answer);
  return performance.now() - began;
}"""
_START = """async () => {
  const began = performance.now();
  globalThis.started = await ruleboardStartThinker();
  await new Promise((resolve) => { started.addEventListener("message", resolve, { once: true }); });
  return performance.now() - began;
}"""
_TAP_WHILE = """async ([request, count]) => {
  const elsewhere = { start() {}, step: () => '{"kind": "failure", "sentence": "not in a worker"}' };
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    port2.postMessage("");
  }));
  const pointer = { bubbles: true, isPrimary: true, pointerType: "touch" };
  let isBusy = Boolean(request);
  if (request) ruleboard.think(request, (text) => { isBusy = JSON.parse(text).kind === "progress"; }, elsewhere);
  const times = [];
  for (let number = 0; number < count && (isBusy || !request); number++) {
    let choices = document.querySelectorAll('[data-do="play.uncover"]');
    if (!choices.length) choices = document.querySelectorAll("svg [data-target][tabindex], button[data-target]");
    if (!choices.length) break;
    await painted();
    const choice = choices[number * 7 % choices.length];
    const pressed = performance.now();
    choice.dispatchEvent(new PointerEvent("pointerdown", pointer));
    if (!choice.matches("[data-pressed]")) throw new Error(`${choice.outerHTML} does not look pressed`);
    const seen = (await painted()) - pressed;
    choice.dispatchEvent(new PointerEvent("pointerup", pointer));
    const began = performance.now();
    choice.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    times.push([seen, (await painted()) - began]);
  }
  ruleboard.stopThinking(false);
  return times;
}"""


class Thoughts(NamedTuple):
    """The durations of a level's thoughts in one game, in milliseconds, position by position.

    Attributes:
        game: the id of the game.
        level: the level.
        worker: the processor times of the worker's thread; empty if unknown.
        waited: the times from request to answer.
    """

    game: str
    level: int
    worker_times: list[float]
    waiting_times: list[float]


def positions(game: str) -> list[Timeline[Any]]:
    """Return positions at the starts of turns from games that level 1 plays with itself.

    Its seed decides the number of turns before each; a game that ends sooner gives its last turn.
    """
    rules = GAMES[game]
    timelines: list[Timeline[Any]] = []
    sides = len(rules.sides(rules.initial({}, 1)))
    for seed in range(POSITIONS):
        timeline = latest = replay(Record(game, {}, seed, ("",) * sides), GAMES)
        for _ in range(randbelow(TURNS, hash_mix(seed))[0] + 1):
            if (player := timeline.to_move) is None:
                break
            latest = timeline
            question = Question(player, 1, hash_mix(seed, timeline.ply))
            for action in finish_search(PACKAGES[game].opponent.think(timeline.state_for(player), question)).actions:
                timeline = timeline.play(action)
        timelines.append(latest)
    return timelines


def nearly_worst(values: Sequence[float]) -> float:
    """Return the value that at least 95 % of some values do not exceed; there is at least one."""
    return sorted(values)[-1 - len(values) // 20]


# --- the browser's processes


def _processes(profile: str) -> Iterator[Path]:
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"--user-data-dir={profile}" in (process / "cmdline").read_text():
                yield process
        except OSError:
            continue


def worker_time(profile: str) -> float:
    """Return the processor time of all dedicated workers of a browser so far, in milliseconds; 0 if unknown."""
    total = 0
    for process in _processes(profile):
        for thread in process.glob("task/*"):
            try:
                if "DedicatedWorker" in (thread / "comm").read_text():
                    total += int((thread / "schedstat").read_text().split()[0])
            except OSError:
                continue
    return total / 1e6


def memory(profile: str) -> float:
    """Return the memory of all pages of a browser, in MB (Linux's proportional set size); 0 if unknown."""
    total = 0
    for process in _processes(profile):
        try:
            if "--type=renderer" not in (process / "cmdline").read_text():
                continue
            rows = (process / "smaps_rollup").read_text().splitlines()
            total += sum(int(row.split()[1]) for row in rows if row.startswith("Pss:"))
        except OSError:
            continue
    return total / 1024


# --- measurements


class Worker(NamedTuple):
    """The worker's starts in milliseconds, and the memory it takes, in MB."""

    ready: list[float]
    memory: list[float]


def worker(page: Any, profile: str, rounds: int) -> Worker:
    """Measure starts of the worker in a page that is ready."""
    measured = Worker([], [])
    for _ in range(rounds):
        before = memory(profile)
        measured.ready.append(page.evaluate(_START))
        measured.memory.append(memory(profile) - before)
        page.evaluate("started.terminate()")
        page.wait_for_timeout(1000)
    return measured


def thoughts(page: Any, profile: str, levels: Sequence[int]) -> Iterator[Thoughts]:
    """Measure the thoughts of some levels in the worker of a page that is ready, which is warm by then."""
    for game in GAMES:
        timelines = positions(game)
        for level in levels:
            measured = Thoughts(game, level, [], [])
            page.evaluate(_ASK, format_request(request_at(timelines[0], 0, level)))
            for number, timeline in enumerate(timelines):
                before = worker_time(profile)
                measured.waiting_times.append(page.evaluate(_ASK, format_request(request_at(timeline, number, level))))
                measured.worker_times.append(worker_time(profile) - before)
            yield measured


class Tap(NamedTuple):
    """The times of one tap, in milliseconds.

    Attributes:
        pressed: from the touch until the page marks the touched target.
        answered: from the end of the tap until the page shows Python's answer.
    """

    press_time: float
    answer_time: float


class Taps(NamedTuple):
    """The taps in one game.

    Attributes:
        game: the id of the game.
        slower: the factor by which the page's thread was slowed down.
        thinking: the taps while level 5 thought.
        idle: the taps while no opponent thought.
    """

    game: str
    slower: int
    thinking: list[Tap]
    idle: list[Tap]


def taps(page: Any, show: Callable[[str, str], None], count: int) -> Iterator[Taps]:
    """Measure taps on the board of each game, at full speed and with the page's thread slowed down as on a tablet.

    Args:
        page: a page that is ready.
        show: shows the game of an id and a record.
        count: the number of taps.
    """
    session = page.context.new_cdp_session(page)
    for game in GAMES:
        timeline = positions(game)[1]
        request = format_request(request_at(timeline, 1, 5))
        for slower in (1, SLOW):
            show(game, format_record(timeline.to_record()))
            page.evaluate(_ASK, format_request(request_at(timeline, 0, 1)))
            session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            idle = [Tap(*times) for times in page.evaluate(_TAP_WHILE, ["", count])]
            thinking = [Tap(*times) for times in page.evaluate(_TAP_WHILE, [request, count])]
            session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            yield Taps(game, slower, thinking, idle)
