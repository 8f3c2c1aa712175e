"""The guided first game: a thought before each turn of the reader, and what a mistake would lead to. Pure.

It is a game against an opponent like any other, whose record says that it is guided. A turn of the reader is judged
before the opponent thinks; if it was a mistake, the opponent waits until the reader has taken it back or plays on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any, Final

from ruleboard.app.play.review import Turn, turns_of
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.search.thinking import WON
from ruleboard.engine.timeline import Timeline
from ruleboard.games.bots import Counsel, Threat
from ruleboard.games.courses import guide
from ruleboard.games.first_game import GUIDED
from ruleboard.games.registry import PACKAGES, VIEWS
from ruleboard.i18n import _, pgettext, spoken
from ruleboard.thinking.messages import Judgement
from ruleboard.wording import capitalised

if TYPE_CHECKING:
    from ruleboard.app.play.table import Table

LEVEL: Final = 5
"""The level of the opponent that judges: lower ones do not think of every turn."""
SERIOUS: Final = 250
"""The loss of chances, in scores, from which a turn may be a mistake: 12.5 %."""
_GRAVE: Final = 2 * SERIOUS
"""The loss of chances, in scores, from which a turn is a mistake however good the chances are that it leaves."""
_SAFE: Final = WON * 2 // 5
"""The chances, in scores, that are good enough in a first game: a turn that leaves them is no mistake, unless grave."""
_HOPELESS: Final = -WON * 7 // 10
"""The chances, in scores, from which down no turn is a mistake any more."""
_SURE: Final = WON * 19 // 20
"""The chances, in scores, from which a game is as good as won, and for the other as good as lost."""
_TOLD: Final = 2
"""The number of actions of an answer that are told."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A turn of the reader that is to be taken back, or to stand.

    Attributes:
        first: the number of entries before the turn.
        better: the actions of a better turn.
        reply: those of the best answer to the turn; none if it is not known.
        lost: True if the game is lost for certain by it.
        won: True if the better turn wins for certain, sooner or later.
    """

    first: int
    better: tuple[Action[Any], ...]
    reply: tuple[Action[Any], ...]
    lost: bool
    won: bool = False


@dataclass(frozen=True, slots=True)
class Consequence:
    """The harm that a mistake would do.

    Attributes:
        sentence: the harm in words; one sentence or two.
        targets: the targets that it concerns.
        ways: the ways of threats, each as the targets along it.
        reply: the actions of the answer that does it.
    """

    sentence: str
    targets: frozenset[str] = frozenset()
    ways: tuple[tuple[str, ...], ...] = ()
    reply: tuple[Action[Any], ...] = ()


_NOTHING: Final = Consequence("")


def is_guided(table: Table) -> bool:
    """Return True if the game at a table is guided."""
    return table.timeline.record.meta.get(GUIDED) == "yes" and table.only_person is not None


# --- before a turn --------------------------------------------------------------------------------------------


def counsel(table: Table) -> Counsel | None:
    """Return a thought for the reader in this position; None if it is not the reader's turn in a guided game."""
    thought = _thought(table)
    return thought[0] if thought else None


def threat_ways(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the ways of the threat that the guide tells of, or of the harm that a mistake would do."""
    if table.mistake:
        return consequence(table).ways
    if table.selected or table.advice or table.refusal:
        return ()
    thought = _thought(table)
    return (thought[1],) if thought and thought[1] else ()


def _thought(table: Table) -> tuple[Counsel, tuple[str, ...]] | None:
    """Return a thought for the reader, and the way of the threat in it."""
    timeline, reader = table.timeline, table.only_person
    if not is_guided(table) or reader is None or timeline.to_move != reader or table.read_only:
        return None
    turn = _turns_begun(timeline, reader), _in_mid_turn(timeline)
    return _thoughts(timeline.game.id, timeline.state_for(reader), reader, *turn, spoken())


def _in_mid_turn(timeline: Timeline[Any]) -> bool:
    """Return True if the player to move has begun the turn, of a game that tells where its turns begin."""
    game, before = timeline.game, timeline.states[timeline.at - 1] if timeline.at else None
    if before is None or game.to_move(before) != timeline.to_move or game.key(timeline.state) is not None:
        return False
    return any(game.key(state) is not None for state in timeline.states[: timeline.at])


def _turns_begun(timeline: Timeline[Any], player: int) -> int:
    """Return the number of turns that a player has begun before the current one."""
    movers = [timeline.game.to_move(state) for state in timeline.states[: timeline.at]]
    begun = sum(mover == player != before for before, mover in zip([None, *movers], movers, strict=False))
    return begun - (movers[-1:] == [player])


@lru_cache(maxsize=16)
def _thoughts(
    id: str, state: Any, player: int, number: int, in_mid_turn: bool, _spoken: NullTranslations
) -> tuple[Counsel, tuple[str, ...]]:
    """Return a thought: a win, the worst threat, another idea of the position, or general advice.

    In mid-turn no answer to a threat is asked for: the piece that is threatened may have moved already.

    Args:
        id: the game.
        state: the state, as the player to move may see it.
        player: the player to move.
        number: the number of turns that the player has begun before.
        in_mid_turn: True if a part of the current turn is made.
    """
    bot = PACKAGES[id].opponent
    found = bot.counsel(state, player)
    if found and found[0].wins:
        return found[0], ()
    threats = bot.threats(state, player)
    if threats:
        asked = (_("Can you stop it?"), _("What can you do about it?"), _("Look for an answer."))
        question = "" if in_mid_turn else asked[number % len(asked)]
        more = found[0].sentence if found else question
        return Counsel(f"{threats[0].sentence} {more}".rstrip()), threats[0].path if len(threats[0].path) > 1 else ()
    if found and found[0].lesson:  # one that holds for a while takes turns with the general ones
        return (found[0] if number % 2 else _general(id, number // 2)), ()
    return (found[0] if found else _general(id, number)), ()


def _general(id: str, number: int) -> Counsel:
    """Return the general advice for a turn: the game's own in its order, and from the beginning again."""
    own = guide(id).advice
    if own:
        advice = own[number % len(own)]
        return Counsel(_(advice.text), lesson=advice.lesson)
    common = (
        _("Look at the whole board first: what has changed, and why?"),
        _("What would your opponent do now if you could not move?"),
        _("Compare two possible moves before you choose one."),
    )
    return Counsel(common[number % len(common)])


# --- after a turn ---------------------------------------------------------------------------------------------


def turn_to_judge(table: Table) -> Turn | None:
    """Return the turn of the reader that has just ended and is to be judged; None if there is none."""
    timeline, reader = table.timeline, table.only_person
    if table.judged or not is_guided(table) or reader is None or not table.level_to_move or not timeline.at:
        return None
    if timeline.game.to_move(timeline.states[timeline.at - 1]) != reader:
        return None
    turn = _last_turn(timeline.cut(), reader)
    # What was decided unseen can be taken back as long as the others decide unseen, too: nobody knows of it yet.
    unseen = timeline.is_hidden(turn.first) and timeline.is_hidden()
    return turn if unseen or turn.first >= timeline.earliest else None


def _last_turn(timeline: Timeline[Any], player: int) -> Turn:
    """Return the turn of a player that has just ended; one that was made unseen is not in the move list yet."""
    end = timeline.at
    listed_turns = turns_of(timeline)
    if listed_turns and listed_turns[-1].end == end:
        return listed_turns[-1]
    first = end - 1
    while first and timeline.game.to_move(timeline.states[first - 1]) == player:
        first -= 1
    return Turn(first, end, player, 0)


def with_judgement(table: Table, judgement: Judgement) -> Table:
    """Return the table after the reader's turn was judged: with a mistake, if its harm is great and can be told."""
    turn = turn_to_judge(table)
    if turn is None:
        return table
    judged = replace(table, judged=True)
    loss = judgement.score - judgement.played
    if not judgement.actions or loss < SERIOUS or judgement.score <= _HOPELESS:
        return judged
    before = table.timeline.jump(turn.first)
    better, reply = _parsed(before, judgement.actions), _parsed(table.timeline, judgement.reply)
    if judgement.played >= _SAFE and loss < _GRAVE and not _wins(before, better):
        return judged
    sure = {"lost": judgement.played <= -_SURE, "won": judgement.score >= _SURE}
    found = replace(judged, mistake=Mistake(turn.first, better, reply, **sure))
    return found if consequence(found).sentence else judged


def take_back(table: Table) -> Table:
    """Return the table at the beginning of the turn that was a mistake; the caller forgets what belonged to it."""
    mistake = table.mistake
    if mistake is None:
        return table
    before = table.timeline.jump(mistake.first)
    return replace(table, timeline=before if mistake.first >= before.earliest else before.cut())


def play_on(table: Table) -> Table:
    """Return the table on which a mistake stands: the opponent goes on."""
    return replace(table, mistake=None)


def consequence(table: Table) -> Consequence:
    """Return the harm that the mistake at a table would do; empty if there is none."""
    mistake, timeline, reader = table.mistake, table.timeline, table.only_person
    if mistake is None or reader is None or table.viewed_at is not None:
        return _NOTHING
    before = timeline.jump(mistake.first)
    played = tuple(entry for entry in timeline.entries[mistake.first : timeline.at] if isinstance(entry, Action))
    if _wins(before, mistake.better):
        return Consequence(_("You could have won this turn."))
    told = answer(timeline, mistake.reply, lost=mistake.lost)
    if told:
        targets = frozenset(target for action in mistake.reply for target in action.targets if ":" not in target)
        return Consequence(told, targets, reply=mistake.reply)
    seen = before.state_for(reader), timeline.state_for(reader)
    threats = _harm(timeline.game.id, *seen, played, mistake.better, reader, spoken())
    if not threats:
        return Consequence(_("A sure win was missed.")) if mistake.won else _NOTHING
    worst = threats[0]
    return Consequence(worst.sentence, frozenset(worst.targets), (worst.path,) if len(worst.path) > 1 else ())


def _parsed(timeline: Timeline[Any], texts: Sequence[str]) -> tuple[Action[Any], ...]:
    """Return the actions of texts, as far as they can be made."""
    found: list[Action[Any]] = []
    state = timeline.state
    try:
        for text in texts:
            found.append(timeline.game.parse_action(state, text))
            state = timeline.game.apply(state, found[-1])
    except RuleboardError:
        pass
    return tuple(found)


def _wins(before: Timeline[Any], actions: Sequence[Action[Any]]) -> bool:
    """Return True if actions win at once for the player to move."""
    line, player = before.cut(), before.to_move
    for action in actions:
        line = line.play(action)
    return line.outcome is not None and line.outcome.winners == (player,)


@lru_cache(maxsize=8)
def _harm(
    id: str,
    before: Any,
    after: Any,
    played: tuple[Action[Any], ...],
    better: tuple[Action[Any], ...],
    reader: int,
    _spoken: NullTranslations,
) -> tuple[Threat, ...]:
    """Return the threats that a turn leaves and a better one does not, then what else the game says of its harm.

    Args:
        id: the game.
        before: the state before the turn, as the reader may see it.
        after: the state after it, likewise.
        played: the actions of the turn.
        better: those of the better one.
        reader: the player whose turn it was.
    """
    bot, state = PACKAGES[id].opponent, before
    for action in better:
        state = PACKAGES[id].game.apply(state, action)
    avoided = {threat.targets[-1:] for threat in bot.threats(state, reader)}
    left = (threat for threat in bot.threats(after, reader) if threat.targets[-1:] not in avoided)
    return (*left, *bot.harm(before, played, better))


def answer(timeline: Timeline[Any], reply: Sequence[Action[Any]], *, lost: bool) -> str:
    """Return the answer to a turn in words, if it wins the game or captures something; else empty.

    Args:
        timeline: the game after the turn.
        reply: the actions of the answer; none if it is not known.
        lost: True if it wins sooner or later, so that it is told with its reason whatever it does.
    """
    game, found, state = timeline.game, [], timeline.state
    for action in reply:
        if action.targets != (VIEWS[game.id].turn_end,):
            found.append((action.kind.startswith("capture"), game.describe(state, action)))
        state = game.apply(state, action)
    captures = [words for captured, words in found if captured][:1]
    if not found or not (lost or captures):
        return ""
    every = [words for _captured, words in found]
    if _wins(timeline, reply):
        return _then(every[-_TOLD:])
    reasons = PACKAGES[game.id].opponent.reasons(timeline.state_for(timeline.to_move), reply)[:1] if lost else ()
    return " ".join((_then(every[:_TOLD] if lost else captures), *reasons))


def _then(actions: Sequence[str]) -> str:
    """Return the sentence on the next events, from one action in words or two."""
    one, other = capitalised(actions[0]), capitalised(actions[-1])  # in some languages sentences of their own
    both = pgettext("two actions", "{one}, then {other}").format(one=one, other=other)
    return _("Then {actions}.").format(actions=both if len(actions) > 1 else one)
