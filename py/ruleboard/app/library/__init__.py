"""The home page with stored games, and pages for URLs that the app cannot open."""
