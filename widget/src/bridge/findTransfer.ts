import { anything, boolean, list, optional, shape, text, webUrl } from '../effects/answer.ts'
import type { BridgeTransfer, PaymentMetadata } from '../model.ts'

/** What the service says of the payment over a bridge with this hash; null when it has not heard of it. */
export function findTransfer(
  payment: PaymentMetadata | null,
  hash: string | null,
): BridgeTransfer | null {
  if (!payment || hash === null) return null
  return readTransfers(payment).find((one) => one.txHash === hash.toLowerCase()) ?? null
}

const MAX_TRANSFERS = 1_000

const answer = shape({ transfers: optional(list(anything, MAX_TRANSFERS)) })

const transfer = shape({
  txHash: text,
  status: text,
  isCounted: boolean,
  settledTxHash: optional(text),
  explorerUrl: webUrl,
})

/** An answer that cannot be read tells nothing, and the wait goes on. */
function readTransfers({ raw }: PaymentMetadata): readonly BridgeTransfer[] {
  try {
    const { transfers } = answer(raw, '')
    return (transfers ?? []).map((one) => {
      const read = transfer(one, 'transfers')
      return { ...read, txHash: read.txHash.toLowerCase() }
    })
  } catch {
    return []
  }
}
