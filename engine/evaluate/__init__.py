"""Question sets, the figures they give, and the report."""
