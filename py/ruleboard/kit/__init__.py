"""Parts that games share: boards of squares and hexes, ranks of position texts, turns of several actions.

``facade`` builds a whole game from these parts.
"""
