import type { Row } from '../db/schema.ts'
import type { RelayContext } from '../relayer/relayContext.ts'
import type { RelayedWork } from '../relayer/relayedWork.ts'
import { applyJudgement, judgePayment } from './applyJudgement.ts'
import { readSchedule, reopenIfUnsent } from './executionRows.ts'
import type { Judgement } from './judgeRevert.ts'
import type { ExecutionKey } from './moveExecution.ts'
import { triggerData } from './triggerData.ts'

/** Adapts the payments of recurring payouts to the relayer's transactions; the executor sends a payment again until it is made. */
export const recurringWork: RelayedWork = {
  messages: {
    mined: 'Recurring payment mined',
    reverted: 'Recurring payment reverted',
    recalled: 'Recalled a recurring payment',
  },
  factsOf: ({ recurring_payment_id: recurringPaymentId, payment_index: index }) => ({
    recurringPaymentId,
    index,
  }),
  isWanted,
  reopen: reopenIfUnsent,
  replace: async () => {},
  async judgeReverted(context, key) {
    const execution = await readExecution(context, key)
    const judgement = await judgeReverted(context, execution)
    return () => applyJudgement(context, execution, judgement)
  },
}

/** Returns whether the payment must still be made: its payout is not cancelled, and no other transaction has made the payment. */
async function isWanted({ db }: Pick<RelayContext, 'db'>, key: ExecutionKey): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('recurring_executions as e')
    .innerJoin('recurring_payments as s', 's.id', 'e.recurring_payment_id')
    .select('e.payment_index')
    .where('e.recurring_payment_id', '=', key.recurring_payment_id)
    .where('e.payment_index', '=', key.payment_index)
    .where('e.status', '!=', 'confirmed')
    .where('s.status', '!=', 'cancelled')
    .executeTakeFirst()
  return row !== undefined
}

/** Reads the stored row of the payout's payment that a relayer transaction makes. */
async function readExecution(
  { db }: Pick<RelayContext, 'db'>,
  key: ExecutionKey,
): Promise<Row<'recurring_executions'>> {
  return db.kysely
    .selectFrom('recurring_executions')
    .selectAll()
    .where('recurring_payment_id', '=', key.recurring_payment_id)
    .where('payment_index', '=', key.payment_index)
    .executeTakeFirstOrThrow()
}

/** Judges a payment that reverted in its block. If the payment could be made now, its token rejected it temporarily. */
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
