import type { Tx } from '../db/openDatabase.ts'
import { type RelayContext, writeLeased } from '../relayer/relayContext.ts'
import type { RelayedWork } from '../relayer/relayedWork.ts'
import { isVoid } from '../relayer/storeTransaction.ts'
import { workKey } from '../relayer/workKey.ts'
import { isOpenSigned, moveSigned } from './signedRows.ts'

/** Adapts signed payments to the relayer's transactions. A payment is sent again until it is made, cancelled, or past its deadline. */
export function signedWork(id: string): RelayedWork {
  return {
    messages: {
      mined: 'Signed payment mined',
      reverted: 'Reverted signed payment',
      recalled: 'Recalled a signed payment',
    },
    factsOf: () => ({ signedPaymentId: id }),
    isWanted: (context) => isWanted(context, id),
    reopen: (tx, context) => reopenUnsent(tx, context, id),
    /** Stores the replacement's hash, so that the payer can follow the transaction that can still be mined. */
    replace: async (tx, context, { hash }) => {
      const to = { status: 'sent', reason: null, tx_hash: hash } as const
      await moveSigned(tx, context, { id, from: ['stored', 'sent'], to })
    },
    judgeReverted: async (context) => async () => {
      const to = { reason: 'reverted' as const }
      await writeLeased(context, (tx) => moveSigned(tx, context, { id, from: ['stored'], to }))
    },
  }
}

/** Returns whether the payment is open, and the chain's time is before its deadline. */
async function isWanted(
  { db, chain }: Pick<RelayContext, 'db' | 'chain'>,
  id: string,
): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('signed_payments')
    .select(['status', 'deadline_s'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined || !isOpenSigned(row)) return false
  const { latest } = await chain.getHead()
  return BigInt(latest.timestampS) < row.deadline_s
}

/** Lets the relayer send a payment again, if none of its transactions is mined or may still be mined. */
export async function reopenUnsent(
  tx: Tx,
  context: Pick<RelayContext, 'now' | 'relayer'>,
  id: string,
): Promise<void> {
  const key = workKey('signed', id)
  const rows = await tx
    .selectFrom('relayer_transactions')
    .select(['raw', 'status'])
    .where('recurring_payment_id', '=', key.recurring_payment_id)
    .where('status', 'in', ['pending', 'succeeded'])
    .execute()
  if (rows.some((row) => !isVoid(context, row))) return
  await moveSigned(tx, context, { id, from: ['sent'], to: { status: 'stored', reason: null } })
}
