"""What several backends share: the manners of native libraries."""
