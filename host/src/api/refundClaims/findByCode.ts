import { isUlid } from '@secure-payment/core'
import { hashApiKey, isSameDigest } from '../../auth/apiKey.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import {
  RefundClaimNotFoundError,
  RefundClaimOverError,
  RefundClaimUsedError,
} from '../../refunds/claimErrors.ts'
import { claimStatus } from './describeClaim.ts'

/** The number of failed attempts that closes a link. A code has 256 random bits, so wrong codes are mistakes, or copies of a used link. */
const MOST_FAILED = 10

/**
 * Finds the open claim that a page presents with its code. A wrong or used code is counted in the claim.
 *
 * @throws RefundClaimNotFoundError, RefundClaimUsedError, RefundClaimOverError
 */
export async function findByCode(
  context: Pick<Context, 'db' | 'log' | 'now'>,
  { id, code, caller }: { id: string; code: string; caller: Caller },
): Promise<Row<'refund_claims'>> {
  const { db, log, now } = context
  if (!isUlid(id)) throw new RefundClaimNotFoundError()
  const claim = await db.kysely
    .selectFrom('refund_claims')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  const hash = claim?.code_hash ?? null
  if (claim === undefined || hash === null || !mayOpen(caller, claim)) {
    throw new RefundClaimNotFoundError()
  }
  const status = claimStatus(claim, now())
  const isRight = isSameDigest(hashApiKey(code), hash)
  if (!isRight || status === 'stated') {
    await countFailure(context, id)
    log.warn({ refundClaim: id, isRight }, 'Refused a refund claim code')
  }
  if (!isRight) throw new RefundClaimNotFoundError()
  if (status === 'stated') throw new RefundClaimUsedError()
  if (status !== 'open') throw new RefundClaimOverError()
  return claim
}

/** This service's hosted page opens any claim; a merchant's page opens only that merchant's claims. */
function mayOpen(caller: Caller, { tenant_id }: Row<'refund_claims'>): boolean {
  const isHostedPage = caller.credential === 'clientId' && caller.isFirstParty
  return isHostedPage || caller.tenantId === tenant_id
}

/**
 * Counts a failed attempt, and closes an unused link after the last allowed one. One statement updates the count, so that all concurrent
 * attempts count.
 */
async function countFailure({ db, now }: Pick<Context, 'db' | 'now'>, id: string): Promise<void> {
  const at = now().toISOString()
  await db.kysely
    .updateTable('refund_claims')
    .set((eb) => ({
      failed_attempts: eb('failed_attempts', '+', 1),
      closed_at: eb
        .case()
        .when(eb.and([eb('failed_attempts', '>=', MOST_FAILED - 1), eb('stated_at', 'is', null)]))
        .then(eb.fn.coalesce('closed_at', eb.cast<string>(eb.val(at), 'text')))
        .else(eb.ref('closed_at'))
        .end(),
    }))
    .where('id', '=', id)
    .execute()
}
