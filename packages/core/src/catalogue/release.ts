// Written by packages/core/scripts/catalogue.ts.

/** What the published token list says of itself. `timestamp` is when this version of it was made. */
export const catalogue = {
  name: 'Secure Payment',
  timestamp: '2026-11-21T15:50:37.932Z',
  version: { major: 1, minor: 0, patch: 0 },
} as const
