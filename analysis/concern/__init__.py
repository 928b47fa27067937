"""Who or what is to be looked at first, or whether one is to worry: a verdict with its figures."""
