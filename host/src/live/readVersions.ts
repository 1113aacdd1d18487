import { sql } from 'kysely'
import type { Database } from '../db/openDatabase.ts'

/** The maximum number of payments per statement; both engines accept about ten times as many values. */
const MAX_TOKENS = 1_000

/**
 * Reads a string for each of these secure payments that changes whenever the payment's view changes, except for its rates. One
 * statement reads up to a thousand payments, and each of its parts uses an index. Payments that do not exist are omitted.
 */
export async function readVersions(
  { kysely }: Pick<Database, 'kysely'>,
  tokens: readonly string[],
): Promise<Map<string, string>> {
  const versions = new Map<string, string>()
  for (let start = 0; start < tokens.length; start += MAX_TOKENS) {
    const asked = tokens.slice(start, start + MAX_TOKENS)
    const rows = await kysely
      .selectFrom('secure_payments as p')
      .select(['p.token', 'p.status', 'p.expires_at', 'p.revision', ...PARTS])
      .where('p.token', 'in', asked)
      .execute()
    for (const row of rows) {
      const { token, status, expires_at, revision, head, seen, refunding, ...changes } = row
      // The head block is included only while a pending payment gains confirmations.
      const depth = seen === null && refunding === null ? null : String(head)
      const { requests, attempts, signed, intents, refunds } = changes
      const parts = [status, expires_at, revision, requests, attempts, signed, intents, refunds]
      parts.push(seen, refunding, depth)
      versions.set(token, parts.join(' '))
    }
  }
  return versions
}

const PARTS = [
  sql<string | null>`(select max(updated_at) || min(status) || max(status) || max(paid_units)
    from requests where secure_payment_token = p.token)`.as('requests'),
  sql<string | null>`(select max(updated_at) || '+' || count(*)
    from attempts where token = p.token)`.as('attempts'),
  sql<string | null>`(select max(coalesce(i.updated_at, i.created_at)) || '+' || count(*)
    from requests r join intents i on i.request_id = r.id
    where r.secure_payment_token = p.token and i.status is not null)`.as('intents'),
  sql<string | null>`(select max(s.updated_at) || max(s.status) || max(s.tx_hash) || '+' || count(*)
    from requests r join signed_payments s on s.request_id = r.id
    where r.secure_payment_token = p.token)`.as('signed'),
  sql<
    string | null
  >`(select max(s.seen_at) || max(s.tx_hash) || '+' || max(s.block_number) || '+' || count(*)
    from requests r join pending_payments s on s.request_id = r.id
    where r.secure_payment_token = p.token)`.as('seen'),
  // Recording and revoking a refund's payments change the request that pays it.
  sql<string | null>`(select max(w.updated_at) || sum(w.event_sequence) || max(w.paid_units)
    from requests r join refunds f on f.request_id = r.id join requests w on w.id = f.refund_request_id
    where r.secure_payment_token = p.token)`.as('refunds'),
  sql<
    string | null
  >`(select max(s.seen_at) || max(s.tx_hash) || '+' || max(s.block_number) || '+' || count(*)
    from requests r join refunds f on f.request_id = r.id
    join pending_payments s on s.request_id = f.refund_request_id
    where r.secure_payment_token = p.token)`.as('refunding'),
  // If the request accepts several networks, a payment may be on a network other than the page's.
  sql<number | bigint | string | null>`(select sum(head_number) from chain_cursors
    where network = p.network or network in (select s.network
      from requests r join pending_payments s on s.request_id = r.id
      where r.secure_payment_token = p.token))`.as('head'),
]
