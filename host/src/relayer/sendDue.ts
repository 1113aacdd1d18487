import type { Hex } from 'viem'
import { ChainUnavailableError } from '../chains/errors.ts'
import type { Tx } from '../db/openDatabase.ts'
import { applyJudgement, judgePayment } from './applyJudgement.ts'
import { broadcastStored } from './broadcastStored.ts'
import { lockSchedule } from './confirmExecutions.ts'
import { forEachAnswered } from './forEachAnswered.ts'
import { hold } from './hold.ts'
import { moveExecution, postpone } from './moveExecution.ts'
import { nextNonce, readTakenNonces } from './nonceSlots.ts'
import type { RelayFees, RelayTransaction } from './openRelayer.ts'
import { firstFees } from './planFees.ts'
import { type DuePayment, readDuePayments } from './readDuePayments.ts'
import { takeGas } from './relayAllowance.ts'
import { type RelayContext, writeLeased } from './relayContext.ts'
import { storeTransaction } from './storeTransaction.ts'
import { triggerData } from './triggerData.ts'

/** Transactions that wait for a block at a time: as many as geth keeps of one account for sure, however full its pool is. */
export const MAX_IN_FLIGHT = 16

/** The relayer's nonces, and the coins that it can spend beyond those in flight. */
export type RelayMeans = {
  latestNonce: bigint
  pendingNonce: bigint
  spendableUnits: bigint
  /** Places in flight that are free. */
  places: number
}

/** Balances and storage may differ by the time that a payment is mined. */
const GAS_HEADROOM_PERCENT = 125n
const GAS_HEADROOM = 10_000n
/** The wait of a payment that could not be simulated. */
const UNTRIED_MS = 10_000
/** The wait of a payment that needs more gas than its merchant has left today. */
const NO_GAS_MS = 5 * 60_000
/** The operator is warned when the relayer can pay for fewer payments than this. */
const LOW_BALANCE_PAYMENTS = 50n

/**
 * Sends the payments that are due, the longest due first, as far as places in flight are free: each is simulated first, then signed
 * with the next nonce and stored, and only then given to the nodes. One that cannot be made delays no other.
 *
 * @throws StaleLeaseError, ChainUnavailableError
 */
export async function sendDue(context: RelayContext, means: RelayMeans): Promise<{ sent: number }> {
  if (means.places <= 0) return { sent: 0 }
  const due = await readDuePayments(context, means.places)
  if (due.length === 0) return { sent: 0 }
  const ceiling = context.settings.maxGasPriceUnits
  const fees = firstFees(await context.chain.readFees(), ceiling)
  if (fees === null) {
    hold(context, 'gas_price_above_ceiling', { ceilingUnits: String(ceiling) })
    return { sent: 0 }
  }
  context.notices.end('gas_price_above_ceiling')
  return sendReady(context, means, { fees, ready: await tryOut(context, due) })
}

/** A payment that the chain would accept now. */
type Ready = { payment: DuePayment; transaction: Omit<RelayTransaction, 'nonce' | 'fees'> }

/**
 * Simulates payments; those that cannot be made are judged and delayed, those without a response wait for the next run.
 */
async function tryOut(
  context: RelayContext,
  due: readonly DuePayment[],
): Promise<readonly Ready[]> {
  const trials = await forEachAnswered(context, due, (payment) => tryApart(context, payment))
  return trials.filter((trial) => trial !== null)
}

/** A payment that no node could simulate makes room for others: such payments never block the rest, regardless of their number. */
async function tryApart(context: RelayContext, payment: DuePayment): Promise<Ready | null> {
  try {
    return await tryOne(context, payment)
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
    const key = payment.execution
    await writeLeased(context, (tx) => postpone(tx, context, { key, waitMs: UNTRIED_MS }))
    throw error
  }
}

async function tryOne(context: RelayContext, payment: DuePayment): Promise<Ready | null> {
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
  return { payment, transaction: { chainId, to: schedule.contract, data, gas } }
}

/** Null for a payout from which no call can be encoded: this failure concerns that payout alone. */
function encode({ notices }: RelayContext, payment: DuePayment): Hex | null {
  const { schedule, execution, paymentReference } = payment
  try {
    return triggerData(schedule, { index: execution.payment_index, paymentReference })
  } catch (err) {
    notices.standing(
      `unusable ${schedule.id}`,
      { recurringPaymentId: schedule.id, err },
      'Found recurring payout that cannot be encoded',
    )
    return null
  }
}

async function sendReady(
  context: RelayContext,
  means: RelayMeans,
  { fees, ready }: { fees: RelayFees; ready: readonly Ready[] },
): Promise<{ sent: number }> {
  const taken = await readTakenNonces(context.db.kysely, context, means.latestNonce)
  let { spendableUnits } = means
  let sent = 0
  for (const { payment, transaction } of ready) {
    const costUnits = transaction.gas * fees.maxUnits
    watchBalance(context, { spendableUnits, costUnits })
    if (costUnits > spendableUnits) break
    const nonce = nextNonce(means.pendingNonce, taken)
    if (!(await sendOne(context, payment, { ...transaction, nonce, fees }))) continue
    taken.add(nonce)
    spendableUnits -= costUnits
    sent += 1
  }
  return { sent }
}

async function sendOne(
  context: RelayContext,
  payment: DuePayment,
  transaction: RelayTransaction,
): Promise<boolean> {
  const { execution: key } = payment
  const claim = (tx: Tx) => claimExecution(tx, context, { payment, gas: transaction.gas })
  const row = await storeTransaction(context, { key, transaction, claim })
  if (row === null) return false
  const outcome = await broadcastStored(context, row)
  context.notices.info(
    {
      recurringPaymentId: key.recurring_payment_id,
      index: key.payment_index,
      requestId: key.request_id,
      txHash: row.hash,
      nonce: String(row.nonce),
      maxFeeUnits: row.max_fee_units,
      outcome,
    },
    'Sent recurring payment',
  )
  return true
}

/**
 * Whether the payment is still to be sent, under the lock that a cancellation acquires, and its merchant has the gas
 * left. If so, it counts as sent from now on, and its gas as spent.
 */
async function claimExecution(
  tx: Tx,
  context: Pick<RelayContext, 'config' | 'db' | 'now' | 'settings'>,
  { payment, gas }: { payment: DuePayment; gas: bigint },
): Promise<boolean> {
  const { execution: key } = payment
  const schedule = await lockSchedule(tx, context.db.dialect, key.recurring_payment_id)
  if (schedule.status !== 'active' || schedule.next_index !== key.payment_index) return false
  const spender = { tenantId: schedule.tenant_id, clientId: schedule.client_id }
  const network = context.settings.network.id
  if (await takeGas(tx, { ...context, network }, { spender, gas })) {
    return moveExecution(tx, context, { key, from: 'due', to: 'sent' })
  }
  await postpone(tx, context, { key, waitMs: NO_GAS_MS })
  return false
}

function watchBalance(
  context: Pick<RelayContext, 'notices' | 'relayer'>,
  { spendableUnits, costUnits }: { spendableUnits: bigint; costUnits: bigint },
): void {
  const relayer = context.relayer.address
  const facts = { relayer, spendableUnits: String(spendableUnits), neededUnits: String(costUnits) }
  if (costUnits > spendableUnits) {
    hold(context, 'out_of_coins', facts)
    return
  }
  context.notices.end('out_of_coins')
  if (spendableUnits >= costUnits * LOW_BALANCE_PAYMENTS) {
    context.notices.end('low_balance')
    return
  }
  const paymentsLeft = Number(spendableUnits / costUnits)
  context.notices.standing('low_balance', { ...facts, paymentsLeft }, 'Relayer has few coins left')
}
