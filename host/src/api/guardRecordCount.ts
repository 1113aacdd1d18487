import { BaseError } from '@secure-payment/core'
import { lockTenant } from '../db/lockTenant.ts'
import type { Tx } from '../db/openDatabase.ts'

/**
 * Records of a kind that a tenant may have in use at a time: more than a business needs, and few enough for lists without pages and
 * for an event that goes to each endpoint.
 */
export const MAX_RECORDS = {
  'API keys': 100,
  'client IDs': 500,
  'webhook endpoints': 100,
  'open invitations': 20,
  domains: 10,
} as const

/** The tenant has the maximum number of records of this kind in use. */
export class TooManyRecordsError extends BaseError {
  readonly code = 'too_many_records'
  readonly kind = 'conflict'

  constructor(facts: { records: keyof typeof MAX_RECORDS }) {
    const { records } = facts
    super(`There are already ${MAX_RECORDS[records]} ${records}, the maximum.`, {
      hint: 'Remove an unused one.',
    })
  }
}

/**
 * Verifies that there is room for one more record. Other transactions that check the same tenant wait for the end of
 * this one, so `count` includes the records that they added.
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
