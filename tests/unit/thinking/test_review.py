"""Test the evaluation of turns: blunders, best turns, equal results for equal games, and turns without evaluation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruleboard.app.board.review import parse_actions
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.search.thinking import MAX_LINE_TURNS, MAX_SCORE
from ruleboard.engine.timeline import line_turns, replay, whole_turns
from ruleboard.registry import GAMES, PACKAGES
from ruleboard.thinking.messages import Failure, Judgement, Request, format_request, parse_answer
from ruleboard.thinking.request_worker import RequestWorker

MAX_STEP_MS = 600_000
CHESS_POSITION = "1k8/10/1K8/10/10/10/r9/8R1 b - - 0 1"
"""Black to move; White's rook mates on i8 unless Black prevents it."""
ARMY_ACTIONS = ("default", "done")
"""The actions that build the default army of Tesulda."""
SENSEI_POSITION = "7/1r4g/2r3r/2G4/2g3R/1g5/7 r 21 shizukana"
"""Red to move; a stone of Green's can go from g6 by g7 to f7, and the character can follow to the home row."""


def judge_turn(record: Record, first: int, end: int, level: int = 4, worker: RequestWorker | None = None) -> Judgement:
    """Return the bot's judgement of a turn, and assert that the answer is a judgement."""
    timeline = replay(record, GAMES)
    player = timeline.game.to_move(timeline.states[first])
    assert player is not None
    current_worker = worker or RequestWorker()
    current_worker.start(format_request(Request(1, format_record(record), first, player, level, 0, 0, end)))
    answer = parse_answer(current_worker.step(MAX_STEP_MS))
    assert isinstance(answer, Judgement), answer
    return answer


def create_chess_record(*actions: str) -> Record:
    return Record("tensor-chess", {}, 0, ("", ""), actions, start=CHESS_POSITION)


def test_allowing_mate_in_one_loses_the_game() -> None:
    """A turn that allows a mate in one gets the score of a lost game (spec of Tensor Chess, End: checkmate wins)."""
    answer = judge_turn(create_chess_record("a2a3", "i1i8"), 0, 1)
    assert answer.played_score == -MAX_SCORE
    assert answer.score > -MAX_SCORE
    after = replay(create_chess_record(*answer.actions), GAMES)
    assert "i1i8" not in {
        action.text
        for action in after.game.legal_actions(after.state)
        if after.game.outcome(after.game.apply(after.state, action)) is not None
    }


def test_mating_move_loses_nothing() -> None:
    answer = judge_turn(create_chess_record("a2a3", "i1i8"), 1, 2)
    assert (answer.actions, answer.score, answer.played_score) == (("i1i8",), MAX_SCORE, MAX_SCORE)


def test_evaluation_is_independent_of_earlier_turns() -> None:
    record = create_chess_record("a2c2", "i1h1", "b8c8", "h1h8")
    worker = RequestWorker()
    turns = [(number, number + 1) for number in range(4)]
    consecutive_judgements = [judge_turn(record, *turn, worker=worker) for turn in turns]
    assert consecutive_judgements == [judge_turn(record, *turn) for turn in turns]


def test_allowing_immediate_win_loses_the_game() -> None:
    """A turn that lets the enemy's character reach its goal gets the score of a lost game (spec of Sensei, End)."""
    record = Record("sensei", {}, 0, ("", ""), ("c5-b5", "end"), start=SENSEI_POSITION)
    answer = judge_turn(record, 0, 2)
    assert answer.played_score == -MAX_SCORE
    timeline = replay(replace(record, actions=answer.actions), GAMES)
    assert not PACKAGES["sensei"].opponent.threats(timeline.state, 1)
    assert answer.score > 0


def test_hidden_army_building_has_no_evaluation() -> None:
    """Building an army has no evaluation, since players do so at the same time, in secret (spec of Tesulda, Setup)."""
    record = Record("tesulda", {"setup": "build"}, 0, ("", ""), ARMY_ACTIONS)
    assert judge_turn(record, 0, len(ARMY_ACTIONS)).actions == ()


@pytest.mark.parametrize(("game", "players", "prefix"), [("tensor-cards", 2, "lay"), ("equilibrium", 3, "setup")])
def test_bot_evaluates_turns_with_hidden_information(game: str, players: int, prefix: str) -> None:
    """With hidden information, the best turn loses nothing, whatever the played turn, and has no better turn."""
    options = {"players": str(players)} if game == "equilibrium" else {}
    start = Record(game, options, 7, ("",) * players)
    timeline = replay(start, GAMES)
    turns = [action.text for action in timeline.game.legal_actions(timeline.state) if action.text.startswith(prefix)]
    answers = [judge_turn(replace(start, actions=(text,)), 0, 1, level=3) for text in (turns[0], turns[-1])]
    assert answers[0].actions == answers[1].actions
    assert all(answer.score >= answer.played_score for answer in answers)
    best_actions = answers[0].actions
    judgement_of_best_actions = judge_turn(replace(start, actions=best_actions), 0, len(best_actions), level=3)
    assert judgement_of_best_actions.score == judgement_of_best_actions.played_score


CARD_ACTIONS = (
    *("lay r2 b3 y4", "lay r4 b1 y2", "order right-first", "order left-first", "order right-first"),
    *("lay rT b9 y6", "lay r5 b7 y6"),
)
"""A game of the cards on Equilibrium Point. Black's placement in the second turn lets White win."""


def test_lines_of_a_costly_turn_go_on_after_a_reveal() -> None:
    """In a finished game, the better line contains the opponent's simultaneous placement, and six turns in all.

    The other line contains the turns in the game. During the game there is no line, since the opponent's cards are
    secret.
    """
    record = Record("tensor-cards", {"board": "equilibrium-point"}, 3, ("", ""), CARD_ACTIONS)
    judgement = judge_turn(record, 5, 6)
    before = replay(record, GAMES).jump(5)
    assert judgement.line[: len(judgement.actions)] == judgement.actions
    assert judgement.line[len(judgement.actions)] == "lay r5 b7 y6"
    assert len(list(line_turns(before, parse_actions(before, judgement.line)))) == MAX_LINE_TURNS
    assert judgement.played_line == CARD_ACTIONS[5:]
    assert judge_turn(replace(record, actions=CARD_ACTIONS[:6]), 5, 6).line == ()


def test_request_for_empty_turn_fails() -> None:
    worker = RequestWorker()
    worker.start(format_request(Request(1, format_record(create_chess_record("a2a3")), 0, 1, 4, 0, 0, 0)))
    assert isinstance(parse_answer(worker.step(MAX_STEP_MS)), Failure)


SWAP_WINS = (
    "(sssh)1(ccch)(scst)(sck)(ccdh)3(sssh)/(ts)(tcsdz)1(ccsz)(tch)(tcsd)2(tcs)1/1(tcsh)(sc)3(csszh)3/"
    "4(ccch)1(ssd)2(tsh)/2(Ccch)7/3(Scszt)6/3(Ssdhh)6/4(Ccs)5/(Tsh)(Tcs)(Tcs)1(Tc)(Tcs)1(Tcs)(Tcs)(Tsh)/"
    "(Sssh)(Scdz)(Ccch)1(Sck)(Ccdh)2(Csdz)(Sssh) d cccsszz 5"
)
"""A position of a real game, Dark to move; after b9-d8 Light wins by d5-e5 and a swap."""


def test_late_refutation_counts_against_causing_turn() -> None:
    """A turn that loses counts as lost, even if the search at that turn rated it best.

    The search rates b9-d8 as best and good for Dark, but only other turns save the Prime.
    """
    turn, answer = ("b9-d8", "swap:d8>e9:sz"), ("d5-e5", "swap:d4>e5:d")
    record = Record("tesulda", {}, 0, ("", ""), (*turn, *answer), start=SWAP_WINS)
    outcome = replay(record, GAMES).final_outcome
    assert outcome is not None
    assert outcome.winners == (0,)
    judgement = judge_turn(record, 0, len(turn), level=5)
    assert judgement.played_score == -MAX_SCORE
    assert judgement.score > -MAX_SCORE // 2
    assert judgement.actions != turn


def test_line_ends_at_a_whole_turn() -> None:
    """A search may cut a line in a turn of several actions. The first turn stays, even if it is cut."""
    timeline = replay(Record("sensei", {}, 0, ("", ""), ()), GAMES)
    actions = parse_actions(timeline, ("a1-a4", "end", "a7-a5", "end"))
    assert len(actions) == 4
    first_turn, second_turn = line_turns(timeline, actions)
    assert whole_turns(timeline, actions, MAX_LINE_TURNS) == (first_turn, second_turn)
    assert whole_turns(timeline, actions[:-1], MAX_LINE_TURNS) == (first_turn,)
    assert whole_turns(timeline, actions[:1], MAX_LINE_TURNS) == (first_turn[:1],)
    assert whole_turns(timeline, actions, 1) == (first_turn,)
