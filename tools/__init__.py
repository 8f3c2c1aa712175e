"""Developer tools that build, serve and check Ruleboard; the app itself does not contain them."""
