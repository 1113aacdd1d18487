import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { cancelRequests } from '../../paying/cancelRequests.ts'
import { SecurePaymentNotFoundError } from '../../paying/errors.ts'
import { guardPayoutLink } from '../../paying/guardPayoutLink.ts'

type Cancel = typeof api.securePayments.cancel

/**
 * Cancels a secure payment in the caller's tenant; idempotent.
 *
 * @throws ScopeMissingError for a payout link; SecurePaymentNotFoundError, CancelRefusedError
 */
export async function cancelSecurePayment(
  context: Pick<Context, 'audit' | 'chains' | 'config' | 'db' | 'log' | 'now' | 'random'>,
  { params, caller }: Call<Cancel>,
): Promise<Output<Cancel>> {
  const { token } = params
  if (!isUlid(token)) throw new SecurePaymentNotFoundError()
  const cancelled = await cancelRequests(context, {
    caller,
    async find(tx) {
      await guardPayoutLink(tx, caller, token)
      const rows = await tx
        .selectFrom('requests')
        .select('id')
        .where('secure_payment_token', '=', token)
        .where('tenant_id', '=', caller.tenantId)
        .orderBy('id')
        .execute()
      return { token, requestIds: rows.map(({ id }) => id) }
    },
  })
  if (cancelled === null) throw new SecurePaymentNotFoundError()
  const { requestIds, cancelledAt } = cancelled
  return { token, status: 'invalidated', requestIds, cancelledAt }
}
