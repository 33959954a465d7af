// Nothing: this target is its module map.
