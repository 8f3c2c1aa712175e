"""The board of a game: its table, touches, history, marks, animations, announcements and opponents."""
