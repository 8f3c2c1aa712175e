"""Studies: the page on which people write them, and their reader, which embedded boards also show."""
