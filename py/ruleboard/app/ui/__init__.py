"""Parts that all pages are made of."""
