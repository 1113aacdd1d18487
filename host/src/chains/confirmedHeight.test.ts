import { expect, test } from 'vitest'
import { confirmedHeight } from './confirmedHeight.ts'

const HASH = `0x${'00'.repeat(32)}` as const
const latest = { number: 100n, hash: HASH, parentHash: HASH, timestampS: 0, logsBloom: null }
const head = { latest, safe: 90n, finalized: 60n, watched: null }

test.each([
  ['depth', 0, head, 100n],
  ['depth', 12, head, 88n],
  ['depth', 200, head, -100n],
  ['safe', 12, head, 90n],
  ['finalized', 12, head, 60n],
  ['safe', 12, { ...head, safe: 'unsupported' }, 88n],
  ['finalized', 12, { ...head, finalized: 'unsupported' }, 88n],
  ['safe', 12, { ...head, safe: null }, null],
  ['finalized', 12, { ...head, finalized: null }, null],
  ['safe', 12, { ...head, finalized: null }, 90n],
] as const)(
  'confirmedHeight returns the right height with %s and the depth %i (case %#)',
  (mode, depth, given, expected) => {
    expect(confirmedHeight(given, { mode, depth })).toBe(expected)
  },
)
