import { SLACK_MS } from '../clock/clock.ts'
import type { Context } from '../context.ts'
import { lockSecurePayment } from '../db/lockSecurePayment.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { emit } from '../webhooks/emit.ts'

/** A wallet that tries again within this time is not reported again. */
export const REJECTION_QUIET_MS = 10 * 60_000
/**
 * The maximum number of wallets per secure payment reported in that time, because anyone with the link can name any
 * number.
 */
export const MAX_REJECTIONS = 20

type RejectionContext = Pick<Context, 'config' | 'db' | 'now' | 'random'>

/** The parts of a secure payment that the events about rejections contain. */
export type EventSubject = Pick<
  Row<'secure_payments'>,
  'token' | 'tenant_id' | 'client_id' | 'origin' | 'created_at'
> & { requestIds: readonly string[] }

/**
 * Records that wallets were rejected, and notifies the merchant once per ten minutes per wallet, in one transaction per secure payment.
 * Returns the time of the report, in ms since the epoch, for each wallet that is not yet reported again. For a wallet beyond {@link
 * MAX_REJECTIONS}, returns the time of the oldest report, because its end permits a new report.
 */
export async function recordRejections(
  context: RejectionContext,
  { subject, wallets }: { subject: EventSubject; wallets: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const now = context.now()
  const { token } = subject
  const latest = new Date(now.getTime() + SLACK_MS).toISOString()
  const quietSince = new Date(now.getTime() - REJECTION_QUIET_MS).toISOString()
  return context.db.transaction(async (tx) => {
    await lockSecurePayment(tx, token)
    await tx
      .deleteFrom('access_rejections')
      .where('token', '=', token)
      // Also deletes times in the future, which come from a clock that was ahead and would otherwise suppress reports.
      .where((row) =>
        row.or([row('rejected_at', '<=', quietSince), row('rejected_at', '>', latest)]),
      )
      .execute()
    const rows = await tx
      .selectFrom('access_rejections')
      .select(['wallet', 'rejected_at'])
      .where('token', '=', token)
      .execute()
    const told = new Map(rows.map((row) => [row.wallet, Date.parse(row.rejected_at)]))
    const room = Math.max(MAX_REJECTIONS - told.size, 0)
    const untold = wallets.filter((wallet) => !told.has(wallet))
    for (const wallet of untold.slice(0, room)) {
      told.set(wallet, now.getTime())
      await tell(context, tx, { subject, wallet, now })
    }
    const oldestMs = Math.min(...told.values())
    for (const wallet of untold.slice(room)) told.set(wallet, oldestMs)
    return told
  })
}

async function tell(
  context: RejectionContext,
  tx: Tx,
  { subject, wallet, now }: { subject: EventSubject; wallet: string; now: Date },
): Promise<void> {
  const { token } = subject
  await tx
    .insertInto('access_rejections')
    .values({ token, wallet, rejected_at: now.toISOString() })
    .execute()
  const { event_sequence } = await tx
    .updateTable('secure_payments')
    .set((eb) => ({ event_sequence: eb('event_sequence', '+', 1) }))
    .where('token', '=', token)
    .returning('event_sequence')
    .executeTakeFirstOrThrow()
  const securePayment = { ...subject, event_sequence }
  await emit(tx, context, [{ type: 'secure_payment.access_rejected', securePayment, wallet }])
}
