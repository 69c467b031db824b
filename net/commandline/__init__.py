"""
What the command lines of both programs have in common: languages, help, exit statuses,
completion, and the options of a table.
"""
