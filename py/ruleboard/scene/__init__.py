"""Pictures and pages as plain Python values: nodes, their text, and the difference between two."""
