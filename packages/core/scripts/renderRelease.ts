import type { Manifest } from './nextRelease.ts'

/** Returns the source of the module that exports the token list's version. */
export function renderRelease({ version, timestamp }: Manifest): string {
  const { major, minor, patch } = version
  return `// Written by packages/core/scripts/catalogue.ts.

/** The published token list's metadata. \`timestamp\` is the creation time of this version. */
export const catalogue = {
  name: 'Secure Payment',
  timestamp: '${timestamp}',
  version: { major: ${major}, minor: ${minor}, patch: ${patch} },
} as const
`
}
