import { sql } from 'kysely'
import { ageMs } from '../clock/ageMs.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { forEachAnswered } from '../relayer/forEachAnswered.ts'
import { isPending } from '../relayer/nonceSlots.ts'
import { type RelayContext, writeLeased } from '../relayer/relayContext.ts'
import { factsOf } from '../relayer/relayedWork.ts'
import { hashOf, isVoid } from '../relayer/storeTransaction.ts'
import { rereadPaid } from '../rescans/rereadPaid.ts'
import { judgePayment } from './applyJudgement.ts'
import { readSchedule, reopenIfUnsent } from './executionRows.ts'
import { moveExecution } from './moveExecution.ts'
import { triggerData } from './triggerData.ts'

/** The interval between checks on a payment that is mined but not confirmed, because a reorganisation may have removed it. */
const RECHECK_MS = 15_000
/** The maximum number of payments that one run checks. */
const MAX_RECHECKED = 20
/** On a slow chain, finality takes half an hour. After this time, an operator must look into a payment that is not recorded. */
const UNRECORDED_MS = 60 * 60_000
/** After a key change, the executor waits this long for transactions from the earlier relayer. */
const FORMER_RELAYER_MS = 10 * 60_000

/**
 * Checks payments that are in a block and wait for the watcher. A payment whose receipt is gone is sent again, byte for byte; a payment
 * that was not made becomes due again. `checkedAt` contains the time of each payment's last check.
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

/** Finds executions that were sent and have no transaction from the current relayer that waits for a block. */
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
    context.notices.warn({ ...factsOf(context, row), status }, 'Transaction changed its status')
  }
}

/** Warns about a mined payment that the watcher has not recorded, because no other part of the host would notice. */
function watchUnrecorded(
  context: Pick<RelayContext, 'notices' | 'now' | 'workOf'>,
  row: Row<'relayer_transactions'>,
): void {
  const { notices, now } = context
  if (ageMs(now().getTime(), Date.parse(row.updated_at)) < UNRECORDED_MS) return
  notices.standing(
    `unrecorded ${row.hash}`,
    { ...factsOf(context, row), hint: 'See unmatched payments, and scan the block again.' },
    'Waiting for a mined payment that the watcher has not recorded',
  )
}

/**
 * Returns a transaction's current state. Without a receipt, a transaction of this relayer must be sent again; one of an earlier relayer is
 * dropped after ten minutes.
 */
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
 * Makes a sent payment due again if none of the relayer's transactions made it. If the contract reports that it was made, the execution
 * waits for the watcher instead.
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
    // A restored host may find a payment before it has created the request again.
    const { network } = schedule
    await writeLeased(context, (tx) =>
      rereadPaid(tx, context, [{ network, payment_reference: paymentReference }]),
    )
    context.notices.standing(
      `made ${keyOf(execution)}`,
      facts,
      'Waiting for the watcher to record a payment that the contract has made',
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
