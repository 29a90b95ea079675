"""Each puzzle's published program, re-created on the bare numbers without the modelling language."""
