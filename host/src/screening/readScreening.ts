import type { Row } from '../db/schema.ts'
import type { Screening } from './screener.ts'

/** Reads a stored decision. */
export function readScreening(row: Row<'screenings'>): Screening {
  return {
    wallet: row.wallet,
    provider: row.provider,
    isAllowed: row.is_allowed === 1,
    reasonCode: row.reason_code,
    reference: row.reference,
    screenedAt: row.screened_at,
    expiresAt: row.expires_at,
  }
}
