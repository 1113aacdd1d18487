import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { type CursorForm, lastOf, readPage, writeCursor } from '../../http/readPage.ts'
import { isRequestId } from '../../requests/isRequestId.ts'
import { UNWRITABLE_BODY } from '../../webhooks/emit.ts'

type List = typeof api.webhooks.events

const DEFAULT_LIMIT = 50

/** The time, the sequence and the id of an event, with a space between them. */
const POSITION = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \d{1,9} [0-9A-Z]{26}$/

const CURSORS: CursorForm = {
  encoding: 'latin1',
  isPosition: (text) => POSITION.test(text) && isUlid(text.slice(-26)),
}

/**
 * Lists the tenant's events, oldest first and each request's events in order, except retracted events and those whose body could not be
 * written.
 *
 * An event's time is that of its statement, so an event may become visible after an event with a later time. Callers therefore read a short
 * period again.
 */
export async function listEvents(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { query, caller }: Call<List>,
): Promise<Output<List>> {
  const page = readPage(query, CURSORS, DEFAULT_LIMIT)
  const readAt = now().toISOString()
  let select = db.kysely
    .selectFrom('events')
    .select(['id', 'type', 'request_id', 'sequence', 'is_test', 'created_at', 'body'])
    .where('tenant_id', '=', caller.tenantId)
    .where('retracted_at', 'is', null)
    .where('body', '<>', UNWRITABLE_BODY)
    .orderBy('created_at')
    .orderBy('sequence')
    .orderBy('id')
    .limit(page.limit + 1)
  if (query.fromDate !== undefined) select = select.where('created_at', '>=', query.fromDate)
  if (page.after !== null) {
    const [time = '', sequence = '', id = ''] = page.after.split(' ')
    select = select.where(
      sql<boolean>`(created_at, sequence, id) > (${time}, ${Number(sequence)}, ${id})`,
    )
  }
  const rows = await select.execute()
  const positions = rows.map(({ created_at, sequence, id }) => ({
    id: `${created_at} ${sequence} ${id}`,
  }))
  return {
    events: rows.slice(0, page.limit).map((row) => ({
      id: row.id,
      event: row.type,
      // The subject of an event may also be a payer or a link.
      requestId: isRequestId(row.request_id) ? row.request_id : null,
      isTest: row.is_test === 1,
      createdAt: row.created_at,
      body: row.body,
    })),
    nextCursor: writeCursor(CURSORS, lastOf(positions, page)),
    readAt,
  }
}
