"""
Many games among bots: in this process, in several, or on several machines.

`game` plays one, from a task that says all it depends on; an `executor` says where tasks
are done, and what comes of them is the same wherever that is.
"""
