"""The guided first game: a tip before each turn of the person, and the consequence of a mistake.

All functions are pure. A guided game is a game against a bot whose record has the flag for a guided game. A bot judges
each turn of the person before the opponent thinks. After a mistake, the opponent waits until the person takes back the
mistake or accepts it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ruleboard.app.board.parts import Mistake, ReviewTurn
from ruleboard.app.board.review import parse_actions, review_turns
from ruleboard.app.board.table import Table
from ruleboard.contract.bots import Threat, Tip
from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction
from ruleboard.engine.search.thinking import MAX_SCORE
from ruleboard.engine.timeline import Timeline, new_timeline
from ruleboard.i18n import _, cached_by_language, pgettext
from ruleboard.learning.courses import guide
from ruleboard.learning.first_game import GUIDED_KEY
from ruleboard.registry import PACKAGES, VIEWS
from ruleboard.thinking.messages import Judgement
from ruleboard.wording import capitalize

JUDGE_LEVEL: Final = 5
"""The level of the bot that judges. Lower levels do not consider every turn."""
MIN_SERIOUS_LOSS: Final = 250
"""The minimum loss of score for which a turn may be a mistake: 12.5 % of the range of chances."""
_MIN_GRAVE_LOSS: Final = 2 * MIN_SERIOUS_LOSS
"""The minimum loss of score for which a turn is a mistake even if the remaining chances are good."""
_SAFE_SCORE: Final = MAX_SCORE * 2 // 5
"""A score that is good enough in a first game. A turn that keeps this score is no mistake unless its loss is grave."""
_HOPELESS_SCORE: Final = -MAX_SCORE * 7 // 10
"""The score at or below which the game is lost anyway, so that no turn counts as a mistake."""
_WON_SCORE: Final = MAX_SCORE * 19 // 20
"""The score from which a game counts as won. A game with the opposite score counts as lost."""
_MAX_ANSWER_ACTIONS: Final = 2
"""The number of actions in the sentence about a reply."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """The consequence of a mistake.

    Attributes:
        sentence: one or two sentences that describe the consequence.
        targets: the targets that the consequence affects.
        threat_paths: the path of each threat, as the targets along the path.
        reply: the actions of the reply that punishes the mistake.
    """

    sentence: str
    targets: frozenset[str] = frozenset()
    threat_paths: tuple[tuple[str, ...], ...] = ()
    reply: tuple[Action[Any], ...] = ()


_NO_CONSEQUENCE: Final = Consequence("")


def is_guided(table: Table) -> bool:
    """Return True if the game at a table is guided."""
    return table.timeline.record.meta.get(GUIDED_KEY) == "yes" and table.only_person is not None


def opponent_level(table: Table) -> int:
    """Return the level of the bot in a guided game, whose typical play the tips expect; 0 for other games."""
    return max(table.timeline.record.seats) if is_guided(table) else 0


# --- before a turn --------------------------------------------------------------------------------------------


def current_tip(table: Table) -> Tip | None:
    """Return the tip for the person's turn in a guided game, or None at other times."""
    tip_and_path = _tip_and_path(table)
    return tip_and_path[0] if tip_and_path else None


def threat_paths(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the path of the threat that the tip mentions, or the paths of the threats after a mistake."""
    if table.guided_turn.mistake:
        return consequence(table).threat_paths
    if table.touches.targets or table.advice or table.touches.refusal:
        return ()
    tip_and_path = _tip_and_path(table)
    return (tip_and_path[1],) if tip_and_path and tip_and_path[1] else ()


def _tip_and_path(table: Table) -> tuple[Tip, tuple[str, ...]] | None:
    """Return the tip for the person and the path of the threat that it mentions, or None."""
    timeline, reader = table.timeline, table.only_person
    if not is_guided(table) or reader is None or timeline.to_move != reader or table.read_only:
        return None
    id, turn_count, start_ply = timeline.game.id, _turn_count(timeline, reader), _turn_start(timeline)
    if start_ply == timeline.ply:
        return _compute_tip(id, timeline.state_for(reader), reader, turn_count)
    start_state = timeline.jump(start_ply).state_for(reader)
    return _compute_mid_turn_tip(id, start_state, timeline.state_for(reader), reader, turn_count)


def _turn_start(timeline: Timeline[Any]) -> int:
    """Return the ply at which the current turn began, or the current ply in a game that does not mark turns."""
    game, player = timeline.game, timeline.to_move
    for ply in range(timeline.ply, -1, -1):
        state = timeline.states[ply]
        if game.to_move(state) != player:
            break
        if game.key(state) is not None:
            return ply
    return timeline.ply


def _turn_count(timeline: Timeline[Any], player: int) -> int:
    """Return the number of turns that a player began before the current one."""
    movers = [timeline.game.to_move(state) for state in timeline.states[: timeline.ply]]
    count = sum(
        mover == player != previous_mover for previous_mover, mover in zip([None, *movers], movers, strict=False)
    )
    return count - (movers[-1:] == [player])


@cached_by_language(16)
def _compute_tip(id: str, state: Any, player: int, turn_count: int) -> tuple[Tip, tuple[str, ...]]:
    """Return a tip with its path: a win, the worst threat, an idea for the position, or general advice.

    Args:
        id: the id of the game.
        state: the state, as the player to move may see it.
        player: the player to move.
        turn_count: the number of turns that the player began before this one.
    """
    bot = PACKAGES[id].opponent
    tips = bot.tips(state, player)
    if tips and tips[0].can_win:
        return tips[0], ()
    threats = bot.threats(state, player)
    if threats:
        questions = (
            _("Can you stop this threat?"),
            _("What can you do about this threat?"),
            _("Look for an answer to this threat."),
        )
        continuation = tips[0].sentence if tips and not tips[0].lesson else questions[turn_count % len(questions)]
        path = threats[0].path
        return Tip(f"{threats[0].sentence} {continuation}".rstrip()), path if len(path) > 1 else ()
    if tips and tips[0].lesson:  # a tip that stays valid alternates with general ones
        return (tips[0] if turn_count % 2 else _general_tip(id, turn_count // 2)), ()
    return (tips[0] if tips else _general_tip(id, turn_count)), ()


@cached_by_language(16)
def _compute_mid_turn_tip(
    id: str, start_state: Any, state: Any, player: int, turn_count: int
) -> tuple[Tip, tuple[str, ...]] | None:
    """Return the tip within a turn, with its path, or None.

    The tip from the start of the turn stays as long as it is valid, so that it never contradicts a hint. Only a
    possible win, or an idea for the next action, replaces it.

    Args:
        id: the id of the game.
        start_state: the state at the start of the turn, as the player to move may see it.
        state: the current state, as the player to move may see it.
        player: the player to move.
        turn_count: the number of turns that the player began before this one.
    """
    bot = PACKAGES[id].opponent
    tips = bot.tips(state, player)
    if tips and (tips[0].can_win or not tips[0].lesson):
        return tips[0], ()
    start_tips, start_threats = bot.tips(start_state, player), bot.threats(start_state, player)
    if start_tips and (start_tips[0].can_win or not start_tips[0].lesson):
        return None
    if start_threats and start_threats[0] not in bot.threats(state, player):
        return None
    return _compute_tip(id, start_state, player, turn_count)


def _general_tip(id: str, turn_number: int) -> Tip:
    """Return the general tip for a turn.

    The game's tips come in order. After the last one, all repeat but those about the opening.
    """
    game_tips = guide(id).advice
    if game_tips:
        repeated_tips = [tip for tip in game_tips if not tip.is_opening] or game_tips
        later_number = turn_number - len(game_tips)
        tip = game_tips[turn_number] if later_number < 0 else repeated_tips[later_number % len(repeated_tips)]
        return Tip(_(tip.text), lesson=tip.lesson)
    common_tips = (
        _("Look at the whole board first. What changed, and why?"),
        _("What would your opponent do now if it were their turn?"),
        _("Compare 2 moves before you choose."),
    )
    return Tip(common_tips[turn_number % len(common_tips)])


# --- after a turn ---------------------------------------------------------------------------------------------


def turn_to_judge(table: Table) -> ReviewTurn | None:
    """Return the person's turn that has just ended and has no judgement yet, or None."""
    timeline, reader = table.timeline, table.only_person
    if (
        table.guided_turn.is_judged
        or not is_guided(table)
        or reader is None
        or not table.bot_level_to_move
        or not timeline.ply
    ):
        return None
    if timeline.game.to_move(timeline.states[timeline.ply - 1]) != reader:
        return None
    turn = _last_turn(timeline.without_undone(), reader)
    # The person can undo a hidden decision while the others make theirs: they do not know it yet.
    is_hidden = timeline.is_hidden(turn.start) and timeline.is_hidden()
    return turn if is_hidden or turn.start >= timeline.earliest_ply else None


def _last_turn(timeline: Timeline[Any], player: int) -> ReviewTurn:
    """Return the turn that a player has just completed, even if it is hidden and the move list still omits it."""
    end_ply = timeline.ply
    listed_turns = review_turns(timeline)
    if listed_turns and listed_turns[-1].end == end_ply:
        return listed_turns[-1]
    start_ply = end_ply - 1
    while start_ply and timeline.game.to_move(timeline.states[start_ply - 1]) == player:
        start_ply -= 1
    return ReviewTurn(start_ply, end_ply, player, 0)


def with_judgement(table: Table, judgement: Judgement) -> Table:
    """Return the table with the judgement of the person's turn.

    The turn is a mistake if its consequence is serious and can be explained.
    """
    turn = turn_to_judge(table)
    if turn is None:
        return table
    judged_table = replace(table, guided_turn=replace(table.guided_turn, is_judged=True))
    loss = judgement.score - judgement.played_score
    if not judgement.actions or loss < MIN_SERIOUS_LOSS or judgement.score <= _HOPELESS_SCORE:
        return judged_table
    timeline_before, timeline_after = _visible_timeline(table, turn.start), _visible_timeline(table, table.timeline.ply)
    better_actions, reply = (
        parse_actions(timeline_before, judgement.actions),
        parse_actions(timeline_after, judgement.reply),
    )
    if (
        judgement.played_score >= _SAFE_SCORE
        and loss < _MIN_GRAVE_LOSS
        and not _wins_at_once(timeline_before, better_actions)
    ):
        return judged_table
    mistake_flags = {"loses": judgement.played_score <= -_WON_SCORE, "misses_win": judgement.score >= _WON_SCORE}
    table_with_mistake = replace(
        judged_table,
        guided_turn=replace(
            judged_table.guided_turn, mistake=Mistake(turn.start, better_actions, reply, **mistake_flags)
        ),
    )
    return table_with_mistake if consequence(table_with_mistake).sentence else judged_table


def take_back(table: Table) -> Table:
    """Return the table before the mistaken turn. The caller resets the selection and the messages."""
    mistake = table.guided_turn.mistake
    if mistake is None:
        return table
    timeline_before = table.timeline.jump(mistake.ply)
    return replace(
        table,
        timeline=timeline_before if mistake.ply >= timeline_before.earliest_ply else timeline_before.without_undone(),
    )


def accept_mistake(table: Table) -> Table:
    """Return the table after the person accepted the mistake, so that the opponent continues."""
    return replace(table, guided_turn=replace(table.guided_turn, mistake=None))


def consequence(table: Table) -> Consequence:
    """Return the consequence of the mistake at a table, or an empty consequence if there is no mistake."""
    mistake, timeline, reader = table.guided_turn.mistake, table.timeline, table.only_person
    if mistake is None or reader is None or table.display.ply is not None:
        return _NO_CONSEQUENCE
    timeline_before, timeline_after = _visible_timeline(table, mistake.ply), _visible_timeline(table, timeline.ply)
    actions = tuple(entry for entry in timeline.entries[mistake.ply : timeline.ply] if isinstance(entry, Action))
    if _wins_at_once(timeline_before, mistake.better_actions):
        return Consequence(_("You could have won this turn."))
    reply_sentence = reply_text(timeline_after, mistake.reply, reader, is_decisive=mistake.loses)
    if reply_sentence:
        targets = frozenset(target for action in mistake.reply for target in action.targets if ":" not in target)
        return Consequence(reply_sentence, targets, reply=mistake.reply)
    threats = _new_threats(
        timeline.game.id, timeline_before.state, timeline_after.state, actions, mistake.better_actions, reader
    )
    if not threats:
        return Consequence(_("This turn missed a sure win.")) if mistake.misses_win else _NO_CONSEQUENCE
    threat = threats[0]
    return Consequence(threat.sentence, frozenset(threat.targets), (threat.path,) if len(threat.path) > 1 else ())


def _visible_timeline(table: Table, ply: int) -> Timeline[Any]:
    """Return the timeline up to a ply. If the last state hides something, the timeline has the person's view of it."""
    timeline = table.timeline.jump(ply).without_undone()
    view = timeline.state_for(table.only_person)
    return timeline if view == timeline.state else new_timeline(timeline.game, view, timeline.record)


def _wins_at_once(before: Timeline[Any], actions: Sequence[Action[Any]]) -> bool:
    """Return True if the player to move wins immediately with these actions."""
    try:
        outcome = before.with_line(actions).outcome
    except IllegalAction:  # the action depends on something hidden
        return False
    return outcome is not None and outcome.winners == (before.to_move,)


@cached_by_language(8)
def _new_threats(
    id: str,
    state_before: Any,
    state_after: Any,
    actions: tuple[Action[Any], ...],
    better_actions: tuple[Action[Any], ...],
    reader: int,
) -> tuple[Threat, ...]:
    """Return the threats that a better turn would have avoided, then the consequences from ``Bot.consequences``.

    Args:
        id: the id of the game.
        state_before: the state before the turn, as the person may see it.
        state_after: the state after the turn, as the person may see it.
        actions: the actions of the turn.
        better_actions: the actions of the better turn.
        reader: the player who played the turn.
    """
    bot, state = PACKAGES[id].opponent, state_before
    try:
        for action in better_actions:
            state = PACKAGES[id].game.apply(state, action)
    except IllegalAction:  # the action uncovers something hidden
        pass
    unavoidable_targets = {threat.targets[-1:] for threat in bot.threats(state, reader)}
    remaining_threats = (
        threat for threat in bot.threats(state_after, reader) if threat.targets[-1:] not in unavoidable_targets
    )
    return (*remaining_threats, *bot.consequences(state_before, actions, better_actions))


def reply_text(
    timeline: Timeline[Any], reply: Sequence[Action[Any]], reader: int | None = None, *, is_decisive: bool
) -> str:
    """Return a sentence about a reply that wins the game or captures a piece, else an empty text.

    Args:
        timeline: the game after the turn.
        reply: the actions of the reply, empty if it is not known.
        reader: the player whom the sentence calls "you", or None for the names of the sides.
        is_decisive: True if the reply wins sooner or later. The sentence then always describes the reply, with its
            reason.
    """
    game, descriptions, state = timeline.game, [], timeline.state
    for action in reply:
        if action.targets != (VIEWS[game.id].turn_end,):
            descriptions.append((action.kind.startswith("capture"), game.describe(state, action, reader)))
        state = game.apply(state, action)
    capture_texts = [text for is_capture, text in descriptions if is_capture][:1]
    if not descriptions or not (is_decisive or capture_texts):
        return ""
    texts = [text for _is_capture, text in descriptions]
    if _wins_at_once(timeline, reply):
        return _next_actions_sentence(texts[-_MAX_ANSWER_ACTIONS:])
    bot = PACKAGES[game.id].opponent
    reasons = bot.reasons(timeline.state_for(timeline.to_move), reply, reader)[:1] if is_decisive else ()
    return " ".join((_next_actions_sentence(texts[:_MAX_ANSWER_ACTIONS] if is_decisive else capture_texts), *reasons))


def _next_actions_sentence(actions: Sequence[str]) -> str:
    """Return a sentence with the texts of the next one or two actions."""
    # Capitals, since some languages make two sentences of them.
    first_text, last_text = capitalize(actions[0]), capitalize(actions[-1])
    text = pgettext("two actions", "{one}, then {other}").format(one=first_text, other=last_text)
    return _("Then {actions}.").format(actions=text if len(actions) > 1 else first_text)
