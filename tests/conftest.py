"""What all tests share: how Hypothesis looks for examples."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is no bug; and what passes here passes there: the same examples everywhere.
settings.register_profile("ruleboard", deadline=None, derandomize=True)
settings.load_profile("ruleboard")
