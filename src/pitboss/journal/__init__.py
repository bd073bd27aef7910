"""The journal: every event of a table in a hash-chained file, the one truth from which all else is derived."""
