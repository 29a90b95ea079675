"""A python-sat solver that heeds the clock and Ctrl-C."""
