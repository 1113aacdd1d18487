import { parseAccessPolicy } from '../access/accessPolicy.ts'
import { ScreeningLimitedError, ScreeningUnavailableError } from '../screening/errors.ts'
import type { Screening } from '../screening/screener.ts'
import { isScreened, type ScreeningContext, walletOf } from './guardScreened.ts'
import { readRequestsOfPage } from './readRequestsOfPage.ts'
import { recordScreening } from './recordScreening.ts'

/** A transaction that the host would send for a payer; `wallet` is the payer's. */
type Relay = { tenantId: string; token: string; wallet: string }

/**
 * Screens a payer again before the host sends a transaction for them: the first decision precedes the calldata, and the payer may have
 * waited. Returns `accepted`, `wallet_not_accepted`, or `not_screened` while there is no decision and the host sends nothing without one.
 */
export async function screenBeforeRelay(
  context: ScreeningContext,
  { tenantId, token, wallet }: Relay,
): Promise<'accepted' | 'wallet_not_accepted' | 'not_screened'> {
  const { screening, db } = context
  if (screening === null) return 'accepted'
  const securePayment = await db.kysely
    .selectFrom('secure_payments')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst()
  const access = parseAccessPolicy(securePayment?.access_policy ?? null)
  if (!isScreened(context, access)) return 'accepted'
  let decision: Screening | null
  try {
    const linkToken = securePayment?.link_token ?? null
    decision = await screening.screen(walletOf(wallet), { tenantId, token, linkToken })
  } catch (error) {
    if (error instanceof ScreeningLimitedError || error instanceof ScreeningUnavailableError) {
      return 'not_screened'
    }
    throw error
  }
  if (decision === null) return 'accepted'
  if (securePayment !== undefined) {
    const requests = await readRequestsOfPage(db, token)
    await recordScreening(context, { securePayment, requests }, decision)
  }
  return decision.isAllowed ? 'accepted' : 'wallet_not_accepted'
}
