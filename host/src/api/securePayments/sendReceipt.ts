import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { MailNotSetUpError } from '../../contacts/errors.ts'
import type { Context } from '../../context.ts'
import { lockTenant } from '../../db/lockTenant.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Call } from '../../http/implement.ts'
import { SecurePaymentNotFoundError } from '../../paying/errors.ts'
import {
  CustomerEmailMissingError,
  ReceiptNotReadyError,
  TooManyReceiptsError,
} from '../../receipts/errors.ts'
import { findAddressee, queueReceipt } from '../../receipts/mailReceipt.ts'
import { readReceipt } from '../../receipts/readReceipt.ts'

type Send = typeof api.securePayments.sendReceipt

/** The maximum number of e-mails with one payment's receipt in 24 hours. */
const MAX_A_PAYMENT = 5
const DAY_MS = 86_400_000
const RETRY_AFTER_S = 3_600

/**
 * Sends the receipt of a complete payment in the caller's tenant to its customer.
 *
 * @throws SecurePaymentNotFoundError, MailNotSetUpError, ReceiptNotReadyError, CustomerEmailMissingError, TooManyReceiptsError
 */
export async function sendReceipt(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random' | 'sealer'>,
  { params, caller }: Call<Send>,
): Promise<Output<Send>> {
  const { token } = params
  await guardOwn(context, token, caller.tenantId)
  if (context.config.mail === null) throw new MailNotSetUpError()
  const receipt = await readReceipt(context, token)
  if (receipt?.payment.status !== 'completed') throw new ReceiptNotReadyError()
  const to = await findAddressee(context, token)
  if (to === null) throw new CustomerEmailMissingError()
  await context.db.transaction(async (tx) => {
    // All of the merchant's receipts wait for this lock, so the count is exact.
    await lockTenant(tx, caller.tenantId)
    await guardCount(tx, context, token)
    const queued = await queueReceipt(tx, context, { receipt, to, cause: null })
    if (typeof queued === 'string') throw new TooManyReceiptsError({ retryAfterS: RETRY_AFTER_S })
  })
  return { token, email: to.email }
}

async function guardOwn(
  { db }: Pick<Context, 'db'>,
  token: string,
  tenantId: string,
): Promise<void> {
  if (!isUlid(token)) throw new SecurePaymentNotFoundError()
  const own = await db.kysely
    .selectFrom('secure_payments')
    .select('token')
    .where('token', '=', token)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (own === undefined) throw new SecurePaymentNotFoundError()
}

async function guardCount(tx: Tx, { now }: Pick<Context, 'now'>, token: string): Promise<void> {
  const since = new Date(now().getTime() - DAY_MS).toISOString()
  const sent = await tx
    .selectFrom('mails')
    .select('id')
    .where('receipt_token', '=', token)
    .where('created_at', '>', since)
    .limit(MAX_A_PAYMENT)
    .execute()
  if (sent.length === MAX_A_PAYMENT) throw new TooManyReceiptsError({ retryAfterS: RETRY_AFTER_S })
}
