"""Rounds by the million: the rules' own endings counted over random deals instead of over all of them."""
