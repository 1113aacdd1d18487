import { expect, test } from 'vitest'
import { nextNonce } from './nonceSlots.ts'

test.each([
  ['the first one unused on the node', 5n, [], 5n],
  ['the first after ours, which the node may have lost', 5n, [5n, 6n], 7n],
  ['one that was skipped between ours', 5n, [6n, 7n], 5n],
  ['a gap before the first of ours', 5n, [5n, 7n], 6n],
])('the next nonce is %s', (_, pendingNonce, taken, expected) => {
  expect(nextNonce(pendingNonce, new Set(taken))).toBe(expected)
})
