"""Search algorithms for opponents, hints and reviews. They are deterministic and run in slices."""
