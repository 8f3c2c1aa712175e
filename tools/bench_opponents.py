"""Measure the bots in the browser: the start and the memory of their worker, their searches, and taps during searches.

On Linux the benchmark measures searches in processor time of the worker's thread, which hardly depends on the load of
the machine. DevTools can slow down a page's thread but not a worker ("Operation is only supported for pages, not
workers"), so the benchmark computes the time on a slow tablet as a multiple of this time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from tools import setup
from tools.bench import SLOWDOWN_FACTOR
from tools.browser_processes import iter_browser_processes

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.engine.record import Record, format_record
from ruleboard.engine.rng import randbelow
from ruleboard.engine.search.thinking import Question, hash_mix
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.registry import GAMES, PACKAGES
from ruleboard.thinking.messages import create_request, format_request

POSITION_COUNT: Final = 12
"""The number of positions of each kind, each from another game."""
MAX_EARLIER_TURNS: Final = 50
"""The maximum number of turns before a position."""

_REQUEST_SCRIPT = """async (request) => {
  const began = performance.now();
  const answer = await new Promise((resolve) => {
    const elsewhere = { start() {}, step: () => '{"kind": "failure", "sentence": "not in a worker"}' };
    ruleboard.think(request, (text) => { if (JSON.parse(text).kind !== "progress") resolve(text); }, elsewhere);
  });
  const { kind } = JSON.parse(answer);
  if (kind !== "reply") throw new Error(answer);
  return performance.now() - began;
}"""
_WORKER_START_SCRIPT = """async () => {
  const began = performance.now();
  globalThis.started = await ruleboardStartThinker();
  await new Promise((resolve) => { started.addEventListener("message", resolve, { once: true }); });
  return performance.now() - began;
}"""
_TAPS_SCRIPT = """async ([request, count]) => {
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
    const pressTime = performance.now();
    choice.dispatchEvent(new PointerEvent("pointerdown", pointer));
    if (!choice.matches("[data-pressed]")) throw new Error(`${choice.outerHTML} does not look pressed`);
    const responseTime = (await painted()) - pressTime;
    choice.dispatchEvent(new PointerEvent("pointerup", pointer));
    const clickTime = performance.now();
    choice.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    times.push([responseTime, (await painted()) - clickTime]);
  }
  ruleboard.stopThinking(false);
  return times;
}"""


class SearchTimes(NamedTuple):
    """The durations of searches of one level in one game, in milliseconds, one for each position.

    Attributes:
        game: the id of the game.
        level: the level of the bot.
        worker_times: the processor times of the worker's thread; empty if the system does not report them.
        waiting_times: the times from the request to the reply.
    """

    game: str
    level: int
    worker_times: list[float]
    waiting_times: list[float]


def create_mid_game_timelines(game: str) -> list[Timeline[Any]]:
    """Return timelines at the start of a turn, from games that a bot of level 1 plays against itself.

    The seed of a game determines the number of turns. If a game ends earlier, the timeline is at its last turn.
    """
    rules = GAMES[game]
    timelines: list[Timeline[Any]] = []
    side_count = len(rules.sides(rules.initial({}, 1)))
    for seed in range(POSITION_COUNT):
        timeline = turn_start = replay(Record(game, {}, seed, ("",) * side_count), GAMES)
        for _ in range(randbelow(MAX_EARLIER_TURNS, hash_mix(seed))[0] + 1):
            if (player := timeline.to_move) is None:
                break
            turn_start = timeline
            question = Question(player, 1, hash_mix(seed, timeline.ply))
            for action in run_to_end(PACKAGES[game].opponent.think(timeline.state_for(player), question)).actions:
                timeline = timeline.play(action)
        timelines.append(turn_start)
    return timelines


def percentile_95(values: Sequence[float]) -> float:
    """Return the 95th percentile of a non-empty sequence."""
    return sorted(values)[-1 - len(values) // 20]


# --- the browser's processes


def measure_worker_time(profile: str) -> float:
    """Return the processor time of all dedicated workers of a browser in ms, or 0 if the system does not report it."""
    total = 0
    for process in iter_browser_processes(profile):
        for thread in process.glob("task/*"):
            try:
                if "DedicatedWorker" in (thread / "comm").read_text():
                    total += int((thread / "schedstat").read_text().split()[0])
            except OSError:
                continue
    return total / 1e6


def measure_memory(profile: str) -> float:
    """Return the memory (proportional set size) of all pages of a browser in MB, or 0 if unknown."""
    total = 0
    for process in iter_browser_processes(profile):
        try:
            if "--type=renderer" not in (process / "cmdline").read_text():
                continue
            rows = (process / "smaps_rollup").read_text().splitlines()
            total += sum(int(row.split()[1]) for row in rows if row.startswith("Pss:"))
        except OSError:
            continue
    return total / 1024


# --- measurements


class WorkerMeasurements(NamedTuple):
    """Measurements of the worker: start times in milliseconds, and memory in MB."""

    start_times: list[float]
    memory: list[float]


def measure_worker(page: Any, profile: str, rounds: int) -> WorkerMeasurements:
    """Measure the start time and the memory of the worker, in a page that is ready."""
    measurements = WorkerMeasurements([], [])
    for _ in range(rounds):
        memory_before = measure_memory(profile)
        measurements.start_times.append(page.evaluate(_WORKER_START_SCRIPT))
        measurements.memory.append(measure_memory(profile) - memory_before)
        page.evaluate("started.terminate()")
        page.wait_for_timeout(1000)
    return measurements


def measure_searches(page: Any, profile: str, levels: Sequence[int]) -> Iterator[SearchTimes]:
    """Measure searches of bots at these levels, in a page that is ready and whose worker has started."""
    for game in GAMES:
        timelines = create_mid_game_timelines(game)
        for level in levels:
            measurements = SearchTimes(game, level, [], [])
            page.evaluate(_REQUEST_SCRIPT, format_request(create_request(timelines[0], 0, level)))
            for number, timeline in enumerate(timelines):
                time_before = measure_worker_time(profile)
                measurements.waiting_times.append(
                    page.evaluate(_REQUEST_SCRIPT, format_request(create_request(timeline, number, level)))
                )
                measurements.worker_times.append(measure_worker_time(profile) - time_before)
            yield measurements


class TapTimes(NamedTuple):
    """The times of one tap, in milliseconds.

    Attributes:
        press_time: from the touch until the page marks the touched target.
        answer_time: from the end of the tap until the page shows the new board.
    """

    press_time: float
    answer_time: float


class GameTaps(NamedTuple):
    """The times of taps in one game.

    Attributes:
        game: the id of the game.
        slowdown: the factor by which DevTools slows down the page's thread; 1 for full speed.
        thinking: the taps while a bot of level 5 searches.
        idle: the taps while no bot searches.
    """

    game: str
    slowdown: int
    thinking: list[TapTimes]
    idle: list[TapTimes]


def measure_taps(page: Any, open_game: Callable[[str, str], None], count: int) -> Iterator[GameTaps]:
    """Measure taps on the board of each game, at full speed and with a thread as slow as on a tablet.

    Args:
        page: a page that is ready.
        open_game: opens a game from its id and its record.
        count: the number of taps.
    """
    session = page.context.new_cdp_session(page)
    for game in GAMES:
        timeline = create_mid_game_timelines(game)[1]
        request = format_request(create_request(timeline, 1, 5))
        for slowdown in (1, SLOWDOWN_FACTOR):
            open_game(game, format_record(timeline.to_record()))
            page.evaluate(_REQUEST_SCRIPT, format_request(create_request(timeline, 0, 1)))
            session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
            idle = [TapTimes(*times) for times in page.evaluate(_TAPS_SCRIPT, ["", count])]
            thinking = [TapTimes(*times) for times in page.evaluate(_TAPS_SCRIPT, [request, count])]
            session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            yield GameTaps(game, slowdown, thinking, idle)
