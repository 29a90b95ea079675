"""File formats of the field, one file each: models written out for other programs, and theirs read."""
