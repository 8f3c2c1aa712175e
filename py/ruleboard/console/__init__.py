"""The command line: `python -m ruleboard play | perft | validate | convert | diagram`."""
