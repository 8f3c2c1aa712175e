"""Miners of problems, a module a game: they find candidates, and verify them by complete search.

``tools.problems`` imports ``tools.miners.<game>``, which has two functions: ``mined(seed)`` yields what one game played
by this seed has to offer as ``tools.problems.Found``; ``faults(problem)`` yields what is wrong with a problem, as
sentences for developers, none if its accepted first turns are all those that reach the goal.
"""
