"""The verb ``explain``: the way to the answer one deduction at a time, or why there is none."""
