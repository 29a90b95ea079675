"""The verb ``diagnose``: whether an instance is well posed, and if not, what would put it right."""
