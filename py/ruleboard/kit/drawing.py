"""The layers of pictures of boards: tints, edges, signs, paths, coordinates and touch targets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ruleboard.scene.geometry import Point
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el
from ruleboard.scene.path_lines import path_nodes
from ruleboard.scene.shapes import points_text


class BoardPlan(Protocol):
    """The measurements of a board: those that ``SquareBoard`` and ``HexBoard`` share."""

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

    def edge(self, kind: str, square: int, seat: int, key: str) -> Node:
        """Draw the edge of a marked square."""
        ...

    def touch_target(
        self, square: int, seat: int, name: str, label: str, marks: str, *, touch_flags: tuple[bool, bool]
    ) -> Node:
        """Return an invisible shape over a square, for touch, focus and screen readers."""
        ...


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """A board as one seat sees it, which draws the layers of a picture.

    Attributes:
        plan: the measurements of the board.
        numbers: the number of each square by its name.
        seat: the player at the bottom of the picture.
    """

    plan: BoardPlan
    numbers: Mapping[str, int]
    seat: int

    def centre(self, name: str) -> Point:
        """Return the centre of a square."""
        return self.plan.centre(self.numbers[name], self.seat)

    def outline(self, name: str, cls: str, key: str = "") -> Node:
        """Draw a square as a polygon with a CSS class."""
        return el("polygon", key=key, cls=cls, points=points_text(self.plan.corners(self.numbers[name], self.seat)))

    def _on_board(self, targets: Iterable[str]) -> list[str]:
        return sorted({target for target in targets if target in self.numbers}, key=lambda name: self.numbers[name])

    def tints(self, marks: Marks) -> list[Node]:
        """Draw the tints and edges of marked squares, which are below the pieces."""
        layers = (
            ("last", marks.last),
            ("danger", marks.danger),
            ("taken", marks.selected),
            ("shown", marks.highlighted),
        )
        return [
            node
            for kind, targets in layers
            for name in self._on_board(targets)
            for node in (
                self.outline(name, f"tint {kind}", f"{kind}-{name}"),
                self.plan.edge(kind, self.numbers[name], self.seat, f"edge-{kind}-{name}"),
            )
        ]

    def signs(self, marks: Marks, is_empty: Callable[[str], bool]) -> list[Node]:
        """Draw the signs of possible next targets: a dot on an empty square, and a ring around a piece."""
        nodes = []
        for name in self._on_board(marks.visible_next_targets):
            x, y = self.centre(name)
            shape, radius = ("dot", 0.14) if is_empty(name) else ("ring", 0.44)
            cls = f"sign {shape} may {marks.next_targets[name]}"
            nodes.append(el("circle", key=f"go-{name}", cls=cls, cx=x, cy=y, r=radius * self.plan.cell))
        return nodes

    def refused_target(self, marks: Marks) -> list[Node]:
        """Draw the cross on the target that the rules did not allow, if it is on the board."""
        return [
            self.plan.edge("refused", self.numbers[name], self.seat, f"refused-{name}")
            for name in self._on_board((marks.refused_target,))
        ]

    def paths(self, marks: Marks) -> list[Node]:
        """Draw the paths of the last turn, of hints and of threats."""
        threats = tuple(
            tuple(self.centre(target) for target in threat if target in self.numbers) for threat in marks.threats
        )
        kinds = (("last", marks.paths), ("hint", marks.hints), ("threat", (*threats, *marks.answers)))
        return [
            node
            for kind, paths in kinds
            for node in path_nodes(kind, paths, self.plan.cell, numbered=marks.numbers_paths and kind != "threat")
        ]

    def coordinates(self, distance: float) -> list[Node]:
        """Draw the names of files below the lowest squares, and those of ranks to the left of the leftmost squares.

        Args:
            distance: the distance of the names from the centres of these squares.
        """
        files: dict[str, Point] = {}
        ranks: dict[str, Point] = {}
        for name in self.numbers:
            x, y = self.centre(name)
            file, rank = name[0], name[1:]
            if file not in files or y > files[file][1]:
                files[file] = (x, y)
            if rank not in ranks or x < ranks[rank][0]:
                ranks[rank] = (x, y)
        labels = [(file, x, y + distance) for file, (x, y) in files.items()]
        labels += [(rank, x - distance, y) for rank, (x, y) in ranks.items()]
        return [el("text", cls="coordinate", x=x, y=y, text=text) for text, x, y in labels]

    def touch_rows(self, marks: Marks, names: Sequence[str], label: Callable[[str], str]) -> list[Node]:
        """Return the touch targets of all squares, row by row.

        Args:
            marks: the marks of the board.
            names: the names of the squares by number.
            label: returns the description of a square from its name.
        """
        return [
            el(
                "g",
                (
                    self.plan.touch_target(
                        number,
                        self.seat,
                        names[number],
                        label(names[number]),
                        marks.classes(names[number]),
                        touch_flags=marks.touch_flags(names[number]),
                    )
                    for number in row
                    if names[number] in self.numbers
                ),
                key=f"row-{names[row[0]]}",
                role="row",
            )
            for row in self.plan.rows(self.seat)
        ]
