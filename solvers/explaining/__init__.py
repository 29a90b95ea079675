"""Deductions one by one, each with a smallest reason; and which parts of an impossible puzzle clash."""
