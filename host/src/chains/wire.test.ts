import { describe, expect, test } from 'vitest'
import {
  MalformedAnswerError,
  parseBlock,
  parseBytes,
  parseLogs,
  parseQuantity,
  parseReceipt,
  parseWholeTransaction,
} from './wire.ts'

const HASH = `0x${'ab'.repeat(32)}`
const ADDRESS = `0x${'CD'.repeat(20)}`
const block = { number: '0x10', hash: HASH, parentHash: HASH, timestamp: '0x5', logsBloom: null }
const log = {
  address: ADDRESS,
  topics: [HASH],
  data: '0x',
  logIndex: '0x2',
  transactionHash: HASH,
  blockNumber: '0x10',
  blockHash: HASH,
}
const receipt = {
  transactionHash: HASH,
  blockNumber: '0x10',
  blockHash: HASH,
  status: '0x1',
  from: ADDRESS,
  gasUsed: '0x5208',
  effectiveGasPrice: '0x1',
  logs: [log],
}

const transaction = { hash: HASH, input: '0xAB', from: ADDRESS, to: ADDRESS, blockNumber: '0x10' }

describe('a node response', () => {
  test('a node response about a transaction is parsed with its parties', () => {
    const address = ADDRESS.toLowerCase()
    expect(parseWholeTransaction(transaction)).toEqual({
      hash: HASH,
      input: '0xab',
      from: address,
      to: address,
      blockNumber: 16n,
    })
    const created = { ...transaction, to: null, blockNumber: null }
    expect(parseWholeTransaction(created)).toMatchObject({ to: null, blockNumber: null })
    expect(parseWholeTransaction(null)).toBeNull()
  })

  test.each([
    { number: '0x20000000000000' },
    { number: `0x${'f'.repeat(64)}` },
    { timestamp: '0x3afff44180' },
    { timestamp: '0xffffffffffffffff' },
  ])('a node response of a block with %j, which no chain has, is rejected', (change) => {
    expect(() => parseBlock({ ...block, ...change })).toThrow(MalformedAnswerError)
    const last = { number: '0x1fffffffffffff', timestamp: '0x3afff4417f' }
    expect(parseBlock({ ...block, ...last })).toMatchObject({ timestampS: 253_402_300_799 })
  })

  test.each([{ logIndex: '0x80000000' }, { blockNumber: '0x20000000000000' }])(
    'a node response with a log with %j, which no chain has, is rejected',
    (change) => {
      expect(() => parseLogs([{ ...log, ...change }])).toThrow(MalformedAnswerError)
      expect(parseLogs([{ ...log, logIndex: '0x7fffffff' }])).toHaveLength(1)
    },
  )

  test.each([{ from: undefined }, { from: '0x1' }, { to: 'x' }, { blockNumber: 16 }, { hash: '' }])(
    'a node response with a transaction with %j is rejected',
    (change) => {
      expect(() => parseWholeTransaction({ ...transaction, ...change })).toThrow(
        MalformedAnswerError,
      )
    },
  )

  test('a node response about a block, logs or a receipt is parsed, with addresses in lower case', () => {
    expect(parseBlock(block)).toEqual({
      number: 16n,
      hash: HASH,
      parentHash: HASH,
      timestampS: 5,
      logsBloom: null,
    })
    expect(parseLogs([log])[0]).toMatchObject({ address: ADDRESS.toLowerCase(), logIndex: 2 })
    expect(parseReceipt(receipt)).toMatchObject({
      succeeded: true,
      costUnits: 21_000n,
    })
    expect(parseReceipt({ ...receipt, l1Fee: '0x5' })?.costUnits).toBe(21_005n)
    expect(parseReceipt({ ...receipt, effectiveGasPrice: undefined })?.costUnits).toBe(0n)
  })

  test('a node response about a pending or unknown item is parsed as null', () => {
    expect(parseBlock(null)).toBeNull()
    expect(parseBlock({ ...block, hash: null })).toBeNull()
    expect(parseReceipt(null)).toBeNull()
    expect(parseReceipt({ ...receipt, blockHash: null })).toBeNull()
  })

  test('a node response about logs is parsed without removed logs', () => {
    expect(parseLogs([{ ...log, removed: true }, log])).toHaveLength(1)
  })

  test('a node response about a reverted transaction is parsed as failed', () => {
    expect(parseReceipt({ ...receipt, status: '0x0' })?.succeeded).toBe(false)
  })

  test.each(['', '0x', '16', '-0x1', '0xg', `0x${'1'.repeat(65)}`, 16, null, undefined])(
    'a node response with the quantity %s is rejected',
    (value) => {
      expect(() => parseQuantity(value, 'x')).toThrow(MalformedAnswerError)
    },
  )

  test('a node response with data of the wrong size or alphabet is rejected', () => {
    expect(() => parseBytes('0x0', null, 'x')).toThrow(MalformedAnswerError)
    expect(() => parseBytes('0xzz', null, 'x')).toThrow(MalformedAnswerError)
    expect(() => parseBytes(HASH, 20, 'x')).toThrow(MalformedAnswerError)
    expect(() => parseLogs({})).toThrow(MalformedAnswerError)
    expect(() => parseLogs([{ ...log, topics: Array(5).fill(HASH) }])).toThrow(MalformedAnswerError)
  })
})
