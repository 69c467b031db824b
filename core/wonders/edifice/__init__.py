"""The expansion Edifice (E1, E2)."""
