"""Developer tools that build, serve and check Ruleboard; none of them is part of the app."""
