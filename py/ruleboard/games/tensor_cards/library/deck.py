"""The JSON text of the built-in deck.

Four cards come from examples in the rulebook. The other six are reconstructed.
"""

JSON_TEXT = """\
{
  "format": "ruleboard/tensor-deck/1",
  "name": "Tensor",
  "author": "Cloud Kingdom Games; 6 cards reconstructed for Ruleboard",
  "cards": [
    {"number": 1, "parts": ["3 toward"], "source": "reconstruction"},
    {"number": 2, "parts": ["1 toward", "1 right"], "source": "rulebook"},
    {"number": 3, "parts": ["1 toward", "1 left"], "source": "reconstruction"},
    {"number": 4, "parts": ["2 toward"], "source": "reconstruction"},
    {"number": 5, "parts": ["2 right"], "source": "rulebook"},
    {"number": 6, "parts": ["2 left"], "source": "reconstruction"},
    {"number": 7, "parts": ["1 right"], "source": "reconstruction"},
    {"number": 8, "parts": ["1 left"], "source": "rulebook"},
    {"number": 9, "parts": ["1 toward"], "source": "rulebook"},
    {"number": 10, "parts": ["1 away"], "source": "reconstruction"}
  ]
}
"""
