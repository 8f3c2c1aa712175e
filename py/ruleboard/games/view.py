"""The contract between a game and the table: how a state is shown. Pure, like the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from ruleboard.engine.game import Action, Turn
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node

S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Credits:
    """Who made the game: named in the app, which is not theirs and says so."""

    designer: str
    publisher: str
    year: str


class Frame(Protocol):
    """One step of a show."""

    @property
    def words(self) -> str:
        """What happens, in whole sentences."""
        ...

    @property
    def picture(self) -> Node:
        """How the board looks afterwards, as ``Face.picture`` draws it, with nothing to be touched."""
        ...

    @property
    def motions(self) -> tuple[Motion, ...]:
        """What moves from the step before (or from the picture before the show) to this one."""
        ...


class Face(Protocol[S_contra]):
    """How one game looks. Colours are CSS's business: pictures carry classes."""

    shelf: int
    """Its place among the games on the home page, from 1."""
    tagline: str
    """One sentence that makes one want to play."""
    credits: Credits

    def picture(self, state: S_contra, seat: int, marks: Marks) -> Node:
        """The board as an ``<svg>``, seen by the player at ``seat`` (theirs is the side nearest the reader).

        What can be touched has ``data-target``; what stands where a target is carries a stable key.
        """
        ...

    def tray(self, state: S_contra, seat: int) -> Node | None:
        """What lies beside the board in front of one player, as an ``<svg>``; None if nothing does."""
        ...

    # A face may also have ``handed_over = True``: the device goes from hand to hand, and whoever decides sees the board
    # from their own side.
    # A face may also have ``panned = True``: where its board has to be panned, a part of it is shown before the whole.
    # A face may also have ``sign(state, target) -> Node | None``: a small ``<svg>`` for the button of a target.
    # A face may also have ``brief(state, target) -> str``: what the button of a target says that is too narrow for a
    # finger where the screen is small, and is offered under the hand there; empty for all others.

    def motions(self, before: S_contra, action: Action, after: S_contra, seat: int) -> tuple[Motion, ...]:
        """What moves, along which way, when an action turns one picture into another; what is carried comes first."""
        ...


@dataclass(frozen=True, slots=True)
class Step:
    """One step of what is told beside the board.

    Attributes:
        node: its words and figures, as HTML.
        shown: the targets it speaks of, pointed out on the board while it is read.
    """

    node: Node
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Aside:
    """Something told beside the board, one step after the other.

    Attributes:
        id: its name; two with the same name are the same thing told on.
        title: what it is called, in a few words.
        steps: what it tells; at least one.
    """

    id: str
    title: str
    steps: tuple[Step, ...]


@runtime_checkable
class Teller(Protocol[S_contra]):
    """What a face may do besides: tell what the picture alone does not say. A face without it tells nothing.

    States are given as the players may know them.
    """

    def hint(self, state: S_contra, touched: Sequence[str]) -> str:
        """What to touch next, as a sentence, once something is taken up; empty if it needs no saying."""
        ...

    def asides(self, state: S_contra) -> tuple[Aside, ...]:
        """What can be read at any time, the most useful first."""
        ...

    def story(self, states: Sequence[S_contra], actions: Sequence[Action]) -> Aside | None:
        """What has just happened and needs telling, None if the picture says it.

        Args:
            states: the latest states, the last of them now; one more than actions.
            actions: what was done in between, the last thing last.
        """
        ...

    def reference(self) -> Aside | None:
        """What the table's menu offers to look up about the game, in one step; None if there is nothing."""
        ...


@runtime_checkable
class Firm(Protocol[S_contra]):
    """What a face may do besides: keep what was taken up in the hand where a touch could as well begin anew."""

    def firm(self, state: S_contra, touched: Sequence[str], target: str) -> bool:
        """Whether a touch on a target that cannot follow what was touched is refused, though it could begin anew."""
        ...


@runtime_checkable
class Scribe(Protocol[S_contra]):
    """What a face may do besides, if its notation says little to who reads along: write the move list in words."""

    def in_words(self, turn: Turn, states: Sequence[S_contra], entries: Sequence[Action | str]) -> Turn:
        """A turn of the move list in words, with the same plies.

        Args:
            turn: as ``Game.format_moves`` gives it; endings that are no moves stay as they are.
            states: all states of the game; ``states[ply]`` is the one before ``entries[ply]``.
            entries: all actions of the game, and how it was ended if by no move.
        """
        ...


@runtime_checkable
class Closer(Protocol):
    """What a face may do besides, if its picture is more than one looks at in a lesson: show a part of it."""

    def closer(self, focus: str) -> Face[Any]:
        """The face that shows only what ``focus`` names; the names are the game's own."""
        ...


def focused(face: Face[Any], focus: str) -> Face[Any]:
    """The face that shows what ``focus`` names; empty, or of a face that has no parts: the face itself."""
    return face.closer(focus) if focus and isinstance(face, Closer) else face


class _Silent:
    """The teller of a game that has none."""

    def hint(self, state: object, touched: Sequence[str]) -> str:
        """Say nothing."""
        return ""

    def asides(self, state: object) -> tuple[Aside, ...]:
        """Tell nothing."""
        return ()

    def story(self, states: Sequence[object], actions: Sequence[Action]) -> Aside | None:
        """Tell nothing."""
        return None

    def reference(self) -> Aside | None:
        """Offer nothing."""
        return None


_SILENT = _Silent()


def teller(face: Face[Any]) -> Teller[Any]:
    """What a face tells; of one that does not, one that says nothing."""
    return face if isinstance(face, Teller) else _SILENT


@runtime_checkable
class Shows(Protocol[S_contra]):
    """What a face may offer besides, if an action can set off more than one look takes in: a show of it."""

    def show(self, before: S_contra, action: Action, after: S_contra, seat: int) -> tuple[Frame, ...]:
        """What an action has uncovered and set off, step by step; empty if it is done at once.

        ``before`` and ``after`` are whole states, not views: what the action uncovers is known to all by now.
        """
        ...
