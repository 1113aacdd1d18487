import type { RawLog } from '@secure-payment/core/evm'
import type { Hex } from 'viem'
import type { Block, Receipt, Transaction, WholeTransaction } from './chainClient.ts'

/** Thrown when a node's response does not have the shape of the Ethereum JSON-RPC specification. */
export class MalformedAnswerError extends Error {
  override readonly name = 'MalformedAnswerError'
}

/** Parses a block object of `eth_getBlockBy*`; `null` for a block that the node lacks or that is pending. */
export function parseBlock(value: unknown): Block | null {
  if (value === null || value === undefined) return null
  const record = asRecord(value, 'block')
  if (record['hash'] === null || record['number'] === null) return null
  return {
    number: parseBlockNumber(record['number'], 'block.number'),
    hash: parseBytes(record['hash'], 32, 'block.hash'),
    parentHash: parseBytes(record['parentHash'], 32, 'block.parentHash'),
    timestampS: Number(parseAtMost(LAST_SECOND, record['timestamp'], 'block.timestamp')),
    logsBloom:
      typeof record['logsBloom'] === 'string'
        ? parseBytes(record['logsBloom'], 256, 'block.logsBloom')
        : null,
  }
}

/**
 * Parses the array of `eth_getLogs`; logs flagged as removed are omitted.
 *
 * @throws MalformedAnswerError
 */
export function parseLogs(value: unknown): RawLog[] {
  if (!Array.isArray(value)) throw new MalformedAnswerError('logs are not an array')
  const logs: RawLog[] = []
  for (const item of value) {
    const record = asRecord(item, 'log')
    if (record['removed'] === true) continue
    logs.push(parseLog(record))
  }
  return logs
}

/** Parses a receipt; `null` if the transaction is unknown or pending. */
export function parseReceipt(value: unknown): Receipt | null {
  if (value === null) return null
  const record = asRecord(value, 'receipt')
  if (record['blockHash'] === null || record['blockNumber'] === null) return null
  return {
    transactionHash: parseBytes(record['transactionHash'], 32, 'receipt.transactionHash'),
    blockNumber: parseBlockNumber(record['blockNumber'], 'receipt.blockNumber'),
    blockHash: parseBytes(record['blockHash'], 32, 'receipt.blockHash'),
    succeeded: parseQuantity(record['status'], 'receipt.status') === 1n,
    from: parseBytes(record['from'], 20, 'receipt.from'),
    costUnits: parseCost(record),
    logs: parseLogs(record['logs']),
  }
}

/** Parses the sender and the block of a mined transaction; `null` if the node lacks it or it is pending. */
export function parseSender(value: unknown): { from: Hex; blockHash: Hex } | null {
  if (value === null) return null
  const record = asRecord(value, 'transaction')
  if (record['blockHash'] === null) return null
  return {
    from: parseBytes(record['from'], 20, 'transaction.from'),
    blockHash: parseBytes(record['blockHash'], 32, 'transaction.blockHash'),
  }
}

/** Parses a transaction; `null` if the node does not have it. */
export function parseTransaction(value: unknown): Transaction | null {
  if (value === null) return null
  const record = asRecord(value, 'transaction')
  return {
    hash: parseBytes(record['hash'], 32, 'transaction.hash'),
    input: parseBytes(record['input'], null, 'transaction.input'),
  }
}

/** Parses a transaction with its parties; `null` if the node does not have it. */
export function parseWholeTransaction(value: unknown): WholeTransaction | null {
  const transaction = parseTransaction(value)
  if (transaction === null) return null
  const { from, to = null, blockNumber = null } = asRecord(value, 'transaction')
  return {
    ...transaction,
    from: parseBytes(from, 20, 'transaction.from'),
    to: to === null ? null : parseBytes(to, 20, 'transaction.to'),
    blockNumber:
      blockNumber === null ? null : parseBlockNumber(blockNumber, 'transaction.blockNumber'),
  }
}

/**
 * Parses a JSON-RPC quantity: `0x` and 1 to 64 hex digits.
 *
 * @throws MalformedAnswerError
 */
export function parseQuantity(value: unknown, field: string): bigint {
  if (typeof value !== 'string' || !QUANTITY.test(value)) {
    throw new MalformedAnswerError(`${field} is not a quantity`)
  }
  return BigInt(value)
}

/** No chain has a block number above this. */
const MAX_BLOCK_NUMBER = BigInt(Number.MAX_SAFE_INTEGER)
/** The last second whose ISO text has a four-digit year. */
const LAST_SECOND = 253_402_300_799n
/** The maximum of PostgreSQL's `integer` type. */
const MAX_LOG_INDEX = 2n ** 31n - 1n

function parseBlockNumber(value: unknown, field: string): bigint {
  return parseAtMost(MAX_BLOCK_NUMBER, value, field)
}

/** An impossible number is the node's fault, so the next node is queried. */
function parseAtMost(most: bigint, value: unknown, field: string): bigint {
  const quantity = parseQuantity(value, field)
  if (quantity <= most) return quantity
  throw new MalformedAnswerError(`${field} is more than ${most}`)
}

/**
 * Parses hex data into lower case; `size` in bytes, `null` for any.
 *
 * @throws MalformedAnswerError
 */
export function parseBytes(value: unknown, size: number | null, field: string): Hex {
  if (typeof value !== 'string' || !DATA.test(value) || value.length % 2 !== 0) {
    throw new MalformedAnswerError(`${field} is not hex data`)
  }
  if (size !== null && value.length !== 2 + size * 2) {
    throw new MalformedAnswerError(`${field} is not ${size} bytes`)
  }
  return `0x${value.slice(2).toLowerCase()}`
}

/** Writes a block number as a JSON-RPC quantity. */
export function toQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

const QUANTITY = /^0x[0-9a-fA-F]{1,64}$/
const DATA = /^0x[0-9a-fA-F]*$/
const MAX_TOPICS = 4

/** Counts a missing price or layer 1 fee as zero: some nodes omit the price, and only nodes of OP-stack chains return the fee. */
function parseCost(record: Readonly<Record<string, unknown>>): bigint {
  const { effectiveGasPrice: price = '0x0', l1Fee = '0x0' } = record
  return (
    parseQuantity(record['gasUsed'], 'receipt.gasUsed') *
      parseQuantity(price, 'receipt.effectiveGasPrice') +
    parseQuantity(l1Fee, 'receipt.l1Fee')
  )
}

function parseLog(record: Readonly<Record<string, unknown>>): RawLog {
  const topics = record['topics']
  if (!Array.isArray(topics) || topics.length > MAX_TOPICS) {
    throw new MalformedAnswerError('log.topics is not a list of at most 4')
  }
  return {
    address: parseBytes(record['address'], 20, 'log.address'),
    topics: topics.map((topic) => parseBytes(topic, 32, 'log.topics')),
    data: parseBytes(record['data'], null, 'log.data'),
    logIndex: Number(parseAtMost(MAX_LOG_INDEX, record['logIndex'], 'log.logIndex')),
    transactionHash: parseBytes(record['transactionHash'], 32, 'log.transactionHash'),
    blockNumber: parseBlockNumber(record['blockNumber'], 'log.blockNumber'),
    blockHash: parseBytes(record['blockHash'], 32, 'log.blockHash'),
  }
}

function asRecord(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedAnswerError(`${what} is not an object`)
  }
  // The check above proves that this is a JSON object; callers check each value that they read.
  return value as Record<string, unknown>
}
