"""How instance files become instances: one module a puzzle, and what all of them share."""
