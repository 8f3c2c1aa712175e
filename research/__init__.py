"""Studies of the games and their bots: ladders, balance, problems. The app and its build do not need them."""
