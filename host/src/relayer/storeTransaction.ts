import type { Hex } from 'viem'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import type { RelayTransaction } from './openRelayer.ts'
import { type RelayContext, writeLeased } from './relayContext.ts'
import type { WorkKey } from './relayedWork.ts'

/** A transaction to sign and store. `claim` runs in the database transaction that stores it; false if it must not be sent. */
export type Unstored = {
  key: WorkKey
  transaction: RelayTransaction
  claim(tx: Tx, hash: Hex): Promise<boolean>
}

type StoreContext = Pick<RelayContext, 'db' | 'now' | 'settings' | 'relayer' | 'lease'>

/**
 * Signs transactions and stores the bytes at once, before any node has seen them: after a crash, the next host sends them. Stops before the
 * first one whose `claim` returns false; its nonce and the later ones then stay free. Returns the stored rows, in order.
 *
 * @throws StaleLeaseError
 */
export async function storeTransactions(
  context: StoreContext,
  unstored: readonly Unstored[],
): Promise<readonly Row<'relayer_transactions'>[]> {
  const signed = await Promise.all(
    unstored.map(async (one) => ({ claim: one.claim, row: await signRow(context, one) })),
  )
  return writeLeased(context, async (tx) => {
    const rows: Row<'relayer_transactions'>[] = []
    for (const { claim, row } of signed) {
      if (!(await claim(tx, hashOf(row)))) break
      rows.push(row)
    }
    if (rows.length > 0) await insert(tx, rows)
    return rows
  })
}

/** A dropped transaction that is signed again with the same nonce and offer has the same hash, and becomes pending again. */
async function insert(tx: Tx, rows: readonly Row<'relayer_transactions'>[]): Promise<void> {
  await tx
    .insertInto('relayer_transactions')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet(({ ref }) => ({
        status: ref('excluded.status'),
        created_at: ref('excluded.created_at'),
        updated_at: ref('excluded.updated_at'),
      })),
    )
    .execute()
}

/** Signs and stores one transaction; null, with nothing stored, if its `claim` returns false. @throws StaleLeaseError */
export async function storeTransaction(
  context: StoreContext,
  unstored: Unstored,
): Promise<Row<'relayer_transactions'> | null> {
  const [row = null] = await storeTransactions(context, [unstored])
  return row
}

async function signRow(
  context: StoreContext,
  { key, transaction }: Unstored,
): Promise<Row<'relayer_transactions'>> {
  const { raw, hash } = await context.relayer.sign(transaction)
  const now = context.now().toISOString()
  return {
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
