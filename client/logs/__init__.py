"""Logs that are kept: reading, auditing and summing them up."""
