import { randomBytes } from 'node:crypto'
import { createUlid } from '@secure-payment/core'
import type SqliteDatabase from 'better-sqlite3'
import type { Row } from '../../../host/src/db/schema.ts'
import { fillSql } from './fillSql.ts'
import { TENANT_ID } from './requestRows.ts'

/** A body about as long as a real `payment.confirmed` body. */
export const EVENT_BODY = JSON.stringify({
  event: 'payment.confirmed',
  filler: 'x'.repeat(1_000),
})

/**
 * The watcher records about a thousand payments per transaction, and their deliveries are due in the same millisecond.
 */
const DUE_TOGETHER = 1_000

/** The values that vary per row in the event and delivery tables, as SQL over a counter `n`. */
const VARYING: Readonly<Record<string, string>> = {
  id: "@prefix || printf('%016d', n)",
  event_id: "@prefix || printf('%016d', n)",
  request_id: "'01' || @prefix || printf('%016d', n)",
  due_at: `strftime('%Y-%m-%dT%H:%M:%fZ', @epoch + (n / ${DUE_TOGETHER}) / 1000.0, 'unixepoch')`,
}

/** Adds due deliveries to an endpoint, oldest first, in one transaction. Each delivery has a separate event and request. */
export function seedDeliveries(
  database: SqliteDatabase.Database,
  endpointId: string,
  count: number,
): void {
  const nowMs = Date.now()
  const prefix = createUlid(nowMs, randomBytes(10)).slice(0, 10)
  const createdAt = new Date(nowMs).toISOString()
  const event: Row<'events'> = {
    id: '',
    tenant_id: TENANT_ID,
    request_id: '',
    client_id: null,
    type: 'payment.confirmed',
    sequence: 1,
    body: EVENT_BODY,
    created_at: createdAt,
    is_test: 0,
    retracted_at: null,
  }
  const delivery: Row<'webhook_deliveries'> = {
    id: '',
    event_id: '',
    endpoint_id: endpointId,
    request_id: '',
    sequence: 1,
    status: 'pending',
    attempt: 0,
    due_at: '',
    lease_until: null,
    created_at: createdAt,
    completed_at: null,
    last_response_status: null,
    last_error: null,
    schedule_start: 0,
    replays: 0,
    last_request: null,
  }
  // The first group is due early enough that the last group is already due as well.
  const epoch = nowMs / 1_000 - count / DUE_TOGETHER - 1
  const statements = Object.entries({ events: event, webhook_deliveries: delivery }).map(
    ([table, row]) => ({
      statement: database.prepare(fillSql(table, row, { count, varying: VARYING })),
      values: { ...row, prefix, epoch },
    }),
  )
  database.transaction(() => {
    for (const { statement, values } of statements) statement.run(values)
  })()
}
