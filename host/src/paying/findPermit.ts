import type { SingleCalldata } from '@secure-payment/core/api'
import { ChainUnavailableError } from '../chains/errors.ts'
import type { Context } from '../context.ts'
import type { Allowed } from '../permits/planPermit.ts'
import { isRelayAllowed } from '../relayer/relayAllowance.ts'
import type { PlannedSteps } from './planSteps.ts'

/** The time in which the payer must sign a permit and the relayer must send it; the service accepts at most half an hour. */
const PERMIT_LIFETIME_S = 20 * 60

/** The typed data of a permit, in the API's format. */
export type WirePermit = NonNullable<SingleCalldata['metadata']['permit']>

/** Returns whether this host sends permits. */
export function relaysPermits({
  relayPermits,
  relayerPrivateKey,
}: Pick<Context['config'], 'relayPermits' | 'relayerPrivateKey'>): boolean {
  return relayPermits && relayerPrivateKey !== null
}

/** Finds the approval in the plan that a permit can replace: a single approval, without a reset before it. Null if there is none. */
export function findApproval({ network, steps }: PlannedSteps, owner: string): Allowed | null {
  const [approval, payment] = steps
  if (network.family !== 'evm' || approval?.kind !== 'approve' || payment?.kind !== 'pay')
    return null
  const { token, spender, amountUnits } = approval
  if (token === null || spender === null) return null
  return { token, owner, spender, valueUnits: amountUnits }
}

/**
 * Finds the permit that saves the payer the planned approval. The result is a permit if this host sends permits for the merchant, the
 * token accepts them and the wallet has enough. If no node responds, the result is null, and the approval remains.
 */
export async function findPermit(
  context: Pick<Context, 'chains' | 'config' | 'db' | 'log' | 'now'>,
  planned: PlannedSteps,
  { wallet, tenantId }: { wallet: string; tenantId: string },
): Promise<WirePermit | null> {
  if (!relaysPermits(context.config) || planned.means?.hasEnoughBalance !== true) return null
  const allowed = findApproval(planned, wallet)
  if (allowed === null || !(await isRelayAllowed(context, tenantId))) return null
  const network = planned.network.id
  const deadlineS = BigInt(Math.floor(context.now().getTime() / 1_000) + PERMIT_LIFETIME_S)
  const { planPermit } = await import('../permits/planPermit.ts')
  const { permitTypedData } = await import('../permits/permitTypedData.ts')
  try {
    const permit = await planPermit(context.chains.get(network), allowed, deadlineS)
    return permit === null ? null : permitTypedData(permit)
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
    context.log.warn({ network, reason: error.message }, 'Could not read a permit')
    return null
  }
}
