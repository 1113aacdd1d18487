import { formatAmount } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { cancelTransactions } from '../../recurring/cancelTransactions.ts'
import { dueDate } from '../../recurring/dueDate.ts'
import { RecurringStateError } from '../../recurring/errors.ts'
import { guardDeadline } from '../../recurring/guardDeadline.ts'
import { guardRunningPayouts } from '../../recurring/guardRunningPayouts.ts'
import { type AskedSchedule, loadSchedule, lockSchedule } from '../../recurring/loadSchedule.ts'
import { nextPaymentDate } from '../../recurring/nextPaymentDate.ts'
import { requireRelayAllowance } from '../../recurring/requireRelayAllowance.ts'

type Update = typeof api.payouts.update
type UpdateContext = Pick<Context, 'config' | 'db' | 'now' | 'chains' | 'log'>
type Schedule = Row<'recurring_payments'>

/**
 * Cancels a recurring payout permanently, or resumes a paused one.
 *
 * @throws RecurringPaymentNotFoundError, RecurringStateError, RecurringUnavailableError, TooManyPayoutsError
 */
export async function updateRecurringPayout(
  context: UpdateContext,
  { params, body, caller }: Call<Update>,
): Promise<Output<Update>> {
  const asked = { id: params.id, caller }
  const { action } = body
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

/**
 * Nothing new is sent from the commit on; a transaction that is already in a mempool may still be mined, and is
 * recorded.
 */
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
    return { ...row, ...changes }
  })
}

/** The failed payment is due again at once, with its tries counted from zero; those missed since follow it in order. */
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
    return { ...row, ...changes }
  })
}

/** The state is committed before the chain is read, so that a silent node cannot keep a payout alive. */
async function describeCancelled(context: UpdateContext, row: Schedule): Promise<Output<Update>> {
  const { decimals } = getCurrency(row.payment_currency).currency
  const remainingPayments = row.total_payments - row.processed_payments
  const remainingAmount = formatAmount(
    BigInt(row.amount_units) * BigInt(remainingPayments),
    decimals,
  )
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

/** A later read no longer shows the amount that the payer had approved for another purpose. */
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
