"""Positions in other people's pages: parameters, a board that keeps nothing, and messages."""
