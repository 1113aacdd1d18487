import {
  decodeTransferLog,
  type PaymentLog,
  type RawLog,
  type TransferLog,
} from '@secure-payment/core/evm'

/**
 * Finds the actual amount of each ERC-20 payment of one transaction, by the log index of its payment event. A payment event only repeats
 * its call's argument. The token's own `Transfer` log to the payee states the arrived amount, which is lower for a token that charges a
 * fee. Each payment event uses the nearest `Transfer` before it that no earlier event used. So no transfer is credited twice, and
 * no payment is credited with more than its argument. Without such a log, the amount is 0.
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
    // The proxy transfers the fee after the amount, so if the payee also receives the fee, the last transfer is the
    // fee.
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

/** The base units that arrived, and their sender (lower case); `null` if no money arrived. */
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
