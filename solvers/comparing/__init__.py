"""Comparisons: who takes part, how a run is measured, whether all agree."""
