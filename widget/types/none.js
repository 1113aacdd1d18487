// The frameworks' entries carry types alone.
