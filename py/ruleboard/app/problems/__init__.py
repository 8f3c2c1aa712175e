"""Problem pages: lists of problems, and one problem."""
