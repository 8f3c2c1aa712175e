"""Setups kept and used at the table."""
