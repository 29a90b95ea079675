"""The verb ``generate``: new puzzles, each certain to have one answer, as hard as asked."""
