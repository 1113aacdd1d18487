import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCall, tronwebSignedSize } from '../../test-support/tronOracle.ts'
import vectors from '../../vectors/tron-transactions.json' with { type: 'json' }
import { buildTronTransaction, estimateBandwidth } from './index.ts'

/** `Constant.MAX_RESULT_SIZE_IN_TX` of java-tron. */
const RESULT_BYTES = 64

describe('estimateBandwidth', () => {
  test('estimateBandwidth returns the 345 bytes of the recorded approval’s receipt', () => {
    const [approval] = vectors.transactions
    expect(approval?.netUsage).toBe(345)
    expect(estimateBandwidth(approval?.transaction.raw_data_hex ?? '')).toBe(345)
  })

  test('estimateBandwidth returns the protobuf size of the transaction plus 64 bytes for the result', () => {
    const property = fc.property(anyCall, fc.nat(3), (call, signatures) => {
      const transaction = buildTronTransaction(call)
      const size = tronwebSignedSize(transaction, signatures)
      expect(estimateBandwidth(transaction.raw_data_hex, signatures)).toBe(size + RESULT_BYTES)
    })
    fc.assert(property, { numRuns: 200 })
  })

  // A varint has seven bits per byte. The rest is one tag per field, 65 bytes of signature with their length, and 64 bytes of result.
  test.each([
    [127, 1 + 1],
    [128, 1 + 2],
    [16_383, 1 + 2],
    [16_384, 1 + 3],
  ])('estimateBandwidth of %i bytes adds %i for their field', (bytes, field) => {
    expect(estimateBandwidth('00'.repeat(bytes))).toBe(bytes + field + 1 + 1 + 65 + RESULT_BYTES)
  })
})
