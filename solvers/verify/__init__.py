"""The verb ``verify``: check the proof of what a run claims, with no solver."""
