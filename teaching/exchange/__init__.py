"""Meaning in and out: other tools' definitions read as ours, and ours written as theirs. Pure functions."""
