"""
The protocol: what travels, who signed it, and what follows from it.

Sans-I/O throughout, but for `sealed_wonders.net.wire`, the only module here that knows
Twisted.
"""
