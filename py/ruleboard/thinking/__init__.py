"""Requests to bots and their answers, in a worker, in the page, or in a test."""
