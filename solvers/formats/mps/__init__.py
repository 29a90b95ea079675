"""The format MPS."""
