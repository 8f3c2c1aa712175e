"""The JSON text of the board Equilibrium Point, the default, reconstructed from the rulebook's worked example."""

TEXT = """\
{
  "format": "ruleboard/tensor-board/1",
  "name": "Equilibrium Point",
  "author": "Ruleboard, after the rulebook's example",
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
