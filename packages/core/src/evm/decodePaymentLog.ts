import type { Hex } from '../hex.ts'
import { TOPICS } from './abi.ts'
import { isAtEnd, openCursor, takeAddress, takeUint } from './cursor.ts'

/**
 * Decodes a payment event of ERC20FeeProxy or EthereumFeeProxy; null for any other log. A conversion proxy emits the same event and one
 * more, which only `decodePaymentLogs` decodes: here `conversion` is null. The result is what the event *claims*: anyone can emit it, with
 * any token and reference. Therefore check the emitter, token and payee (as a way's `settle` does), and credit the amount in the token's
 * own `Transfer` log. Addresses are lower case; the topic is unchanged (`topicKey` rejects one that is not hex).
 */
export function decodePaymentLog(log: RawLog): PaymentLog | null {
  const topics = log.topics
  if (topics.length !== 2) return null
  const reference = topics[1]
  if (reference === undefined || reference.length !== TOPIC_LENGTH) return null
  if (topics[0] === TOPICS.erc20Payment) return decodeErc20(log, reference)
  if (topics[0] === TOPICS.nativePayment) return decodeNative(log, reference)
  return null
}

/** A log in a node's response, with parsed numbers. Hex is lower case, as from all nodes. */
export type RawLog = {
  address: string
  topics: readonly Hex[]
  data: Hex
  logIndex: number
  transactionHash: Hex
  blockNumber: bigint
  blockHash: Hex
}

/**
 * A payment event. `contract` is the log's emitter; `token` is null for the native coin; amounts are in base units. `conversion` is its
 * conversion proxy's claim; null without a conversion proxy.
 */
export type PaymentLog = {
  kind: 'erc20' | 'native'
  contract: string
  token: string | null
  payee: string
  amountUnits: bigint
  feeUnits: bigint
  feeAddress: string
  referenceTopic: Hex
  conversion: ConversionClaim | null
  logIndex: number
  transactionHash: Hex
  blockNumber: bigint
  blockHash: Hex
}

/**
 * The terms of a conversion: amount and fee in units of `currency` (fiat at 8 decimals), and its rate's maximum age, where 0 allows any.
 * `currency` is a token's address, or the hash of another currency's name, in lower case.
 */
export type ConversionClaim = {
  currency: string
  amountUnits: bigint
  feeUnits: bigint
  maxRateTimespanS: bigint
}

/** `0x` and 32 bytes. */
const TOPIC_LENGTH = 66

function decodeErc20(log: RawLog, referenceTopic: Hex): PaymentLog | null {
  const cursor = openCursor(log.data, '0x')
  const token = takeAddress(cursor)
  const payee = takeAddress(cursor)
  const amountUnits = takeUint(cursor)
  const feeUnits = takeUint(cursor)
  const feeAddress = takeAddress(cursor)
  if (!isAtEnd(cursor)) return null
  return {
    kind: 'erc20',
    contract: log.address.toLowerCase(),
    token,
    payee,
    amountUnits,
    feeUnits,
    feeAddress,
    referenceTopic,
    conversion: null,
    logIndex: log.logIndex,
    transactionHash: log.transactionHash,
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
  }
}

function decodeNative(log: RawLog, referenceTopic: Hex): PaymentLog | null {
  const cursor = openCursor(log.data, '0x')
  const payee = takeAddress(cursor)
  const amountUnits = takeUint(cursor)
  const feeUnits = takeUint(cursor)
  const feeAddress = takeAddress(cursor)
  if (!isAtEnd(cursor)) return null
  return {
    kind: 'native',
    contract: log.address.toLowerCase(),
    token: null,
    payee,
    amountUnits,
    feeUnits,
    feeAddress,
    referenceTopic,
    conversion: null,
    logIndex: log.logIndex,
    transactionHash: log.transactionHash,
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
  }
}
