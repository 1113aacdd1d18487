import { type Format, plainText } from '../../text/format.ts'
import type { ReceiptSource } from './createReceipt.ts'
import { formatSpent } from './formatSpent.ts'

/** Describes the amount that left the wallet, and its network: `80.35 USDC · Optimism`. */
export function describeSource(format: Format, { sent, network }: ReceiptSource): string {
  const name = plainText(network.name)
  return sent === null ? name : `${formatSpent(format, sent)} · ${name}`
}
