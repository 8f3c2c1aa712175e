"""Requests to bots, and the bots' answers, for a worker, the page, or a test."""
