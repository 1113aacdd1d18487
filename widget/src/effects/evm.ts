/** The chunk that is loaded when a wallet is near: all that the first screen can do without. */
export { createEngine } from './createEngine.ts'
