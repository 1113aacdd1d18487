import type { Hex } from 'viem'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import type { ExecutionKey } from './moveExecution.ts'
import type { RelayTransaction } from './openRelayer.ts'
import { type RelayContext, writeLeased } from './relayContext.ts'

/**
 * Signs a transaction and stores the bytes, before any node has seen them: after a crash, the next host sends them.
 * Null, and nothing is stored, when `claim` refuses inside the transaction: then the nonce is free as before.
 *
 * @throws StaleLeaseError
 */
export async function storeTransaction(
  context: Pick<RelayContext, 'db' | 'now' | 'settings' | 'relayer' | 'lease'>,
  {
    key,
    transaction,
    claim,
  }: {
    key: ExecutionKey
    transaction: RelayTransaction
    claim: (tx: Tx, hash: Hex) => Promise<boolean>
  },
): Promise<Row<'relayer_transactions'> | null> {
  const { raw, hash } = await context.relayer.sign(transaction)
  const now = context.now().toISOString()
  const row: Row<'relayer_transactions'> = {
    hash,
    network: context.settings.network.id,
    relayer: context.relayer.address,
    nonce: transaction.nonce,
    recurring_payment_id: key.recurring_payment_id,
    payment_index: key.payment_index,
    raw,
    max_fee_units: String(transaction.fees.maxUnits),
    priority_fee_units: String(transaction.fees.tipUnits),
    status: 'pending',
    created_at: now,
    updated_at: now,
  }
  return writeLeased(context, async (tx) => {
    if (!(await claim(tx, hash))) return null
    await tx.insertInto('relayer_transactions').values(row).execute()
    return row
  })
}

/** The signed bytes of a row; written by {@link storeTransaction}. */
export function rawOf({ raw }: Pick<Row<'relayer_transactions'>, 'raw'>): Hex {
  return `0x${raw.slice(2)}`
}

/** The hash of a row. */
export function hashOf({ hash }: Pick<Row<'relayer_transactions'>, 'hash'>): Hex {
  return `0x${hash.slice(2)}`
}
