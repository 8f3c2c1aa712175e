"""Measure how often a beginner wins the guided first game by following its advice.

The beginner plays random turns, but follows the advice on the page: asks for a hint when the tip is about the position,
tries turns that stop the threat that the tip names, and takes back each mistake that the guide explains. After some
such tries in one position, the beginner asks for a hint, too.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.app.board import guide
from ruleboard.app.board.advice import HINT_LEVEL
from ruleboard.app.board.changes import open_table, play_action, uncover
from ruleboard.app.board.history import skip_replay
from ruleboard.app.board.table import Table
from ruleboard.contract.bots import Threat
from ruleboard.engine.search.thinking import Question
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.timeline import replay
from ruleboard.learning.first_game import first_game_record
from ruleboard.registry import GAMES, PACKAGES
from ruleboard.thinking.messages import Judgement, create_judgement_request, format_request, parse_answer
from ruleboard.thinking.request_worker import RequestWorker

MAX_TURNS: Final = 120
"""The number of turns after which a game counts as a draw."""
MAX_TRIES: Final = 2
"""The number of turns that the beginner tries in one position before asking for a hint."""
MAX_TURN_ACTIONS: Final = 12
"""The maximum number of actions in a random turn."""


def play_turn(table: Table, level: int, seed: int, opponent_level: int = 0) -> Table:
    """Play a turn, or the part of a turn, that the bot of a level chooses."""
    timeline = table.timeline
    player = timeline.to_move
    assert player is not None
    question = Question(player, level, seed, opponent_level=opponent_level)
    choice = run_to_end(PACKAGES[timeline.game.id].opponent.think(timeline.state_for(player), question))
    for action in choice.actions:
        if table.timeline.to_move == player:
            table = _play(table, action)
    return table


def play_hint(table: Table, seed: int) -> Table:
    """Return the table after the turn that a hint of the guide recommends."""
    return play_turn(table, HINT_LEVEL, seed, guide.opponent_level(table))


def play_random_turn(table: Table, rng: random.Random) -> Table:
    """Play random actions of the player to move, until another player decides.

    Later actions follow a tip about the position, such as which token to tweak.
    """
    player = table.timeline.to_move
    for number in range(MAX_TURN_ACTIONS):
        if number and _has_tip(table):
            table = play_hint(table, number)
        else:
            table = _play(table, rng.choice(table.timeline.game.legal_actions(table.timeline.state)))
        if table.timeline.to_move != player:
            break
    return table


def _play(table: Table, action: Any) -> Table:
    return uncover(skip_replay(play_action(table, action)))


def judge_last_turn(table: Table) -> Table:
    """Add the guide's judgement of the beginner's last turn to a table."""
    turn = guide.turn_to_judge(table)
    if turn is None:
        return table
    request = create_judgement_request(
        table.timeline, 1, guide.JUDGE_LEVEL, turn.start, turn.end, guide.opponent_level(table)
    )
    worker = RequestWorker(PACKAGES)
    worker.start(format_request(request))
    while not isinstance(answer := parse_answer(worker.step(10_000)), Judgement):
        pass
    return guide.with_judgement(table, answer)


def follow_advice(table: Table, beginner: int, rng: random.Random, number: int) -> Table:
    """Play a turn of the beginner, who follows the advice on the page.

    Args:
        table: the table, with the beginner to move.
        beginner: the number of the beginner, from 0.
        rng: the source of the beginner's random turns.
        number: the number of the turn, as the seed of a hint.
    """
    if _has_tip(table):
        return play_hint(table, number)
    worst_threats = _find_threats(table, beginner)[:1]
    for _ in range(MAX_TRIES):
        table_after = play_random_turn(table, rng)
        if _has_stopped(worst_threats, table_after, beginner):
            table_after = judge_last_turn(table_after)
            if table_after.guided_turn.mistake is None:
                return table_after
    return play_hint(table, number)


def _has_tip(table: Table) -> bool:
    """Return True if the tip on the page is about the position and not about a threat."""
    beginner, timeline, tip = table.only_person, table.timeline, guide.current_tip(table)
    return beginner is not None and tip in PACKAGES[timeline.game.id].opponent.tips(
        timeline.state_for(beginner), beginner
    )


def _has_stopped(threats: Sequence[Threat], table: Table, beginner: int) -> bool:
    """Return True if the game has ended or no threat against the same victims remains."""
    if table.timeline.outcome is not None:
        return True
    victims = {threat.targets[-1:] for threat in threats}
    return not any(threat.targets[-1:] in victims for threat in _find_threats(table, beginner))


def _find_threats(table: Table, beginner: int) -> Sequence[Threat]:
    timeline = table.timeline
    return PACKAGES[timeline.game.id].opponent.threats(timeline.state_for(beginner), beginner)


def play_first_game(game: str, seed: int) -> float:
    """Play one guided game and return the beginner's score: 1 for a win, 0.5 for a draw, 0 for a loss."""
    rng = random.Random(f"first game {game} {seed}")
    table = open_table("x", replay(first_game_record(game, seed, is_guided=True), GAMES))
    beginner = table.only_person
    assert beginner is not None
    for number in range(MAX_TURNS):
        table = uncover(table)
        if table.timeline.outcome is not None:
            break
        if table.timeline.to_move != beginner:
            table = play_turn(table, 1, rng.getrandbits(32))
            continue
        table = replace(follow_advice(table, beginner, rng, number), guided_turn=table.guided_turn)
    outcome = table.timeline.outcome
    if outcome is None or outcome.is_draw:
        return 0.5
    return float(beginner in outcome.winners)


def main(arguments: list[str]) -> int:
    """Play guided games and print the scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, action="append", help="the games; default: all")
    parser.add_argument("--count", type=int, default=12, help="the number of games")
    options = parser.parse_args(arguments)
    for game in options.game or GAMES:
        scores = [play_first_game(game, seed) for seed in range(options.count)]
        print(f"{game}: {scores.count(1.0)} wins, {scores.count(0.5)} draws of {options.count}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
