"""What this program keeps on disk: keys, hosts, games, settings."""
