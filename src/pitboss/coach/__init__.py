"""The coach: what each choice is worth, what mistakes cost, and which hands to practise."""
