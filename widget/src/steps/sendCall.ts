import type { Transaction } from '@secure-payment/core'
import type { AttemptRecord } from '../machine/attemptRecord.ts'

/** Returns the parameters of `eth_sendTransaction`. */
export function sendCall(
  { from, chainId }: Pick<AttemptRecord, 'from' | 'chainId'>,
  { to, data, value }: Transaction,
) {
  return { from, to, data, value: quantity(value), chainId: quantity(BigInt(chainId)) }
}

/** Returns a number in JSON-RPC's encoding. */
export function quantity(units: bigint): string {
  return `0x${units.toString(16)}`
}
