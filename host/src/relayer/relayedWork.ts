import type { Hex } from 'viem'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import type { RelayContext } from './relayContext.ts'

/** Identifies the work of a relayer's transaction. */
export type WorkKey = Pick<Row<'relayer_transactions'>, 'recurring_payment_id' | 'payment_index'>

/** One kind of work that the relayer's transactions do, with the parts that the handling of nonces needs. */
export type RelayedWork = {
  /** The log messages about the work's transactions, and the logged facts of one piece of work. */
  messages: { mined: string; reverted: string; recalled: string }
  factsOf(key: WorkKey): object
  /** Whether one of the work's transactions must still be mined. */
  isWanted(context: Pick<RelayContext, 'chain' | 'db' | 'now'>, key: WorkKey): Promise<boolean>
  /**
   * Runs in the database transaction that closes a nonce. The work is sent again, unless one of its transactions is mined or may still be
   * mined.
   */
  reopen(tx: Tx, context: Pick<RelayContext, 'now' | 'relayer'>, key: WorkKey): Promise<void>
  /** Runs in the database transaction that stores a replacement, or that makes a dropped transaction pending again. */
  replace(tx: Tx, context: Pick<RelayContext, 'now'>, transaction: { hash: Hex }): Promise<void>
  /**
   * Determines, before the nonce is closed, the reason for a revert; the returned function then applies the judgement. Null if there is
   * nothing to apply.
   */
  judgeReverted(context: RelayContext, key: WorkKey): Promise<(() => Promise<void>) | null>
}

/** Returns the facts of a transaction for log lines. */
export function factsOf(
  { workOf }: Pick<RelayContext, 'workOf'>,
  row: Row<'relayer_transactions'>,
): object {
  return { ...workOf(row).factsOf(row), txHash: row.hash, nonce: String(row.nonce) }
}
