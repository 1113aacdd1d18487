import type { WorkKey } from './relayedWork.ts'

/** The kinds of work, besides the payments of recurring payouts, that the relayer's transactions do. */
export type WorkKind = 'permit' | 'signed'

/** Returns the key of the relayer's transactions for a piece of work, in the form of a payout's key. */
export function workKey(kind: WorkKind, id: string): WorkKey {
  return { recurring_payment_id: `${kind}:${id}`, payment_index: 0 }
}

/** Returns the id of the work of a kind that a relayer transaction does; null if the transaction does other work. */
export function workIdOf(kind: WorkKind, { recurring_payment_id }: WorkKey): string | null {
  const prefix = `${kind}:`
  return recurring_payment_id.startsWith(prefix) ? recurring_payment_id.slice(prefix.length) : null
}
