import { sql } from 'kysely'
import { findMerchant } from '../auth/findMerchant.ts'
import type { Context } from '../context.ts'
import { openProfile } from '../payers/sealedFields.ts'
import { ErasureRefusedError } from './errors.ts'

/** The columns that authenticate a caller, and technical digests; no export contains them. Hashes of transactions and blocks are public. */
const OMITTED =
  /(?<!tx_|block_|payment_)hash$|secret|password|public_key|digest|^sealed_|salt|user_handle|^nonce$/

/**
 * Writes all data of a merchant as lines of JSON, `{"table": …, "row": …}`. The e-mail addresses of members and the profiles of payers are in
 * plain text. Secrets and credentials are absent. Returns the number of lines.
 *
 * @throws ErasureRefusedError for an unknown merchant
 */
export async function exportMerchant(
  { db, sealer, dataSealer }: Pick<Context, 'db' | 'sealer' | 'dataSealer'>,
  merchant: string,
  write: (line: string) => void,
): Promise<number> {
  const tenantId = await findMerchant({ db }, merchant)
  if (tenantId === null) throw new ErasureRefusedError({ merchant, reason: 'unknown' })
  const tables = await db.kysely.introspection.getTables()
  const owned = tables.filter(({ columns }) => columns.some(({ name }) => name === 'tenant_id'))
  let count = 0
  for (const { name } of owned.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(name)} where tenant_id = ${tenantId}
    `.execute(db.kysely)
    for (const row of rows) {
      const kept = Object.entries(row).filter(([column]) => !OMITTED.test(column))
      const email = row['sealed_email']
      if (typeof email === 'string') kept.push(['email', sealer.open('email', email)])
      if (name === 'payers') kept.push(['profile', openProfile(dataSealer, payerOf(row))])
      write(JSON.stringify({ table: name, row: Object.fromEntries(kept) }, toText))
      count += 1
    }
  }
  return count
}

/** The columns that a profile needs; a row of `payers` has both. */
function payerOf(row: Record<string, unknown>): { id: string; sealed_profile: string | null } {
  const { id, sealed_profile: profile } = row
  return { id: String(id), sealed_profile: typeof profile === 'string' ? profile : null }
}

function toText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
