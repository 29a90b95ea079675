"""What backends and formats share: models in fewer forms, and seen as exact covers; neither knows the other."""
