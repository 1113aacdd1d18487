import { NOTICES, type Notice, ROLE_SCOPES, type Scope } from '@secure-payment/core/api'
import type { NotNull } from 'kysely'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { DatabaseUnavailableError } from '../db/errors.ts'
import type { Tx } from '../db/openDatabase.ts'
import { parseStoredList } from '../db/parseStoredList.ts'
import type { Row } from '../db/schema.ts'
import { MAX_MAILS_A_DAY, queueMail } from '../mail/queueMail.ts'
import { writeNotice } from './writeNotice.ts'

type TellContext = Pick<Context, 'config' | 'db' | 'log' | 'now' | 'random' | 'sealer'>

const NOTICES_A_RUN = 20
/** The age at which the host drops a notice, for example because no worker ran for a long time. */
const MAX_NOTICE_AGE_MS = 24 * 3_600_000
/**
 * The daily e-mail limit per kind: payment notices leave capacity for e-mails about problems, which leave capacity for e-mails
 * about webhooks.
 */
const MAILS_A_DAY: Readonly<Record<Notice, number>> = {
  payment_received: MAX_MAILS_A_DAY - 60,
  payment_problem: MAX_MAILS_A_DAY - 20,
  webhook_failing: MAX_MAILS_A_DAY,
  approval_waiting: MAX_MAILS_A_DAY - 20,
}

const storedFacts = z.union([
  z.object({
    reason: z.enum(['paid', 'late', 'over', 'failed', 'unmatched', 'withdrawn']),
    requestId: z.string(),
    excessAmount: z.string().optional(),
    paymentId: z.string().optional(),
    members: z.array(z.string()).optional(),
  }),
  z.object({ reason: z.enum(['failing', 'disabled']), endpointId: z.string() }),
  z.object({ reason: z.literal('waiting'), approvalId: z.string() }),
])

/**
 * Writes the e-mails for pending notices to the verified addresses of the members who have chosen them, one per notice and member.
 * A notice and its e-mails change in one transaction, so a crash neither loses nor repeats a notice. A notice that
 * cannot be written is withdrawn, so that it does not delay others.
 */
export async function tellNotices(context: TellContext): Promise<{ more: boolean }> {
  const waiting = await context.db.kysely
    .selectFrom('notices')
    .select('id')
    .where('status', '=', 'pending')
    .orderBy('id')
    .limit(NOTICES_A_RUN)
    .execute()
  for (const { id } of waiting) {
    try {
      await context.db.transaction((tx) => tellNotice(tx, context, id))
    } catch (err) {
      if (err instanceof DatabaseUnavailableError) throw err
      context.log.error({ err, noticeId: id }, 'Dropped a notice')
      await withdraw(context.db.kysely, id)
    }
  }
  return { more: waiting.length === NOTICES_A_RUN }
}

/** Claims the notice first, so that only one host sends it and a concurrent withdrawal waits. */
async function tellNotice(tx: Tx, context: TellContext, id: string): Promise<void> {
  const notice = await tx
    .updateTable('notices')
    .set({ status: 'told' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
  if (notice === undefined) return
  const facts = storedFacts.parse(JSON.parse(notice.facts))
  const isOld =
    notice.created_at < new Date(context.now().getTime() - MAX_NOTICE_AGE_MS).toISOString()
  const isTrue = !isOld && (await isStillTrue(tx, notice, facts))
  const texts = isTrue ? await writeNotice(tx, context, facts) : null
  if (texts === null) {
    await withdraw(tx, id)
    return
  }
  const members = 'members' in facts ? (facts.members ?? []) : []
  const toldTo: string[] = []
  const readers = await findReaders(tx, notice, members)
  const mayRead = 'approvalId' in facts ? await findApprovers(tx, notice, facts.approvalId) : null
  for (const { member_id, sealed_email } of readers) {
    if (mayRead !== null && !mayRead.has(member_id)) continue
    const to = context.sealer.open('email', sealed_email)
    const queued = await queueMail(
      tx,
      context,
      { to, ...texts },
      {
        tenantId: notice.tenant_id,
        cause: `notice ${id} ${member_id}`,
        limit: MAILS_A_DAY[notice.kind],
      },
    )
    if (queued !== 'limited') toldTo.push(member_id)
  }
  await tx
    .updateTable('notices')
    .set({ told_to: JSON.stringify(toldTo) })
    .where('id', '=', id)
    .execute()
}

async function withdraw(kysely: Context['db']['kysely'], id: string): Promise<void> {
  await kysely.updateTable('notices').set({ status: 'withdrawn' }).where('id', '=', id).execute()
}

/** Finds the members who may approve: their role may pay out, and they did not request the approval. */
async function findApprovers(
  tx: Tx,
  { tenant_id }: Row<'notices'>,
  approvalId: string,
): Promise<ReadonlySet<string>> {
  const approval = await tx
    .selectFrom('approvals')
    .select('requested_by')
    .where('id', '=', approvalId)
    .executeTakeFirst()
  const wallets = await tx
    .selectFrom('wallets')
    .select(['address as id', 'role'])
    .where('tenant_id', '=', tenant_id)
    .execute()
  const accounts = await tx
    .selectFrom('accounts')
    .select(['id', 'role'])
    .where('tenant_id', '=', tenant_id)
    .execute()
  const approvers = [...wallets, ...accounts].filter(({ id, role }) => {
    const scopes: readonly Scope[] = ROLE_SCOPES[role]
    return scopes.includes('payouts') && id !== approval?.requested_by
  })
  return new Set(approvers.map(({ id }) => id))
}

/** Returns whether a notice's event or payment is still valid, because the payment may have left the chain in the meantime. */
async function isStillTrue(
  tx: Tx,
  { event_id }: Row<'notices'>,
  facts: z.output<typeof storedFacts>,
): Promise<boolean> {
  if (event_id !== null) {
    const event = await tx
      .selectFrom('events')
      .select('retracted_at')
      .where('id', '=', event_id)
      .executeTakeFirst()
    return event !== undefined && event.retracted_at === null
  }
  if (!('paymentId' in facts) || facts.paymentId === undefined) return true
  const payment = await tx
    .selectFrom('payments')
    .select('id')
    .where('id', '=', facts.paymentId)
    .executeTakeFirst()
  return payment !== undefined
}

/** Finds the members with a verified address who have chosen this kind, and the members who must receive a correction. */
async function findReaders(
  tx: Tx,
  { tenant_id, kind }: Row<'notices'>,
  members: readonly string[],
): Promise<readonly { member_id: string; sealed_email: string }[]> {
  const contacts = await tx
    .selectFrom('member_contacts')
    .select(['member_id', 'sealed_email', 'notices'])
    .where('tenant_id', '=', tenant_id)
    .where('verified_at', 'is not', null)
    .where('sealed_email', 'is not', null)
    .$narrowType<{ sealed_email: NotNull }>()
    .orderBy('member_id')
    .execute()
  const wants = (notices: string) =>
    NOTICES.includes(kind) && parseStoredList(notices).includes(kind)
  return contacts.filter(({ member_id, notices }) => wants(notices) || members.includes(member_id))
}
