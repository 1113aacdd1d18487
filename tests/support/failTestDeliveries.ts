import type { Host } from '@secure-payment/host'

/**
 * Fails the deliveries of test events as soon as they are committed. The failure stands in for the worker, which a host with the role `api`
 * lacks. Without a failure, the calling request would wait 20 s.
 */
export function failTestDeliveries({ context: { db, now } }: Host): void {
  db.onCommit(() => {
    const isTest = db.kysely.selectFrom('events').select('id').where('is_test', '=', 1)
    const failing = db.kysely
      .updateTable('webhook_deliveries')
      .set({ status: 'dead', completed_at: now().toISOString() })
      .where('status', '=', 'pending')
      .where('event_id', 'in', isTest)
      .execute()
    // The database may already be closed.
    failing.catch(() => undefined)
  })
}
