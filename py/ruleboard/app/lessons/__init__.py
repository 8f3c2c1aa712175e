"""Courses, lessons with their boards, rules and rulings to look up."""
