import type { ReceiptOutcome } from '../chains/chainClient.ts'
import { ageMs } from '../clock/ageMs.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { permitIdOf } from '../permits/permitKey.ts'
import { applyJudgement, judgePayment } from './applyJudgement.ts'
import { factsOf, isVoid, readExecution, readSchedule, reopenIfUnsent } from './executionRows.ts'
import type { Judgement } from './judgeRevert.ts'
import type { NonceSlot } from './nonceSlots.ts'
import { type RelayContext, writeLeased } from './relayContext.ts'
import { hashOf } from './storeTransaction.ts'
import { triggerData } from './triggerData.ts'

/** A nonce is in a block, and nodes that have that block may be ahead of those that have the transaction. */
const FOREIGN_AFTER_MS = 10_000

/**
 * Determines which transaction used up a nonce that is in a block, by the hash of every one that was signed for it. A
 * payment that succeeded waits for the watcher; one that reverted is judged again. If none of ours is found, another
 * holder of the key used the nonce, and the payment gets a new one. `missingSince` remembers, by nonce, since when none
 * was found.
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

const LOST = 'Lost nonce to a foreign transaction with the key of the relayer'

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
  const facts = { ...factsOf(row), blockNumber: String(receipt.blockNumber) }
  if (receipt.succeeded) {
    await writeLeased(context, async (tx) => {
      await markSlot(tx, context, slot, { winner: row, status: 'succeeded' })
      await reopenIfUnsent(tx, context, row)
    })
    const isPermit = permitIdOf(row) !== null
    const done = isPermit ? 'Mined permit' : 'Mined recurring payment'
    context.notices.info(facts, isVoid(context, row) ? 'Used up nonce' : done)
    return
  }
  const close = () =>
    writeLeased(context, async (tx) => {
      await markSlot(tx, context, slot, { winner: row, status: 'reverted' })
      await reopenIfUnsent(tx, context, row)
    })
  if (permitIdOf(row) !== null) {
    // Its payer approves by a transaction.
    await close()
    context.notices.warn(facts, 'Reverted permit')
    return
  }
  const execution = await readExecution(context, row)
  const judgement = isVoid(context, row) ? null : await judgeReverted(context, execution)
  await close()
  context.notices.warn(facts, 'Reverted recurring payment')
  if (judgement !== null) await applyJudgement(context, execution, judgement)
}

/** A payment that reverted in its block though it could be made now was refused by its token for a while. */
async function judgeReverted(
  context: RelayContext,
  execution: Row<'recurring_executions'>,
): Promise<Judgement> {
  const { schedule, paymentReference } = await readSchedule(context, execution)
  const index = execution.payment_index
  const data = triggerData(schedule, { index, paymentReference })
  const judgement = await judgePayment(context, { schedule, index, data })
  return judgement.kind === 'possible' ? { kind: 'payer', reason: 'transfer_refused' } : judgement
}

/**
 * Closes a nonce whose transactions are not waited for any more: their payments get another one. `msg` states the
 * reason.
 */
export async function giveUp(context: RelayContext, slot: NonceSlot, msg: string): Promise<void> {
  const [first] = slot.transactions
  if (first === undefined) return
  await writeLeased(context, async (tx) => {
    await markSlot(tx, context, slot, null)
    for (const row of slot.transactions) await reopenIfUnsent(tx, context, row)
  })
  context.notices.warn(factsOf(first), msg)
}

/** Closes a slot: one of its transactions was mined, or none, and the others never will be. */
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
