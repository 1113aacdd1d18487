import { describe, expect, test } from 'vitest'
import { tronwebEncode } from '../../test-support/tronOracle.ts'
import {
  approvalCall,
  approvalExpected,
  NOW_MS,
  PAYER,
  signedApproval,
  THIEF,
} from '../../test-support/tronPayment.ts'
import { InvalidAddressError } from '../errors.ts'
import {
  buildTronTransaction,
  parseTronTransaction,
  type TronCall,
  type TronExpectation,
  TronTransactionMismatchError,
  verifyTronTransaction,
} from './index.ts'

const CALL_PATH = 'raw_data.contract[0].parameter.value'
const signed = signedApproval()
const [contract] = signed.raw_data.contract

/** Returns the field at which a transaction was rejected. */
function refusedField(transaction: unknown, change: Partial<TronExpectation> = {}): string {
  try {
    verifyTronTransaction(transaction, { ...approvalExpected, ...change })
  } catch (error) {
    if (error instanceof TronTransactionMismatchError) return error.field ?? ''
    throw error
  }
  throw new Error('The transaction was accepted.')
}

/** Returns the signed approval with other raw data, made consistent: tronweb writes its bytes and id. */
function rewritten(rawData: object): unknown {
  return { ...signed, raw_data: rawData, ...tronwebEncode(rawData) }
}

describe('verifyTronTransaction', () => {
  test('verifyTronTransaction accepts the built transaction, signed or not, and returns its facts', () => {
    const { signature: _, ...unsigned } = signed
    const { raw_data, raw_data_hex, signature } = signed
    const parsed = parseTronTransaction(raw_data_hex)
    expect(verifyTronTransaction(signed, approvalExpected)).toEqual(parsed)
    expect(verifyTronTransaction(unsigned, approvalExpected)).toEqual(parsed)
    const bare = { raw_data, raw_data_hex, signature }
    expect(verifyTronTransaction(bare, approvalExpected)).toEqual(parsed)
    expect(verifyTronTransaction(signed, { ...approvalExpected, owner: null })).toEqual(parsed)
  })

  test('verifyTronTransaction ignores key order and extra keys next to the transaction', () => {
    const reordered = Object.fromEntries(Object.entries(signed.raw_data).reverse())
    const wrapped = { ...signed, raw_data: reordered, result: true }
    expect(verifyTronTransaction(wrapped, approvalExpected).owner).toBe(PAYER)
  })

  test.each([null, undefined, 'text', 7, []])(
    'verifyTronTransaction rejects %j in place of a transaction',
    (value) => {
      expect(refusedField(value)).toMatch(/^(transaction|raw_data_hex)$/)
    },
  )

  test.each<[string, string, object]>([
    ['another id', 'txID', { txID: 'ab'.repeat(32) }],
    ['an id in upper case', 'txID', { txID: signed.txID.toUpperCase() }],
    ['an id that is a number', 'txID', { txID: 1 }],
    ['visible addresses', 'visible', { visible: true }],
    ['another value of visible', 'visible', { visible: 'false' }],
    ['no raw data', 'raw_data_hex', { raw_data_hex: undefined }],
    ['raw data that is not a string', 'raw_data_hex', { raw_data_hex: [signed.raw_data_hex] }],
    ['raw data in upper case', 'raw_data_hex', { raw_data_hex: signed.raw_data_hex.toUpperCase() }],
    ['cut raw data', 'raw_data_hex', { raw_data_hex: signed.raw_data_hex.slice(0, -2) }],
    ['a value that is not JSON', 'raw_data', { raw_data: undefined }],
    ['a list as JSON', 'raw_data', { raw_data: [] }],
    ['no signature in the list', 'signature', { signature: [] }],
    ['two signatures', 'signature', { signature: [...signed.signature, ...signed.signature] }],
    ['a signature without a list', 'signature', { signature: signed.signature[0] }],
    ['a short signature', 'signature', { signature: [signed.signature[0]?.slice(2)] }],
    ['a long signature', 'signature', { signature: [`${signed.signature[0]}00`] }],
    ['a signature that is not hex', 'signature', { signature: ['z'.repeat(130)] }],
    ['null as signature', 'signature', { signature: null }],
  ])('verifyTronTransaction rejects %s', (_, field, change) => {
    expect(refusedField({ ...signed, ...change })).toBe(field)
  })

  test('verifyTronTransaction rejects JSON that differs from the bytes, at every leaf, and names the leaf', () => {
    const fields = leafPaths(signed.raw_data).map(([path, keys]) => {
      expect(refusedField({ ...signed, raw_data: withLeaf(signed.raw_data, keys, 'x') })).toBe(path)
      expect(refusedField({ ...signed, raw_data: withLeaf(signed.raw_data, keys, null) })).toBe(
        path,
      )
      expect(refusedField({ ...signed, raw_data: withLeaf(signed.raw_data, keys) })).toBe(path)
      return path
    })
    expect(fields).toEqual([
      `${CALL_PATH}.data`,
      `${CALL_PATH}.owner_address`,
      `${CALL_PATH}.contract_address`,
      'raw_data.contract[0].parameter.type_url',
      'raw_data.contract[0].type',
      'raw_data.ref_block_bytes',
      'raw_data.ref_block_hash',
      'raw_data.expiration',
      'raw_data.fee_limit',
      'raw_data.timestamp',
    ])
  })

  test.each<[string, string, object]>([
    ['a memo', 'raw_data.data', { data: '6869' }],
    ['scripts', 'raw_data.scripts', { scripts: '' }],
    ['a number as text', 'raw_data.fee_limit', { fee_limit: '100000000' }],
    ['no contract', 'raw_data.contract[0]', { contract: [] }],
    ['a second contract', 'raw_data.contract[1]', { contract: [contract, contract] }],
    ['a contract without a list', 'raw_data.contract', { contract: { 0: contract } }],
    [
      'a permission',
      'raw_data.contract[0].Permission_id',
      { contract: [{ ...contract, Permission_id: 2 }] },
    ],
    [
      'a custom prototype',
      'raw_data.__proto__',
      JSON.parse('{"__proto__":{"contract":1}}') as object,
    ],
  ])('verifyTronTransaction rejects JSON with %s', (_, field, change) => {
    expect(refusedField({ ...signed, raw_data: { ...signed.raw_data, ...change } })).toBe(field)
  })

  test.each<[string, string, Partial<TronCall>]>([
    ['from another account', `${CALL_PATH}.owner_address`, { owner: THIEF }],
    ['to another contract', `${CALL_PATH}.contract_address`, { contract: THIEF }],
    ['with other calldata', `${CALL_PATH}.data`, { data: `0x${approvalCall.data.slice(2, -2)}00` }],
    ['with longer calldata', `${CALL_PATH}.data`, { data: `0x${approvalCall.data.slice(2)}00` }],
    ['for a value', `${CALL_PATH}.call_value`, { callValueSun: 1n }],
    ['for a higher fee', 'raw_data.fee_limit', { feeLimitSun: 100_000_001n }],
    ['that expires now', 'raw_data.expiration', { expirationMs: NOW_MS }],
    ['that expired', 'raw_data.expiration', { expirationMs: NOW_MS - 1 }],
    [
      'that lives for more than a day',
      'raw_data.expiration',
      { expirationMs: NOW_MS + 24 * 60 * 60 * 1_000 + 1 },
    ],
  ])('verifyTronTransaction rejects an honest transaction %s', (_, field, change) => {
    expect(refusedField(buildTronTransaction({ ...approvalCall, ...change }))).toBe(field)
  })

  test.each<[string, Partial<TronCall>]>([
    ['a lower fee', { feeLimitSun: 1n }],
    ['a fee limit of zero', { feeLimitSun: 0n }],
    ['a lifetime of one day', { expirationMs: NOW_MS + 24 * 60 * 60 * 1_000 }],
    ['another reference block', { block: { ...approvalCall.block, number: 1n } }],
  ])('verifyTronTransaction accepts a transaction with %s', (_, change) => {
    const transaction = buildTronTransaction({ ...approvalCall, ...change })
    expect(verifyTronTransaction(transaction, approvalExpected).owner).toBe(PAYER)
  })

  test.each<[string, object]>([
    ['a memo', { data: '6869' }],
    ['a permission', { contract: [{ ...contract, Permission_id: 2 }] }],
    ['another contract type', { contract: [transfer()] }],
    ['a token value', { contract: [withValue({ call_token_value: 1, token_id: 1_000_001 })] }],
  ])('verifyTronTransaction rejects a tronweb transaction with %s, by its bytes', (_, change) => {
    expect(refusedField(rewritten({ ...signed.raw_data, ...change }))).toBe('raw_data_hex')
  })

  test.each<[string, unknown, string, string]>([
    ['no transaction', null, 'an object', 'null'],
    ['no raw data', { ...signed, raw_data_hex: 7 }, 'hex', '7'],
    ['visible addresses', { ...signed, visible: true }, 'false', 'true'],
    ['a list as JSON', { ...signed, raw_data: 7 }, 'the JSON of raw_data_hex', '7'],
    [
      'no contract',
      { ...signed, raw_data: { ...signed.raw_data, contract: [] } },
      'a value',
      'undefined',
    ],
    ['a memo', { ...signed, raw_data: { ...signed.raw_data, data: '68' } }, 'no value', '"68"'],
    ['a text as signature', { ...signed, signature: 'me' }, 'one 65-byte signature', '"me"'],
    ['a value', buildTronTransaction({ ...approvalCall, callValueSun: 1n }), 'nothing', '1'],
    [
      'a higher fee',
      buildTronTransaction({ ...approvalCall, feeLimitSun: 100_000_001n }),
      'at most 100000000',
      '100000001',
    ],
  ])(
    'verifyTronTransaction names the expected and the received value of %s',
    (_, transaction, expected, actual) => {
      expect(() => verifyTronTransaction(transaction, approvalExpected)).toThrow(
        expect.objectContaining({
          code: 'tron_transaction_mismatch',
          kind: 'invalid',
          expected,
          actual,
        }),
      )
    },
  )

  test('verifyTronTransaction names the difference in its message', () => {
    const expired = buildTronTransaction({ ...approvalCall, expirationMs: NOW_MS })
    expect(() =>
      verifyTronTransaction(expired, approvalExpected),
    ).toThrowErrorMatchingInlineSnapshot(
      `[TronTransactionMismatchError: The Tron transaction differs in raw_data.expiration: expected a time after 1795233573000 and by 1795319973000, got 1795233573000. Nothing was sent. Build it again, and sign it unchanged.]`,
    )
    const memo = rewritten({ ...signed.raw_data, data: '6869' })
    expect(() => verifyTronTransaction(memo, approvalExpected)).toThrowErrorMatchingInlineSnapshot(
      `[TronTransactionMismatchError: The Tron transaction differs in raw_data_hex: expected one call of a contract, got the raw data has a memo where none belongs. Nothing was sent. Build it again, and sign it unchanged.]`,
    )
  })

  test('verifyTronTransaction accepts an expected owner only as a base58 address', () => {
    const hex = { ...approvalExpected, owner: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c' }
    expect(() => verifyTronTransaction(signed, hex)).toThrow(TronTransactionMismatchError)
    expect(() => buildTronTransaction({ ...approvalCall, owner: hex.owner })).toThrow(
      InvalidAddressError,
    )
  })
})

function withValue(change: object): object {
  const value = { ...contract?.parameter.value, ...change }
  return { ...contract, parameter: { ...contract?.parameter, value } }
}

/** Returns a transfer of TRX, which is not a call. */
function transfer(): object {
  const { owner_address } = contract?.parameter.value ?? {}
  const value = { owner_address, to_address: owner_address, amount: 1 }
  const parameter = { value, type_url: 'type.googleapis.com/protocol.TransferContract' }
  return { parameter, type: 'TransferContract' }
}

type Keys = readonly string[]

/** Returns every leaf of a JSON value, as the path in an error and as keys. */
function leafPaths(value: unknown, path = 'raw_data', keys: Keys = []): [string, Keys][] {
  if (typeof value !== 'object' || value === null) return [[path, keys]]
  const step = (key: string) => (Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`)
  return Object.entries(value).flatMap(([key, inner]) =>
    leafPaths(inner, step(key), [...keys, key]),
  )
}

/** Returns a copy with one leaf replaced, or removed. */
function withLeaf(value: object, keys: Keys, ...leaf: unknown[]): object {
  const copy: Record<string, unknown> = structuredClone({ ...value })
  const parents = keys.slice(0, -1).reduce<Record<string, unknown>>((at, key) => {
    const next = at[key]
    if (typeof next !== 'object' || next === null) throw new Error(`Nothing at ${key}.`)
    return next as Record<string, unknown>
  }, copy)
  const last = keys.at(-1) ?? ''
  if (leaf.length === 0) delete parents[last]
  else parents[last] = leaf[0]
  return copy
}
