import { sql } from 'kysely'
import type { NetworkConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { createLeaseKeeper } from '../leases/leaseKeeper.ts'
import { type Holder, StaleLeaseError } from '../leases/leases.ts'
import { permitWork } from '../permits/permitWork.ts'
import { createNotices } from '../relayer/createNotices.ts'
import { forEachAnswered } from '../relayer/forEachAnswered.ts'
import { mendGaps } from '../relayer/mendGaps.ts'
import { isPending, type NonceSlot, readOpenSlots } from '../relayer/nonceSlots.ts'
import { openRelayer } from '../relayer/openRelayer.ts'
import { hasGasLeft } from '../relayer/relayAllowance.ts'
import type { RelayContext } from '../relayer/relayContext.ts'
import type { RelayedWork, WorkKey } from '../relayer/relayedWork.ts'
import { reviveDropped } from '../relayer/reviveDropped.ts'
import { MAX_IN_FLIGHT, type RelayMeans } from '../relayer/sendReady.ts'
import { settleSlot } from '../relayer/settleSlot.ts'
import { tendSlot } from '../relayer/tendSlot.ts'
import { workIdOf } from '../relayer/workKey.ts'
import type { Trials } from '../signed/relaySigned.ts'
import type { SignedMemory } from '../signed/settleSigned.ts'
import { isOpenSql } from '../signed/signedRows.ts'
import { signedWork } from '../signed/signedWork.ts'
import { takeTrials } from '../signed/storedSignal.ts'
import { confirmExecutions } from './confirmExecutions.ts'
import { createHeldNotice } from './createHeldNotice.ts'
import { openExecutions } from './openExecutions.ts'
import { mendPutOff, selectPutOffTooFar } from './putOffTooFar.ts'
import { recheckMined } from './recheckMined.ts'
import { recurringWork } from './recurringWork.ts'
import { sendDue } from './sendDue.ts'

/** Signed payments that arrive during this time are sent before any other work. */
const MAX_PUT_OFF_MS = 500

/** Makes the payments of recurring payouts on one network. */
export type RecurringExecutor = {
  /** Runs one bounded piece of work; `more` if more work is ready now. */
  step(): Promise<{ more: boolean }>
  /** Releases the lease. */
  release(): Promise<void>
}

/**
 * Creates a network's executor. One host works at a time, under a lease. The executor opens due payments, sends them, follows
 * pending ones, and advances each payout once the watcher has recorded its payment. The executor's state is in the tables, so that
 * another host continues where one was killed. A payment is stored as due before it is signed, and its signed bytes before they are sent.
 * The contract makes no payment twice.
 */
export function createRecurringExecutor(
  context: Pick<
    Context,
    | 'db'
    | 'now'
    | 'clock'
    | 'random'
    | 'config'
    | 'chains'
    | 'log'
    | 'sealer'
    | 'screening'
    | 'tracing'
  >,
  settings: NetworkConfig,
  options: { holder: Holder; onEvents: () => void },
): RecurringExecutor {
  const network = settings.network.id
  const keeper = createLeaseKeeper(context, `relay:${network}`, options.holder)
  const notices = createNotices(context, network)
  const noticeHeld = createHeldNotice({ ...context, notices }, network)
  const missingSince = new Map<bigint, number>()
  const checkedAt = new Map<string, number>()
  let ranAtMs = Number.NEGATIVE_INFINITY
  const signed: SignedMemory = {
    checkedAt: new Map(),
    pastAt: new Map(),
    examined: new Set(),
  }
  return {
    async step() {
      const trials = takeTrials(context.db, network)
      if (trials.size === 0) {
        await noticeHeld()
        if (!(await hasWork(context, network))) return { more: false }
      }
      const relayer = await openRelayer(context.config)
      const lease = relayer === null ? null : await keeper.hold()
      if (relayer === null || lease === null) return { more: false }
      const chain = context.chains.get(network)
      const { onEvents } = options
      try {
        const relaying = { ...context, settings, chain, relayer, lease, notices, workOf, onEvents }
        if (trials.size > 0 && (await sendTried(relaying, trials))) {
          // Another signature may arrive at any moment, so the other work waits a little, but never for long.
          if (performance.now() - ranAtMs < MAX_PUT_OFF_MS) return { more: true }
        }
        ranAtMs = performance.now()
        return await run(relaying, { missingSince, checkedAt, signed })
      } catch (error) {
        if (error instanceof StaleLeaseError) keeper.drop()
        throw error
      }
    },
    release: () => keeper.release(),
  }
}

/** The relayer also sends payers' permits and signed payments, with the same sequence of nonces. */
export function workOf(key: WorkKey): RelayedWork {
  const permitId = workIdOf('permit', key)
  if (permitId !== null) return permitWork(permitId)
  const signedId = workIdOf('signed', key)
  return signedId === null ? recurringWork : signedWork(signedId)
}

/** The state that a host keeps in memory between runs; its loss is harmless. */
type Memory = {
  missingSince: Map<bigint, number>
  checkedAt: Map<string, number>
  signed: SignedMemory
}

async function run(context: RelayContext, memory: Memory): Promise<{ more: boolean }> {
  const confirmed = await confirmExecutions(context)
  await mendPutOff(context)
  const opened = await openExecutions(context)
  const account = await context.chain.readAccount(context.relayer.address)
  await reviveDropped(context, account)
  const slots = await readOpenSlots(context)
  await tendSlots(context, { slots, account, memory })
  await recheckMined(context, memory.checkedAt)
  const sent = await sendAll(context, account, [
    ...((await hasOpenSigned(context)) ? [sendSigned(memory.signed)] : []),
    ...(context.config.relayPermits ? [sendPermits] : []),
    sendDue,
  ])
  return { more: confirmed.count + opened.count + sent > 0 }
}

/** Sends one kind of work with the relayer's means. */
type Send = (context: RelayContext, means: RelayMeans) => Promise<{ sent: number }>

/** Sends each kind of work in turn, and returns the number of transactions. */
async function sendAll(
  context: RelayContext,
  first: Account,
  kinds: readonly Send[],
): Promise<number> {
  let account = first
  let total = 0
  let isOld = false
  for (const send of kinds) {
    // Transactions that were just sent use nonces and coins.
    if (isOld) account = await context.chain.readAccount(context.relayer.address)
    const means = await readMeans(context, account)
    const { sent } = await send(context, { ...account, ...means })
    total += sent
    isOld = sent > 0
  }
  return total
}

/** Loads the code for permits at the first run, and only on hosts that send permits. */
async function sendPermits(context: RelayContext, means: RelayMeans): Promise<{ sent: number }> {
  const { relayPermits } = await import('../permits/relayPermits.ts')
  const { screenBeforeRelay } = await import('../paying/screenBeforeRelay.ts')
  return relayPermits(context, means, screenBeforeRelay)
}

/** Returns whether payments that payers signed may still be made: hosts follow them to their end, whatever their settings are now. */
async function hasOpenSigned({ db, settings }: RelayContext): Promise<boolean> {
  return (await selectOpenSigned(db, settings.network.id).executeTakeFirst()) !== undefined
}

function selectOpenSigned({ kysely }: Pick<Context['db'], 'kysely'>, network: string) {
  return kysely
    .selectFrom('signed_payments')
    .select('id as work')
    .where('network', '=', network)
    .where(isOpenSql)
    .limit(1)
}

/** Loads the code for signed payments at the first run, and only while some are open. */
function sendSigned(memory: SignedMemory): Send {
  return async (context, means) => {
    const { settleSigned } = await import('../signed/settleSigned.ts')
    await settleSigned(context, memory, context)
    return sendStored(context, means)
  }
}

async function sendStored(
  context: RelayContext,
  means: RelayMeans,
  trials?: Trials,
): Promise<{ sent: number }> {
  const { relaySigned } = await import('../signed/relaySigned.ts')
  const { judgeSigned } = await import('../paying/loadPayable.ts')
  const { screenBeforeRelay } = await import('../paying/screenBeforeRelay.ts')
  const checks = { judge: judgeSigned, screen: screenBeforeRelay }
  return relaySigned(context, means, { ...checks, ...(trials !== undefined && { trials }) })
}

/** Sends the signed payments that a call has just simulated and stored, before any other work. Returns whether it sent one. */
async function sendTried(context: RelayContext, trials: Trials): Promise<boolean> {
  const account = await context.chain.readAccount(context.relayer.address)
  const send: Send = (relaying, means) => sendStored(relaying, means, trials)
  return (await sendAll(context, account, [send])) > 0
}

type Account = { latestNonce: bigint; pendingNonce: bigint; balanceUnits: bigint }

async function tendSlots(
  context: RelayContext,
  { slots, account, memory }: { slots: readonly NonceSlot[]; account: Account; memory: Memory },
): Promise<void> {
  const mined = slots.filter((slot) => slot.nonce < account.latestNonce)
  await forEachAnswered(context, mined, (slot) => settleSlot(context, slot, memory.missingSince))
  const waiting = slots.filter((slot) => slot.nonce >= account.latestNonce)
  if (waiting.length === 0) return
  const market = await context.chain.readFees()
  const kept = await mendGaps(context, { waiting, account, market })
  for (const slot of kept) {
    await tendSlot(context, slot, { pendingNonce: account.pendingNonce, market })
  }
}

/**
 * Returns the coins that the relayer can spend beyond the cost of its open transactions, and how many payments it may still send.
 */
async function readMeans(
  context: RelayContext,
  { balanceUnits, latestNonce }: Account,
): Promise<{ spendableUnits: bigint; places: number }> {
  const slots = await readOpenSlots(context)
  const waiting = slots.filter(({ nonce }) => nonce >= latestNonce)
  let spendableUnits = balanceUnits
  for (const { transactions } of waiting) {
    const last = transactions.at(-1)
    if (last === undefined) continue
    const { gas, fees } = context.relayer.parse(`0x${last.raw.slice(2)}`)
    spendableUnits -= gas * fees.maxUnits
  }
  return { spendableUnits, places: MAX_IN_FLIGHT - waiting.length }
}

/**
 * This check acquires no lease, because usually no payment is due or pending. A payment that waits for an allowance does not count as
 * work.
 */
async function hasWork(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  network: string,
): Promise<boolean> {
  const { db, now } = context
  const due = db.kysely
    .selectFrom('recurring_payments as s')
    .select('s.id as work')
    .where('s.network', '=', network)
    .where('s.next_due_at', '<=', now().toISOString())
    .where(hasGasLeft(context))
    .limit(1)
  const sent = db.kysely
    .selectFrom('recurring_executions')
    .select('recurring_payment_id as work')
    .where('network', '=', network)
    .where(sql<boolean>`status != 'confirmed'`)
    .where('status', '=', 'sent')
    .limit(1)
  const open = db.kysely
    .selectFrom('relayer_transactions')
    .select('hash as work')
    .where('network', '=', network)
    .where(isPending)
    .limit(1)
  const permits = db.kysely
    .selectFrom('permits')
    .select('id as work')
    .where('network', '=', network)
    .where(sql<boolean>`status = 'due'`)
    .limit(1)
  const signed = selectOpenSigned(db, network)
  const putOff = selectPutOffTooFar(db.kysely, { network, now: now() }).limit(1)
  for (const query of [due, sent, open, permits, signed, putOff]) {
    if ((await query.executeTakeFirst()) !== undefined) return true
  }
  return false
}
