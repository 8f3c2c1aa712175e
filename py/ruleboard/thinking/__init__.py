"""The answering of requests to opponents, wherever it is done: in a worker, between the frames of a page, in a test."""
