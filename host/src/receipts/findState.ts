import type { BridgeTransfer, SecurePayment } from '@secure-payment/core/api'
import type { ReceiptState } from './words/words.ts'

/** The facts of a payment on which its receipt's state depends. */
type StateFacts = {
  status: SecurePayment['status']
  items: readonly Pick<SecurePayment['items'][number], 'amountPaid' | 'refundStatus'>[]
  transactions: readonly Pick<SecurePayment['transactions'][number], 'status'>[]
  transfers?: readonly Pick<BridgeTransfer, 'status'>[] | undefined
}

/**
 * Finds the state that a receipt shows; null if no money was ever found. A payment that a reorganisation removed, or that a bridge did not
 * deliver, is `withdrawn`. Pure.
 */
export function findState(
  { status, items, transactions, transfers = [] }: StateFacts,
  requests: readonly { revocations: number }[],
): ReceiptState | null {
  const paid = items.filter(({ amountPaid }) => Number(amountPaid) > 0)
  if (paid.length > 0) {
    if (paid.every(({ refundStatus }) => refundStatus === 'full')) return 'refunded'
    if (paid.some(({ refundStatus }) => refundStatus !== undefined)) return 'partlyRefunded'
    if (status === 'completed') return 'paid'
    return status === 'invalidated' ? 'cancelled' : 'partlyPaid'
  }
  if (transactions.length > 0) return 'confirming'
  const own = transfers.filter(({ status }) => status !== 'foreign')
  if (own.some(({ status }) => ON_WAY.has(status))) return 'onWay'
  const wasRemoved = requests.some(({ revocations }) => revocations > 0)
  if (!wasRemoved && own.length === 0) return null
  return status === 'invalidated' ? 'cancelled' : 'withdrawn'
}

/** A delivered transfer counts only once the watcher has found its transaction. */
const ON_WAY: ReadonlySet<string> = new Set(['tracking', 'unanswered', 'completed', 'partial'])
