"""The plots of docs/equilibrium-balance.md, drawn by matplotlib from the measurements of research/balance.py."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib import pyplot as plt

_STYLE = {"svg.hashsalt": "ruleboard", "font.size": 8, "axes.spines.top": False, "axes.spines.right": False}


def _saved(folder: Path, name: str) -> None:
    plt.tight_layout()
    plt.savefig(folder / f"equilibrium-{name}.svg", metadata={"Date": None})
    plt.close()


def draw_uses(found: dict[str, Any], folder: Path) -> None:
    """Draw the share of games in which the strongest player uses each action and card, as bars."""
    plt.figure(figsize=(6, 2.6))
    for place, (name, data) in enumerate(found.items()):
        uses = dict(data["uses"])
        games = uses.pop("games")
        places = [at + (place - (len(found) - 1) / 2) * 0.76 / len(found) for at in range(len(uses))]
        plt.bar(places, [100 * uses[what] / games for what in uses], width=0.72 / len(found), label=name)
        plt.xticks(range(len(uses)), list(uses))
    plt.axhline(50, color="grey", linewidth=0.8, linestyle="--")
    plt.ylabel("used in % of the games")
    plt.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=len(found))
    _saved(folder, "uses")


def draw_rounds(found: dict[str, Any], folder: Path) -> None:
    """Draw the lengths of games between equal opponents of two, three and four players, as boxes."""
    drawn = [
        (name, count, rounds) for name, data in found.items() for count, rounds in data["rounds"].items() if rounds
    ]
    labels = [f"{name}\n{count} players" for name, count, _rounds in drawn]
    lengths = [rounds for _name, _count, rounds in drawn]
    plt.figure(figsize=(6, 2.6))
    plt.axhspan(6, 12, color="#dde8dd")
    plt.boxplot(lengths, whis=(10, 90), tick_labels=labels, flierprops={"markersize": 3})
    plt.locator_params(axis="y", integer=True)
    plt.ylim(bottom=0)
    plt.ylabel("rounds")
    _saved(folder, "rounds")


def draw_rates(found: dict[str, Any], folder: Path) -> None:
    """Draw who wins against whom, as one coloured matrix for each set of numbers of which that was measured."""
    found = {name: data for name, data in found.items() if data["rates"]}
    if not found:
        return
    _figure, axes = plt.subplots(1, len(found), figsize=(3.6 * len(found), 3.8), squeeze=False)
    for axis, (name, data) in zip(axes[0], found.items(), strict=True):
        won = {(one, other): share for one, other, share in data["rates"]}
        players = sorted(
            {one for one, _other in won}, key=lambda one: sum(won.get((one, other), 0) for _one, other in won)
        )
        cells = [[100 * won.get((one, other), math.nan) for other in players] for one in players]
        axis.imshow(cells, cmap="PuOr", vmin=0, vmax=100)
        axis.set_xticks(range(len(players)), players, rotation=90)
        axis.set_yticks(range(len(players)), players)
        axis.set_title(f"{name}: wins of the row in %")
    _saved(folder, "matrix")


def main(arguments: Sequence[str]) -> int:
    """Draw all plots of a file of measurements into a folder; return the exit code."""
    plt.switch_backend("svg")
    plt.rcParams.update(_STYLE)
    file, folder = map(Path, arguments)
    found = json.loads(file.read_text(encoding="utf-8"))
    for draw in (draw_uses, draw_rounds, draw_rates):
        draw(found, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
