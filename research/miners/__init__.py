"""Miners, which find candidates for problems and verify them by complete search. There is one module for each game.

``research.problems`` imports ``research.miners.<game>``, which has the functions of ``research.problems.Miner``. A
correct problem accepts exactly the first turns that reach the goal.
"""
