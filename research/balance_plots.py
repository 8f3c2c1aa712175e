"""Draw the plots in docs/equilibrium-balance.md with matplotlib, from the measurements of research/balance.py."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib import pyplot as plt

_PLOT_STYLE = {"svg.hashsalt": "ruleboard", "font.size": 8, "axes.spines.top": False, "axes.spines.right": False}


def _save_plot(folder: Path, name: str) -> None:
    plt.tight_layout()
    plt.savefig(folder / f"equilibrium-{name}.svg", metadata={"Date": None})
    plt.close()


def plot_card_uses(measurements: dict[str, Any], folder: Path) -> None:
    """Draw a bar chart of the share of games in which the strongest player uses each action and card."""
    plt.figure(figsize=(6, 2.6))
    for number, (name, data) in enumerate(measurements.items()):
        uses = dict(data["uses"])
        games = uses.pop("games")
        positions = [
            index + (number - (len(measurements) - 1) / 2) * 0.76 / len(measurements) for index in range(len(uses))
        ]
        plt.bar(positions, [100 * uses[action] / games for action in uses], width=0.72 / len(measurements), label=name)
        plt.xticks(range(len(uses)), list(uses))
    plt.axhline(50, color="grey", linewidth=0.8, linestyle="--")
    plt.ylabel("used in % of the games")
    plt.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=len(measurements))
    _save_plot(folder, "uses")


def plot_round_counts(measurements: dict[str, Any], folder: Path) -> None:
    """Draw a box plot of the lengths of games between equal opponents, with two, three and four players."""
    boxes = [
        (name, count, rounds)
        for name, data in measurements.items()
        for count, rounds in data["rounds"].items()
        if rounds
    ]
    labels = [f"{name}\n{count} players" for name, count, _rounds in boxes]
    lengths = [rounds for _name, _count, rounds in boxes]
    plt.figure(figsize=(6, 2.6))
    plt.axhspan(6, 12, color="#dde8dd")
    plt.boxplot(lengths, whis=(10, 90), tick_labels=labels, flierprops={"markersize": 3})
    plt.locator_params(axis="y", integer=True)
    plt.ylim(bottom=0)
    plt.ylabel("rounds")
    _save_plot(folder, "rounds")


def plot_win_rates(measurements: dict[str, Any], folder: Path) -> None:
    """Draw the win rates between players as a coloured matrix, for each set of numbers that has win rates."""
    measurements = {name: data for name, data in measurements.items() if data["rates"]}
    if not measurements:
        return
    _figure, axes = plt.subplots(1, len(measurements), figsize=(3.6 * len(measurements), 3.8), squeeze=False)
    for axis, (name, data) in zip(axes[0], measurements.items(), strict=True):
        rates = {(player, opponent): share for player, opponent, share in data["rates"]}
        players = sorted(
            {player for player, _opponent in rates},
            key=lambda player: sum(rates.get((player, opponent), 0) for _player, opponent in rates),
        )
        cells = [[100 * rates.get((player, opponent), math.nan) for opponent in players] for player in players]
        axis.imshow(cells, cmap="PuOr", vmin=0, vmax=100)
        axis.set_xticks(range(len(players)), players, rotation=90)
        axis.set_yticks(range(len(players)), players)
        axis.set_title(f"{name}: wins of the row in %")
    _save_plot(folder, "matrix")


def main(arguments: Sequence[str]) -> int:
    """Draw all plots for a file of measurements into a folder, and return the exit code."""
    plt.switch_backend("svg")
    plt.rcParams.update(_PLOT_STYLE)
    file, folder = map(Path, arguments)
    measurements = json.loads(file.read_text(encoding="utf-8"))
    for draw in (plot_card_uses, plot_round_counts, plot_win_rates):
        draw(measurements, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
