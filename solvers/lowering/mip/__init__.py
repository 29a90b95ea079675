"""Constraints of the modelling language as linear rows over integer columns."""
