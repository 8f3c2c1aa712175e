"""Storage in the browser: a key-value store, durable texts on top of it, and the formats of the texts."""
