import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCall, tronwebBuild } from '../../test-support/tronOracle.ts'
import vectors from '../../vectors/tron-transactions.json' with { type: 'json' }
import { InvalidAddressError, MalformedValueError } from '../errors.ts'
import {
  buildTronTransaction,
  formatTronTransaction,
  parseTronTransaction,
  type TronCall,
} from './index.ts'

const CALL: TronCall = {
  owner: 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ',
  contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  data: '0x095ea7b3',
  feeLimitSun: 100_000_000n,
  block: {
    number: 2n,
    id: '000000000000000238fb00be9601341d000102030405060708090a0b0c0d0e0f',
    timestampMs: 1_795_233_570_000,
  },
  timestampMs: 1_795_233_573_000,
  expirationMs: 1_795_233_633_000,
}

describe('buildTronTransaction', () => {
  test('buildTronTransaction builds 1,000 random calls with the id, bytes and JSON of tronweb', async () => {
    const property = fc.asyncProperty(anyCall, async (call) => {
      const built = buildTronTransaction(call)
      expect(built).toEqual(await tronwebBuild(call))
      expect(parseTronTransaction(built.raw_data_hex)).toEqual({
        owner: call.owner,
        contract: call.contract,
        data: call.data,
        callValueSun: call.callValueSun,
        feeLimitSun: call.feeLimitSun,
        refBlockBytes: built.raw_data.ref_block_bytes,
        refBlockHash: call.block.id.slice(16, 32),
        expirationMs: call.expirationMs,
        timestampMs: call.timestampMs,
      })
    })
    await fc.assert(property, { numRuns: 1_000 })
  })

  test.each(vectors.transactions)(
    'buildTronTransaction builds the recorded transaction of: $step',
    (vector) => {
      const { signature: _, ...unsigned } = vector.transaction
      const parsed = parseTronTransaction(unsigned.raw_data_hex)
      const { refBlockBytes, refBlockHash, ...call } = parsed
      const id = `${refBlockBytes.padStart(16, '0')}${refBlockHash}${'0'.repeat(32)}`
      const block = { number: BigInt(`0x${refBlockBytes}`), id, timestampMs: 0 }
      expect(buildTronTransaction({ ...call, block })).toEqual(unsigned)
      expect(formatTronTransaction(parsed)).toEqual(unsigned)
    },
  )

  test('buildTronTransaction references a block by the last two bytes of its number', () => {
    const block = { ...CALL.block, number: 79_216_121n }
    // 79,216,121 is 0x4b8bdf9.
    expect(buildTronTransaction({ ...CALL, block }).raw_data.ref_block_bytes).toBe('bdf9')
  })

  test('buildTronTransaction omits a fee limit of zero, as nodes do', () => {
    const { raw_data } = buildTronTransaction({ ...CALL, feeLimitSun: 0n })
    expect(Object.keys(raw_data)).not.toContain('fee_limit')
  })

  test.each<[string, Partial<TronCall>]>([
    ['data must be "0x" and hex bytes', { data: '0x' }],
    ['block.id must be 64 lower-case hex digits', { block: { ...CALL.block, id: '00' } }],
    ['feeLimitSun must be a whole number from 0 to 2^53 - 1', { feeLimitSun: -1n }],
  ])('buildTronTransaction explains that %s', (sentence, change) => {
    expect(() => buildTronTransaction({ ...CALL, ...change })).toThrow(`${sentence}, got `)
  })

  test.each<[string, Partial<TronCall>]>([
    ['an EVM address as owner', { owner: '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a' }],
    ['the hex form as owner', { owner: '4119e7e376e7c213b7e7e7e46cc70a5dd086daff2a' }],
    ['a contract with a wrong checksum', { contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }],
  ])('buildTronTransaction rejects %s', (_, change) => {
    expect(() => buildTronTransaction({ ...CALL, ...change })).toThrow(InvalidAddressError)
  })

  test.each<[string, string, Partial<TronCall>]>([
    ['no calldata', 'data', { data: '0x' }],
    ['half a byte', 'data', { data: '0x095ea7b' }],
    ['upper-case calldata', 'data', { data: '0x095EA7B3' }],
    ['a short block id', 'block.id', { block: { ...CALL.block, id: '00' } }],
    ['a negative block', 'block.number', { block: { ...CALL.block, number: -1n } }],
    ['a negative fee limit', 'feeLimitSun', { feeLimitSun: -1n }],
    ['a fee limit that JSON cannot represent', 'feeLimitSun', { feeLimitSun: 2n ** 53n }],
    ['a negative value', 'callValueSun', { callValueSun: -1n }],
    ['half a millisecond', 'timestampMs', { timestampMs: 0.5 }],
    ['no expiration', 'expirationMs', { expirationMs: Number.NaN }],
  ])('buildTronTransaction rejects %s', (_, field, change) => {
    expect(() => buildTronTransaction({ ...CALL, ...change })).toThrow(
      expect.objectContaining({ name: MalformedValueError.name, field }),
    )
  })
})
