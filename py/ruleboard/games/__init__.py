"""The games, one folder each; ``registry`` finds them."""
