"""The JSON text of the board Wide Gate. It has few columns, so that the players' edges are close together."""

JSON_TEXT = """\
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
