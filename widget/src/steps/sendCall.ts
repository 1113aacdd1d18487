import type { Transaction } from '@secure-payment/core'
import type { AttemptRecord } from '../effects/attemptRecord.ts'

/** What `eth_sendTransaction` is asked for. */
export function sendCall(
  { from, chainId }: Pick<AttemptRecord, 'from' | 'chainId'>,
  { to, data, value }: Transaction,
) {
  return { from, to, data, value: quantity(value), chainId: quantity(BigInt(chainId)) }
}

/** A number as JSON-RPC writes it. */
export function quantity(units: bigint): string {
  return `0x${units.toString(16)}`
}
