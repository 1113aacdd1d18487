import type { NotNull } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { parseStoredList } from '../db/parseStoredList.ts'
import { ensureDefined } from '../ensureDefined.ts'
import { insertNotices, type NewNotice } from './addNotices.ts'

/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

/**
 * Withdraws the notices of events that a reorganisation has invalidated. Notices that have not been sent yet are dropped. Members who
 * received an e-mail get another one, as does every member who has chosen notices of problems.
 */
export async function withdrawNotices(
  tx: Tx,
  context: Pick<Context, 'now' | 'random'>,
  events: readonly { id: string; requestId: string }[],
): Promise<void> {
  const requestOf = new Map(events.map(({ id, requestId }) => [id, requestId]))
  const ids = [...requestOf.keys()]
  const told = new Map<string, { notice: NewNotice; members: Set<string> }>()
  for (let at = 0; at < ids.length; at += ROWS_A_STATEMENT) {
    const some = ids.slice(at, at + ROWS_A_STATEMENT)
    // The pending notices are withdrawn first, so that a concurrent worker either has sent a notice or finds it withdrawn.
    await tx
      .updateTable('notices')
      .set({ status: 'withdrawn' })
      .where('event_id', 'in', some)
      .where('status', '=', 'pending')
      .execute()
    // After a later reorganisation, the host corrects only notices that were sent since the earlier one.
    const rows = await tx
      .updateTable('notices')
      .set({ status: 'withdrawn' })
      .where('event_id', 'in', some)
      .where('status', '=', 'told')
      .returning(['id', 'tenant_id', 'event_id', 'told_to'])
      .$narrowType<{ event_id: NotNull }>()
      .execute()
    for (const row of rows) {
      const requestId = ensureDefined(requestOf.get(row.event_id), 'The request of a notice')
      const known = told.get(requestId) ?? {
        notice: {
          tenantId: row.tenant_id,
          kind: 'payment_problem' as const,
          cause: `withdrawn ${row.id}`,
          eventId: null,
          facts: { reason: 'withdrawn' as const, requestId },
        },
        members: new Set<string>(),
      }
      for (const member of parseStoredList(row.told_to)) known.members.add(member)
      told.set(requestId, known)
    }
  }
  const corrections = [...told.values()].map(
    ({ notice, members }): NewNotice => ({
      ...notice,
      facts: { ...notice.facts, members: [...members] } as NewNotice['facts'],
    }),
  )
  await insertNotices(tx, context, corrections)
}
