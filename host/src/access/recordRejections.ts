import { SLACK_MS } from '../clock/clock.ts'
import type { Context } from '../context.ts'
import { lockSecurePayment } from '../db/lockSecurePayment.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { emit } from '../webhooks/emit.ts'

/** A wallet that tries again within this time is not reported again. */
export const REJECTION_QUIET_MS = 10 * 60_000
/**
 * The maximum number of wallets per secure payment that are reported in that time: anyone with the link can name any
 * number of them.
 */
export const MAX_REJECTIONS = 20

type RejectionContext = Pick<Context, 'config' | 'db' | 'now' | 'random'>

/** The parts of a secure payment that its events contain. */
export type EventSubject = Pick<
  Row<'secure_payments'>,
  'token' | 'tenant_id' | 'client_id' | 'origin' | 'created_at'
> & { requestIds: readonly string[] }

/**
 * Records that wallets were refused, and notifies the merchant: once per ten minutes for each wallet, in one
 * transaction per secure payment.
 */
export async function recordRejections(
  context: RejectionContext,
  { subject, wallets }: { subject: EventSubject; wallets: readonly string[] },
): Promise<void> {
  const now = context.now()
  const { token } = subject
  const latest = new Date(now.getTime() + SLACK_MS).toISOString()
  const quietSince = new Date(now.getTime() - REJECTION_QUIET_MS).toISOString()
  await context.db.transaction(async (tx) => {
    await lockSecurePayment(tx, token)
    await tx
      .deleteFrom('access_rejections')
      .where('token', '=', token)
      // A row from a clock that was ahead would otherwise suppress reports for as long as the clock was ahead.
      .where((row) =>
        row.or([row('rejected_at', '<=', quietSince), row('rejected_at', '>', latest)]),
      )
      .execute()
    const rows = await tx
      .selectFrom('access_rejections')
      .select('wallet')
      .where('token', '=', token)
      .execute()
    const told = new Set(rows.map((row) => row.wallet))
    for (const wallet of wallets) {
      if (told.size >= MAX_REJECTIONS || told.has(wallet)) continue
      told.add(wallet)
      await tell(context, tx, { subject, wallet })
    }
  })
}

async function tell(
  context: RejectionContext,
  tx: Tx,
  { subject, wallet }: { subject: EventSubject; wallet: string },
): Promise<void> {
  const { token } = subject
  await tx
    .insertInto('access_rejections')
    .values({ token, wallet, rejected_at: context.now().toISOString() })
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
