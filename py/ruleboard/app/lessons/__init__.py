"""Learning pages: courses, lessons, quizzes, rules and rulings."""
