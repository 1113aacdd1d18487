import type { Manifest } from './nextRelease.ts'

/** Writes the module that says which version of the list the code holds. */
export function renderRelease({ version, timestamp }: Manifest): string {
  const { major, minor, patch } = version
  return `// Written by packages/core/scripts/catalogue.ts.

/** What the published token list says of itself. \`timestamp\` is when this version of it was made. */
export const catalogue = {
  name: 'Secure Payment',
  timestamp: '${timestamp}',
  version: { major: ${major}, minor: ${minor}, patch: ${patch} },
} as const
`
}
