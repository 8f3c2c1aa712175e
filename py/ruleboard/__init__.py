"""Ruleboard: tabletop games to learn, play and show, as a static page."""
