import { TOPICS } from './abi.ts'
import { isAtEnd, openCursor, takeAddress, takeUint } from './cursor.ts'
import {
  type ConversionClaim,
  decodePaymentLog,
  type PaymentLog,
  type RawLog,
} from './decodePaymentLog.ts'

/**
 * Decodes the payment events among some logs, in the given order, each with its conversion proxy's claim. Pass all logs of a transaction,
 * in chain order, that have one of `PAYMENT_TOPICS`.
 *
 * A conversion proxy emits the fee proxy's event, then its own, both with the same reference. Between the two events, the payer receives
 * the remaining coins back and may begin further payments. A conversion therefore belongs to the nearest earlier payment of the same
 * transaction, emitter and reference that has no conversion yet. A conversion without such a payment claims nothing.
 */
export function decodePaymentLogs(logs: readonly RawLog[]): readonly PaymentLog[] {
  const payments: PaymentLog[] = []
  const waiting = new Map<string, number[]>()
  for (const log of logs) {
    const payment = decodePaymentLog(log)
    if (payment !== null) {
      const open = waiting.get(pairKey(log)) ?? []
      waiting.set(pairKey(log), open)
      open.push(payments.length)
      payments.push(payment)
      continue
    }
    const conversion = decodeConversion(log)
    const index = conversion === null ? undefined : waiting.get(pairKey(log))?.pop()
    const partner = index === undefined ? undefined : payments[index]
    if (index !== undefined && partner !== undefined) payments[index] = { ...partner, conversion }
  }
  return payments
}

/** The same transaction in a replaced block counts as a different one. */
function pairKey(log: RawLog): string {
  return `${log.blockHash}:${log.transactionHash}:${log.address.toLowerCase()}:${log.topics[1]}`
}

/** Decodes `TransferWithConversionAndReference`; null for any other log. */
function decodeConversion(log: RawLog): ConversionClaim | null {
  if (log.topics.length !== 2 || log.topics[0] !== TOPICS.conversion) return null
  const cursor = openCursor(log.data, '0x')
  const amountUnits = takeUint(cursor)
  const currency = takeAddress(cursor)
  const feeUnits = takeUint(cursor)
  const maxRateTimespanS = takeUint(cursor)
  return isAtEnd(cursor) ? { currency, amountUnits, feeUnits, maxRateTimespanS } : null
}
