"""The format Knuth's DLX."""
