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
  context: Pick<RelayContext, 'chain' | 'relayer' | 'notices'>,
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
