"""Studies of the games and their opponents: ladders, balance, problems. Builds and servers do not need them."""
