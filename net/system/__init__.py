"""
Differences between operating systems, with one module for each.

Each module checks for a function or a module, if possible, rather than for the system's
name.
"""
