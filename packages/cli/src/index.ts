export type { Io, Output } from './io.ts'
export { run } from './run.ts'
