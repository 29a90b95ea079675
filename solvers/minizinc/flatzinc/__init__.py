"""FlatZinc, the language that MiniZinc is compiled to: models written in it and read from it."""
