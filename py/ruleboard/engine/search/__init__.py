"""The search for good actions, for opponents, hints and reviews: deterministic, without side effects, and in slices."""
