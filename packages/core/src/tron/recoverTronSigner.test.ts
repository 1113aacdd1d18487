import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { casesToTry } from '../../../../tests/support/casesToTry.ts'
import {
  anyCall,
  anyPrivateKey,
  CURVE_ORDER,
  tronwebAddress,
  tronwebRecover,
  tronwebSign,
  tronwebSigner,
} from '../../test-support/tronOracle.ts'
import vectors from '../../vectors/tron-transactions.json' with { type: 'json' }
import { buildTronTransaction } from './index.ts'
import { recoverTronSigner } from './signed.ts'

const KEY = '11'.repeat(32)
const ADDRESS = tronwebAddress(KEY)
const TX_ID = 'ab'.repeat(32)
const [SIGNATURE = ''] = tronwebSign({ txID: TX_ID }, KEY).signature
const r = SIGNATURE.slice(0, 64)
const s = SIGNATURE.slice(64, 128)
const v = Number.parseInt(SIGNATURE.slice(128), 16)
const hex = (value: bigint | number, length: number) => value.toString(16).padStart(length, '0')
const ORDER = hex(CURVE_ORDER, 64)

describe('recoverTronSigner', () => {
  test('recoverTronSigner recovers the signer as tronweb does, for random keys and transactions', () => {
    const property = fc.property(anyPrivateKey, anyCall, (key, call) => {
      const signed = tronwebSign(buildTronTransaction(call), key)
      const signer = recoverTronSigner(signed.txID, signed.signature[0] ?? '')
      expect(signer).toBe(tronwebAddress(key))
      expect(signer).toBe(tronwebRecover(signed))
    })
    fc.assert(property, { numRuns: casesToTry(200) })
  })

  test.each(vectors.transactions)(
    'recoverTronSigner recovers the recorded signer of: $step',
    (vector) => {
      const { txID, signature, raw_data } = vector.transaction
      const [text = ''] = signature
      expect(recoverTronSigner(txID, text)).toBe(tronwebSigner(txID, text))
      const owner = 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ'
      expect(raw_data.contract[0]?.parameter.value.owner_address).toBe(
        '4119e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
      )
      expect(recoverTronSigner(txID, text) === owner).toBe(vector.accepted)
    },
  )

  test('recoverTronSigner accepts any case, a prefix, and v from 0 or from 27', () => {
    expect(recoverTronSigner(TX_ID, SIGNATURE.toUpperCase())).toBe(ADDRESS)
    expect(recoverTronSigner(TX_ID.toUpperCase(), SIGNATURE)).toBe(ADDRESS)
    expect(recoverTronSigner(TX_ID, `0x${SIGNATURE}`)).toBe(ADDRESS)
    expect(recoverTronSigner(TX_ID, r + s + hex(v - 27, 2))).toBe(ADDRESS)
  })

  test('recoverTronSigner accepts 0 and 1 in place of 27 and 28, each for its own signatures', () => {
    const ids = Array.from({ length: 40 }, (_, index) => hex(index + 1, 64))
    const seen = ids.map((txID) => {
      const [signature = ''] = tronwebSign({ txID }, KEY).signature
      const recovery = Number.parseInt(signature.slice(128), 16) - 27
      expect(recoverTronSigner(txID, signature.slice(0, 128) + hex(recovery, 2))).toBe(ADDRESS)
      return recovery
    })
    expect(new Set(seen)).toEqual(new Set([0, 1]))
  })

  test('recoverTronSigner accepts s in the upper half, as java-tron does', () => {
    const upper = hex(CURVE_ORDER - BigInt(`0x${s}`), 64)
    expect(recoverTronSigner(TX_ID, r + upper + hex(v === 27 ? 28 : 27, 2))).toBe(ADDRESS)
    expect(recoverTronSigner(TX_ID, r + upper + hex(v, 2))).not.toBe(ADDRESS)
  })

  test.each<[string, string]>([
    ['nothing', ''],
    ['64 bytes', r + s],
    ['66 bytes', `${SIGNATURE}00`],
    ['no hex', 'z'.repeat(130)],
    ['r of 0', `${'0'.repeat(64)}${s}1b`],
    ['s of 0', `${r}${'0'.repeat(64)}1b`],
    ['r of the order', `${ORDER}${s}1b`],
    ['s of the order', `${r}${ORDER}1b`],
    ['r beyond the order', `${'f'.repeat(64)}${s}1b`],
    ['an r without a point', `${hex(5, 64)}${s}1b`],
    ...[2, 3, 4, 7, 26, 29, 30, 31, 34, 35, 255].map((odd): [string, string] => [
      `v of ${odd}`,
      r + s + hex(odd, 2),
    ]),
  ])('recoverTronSigner returns null for a signature of %s', (_, signature) => {
    expect(recoverTronSigner(TX_ID, signature)).toBeNull()
  })

  test.each(['', 'ab', `0x${TX_ID}`, 'z'.repeat(64)])(
    'recoverTronSigner returns null for id %j',
    (txID) => {
      expect(recoverTronSigner(txID, SIGNATURE)).toBeNull()
    },
  )
})
