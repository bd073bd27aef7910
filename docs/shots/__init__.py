"""How the pictures of the docs are taken: pages in a browser, screens of the terminal, printed papers."""
