export { type Config, loadConfig } from './config.ts'
export type { Context } from './context.ts'
export { ConfigError } from './environmentReader.ts'
export { type Host, type Overrides, startHost } from './startHost.ts'
