"""The format XCSP3."""
