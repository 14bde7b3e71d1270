// The module's first file; replaced by what the module holds.
