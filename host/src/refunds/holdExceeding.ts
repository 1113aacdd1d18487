import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { readRests, toRefundable } from './readRests.ts'
import { findExceeding } from './refundAmounts.ts'
import { setRefunds } from './refundRows.ts'

/**
 * Holds the open refunds of these locked requests that their payments do not cover. That happens when a cancelled refund is paid late, or
 * another one is paid with more than its amount.
 *
 * They stay held, also if the chain removes that late payment: its transaction will probably be mined again.
 */
export async function holdExceeding(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  requestIds: readonly string[],
): Promise<void> {
  const at = now().toISOString()
  const exceeding: string[] = []
  for (const requestId of requestIds) {
    const open = await tx
      .selectFrom('refunds')
      .select('tx_hash')
      .distinct()
      .where('request_id', '=', requestId)
      .where('confirmed_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .execute()
    if (open.length === 0) continue
    const txHashes = open.map(({ tx_hash }) => tx_hash)
    const { payments, refunds } = await readRests(tx, { requestId, txHashes })
    exceeding.push(...findExceeding(payments.map(toRefundable), refunds))
  }
  await setRefunds(tx, db.dialect, exceeding, { exceeds_at: at, updated_at: at })
}
