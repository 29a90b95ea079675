"""Readers of formats, one file each: their files as models of the language."""
