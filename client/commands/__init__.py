"""What `wonders` can be told to do, a module per command or two."""
