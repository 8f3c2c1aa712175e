"""Pictures and pages as trees of nodes: build, style, compare and serialize them."""
