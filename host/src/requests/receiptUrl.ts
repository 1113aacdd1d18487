import type { Config } from '../config.ts'
import type { Row } from '../db/schema.ts'

/** The path of every receipt, before the token of its payment. */
export const RECEIPTS_PATH = '/receipts'

/** Returns the permanent URL of a secure payment's receipt; null for a reusable link, which is never paid itself. */
export function receiptUrl(
  { payUrl }: Pick<Config, 'payUrl'>,
  { token, is_reusable }: Pick<Row<'secure_payments'>, 'token' | 'is_reusable'>,
): string | null {
  return is_reusable === 1 ? null : `${payUrl}${RECEIPTS_PATH}/${token}`
}
