"""The compiled kernel as a backend: units, exact covers, or propagation and search, whichever the model is."""
