"""What do the puzzles look like? One module for each puzzle, all on one SVG writer and one palette."""
