"""Miners of problems, a module a game: they find candidates, and verify them by complete search.

``research.problems`` imports ``research.miners.<game>``, which has two functions. ``mined(seed)`` yields the problems
of one game played by this seed as ``research.problems.Found``. ``faults(problem)`` yields the faults of a problem as
sentences for developers, none if its accepted first turns are all those that reach the goal.
"""
