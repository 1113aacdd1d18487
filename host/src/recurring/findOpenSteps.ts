import type { RecurringPayoutDetail } from '@secure-payment/core/api'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import type { AllowanceTransaction } from './allowance.ts'
import { approveTransactions } from './approveTransactions.ts'
import { readTakeBack } from './cancelTransactions.ts'
import { describePermit } from './describePermit.ts'
import { isApproved } from './guardApproved.ts'
import { isPermitExpired } from './guardDeadline.ts'
import { networkOf } from './networkOf.ts'
import { readScheduleAllowance } from './readAllowancePlan.ts'
import { readSoon } from './readSoon.ts'

/**
 * The actions that a payer can still take for a schedule. An absent member does not apply to the status, or is currently unknown.
 */
export type OpenSteps = Pick<RecurringPayoutDetail, 'recurringPaymentPermit' | 'transactions'>

type StepsContext = Pick<Context, 'config' | 'db' | 'chains' | 'now' | 'log'>
type Schedule = Row<'recurring_payments'>

/**
 * Finds the actions that a schedule's payer can still take: sign it while it is pending, revoke it on chain once it is cancelled. Never
 * fails because of a node and never waits long for one: without a response in time, the result omits the transactions.
 */
export async function findOpenSteps(context: StepsContext, row: Schedule): Promise<OpenSteps> {
  switch (row.status) {
    case 'pending': {
      // An approval would be useless, because the payer can no longer activate the schedule.
      if (isPermitExpired(row, context.now())) return {}
      // The permit is withheld, because no second member has approved the payout.
      if (!(await isApproved(context.db.kysely, row))) return {}
      const recurringPaymentPermit = describePermit(row)
      return { recurringPaymentPermit, ...(await readTransactions(context, row, readApprovals)) }
    }
    case 'cancelled':
      return readTransactions(
        context,
        row,
        async () => (await readTakeBack(context, row)).transactions,
      )
    case 'active':
    case 'paused':
    case 'completed':
      return {}
    default:
      return row.status satisfies never
  }
}

async function readTransactions(
  context: StepsContext,
  row: Schedule,
  read: (context: StepsContext, row: Schedule) => Promise<AllowanceTransaction[]>,
): Promise<Pick<OpenSteps, 'transactions'>> {
  const transactions = await readSoon(context, row, () => read(context, row))
  return transactions === null ? {} : { transactions }
}

async function readApprovals(
  context: StepsContext,
  row: Schedule,
): Promise<AllowanceTransaction[]> {
  const plan = await readScheduleAllowance(context, row)
  return approveTransactions(networkOf(context, row), row, plan)
}
