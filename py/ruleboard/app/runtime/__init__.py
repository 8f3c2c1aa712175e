"""What holds the app together: its model, its controller, its pages, and where they are."""
