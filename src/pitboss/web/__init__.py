"""The floor in a browser: pages, a JSON interface for programs, and a live connection to every table."""
