import { hashHex } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import type { ChainReader, ChainSource } from './chainReader.ts'
import type { Session } from './session.ts'

/** The part of a transaction that determines whether it is the payment. */
export type ChainTransaction = {
  readonly hash: string
  readonly from: string
  readonly to: string | null
  readonly value: bigint
  readonly input: string
  readonly nonce: number
}

/** The result of comparing a transaction with the recorded payment. */
export type Payload = 'same' | 'cancelled' | 'different'

/** Returns the source for the payment's chain: the session's wallet, or the node that the service or registry names. */
export function sourceOf(session: Session, network: Network, signal: AbortSignal): ChainSource {
  const named = session.state().payment?.chain
  const fromService = named?.id === network.id ? named.rpcUrl : null
  return {
    chainId: network.chainId,
    provider: () => session.provider,
    rpcUrl:
      session.limits.rpcUrls[network.chainId] ?? fromService ?? network.publicRpcUrls[0] ?? null,
    fetch: session.fetch,
    signal,
  }
}

/** Compares `to`, value and calldata. A cancellation is a transaction to the sender itself, without value and calldata. */
export function comparePayload(
  record: Pick<AttemptRecord, 'from' | 'to' | 'valueHex' | 'calldataHash'>,
  transaction: ChainTransaction,
): Payload {
  const isSame =
    transaction.to?.toLowerCase() === record.to?.toLowerCase() &&
    transaction.value === BigInt(record.valueHex ?? '0x0') &&
    isHex(transaction.input) &&
    hashHex(transaction.input) === record.calldataHash
  if (isSame) return 'same'
  const isToSelf = transaction.to?.toLowerCase() === record.from.toLowerCase()
  return isToSelf && transaction.value === 0n && transaction.input === '0x'
    ? 'cancelled'
    : 'different'
}

/** Reads a transaction by hash; null if the node does not have it. */
export async function readTransaction(
  reader: ChainReader,
  hash: string,
): Promise<ChainTransaction | null> {
  return parseTransaction(await reader.read('eth_getTransactionByHash', [hash]))
}

/** Reads a node's transaction object; null for anything else. */
export function parseTransaction(value: unknown): ChainTransaction | null {
  if (typeof value !== 'object' || value === null) return null
  const { hash, from, to, value: units, input, nonce } = value as Record<string, unknown>
  const amount = readQuantity(units)
  const count = readQuantity(nonce)
  if (!isHash(hash) || typeof from !== 'string' || amount === null || count === null) return null
  if (typeof input !== 'string' || (typeof to !== 'string' && to !== null && to !== undefined)) {
    return null
  }
  return { hash, from, to: to ?? null, value: amount, input, nonce: Number(count) }
}

/** Reads a hex quantity or word; null if it is neither. */
export function readQuantity(value: unknown): bigint | null {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : null
}

/** Returns whether a value is a transaction hash. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
}

function isHex(text: string): text is `0x${string}` {
  return /^0x(?:[0-9a-f]{2})*$/i.test(text)
}
