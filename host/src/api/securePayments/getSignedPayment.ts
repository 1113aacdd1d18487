import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { loadSecurePayment } from '../../paying/loadSecurePayment.ts'
import { SignedPaymentNotFoundError } from '../../signed/errors.ts'
import { describeSigned } from '../../signed/signedRows.ts'

type Get = typeof api.securePayments.getSignedPayment

/**
 * Returns the state of a payment that a payer signed.
 *
 * @throws SignedPaymentNotFoundError, and what `loadSecurePayment` throws
 */
export async function getSignedPayment(
  context: Pick<Context, 'config' | 'db' | 'now' | 'prices' | 'rates'>,
  { params, caller }: Pick<Call<Get>, 'params' | 'caller'>,
): Promise<Output<Get>> {
  const { requests } = await loadSecurePayment(context, { token: params.token, caller })
  const row = await context.db.kysely
    .selectFrom('signed_payments')
    .selectAll()
    .where('id', '=', params.signedPaymentId)
    .where(
      'request_id',
      'in',
      requests.map(({ id }) => id),
    )
    .executeTakeFirst()
  if (row === undefined) throw new SignedPaymentNotFoundError()
  return describeSigned(row)
}
