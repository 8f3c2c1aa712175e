"""User interface parts that pages share."""
