import { formatAmount, parseAmount } from '@secure-payment/core'
import type { api, Input, Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { endApprovals } from '../requests/endApprovals.ts'
import { cancelTransactions } from './cancelTransactions.ts'
import { dueDate } from './dueDate.ts'
import { RecurringStateError } from './errors.ts'
import { guardDeadline } from './guardDeadline.ts'
import { guardRunningPayouts } from './guardRunningPayouts.ts'
import { type AskedSchedule, loadSchedule, lockSchedule } from './loadSchedule.ts'
import { nextPaymentDate } from './nextPaymentDate.ts'
import { requireRelayAllowance } from './requireRelayAllowance.ts'

type Update = typeof api.payouts.update
type UpdateContext = Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'chains' | 'log'>
type Schedule = Row<'recurring_payments'>

/**
 * Cancels a recurring payout permanently, or resumes a paused one.
 *
 * @throws RecurringPaymentNotFoundError, RecurringStateError, RecurringUnavailableError, TooManyPayoutsError
 */
export async function updateRecurringPayout(
  context: UpdateContext,
  asked: AskedSchedule,
  { action }: Input<Update>['body'],
): Promise<Output<Update>> {
  switch (action) {
    case 'cancel':
      return describeCancelled(context, await cancel(context, asked))
    case 'unpause':
      await requireAllowance(context, asked)
      return describeUnpaused(await unpause(context, asked))
    default:
      return action satisfies never
  }
}

async function requireAllowance(context: UpdateContext, asked: AskedSchedule): Promise<void> {
  const { network } = await loadSchedule(context, asked)
  await requireRelayAllowance(context, { tenantId: asked.caller.tenantId, network })
}

/** From the commit on, no further payment is sent. A transaction that is already in a mempool may still be mined, and is then recorded. */
async function cancel(context: UpdateContext, asked: AskedSchedule): Promise<Schedule> {
  return context.db.transaction(async (tx) => {
    const row = await lockSchedule(tx, context.db.dialect, asked)
    if (row.status === 'cancelled') throw new RecurringStateError('already_cancelled')
    if (row.status === 'completed') throw new RecurringStateError('already_completed')
    const changes = {
      status: 'cancelled',
      next_due_at: null,
      updated_at: context.now().toISOString(),
    } as const
    await tx.updateTable('recurring_payments').set(changes).where('id', '=', row.id).execute()
    await endApprovals(tx, [row], changes.updated_at)
    await context.audit?.write(tx, row.id)
    return { ...row, ...changes }
  })
}

/** Resumes a paused payout: the failed payment is due at once, with its attempts reset, and missed payments follow in order. */
async function unpause(context: UpdateContext, asked: AskedSchedule): Promise<Schedule> {
  return context.db.transaction(async (tx) => {
    const row = await lockSchedule(tx, context.db.dialect, asked)
    if (row.status === 'cancelled') throw new RecurringStateError('already_cancelled')
    if (row.status === 'completed') throw new RecurringStateError('already_completed')
    if (row.status !== 'paused') throw new RecurringStateError('not_paused')
    guardDeadline(row, context.now())
    await guardRunningPayouts(tx, context, asked.caller)
    const changes = {
      status: 'active',
      failure_count: 0,
      failure_reason: null,
      next_due_at: dueDate(row, row.next_index).toISOString(),
      updated_at: context.now().toISOString(),
    } as const
    await tx.updateTable('recurring_payments').set(changes).where('id', '=', row.id).execute()
    await context.audit?.write(tx, row.id)
    return { ...row, ...changes }
  })
}

/** Reads the chain only after the cancellation is committed, so that a node without a response cannot keep a payout active. */
async function describeCancelled(context: UpdateContext, row: Schedule): Promise<Output<Update>> {
  const { decimals } = getCurrency(row.payment_currency).currency
  const remainingPayments = row.total_payments - row.processed_payments
  const statedUnits = parseAmount(row.amount, decimals)
  const remainingAmount = formatAmount(statedUnits * BigInt(remainingPayments), decimals)
  const { transactions, spareUnits } = await cancelTransactions(context, row)
  if (spareUnits !== null) await keepSpare(context, row.id, spareUnits)
  return {
    id: row.id,
    status: 'cancelled',
    transactions,
    metadata: {
      remainingPayments,
      remainingAmount,
      remainingPaymentsAmount: remainingAmount,
      processedPayments: row.processed_payments,
      totalPayments: row.total_payments,
    },
  }
}

/** Stores the spare allowance, because a later read cannot determine the amount that the payer approved for another purpose. */
async function keepSpare({ db }: UpdateContext, id: string, spareUnits: bigint): Promise<void> {
  await db.kysely
    .updateTable('recurring_payments')
    .set({ spare_allowance_units: String(spareUnits) })
    .where('id', '=', id)
    .execute()
}

function describeUnpaused(row: Schedule): Output<Update> {
  return {
    id: row.id,
    status: 'active',
    metadata: {
      processedPayments: row.processed_payments,
      totalPayments: row.total_payments,
      nextPaymentDate: nextPaymentDate(row),
    },
  }
}
