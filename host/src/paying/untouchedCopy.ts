import { type RawBuilder, sql } from 'kysely'
import { REPORTED_MS } from './cancelObstacles.ts'

/**
 * Selects a reusable link's open copies without proof that a payer pays: no payment on chain, no money on a bridge, no permit, and no
 * signed payment. The copy
 * is `p`, a row of `secure_payments`. Reports and attempts prove nothing, because anyone with a copy can forge them.
 */
export const isUnprovenCopy: RawBuilder<boolean> = sql<boolean>`(p.link_token is not null and p.status = 'pending'
  and not exists (select 1 from intents as i where i.token = p.token
    and i.status = 'tracking' and i.promised_units is not null)
  and not exists (select 1 from permits as s where s.token = p.token)
  and not exists (select 1 from requests as r join signed_payments as s on s.request_id = r.id
    where r.secure_payment_token = p.token)
  and not exists (select 1 from requests as r where r.secure_payment_token = p.token
    and (r.paid_units <> '0' or r.has_been_paid = 1
      or exists (select 1 from pending_payments as seen where seen.request_id = r.id)
      or exists (select 1 from payments as paid where paid.request_id = r.id))))`

/**
 * Selects the copies of a reusable link that no payer is paying, under the locks of `secure_payments as p`. The condition is the rule for
 * cancelling a single link, written for a set of copies. An attempt that lapsed without a transaction does not keep a copy open, and
 * neither does a report that is older than an hour.
 */
export function isUntouchedCopy(now: Date): RawBuilder<boolean> {
  const since = new Date(now.getTime() - REPORTED_MS).toISOString()
  return sql<boolean>`(${isUnprovenCopy}
    and not exists (select 1 from attempts as a where a.token = p.token
      and (a.lease_until > ${now.toISOString()} or (a.tx_hash is not null and a.created_at > ${since}))
      and a.phase not in ('reverted', 'dropped', 'abandoned', 'done'))
    and not exists (select 1 from intents as i where i.token = p.token
      and (i.status is null or i.status = 'tracking') and i.created_at > ${since}))`
}

/**
 * Selects the copies of a reusable link that no payer has paid, even in part: no payment was found, and no transaction was ever reported.
 * Other copies keep their pages, because only a copy's own page shows its payment.
 */
export function isForgottenCopy(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(${isUnprovenCopy}
    and not exists (select 1 from attempts as a where a.token = p.token
      and (a.lease_until > ${now.toISOString()} or a.tx_hash is not null or a.safe_tx_hash is not null)
      and a.phase not in ('reverted', 'dropped', 'abandoned', 'done'))
    and not exists (select 1 from intents as i where i.token = p.token))`
}
