import { MalformedValueError } from '../errors.ts'
import type { Hex } from '../hex.ts'
import { formatTronTransaction, type TronTransaction } from './formatTronTransaction.ts'

/**
 * Builds the unsigned transaction by which `owner` calls a contract. The same input gives the same bytes and the same id, identical to
 * tronweb's and a node's. The transaction can be mined until `expirationMs`, while the reference block is one of the last 65,536. java-tron
 * accepts an expiration at most 24 hours ahead. Calldata must have at least one byte.
 *
 * @throws InvalidAddressError or MalformedValueError, which names the field at fault.
 */
export function buildTronTransaction(call: TronCall): TronTransaction {
  const { owner, contract, data, callValueSun = 0n, feeLimitSun, block } = call
  assert(CALLDATA.test(data), 'data', '"0x" and hex bytes', data)
  assert(BLOCK_ID.test(block.id), 'block.id', '64 lower-case hex digits', block.id)
  assertWhole(block.number, 'block.number')
  assertWhole(callValueSun, 'callValueSun')
  assertWhole(feeLimitSun, 'feeLimitSun')
  assertWhole(call.timestampMs, 'timestampMs')
  assertWhole(call.expirationMs, 'expirationMs')
  return formatTronTransaction({
    owner,
    contract,
    data,
    callValueSun,
    feeLimitSun,
    refBlockBytes: block.number.toString(16).padStart(4, '0').slice(-4),
    refBlockHash: block.id.slice(16, 32),
    expirationMs: call.expirationMs,
    timestampMs: call.timestampMs,
  })
}

/** The call and its maximum cost. Amounts are in sun (10^-6 TRX); `callValueSun` defaults to 0. */
export type TronCall = {
  owner: string
  contract: string
  data: Hex
  callValueSun?: bigint
  feeLimitSun: bigint
  block: TronBlockRef
  timestampMs: number
  expirationMs: number
}

/** A transaction's reference block. `id` is 64 hex digits, with the number in the first 16. */
export type TronBlockRef = { number: bigint; id: string; timestampMs: number }

const CALLDATA = /^0x(?:[0-9a-f]{2})+$/
const BLOCK_ID = /^[0-9a-f]{64}$/

/** JSON represents these values as numbers, so their limit is 2^53 - 1. */
function assertWhole(value: bigint | number, field: string): void {
  const isWhole = Number.isSafeInteger(Number(value)) && value >= 0
  assert(isWhole, field, 'a whole number from 0 to 2^53 - 1', value)
}

function assert(isValid: boolean, field: string, expected: string, actual: unknown): void {
  if (!isValid) throw new MalformedValueError({ what: field, expected, actual, field })
}
