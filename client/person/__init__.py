"""A person at a table: their knowledge, their options, and the questions to them."""
