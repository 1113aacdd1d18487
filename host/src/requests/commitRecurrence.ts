import type { Context } from '../context.ts'
import type { CreatedRows } from './commitRequests.ts'
import { guardRunningRecurrences } from './guardRunningRecurrences.ts'

/**
 * Commits a recurring request, unless its client ID has the maximum number of them. The commit has its own transaction, so the limit holds
 * for any number of concurrent calls.
 *
 * @throws TooManyRecurrencesError
 */
export async function commitRecurrence(
  { db }: Pick<Context, 'db'>,
  { requests, idempotencyKey, auditEntry }: CreatedRows,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { client_id } of requests) {
      if (client_id != null) await guardRunningRecurrences(tx, db.dialect, client_id)
    }
    await tx.insertInto('requests').values(requests).execute()
    if (auditEntry != null) await tx.insertInto('audit_log').values(auditEntry).execute()
    if (idempotencyKey === null) return
    await tx.insertInto('idempotency_keys').values(idempotencyKey).execute()
  })
}
