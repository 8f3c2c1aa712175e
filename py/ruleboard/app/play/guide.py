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
from ruleboard.engine.record import Record
from ruleboard.engine.search.thinking import LEVELS, WON
from ruleboard.engine.seats import PERSON
from ruleboard.engine.timeline import Timeline
from ruleboard.games.bots import Counsel, Threat
from ruleboard.games.courses import guide
from ruleboard.games.registry import GAMES, PACKAGES, VIEWS
from ruleboard.i18n import _, spoken
from ruleboard.thinking.messages import Judgement
from ruleboard.wording import listed

if TYPE_CHECKING:
    from ruleboard.app.play.table import Table

GUIDED: Final = "guided"
"""The name under which a record's metadata say that the game is guided."""
DONE: Final = "first-game"
"""The id under which a guided game that has ended is among the completed lessons."""
LEVEL: Final = 3
"""The level of the opponent that judges: it answers within a moment, wherever it thinks."""
SERIOUS: Final = 200
"""The loss of chances, in scores, from which a turn may be a mistake: 10 %."""
_SAFE: Final = WON * 2 // 5
"""The chances, in scores, that are good enough in a first game: a turn that leaves them is no mistake."""
_HOPELESS: Final = -WON * 7 // 10
"""The chances, in scores, from which down no turn is a mistake any more."""
_TOLD: Final = 2
"""The number of actions of an answer that are told."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A turn of the reader that is to be taken back, or to stand.

    Attributes:
        first: the number of entries before the turn.
        better: the texts of the actions of a better turn.
        reply: the texts of the best answer to the turn; empty if it is not known.
    """

    first: int
    better: tuple[str, ...]
    reply: tuple[str, ...]


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


def first_game(id: str, seed: int, *, guided: bool) -> Record:
    """Return the record of a beginner's game: the reader begins, against opponents of the lowest level.

    Args:
        id: the game.
        seed: the seed of its random generator.
        guided: True for the guided one, with the options of the game's guide.
    """
    game = GAMES[id]
    options = {option.id: option.default for option in game.options} | (dict(guide(id).options) if guided else {})
    seats = (PERSON, *(LEVELS[0],) * (len(game.sides(game.initial(options, 0))) - 1))
    return Record(id, options, seed, ("",) * len(seats), seats=seats, meta={GUIDED: "yes"} if guided else {})


def is_guided(table: Table) -> bool:
    """Return True if the game at a table is guided."""
    return table.timeline.record.meta.get(GUIDED) == "yes" and table.only_person is not None


# --- before a turn --------------------------------------------------------------------------------------------


def counsel(table: Table) -> Counsel | None:
    """Return what the reader should think of in this position; None if it is not the reader's turn in a guided game."""
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
    """Return what the reader should think of, and the way of the threat in it."""
    timeline, reader = table.timeline, table.only_person
    if not is_guided(table) or reader is None or timeline.to_move != reader or table.read_only:
        return None
    return _thoughts(timeline.game.id, timeline.state_for(reader), reader, _turns_begun(timeline, reader), spoken())


def _turns_begun(timeline: Timeline[Any], player: int) -> int:
    """Return the number of turns that a player has begun before the current one."""
    movers = [timeline.game.to_move(state) for state in timeline.states[: timeline.at]]
    begun = sum(mover == player != before for before, mover in zip([None, *movers], movers, strict=False))
    return begun - (movers[-1:] == [player])


@lru_cache(maxsize=16)
def _thoughts(
    id: str, state: Any, player: int, number: int, _spoken: NullTranslations
) -> tuple[Counsel, tuple[str, ...]]:
    """Return what to think of: a win, the worst threat, what else the position suggests, or general advice.

    Args:
        id: the game.
        state: the state, as the player to move may see it.
        player: the player to move.
        number: the number of turns that the player has begun before.
    """
    bot = PACKAGES[id].opponent
    found = bot.counsel(state, player)
    if found and found[0].wins:
        return found[0], ()
    threats = bot.threats(state, player)
    if threats:
        asked = (_("Can you stop it?"), _("What can you do about it?"), _("Look for an answer."))
        more = found[0].sentence if found else asked[number % len(asked)]
        return Counsel(f"{threats[0].sentence} {more}"), threats[0].path if len(threats[0].path) > 1 else ()
    return (found[0] if found else _general(id, number)), ()


def _general(id: str, number: int) -> Counsel:
    """Return the general advice for a turn: the game's own in its order, and from the beginning again."""
    own = guide(id).advice
    if own:
        advice = own[number % len(own)]
        return Counsel(_(advice.text), lesson=advice.lesson)
    common = (
        _("Look at the whole board first: what has changed, and why?"),
        _("What would your opponent do now, if you could not move?"),
        _("Compare two possible moves before you choose one."),
    )
    return Counsel(common[number % len(common)])


# --- after a turn ---------------------------------------------------------------------------------------------


def turn_to_judge(table: Table) -> Turn | None:
    """Return the turn of the reader that has just ended and is to be judged; None if there is none."""
    timeline, reader = table.timeline, table.only_person
    if table.judged or not is_guided(table) or not table.level_to_move or not timeline.at:
        return None
    if timeline.game.to_move(timeline.states[timeline.at - 1]) != reader:
        return None
    turn = turns_of(timeline.cut())[-1]
    return turn if turn.end == timeline.at and turn.player == reader and turn.first >= timeline.earliest else None


def with_judgement(table: Table, judgement: Judgement) -> Table:
    """Return the table after the reader's turn was judged: with a mistake, if its harm is great and can be told."""
    turn = turn_to_judge(table)
    if turn is None:
        return table
    judged = replace(table, judged=True)
    loss = judgement.score - judgement.played
    if not judgement.actions or loss < SERIOUS or judgement.score <= _HOPELESS:
        return judged
    found = replace(judged, mistake=Mistake(turn.first, judgement.actions, judgement.reply))
    missed_a_win = _wins(table.timeline.jump(turn.first), judgement.actions) is not None
    if judgement.played >= _SAFE and not missed_a_win:
        return judged
    return found if consequence(found).sentence else judged


def take_back(table: Table) -> Table:
    """Return the table at the beginning of the turn that was a mistake; the caller forgets what belonged to it."""
    mistake = table.mistake
    return table if mistake is None else replace(table, timeline=table.timeline.jump(mistake.first))


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
    better = _parsed(before, mistake.better)
    if _wins(before, mistake.better) is not None:
        return Consequence(_("You could have won in this turn."))
    return _harm(before, timeline.cut(), played, better, _parsed(timeline, mistake.reply), reader)


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


def _wins(before: Timeline[Any], texts: Sequence[str]) -> Timeline[Any] | None:
    """Return the line after actions that win at once for the player to move; None if they do not."""
    line, player = before.cut(), before.to_move
    for action in _parsed(before, texts):
        line = line.play(action)
    outcome = line.outcome
    return line if outcome and player in outcome.winners and not outcome.is_draw else None


@lru_cache(maxsize=8)
def _harm_of(
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


def _harm(
    before: Timeline[Any],
    after: Timeline[Any],
    played: tuple[Action[Any], ...],
    better: tuple[Action[Any], ...],
    reply: tuple[Action[Any], ...],
    reader: int,
) -> Consequence:
    """Return the harm of a turn: by the answer, if it wins, captures or has a reason; else by a threat.

    Args:
        before: the game before the turn.
        after: the game after it.
        played: the actions of the turn.
        better: those of a better one.
        reply: those of the best answer; none if it is not known.
        reader: the player whose turn it was.
    """
    game = after.game
    seen = before.state_for(reader), after.state_for(reader)
    threats = _harm_of(game.id, *seen, played, better, reader, spoken())
    if reply:
        wins = _wins(after, tuple(game.format_action(*each) for each in _along(after, reply))) is not None
        reasons = PACKAGES[game.id].opponent.reasons(after.state_for(after.to_move), reply)[:1]
        if wins or reasons or not threats:
            told = [game.describe(state, action) for state, action in _along(after, reply) if _is_told(game.id, action)]
            sentence = _("Then {actions}.").format(actions=listed(told[-_TOLD:] if wins else told[:_TOLD]))
            targets = frozenset(target for action in reply for target in action.targets if ":" not in target)
            return Consequence(" ".join((sentence, *(() if wins else reasons))), targets, reply=reply)
    if not threats:
        return _NOTHING
    worst = threats[0]
    return Consequence(worst.sentence, frozenset(worst.targets), (worst.path,) if len(worst.path) > 1 else ())


def _along(timeline: Timeline[Any], actions: Sequence[Action[Any]]) -> list[tuple[Any, Action[Any]]]:
    """Return each of some actions that follow each other with the state before it."""
    found, state = [], timeline.state
    for action in actions:
        found.append((state, action))
        state = timeline.game.apply(state, action)
    return found


def _is_told(id: str, action: Action[Any]) -> bool:
    """Return True unless an action only ends a turn."""
    return action.targets != (VIEWS[id].turn_end,)
