"""What a casino and its regulator hold in their hands: sheets that print."""
