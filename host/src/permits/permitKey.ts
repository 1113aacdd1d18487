import type { ExecutionKey } from '../relayer/moveExecution.ts'

const PREFIX = 'permit:'

/** The key of the relayer's transactions of a permit, in the place of a payout. */
export function permitKey(permitId: string): ExecutionKey {
  return { recurring_payment_id: PREFIX + permitId, payment_index: 0 }
}

/** The permit that a transaction of the relayer submits; null when it makes a payment. */
export function permitIdOf({ recurring_payment_id }: ExecutionKey): string | null {
  return recurring_payment_id.startsWith(PREFIX) ? recurring_payment_id.slice(PREFIX.length) : null
}
