"""Games as self-contained HTML pages."""
