"""Problems: their lists, and one with its board."""
