import type { api, Output } from '@secure-payment/core/api'
import { parseAccessPolicy } from '../../access/accessPolicy.ts'
import { describePolicy } from '../../access/describePolicy.ts'
import type { Context } from '../../context.ts'
import { preparedRead, TEXT } from '../../db/preparedRead.ts'
import type { Call } from '../../http/implement.ts'
import { statusAt } from '../../paying/describeSecurePayment.ts'
import { SecurePaymentNotFoundError } from '../../paying/errors.ts'
import { readFeePlan } from '../../requests/feePlan.ts'
import { receiptUrl } from '../../requests/receiptUrl.ts'
import { securePaymentUrl } from '../../requests/securePaymentUrl.ts'
import { describeLookup } from './describeLookup.ts'
import { listSecurePayments } from './listSecurePayments.ts'

type Find = typeof api.securePayments.list

const selectByRequest = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .innerJoin('secure_payments as payment', 'payment.token', 'requests.secure_payment_token')
    .select([
      'payment.token',
      'payment.status',
      'payment.payment_type',
      'payment.flow',
      'payment.created_at',
      'payment.expires_at',
      'payment.redirect_url',
      'payment.redirect_label',
      'payment.revision',
      'payment.is_reusable',
      'payment.link_token',
      'payment.fee_plan',
      'payment.access_policy',
    ])
    .where('requests.id', '=', TEXT)
    .where('requests.tenant_id', '=', TEXT)
    .compile(),
)

/**
 * Returns the secure payment that a request in the caller's tenant belongs to, in any status. All of a batch's requests belong to
 * the same secure payment. Without a request's id, returns a page of the tenant's secure payments.
 *
 * @throws SecurePaymentNotFoundError
 */
export async function findSecurePayment(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  { query, caller }: Call<Find>,
): Promise<Output<Find>> {
  const { requestId } = query
  if (requestId === undefined) return listSecurePayments(context, query, caller)
  const [found] = await selectByRequest(context.db, requestId, caller.tenantId)
  if (found === undefined) throw new SecurePaymentNotFoundError({ by: 'requestId' })
  return {
    token: found.token,
    securePaymentUrl: securePaymentUrl(context.config, found.token),
    receiptUrl: receiptUrl(context.config, found),
    status: statusAt(found, context.now()),
    paymentType: found.payment_type,
    flow: found.flow,
    createdAt: found.created_at,
    expiresAt: found.expires_at,
    redirectUrl: found.redirect_url,
    redirectLabel: found.redirect_label,
    revision: found.revision,
    isReusable: found.is_reusable === 1,
    linkToken: found.link_token,
    feePlan: readFeePlan(found.fee_plan),
    accessPolicy: describePolicy(parseAccessPolicy(found.access_policy)),
    ...(await describeLookup(context, { requestId, token: found.token })),
  }
}
