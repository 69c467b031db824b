"""A person at a table: what they know, what they can do, and what they are asked."""
