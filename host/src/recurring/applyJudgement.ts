import type { Row } from '../db/schema.ts'
import { type RelayContext, writeLeased } from '../relayer/relayContext.ts'
import { type Judgement, judgeRevert } from './judgeRevert.ts'
import { type ExecutionKey, moveExecution, postpone } from './moveExecution.ts'
import { recordFailure } from './recordFailure.ts'

/** The pause before a new attempt when the chain's clock is a little behind the host's. */
const NOT_DUE_MS = 2_000
/** The pause before a new attempt when an operator must act first, at an unknown time. */
const OPERATOR_MS = 30_000

/** Applies the judgement on a payment that cannot be made now. */
export async function applyJudgement(
  context: RelayContext,
  execution: Row<'recurring_executions'>,
  judgement: Judgement,
): Promise<void> {
  switch (judgement.kind) {
    case 'not_due':
      return defer(context, execution, NOT_DUE_MS)
    case 'made':
      // The payment now waits for the watcher like one that was sent; `recheckMined` ensures that the wait ends.
      await writeLeased(context, (tx) =>
        moveExecution(tx, context, { key: execution, from: 'due', to: 'sent' }),
      )
      return
    case 'payer':
      return recordFailure(context, { execution, reason: judgement.reason })
    case 'operator':
      context.notices.standing(
        `${judgement.reason} ${execution.recurring_payment_id}`,
        {
          recurringPaymentId: execution.recurring_payment_id,
          index: execution.payment_index,
          reason: judgement.reason,
          relayer: context.relayer.address,
        },
        'Held back a recurring payment',
      )
      return defer(context, execution, OPERATOR_MS)
    default:
      return judgement satisfies never
  }
}

/** The gas that a payment may use without a check; a typical payment uses a fifth of it. */
const USUAL_GAS = 1_000_000n
/** Above that gas, the limit is the gas of this many plain transfers, because chains measure gas differently. */
const MOST_TRANSFERS = 50n

/**
 * Simulates a payment on the chain and judges the result; `possible` if the payment can be made. Rejects a payment that uses far more gas
 * than a token transfer. Some tokens call their recipient, which could burn the relayer's coins with every payment.
 *
 * @throws ChainUnavailableError
 */
export async function judgePayment(
  { chain, relayer }: Pick<RelayContext, 'chain' | 'relayer'>,
  {
    schedule,
    index,
    data,
  }: { schedule: Row<'recurring_payments'>; index: number; data: `0x${string}` },
): Promise<Judgement | { kind: 'possible'; gas: bigint }> {
  const simulation = await chain.simulate({ from: relayer.address, to: schedule.contract, data })
  if ('gas' in simulation) {
    const { gas } = simulation
    const isSound =
      gas <= USUAL_GAS || gas <= MOST_TRANSFERS * (await readTransferGas(chain, relayer))
    return isSound ? { kind: 'possible', gas } : { kind: 'payer', reason: 'transfer_refused' }
  }
  const { revert } = simulation
  return judgeRevert(chain, { schedule, index, relayer: relayer.address, revert })
}

async function readTransferGas(
  chain: RelayContext['chain'],
  { address }: RelayContext['relayer'],
): Promise<bigint> {
  const transfer = await chain.simulate({ from: address, to: address, data: '0x' })
  return 'gas' in transfer ? transfer.gas : 0n
}

async function defer(context: RelayContext, key: ExecutionKey, waitMs: number): Promise<void> {
  await writeLeased(context, (tx) => postpone(tx, context, { key, waitMs }))
}
