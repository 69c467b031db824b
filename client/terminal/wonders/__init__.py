"""
7 Wonders on a terminal: narrator, questions, screens, lessons, replays and reports.
"""
