"""The JSON text of Wide Gate, a board with few columns and therefore a short distance between the players' edges."""

TEXT = """\
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
