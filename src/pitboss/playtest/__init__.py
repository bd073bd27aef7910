"""Play-testing: players who act at random, mishaps by script, and what follows from every fact at every moment."""
