import { anything, boolean, list, number, optional, shape, text, webUrl } from '../answer.ts'
import type { BridgeTransfer } from '../crossing.ts'
import { isExchanged } from '../paidCurrency.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { scaleAmounts } from '../scaleAmounts.ts'
import type { ServerAnswer } from './fact.ts'

/** Finds the service's data about the payment over a bridge with this hash; null if the service has not received it. */
export function findTransfer(
  payment: PaymentMetadata | null,
  hash: string | null,
): BridgeTransfer | null {
  if (!payment || hash === null) return null
  return readTransfers(payment).find((one) => one.txHash === hash.toLowerCase()) ?? null
}

/**
 * Finds the newest payment over a bridge in flight, from any sender, if the amounts in flight cover the remainder; otherwise null. Another
 * payment would be a double payment. Any caller can report a hash or send a small amount, which must not block a payer. A rejection of the
 * payment by the service has priority.
 */
export function findUnderWay({ kind, payment }: ServerAnswer): BridgeTransfer | null {
  if (kind === 'completed' || payment === null) return null
  const carried = readTransfers(payment).filter((one) => isStanding(one, 'tracking'))
  const isEnough = kind === 'processing' || covers(carried, payment.items)
  return isEnough ? (carried.at(-1) ?? null) : null
}

/**
 * Finds the last payment over a bridge, if the bridge could not deliver it and it covered the remainder: the bridge holds the money. Null
 * otherwise.
 */
export function findLost({ kind, payment }: ServerAnswer): BridgeTransfer | null {
  const last = kind === 'payment' && readTransfers(payment).at(-1)
  if (!last || !isStanding(last, 'failed')) return null
  return covers([last], payment.items) ? last : null
}

function isStanding(transfer: BridgeTransfer, status: string): boolean {
  return transfer.status === status && !transfer.isCounted && transfer.sourceAmount !== null
}

/**
 * A bridge carries payments for one item in a stable token: the amounts are equal except for the bridge's fee. For an invoice in another
 * currency, the service states the amount that counts.
 */
function covers(carried: readonly BridgeTransfer[], [item]: PaymentMetadata['items']): boolean {
  if (item === undefined) return false
  const isOther = isExchanged(item)
  const counted = carried.map((one) => (isOther ? one.promisedAmount : one.sourceAmount) ?? '')
  const amounts = [item.remainingAmount, ...counted]
  if (!amounts.every((amount) => DECIMAL.test(amount))) return false
  const [left = 0n, ...sent] = scaleAmounts(amounts).units
  return sent.reduce((sum, units) => sum + units, 0n) >= left
}

const DECIMAL = /^\d{1,100}(\.\d{1,100})?$/

const MAX_TRANSFERS = 1_000

const answer = shape({ transfers: optional(list(anything, MAX_TRANSFERS)) })

const transfer = shape({
  txHash: text,
  chain: text,
  token: text,
  sourceAmount: optional(text),
  promisedAmount: optional(text),
  status: text,
  isCounted: boolean,
  isFollowed: optional(boolean),
  settledTxHash: optional(text),
  explorerUrl: webUrl,
  sourceNetwork: optional(shape({ id: text, name: text, chainId: number })),
  transactionUrl: webUrl,
  bridgeFee: optional(text),
})

/**
 * Reads the service's data about payments over a bridge, oldest first. An unreadable response reveals nothing, so the wait continues.
 */
export function readTransfers({ raw }: PaymentMetadata): readonly BridgeTransfer[] {
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
