/// The name of this module, until it has parts.
enum Placeholder {}
