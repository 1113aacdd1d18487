import type { Context } from '../context.ts'
import { remainingNeed } from './allowance.ts'

/**
 * Sums the amounts that the payer's other active and paused schedules of a token and contract will still spend, in base units. The sum
 * includes every tenant's schedules, because all share one allowance. `except` is the id of a schedule to omit.
 *
 * An unsigned schedule is never included, not even one of the same merchant. Anyone with a client ID, which is public, can create one
 * that names any payer and any amount. The payer's wallet would then be asked to approve that amount too. Only the payer's own signature
 * raises the requested allowance.
 */
export async function sumOtherNeeds(
  { db }: Pick<Context, 'db'>,
  facts: { network: string; payer: string; token: string; contract: string; except: string | null },
): Promise<bigint> {
  const rows = await db.kysely
    .selectFrom('recurring_payments')
    .select(['id', 'amount_units', 'fee_units', 'total_payments', 'processed_payments'])
    .where('network', '=', facts.network)
    .where('payer', '=', facts.payer)
    .where('token_address', '=', facts.token)
    .where('contract', '=', facts.contract)
    .where('status', 'in', ['active', 'paused'])
    .execute()
  return rows
    .filter(({ id }) => id !== facts.except)
    .reduce((sum, row) => sum + remainingNeed(row), 0n)
}
