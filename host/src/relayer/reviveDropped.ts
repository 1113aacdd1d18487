import type { Row } from '../db/schema.ts'
import { type RelayContext, writeLeased } from './relayContext.ts'
import { factsOf } from './relayedWork.ts'
import { hashOf, isVoid } from './storeTransaction.ts'

/**
 * Follows the relayer's dropped transactions again whose nonces a node counts as pending. Hosts with another key drop those of this key,
 * but a node may keep one. Without a higher offer, all later nonces would wait for it.
 *
 * @throws StaleLeaseError
 */
export async function reviveDropped(
  context: RelayContext,
  { latestNonce, pendingNonce }: { latestNonce: bigint; pendingNonce: bigint },
): Promise<void> {
  if (pendingNonce <= latestNonce) return
  const rows = await context.db.kysely
    .selectFrom('relayer_transactions')
    .selectAll()
    .where('network', '=', context.settings.network.id)
    .where('relayer', '=', context.relayer.address)
    .where('nonce', '>=', latestNonce)
    .where('nonce', '<', pendingNonce)
    .execute()
  for (const slot of Map.groupBy(rows, ({ nonce }) => nonce).values()) {
    if (slot.every(({ status }) => status === 'dropped')) await revive(context, slot)
  }
}

async function revive(
  context: RelayContext,
  slot: readonly Row<'relayer_transactions'>[],
): Promise<void> {
  const updated_at = context.now().toISOString()
  const [last] = slot.toSorted((a, b) => Number(BigInt(b.max_fee_units) - BigInt(a.max_fee_units)))
  if (last === undefined) return
  await writeLeased(context, async (tx) => {
    for (const { hash } of slot) {
      await tx
        .updateTable('relayer_transactions')
        .set({ status: 'pending', updated_at })
        .where('hash', '=', hash)
        .execute()
    }
    if (!isVoid(context, last))
      await context.workOf(last).replace(tx, context, { hash: hashOf(last) })
  })
  context.notices.warn(factsOf(context, last), 'Found a dropped transaction on a node')
}
