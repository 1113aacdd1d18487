import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { within } from '../../crosschain/within.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { requireOfframp } from '../../offramps/requireOfframp.ts'
import { sendPayer } from '../../offramps/sendPayer.ts'
import { checkProfile } from '../../payers/checkProfile.ts'
import { keepPayer } from '../../payers/keepPayer.ts'
import { openLinks } from '../../payers/sealedFields.ts'
import { PROVIDER_DEADLINE_MS } from './providerDeadline.ts'

type Submit = typeof api.payers.submit

/**
 * Submits a payer. The payer is stored first. If the provider is too slow, a job repeats the report; a read of the payer returns the
 * provider's pages once they exist.
 *
 * @throws NoOfframpError, InvalidInputError, PayerExistsError, OfframpRefusedError
 */
export async function submitPayer(
  context: Pick<Context, 'config' | 'dataSealer' | 'db' | 'log' | 'now' | 'offramp' | 'random'>,
  { body, caller }: Call<Submit>,
): Promise<Output<Submit>> {
  const offramp = requireOfframp(context)
  const { clientUserId, ...particulars } = body
  const profile = checkProfile(particulars, context.now())
  const { tenantId } = caller
  const submission = { tenantId, clientUserId, profile, provider: offramp.id }
  const payer = await keepPayer(context, submission)
  const sent = await within(sendPayer({ ...context, offramp }, payer), PROVIDER_DEADLINE_MS)
  return describeSubmitted(context, sent ?? payer)
}

/** Describes the submitted payer. This response has only two values for each status, unlike all others. */
function describeSubmitted(
  { dataSealer }: Pick<Context, 'dataSealer'>,
  payer: Row<'payers'>,
): Output<Submit> {
  const { kycUrl, agreementUrl } = openLinks(dataSealer, payer)
  return {
    status: {
      agreementStatus: payer.agreement_status === 'completed' ? 'completed' : 'not_started',
      kycStatus: payer.kyc_status === 'approved' ? 'completed' : 'not_started',
    },
    userId: payer.id,
    ...(kycUrl !== null && { kycUrl }),
    ...(agreementUrl !== null && { agreementUrl }),
  }
}
