"""Developer tools that build, serve and check Ruleboard. They are not part of the app."""
