export { type Config, ConfigError, loadConfig } from './config.ts'
export type { Context } from './context.ts'
export { type Host, type Overrides, startHost } from './startHost.ts'
