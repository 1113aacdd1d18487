import type { Hex } from 'viem'
import { ChainUnavailableError } from '../chains/errors.ts'
import type { Tx } from '../db/openDatabase.ts'
import { forEachAnswered } from '../relayer/forEachAnswered.ts'
import { hold } from '../relayer/hold.ts'
import { takeGas } from '../relayer/relayAllowance.ts'
import { type RelayContext, writeLeased } from '../relayer/relayContext.ts'
import { type Ready, type RelayMeans, readFees, sendReady } from '../relayer/sendReady.ts'
import { applyJudgement, judgePayment } from './applyJudgement.ts'
import { lockScheduleRow } from './loadSchedule.ts'
import { moveExecution, postpone } from './moveExecution.ts'
import { type DuePayment, readDuePayments } from './readDuePayments.ts'
import { triggerData } from './triggerData.ts'

/** The margin on the estimated gas, because balances and storage may change before a payment is mined. */
const GAS_HEADROOM_PERCENT = 125n
const GAS_HEADROOM = 10_000n
/** The delay of a payment that no node could simulate. */
const UNTRIED_MS = 10_000
/** The delay of a payment whose merchant has too little gas left today. */
const NO_GAS_MS = 5 * 60_000
/** The operator is warned if the relayer's balance covers fewer payments than this. */
const LOW_BALANCE_PAYMENTS = 50n

/**
 * Sends the due payments, longest due first, as long as nonces are available. Each payment is simulated, then signed with the next nonce
 * and stored, and only then sent to the nodes. A payment that cannot be made does not delay others.
 *
 * @throws StaleLeaseError, ChainUnavailableError
 */
export async function sendDue(context: RelayContext, means: RelayMeans): Promise<{ sent: number }> {
  if (means.places <= 0) return { sent: 0 }
  const due = await readDuePayments(context, means.places)
  if (due.length === 0) return { sent: 0 }
  const ceilingUnits = String(context.settings.maxGasPriceUnits)
  const fees = await readFees(context, { ceilingUnits })
  if (fees === null) return { sent: 0 }
  return sendReady(context, means, {
    fees,
    ready: await tryOut(context, due),
    canPay: (units) => canPay(context, units),
    keyOf: ({ execution }) => execution,
    claim: (tx, payment, { gas }) => claimExecution(tx, context, { payment, gas }),
    onSent: ({ execution }, sent) => {
      const { recurring_payment_id: recurringPaymentId, payment_index: index } = execution
      const facts = { recurringPaymentId, index, requestId: execution.request_id }
      const maxFeeUnits = String(fees.maxUnits)
      context.notices.info({ ...facts, ...sent, maxFeeUnits }, 'Sent a recurring payment')
    },
  })
}

/**
 * Simulates payments. Impossible payments are judged and delayed; payments for which no node responded wait for the next run.
 */
async function tryOut(
  context: RelayContext,
  due: readonly DuePayment[],
): Promise<readonly Ready<DuePayment>[]> {
  const trials = await forEachAnswered(context, due, (payment) => tryApart(context, payment))
  return trials.filter((trial) => trial !== null)
}

/**
 * Simulates one payment; returns null if the payment must wait. Delays a payment that no node could simulate, so that it never blocks the
 * others.
 *
 * @throws StaleLeaseError, ChainUnavailableError
 */
async function tryApart(
  context: RelayContext,
  payment: DuePayment,
): Promise<Ready<DuePayment> | null> {
  try {
    return await tryOne(context, payment)
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
    const key = payment.execution
    await writeLeased(context, (tx) => postpone(tx, context, { key, waitMs: UNTRIED_MS }))
    throw error
  }
}

async function tryOne(
  context: RelayContext,
  payment: DuePayment,
): Promise<Ready<DuePayment> | null> {
  const { schedule, execution } = payment
  const index = execution.payment_index
  const data = encode(context, payment)
  if (data === null) {
    await applyJudgement(context, execution, { kind: 'operator', reason: 'unusable_permit' })
    return null
  }
  const judgement = await judgePayment(context, { schedule, index, data })
  if (judgement.kind !== 'possible') {
    await applyJudgement(context, execution, judgement)
    return null
  }
  const gas = (judgement.gas * GAS_HEADROOM_PERCENT) / 100n + GAS_HEADROOM
  const { chainId } = context.settings.network
  return { work: payment, call: { chainId, to: schedule.contract, data, gas } }
}

/** Encodes a payment's call. Returns null if the payout cannot be encoded, so that the other payouts are still paid. */
function encode({ notices }: RelayContext, payment: DuePayment): Hex | null {
  const { schedule, execution, paymentReference } = payment
  try {
    return triggerData(schedule, { index: execution.payment_index, paymentReference })
  } catch (err) {
    notices.standing(
      `unusable ${schedule.id}`,
      { recurringPaymentId: schedule.id, err },
      'Found a recurring payout that cannot be encoded',
    )
    return null
  }
}

/**
 * Returns whether the payment must still be sent, under the lock that a cancellation acquires, and whether its merchant has gas
 * left. If so, the payment counts as sent from now on, and its gas as spent.
 */
async function claimExecution(
  tx: Tx,
  context: Pick<RelayContext, 'config' | 'db' | 'now' | 'settings'>,
  { payment, gas }: { payment: DuePayment; gas: bigint },
): Promise<boolean> {
  const { execution: key } = payment
  const schedule = await lockScheduleRow(tx, context.db.dialect, key.recurring_payment_id)
  if (schedule.status !== 'active' || schedule.next_index !== key.payment_index) return false
  const spender = { tenantId: schedule.tenant_id, clientId: schedule.client_id }
  const network = context.settings.network.id
  if (await takeGas(tx, { ...context, network }, { spender, gas })) {
    return moveExecution(tx, context, { key, from: 'due', to: 'sent' })
  }
  await postpone(tx, context, { key, waitMs: NO_GAS_MS })
  return false
}

function canPay(
  context: Pick<RelayContext, 'notices' | 'relayer'>,
  { spendableUnits, costUnits }: { spendableUnits: bigint; costUnits: bigint },
): boolean {
  const relayer = context.relayer.address
  const facts = { relayer, spendableUnits: String(spendableUnits), neededUnits: String(costUnits) }
  if (costUnits > spendableUnits) {
    hold(context, 'out_of_coins', facts)
    return false
  }
  context.notices.end('out_of_coins')
  if (spendableUnits >= costUnits * LOW_BALANCE_PAYMENTS) {
    context.notices.end('low_balance')
    return true
  }
  const paymentsLeft = Number(spendableUnits / costUnits)
  context.notices.standing(
    'low_balance',
    { ...facts, paymentsLeft },
    'The relayer’s balance is low',
  )
  return true
}
