"""Wide Gate, as a data file: the players sit near each other, with room to the sides."""

SHEET = """\
{
  "format": "ruleboard/tensor-board/1",
  "name": "Wide Gate",
  "author": "Ruleboard",
  "sources": {
    "spaces": "own",
    "lines": "own",
    "stars": "own",
    "starts": "own"
  },
  "drawing": [
    "o-*-o-o-o",
    "| | | | |",
    "o-o-o-r-o",
    "| |   | |",
    "*-o-o-o-o",
    "|   |   |",
    "o-o-b-o-o",
    "|   |   |",
    "o-o-o-o-*",
    "| |   | |",
    "o-y-o-o-o",
    "| | | | |",
    "o-o-o-*-o"
  ]
}
"""
