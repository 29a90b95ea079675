"""The command that teaches the network."""
