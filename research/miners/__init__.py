"""Miners, which find candidates for problems and verify them by complete search. There is one module for each game.

``research.problems`` imports ``research.miners.<game>``, which has two functions. ``mine(seed)`` yields the problems
in one game with this seed as ``research.problems.Candidate``. ``faults(problem)`` yields the errors in a problem as
clauses for developers. A correct problem accepts exactly the first turns that reach the goal.
"""
