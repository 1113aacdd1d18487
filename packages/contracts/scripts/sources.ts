import type { Sources } from './compileContracts.ts'

/** The contracts in this package. */
export const sources: Sources = { folder: new URL('../contracts/', import.meta.url) }
