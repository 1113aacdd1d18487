import { sql } from 'kysely'

/**
 * The condition that a request's money may have to be refunded. The condition equals that of the partial index `requests_undecided` word
 * for word; otherwise no engine would use the index. Amounts are digits without leading zeros, so a longer amount is larger.
 */
export const IS_CANDIDATE = sql<boolean>`is_payout = 0 and (paid_late = 1 or (cancelled_at is not null and paid_units <> '0')
  or (has_been_paid = 0 and paid_units <> '0' and expires_at is not null)
  or length(paid_units) > length(expected_units)
  or (length(paid_units) = length(expected_units) and paid_units > expected_units))`
