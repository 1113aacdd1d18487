import { topicKey } from '@secure-payment/core'
import type { Context } from '../../host/src/context.ts'

/** Rows per statement, below both engines' parameter limits. */
const ROWS_A_STATEMENT = 200

/**
 * Adds open copies of a reusable link that equal a given copy, as further calls would. `sites` are the openers' sites, in turn; null for
 * servers. Returns the new copies' tokens, oldest first.
 */
export async function fillCopies(
  { db }: Pick<Context, 'db'>,
  facts: { like: string; count: number; sites?: readonly (string | null)[] },
): Promise<readonly string[]> {
  const { like, count, sites = [null] } = facts
  const { kysely } = db
  const copy = await kysely
    .selectFrom('secure_payments')
    .selectAll()
    .where('token', '=', like)
    .executeTakeFirstOrThrow()
  const request = await kysely
    .selectFrom('requests')
    .selectAll()
    .where('secure_payment_token', '=', like)
    .executeTakeFirstOrThrow()
  const start = fillCopies.next
  fillCopies.next += count
  const rows = Array.from({ length: count }, (_, index) => {
    const digits = String(start + index).padStart(15, '0')
    const site = sites[index % sites.length] ?? null
    return {
      token: `${copy.token.slice(0, 10)}Z${digits}`,
      id: `${request.id.slice(0, 14)}${digits.padStart(request.id.length - 14, 'f')}`,
      address_digest: site === null ? null : site.padEnd(64, '0'),
      reference_key: topicKey(`0x${digits.padStart(64, '0').split('').reverse().join('')}`),
    }
  })
  for (let at = 0; at < count; at += ROWS_A_STATEMENT) {
    const some = rows.slice(at, at + ROWS_A_STATEMENT)
    await kysely
      .insertInto('secure_payments')
      .values(some.map(({ token }) => ({ ...copy, token, open_key: null })))
      .execute()
    await kysely
      .insertInto('requests')
      .values(
        some.map(({ token, ...own }) => ({ ...request, ...own, secure_payment_token: token })),
      )
      .execute()
    await kysely
      .insertInto('unlisted_requests')
      .values(
        some.map(({ token, id }) => ({
          request_id: id,
          link_token: copy.link_token ?? '',
          copy_token: token,
          expires_at: copy.expires_at,
        })),
      )
      .execute()
  }
  return rows.map(({ token }) => token)
}
/** The number of the next copy, so that no two copies of a process have the same ids. */
fillCopies.next = 0

/** Reports a transaction for copies that no node has, as anyone with their tokens can. */
export async function forgeReports(
  { db, now }: Pick<Context, 'db' | 'now'>,
  tokens: readonly string[],
  leaseUntil: string = now().toISOString(),
): Promise<void> {
  const at = now().toISOString()
  for (let start = 0; start < tokens.length; start += ROWS_A_STATEMENT) {
    await db.kysely
      .insertInto('attempts')
      .values(
        tokens.slice(start, start + ROWS_A_STATEMENT).map((token) => ({
          id: crypto.randomUUID(),
          token,
          wallet: `0x${'3c'.repeat(20)}`,
          chain: 'devnet',
          currency: 'USDC',
          calldata_hash: `0x${'5b'.repeat(32)}`,
          nonce: null,
          phase: 'broadcast',
          tx_hash: `0x${token
            .toLowerCase()
            .padEnd(64, '0')
            .replaceAll(/[^0-9a-f]/g, '7')}`,
          sent_at: at,
          lease_until: leaseUntil,
          created_at: at,
          updated_at: at,
          safe_tx_hash: null,
          safe_deadline_s: null,
        })),
      )
      .execute()
  }
}
