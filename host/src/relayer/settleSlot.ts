import type { ReceiptOutcome } from '../chains/chainClient.ts'
import { ageMs } from '../clock/ageMs.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import type { NonceSlot } from './nonceSlots.ts'
import { type RelayContext, writeLeased } from './relayContext.ts'
import { factsOf } from './relayedWork.ts'
import { hashOf, isVoid } from './storeTransaction.ts'

/** After a nonce is mined, nodes with that block may be ahead of nodes with the transaction. */
const FOREIGN_AFTER_MS = 10_000

/**
 * Determines which transaction used a mined nonce, by the hashes of all transactions signed for it. A successful transaction waits for the
 * watcher; a reverted one is judged again. If none of the relayer's transactions is found, another holder of the key used the nonce, and
 * the work gets a new one. `missingSince` contains, by nonce, the time of the first search that found no transaction.
 *
 * @throws StaleLeaseError, ChainUnavailableError
 */
export async function settleSlot(
  context: RelayContext,
  slot: NonceSlot,
  missingSince: Map<bigint, number>,
): Promise<void> {
  const found = await findMined(context, slot)
  if (found !== null) {
    missingSince.delete(slot.nonce)
    return settle(context, slot, found)
  }
  const nowMs = context.now().getTime()
  const since = missingSince.get(slot.nonce) ?? nowMs
  missingSince.set(slot.nonce, since)
  if (ageMs(nowMs, since) < FOREIGN_AFTER_MS) return
  missingSince.delete(slot.nonce)
  await giveUp(context, slot, LOST)
}

const LOST = 'Lost a nonce to a foreign transaction with the relayer’s key'

type Mined = { row: Row<'relayer_transactions'>; receipt: ReceiptOutcome }

async function findMined(
  { chain }: Pick<RelayContext, 'chain'>,
  { transactions }: NonceSlot,
): Promise<Mined | null> {
  const receipts = await Promise.all(transactions.map((row) => chain.findReceipt(hashOf(row))))
  for (const [index, row] of transactions.entries()) {
    const receipt = receipts[index] ?? null
    if (receipt !== null) return { row, receipt }
  }
  return null
}

async function settle(context: RelayContext, slot: NonceSlot, { row, receipt }: Mined) {
  const work = context.workOf(row)
  const facts = { ...factsOf(context, row), blockNumber: String(receipt.blockNumber) }
  if (receipt.succeeded) {
    await writeLeased(context, async (tx) => {
      await markSlot(tx, context, slot, { winner: row, status: 'succeeded' })
      await work.reopen(tx, context, row)
    })
    context.notices.info(facts, isVoid(context, row) ? 'Used up a nonce' : work.messages.mined)
    return
  }
  const apply = isVoid(context, row) ? null : await work.judgeReverted(context, row)
  await writeLeased(context, async (tx) => {
    await markSlot(tx, context, slot, { winner: row, status: 'reverted' })
    await work.reopen(tx, context, row)
  })
  context.notices.warn(facts, work.messages.reverted)
  await apply?.()
}

/** Closes a nonce whose transactions are no longer awaited; their payments get another nonce. `msg` states the reason. */
export async function giveUp(context: RelayContext, slot: NonceSlot, msg: string): Promise<void> {
  const [first] = slot.transactions
  if (first === undefined) return
  await writeLeased(context, async (tx) => {
    await markSlot(tx, context, slot, null)
    for (const row of slot.transactions) await context.workOf(row).reopen(tx, context, row)
  })
  context.notices.warn(factsOf(context, first), msg)
}

/** Closes a slot: at most one of its transactions was mined, and the others never will be. */
async function markSlot(
  tx: Tx,
  { now }: Pick<RelayContext, 'now'>,
  { transactions }: NonceSlot,
  mined: { winner: Row<'relayer_transactions'>; status: 'succeeded' | 'reverted' } | null,
): Promise<void> {
  for (const { hash } of transactions) {
    await tx
      .updateTable('relayer_transactions')
      .set({
        status: mined !== null && mined.winner.hash === hash ? mined.status : 'dropped',
        updated_at: now().toISOString(),
      })
      .where('hash', '=', hash)
      .execute()
  }
}
