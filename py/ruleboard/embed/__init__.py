"""Boards in other pages: parameters, a board that stores nothing, and messages."""
