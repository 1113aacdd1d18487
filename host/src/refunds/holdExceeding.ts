import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { readRests, toRefundable } from './readRests.ts'
import { findExceeding } from './refundAmounts.ts'
import { setRefunds } from './refundRows.ts'
import { lockUnmatched, readUnmatchedRests } from './unmatchedRests.ts'

/**
 * Holds the open refunds that their payments do not cover. A payment may no longer cover a refund in three cases. A cancelled or held
 * refund is paid, another refund is paid twice, or a paid refund's payment leaves the chain. `requestIds` are the locked requests whose
 * payments left the chain, or whose refunds were paid or released. `refunds` are the paid and released refunds; those without a request
 * are looked up.
 *
 * The refunds stay held even if a reorganisation removes the payment that caused the excess, because it will probably be mined again.
 */
export async function holdExceeding(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  { requestIds, refunds }: { requestIds: readonly string[]; refunds: Iterable<Row<'refunds'>> },
): Promise<void> {
  const at = now().toISOString()
  const exceeding: string[] = []
  for (const requestId of requestIds) exceeding.push(...(await findOfRequest(tx, requestId)))
  // A held refund's money may be unmatched again, if a reorganisation undid its claim.
  const ofNone = [...refunds].filter(
    ({ unmatched_id, held_at }) => unmatched_id !== null || held_at !== null,
  )
  const byMoney = Map.groupBy(ofNone, ({ tenant_id, network, tx_hash, token_address }) =>
    [tenant_id, network, tx_hash, token_address].join(' '),
  )
  for (const [money] of byMoney.values()) {
    if (money === undefined) continue
    const rows = await lockUnmatched(tx, db.dialect, money)
    if (rows.length === 0) continue
    const rests = await readUnmatchedRests(tx, money, rows)
    exceeding.push(...findExceeding(rests.payments, rests.refunds))
  }
  await setRefunds(tx, db.dialect, exceeding, { exceeds_at: at, updated_at: at })
}

async function findOfRequest(tx: Tx, requestId: string): Promise<readonly string[]> {
  const open = await tx
    .selectFrom('refunds')
    .select('tx_hash')
    .distinct()
    .where('request_id', '=', requestId)
    .where('confirmed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
  if (open.length === 0) return []
  const txHashes = open.map(({ tx_hash }) => tx_hash)
  const { payments, refunds } = await readRests(tx, { requestId, txHashes })
  return findExceeding(payments.map(toRefundable), refunds)
}
