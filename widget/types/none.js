// The frameworks' entries contain only types.
