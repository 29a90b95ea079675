"""Whole collections: cut into chunks, spread over processes, written so that a kill costs next to nothing."""
