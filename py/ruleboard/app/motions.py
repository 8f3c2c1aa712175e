"""Motions as the page takes them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ruleboard.scene.marks import Motion


def travels(motions: Sequence[Motion]) -> str:
    """A JSON text of keys, each with the offsets from where the thing now is; empty if nothing travels."""
    if not motions:
        return ""
    return json.dumps(
        [
            [motion.end, [[x - motion.points[-1][0], y - motion.points[-1][1]] for x, y in motion.points]]
            for motion in motions
        ]
    )
