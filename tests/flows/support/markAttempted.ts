import type { Context } from '../../../host/src/context.ts'

/** Marks the deliveries about a request as tried, so that a receiver may have seen their events. */
export async function markAttempted({ db }: Pick<Context, 'db'>, requestId: string): Promise<void> {
  await db.kysely
    .updateTable('webhook_deliveries')
    .set({ status: 'delivered', attempt: 1 })
    .where('request_id', '=', requestId)
    .execute()
}
