import type { api, Output } from '@secure-payment/core/api'
import { agreementMachine, judgeMove } from '@secure-payment/core/offramp'
import type { Context } from '../../context.ts'
import { within } from '../../crosschain/within.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { sendAgreement } from '../../offramps/sendAgreement.ts'
import { changeCompliance } from '../../payers/changeCompliance.ts'
import { PayerNotFoundError } from '../../payers/errors.ts'
import { requirePayer } from '../../payers/findPayer.ts'
import { lockPayer } from '../../payers/lockPayer.ts'
import { afterInLine } from '../../payers/retryAt.ts'
import { PROVIDER_DEADLINE_MS } from './providerDeadline.ts'

type Update = typeof api.payers.update

/**
 * Records whether a payer signed the agreement, and reports it to the provider. A change that is invalid in the current status, such as
 * reopening a completed agreement, has no effect.
 *
 * @throws PayerNotFoundError
 */
export async function updatePayer(
  context: Pick<Context, 'config' | 'dataSealer' | 'db' | 'log' | 'now' | 'offramp' | 'random'>,
  { params, body, caller }: Call<Update>,
): Promise<Output<Update>> {
  const { tenantId } = caller
  const found = await requirePayer(context, { tenantId, clientUserId: params.clientUserId })
  const payer = await noteAgreement(context, found.id, body.agreementCompleted)
  const { offramp } = context
  if (offramp !== null) {
    await within(sendAgreement({ ...context, offramp }, payer), PROVIDER_DEADLINE_MS)
  }
  return { success: true }
}

async function noteAgreement(
  context: Pick<Context, 'config' | 'dataSealer' | 'db' | 'now' | 'random'>,
  id: string,
  isCompleted: boolean,
): Promise<Row<'payers'>> {
  const agreement_status = isCompleted ? 'completed' : 'rejected'
  return context.db.transaction(async (tx) => {
    const payer = await lockPayer(tx, id)
    if (payer === undefined || payer.erased_at !== null) throw new PayerNotFoundError()
    const move = judgeMove(agreementMachine, payer.agreement_status, agreement_status)
    if (move !== 'moves') return payer
    return changeCompliance(tx, context, payer, {
      agreement_status,
      // The merchant reported the agreement, so the provider must still receive it.
      agreement_reported_at: null,
      next_check_at: afterInLine(context.now()),
    })
  })
}
