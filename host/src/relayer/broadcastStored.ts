import type { BroadcastOutcome } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import type { Row } from '../db/schema.ts'
import { hold } from './hold.ts'
import type { RelayContext } from './relayContext.ts'
import { rawOf } from './storeTransaction.ts'

/**
 * Sends a stored transaction to the nodes, and returns the outcome. `unknown` if no node responded: a node may still have the transaction,
 * so the next run sends it again, byte for byte.
 */
export async function broadcastStored(
  context: BroadcastContext,
  row: Row<'relayer_transactions'>,
): Promise<BroadcastOutcome | 'unknown'> {
  const { tracing } = context
  if (tracing === undefined) return broadcast(context, row)
  const { network, recurring_payment_id: key } = row
  const [, kind = 'recurring'] = /^(permit|signed):/.exec(key) ?? []
  const attributes = { 'secure_payment.network': network, 'secure_payment.work': kind }
  const span = { name: 'relay transaction', kind: 'producer', attributes } as const
  return tracing.trace(span, async (note) => {
    const outcome = await broadcast(context, row)
    note({ 'secure_payment.outcome': outcome }, outcome === 'accepted' ? undefined : outcome)
    return outcome
  })
}

type BroadcastContext = Pick<RelayContext, 'chain' | 'relayer' | 'notices' | 'tracing'>

async function broadcast(
  context: BroadcastContext,
  row: Row<'relayer_transactions'>,
): Promise<BroadcastOutcome | 'unknown'> {
  const facts = { txHash: row.hash, nonce: String(row.nonce) }
  try {
    const outcome = await context.chain.broadcast(rawOf(row))
    if (outcome === 'no_funds') hold(context, 'out_of_coins', { relayer: context.relayer.address })
    // The nonce was used in the meantime, most likely by this transaction; the next run checks.
    if (outcome === 'nonce_used') return outcome
    if (outcome !== 'accepted')
      context.notices.standing(`${outcome} ${row.hash}`, { ...facts, outcome }, REFUSED)
    return outcome
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
    context.notices.standing(`unknown ${row.nonce}`, { ...facts, err: error }, REFUSED)
    return 'unknown'
  }
}

const REFUSED = 'Kept a transaction that no node accepted'
