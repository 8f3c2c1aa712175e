"""The contract between a game and the pages that show it. Pure, like the rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.move_text import Turn
from ruleboard.scene.marks import Marks, Motion, Path
from ruleboard.scene.node import Node

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Credits:
    """The makers of the game, named in the app, which is unofficial."""

    designer: str
    publisher: str
    year: str


class ReplayFrame(Protocol):
    """One step of a replay of an action that sets off more than one look takes in."""

    @property
    def words(self) -> str:
        """The events of the step, in whole sentences."""
        ...

    @property
    def picture(self) -> Node:
        """The board afterwards, as ``BaseView.picture`` draws it, with nothing to touch."""
        ...

    @property
    def motions(self) -> tuple[Motion, ...]:
        """The pieces that move from the step before (or from the picture before the replay) to this one."""
        ...


@dataclass(frozen=True, slots=True)
class SideNoteStep:
    """One step of a note beside the board.

    Attributes:
        node: its words and figures, as HTML.
        shown: the targets it speaks of, pointed out on the board while it is read.
    """

    node: Node
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SideNote:
    """A text beside the board, read one step after the other.

    Attributes:
        id: its name; two with the same name are the same note, continued.
        title: a few words.
        steps: at least one.
    """

    id: str
    title: str
    steps: tuple[SideNoteStep, ...]


class BaseView(ABC, Generic[S, M]):
    """The look of one game. Pictures carry classes; colours are the style sheets' business.

    Attributes:
        order: its place among the games on the home page, from 1.
        tagline: one inviting sentence.
        credits: the makers of the game.
        faces_mover: True if the device goes from hand to hand and the board turns to whoever decides unseen.
        opens_enlarged: True if a small screen shows a part of the board before the whole.
        opens_whole_on: the media query of screens that show the whole first all the same; empty for none.
        has_replays: True if there are actions with ``replay_frames``.
        primary_buttons: the buttons (``do:``) that a player most likely means, the likeliest first; one is emphasised.
        quiet_buttons: the buttons that give something up; they are drawn less than others.
        turn_end: the button that ends a turn of several actions; empty if turns end by themselves alone.
    """

    order: int
    tagline: str
    credits: Credits
    faces_mover: bool = False
    opens_enlarged: bool = False
    opens_whole_on: str = ""
    has_replays: bool = False
    primary_buttons: tuple[str, ...] = ()
    quiet_buttons: frozenset[str] = frozenset()
    turn_end: str = ""

    @abstractmethod
    def picture(self, state: S, seat: int, marks: Marks) -> Node:
        """Return the board as an ``<svg>``, seen by the player at ``seat`` (their side is nearest the reader).

        Everything that can be touched has ``data-target``; a piece that an action carries has a stable key.
        """

    def mark_sample(self, mark: str) -> Node | None:
        """Return a small ``<svg>`` of a mark of the board, by its name in ``legend.toml``; None if it has none."""
        return None

    def tray(self, state: S, seat: int, first: S | None = None) -> Node | None:
        """Return an ``<svg>`` of the things that lie beside the board in front of a player; None if nothing does.

        ``first`` is the state with which the game began, by default its usual start.
        """
        return None

    def motions(self, before: S, action: Action[M], after: S, seat: int) -> tuple[Motion, ...]:
        """Return the motions along which an action turns one picture into another; the piece carried comes first."""
        return ()

    def trails(self, before: S, action: Action[M], after: S, seat: int) -> tuple[Path, ...]:
        """Return the paths that the picture draws of an action: of the last turn, or of a hint."""
        return ()

    def hint_targets(self, state: S, action: Action[M]) -> tuple[str, ...]:
        """Return the targets that a hint points out for an action, the one to look at first; a touch for each, unless a
        game knows better.
        """
        return action.targets

    def hint_trails(self, state: S, action: Action[M], seat: int) -> tuple[Path, ...]:
        """Return the paths that a hint draws of an action whose effects the player does not know yet; else empty."""
        return ()

    def curtained(self, state: S, seat: int) -> Node | None:
        """Return a picture of what everybody may see while a player is about to decide unseen; None for no picture.

        Args:
            state: the state as the public may know it.
            seat: the player nearest the reader.
        """
        return None

    def button_icon(self, state: S, target: str) -> Node | None:
        """Return a small ``<svg>`` for the button of a target; None for a button with words."""
        return None

    def short_label(self, state: S, target: str) -> str:
        """Return the label of a target too narrow for a finger where the screen is small; empty for all others.

        Such targets are offered as buttons under the player's hand there.
        """
        return ""

    def mode(self, state: S) -> str:
        """Return the name of the way to play of a state, for what is asked about it; empty if there is only one.

        It is named where a reader has a position without a game that they began, as in a quiz or a problem.
        """
        return ""

    def touch_hint(self, state: S, touched: Sequence[str]) -> str:
        """Return a sentence with the next target to touch, once something is taken up; empty if it is plain.

        The state is given as the player may know it, in this and the next methods about touches.
        """
        return ""

    def ways_on(self, state: S, touched: Sequence[str]) -> str:
        """Return a sentence with the kinds of actions that may follow, where the same touches begin several.

        Unlike a hint it counts no steps, and other touches begin anew. Empty if it is plain.
        """
        return ""

    def goal(self, state: S, touched: Sequence[str], target: str, kinds: Sequence[str]) -> str:
        """Return the words for a target that may follow the touched ones, where its name does not tell the action.

        Args:
            state: the state.
            touched: the targets touched so far.
            target: the target.
            kinds: the kinds of the actions it leads to.

        Returns:
            The words; empty if the name of the target is enough.
        """
        return ""

    def choice_question(self, state: S, touched: Sequence[str]) -> str:
        """Return the question before the choices that the touches leave; empty for that which of them is meant."""
        return ""

    def settles_kind(self, state: S, touched: Sequence[str]) -> bool:
        """Return True if the touches so far settle which kind of action is made, as a card that is run does.

        What remains are its steps, even if it is only one. A piece that is moved somewhere settles nothing.
        """
        return False

    def side_notes(self, state: S) -> tuple[SideNote, ...]:
        """Return the notes that can be read at any time, the most useful first."""
        return ()

    def recent_events(self, states: Sequence[S], actions: Sequence[Action[M]]) -> SideNote | None:
        """Return a note on the latest events; None if the picture shows them.

        Args:
            states: the latest states, the last of them now; one more than actions.
            actions: the actions in between, the latest last.
        """
        return None

    def reference_note(self, state: S) -> SideNote | None:
        """Return a note of one step on the game of a state, offered by the table's menu; None if there is none."""
        return None

    def keeps_selection(self, state: S, touched: Sequence[str], target: str) -> bool:
        """Return True if a target that cannot follow the touched ones is refused, though it could begin anew."""
        return False

    def refuses_once(self, state: S, touched: Sequence[str], target: str) -> bool:
        """Return True if a target that cannot follow the touched ones is refused, and begins anew if touched again.

        It is so for a square with a piece that may be meant as a goal, where beginning anew would hide why it is none.
        """
        return False

    def owner(self, state: S, target: str) -> int | None:
        """Return the player whose piece, card or tile a touch on a target takes up, legal or not.

        None for places, and for things that are no player's.
        """
        return None

    def place_text(self, state: S, target: str, seat: int) -> str:
        """Return a target as people write it who see the board from a seat: as it is, unless the board shows numbers
        that its targets do not have.
        """
        return target

    def place_target(self, state: S, text: str, seat: int) -> str:
        """Return the target that people mean by what ``place_text`` gives; any other text as it is."""
        return text

    def places_in_words(self, state: S, seat: int) -> str:
        """Return where things stand as the board shows it from a seat, where a position text counts otherwise; else
        empty.
        """
        return ""

    def turn_in_words(self, turn: Turn, states: Sequence[S], entries: Sequence[Action[M] | str]) -> Turn:
        """Return a turn of the move list with the same plies, in words if the notation says little to a reader.

        Args:
            turn: as ``Game.format_moves`` gives it; endings that are no moves stay as they are.
            states: all states of the game; ``states[ply]`` is the one before ``entries[ply]``.
            entries: all actions of the game, and its ending if that is no action.
        """
        return turn

    def recommended(self, state: S, action: Action[M]) -> str:
        """Return an action as a recommendation ("load a video tile"); empty if its text in the move list reads as one.

        Args:
            state: the state before the action.
            action: the action.
        """
        return ""

    def unseen_in_words(self, actions: Sequence[Action[M]]) -> str:
        """Return actions of a player that were decided unseen as all may know them now; empty if their words do."""
        return ""

    def focused(self, focus: str) -> BaseView[S, M]:
        """Return the view that shows only the part ``focus`` names, for lessons; the names are the game's own."""
        return self

    def replay_frames(self, before: S, action: Action[M], after: S, seat: int) -> tuple[ReplayFrame, ...]:
        """Return the effects of an action, step by step; empty if one look takes them in.

        ``before`` and ``after`` are whole states, not views: by now everybody knows what the action uncovers.
        """
        return ()


AnyView = BaseView[Any, Any]
"""The view of some game."""
