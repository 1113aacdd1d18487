import { join } from 'node:path'

export const ROOT: string = join(import.meta.dirname, '../..')

/**
 * The folders of the packages that npm publishes, each after the packages that it imports. The script `build` of each package writes its
 * `dist`.
 */
export const PUBLIC_PACKAGES = ['packages/core', 'packages/contracts', 'widget'] as const
