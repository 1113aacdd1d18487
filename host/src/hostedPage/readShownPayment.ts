import { BaseError, isUlid } from '@secure-payment/core'
import type { SecurePayment } from '@secure-payment/core/api'
import { describePageBranding, type PageBranding } from '../branding/pageBranding.ts'
import type { Context } from '../context.ts'
import { describeSecurePayment } from '../paying/describeSecurePayment.ts'
import {
  guardApproved,
  readSecurePayment,
  type StoredSecurePayment,
} from '../paying/loadSecurePayment.ts'
import { readRestore } from '../restores/restore.ts'

/** A payment as the hosted page shows it to every person with its link. */
export type ShownPayment = {
  /** The API's response to a page that names no wallet: payees are shortened if the access policy hides them. */
  payment: SecurePayment
  branding: PageBranding
  /** Whether no wallet has begun to pay: the host has no attempt, no transaction and no report of one. */
  isUntouched: boolean
}

/** The page needs no rates and waits for no node: only the element shows the amounts that leave a wallet. */
const NO_RATES = { latest: async () => null }

/**
 * Reads a token's payment for its hosted page. Returns `unknown` if there is no such payment, and `restored` if a restore may have lost it. Returns `unreadable` if the element must show
 * the response: the database does not respond, or a payout waits for its approval. Never fails.
 */
export async function readShownPayment(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
  token: string,
): Promise<ShownPayment | 'unknown' | 'restored' | 'unreadable'> {
  if (!isUlid(token)) return 'unknown'
  try {
    const stored = await readSecurePayment({ ...context, prices: null, rates: NO_RATES }, token)
    if (stored === null) return (await isReconciling(context)) ? 'restored' : 'unknown'
    await guardApproved(context, stored)
    const shown = describeShown(context, stored)
    if (!shown.isUntouched || shown.payment.status === 'pending') return shown
    return { ...shown, isUntouched: !(await hasReport(context, token)) }
  } catch (error) {
    if (!(error instanceof BaseError)) {
      context.log.warn({ err: error }, 'Showed a payment page without the payment')
    }
    return 'unreadable'
  }
}

/** Returns whether the operator has not ended the reconciliation after a restore. */
async function isReconciling(context: Pick<Context, 'db'>): Promise<boolean> {
  return (await readRestore(context))?.endedAt === null
}

/** Returns whether a payer reported a transaction on another chain, even if no host has checked it yet. */
async function hasReport({ db }: Pick<Context, 'db'>, token: string): Promise<boolean> {
  const report = db.kysely.selectFrom('intents').select('id').where('token', '=', token).limit(1)
  return (await report.executeTakeFirst()) !== undefined
}

/** Describes a stored payment for its hosted page. */
export function describeShown(
  { config, now }: Pick<Context, 'config' | 'now'>,
  stored: StoredSecurePayment,
): ShownPayment {
  const { payments, pending, refunds, transfers, lastAttempt, requests } = stored
  return {
    payment: describeSecurePayment(config, stored, now()),
    branding: describePageBranding(stored.branding),
    isUntouched:
      lastAttempt === null &&
      requests.every(({ paid_units }) => paid_units === '0') &&
      payments.length + pending.length + refunds.length + transfers.length === 0,
  }
}
