"""The verb ``export``: a puzzle's model in the formats of other programs."""
