"""The fewest mistakes that would explain an impossible puzzle, and the fewest hints for an ambiguous one."""
