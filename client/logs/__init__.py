"""Stored logs: reading, auditing and summarizing."""
