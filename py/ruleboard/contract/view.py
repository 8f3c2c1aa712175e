"""The pictures and texts that a game provides for pages. The methods have no side effects."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Generic, Protocol, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.move_text import Turn
from ruleboard.i18n import N_, _
from ruleboard.scene.marks import Marks, Motion, Path
from ruleboard.scene.node import Node

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Credits:
    """The designer, publisher and year of the game. The app shows them and says that it is unofficial."""

    designer: str
    publisher: str
    year: str


INVITATION_FOCUS = "invitation"
"""The name of the view that draws the board on the home page; see ``BaseView.focused_view``."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A task of a lesson, which the home page offers to new players. One touch solves it.

    The page draws the board with ``BaseView.focused_view(INVITATION_FOCUS)``.

    Attributes:
        lesson: the id of the lesson.
        step_index: the index of the step with the task, from 0.
        selected: the targets that are selected at the start.
        excerpt: a sentence about the animation that the page plays before the task.
        prompt: the task as a sentence.
        help: a sentence that says which touch solves the task.
        praise: a sentence for the solution.
    """

    lesson: str
    step_index: int
    selected: tuple[str, ...]
    excerpt: str
    prompt: str
    help: str
    praise: str


class ReplayFrame(Protocol):
    """A frame of a replay that shows the effects of an action step by step."""

    @property
    def text(self) -> str:
        """The events of the step, as sentences."""
        ...

    @property
    def picture(self) -> Node:
        """The picture of the board after the step, without targets."""
        ...

    @property
    def progress(self) -> str:
        """A short text that says which part of the action the step shows, such as "Piece 1 of 3".

        It must not reveal how the action ends.
        """
        ...

    @property
    def motions(self) -> tuple[Motion, ...]:
        """The animations of pieces that move between the previous step and this one."""
        ...


@dataclass(frozen=True, slots=True)
class SideNoteStep:
    """One step of a note next to the board.

    Attributes:
        node: the HTML of the step's text and pictures.
        highlighted_targets: the targets that the board highlights during the step.
    """

    node: Node
    highlighted_targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SideNote:
    """A note next to the board, divided into steps.

    Attributes:
        id: the id of the note. A later note with the same id continues this one.
        title: a short title.
        steps: the steps, at least one.
    """

    id: str
    title: str
    steps: tuple[SideNoteStep, ...]


class BaseView(ABC, Generic[S, M]):
    """The pictures and texts of one game. The style sheets define the colours of pictures by CSS class.

    Attributes:
        order: the position of the game on the home page, from 1.
        tagline: a sentence that invites people to play.
        credits: the makers of the game.
        rotates_to_mover: True if the board turns towards the player who decides in secret, because two people pass
            the device back and forth.
        starts_zoomed: True if small screens first show a part of the board.
        whole_board_media: a media query for small screens that first show the whole board, or ``""`` for none.
        has_replays: True if ``replay_frames`` returns frames for some actions.
        primary_buttons: the targets (``do:``) of the most useful buttons, the most useful first. The page emphasises
            the first available one.
        button_meanings: the meanings of tool buttons in the legend, by the name of the icon, if they differ from those
            in other games.
        pieces_question: the question that ``pieces_text`` answers, as a label of a menu item.
        quiet_buttons: the targets of buttons that waive a right, such as an optional action. The page draws them less
            prominently.
        board_choices: the targets (``do:``) that the picture shows on the board instead of as buttons next to it.
        turn_end: the target of the button that ends a turn with several actions, or ``""`` if turns end
            automatically.
        tray_has_emblem: True if the tray of each player shows the player's side. Panels then show the emblem only after
            the end of the game, in place of the tray.
        invitation: the task on the home page, or None if the game offers none.
        cover: the id of the problem whose position represents the game in lists, or ``""`` for the start position.
    """

    order: int
    tagline: str
    credits: Credits
    rotates_to_mover: bool = False
    starts_zoomed: bool = False
    whole_board_media: str = ""
    has_replays: bool = False
    primary_buttons: tuple[str, ...] = ()
    button_meanings: Mapping[str, str] = MappingProxyType({})
    pieces_question: str = N_("Where are my pieces?")
    quiet_buttons: frozenset[str] = frozenset()
    board_choices: frozenset[str] = frozenset()
    turn_end: str = ""
    tray_has_emblem: bool = False
    invitation: Invitation | None = None
    cover: str = ""

    @abstractmethod
    def picture(self, state: S, seat: int, marks: Marks) -> Node:
        """Draw the board as an ``<svg>``, as seen from a player's seat.

        Elements that people can touch have the attribute ``data-target``. A piece keeps its node key when it moves.
        """

    def part_view(self, state: S, player: int, *, shows_whole_board: bool) -> BaseView[S, M] | None:
        """Return a view of one player's part of the board and of what all players share.

        Return None if the page shows the parts of all players.

        Args:
            state: the state.
            player: the player, 0-based.
            shows_whole_board: True if the whole picture fits the screen, False if the board scrolls vertically.
        """
        return None

    def part_owner(self, target: str) -> int | None:
        """Return the owner of the part of the board with a target, or None for shared targets."""
        return None

    def part_summary(self, state: S, player: int) -> Node | None:
        """Draw a summary of a player's part of the board, for the other players while that part is not visible."""
        return None

    def thumbnail(self, state: S, seat: int) -> Node:
        """Draw a small board for lists, as an ``<svg>`` without targets and without the parts around the board."""
        return self.picture(state, seat, Marks(read_only=True))

    def mark_sample(self, mark: str) -> Node | None:
        """Draw a mark from ``legend.toml`` as a small ``<svg>``, or return None if the mark has no picture."""
        return None

    def tray(self, state: S, seat: int, initial_state: S | None = None) -> Node | None:
        """Draw a player's pieces next to the board as an ``<svg>``, or return None if nothing is next to the board.

        Args:
            state: the state.
            seat: the player, 0-based.
            initial_state: the first state of the game, or None for the game's usual start.
        """
        return None

    def emblem(self, seat: int) -> Node | None:
        """Draw the emblem of a side as a small ``<svg>``, such as its king, or return None if it has none."""
        return None

    def motions(self, before: S, action: Action[M], after: S, seat: int) -> tuple[Motion, ...]:
        """Return the animations of an action, that of the moved piece first."""
        return ()

    def action_paths(self, before: S, action: Action[M], after: S, seat: int) -> tuple[Path, ...]:
        """Return the paths of an action, which the board draws for the last turn and for hints."""
        return ()

    def hint_targets(self, state: S, action: Action[M]) -> tuple[str, ...]:
        """Return the targets that a hint for an action highlights, the most important first."""
        return action.targets

    def hint_steps(self, state: S, action: Action[M]) -> tuple[Action[M], ...]:
        """Return the legal actions that a hint shows one after the other; usually only the action itself."""
        return (action,)

    def hint_paths(self, state: S, action: Action[M], seat: int) -> tuple[Path, ...]:
        """Return the paths that a hint draws for an action with effects hidden from the player.

        The result is empty for all other actions. For these the hint draws ``action_paths``.
        """
        return ()

    def path_through(self, state: S, targets: Sequence[str], seat: int) -> Path:
        """Return the path through a sequence of targets, or an empty path if the game draws none."""
        return ()

    def handover_picture(self, state: S, seat: int) -> Node | None:
        """Draw the picture of the hand-over screen, or return None if the screen has no picture.

        Args:
            state: the public view of the state.
            seat: the player whose side is at the bottom.
        """
        return None

    def button_icon(self, state: S, target: str) -> Node | None:
        """Draw the icon of a target's button as a small ``<svg>``, or return None if the button shows text."""
        return None

    def short_label(self, state: S, selection: Sequence[str], target: str) -> str:
        """Return a button label if a target is too narrow to touch on a small screen, otherwise ``""``.

        Small screens show these targets as buttons below the board. The label may tell what is left of a stack after
        the selection.
        """
        return ""

    def mode_name(self, state: S) -> str:
        """Return the name of a state's game mode, or ``""`` if the game has only one mode.

        Quizzes, problems and games show the name.
        """
        return ""

    def goal_text(self, state: S, /) -> str:
        """Return a sentence that says how to win, or ``""`` during the setup and in games without such a text.

        The page shows the sentence until the end of a person's first turn.
        """
        return ""

    def touched_target(self, state: S, selection: Sequence[str], target: str) -> str:
        """Return the target that a touch means: ``target``, or the piece with a preview on that square."""
        return target

    def touch_hint(self, state: S, selection: Sequence[str]) -> str:
        """Return a sentence that says what to touch next, or ``""`` if that is obvious.

        This method and the other methods about touches receive the player's view of the state.
        """
        return ""

    def turn_text(self, player: str) -> str:
        """Return a clause that says whose turn it is, such as "White to move".

        Args:
            player: the name of the player.
        """
        return _("{player} to move").format(player=player)

    def continuations_hint(self, state: S, selection: Sequence[str]) -> str:
        """Return a sentence that lists the kinds of possible actions, or ``""`` if they are obvious.

        The page shows the sentence if ``touch_hint`` is empty.
        """
        return ""

    def target_label(self, state: S, selection: Sequence[str], target: str, kinds: Sequence[str]) -> str:
        """Return a label that describes the effect of touching a possible next target.

        Args:
            state: the state.
            selection: the targets touched so far.
            target: the possible next target.
            kinds: the kinds of actions that the target leads to.

        Returns:
            The label, or ``""`` if the name of the target is enough.
        """
        return ""

    def choice_question(self, state: S, selection: Sequence[str]) -> str:
        """Return a question to show above the remaining choices, or ``""`` for the page's default question."""
        return ""

    def commits_to_kind(self, state: S, selection: Sequence[str]) -> bool:
        """Return True if a selection determines the kind of action, such as running a card.

        The page then numbers the remaining steps. A selected piece alone does not determine the kind.
        """
        return False

    def side_notes(self, state: S) -> tuple[SideNote, ...]:
        """Return the notes that people can read at any time, the most useful first."""
        return ()

    def recent_events(self, states: Sequence[S], actions: Sequence[Action[M]]) -> SideNote | None:
        """Return a note on the latest events, or None if the picture already shows these events.

        Args:
            states: the states before and after each of the actions, the current state last.
            actions: the latest actions, in order.
        """
        return None

    def reference_note(self, state: S) -> SideNote | None:
        """Return a note with one step for the game's menu, or None if the game has no such note."""
        return None

    def repeats_selection(self, state: S, selection: Sequence[str]) -> bool:
        """Return True if a selection stays after a touch has completed an action with it.

        The player usually repeats such an action with another last target, for example to put more of the same pieces
        on the board. The page clears a selection with which no action is possible any more.
        """
        return False

    def rejects_new_selection(self, state: S, selection: Sequence[str], target: str) -> bool:
        """Return True if the page must reject a target that cannot continue the selection but could start a new one."""
        return False

    def rejects_first_time(self, state: S, selection: Sequence[str], target: str) -> bool:
        """Return True if the page rejects the first touch of a target, and starts a new selection at the second.

        The first touch may be an attempt to move to the square, and the page explains why this is illegal.
        """
        return False

    def is_picked_up(self, state: S, selection: Sequence[str]) -> bool:
        """Return True if a person picks up the last target of a selection, or False if the person only chooses it."""
        return len(selection) == 1

    def picked_up_name(self, state: S, target: str) -> str:
        """Return the name of what a person picks up from a target, or ``""`` if it is the name of the target."""
        return ""

    def owner(self, state: S, target: str) -> int | None:
        """Return the player who owns the piece, card or tile on a target, even if the player may not move it.

        Return None for an empty target and for pieces without an owner.
        """
        return None

    def pieces_text(self, state: S, seat: int) -> str:
        """Describe where the pieces are, for people who do not see the board.

        The pieces of the player at ``seat`` come first, and squares that block pieces come last. The text is one or
        more sentences, or ``""`` without pieces.
        """
        return ""

    def board_text(self, state: S) -> str:
        """Describe what the board shows in addition to ``pieces_text``, for people who do not see it.

        The text is one or more sentences, or ``""`` if the pieces say it all.
        """
        return ""

    def displayed_name(self, state: S, target: str, seat: int) -> str:
        """Return the name of a target as the player at a seat sees and types it.

        The name differs from the target if the numbers on the board depend on the seat.
        """
        return target

    def parse_displayed_name(self, state: S, text: str, seat: int) -> str:
        """Convert a name from ``displayed_name`` to a target. Return other strings unchanged."""
        return text

    def piece_places_text(self, state: S, seat: int) -> str:
        """Describe where the pieces are, with the square numbers that the player at ``seat`` sees.

        Return ``""`` if the position text uses the same numbers.
        """
        return ""

    def displayed_notation(self, notation: str) -> str:
        """Return an example of a move's notation as the move list displays it in the current language."""
        return notation

    def readable_turn(
        self, turn: Turn, states: Sequence[S], entries: Sequence[Action[M] | str], reader: int | None = None
    ) -> Turn:
        """Return a turn of the move list with readable texts, for games with a terse notation.

        Args:
            turn: a turn from ``Game.format_moves``. The result has the same plies and the same endings, such as a
                resignation.
            states: all states of the game. ``states[ply]`` is the state before ``entries[ply]``.
            entries: all actions of the game, followed by the game's ending if the ending is not an action.
            reader: the player whom the texts call "you", or None.
        """
        return turn

    def recommendation(self, state: S, action: Action[M]) -> str:
        """Return a phrase that recommends an action, such as "load a video tile", or ``""``.

        If the phrase is empty, the page uses the text of the move list.

        Args:
            state: the state before the action.
            action: the action.
        """
        return ""

    def suggestion(self, state: S, action: Action[M]) -> str:
        """Return a phrase that tells a player to play an action, such as "leap from d1 to f1", or ``""``.

        If the phrase is empty, the hint describes the action with ``Game.describe``.

        Args:
            state: the state before the action.
            action: the action.
        """
        return self.recommendation(state, action)

    def describe_hidden_actions(self, actions: Sequence[Action[M]]) -> str:
        """Return a description of a player's actions after the game has revealed them to all players.

        Return ``""`` to use ``Game.describe``.
        """
        return ""

    def failed_win_reason(self, state: S) -> str:
        """Return a sentence that says why the last turn has not won, for puzzles that ask for a win.

        Return ``""`` for a general sentence.

        Args:
            state: the state after the turn, in which the game goes on.
        """
        return ""

    def focused_view(self, focus: str) -> BaseView[S, M]:
        """Return a view of only one part of the board, for lessons. Each game defines the names of its parts."""
        return self

    def replay_frames(
        self, before: S, action: Action[M], after: S, seat: int, viewer: int | None
    ) -> tuple[ReplayFrame, ...]:
        """Return the frames of a replay of an action; empty if a single animation shows the action's effects.

        Args:
            before: the complete state before the action, not a view, since the action reveals hidden information.
            action: the action.
            after: the complete state after the action.
            seat: the player at the bottom of the board.
            viewer: the player whose secrets every frame may show, or None if several people look at the screen.
        """
        return ()
