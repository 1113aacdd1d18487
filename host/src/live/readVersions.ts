import { sql } from 'kysely'
import type { Database } from '../db/openDatabase.ts'

/** Payments per statement; both engines accept some ten times as many values. */
const MAX_TOKENS = 1_000

/**
 * Reads, for each of these secure payments, a text that differs after each change of its view; rates excepted. One
 * statement reads a thousand of them, and an index serves each of its parts. Payments that do not exist are left out.
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
      .select(['p.token', 'p.status', 'p.expires_at', ...PARTS])
      .where('p.token', 'in', asked)
      .execute()
    for (const { token, status, expires_at, requests, attempts, intents, seen, head } of rows) {
      // Blocks count only while they make a payment deeper.
      const depth = seen === null ? null : String(head)
      versions.set(token, [status, expires_at, requests, attempts, intents, seen, depth].join(' '))
    }
  }
  return versions
}

const PARTS = [
  sql<string | null>`(select max(updated_at) || min(status) || max(status) || max(paid_units)
    from requests where secure_payment_token = p.token)`.as('requests'),
  sql<string | null>`(select max(updated_at) || '+' || count(*)
    from attempts where token = p.token)`.as('attempts'),
  sql<string | null>`(select max(coalesce(updated_at, created_at)) || '+' || count(*)
    from intents where token = p.token and status is not null)`.as('intents'),
  sql<
    string | null
  >`(select max(s.seen_at) || max(s.tx_hash) || '+' || max(s.block_number) || '+' || count(*)
    from requests r join pending_payments s on s.request_id = r.id
    where r.secure_payment_token = p.token)`.as('seen'),
  sql<number | bigint | null>`(select head_number
    from chain_cursors where network = p.network)`.as('head'),
]
