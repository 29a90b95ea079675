"""SAT: the backend, its encodings, the incremental solver underneath, and rules as assumptions of it."""
