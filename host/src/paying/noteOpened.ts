import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { findPageLanguage } from '../http/findPageLanguage.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'

/** The tokens of the secure payments whose first opening is being written, by database. */
const writing = new WeakMap<Context['db'], Set<string>>()

/**
 * Records that a payer's page read a secure payment for the first time, and the page's language, in which the payer gets e-mail. The write
 * runs after the response: no call waits for it or fails because of it. If the write fails, the next page that reads the payment writes
 * again.
 */
export function noteOpened(
  context: Pick<Context, 'db' | 'now' | 'log'>,
  { securePayment }: Pick<StoredSecurePayment, 'securePayment'>,
  { caller, acceptLanguage }: { caller: Caller; acceptLanguage?: string | undefined },
): void {
  const { db } = context
  const { token, opened_at } = securePayment
  if (opened_at !== null || !isPage(caller) || db.isRefusingWrites()) return
  const headers = { 'accept-language': acceptLanguage }
  const language = findPageLanguage({ query: {}, headers })
  const tokens = writing.get(db) ?? new Set()
  if (tokens.has(token)) return
  writing.set(db, tokens.add(token))
  db.kysely
    .updateTable('secure_payments')
    .set({ opened_at: context.now().toISOString(), payer_language: language })
    .where('token', '=', token)
    // If several hosts write, only the first write counts.
    .where('opened_at', 'is', null)
    .execute()
    .catch((err: unknown) => context.log.warn({ err }, 'Failed to record the opening of a payment'))
    .finally(() => tokens.delete(token))
}

/** Returns whether the caller is a payer's page. Sessions, API keys and client IDs without an origin are the merchant's own calls. */
function isPage(caller: Caller): boolean {
  return caller.credential === 'clientId' && caller.origin !== null
}
