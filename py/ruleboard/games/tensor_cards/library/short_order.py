"""The JSON text of the board Short Order, a small board for short games."""

JSON_TEXT = """\
{
  "format": "ruleboard/tensor-board/1",
  "name": "Short Order",
  "author": "Ruleboard",
  "sources": {
    "spaces": "own",
    "lines": "own",
    "stars": "own",
    "starts": "own"
  },
  "drawing": [
    "o-o-o-r-o",
    "|   | | |",
    "*-o-o-o-o",
    "| |   | |",
    "o-o-b-o-o",
    "| |   | |",
    "o-o-o-o-*",
    "| | |   |",
    "o-y-o-o-o"
  ]
}
"""
