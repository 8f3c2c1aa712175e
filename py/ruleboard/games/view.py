"""The interface of a game's pictures and texts, as pages use it. Pure functions, like the rules."""

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
    """The makers of the game. The app names them and says that it is unofficial."""

    designer: str
    publisher: str
    year: str


class ReplayFrame(Protocol):
    """One step of a replay, which shows the effects of an action one after the other."""

    @property
    def text(self) -> str:
        """The events of the step, as sentences."""
        ...

    @property
    def picture(self) -> Node:
        """The board after the step, as ``BaseView.picture`` draws it, without targets."""
        ...

    @property
    def motions(self) -> tuple[Motion, ...]:
        """The movements of pieces since the previous step, or since the start of the replay."""
        ...


@dataclass(frozen=True, slots=True)
class SideNoteStep:
    """One step of a note next to the board.

    Attributes:
        node: its text and pictures, as HTML.
        highlighted_targets: the targets that the board highlights while a person reads the step.
    """

    node: Node
    highlighted_targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SideNote:
    """A note next to the board, in steps.

    Attributes:
        id: its name. A later note with the same name continues this one.
        title: a short title.
        steps: its steps, at least one.
    """

    id: str
    title: str
    steps: tuple[SideNoteStep, ...]


class BaseView(ABC, Generic[S, M]):
    """The pictures and texts of one game. Pictures have classes; the style sheets choose the colours.

    Attributes:
        order: the position of the game on the home page, from 1.
        tagline: a sentence that invites people to play.
        credits: the makers of the game.
        rotates_to_mover: True if players hand the device over and the board turns to the player who decides in secret.
        starts_zoomed: True if a small screen shows a part of the board first.
        whole_board_media: a media query for screens that nevertheless show the whole board first; empty for none.
        has_replays: True if some actions have ``replay_frames``.
        primary_buttons: the buttons (``do:``) that a player most likely wants, the likeliest first. The page
            emphasises the first one that is available.
        quiet_buttons: the buttons that give something up. The page draws them less prominently.
        turn_end: the button that ends a turn of several actions; empty if turns end by themselves.
    """

    order: int
    tagline: str
    credits: Credits
    rotates_to_mover: bool = False
    starts_zoomed: bool = False
    whole_board_media: str = ""
    has_replays: bool = False
    primary_buttons: tuple[str, ...] = ()
    quiet_buttons: frozenset[str] = frozenset()
    turn_end: str = ""

    @abstractmethod
    def picture(self, state: S, seat: int, marks: Marks) -> Node:
        """Return the board as an ``<svg>`` with the side of the player at ``seat`` at the bottom.

        Everything that people can touch has ``data-target``. A piece that moves keeps its key from picture to picture.
        """

    def mark_sample(self, mark: str) -> Node | None:
        """Return a small ``<svg>`` of a mark that ``legend.toml`` names, or None if the mark has no picture."""
        return None

    def tray(self, state: S, seat: int, initial_state: S | None = None) -> Node | None:
        """Return an ``<svg>`` of what lies in front of a player next to the board, or None if nothing does.

        Args:
            state: the state.
            seat: the player, 0-based.
            initial_state: the first state of the game; by default the game's usual start.
        """
        return None

    def motions(self, before: S, action: Action[M], after: S, seat: int) -> tuple[Motion, ...]:
        """Return the movements that animate an action, the piece that the player moves first."""
        return ()

    def trails(self, before: S, action: Action[M], after: S, seat: int) -> tuple[Path, ...]:
        """Return the paths that the board draws for an action of the last turn or of a hint."""
        return ()

    def hint_targets(self, state: S, action: Action[M]) -> tuple[str, ...]:
        """Return the targets that a hint highlights for an action, the most important first."""
        return action.targets

    def hint_trails(self, state: S, action: Action[M], seat: int) -> tuple[Path, ...]:
        """Return the paths that a hint draws for an action whose effects the player cannot know yet.

        Empty for all other actions, for which the hint draws ``trails``.
        """
        return ()

    def handover_picture(self, state: S, seat: int) -> Node | None:
        """Return the picture of the hand-over screen, or None if it has no picture.

        Args:
            state: the state as the public may know it.
            seat: the player whose side is at the bottom.
        """
        return None

    def button_icon(self, state: S, target: str) -> Node | None:
        """Return a small ``<svg>`` for the button of a target, or None for a button with text."""
        return None

    def short_label(self, state: S, target: str) -> str:
        """Return the label of a target that is too narrow for a finger on a small screen; empty for other targets.

        A small screen shows these targets as buttons below the board.
        """
        return ""

    def mode_name(self, state: S) -> str:
        """Return the name of the mode that a state belongs to; empty if the game has only one.

        Quizzes and problems show it, since their readers have not chosen a mode.
        """
        return ""

    def touch_hint(self, state: S, touched: Sequence[str]) -> str:
        """Return a sentence that says what to touch next; empty if it is obvious.

        This method and the next ones about touches receive the state as the player may know it.
        """
        return ""

    def continuations_hint(self, state: S, touched: Sequence[str]) -> str:
        """Return a sentence that lists the kinds of actions that the touches can begin; empty if it is obvious.

        The page shows it if there is no ``touch_hint``.
        """
        return ""

    def target_label(self, state: S, touched: Sequence[str], target: str, kinds: Sequence[str]) -> str:
        """Return a label for a possible next target that says what a touch would do.

        Args:
            state: the state.
            touched: the targets touched so far.
            target: the possible next target.
            kinds: the kinds of the actions that it leads to.

        Returns:
            The label; empty if the name of the target is enough.
        """
        return ""

    def choice_question(self, state: S, touched: Sequence[str]) -> str:
        """Return the question above the choices that remain after the touches; empty for the page's own question."""
        return ""

    def commits_to_kind(self, state: S, touched: Sequence[str]) -> bool:
        """Return True if the touches so far decide which kind of action the player makes, such as running a card.

        The page then numbers the remaining steps. A piece that the player takes up decides nothing yet.
        """
        return False

    def side_notes(self, state: S) -> tuple[SideNote, ...]:
        """Return the notes that people can read at any time, the most useful first."""
        return ()

    def recent_events(self, states: Sequence[S], actions: Sequence[Action[M]]) -> SideNote | None:
        """Return a note on the latest events, or None if the picture shows them.

        Args:
            states: the latest states, the current one last; one more than there are actions.
            actions: the actions between them, the latest last.
        """
        return None

    def reference_note(self, state: S) -> SideNote | None:
        """Return a note of one step that the menu of the table offers, or None."""
        return None

    def rejects_new_selection(self, state: S, touched: Sequence[str], target: str) -> bool:
        """Return True if the page must refuse a target that could only begin a new selection."""
        return False

    def rejects_first_time(self, state: S, touched: Sequence[str], target: str) -> bool:
        """Return True if the page refuses a target at first and begins a new selection at the second touch.

        A person may have meant a piece on the square as the goal of a move. The refusal then says why it is not one.
        """
        return False

    def owner(self, state: S, target: str) -> int | None:
        """Return the player who owns the piece, card or tile on a target, whether or not they may move it.

        None for an empty target and for things without an owner.
        """
        return None

    def typed_target(self, state: S, target: str, seat: int) -> str:
        """Return a target as people type it who see the board from a seat.

        It differs from the target only if the numbers that the board shows do.
        """
        return target

    def parse_typed_target(self, state: S, text: str, seat: int) -> str:
        """Return the target of a text from ``place_text``. Any other text stays as it is."""
        return text

    def piece_places_text(self, state: S, seat: int) -> str:
        """Return the places of the pieces in the numbers that the board shows from a seat.

        Empty if the position text uses the same numbers.
        """
        return ""

    def readable_turn(self, turn: Turn, states: Sequence[S], entries: Sequence[Action[M] | str]) -> Turn:
        """Return a turn of the move list with readable texts, for a game whose notation tells people little.

        Args:
            turn: a turn from ``Game.format_moves``. Its plies stay, and so do endings such as a resignation.
            states: all states of the game; ``states[ply]`` comes before ``entries[ply]``.
            entries: all actions of the game, and its ending unless that is an action.
        """
        return turn

    def recommendation(self, state: S, action: Action[M]) -> str:
        """Return an action as advice, such as "load a video tile"; empty if the text in the move list reads as advice.

        Args:
            state: the state before the action.
            action: the action.
        """
        return ""

    def describe_hidden_actions(self, actions: Sequence[Action[M]]) -> str:
        """Return a description of a player's hidden actions for all players, once the game has revealed them.

        Empty if ``Game.describe`` says enough.
        """
        return ""

    def focused_view(self, focus: str) -> BaseView[S, M]:
        """Return a view that shows only one part of the board, for lessons. The game defines the names of its parts."""
        return self

    def replay_frames(self, before: S, action: Action[M], after: S, seat: int) -> tuple[ReplayFrame, ...]:
        """Return the effects of an action step by step; empty if one animation shows them.

        ``before`` and ``after`` are whole states, not views, since the action has revealed what was hidden.
        """
        return ()


AnyView = BaseView[Any, Any]
"""The view of any game."""
