import type { api, Output } from '@secure-payment/core/api'
import { hashApiKey } from '../../auth/apiKey.ts'
import { principalOf } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { lockRequests } from '../../payments/requestRows.ts'
import { guardRefundable } from '../../refunds/guardRefundable.ts'
import { loadPayment } from '../refunds/loadPayment.ts'
import { describeClaim } from './describeClaim.ts'
import { guardClaimCount } from './guardClaimCount.ts'

type Create = typeof api.refundClaims.create

const CODE_BYTES = 32
const DEFAULT_DAYS = 7
const DAY_MS = 86_400_000

/**
 * Creates a link that lets a payer state an address for refunds of a payment, and closes the payment's earlier link. The code is in
 * the link's fragment, which no browser sends, and only its hash is stored.
 *
 * @throws PaymentNotFoundError, RefundUnsupportedError, TooManyRefundClaimsError
 */
export async function createRefundClaim(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random'>,
  { params, body, caller }: Pick<Call<Create>, 'params' | 'body' | 'caller'>,
): Promise<Output<Create>> {
  const payment = await loadPayment(context, { id: params.id, tenantId: caller.tenantId })
  guardRefundable(payment.request)
  const now = context.now()
  const code = Buffer.from(context.random(CODE_BYTES)).toString('base64url')
  const lifetimeMs = (body?.expiresInDays ?? DEFAULT_DAYS) * DAY_MS
  const row = {
    id: createId(context),
    tenant_id: payment.tenant_id,
    payment_id: payment.id,
    request_id: payment.request_id,
    // The code has 256 random bits, as an API key does, so the same fast hash protects it.
    code_hash: hashApiKey(code),
    nonce: null,
    wallet: null,
    recipient: null,
    failed_attempts: 0,
    created_by: principalOf(caller),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
    stated_at: null,
    closed_at: null,
  }
  await context.db.transaction(async (tx) => {
    await lockRequests(tx, context.db.dialect, [payment.request_id])
    await guardClaimCount(tx, payment.id)
    await tx
      .updateTable('refund_claims')
      .set({ closed_at: row.created_at })
      .where('payment_id', '=', payment.id)
      .where('code_hash', 'is not', null)
      .where('stated_at', 'is', null)
      .where('closed_at', 'is', null)
      .execute()
    await tx.insertInto('refund_claims').values(row).execute()
    await context.audit?.write(tx, row.id)
  })
  const { network, payment_currency } = payment
  const claim = describeClaim({ ...row, network, payment_currency, refused_claims: null }, now)
  return { ...claim, url: `${context.config.authUrl}/console/#refund-claim=${row.id}.${code}` }
}
