import { describe, expect, test } from 'vitest'
import { tronwebEncode } from '../../test-support/tronOracle.ts'
import vectors from '../../vectors/tron-transactions.json' with { type: 'json' }
import { MalformedTronTransactionError, parseTronTransaction } from './index.ts'

// The recorded approval, split at its fields; the names follow java-tron's protocol.
const REF_BLOCK_BYTES = '0a020002'
const REF_BLOCK_HASH = '220838fb00be9601341d'
const EXPIRATION = '40e8a58de29f34'
const TIMESTAMP = '7088d189e29f34'
const FEE_LIMIT = '900180c2d72f'
const TYPE = '081f'
const TYPE_URL = `0a31${Buffer.from('type.googleapis.com/protocol.TriggerSmartContract').toString('hex')}`
const OWNER = '0a154119e7e376e7c213b7e7e7e46cc70a5dd086daff2a'
const CONTRACT = '121541a614f803b6fd780986a42c78ec9c7f77e6ded13c'
const DATA = `2244${'095ea7b3'}${'00'.repeat(12)}1b6ca35d39842cf8fbe49000653a1505412da659${'4c4b40'.padStart(64, '0')}`
const CALL = OWNER + CONTRACT + DATA

/** Returns a field of bytes whose length needs two bytes as a varint. */
function field(tag: string, hex: string): string {
  const length = hex.length / 2
  const bytes = length < 128 ? [length] : [(length % 128) + 128, Math.floor(length / 128)]
  return tag + Buffer.from(bytes).toString('hex') + hex
}
const any = (call: string, typeUrl = TYPE_URL) => field('12', typeUrl + field('12', call))
const contract = (call = CALL, type = TYPE) => field('5a', type + any(call))
const head = REF_BLOCK_BYTES + REF_BLOCK_HASH + EXPIRATION
const tail = TIMESTAMP + FEE_LIMIT

const [approval] = vectors.transactions

describe('parseTronTransaction', () => {
  test('parseTronTransaction reads the recorded approval from its fields', () => {
    expect(head + contract() + tail).toBe(approval?.transaction.raw_data_hex)
    expect(parseTronTransaction(head + contract() + tail)).toEqual({
      owner: 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ',
      contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      data: `0x${DATA.slice(4)}`,
      callValueSun: 0n,
      feeLimitSun: 100_000_000n,
      refBlockBytes: '0002',
      refBlockHash: '38fb00be9601341d',
      expirationMs: 1_795_233_633_000,
      timestampMs: 1_795_233_573_000,
    })
  })

  test('parseTronTransaction reads a payable call without a fee limit, as tronweb writes it', () => {
    const { fee_limit: _, ...rawData } = approval?.transaction.raw_data ?? {}
    const [{ parameter, type } = {}] = approval?.transaction.raw_data.contract ?? []
    const paying = { ...parameter, value: { ...parameter?.value, call_value: 300 } }
    const encoded = tronwebEncode({ ...rawData, contract: [{ parameter: paying, type }] })
    const parsed = parseTronTransaction(encoded.raw_data_hex)
    expect(parsed).toMatchObject({ callValueSun: 300n, feeLimitSun: 0n })
  })

  test.each<[string, string]>([
    ['nothing', ''],
    ['upper-case hex', (head + contract() + tail).toUpperCase()],
    ['a prefix', `0x${head}${contract()}${tail}`],
    ['half a byte', `${head}${contract()}${tail}0`],
    ['more than 4 KiB', `${head}${contract()}${tail}${'00'.repeat(4_096)}`],
    ['a memo', `${head}${field('52', '6869')}${contract()}${tail}`],
    ['a memo at the end', `${head}${contract()}${tail}${field('52', '6869')}`],
    [
      'a reference block number',
      `${REF_BLOCK_BYTES}1802${REF_BLOCK_HASH}${EXPIRATION}${contract()}${tail}`,
    ],
    ['authorities', `${head}${field('4a', '0a00')}${contract()}${tail}`],
    ['scripts', `${head}${contract()}${field('62', '00')}${tail}`],
    ['a second contract', `${head}${contract()}${contract()}${tail}`],
    ['no contract', head + tail],
    ['a permission', `${head}${field('5a', `${TYPE}${any(CALL)}2802`)}${tail}`],
    ['the default permission', `${head}${field('5a', `${TYPE}${any(CALL)}2800`)}${tail}`],
    ['a provider', `${head}${field('5a', `${TYPE}${any(CALL)}1a0100`)}${tail}`],
    ['another contract type', head + contract(CALL, '0801') + tail],
    ['no contract type', head + contract(CALL, '') + tail],
    [
      'another type URL',
      `${head}${field('5a', TYPE + any(CALL, TYPE_URL.replace('54', '55')))}${tail}`,
    ],
    [
      'an extra field next to the call',
      `${head}${field('5a', `${TYPE}${field('12', `${TYPE_URL}${field('12', CALL)}1801`)}`)}${tail}`,
    ],
    ['a token value', head + contract(`${CALL}2801`) + tail],
    ['a token id', head + contract(`${CALL}3001`) + tail],
    ['an unknown field of the call', head + contract(`${CALL}3a0100`) + tail],
    ['the fields of the call in another order', head + contract(CONTRACT + OWNER + DATA) + tail],
    ['a second owner', head + contract(OWNER + OWNER + CONTRACT + DATA) + tail],
    ['a second calldata', head + contract(CALL + DATA) + tail],
    ['no owner', head + contract(CONTRACT + DATA) + tail],
    ['an owner of 20 bytes', head + contract(`0a14${OWNER.slice(6)}${CONTRACT}${DATA}`) + tail],
    [
      'an owner of another prefix',
      head + contract(OWNER.replace('1541', '15a0') + CONTRACT + DATA) + tail,
    ],
    ['an unknown field at the end', `${head}${contract()}${tail}9801${'01'}`],
    ['an unknown field of the highest number', `${head}${contract()}${tail}f8ffffff0f01`],
    ['a second fee limit', head + contract() + tail + FEE_LIMIT],
    ['a second expiration', `${head}${EXPIRATION}${contract()}${tail}`],
    ['fields in another order', head + contract() + FEE_LIMIT + TIMESTAMP],
    ['an explicit fee limit of zero', `${head}${contract()}${TIMESTAMP}900100`],
    ['an explicit value of zero', head + contract(`${OWNER}${CONTRACT}1800${DATA}`) + tail],
    ['explicit empty calldata', head + contract(`${OWNER}${CONTRACT}2200`) + tail],
    ['a padded number', `${head}${contract()}${TIMESTAMP}900180c2d7af00`],
    ['a padded length', `0a82000002${head.slice(8)}${contract()}${tail}`],
    ['a padded tag', `${head}${contract()}${TIMESTAMP}90810080c2d72f`],
    ['a fee limit of 2^53', `${head}${contract()}${TIMESTAMP}900180808080808080${'10'}`],
    ['a negative fee limit', `${head}${contract()}${TIMESTAMP}9001ffffffffffffffffff01`],
    ['an unterminated number', `${head}${contract()}${TIMESTAMP}9001ff`],
    ['a length beyond the end', `${head}${contract()}0aff7f`],
    ['a truncated contract', `${head}5a7f${TYPE}`],
    [
      'a reference block of three bytes',
      `0a03000002${REF_BLOCK_HASH}${EXPIRATION}${contract()}${tail}`,
    ],
    ['no reference block', EXPIRATION + contract() + tail],
    ['a group', `${head}${contract()}${tail}0b0c`],
  ])('parseTronTransaction rejects %s', (_, hex) => {
    expect(() => parseTronTransaction(hex)).toThrow(MalformedTronTransactionError)
  })

  test('parseTronTransaction reads a call without calldata, which java-tron sends to the fallback function', () => {
    const parsed = parseTronTransaction(head + contract(OWNER + CONTRACT) + tail)
    expect(parsed).toMatchObject({ data: '0x', feeLimitSun: 100_000_000n })
  })

  test.each<[string, string]>([
    ['', 'its raw data is not lower-case hex of a valid length'],
    [
      `${head}${contract()}${contract()}${tail}`,
      'the raw data has a second contract where none belongs',
    ],
    [`${head}${contract()}${tail}9801${'01'}`, 'the raw data has a field 19 where none belongs'],
    [`${head}${contract()}${TIMESTAMP}900100`, 'the raw data encodes a default value'],
    [`${head}${contract()}${TIMESTAMP}9001ff`, 'the raw data ends too early'],
    [`${head}5a7f${TYPE}`, 'the raw data ends too early'],
    [`${head}${contract()}${TIMESTAMP}900180c2d7af00`, 'the raw data contains a padded number'],
    [
      `${head}${contract()}${TIMESTAMP}900180808080808080${'10'}`,
      'the raw data contains a number that is too large',
    ],
    [
      `${head}${contract()}${TIMESTAMP}9001${'80'.repeat(8)}00`,
      'the raw data contains a number that is too large',
    ],
    [
      `0a03000002${REF_BLOCK_HASH}${EXPIRATION}${contract()}${tail}`,
      'the raw data has 3 bytes instead of 2',
    ],
    [
      `${head}${field('5a', `${TYPE}${field('12', `${TYPE_URL}${field('12', CALL)}1801`)}`)}${tail}`,
      "its contract's parameter has a field 3 where none belongs",
    ],
    [head + contract(CALL, '0801') + tail, 'it does not call a contract'],
    [
      `${head}${field('5a', TYPE + any(CALL, TYPE_URL.replace('54', '55')))}${tail}`,
      'it does not call a contract',
    ],
    [head + contract(`${CALL}3a0100`) + tail, 'its call has a field 7 where none belongs'],
    [head + contract(`${OWNER}${CONTRACT}2200`) + tail, 'its call encodes a default value'],
    [
      head + contract(OWNER.replace('1541', '15a0') + CONTRACT + DATA) + tail,
      'its call contains no Tron address',
    ],
    [
      head + contract(`0a14${OWNER.slice(6)}${CONTRACT}${DATA}`) + tail,
      'its call has 20 bytes instead of 21',
    ],
  ])('parseTronTransaction reports the cause of %s', (hex, problem) => {
    expect(() => parseTronTransaction(hex)).toThrow(
      expect.objectContaining({
        code: 'malformed_tron_transaction',
        kind: 'invalid',
        field: 'raw_data_hex',
        problem,
      }),
    )
  })

  test('parseTronTransaction rejects a list that contains the hex', () => {
    // Untyped JSON may contain a list where the type declares a string.
    const list = [head + contract() + tail] as unknown as string
    expect(() => parseTronTransaction(list)).toThrow(MalformedTronTransactionError)
  })

  test('parseTronTransaction reports the cause in its message', () => {
    const memo = () => parseTronTransaction(`${head}${field('52', '6869')}${contract()}${tail}`)
    expect(memo).toThrowErrorMatchingInlineSnapshot(
      `[MalformedTronTransactionError: The Tron transaction is malformed: the raw data has a memo where none belongs. Build it again; sign and send it unchanged.]`,
    )
    const permission = () =>
      parseTronTransaction(`${head}${field('5a', `${TYPE}${any(CALL)}2802`)}${tail}`)
    expect(permission).toThrowErrorMatchingInlineSnapshot(
      `[MalformedTronTransactionError: The Tron transaction is malformed: its contract has a permission where none belongs. Build it again; sign and send it unchanged.]`,
    )
  })
})
