"""The page on which puzzles are entered, judged, played and explained: what it asks, a server, a static site."""
