import { sql } from 'kysely'
import { ageMs } from '../clock/ageMs.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { rereadPaid } from '../rescans/rereadPaid.ts'
import { judgePayment } from './applyJudgement.ts'
import { factsOf, isVoid, readSchedule, reopenIfUnsent } from './executionRows.ts'
import { forEachAnswered } from './forEachAnswered.ts'
import { moveExecution } from './moveExecution.ts'
import { isPending } from './nonceSlots.ts'
import { type RelayContext, writeLeased } from './relayContext.ts'
import { hashOf } from './storeTransaction.ts'
import { triggerData } from './triggerData.ts'

/** A payment that is in a block, but not confirmed, is checked this often: a reorganisation may have removed it. */
export const RECHECK_MS = 15_000
/** Payments that one run checks. */
const MAX_RECHECKED = 20
/**
 * Chains that become final slowly need half an hour: a payment that is not recorded after this long never will be
 * without help.
 */
const UNRECORDED_MS = 60 * 60_000
/** After a change of the key, transactions of the relayer before it are waited for during this time. */
const FORMER_RELAYER_MS = 10 * 60_000

/**
 * Checks payments that are in a block and wait for the watcher. One whose receipt is gone is sent again, byte for byte,
 * and one that was not made is due again. `checkedAt` remembers the time of each check.
 *
 * @throws StaleLeaseError, ChainUnavailableError
 */
export async function recheckMined(
  context: RelayContext,
  checkedAt: Map<string, number>,
): Promise<void> {
  const waiting = await readWaiting(context)
  forgetOthers(checkedAt, waiting)
  const nowMs = context.now().getTime()
  const due = waiting
    .filter((execution) => ageMs(nowMs, checkedAt.get(keyOf(execution)) ?? 0) >= RECHECK_MS)
    .slice(0, MAX_RECHECKED)
  await forEachAnswered(context, due, async (execution) => {
    await recheck(context, execution)
    checkedAt.set(keyOf(execution), nowMs)
  })
}

/** Executions that were sent and none of whose transactions waits for a block with the present relayer. */
async function readWaiting({
  db,
  settings,
  relayer,
}: Pick<RelayContext, 'db' | 'settings' | 'relayer'>): Promise<Row<'recurring_executions'>[]> {
  return db.kysely
    .selectFrom('recurring_executions as e')
    .selectAll('e')
    .where('e.network', '=', settings.network.id)
    .where(sql<boolean>`e.status != 'confirmed'`)
    .where('e.status', '=', 'sent')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('relayer_transactions as t')
            .select('t.hash')
            .whereRef('t.recurring_payment_id', '=', 'e.recurring_payment_id')
            .whereRef('t.payment_index', '=', 'e.payment_index')
            .where('t.relayer', '=', relayer.address)
            .where(isPending),
        ),
      ),
    )
    .orderBy('e.updated_at')
    .execute()
}

async function recheck(
  context: RelayContext,
  execution: Row<'recurring_executions'>,
): Promise<void> {
  const rows = await context.db.kysely
    .selectFrom('relayer_transactions')
    .selectAll()
    .where('recurring_payment_id', '=', execution.recurring_payment_id)
    .where('payment_index', '=', execution.payment_index)
    .where('status', 'in', ['pending', 'succeeded'])
    .execute()
  const payments = rows.filter((row) => !isVoid(context, row))
  if (payments.length === 0) return reopenIfPossible(context, execution)
  for (const row of payments) {
    const receipt = await context.chain.findReceipt(hashOf(row))
    const status = statusOf(context, row, receipt)
    if (status === row.status) {
      watchUnrecorded(context, row)
      continue
    }
    await writeLeased(context, async (tx) => {
      await mark(tx, context, row, status)
      await reopenIfUnsent(tx, context, row)
    })
    context.notices.warn({ ...factsOf(row), status }, 'Found transaction changed')
  }
}

/** A payout waits for the watcher alone, so no other part would notice a payment that it misses. */
function watchUnrecorded(
  { notices, now }: Pick<RelayContext, 'notices' | 'now'>,
  row: Row<'relayer_transactions'>,
): void {
  if (ageMs(now().getTime(), Date.parse(row.updated_at)) < UNRECORDED_MS) return
  notices.standing(
    `unrecorded ${row.hash}`,
    { ...factsOf(row), hint: 'See unmatched payments, and scan the block again.' },
    'Waiting for a mined payment that the watcher has not recorded',
  )
}

/** A transaction's present state; one whose receipt is gone is to be sent again, if this relayer signed it. */
function statusOf(
  { relayer, now }: Pick<RelayContext, 'relayer' | 'now'>,
  row: Row<'relayer_transactions'>,
  receipt: { succeeded: boolean } | null,
): Row<'relayer_transactions'>['status'] {
  if (receipt !== null) return receipt.succeeded ? 'succeeded' : 'reverted'
  if (row.relayer === relayer.address) return 'pending'
  const age = ageMs(now().getTime(), Date.parse(row.updated_at))
  return age < FORMER_RELAYER_MS ? row.status : 'dropped'
}

/**
 * The contract reported that it was made, and no transaction of ours did it: it waits for the watcher, unless that was
 * revoked.
 */
async function reopenIfPossible(
  context: RelayContext,
  execution: Row<'recurring_executions'>,
): Promise<void> {
  const { schedule, paymentReference } = await readSchedule(context, execution)
  const index = execution.payment_index
  const data = triggerData(schedule, { index, paymentReference })
  const judgement = await judgePayment(context, { schedule, index, data })
  const facts = { recurringPaymentId: schedule.id, index }
  if (judgement.kind === 'made') {
    // A restored host may read about it before it has the request.
    const { network } = schedule
    await writeLeased(context, (tx) =>
      rereadPaid(tx, context, [{ network, payment_reference: paymentReference }]),
    )
    context.notices.standing(
      `made ${keyOf(execution)}`,
      facts,
      'Waiting for a payment that the contract has made',
    )
    return
  }
  await writeLeased(context, (tx) =>
    moveExecution(tx, context, { key: execution, from: 'sent', to: 'due' }),
  )
}

async function mark(
  tx: Tx,
  { now }: Pick<RelayContext, 'now'>,
  { hash }: Row<'relayer_transactions'>,
  status: Row<'relayer_transactions'>['status'],
): Promise<void> {
  await tx
    .updateTable('relayer_transactions')
    .set({ status, updated_at: now().toISOString() })
    .where('hash', '=', hash)
    .execute()
}

function forgetOthers(
  checkedAt: Map<string, number>,
  waiting: readonly Row<'recurring_executions'>[],
): void {
  const keys = new Set(waiting.map(keyOf))
  for (const key of checkedAt.keys()) {
    if (!keys.has(key)) checkedAt.delete(key)
  }
}

function keyOf({ recurring_payment_id, payment_index }: Row<'recurring_executions'>): string {
  return `${recurring_payment_id}/${payment_index}`
}
