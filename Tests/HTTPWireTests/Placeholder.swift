// The target's first file; replaced by its tests.
