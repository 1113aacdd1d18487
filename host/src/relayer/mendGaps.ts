import type { Fees } from '../chains/chainClient.ts'
import { ageMs } from '../clock/ageMs.ts'
import { type NonceSlot, readTakenNonces } from './nonceSlots.ts'
import { type RelayContext, writeLeased } from './relayContext.ts'
import { MAX_IN_FLIGHT } from './sendReady.ts'
import { giveUp } from './settleSlot.ts'
import { fillGap, STUCK_AFTER_MS } from './tendSlot.ts'

/** The nonces that are not mined, lowest first, with the account's nonces on the node and the market's fees. */
export type WaitingSlots = {
  waiting: readonly NonceSlot[]
  account: { latestNonce: bigint; pendingNonce: bigint }
  market: Fees
}

/**
 * Ensures that no transaction waits behind a gap forever. After a while, the relayer fills unused nonces, and resends transactions that
 * have left their block. If a nonce is further ahead than losses explain, a node invented the gap. Filling that gap would cost
 * the relayer its coins, so the relayer's payments get other nonces. Returns the nonces that are still pending.
 *
 * @throws StaleLeaseError, ChainUnavailableError
 */
export async function mendGaps(
  context: RelayContext,
  { waiting, account, market }: WaitingSlots,
): Promise<readonly NonceSlot[]> {
  const { latestNonce, pendingNonce } = account
  const [first] = waiting
  const behind = first?.transactions[0]
  if (first === undefined || behind === undefined || behind.nonce <= pendingNonce) return waiting
  if (ageMs(context.now().getTime(), Date.parse(behind.created_at)) < STUCK_AFTER_MS) return waiting
  if (behind.nonce - pendingNonce > MAX_IN_FLIGHT) {
    await giveUp(context, first, 'Gave up a nonce that is far ahead of the relayer')
    return waiting.slice(1)
  }
  const taken = await readTakenNonces(context.db.kysely, context, latestNonce)
  for (let nonce = pendingNonce; nonce < behind.nonce; nonce += 1n) {
    if (taken.has(nonce)) await reviveMined(context, nonce)
    else await fillGap(context, { nonce, behind, market })
  }
  return waiting
}

/** Makes the transactions of a nonce pending again, because a reorganisation removed the mined one after the relayer's last check. */
async function reviveMined(context: RelayContext, nonce: bigint): Promise<void> {
  const { settings, relayer, now, notices } = context
  const { numUpdatedRows } = await writeLeased(context, (tx) =>
    tx
      .updateTable('relayer_transactions')
      .set({ status: 'pending', updated_at: now().toISOString() })
      .where('network', '=', settings.network.id)
      .where('relayer', '=', relayer.address)
      .where('nonce', '=', nonce)
      .where('status', 'in', ['succeeded', 'reverted'])
      .executeTakeFirstOrThrow(),
  )
  if (numUpdatedRows > 0n)
    notices.warn({ nonce: String(nonce) }, 'Found a transaction that has left the chain')
}
