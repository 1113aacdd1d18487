import { getCurrency } from '@secure-payment/core/catalogue'
import { offrampSteps } from '@secure-payment/core/offramp'
import { isUniqueViolation } from '../db/errors.ts'
import type { Row } from '../db/schema.ts'
import { lockRequests } from '../payments/requestRows.ts'
import { OfframpRefusedError, OfframpUnavailableError } from './errors.ts'
import { moveOfframp } from './moveOfframp.ts'
import type { SendContext } from './sendPayer.ts'

/**
 * Starts an offramp at the provider for money that is confirmed on chain, unless the provider already has the offramp. A rejection ends
 * the offramp as `failed`. Returns whether this call has written events.
 *
 * @throws OfframpUnavailableError also while the provider does not have the payer or account
 */
export async function startOfframp(
  context: SendContext,
  offramp: Row<'offramps'>,
): Promise<boolean> {
  const { db, now } = context
  const { id, network, currency, units, tx_hash: txHash } = offramp
  const known = await readProviderIds(context, offramp)
  const { decimals } = getCurrency(currency).currency
  try {
    const { providerId } = await context.offramp.start({
      id,
      ...known,
      network,
      currency,
      units: BigInt(units),
      decimals,
      txHash,
    })
    await db.kysely
      .updateTable('offramps')
      .set({ provider_id: providerId, failure_reason: null, next_check_at: now().toISOString() })
      .where('id', '=', id)
      .where('provider_id', 'is', null)
      // The payment may have left the chain in the meantime; when the payment returns, the offramp restarts under the same id.
      .where('payer_id', 'is not', null)
      .execute()
    return false
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === null) throw error
    return fail(context, offramp, reason)
  }
}

/** Returns the provider's reason for a rejection, for the merchant; null if there is none. */
function refusalOf(error: unknown): string | null {
  if (error instanceof OfframpRefusedError) return error.reason
  return isUniqueViolation(error) ? 'The provider uses its id for another payment.' : null
}

async function readProviderIds(
  { db, offramp: { id: provider } }: SendContext,
  { payer_id, payment_details_id }: Row<'offramps'>,
): Promise<{ payerProviderId: string; accountProviderId: string }> {
  const account = await db.kysely
    .selectFrom('payment_details')
    .innerJoin('payers', 'payers.id', 'payment_details.payer_id')
    .select(['payers.provider_id as payer_provider_id', 'payment_details.provider_id'])
    .where('payment_details.id', '=', payment_details_id)
    .where('payers.id', '=', payer_id)
    .where('payers.provider', '=', provider)
    .where('payment_details.provider', '=', provider)
    .executeTakeFirst()
  const payerProviderId = account?.payer_provider_id ?? null
  const accountProviderId = account?.provider_id ?? null
  if (payerProviderId === null || accountProviderId === null) {
    const reason = 'the payer or the bank account is not registered at the provider yet'
    throw new OfframpUnavailableError({ provider, reason })
  }
  return { payerProviderId, accountProviderId }
}

async function fail(
  context: SendContext,
  { id, request_id }: Row<'offramps'>,
  reason: string,
): Promise<boolean> {
  const { db } = context
  const hasFailed = await db.transaction(async (tx) => {
    const request = (await lockRequests(tx, db.dialect, [request_id])).get(request_id)
    const offramp = await tx
      .selectFrom('offramps')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (request === undefined || offramp === undefined || offramp.provider_id !== null) return false
    const steps = offrampSteps(offramp.status, 'failed')
    if (steps === null || steps.length === 0) return false
    await moveOfframp(tx, context, { offramp, request, steps, reason, reportedAt: null })
    return true
  })
  context.log.warn(
    { offrampId: id, provider: context.offramp.id },
    'The provider rejected an offramp',
  )
  return hasFailed
}
