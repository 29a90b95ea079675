"""The same work on every backend side by side: who takes part, how a run is measured, whether all agree."""
