"""Studies of the games and their opponents: ladders, balance, problems. Builds, servers and tests need none of it."""
