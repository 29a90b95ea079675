"""The modelling language: domains, expressions, constraints, and the model that ties them together."""
