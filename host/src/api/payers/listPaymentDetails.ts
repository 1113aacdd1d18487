import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { isUuid } from '../../payers/createUuid.ts'
import { describeAccount } from '../../payers/describeAccount.ts'
import { PaymentDetailsNotFoundError } from '../../payers/errors.ts'
import { requirePayer } from '../../payers/findPayer.ts'
import { openAccount } from '../../payers/sealedFields.ts'

type List = typeof api.payers.listPaymentDetails

/**
 * Lists a payer's bank accounts, newest first, or a single one.
 *
 * @throws PayerNotFoundError, PaymentDetailsNotFoundError
 */
export async function listPaymentDetails(
  context: Pick<Context, 'db' | 'dataSealer'>,
  { params, query, caller }: Call<List>,
): Promise<Output<List>> {
  const { tenantId } = caller
  const payer = await requirePayer(context, { tenantId, clientUserId: params.clientUserId })
  const { paymentDetailsId } = query
  if (paymentDetailsId !== undefined && !isUuid(paymentDetailsId)) {
    throw new PaymentDetailsNotFoundError()
  }
  let selected = context.db.kysely
    .selectFrom('payment_details')
    .select(['id', 'sealed_account', 'status'])
    .where('payer_id', '=', payer.id)
    .orderBy('id', 'desc')
  if (paymentDetailsId !== undefined) selected = selected.where('id', '=', paymentDetailsId)
  const rows = await selected.execute()
  if (paymentDetailsId !== undefined && rows.length === 0) throw new PaymentDetailsNotFoundError()
  return {
    paymentDetails: rows.flatMap((row) => {
      const account = openAccount(context.dataSealer, row)
      if (account === null) return []
      const { id, status } = row
      return [{ id, userId: payer.id, ...describeAccount(account), status }]
    }),
  }
}
