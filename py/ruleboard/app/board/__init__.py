"""The board of a game in play: its state, gestures, history, marks, animations, announcements and opponents."""
