import { join } from 'node:path'

export const ROOT: string = join(import.meta.dirname, '../..')

/**
 * The folders of the packages that npm publishes, each after the packages that it imports. `npm run build` writes the `dist`
 * of each.
 */
export const PUBLIC_PACKAGES = [
  'packages/core',
  'packages/contracts',
  'packages/cli',
  'widget',
  'host',
] as const

/** The packages that stay outside of the host's bundle, because they load compiled files of their own folder. */
export const HOST_PACKAGES: readonly string[] = ['@node-rs/argon2', 'better-sqlite3']
