"""What the puzzles are: the modelling language and one module a puzzle. Nothing here solves anything."""
