"""The browser as the app sees it: a protocol, and its implementation."""
