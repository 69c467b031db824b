"""
What systems differ in: one module for each thing, and nobody else asks which one this is.

Each goes by what is there (a function, a module), and not by the system's name.
"""
