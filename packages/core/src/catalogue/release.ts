// Written by packages/core/scripts/catalogue.ts.

/** The published token list's metadata. `timestamp` is the creation time of this version. */
export const catalogue = {
  name: 'Secure Payment',
  timestamp: '2026-11-30T04:46:20.720Z',
  version: { major: 1, minor: 1, patch: 0 },
} as const
