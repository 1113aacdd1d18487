import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { setRefunds } from './refundRows.ts'

/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

/** Holds the refunds, in any state, of unmatched payments that left the chain. A confirmed refund also stores the time of the hold. */
export async function holdUnmatchedRefunds(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  unmatchedIds: readonly string[],
): Promise<void> {
  const at = now().toISOString()
  for (let from = 0; from < unmatchedIds.length; from += ROWS_A_STATEMENT) {
    const rows = await tx
      .selectFrom('refunds')
      .select('id')
      .where('unmatched_id', 'in', unmatchedIds.slice(from, from + ROWS_A_STATEMENT))
      .where('held_at', 'is', null)
      .execute()
    const ids = rows.map(({ id }) => id)
    await setRefunds(tx, db.dialect, ids, { held_at: at, updated_at: at })
  }
}

/** Money on the chain: a request's payment, or an unmatched payment. */
type Found = {
  id: string
  tenantId: string
  network: string
  txHash: string
  logIndex: number
  tokenAddress: string | null
}

/** Releases the refunds of unmatched payments that are on the chain again, and binds them to the new rows. Returns these refunds. */
export async function releaseUnmatchedRefunds(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  unmatched: readonly Found[],
): Promise<readonly Row<'refunds'>[]> {
  const updated_at = now().toISOString()
  const released: Row<'refunds'>[] = []
  for (const refund of await findOfNone(tx, unmatched)) {
    const money = refund.held_at === null ? undefined : findMoney(refund, unmatched)
    if (money === undefined) continue
    await tx
      .updateTable('refunds')
      .set({ unmatched_id: money.id, held_at: null, updated_at })
      .where('id', '=', refund.id)
      .execute()
    released.push(refund)
  }
  return released
}

/**
 * Binds refunds of money that counted towards no request to the recorded payments for this money, for example after a claim. The
 * refunds then count against the rest of these payments. Returns these payments' requests.
 */
export async function adoptRefunds(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  payments: readonly (Found & { requestId: string; reference: string | null })[],
): Promise<readonly string[]> {
  const updated_at = now().toISOString()
  const adopting: string[] = []
  for (const refund of await findOfNone(tx, payments)) {
    const same = findMoney(refund, payments)
    if (same === undefined) continue
    // A different payment in the transaction can be this money only if the unmatched payment left the chain.
    if (same.logIndex !== refund.log_index && refund.held_at === null) continue
    await tx
      .updateTable('refunds')
      .set({
        unmatched_id: null,
        payment_id: same.id,
        request_id: same.requestId,
        reference: same.reference,
        held_at: null,
        updated_at,
      })
      .where('id', '=', refund.id)
      .execute()
    adopting.push(same.requestId)
  }
  return adopting
}

/** Finds the refunds of money of these transactions that counted towards no request. */
async function findOfNone(tx: Tx, found: readonly Found[]): Promise<readonly Row<'refunds'>[]> {
  const hashes = [...new Set(found.map(({ txHash }) => txHash))]
  const refunds: Row<'refunds'>[] = []
  for (let from = 0; from < hashes.length; from += ROWS_A_STATEMENT) {
    const rows = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('tx_hash', 'in', hashes.slice(from, from + ROWS_A_STATEMENT))
      .where('unmatched_id', 'is not', null)
      .orderBy('id')
      .execute()
    refunds.push(...rows)
  }
  return refunds
}

/**
 * Finds a refund's money: by its log index, if its transaction moved the token several times. Undefined if it is not among the found money.
 */
function findMoney<F extends Found>(refund: Row<'refunds'>, found: readonly F[]): F | undefined {
  const same = found.filter(
    (one) =>
      one.txHash === refund.tx_hash &&
      one.network === refund.network &&
      one.tokenAddress === refund.token_address &&
      one.tenantId === refund.tenant_id,
  )
  return same.find(({ logIndex }) => logIndex === refund.log_index) ?? same[0]
}
