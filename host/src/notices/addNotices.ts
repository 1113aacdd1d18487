import type { Notice } from '@secure-payment/core/api'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { parseStoredList } from '../db/parseStoredList.ts'
import { withUlids } from '../withUlids.ts'

/** The subject of a notice. A notice's text is composed only when its e-mail is written. */
export type NoticeFacts =
  | {
      reason: 'paid' | 'late' | 'over' | 'failed' | 'unmatched' | 'withdrawn'
      requestId: string
      /** The amount by which the request is overpaid, in its invoice currency; absent if it is not overpaid. */
      excessAmount?: string | undefined
      /** The id of a payment that must still exist when the e-mail is written. */
      paymentId?: string | undefined
      /** Members who have received the withdrawn notice. */
      members?: readonly string[] | undefined
    }
  | { reason: 'failing' | 'disabled'; endpointId: string }
  | { reason: 'waiting'; approvalId: string }

/** A notice to be stored. `cause`: only one of several notices with the same cause is stored. */
export type NewNotice = {
  tenantId: string
  kind: Notice
  cause: string
  eventId: string | null
  facts: NoticeFacts
}

/** Builds the notice about a waiting approval, for the members who may decide on it. */
export function approvalNotice(tenantId: string, approvalId: string): NewNotice {
  const cause = `approval ${approvalId}`
  const facts = { reason: 'waiting', approvalId } as const
  return { tenantId, kind: 'approval_waiting', cause, eventId: null, facts }
}

/** The maximum number of notices of one kind for one merchant in 24 hours, because anyone can pay small amounts. */
const MAX_NOTICES_A_DAY: Readonly<Record<Notice, number>> = {
  payment_received: 100,
  payment_problem: 50,
  webhook_failing: 20,
  approval_waiting: 50,
}
const DAY_MS = 86_400_000
/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

/**
 * Stores notices in the transaction of their causes, for merchants with a member who has chosen them. A worker writes
 * the e-mails. A notice beyond the merchant's limit is not stored.
 */
export async function addNotices(
  tx: Tx,
  context: Pick<Context, 'now' | 'random'>,
  notices: readonly NewNotice[],
): Promise<void> {
  if (notices.length === 0) return
  const chosen = await readChosen(
    tx,
    notices.map(({ tenantId }) => tenantId),
  )
  const wanted = notices.filter(({ tenantId, kind }) => chosen.get(tenantId)?.has(kind) === true)
  const room = new Map<string, number>()
  const kept: NewNotice[] = []
  for (const notice of wanted) {
    const key = `${notice.tenantId} ${notice.kind}`
    const left = room.get(key) ?? (await countRoom(tx, context, notice))
    room.set(key, left - 1)
    if (left > 0) kept.push(notice)
  }
  await insertNotices(tx, context, kept)
}

/** Inserts notices, regardless of which members have chosen them. */
export async function insertNotices(
  tx: Tx,
  context: Pick<Context, 'now' | 'random'>,
  notices: readonly NewNotice[],
): Promise<void> {
  const rows = withUlids(context, notices).map(({ id, item }) => ({
    id,
    tenant_id: item.tenantId,
    kind: item.kind,
    cause: item.cause,
    event_id: item.eventId,
    facts: JSON.stringify(item.facts),
    status: 'pending' as const,
    told_to: null,
    created_at: context.now().toISOString(),
  }))
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    await tx
      .insertInto('notices')
      .values(rows.slice(at, at + ROWS_A_STATEMENT))
      .onConflict((conflict) => conflict.column('cause').doNothing())
      .execute()
  }
}

/** Reads the kinds of notices that any verified member of each merchant has chosen. */
async function readChosen(
  tx: Tx,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const ids = [...new Set(tenantIds)]
  const chosen = new Map<string, Set<string>>()
  for (let at = 0; at < ids.length; at += ROWS_A_STATEMENT) {
    const rows = await tx
      .selectFrom('member_contacts')
      .select(['tenant_id', 'notices'])
      .where('tenant_id', 'in', ids.slice(at, at + ROWS_A_STATEMENT))
      .where('verified_at', 'is not', null)
      .execute()
    for (const { tenant_id, notices } of rows) {
      const known = chosen.get(tenant_id) ?? new Set()
      for (const kind of parseStoredList(notices)) known.add(kind)
      chosen.set(tenant_id, known)
    }
  }
  return chosen
}

async function countRoom(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { tenantId, kind }: Pick<NewNotice, 'tenantId' | 'kind'>,
): Promise<number> {
  const max = MAX_NOTICES_A_DAY[kind]
  const rows = await tx
    .selectFrom('notices')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('created_at', '>', new Date(now().getTime() - DAY_MS).toISOString())
    .limit(max)
    .execute()
  return max - rows.length
}
