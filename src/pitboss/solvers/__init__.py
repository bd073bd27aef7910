"""Exact answers: best play, its value as fractions, and advice for every hand."""
