"""Requests to bots and their answers. A worker, the page or a test can process the requests."""
