"""Three Card Poker for Pitboss: a game of its own package, in one file, with its register and its solver."""
