"""The JSON text of the default board, Equilibrium Point, reconstructed from an example in the rulebook."""

JSON_TEXT = """\
{
  "format": "ruleboard/tensor-board/1",
  "name": "Equilibrium Point",
  "author": "Ruleboard, after the rulebook’s example",
  "sources": {
    "spaces": "reconstruction",
    "lines": "reconstruction",
    "stars": "reconstruction",
    "starts": "reconstruction"
  },
  "drawing": [
    "o-o-o-o-o-o-*",
    "| |   | | | |",
    "o-o o-o-r-o-o",
    "| | | | |   |",
    "*-o-o-o-o-o-o",
    "| |   | | |",
    "o-o-o-b-o-o-o",
    "  | | |   | |",
    "o-o-o-o-o-o-*",
    "|   | | | | |",
    "o-o-y-o-o o-o",
    "| | | |   | |",
    "*-o-o-o-o-o-o"
  ]
}
"""
