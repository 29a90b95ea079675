"""What several backends share: the lowering of models, and the manners of native libraries."""
