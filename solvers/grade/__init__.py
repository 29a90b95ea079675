"""The verb ``grade``: how hard each puzzle of a file is, by the steps that lead to its answer."""
