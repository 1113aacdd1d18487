import { type RawBuilder, sql } from 'kysely'

/**
 * Selects the copies of a reusable link that no payer is paying, under the locks of `secure_payments as p`: the set form of the rule by
 * which a merchant may cancel a single link. An attempt that lapsed without a transaction does not keep a copy open.
 */
export function isUntouchedCopy(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(p.link_token is not null and p.status = 'pending'
    and not exists (select 1 from attempts as a where a.token = p.token
      and (a.lease_until > ${now.toISOString()} or a.tx_hash is not null or a.safe_tx_hash is not null)
      and a.phase not in ('reverted', 'dropped', 'abandoned', 'done'))
    and not exists (select 1 from intents as i where i.token = p.token)
    and not exists (select 1 from permits as s where s.token = p.token)
    and not exists (select 1 from requests as r where r.secure_payment_token = p.token
      and (r.paid_units <> '0' or r.has_been_paid = 1
        or exists (select 1 from pending_payments as seen where seen.request_id = r.id)
        or exists (select 1 from payments as paid where paid.request_id = r.id))))`
}
