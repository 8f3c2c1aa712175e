"""View, bot, editors and package: what a game defines in addition to its rules."""
