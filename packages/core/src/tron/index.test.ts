import { expect, test } from 'vitest'
import * as tron from './index.ts'

test('the Tron entry point exports the listed names', () => {
  expect(Object.keys(tron).sort()).toMatchInlineSnapshot(`
    [
      "MalformedTronTransactionError",
      "TRON_FEE_LIMITS",
      "TronTransactionMismatchError",
      "abiNetwork",
      "buildTronTransaction",
      "estimateBandwidth",
      "formatTronTransaction",
      "fromAbiAddress",
      "parseTronTransaction",
      "toAbiAddress",
      "verifyTronTransaction",
    ]
  `)
})

test('the fee limits are Request Network’s', () => {
  expect(tron.TRON_FEE_LIMITS).toEqual({ approveSun: 100_000_000n, paySun: 300_000_000n })
})
