import { type RawBuilder, sql } from 'kysely'

/**
 * Omits the open copies of reusable links from a statement on `requests`. Any visitor can open copies, so they appear in the merchant's
 * lists only once a payment is detected for them. The partial indexes of the lists contain the same condition, without parameters.
 */
export const isListed: RawBuilder<boolean> = sql<boolean>`requests.is_unpaid_copy = 0`
