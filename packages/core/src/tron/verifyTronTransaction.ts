import { quoteInput } from '../errors.ts'
import type { Hex } from '../hex.ts'
import { formatTronTransaction } from './formatTronTransaction.ts'
import { MalformedTronTransactionError } from './MalformedTronTransactionError.ts'
import { parseTronTransaction } from './parseTronTransaction.ts'
import type { ParsedTronTransaction } from './rawDataCodec.ts'
import { TronTransactionMismatchError } from './TronTransactionMismatchError.ts'

/**
 * Checks a transaction, signed or not, before it is signed or sent. Its id and its JSON must match its raw data. The raw data must make
 * exactly the expected call, with no value and at most the given fees. The transaction must not have expired, and must expire within 24
 * hours. The id and `visible` may be missing. Further keys are ignored, because callers may use only the result, which
 * `formatTronTransaction` builds again. This function checks the form of a signature, not its signer; see `verifySignedTronTransaction`.
 *
 * @throws TronTransactionMismatchError naming the first field that differs.
 */
export function verifyTronTransaction(
  transaction: unknown,
  expected: TronExpectation,
): ParsedTronTransaction {
  if (typeof transaction !== 'object' || transaction === null)
    throw mismatch('transaction', 'an object', transaction)
  const { raw_data_hex, txID, visible, raw_data, signature }: Wire = transaction
  const parsed = parse(raw_data_hex)
  const honest = formatTronTransaction(parsed)
  if (txID !== undefined && txID !== honest.txID) throw mismatch('txID', honest.txID, txID)
  if (visible !== undefined && visible !== false) throw mismatch('visible', 'false', visible)
  assertSame(honest.raw_data, raw_data, 'raw_data')
  assertSignature(signature)
  assertExpected(parsed, expected)
  return parsed
}

/**
 * The call that the transaction must make. A null `owner` allows any sender. `data` is in lower case. Fees are in sun; times are in
 * milliseconds since 1970.
 */
export type TronExpectation = {
  owner: string | null
  contract: string
  data: Hex
  maxFeeLimitSun: bigint
  nowMs: number
}

type Wire = {
  raw_data_hex?: unknown
  txID?: unknown
  visible?: unknown
  raw_data?: unknown
  signature?: unknown
}

/** The longest lifetime that java-tron accepts (`MAXIMUM_TIME_UNTIL_EXPIRATION`). */
const MAX_LIFE_MS = 24 * 60 * 60 * 1_000

/** r, s and v as hex in any case. */
const SIGNATURE = /^(?:0x)?[0-9a-fA-F]{130}$/

const CALL_PATH = 'raw_data.contract[0].parameter.value'

function parse(rawDataHex: unknown): ParsedTronTransaction {
  if (typeof rawDataHex !== 'string') throw mismatch('raw_data_hex', 'hex', rawDataHex)
  try {
    return parseTronTransaction(rawDataHex)
  } catch (cause) {
    if (!(cause instanceof MalformedTronTransactionError)) throw cause
    const facts = { field: 'raw_data_hex', expected: 'one call of a contract' }
    throw new TronTransactionMismatchError({ ...facts, actual: cause.problem, cause })
  }
}

/** Compares JSON only as deeply as the expected value is nested, however deep the received one is. */
function assertSame(expected: unknown, actual: unknown, path: string): void {
  if (!isObject(expected)) {
    if (expected !== actual) throw mismatch(path, String(expected), actual)
    return
  }
  if (!isObject(actual) || Array.isArray(expected) !== Array.isArray(actual))
    throw mismatch(path, 'the JSON of raw_data_hex', actual)
  const inside = (key: string) => (Array.isArray(expected) ? `${path}[${key}]` : `${path}.${key}`)
  for (const key of Object.keys(expected)) {
    if (!Object.hasOwn(actual, key)) throw mismatch(inside(key), 'a value', undefined)
    assertSame(expected[key], actual[key], inside(key))
  }
  const extra = Object.keys(actual).find((key) => !Object.hasOwn(expected, key))
  if (extra !== undefined) throw mismatch(inside(extra), 'no value', actual[extra])
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function assertSignature(signature: unknown): void {
  if (signature === undefined) return
  const list: readonly unknown[] = Array.isArray(signature) ? signature : []
  const [first] = list
  const isOne = list.length === 1 && typeof first === 'string' && SIGNATURE.test(first)
  if (!isOne) throw mismatch('signature', 'one 65-byte signature', signature)
}

function assertExpected(parsed: ParsedTronTransaction, expected: TronExpectation): void {
  const { owner, contract, data, maxFeeLimitSun, nowMs } = expected
  const latestMs = nowMs + MAX_LIFE_MS
  if (owner !== null && parsed.owner !== owner)
    throw mismatch(`${CALL_PATH}.owner_address`, owner, parsed.owner)
  if (parsed.contract !== contract)
    throw mismatch(`${CALL_PATH}.contract_address`, contract, parsed.contract)
  if (parsed.data !== data) throw mismatch(`${CALL_PATH}.data`, data, parsed.data)
  if (parsed.callValueSun !== 0n)
    throw mismatch(`${CALL_PATH}.call_value`, 'nothing', parsed.callValueSun)
  if (parsed.feeLimitSun > maxFeeLimitSun)
    throw mismatch('raw_data.fee_limit', `at most ${maxFeeLimitSun}`, parsed.feeLimitSun)
  if (parsed.expirationMs <= nowMs || parsed.expirationMs > latestMs)
    throw mismatch(
      'raw_data.expiration',
      `a time after ${nowMs} and by ${latestMs}`,
      parsed.expirationMs,
    )
}

function mismatch(field: string, expected: string, actual: unknown): TronTransactionMismatchError {
  return new TronTransactionMismatchError({ field, expected, actual: quoteInput(actual) })
}
