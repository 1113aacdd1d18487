/** Contracts of our own: what a deployment needs of them. */
export {}
