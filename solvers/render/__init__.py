"""Records as text, JSON, tables, plots and pages."""
