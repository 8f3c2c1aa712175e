"""The search for good actions, for opponents, hints and reviews: pure, deterministic, and in slices."""
