import type { RecurringPayoutDetail } from '@secure-payment/core/api'
import { ChainNotConfiguredError, ChainUnavailableError } from '../chains/errors.ts'
import type { Context } from '../context.ts'
import { within } from '../crosschain/within.ts'
import type { Row } from '../db/schema.ts'
import { type AllowanceTransaction, remainingNeed } from './allowance.ts'
import { approveTransactions } from './approveTransactions.ts'
import { readTakeBack } from './cancelTransactions.ts'
import { describePermit } from './describePermit.ts'
import { isPermitExpired } from './guardDeadline.ts'
import { networkOf } from './networkOf.ts'
import { readAllowancePlan } from './readAllowancePlan.ts'

/** What a payer can still do about a schedule. A member that is absent is not for its status, or not known now. */
export type OpenSteps = Pick<RecurringPayoutDetail, 'recurringPaymentPermit' | 'transactions'>

type StepsContext = Pick<Context, 'config' | 'db' | 'chains' | 'now' | 'log'>
type Schedule = Row<'recurring_payments'>

/** Longest that the reader of a schedule waits for a node. */
const MAX_WAIT_MS = 2_000

/**
 * Finds what the payer of a schedule can still do about it: sign it while it is pending, take it back on chain once it is cancelled.
 * Never fails for a node, and never waits for one for long: without an answer in time, the transactions are left out.
 */
export async function findOpenSteps(context: StepsContext, row: Schedule): Promise<OpenSteps> {
  switch (row.status) {
    case 'pending': {
      // Whoever approved now could not activate it any more.
      if (isPermitExpired(row, context.now())) return {}
      const recurringPaymentPermit = describePermit(row)
      return { recurringPaymentPermit, ...(await readSoon(context, row, readApprovals)) }
    }
    case 'cancelled':
      return readSoon(context, row, async () => (await readTakeBack(context, row)).transactions)
    case 'active':
    case 'paused':
    case 'completed':
      return {}
    default:
      return row.status satisfies never
  }
}

async function readSoon(
  context: StepsContext,
  row: Schedule,
  read: (context: StepsContext, row: Schedule) => Promise<AllowanceTransaction[]>,
): Promise<Pick<OpenSteps, 'transactions'>> {
  try {
    const transactions = await within(read(context, row), MAX_WAIT_MS)
    return transactions === null ? {} : { transactions }
  } catch (error) {
    const isOutage =
      error instanceof ChainUnavailableError || error instanceof ChainNotConfiguredError
    if (!isOutage) throw error
    context.log.warn(
      { network: row.network, recurringPaymentId: row.id, reason: error.message },
      'Could not read what the payer of a recurring payout can still send',
    )
    return {}
  }
}

async function readApprovals(
  context: StepsContext,
  row: Schedule,
): Promise<AllowanceTransaction[]> {
  const plan = await readAllowancePlan(context, {
    network: row.network,
    payer: row.payer,
    token: row.token_address,
    contract: row.contract,
    ownUnits: remainingNeed(row),
  })
  return approveTransactions(networkOf(context, row), row, plan)
}
