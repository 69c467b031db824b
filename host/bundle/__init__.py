"""
The whole program as files that others take from a host, or from a stick: see `making`.
"""
