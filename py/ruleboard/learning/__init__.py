"""Lessons, quizzes, problems and the guided first game, for every game in the registry."""
