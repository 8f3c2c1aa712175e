"""Problem pages: lists of problems, and the page of one problem."""
