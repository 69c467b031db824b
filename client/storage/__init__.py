"""
The client's files on disk: keys, hosts, people, games and settings.

The store of what a seat signs is in `client.table.memory`.
"""
