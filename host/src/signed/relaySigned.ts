import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Tx } from '../db/openDatabase.ts'
import { forEachAnswered } from '../relayer/forEachAnswered.ts'
import { hold } from '../relayer/hold.ts'
import { takeGas } from '../relayer/relayAllowance.ts'
import { type RelayContext, type ScreenRelay, writeLeased } from '../relayer/relayContext.ts'
import { type Ready, type RelayMeans, readFees, sendReady } from '../relayer/sendReady.ts'
import { workKey } from '../relayer/workKey.ts'
import { moveSigned, type SignedRow } from './signedRows.ts'
import { trySigned } from './trySigned.ts'

/** A payment is sent at least this long before its deadline by the chain's clock, so that it is mined in time. */
const MIN_LEFT_S = 20n
const MAX_REVERTED = 2
/** The maximum number of stored payments that one run considers. */
const MAX_STORED = 100

/** The checks of other rooms before a payment is sent. */
type Checks = {
  /** Returns `open` if a request may be paid now, `paid` if another payment has paid it, or another reason why it may not be paid now. */
  judge(
    context: Pick<RelayContext, 'db' | 'now'>,
    request: { requestId: string; tenantId: string },
  ): Promise<string>
  screen: ScreenRelay
}

/** The limits of gas, by id, of payments that were simulated just now. */
export type Trials = ReadonlyMap<string, bigint>

/**
 * Sends the stored signed payments, oldest first. Each payment is simulated again, signed with the next nonce and stored with its new
 * state; only then is it sent to the nodes. A payment that the chain would reject, or whose request another payment has paid, is rejected
 * if no one else has seen its signature; otherwise, it waits for its deadline. The same applies to a payer whom the screening rejects. With
 * `trials`, sends only those payments, without another simulation.
 *
 * @throws StaleLeaseError, ChainUnavailableError
 */
export async function relaySigned(
  context: RelayContext,
  means: RelayMeans,
  checks: Checks & { trials?: Trials },
): Promise<{ sent: number }> {
  if (means.places <= 0) return { sent: 0 }
  const stored = await readStored(context)
  const { trials } = checks
  const due = trials === undefined ? stored : stored.filter(({ id }) => trials.has(id))
  if (due.length === 0) return { sent: 0 }
  const [fees, { latest }] = await Promise.all([
    readFees(context, { signedPayments: due.length }),
    context.chain.getHead(),
  ])
  if (fees === null) {
    for (const row of due) await wait(context, row, 'gas_too_expensive')
    return { sent: 0 }
  }
  const inTime = due
    .filter((row) => row.deadline_s - BigInt(latest.timestampS) >= MIN_LEFT_S)
    .slice(0, means.places)
  const ready = await forEachAnswered(context, inTime, (row) => tryOut(context, row, checks))
  const unpaid: SignedRow[] = []
  const outcome = await sendReady(context, means, {
    fees,
    ready: ready.filter((trial) => trial !== null),
    canPay: ({ spendableUnits, costUnits }) => {
      if (costUnits <= spendableUnits) return true
      hold(context, 'out_of_coins', { relayer: context.relayer.address })
      unpaid.push(...inTime)
      return false
    },
    keyOf: ({ id }) => workKey('signed', id),
    claim: (tx, signed, { gas, hash }) => claimSigned(tx, context, { signed, gas, hash }),
    onSent: ({ id }, facts) =>
      context.notices.info({ signedPaymentId: id, ...facts }, 'Sent signed payment'),
  })
  for (const row of unpaid) await wait(context, row, 'out_of_coins')
  return outcome
}

/** Reads the stored payments. Those that a run has held back for a reason of their own come last, so that they delay no others. */
function readStored({ db, settings }: RelayContext): Promise<SignedRow[]> {
  return db.kysely
    .selectFrom('signed_payments')
    .selectAll()
    .where('network', '=', settings.network.id)
    .where('status', '=', 'stored')
    .orderBy(
      sql`case when reason is null or reason in ('gas_too_expensive', 'out_of_coins') then 0 else 1 end`,
    )
    .orderBy('created_at')
    .limit(MAX_STORED)
    .execute()
}

async function tryOut(
  context: RelayContext,
  row: SignedRow,
  checks: Checks & { trials?: Trials },
): Promise<Ready<SignedRow> | null> {
  if (await hasRevertedOften(context, row)) return null
  const obstacle = await findObstacle(context, row, checks)
  if (obstacle !== null) {
    await holdBack(context, row, obstacle)
    return null
  }
  const { chain, relayer, settings, config, notices } = context
  const data = dataOf(row)
  const call = { contract: row.contract, data, maxGas: config.sponsor.maxGas }
  const gas = checks.trials?.get(row.id)
  const trial = gas === undefined ? await trySigned(chain, relayer, call) : { gas }
  if ('gas' in trial) {
    const { chainId } = settings.network
    return { work: row, call: { chainId, to: row.contract, data, gas: trial.gas } }
  }
  notices.info({ signedPaymentId: row.id, problem: trial.problem }, 'Refused signed payment')
  await holdBack(context, row, { reason: 'would_revert', isFinal: true })
  return null
}

type Obstacle = {
  reason: 'would_revert' | 'paid_otherwise' | 'wallet_not_accepted' | 'not_screened'
  isFinal: boolean
}

/** Returns why the payment must not be sent now: its request's state, or its payer's screening; null if it may be sent. */
async function findObstacle(
  context: RelayContext,
  row: SignedRow,
  { judge, screen }: Checks,
): Promise<Obstacle | null> {
  const { token, tenant_id: tenantId, request_id: requestId, payer: wallet } = row
  const payability = await judge(context, { requestId, tenantId })
  if (payability !== 'open') return { reason: 'paid_otherwise', isFinal: payability === 'paid' }
  const screened = await screen(context, { tenantId, token, wallet })
  if (screened === 'accepted') return null
  return { reason: screened, isFinal: screened === 'wallet_not_accepted' }
}

/**
 * Notes why a payment must not be sent; a final reason rejects the payment. After a transaction was sent, anyone may have the signature, so
 * the payment stays open until its deadline.
 */
async function holdBack(
  context: RelayContext,
  { id, reason: before, sent_at }: SignedRow,
  { reason, isFinal }: Obstacle,
): Promise<void> {
  const isRejected = isFinal && sent_at === null
  if (!isRejected && before === reason) return
  const to = { reason, ...(isRejected && { status: 'rejected' as const }) }
  await writeLeased(context, (tx) => moveSigned(tx, context, { id, from: ['stored'], to }))
}

/**
 * Returns whether a payment has reverted too often. Without this limit, a payment that passes each simulation and then reverts could use up
 * the relayer's coins.
 */
async function hasRevertedOften(
  { db }: RelayContext,
  { id, sent_at }: SignedRow,
): Promise<boolean> {
  if (sent_at === null) return false
  const reverted = await db.kysely
    .selectFrom('relayer_transactions')
    .select('hash')
    .where('recurring_payment_id', '=', workKey('signed', id).recurring_payment_id)
    .where('status', '=', 'reverted')
    .limit(MAX_REVERTED)
    .execute()
  return reverted.length >= MAX_REVERTED
}

/** Notes why a payment waits, once per reason. */
async function wait(
  context: RelayContext,
  { id, reason: before }: SignedRow,
  reason: 'gas_too_expensive' | 'out_of_coins',
): Promise<void> {
  if (before === reason) return
  await writeLeased(context, (tx) =>
    moveSigned(tx, context, { id, from: ['stored'], to: { reason } }),
  )
}

/** Returns whether the payment must still be sent, and counts its gas. If no gas is left for today, the payment waits. */
async function claimSigned(
  tx: Tx,
  context: Pick<RelayContext, 'config' | 'now' | 'settings'>,
  { signed, gas, hash }: { signed: SignedRow; gas: bigint; hash: Hex },
): Promise<boolean> {
  const { id, tenant_id: tenantId, client_id: clientId } = signed
  const network = context.settings.network.id
  const spending = { spender: { tenantId, clientId }, gas }
  if (!(await takeGas(tx, { ...context, network }, spending))) {
    await moveSigned(tx, context, { id, from: ['stored'], to: { reason: 'no_gas_left' } })
    return false
  }
  return moveSigned(tx, context, {
    id,
    from: ['stored'],
    to: {
      status: 'sent',
      reason: null,
      tx_hash: hash,
      sent_at: signed.sent_at ?? context.now().toISOString(),
    },
  })
}

/** The column contains only calldata that core encoded. */
function dataOf({ data }: Pick<SignedRow, 'data'>): Hex {
  return `0x${data.slice(2)}`
}
