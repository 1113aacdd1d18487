import type { WorkKey } from '../relayer/relayedWork.ts'

const PREFIX = 'permit:'

/** Returns the key of the relayer's transactions for a permit, in the form of a payout's key. */
export function permitKey(permitId: string): WorkKey {
  return { recurring_payment_id: PREFIX + permitId, payment_index: 0 }
}

/** Returns the permit that a relayer transaction submits; null if the transaction does other work. */
export function permitIdOf({ recurring_payment_id }: WorkKey): string | null {
  return recurring_payment_id.startsWith(PREFIX) ? recurring_payment_id.slice(PREFIX.length) : null
}
