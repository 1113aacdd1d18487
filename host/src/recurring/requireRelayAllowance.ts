import type { Context } from '../context.ts'
import { isRelayAllowed } from '../relayer/relayAllowance.ts'
import { RecurringUnavailableError } from './errors.ts'

/**
 * Verifies that the operator lets the relayer spend gas for a merchant.
 *
 * @throws RecurringUnavailableError
 */
export async function requireRelayAllowance(
  context: Pick<Context, 'config' | 'db'>,
  { tenantId, network }: { tenantId: string; network: string },
): Promise<void> {
  if (await isRelayAllowed(context, tenantId)) return
  throw new RecurringUnavailableError({ network, reason: 'merchant_not_allowed' })
}
