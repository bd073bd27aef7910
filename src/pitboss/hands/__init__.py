"""Total orders over hands: `five` (best of 5 to 7 cards), `three`, `top_five`, and the point totals of `hi_lo`.

Each order is a module with the same few functions: `value(cards)` is an integer that is higher for the better hand and
equal for a tie, `values(rows)` does the same for a NumPy array of hands, `name(value)` says it in words, `best(cards)`
picks the cards that make it, and `explain(cards)` tells why.
"""
