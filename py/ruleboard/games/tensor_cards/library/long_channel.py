"""The JSON text of the board Long Channel, a long board with two holes."""

JSON_TEXT = """\
{
  "format": "ruleboard/tensor-board/1",
  "name": "Long Channel",
  "author": "Ruleboard",
  "sources": {
    "spaces": "own",
    "lines": "own",
    "stars": "own",
    "starts": "own"
  },
  "drawing": [
    "o-o-o-*-o-o-o-o-*",
    "| | |   |   | | |",
    "o-o-o-o-o-r-o-o-o",
    "|   |   | | |   |",
    "o-o-o   o-o-o-o-o",
    "| | |   | | | | |",
    "o-o-o-o-b-o-o-o-o",
    "| | | | |   | | |",
    "o-o-o-o-o   o-o-o",
    "|   | | |   |   |",
    "o-o-o-y-o-o-o-o-o",
    "| | |   |   | | |",
    "*-o-o-o-o-*-o-o-o"
  ]
}
"""
