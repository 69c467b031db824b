"""Players that are not people: strategies that pick one of the legal moves."""
