import type { api, Output } from '@secure-payment/core/api'
import { isCompliant } from '@secure-payment/core/offramp'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { requirePayer } from '../../payers/findPayer.ts'
import { openLinks } from '../../payers/sealedFields.ts'

type Get = typeof api.payers.get

/**
 * Returns a payer's progress.
 *
 * @throws PayerNotFoundError
 */
export async function getPayer(
  context: Pick<Context, 'db' | 'dataSealer'>,
  { params, caller }: Call<Get>,
): Promise<Output<Get>> {
  const { tenantId } = caller
  const payer = await requirePayer(context, { tenantId, clientUserId: params.clientUserId })
  const statuses = { kycStatus: payer.kyc_status, agreementStatus: payer.agreement_status }
  return {
    ...statuses,
    isCompliant: isCompliant(statuses),
    userId: payer.id,
    ...openLinks(context.dataSealer, payer),
  }
}
