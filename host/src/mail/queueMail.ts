import type { Context } from '../context.ts'
import { lockTenant } from '../db/lockTenant.ts'
import type { Tx } from '../db/openDatabase.ts'
import { createId } from '../id.ts'
import { type MailParts, writeMail } from './mailMessage.ts'

/** The maximum number of e-mails for one merchant in 24 hours, so that no merchant floods the mail server. */
export const MAX_MAILS_A_DAY = 200
const DAY_MS = 86_400_000

/** The cause of an e-mail. */
type MailCause = {
  /** The merchant whose limit counts the e-mail; null for the operator, who has no limit. */
  tenantId: string | null
  /** A key that identifies the cause: of several e-mails with the same key, only one is sent; null for no such limit. */
  cause: string | null
  /** A merchant limit other than {@link MAX_MAILS_A_DAY}: lower for less important e-mails, or higher. */
  limit?: number
  /** The payment whose receipt the e-mail brings. Receipts have a separate limit, and do not count towards the others. */
  receiptToken?: string
}

/** The result: an e-mail that repeats a cause, or exceeds the merchant's limit, is not sent. */
type Queued = { id: string } | 'repeated' | 'limited'

/**
 * Writes an e-mail to the outbox, in the transaction of its cause, so it is sent if and only if its cause is stored.
 * @throws MailAddressError
 */
export async function queueMail(
  tx: Tx,
  context: Pick<Context, 'now' | 'random' | 'sealer'>,
  parts: MailParts,
  { tenantId, cause, limit = MAX_MAILS_A_DAY, receiptToken }: MailCause,
): Promise<Queued> {
  const message = writeMail(parts)
  if (
    tenantId !== null &&
    (await isAtLimit(tx, context, { tenantId, limit, isReceipt: receiptToken !== undefined }))
  )
    return 'limited'
  const at = context.now().toISOString()
  const id = createId(context)
  const { numInsertedOrUpdatedRows: inserted = 0n } = await tx
    .insertInto('mails')
    .values({
      id,
      tenant_id: tenantId,
      // The key includes the merchant, because two merchants may have equal causes.
      cause: cause && `${tenantId ?? 'operator'} ${cause}`,
      sealed_message: context.sealer.seal('mail', JSON.stringify(message)),
      status: 'pending',
      attempt: 0,
      due_at: at,
      created_at: at,
      completed_at: null,
      last_error: null,
      receipt_token: receiptToken ?? null,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .executeTakeFirst()
  return inserted === 1n ? { id } : 'repeated'
}

async function isAtLimit(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { tenantId, limit, isReceipt }: { tenantId: string; limit: number; isReceipt: boolean },
): Promise<boolean> {
  await lockTenant(tx, tenantId)
  const since = new Date(now().getTime() - DAY_MS).toISOString()
  const rows = await tx
    .selectFrom('mails')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('created_at', '>', since)
    .where('receipt_token', isReceipt ? 'is not' : 'is', null)
    .limit(limit)
    .execute()
  return rows.length === limit
}
