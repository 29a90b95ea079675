"""The network over the model: a neural network on exact covers, its weights, and how it is taught."""
