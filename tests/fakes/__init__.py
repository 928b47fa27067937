"""Stand-ins for what is outside of a test's room."""
