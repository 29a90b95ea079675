"""The portfolio ``best``: several backends at work on the same model at once."""
