import { lockClientId } from '../db/lockClientId.ts'
import type { Database, Tx } from '../db/openDatabase.ts'
import { TooManyRecurrencesError } from './errors.ts'

/**
 * The maximum number of recurring invoices that a client ID may have running. A client ID is public, and each invoice creates a request
 * per period.
 */
export const MAX_RUNNING_RECURRENCES = 100

/**
 * Verifies that a client ID may have one more running recurrence. Locks the client ID until the transaction ends, so the recurrences that
 * concurrent calls add are counted.
 *
 * @throws TooManyRecurrencesError
 */
export async function guardRunningRecurrences(
  tx: Tx,
  dialect: Database['dialect'],
  clientId: string,
): Promise<void> {
  await lockClientId(tx, dialect, clientId)
  const { count } = await tx
    .selectFrom('requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('client_id', '=', clientId)
    .where('next_recurrence_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_RUNNING_RECURRENCES) {
    throw new TooManyRecurrencesError({ limit: MAX_RUNNING_RECURRENCES })
  }
}
