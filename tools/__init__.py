"""What builds, serves and checks Ruleboard; nothing in here is part of the app."""
