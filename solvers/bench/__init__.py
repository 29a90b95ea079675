"""The verb ``bench``: measure what the program costs, against peers that do the same work."""
