"""The making of new puzzles: an oracle that counts answers, grades, files and what is told of them."""
