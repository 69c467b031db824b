"""Command-line code of both programs: help, completion, and the options of a table."""
