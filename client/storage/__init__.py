"""The client's files on disk: keys, hosts, games and settings."""
