import type { ReportingCurrency, SecurePayment } from '@secure-payment/core/api'
import type { Context } from '../context.ts'
import { describeSecurePayment } from '../paying/describeSecurePayment.ts'
import { readSecurePayment, type StoredSecurePayment } from '../paying/loadSecurePayment.ts'
import { readReportingCurrency } from '../search/readReportingCurrency.ts'
import { findState } from './findState.ts'
import type { ReceiptState } from './words/words.ts'

/** A payment for which money was found, with everything that its receipt states. */
export type Receipt = {
  /** The payment as everyone with its link sees it: payees are shortened if the merchant hides them. */
  payment: SecurePayment
  stored: StoredSecurePayment
  state: ReceiptState
  /** The currency in which the merchant values payments. */
  currency: ReportingCurrency
}

/** A receipt states amounts that were paid, so it needs no rates and waits for no node. */
const NO_RATES = { latest: async () => null }

/**
 * Reads the receipt of a secure payment by its token; null without a payment, and for a payment for which no money was ever found. An
 * unknown token and an unpaid payment therefore look the same.
 */
export async function readReceipt(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  token: string,
): Promise<Receipt | null> {
  const stored = await readSecurePayment({ ...context, prices: null, rates: NO_RATES }, token)
  if (stored === null || stored.securePayment.is_reusable === 1) return null
  const payment = describeSecurePayment(context.config, stored, context.now())
  const state = findState(payment, stored.requests)
  if (state === null) return null
  const currency = await readReportingCurrency(context, stored.securePayment.tenant_id)
  return { payment, stored, state, currency }
}
