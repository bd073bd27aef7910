"""Pitboss in a terminal: play and school, full screen or line by line."""
