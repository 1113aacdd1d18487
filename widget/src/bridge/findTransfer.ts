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

/**
 * The newest payment over a bridge that is on its way, whoever sent it. Anybody can report a hash, so only one that the bridge knows is
 * meant.
 */
export function findUnderWay(payment: PaymentMetadata | null): BridgeTransfer | null {
  if (!payment) return null
  return readTransfers(payment).findLast(isUnderWay) ?? null
}

function isUnderWay({ status, isCounted, explorerUrl }: BridgeTransfer): boolean {
  return (status === 'tracking' || status === 'unanswered') && !isCounted && explorerUrl !== null
}

const MAX_TRANSFERS = 1_000

const answer = shape({ transfers: optional(list(anything, MAX_TRANSFERS)) })

const transfer = shape({
  txHash: text,
  chain: text,
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
