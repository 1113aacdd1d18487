import {
  decodeTransferLog,
  type PaymentLog,
  type RawLog,
  type TransferLog,
} from '@secure-payment/core/evm'

/**
 * The actual amount of each ERC-20 payment of one transaction, by the log index of its payment event. A payment event
 * only repeats its call's argument. The token's own `Transfer` log to the payee states the arrived amount, which is
 * less with a token that charges a fee. Each payment event uses the nearest `Transfer` before it that no earlier one
 * used, so that one transfer is never credited twice, and is credited no more than its argument. No such log: 0.
 */
export function creditedUnits(
  payments: readonly PaymentLog[],
  receiptLogs: readonly RawLog[],
): ReadonlyMap<number, Credit> {
  const transfers = receiptLogs.map(decodeTransferLog).filter((transfer) => transfer !== null)
  const taken = new Set<TransferLog>()
  const credits = new Map<number, Credit>()
  const ascending = [...payments].sort((a, b) => a.logIndex - b.logIndex)
  for (const payment of ascending) {
    const arrived = transfers.filter(
      (transfer) =>
        !taken.has(transfer) &&
        transfer.logIndex < payment.logIndex &&
        isSame(transfer.token, payment.token) &&
        isSame(transfer.to, payment.payee),
    )
    // The proxy moves the fee after the amount: where the payee also receives the fee, the last transfer is the fee.
    const fee = isFeeToPayee(payment) ? arrived.pop() : undefined
    const transfer = arrived.at(-1)
    if (fee !== undefined) taken.add(fee)
    if (transfer === undefined) {
      credits.set(payment.logIndex, { units: 0n, from: null })
      continue
    }
    taken.add(transfer)
    credits.set(payment.logIndex, {
      units: min(transfer.amountUnits, payment.amountUnits),
      from: transfer.from,
    })
  }
  return credits
}

/** Base units that arrived, and their sender (lower case); `null` when nothing arrived. */
export type Credit = { units: bigint; from: string | null }

function isFeeToPayee(payment: PaymentLog): boolean {
  return payment.feeUnits > 0n && isSame(payment.feeAddress, payment.payee)
}

function isSame(a: string | null, b: string | null): boolean {
  return a?.toLowerCase() === b?.toLowerCase()
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
