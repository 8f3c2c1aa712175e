"""Requests to bots and answers from them, for a worker, the page, or a test."""
