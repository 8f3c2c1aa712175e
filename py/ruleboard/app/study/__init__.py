"""Studies: the page on which they are made, and their reader, which embedded boards show, too."""
