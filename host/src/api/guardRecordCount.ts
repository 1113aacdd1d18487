import { BaseError } from '@secure-payment/core'
import { lockTenant } from '../db/lockTenant.ts'
import type { Tx } from '../db/openDatabase.ts'

/**
 * The maximum number of records of each kind that a tenant may have in use at a time. A business needs fewer, and lists stay short enough
 * to need no pages.
 */
export const MAX_RECORDS = {
  'API keys': 100,
  'client IDs': 500,
  'webhook endpoints': 100,
  'open invitations': 20,
  domains: 10,
} as const

/** The tenant has the maximum number of records of this kind in use. */
class TooManyRecordsError extends BaseError {
  readonly code = 'too_many_records'
  readonly kind = 'conflict'

  constructor(facts: { records: keyof typeof MAX_RECORDS }) {
    const { records } = facts
    super(`There are already ${MAX_RECORDS[records]} ${records}, the maximum.`, {
      hint: 'Remove an unused record.',
    })
  }
}

/**
 * Verifies that the tenant may add one more record. Locks the tenant until the transaction ends, so `count` includes the records that
 * concurrent calls added.
 *
 * @throws TooManyRecordsError
 */
export async function guardRecordCount(
  tx: Tx,
  facts: { records: keyof typeof MAX_RECORDS; tenantId: string },
  count: () => Promise<{ count: string | number | bigint }>,
): Promise<void> {
  await lockTenant(tx, facts.tenantId)
  const found = await count()
  if (Number(found.count) >= MAX_RECORDS[facts.records]) throw new TooManyRecordsError(facts)
}
