import type { Hex } from 'viem'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import type { RelayTransaction } from './openRelayer.ts'
import { type RelayContext, writeLeased } from './relayContext.ts'
import type { WorkKey } from './relayedWork.ts'

/**
 * Signs a transaction and stores the bytes, before any node has seen them: after a crash, the next host sends them. Returns null and
 * stores nothing if `claim` returns false in the database transaction; the nonce then stays free.
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
    key: WorkKey
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

/** Returns the signed bytes of a row that {@link storeTransaction} wrote. */
export function rawOf({ raw }: Pick<Row<'relayer_transactions'>, 'raw'>): Hex {
  return `0x${raw.slice(2)}`
}

/** Returns a row's hash. */
export function hashOf({ hash }: Pick<Row<'relayer_transactions'>, 'hash'>): Hex {
  return `0x${hash.slice(2)}`
}

/** Returns whether a transaction only uses its nonce, so that the replaced one is never mined. */
export function isVoid(
  { relayer }: Pick<RelayContext, 'relayer'>,
  row: Pick<Row<'relayer_transactions'>, 'raw'>,
): boolean {
  return relayer.parse(rawOf(row)).data === '0x'
}
