"""What the rooms of the puzzles share: pictures in SVG, files of text and TOML, words."""
