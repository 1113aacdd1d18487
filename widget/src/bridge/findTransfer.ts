import {
  anything,
  boolean,
  list,
  number,
  optional,
  shape,
  text,
  webUrl,
} from '../effects/answer.ts'
import type { ServerAnswer } from '../effects/fact.ts'
import type { BridgeTransfer, PaymentMetadata } from '../model.ts'
import { scaleAmounts } from '../scaleAmounts.ts'

/** What the service says of the payment over a bridge with this hash; null when it has not heard of it. */
export function findTransfer(
  payment: PaymentMetadata | null,
  hash: string | null,
): BridgeTransfer | null {
  if (!payment || hash === null) return null
  return readTransfers(payment).find((one) => one.txHash === hash.toLowerCase()) ?? null
}

/**
 * The newest payment over a bridge that is on its way, whoever sent it, when what is on its way is enough for the rest: whoever pays now,
 * pays twice. Anybody can report a hash, or send a little, and keeps nobody from paying by it. A service that refuses to take a payment
 * knows best.
 */
export function findUnderWay({ kind, payment }: ServerAnswer): BridgeTransfer | null {
  if (kind === 'completed' || payment === null) return null
  const carried = readTransfers(payment).filter((one) => isStanding(one, 'tracking'))
  const isEnough = kind === 'processing' || covers(carried, payment.items)
  return isEnough ? (carried.at(-1) ?? null) : null
}

/** The last payment over a bridge, when its bridge could not deliver it and it was enough for the rest: it is with the bridge. */
export function findLost({ kind, payment }: ServerAnswer): BridgeTransfer | null {
  const last = kind === 'payment' && readTransfers(payment).at(-1)
  if (!last || !isStanding(last, 'failed')) return null
  return covers([last], payment.items) ? last : null
}

function isStanding(transfer: BridgeTransfer, status: string): boolean {
  return transfer.status === status && !transfer.isCounted && transfer.sourceAmount !== null
}

/** Over a bridge go payments of one item in a stable token: an amount of one is an amount of the other but for the bridge's fee. */
function covers(carried: readonly BridgeTransfer[], [item]: PaymentMetadata['items']): boolean {
  const amounts = [item?.remainingAmount ?? '', ...carried.map((one) => one.sourceAmount ?? '')]
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
  status: text,
  isCounted: boolean,
  settledTxHash: optional(text),
  explorerUrl: webUrl,
  sourceNetwork: optional(shape({ id: text, name: text, chainId: number })),
  transactionUrl: webUrl,
  bridgeFee: optional(text),
})

/** What the service says of payments over a bridge, oldest first. An answer that cannot be read tells nothing, and the wait goes on. */
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
