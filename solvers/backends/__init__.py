"""The backends, a room each, named as on the command line; every one takes models and knows no puzzle."""
