"""Everything kept in the browser's storage."""
