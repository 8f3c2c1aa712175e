"""Miners of problems, one module for each game, that find candidates and verify them by complete search.

``research.problems`` imports ``research.miners.<game>``, which has two functions. ``mine(seed)`` yields the problems
of one game with this seed as ``research.problems.Candidate``. ``faults(problem)`` yields the errors in a problem as
phrases for developers. A correct problem accepts exactly the first turns that reach the goal.
"""
