"""The expansion Leaders (L1 to L3)."""
