"""Draw the layers of a board's picture: tints, edges, signs, paths, coordinates and touch targets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, Protocol

from ruleboard.scene.geometry import Point
from ruleboard.scene.marks import Marks, label_with_marks
from ruleboard.scene.node import Node, el, format_number
from ruleboard.scene.path_lines import PATH_KINDS, path_nodes

_SIGN_SIZES: Final = {"dot": 0.15, "ring": 0.44}
"""The radius of each sign, as a fraction of a square."""


class BoardPlan(Protocol):
    """The interface of ``SquareBoard`` and ``HexBoard``: the measurements and shapes of a board's squares."""

    @property
    def files(self) -> int:
        """The number of files."""
        ...

    @property
    def width(self) -> float:
        """The width of the board including its rim."""
        ...

    @property
    def height(self) -> float:
        """The height of the board including its rim."""
        ...

    @property
    def cell(self) -> float:
        """The distance between the centres of two neighbours."""
        ...

    def centre(self, square: int, seat: int) -> Point:
        """Return the centre of a square."""
        ...

    def corners(self, square: int, seat: int) -> tuple[Point, ...]:
        """Return the corners of a square, clockwise from the top."""
        ...

    def rows(self, seat: int) -> Iterator[tuple[int, ...]]:
        """Yield the squares row by row from the top of the picture."""
        ...

    def tint(self, cls: str, square: int, seat: int, key: str) -> Node:
        """Draw a shape that covers a square, or most of it."""
        ...

    def edge(self, kind: str, square: int, seat: int, key: str) -> Node:
        """Draw the edge of a marked square."""
        ...

    def touch_target(
        self, square: int, seat: int, name: str, label: str, marks: str, *, touch_flags: tuple[bool, bool]
    ) -> Node:
        """Return an invisible shape over a square, for touch, focus and screen readers."""
        ...


def sign_node(shape: str, size: float, cls: str = "", key: str = "", centre: Point = (0, 0)) -> Node:
    """Draw a dot or a ring, the signs of possible next targets.

    Args:
        shape: "dot" or "ring".
        size: the side of a square.
        cls: additional CSS classes.
        key: the key of the node among its siblings.
        centre: the centre of the square.
    """
    x, y = centre
    return el(
        "circle", key=key, cls=f"sign {shape} {cls}".strip(), cx=x or None, cy=y or None, r=_SIGN_SIZES[shape] * size
    )


class BoardDrawing:
    """Draws the layers of a board's picture, as one player sees the board.

    Attributes:
        plan: the measurements and shapes of the board.
        numbers: the number of each square by its name.
        seat: the player at the bottom of the picture.
        centres: the centre of each square by its name.
    """

    def __init__(self, plan: BoardPlan, numbers: Mapping[str, int], seat: int) -> None:
        self.plan = plan
        self.numbers = numbers
        self.seat = seat
        self.centres = {name: plan.centre(number, seat) for name, number in numbers.items()}
        names = {number: name for name, number in numbers.items()}
        self._rows = [[names[number] for number in row if number in names] for row in plan.rows(seat)]

    def picture(
        self, game: str, position: str, label: str, turn: str, cls: str, *layers: Node | None, read_only: bool = False
    ) -> Node:
        """Return the picture of a board as an ``<svg>``.

        Args:
            game: the id of the game.
            position: the position text.
            label: the description of the picture for screen readers.
            turn: the number of the player to move, or ``""`` after the end of the game.
            cls: the CSS classes.
            layers: the layers, from bottom to top.
            read_only: True for an image, which has no squares for screen readers.
        """
        return el(
            "svg",
            layers,
            cls=f"board {cls}",
            viewBox=f"0 0 {format_number(self.plan.width)} {format_number(self.plan.height)}",
            role="img" if read_only else "grid",
            aria_label=label,
            data_game=game,
            data_position=position,
            data_turn=turn,
        )

    def tint(self, name: str, cls: str, key: str = "") -> Node:
        """Draw a shape with a CSS class that covers a square, or most of it."""
        return self.plan.tint(cls, self.numbers[name], self.seat, key)

    def edge(self, kind: str, name: str, key: str) -> Node:
        """Draw the edge of a marked square."""
        return self.plan.edge(kind, self.numbers[name], self.seat, key)

    def _names_on_board(self, targets: Iterable[str]) -> list[str]:
        return sorted({target for target in targets if target in self.numbers}, key=self.numbers.__getitem__)

    def tints(self, marks: Marks, edge_kinds: Collection[str] = ()) -> list[Node]:
        """Draw the tints and edges of marked squares, which are below the pieces.

        Args:
            marks: the marks of the board.
            edge_kinds: the kinds of marks without a tint.
        """
        layers = (
            ("last", marks.last),
            ("taken", marks.selected),
            ("shown", marks.highlighted),
            ("danger", marks.danger),
        )
        nodes = []
        for kind, targets in layers:
            for name in self._names_on_board(targets):
                if kind not in edge_kinds:
                    nodes.append(self.tint(name, f"tint {kind}", f"{kind}-{name}"))
                nodes.append(self.edge(kind, name, f"edge-{kind}-{name}"))
        return nodes

    def signs(self, marks: Marks, is_empty: Callable[[str], bool]) -> list[Node]:
        """Draw the signs of possible next targets: a dot on an empty square, and a ring around a piece."""
        return [
            sign_node(
                "dot" if is_empty(name) else "ring",
                self.plan.cell,
                f"may {marks.next_targets[name]}",
                f"go-{name}",
                self.centres[name],
            )
            for name in self._names_on_board(marks.visible_next_targets)
        ]

    def verdicts(self, marks: Marks) -> list[Node]:
        """Draw a cross on the rejected target and a tick on each target of the correct answer on the board."""
        kinds = (("refused", (marks.refused_target,)), ("correct", marks.correct_targets))
        return [
            self.edge(kind, name, f"{kind}-{name}") for kind, targets in kinds for name in self._names_on_board(targets)
        ]

    def paths(self, marks: Marks, kinds: Collection[str] = PATH_KINDS) -> list[Node]:
        """Draw the paths of the last turn, hints and threats, or only some of these kinds."""
        threats = [[self.centres[target] for target in threat if target in self.centres] for threat in marks.threats]
        layers = (("last", marks.paths), ("hint", marks.hints), ("threat", (*threats, *marks.reply_paths)))
        return [
            node
            for kind, paths in layers
            if kind in kinds
            for node in path_nodes(
                kind, paths, self.plan.cell, shows_numbers=marks.shows_path_numbers and kind != "threat"
            )
        ]

    def coordinates(
        self, distance: float, *, baseline: float = 0, cls: str = "coordinate", ranks_on_right: bool = False
    ) -> list[Node]:
        """Draw the names of the files below the board, and the names of the ranks next to it.

        Args:
            distance: the distance between a name and the centre of the nearest square.
            baseline: the distance from the middle of a name down to its baseline, if the style sheet aligns baselines.
            cls: the CSS class of the names.
            ranks_on_right: True if the names of ranks are on the right of the board.
        """
        side = 1 if ranks_on_right else -1
        files: dict[str, Point] = {}
        ranks: dict[str, Point] = {}
        for name, (x, y) in self.centres.items():
            file, rank = name[0], name[1:]
            if file not in files or y > files[file][1]:
                files[file] = (x, y)
            if rank not in ranks or side * x > side * ranks[rank][0]:
                ranks[rank] = (x, y)
        labels = [(file, x, y + distance) for file, (x, y) in files.items()]
        labels += [(rank, x + side * distance, y) for rank, (x, y) in ranks.items()]
        return [el("text", cls=cls, x=x, y=y + baseline, text=text) for text, x, y in labels]

    def touch_rows(
        self, marks: Marks, label: Callable[[str], str], *, danger_name: str = "", covered_squares: Collection[str] = ()
    ) -> list[Node]:
        """Return the touch targets of all squares, row by row.

        Args:
            marks: the marks of the board.
            label: returns the description of a square from its name.
            danger_name: the name of the mark "danger"; see ``label_with_marks``.
            covered_squares: the names of squares without touch targets.
        """
        shows_next_targets, is_touchable = bool(marks.visible_next_targets), not marks.read_only

        def touch_target(name: str) -> Node:
            text, classes = label(name), marks.classes(name)
            if classes:
                text = label_with_marks(text, classes, shows_next_targets=shows_next_targets, danger_name=danger_name)
            return _touch_target(self, name, text, classes, (is_touchable and name in marks.next_targets, is_touchable))

        return [
            el("g", [touch_target(name) for name in row if name not in covered_squares], role="row")
            for row in self._rows
        ]


@lru_cache(maxsize=8192)
def _touch_target(drawing: BoardDrawing, name: str, label: str, marks: str, touch_flags: tuple[bool, bool]) -> Node:
    """Return a touch target from a cache, since consecutive pictures share most targets."""
    return drawing.plan.touch_target(drawing.numbers[name], drawing.seat, name, label, marks, touch_flags=touch_flags)
