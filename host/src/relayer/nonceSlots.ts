import { sql } from 'kysely'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import type { RelayContext } from './relayContext.ts'

/** One nonce of the relayer with its competing transactions, newest last; at most one of them is ever mined. */
export type NonceSlot = { nonce: bigint; transactions: readonly Row<'relayer_transactions'>[] }

/** The maximum number of slots that one run examines. */
const MAX_SLOTS = 64

/** Reads the nonces that may still be mined, lowest first. */
export async function readOpenSlots({
  db,
  settings,
  relayer,
}: Pick<RelayContext, 'db' | 'settings' | 'relayer'>): Promise<readonly NonceSlot[]> {
  const ofRelayer = db.kysely
    .selectFrom('relayer_transactions')
    .where('network', '=', settings.network.id)
    .where('relayer', '=', relayer.address)
  const rows = await ofRelayer
    .selectAll()
    .where(
      'nonce',
      'in',
      ofRelayer.select('nonce').distinct().where(isPending).orderBy('nonce').limit(MAX_SLOTS),
    )
    .orderBy('nonce')
    .execute()
  return [...Map.groupBy(rows, (row) => row.nonce)].map(([nonce, transactions]) => ({
    nonce,
    transactions: transactions.sort(byFee),
  }))
}

/** A replacement always offers more than the replaced transaction, so the offers show the order even if clocks do not. */
function byFee(a: Row<'relayer_transactions'>, b: Row<'relayer_transactions'>): number {
  return Number(BigInt(a.max_fee_units) - BigInt(b.max_fee_units))
}

/** The value is a literal in the statement's text, so that both engines use the index. */
export const isPending = sql<boolean>`status = 'pending'`

/** Reads the nonces, from a given one on, of the relayer's transactions that are pending or were mined. */
export async function readTakenNonces(
  tx: Tx | RelayContext['db']['kysely'],
  { settings, relayer }: Pick<RelayContext, 'settings' | 'relayer'>,
  fromNonce: bigint,
): Promise<Set<bigint>> {
  const rows = await tx
    .selectFrom('relayer_transactions')
    .select('nonce')
    .distinct()
    .where('network', '=', settings.network.id)
    .where('relayer', '=', relayer.address)
    .where('nonce', '>=', fromNonce)
    .where('status', '!=', 'dropped')
    .execute()
  return new Set(rows.map(({ nonce }) => nonce))
}

/**
 * Finds the lowest unused nonce, from the first one for which the node has no transaction. An unused nonce, or one whose transaction no
 * node ever accepted, is reused, so that no gap blocks the later ones.
 */
export function nextNonce(pendingNonce: bigint, taken: ReadonlySet<bigint>): bigint {
  let nonce = pendingNonce
  while (taken.has(nonce)) nonce += 1n
  return nonce
}
