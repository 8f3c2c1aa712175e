"""The study editor, and the study viewer that embedded boards also use."""
