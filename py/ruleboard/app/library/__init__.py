"""The home page with the stored games, and the pages for URLs that the app cannot open."""
