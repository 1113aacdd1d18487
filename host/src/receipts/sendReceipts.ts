import type { Context } from '../context.ts'
import { lockTenant } from '../db/lockTenant.ts'
import type { Row } from '../db/schema.ts'
import { findAddressee, queueReceipt } from './mailReceipt.ts'
import { readReceipt } from './readReceipt.ts'

/** The maximum number of receipts per run. */
const RECEIPTS_A_RUN = 50
/** The age at which a receipt is no longer sent, because it would confuse the payer. */
const MAX_AGE_MS = 86_400_000

type SendContext = Pick<Context, 'config' | 'db' | 'log' | 'now' | 'random' | 'sealer'>

/**
 * Writes the e-mails with pending receipts to the outbox, each once. The receipt's row and its e-mail change in one transaction. The row of
 * a payment that has left the chain is deleted, so that a payment that returns gets its receipt.
 */
export async function sendReceipts(context: SendContext): Promise<{ more: boolean }> {
  const orders = await context.db.kysely
    .selectFrom('receipt_mails')
    .select(['token', 'tenant_id', 'created_at'])
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .limit(RECEIPTS_A_RUN)
    .execute()
  for (const order of orders) {
    try {
      await sendOne(context, order)
    } catch (err) {
      context.log.error({ err, token: order.token }, 'Failed to write a receipt; the host retries')
    }
  }
  return { more: orders.length === RECEIPTS_A_RUN }
}

async function sendOne(
  context: SendContext,
  {
    token,
    tenant_id,
    created_at,
  }: Pick<Row<'receipt_mails'>, 'token' | 'tenant_id' | 'created_at'>,
): Promise<void> {
  const isOld = created_at < new Date(context.now().getTime() - MAX_AGE_MS).toISOString()
  const receipt = isOld ? null : await readReceipt(context, token)
  const to = await findAddressee(context, token)
  const isComplete = receipt?.payment.status === 'completed'
  await context.db.transaction(async (tx) => {
    // The outbox locks the merchant too; every transaction locks it before other rows.
    await lockTenant(tx, tenant_id)
    if (!isOld && !isComplete) {
      await tx
        .deleteFrom('receipt_mails')
        .where('token', '=', token)
        .where('status', '=', 'pending')
        .execute()
      return
    }
    const isSent = receipt !== null && to !== null
    // Only one host's update finds the row pending.
    const { numUpdatedRows } = await tx
      .updateTable('receipt_mails')
      .set({ status: isSent ? 'sent' : 'dropped' })
      .where('token', '=', token)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (numUpdatedRows === 0n || !isSent) return
    await queueReceipt(tx, context, { receipt, to, cause: `receipt ${token}` })
  })
}
