import { getNetwork } from '@secure-payment/core/networks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { acquireLease } from '../../host/src/leases/leases.ts'
import { createHeldNotice } from '../../host/src/recurring/createHeldNotice.ts'
import { workOf } from '../../host/src/recurring/createRecurringExecutor.ts'
import { moveExecution, postpone } from '../../host/src/recurring/moveExecution.ts'
import { recordFailure } from '../../host/src/recurring/recordFailure.ts'
import { sendDue } from '../../host/src/recurring/sendDue.ts'
import { mendGaps } from '../../host/src/relayer/mendGaps.ts'
import type { NonceSlot } from '../../host/src/relayer/nonceSlots.ts'
import { openRelayer } from '../../host/src/relayer/openRelayer.ts'
import type { RelayContext } from '../../host/src/relayer/relayContext.ts'
import { seedRecurringPayout } from '../support/seedRecurringPayout.ts'
import { createRequests, TENANT_ID } from './support/createRequests.ts'
import { type Outbox, startOutbox } from './support/startOutbox.ts'

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** Account 1 of the well-known test mnemonic. */
const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const MARKET = { baseFeeUnits: 10n, priorityFeeUnits: 1n, isLegacy: false }

let outbox: Outbox
let context: RelayContext
let request: Row<'requests'>
let nextRequest: Row<'requests'>
let scheduleId: string
let notices: string[]
let sent: number
let events: number

beforeEach(async () => {
  outbox = await startOutbox()
  const wanted = { payee: PAYEE, token: null, units: 1n }
  const rows = await createRequests(outbox.context, getNetwork('devnet'), [wanted, wanted])
  const [first, second] = rows
  if (first === undefined || second === undefined) throw new Error('nothing was created')
  request = first
  nextRequest = second
  scheduleId = await seedRecurringPayout(outbox.context, {
    request_id: request.id,
    status: 'active',
    next_due_at: outbox.context.now().toISOString(),
  })
  context = await openContext()
})

afterEach(() => outbox[Symbol.asyncDispose]())

async function openContext(): Promise<RelayContext> {
  notices = []
  sent = 0
  events = 0
  const relayer = await openRelayer({ relayerPrivateKey: KEY })
  const lease = await acquireLease(outbox.context, 'relay', 'tests')
  const [settings] = outbox.context.config.networks
  if (relayer === null || lease === null || settings === undefined) throw new Error('no relayer')
  const chain = {
    simulate: async () => ({ gas: 21_000n }),
    broadcast: async () => {
      sent += 1
      return 'accepted'
    },
  }
  return {
    ...outbox.context,
    settings,
    relayer,
    lease,
    chain: chain as unknown as RelayContext['chain'],
    notices: {
      info: (_, msg) => notices.push(msg),
      warn: (_, msg) => notices.push(msg),
      standing: (key) => notices.push(`${key} begins`),
      end: (key) => notices.push(`${key} ends`),
    },
    workOf,
    onEvents: () => {
      events += 1
    },
  }
}

const schedule = () =>
  context.db.kysely
    .selectFrom('recurring_payments')
    .selectAll()
    .where('id', '=', scheduleId)
    .executeTakeFirstOrThrow()

const isoIn = (ms: number) => new Date(outbox.clock.nowMs + ms).toISOString()

async function addExecution(
  status: 'due' | 'sent',
  index = 1,
): Promise<Row<'recurring_executions'>> {
  const at = context.now().toISOString()
  const row = {
    recurring_payment_id: scheduleId,
    payment_index: index,
    network: 'devnet',
    request_id: index === 1 ? request.id : nextRequest.id,
    status,
    due_at: at,
    created_at: at,
    updated_at: at,
  }
  await context.db.kysely.insertInto('recurring_executions').values(row).execute()
  return row
}

describe('A failed attempt at a recurring payment', () => {
  test('a failed attempt at a recurring payment waits a minute, then five minutes, and pauses the payout at the third failure', async () => {
    const execution = await addExecution('due')
    const fail = () => recordFailure(context, { execution, reason: 'insufficient_balance' })
    await fail()
    expect(await schedule()).toMatchObject({ failure_count: 1, next_due_at: isoIn(60_000) })
    await fail()
    expect(await schedule()).toMatchObject({ failure_count: 2, next_due_at: isoIn(300_000) })
    expect([events, await outbox.deliveriesOf(request.id)]).toEqual([0, []])
    await fail()
    expect(await schedule()).toMatchObject({
      failure_count: 3,
      failure_reason: 'insufficient_balance',
      status: 'paused',
      next_due_at: null,
    })
    expect(events).toBe(1)
    const written = await context.db.kysely.selectFrom('events').selectAll().execute()
    expect(written).toMatchObject([{ type: 'payment.failed', request_id: request.id, sequence: 1 }])
    // A paused payout counts no further failures.
    await fail()
    expect(await schedule()).toMatchObject({ failure_count: 3 })
    expect(notices).toEqual([
      'Recurring payment failed',
      'Recurring payment failed',
      'Paused a recurring payout',
    ])
  })

  test('a failed attempt at a recurring payment is not counted once the payout has advanced', async () => {
    const execution = await addExecution('due', 2)
    await recordFailure(context, { execution, reason: 'insufficient_balance' })
    expect(await schedule()).toMatchObject({ failure_count: 0, status: 'active' })
    expect(notices).toEqual([])
  })
})

describe('An execution', () => {
  test('an execution is updated only if its state is still the state that was read, and other executions are unchanged', async () => {
    const key = await addExecution('due')
    const other = await addExecution('due', 2)
    const move = (from: 'due' | 'sent', to: 'due' | 'sent') =>
      moveExecution(context.db.kysely, context, { key, from, to })
    expect(await move('sent', 'due')).toBe(false)
    expect(await move('due', 'sent')).toBe(true)
    expect(await move('due', 'sent')).toBe(false)
    const rows = await context.db.kysely
      .selectFrom('recurring_executions')
      .select(['payment_index', 'status'])
      .orderBy('payment_index')
      .execute()
    expect(rows.map(({ status }) => status)).toEqual(['sent', other.status])
  })

  test('an execution is postponed, unless its payout has advanced', async () => {
    const key = await addExecution('due')
    const next = { ...key, payment_index: 2 }
    await postpone(context.db.kysely, context, { key: next, waitMs: 5_000 })
    expect((await schedule()).next_due_at).toBe(isoIn(0))
    await postpone(context.db.kysely, context, { key, waitMs: 5_000 })
    expect((await schedule()).next_due_at).toBe(isoIn(5_000))
  })
})

describe('A gap in the nonces', () => {
  /** Returns one transaction per nonce, each of which has waited for `ageMs`. */
  const slots = (ageMs: number, ...nonces: bigint[]): NonceSlot[] =>
    nonces.map((nonce) => {
      const transaction = {
        hash: `0x${nonce.toString(16).padStart(64, '0')}`,
        network: 'devnet',
        relayer: context.relayer.address,
        nonce,
        recurring_payment_id: scheduleId,
        payment_index: 1,
        raw: '0x00',
        max_fee_units: '1',
        priority_fee_units: '1',
        status: 'pending' as const,
        created_at: isoIn(-ageMs),
        updated_at: isoIn(-ageMs),
      }
      return { nonce, transactions: [transaction] }
    })
  const mend = (waiting: readonly NonceSlot[], pendingNonce: bigint) => {
    const account = { latestNonce: pendingNonce, pendingNonce }
    return mendGaps(context, { waiting, account, market: MARKET })
  }
  const nonces = async () => {
    const rows = await context.db.kysely
      .selectFrom('relayer_transactions')
      .select('nonce')
      .orderBy('nonce')
      .execute()
    return rows.map(({ nonce }) => nonce)
  }

  test('a gap in the nonces is filled nonce by nonce after a minute', async () => {
    const waiting = slots(60_000, 8n)
    expect(await mend(waiting, 5n)).toBe(waiting)
    expect(await nonces()).toEqual([5n, 6n, 7n])
    expect(sent).toBe(3)
  })

  test('a gap in the nonces is filled even if no node can estimate the gas of a transfer to oneself', async () => {
    Object.assign(context.chain, { simulate: async () => ({ revert: '0x' }) })
    await mend(slots(60_000, 6n), 5n)
    expect(await nonces()).toEqual([5n])
  })

  test('a gap in the nonces is not filled before a minute has passed, and nothing changes without a gap', async () => {
    for (const waiting of [slots(59_999, 8n), slots(60_000, 5n), slots(60_000)]) {
      expect(await mend(waiting, 5n)).toBe(waiting)
    }
    expect(await nonces()).toEqual([])
  })

  test('a gap of more than 16 nonces is not filled: the transaction after it is abandoned', async () => {
    await addExecution('sent')
    expect(await mend(slots(60_000, 21n), 5n)).toHaveLength(1)
    expect(await nonces()).toHaveLength(16)
    const far = slots(60_000, 38n, 39n)
    const left = await mend(far, 21n)
    expect(left.map(({ nonce }) => nonce)).toEqual([39n])
    expect(await nonces()).toHaveLength(16)
    expect(notices.at(-1)).toBe('Gave up a nonce that is far ahead of the relayer')
  })
})

describe('Due payments', () => {
  /** 100,000 gas plus a quarter plus 10,000, at twice the base fee plus the tip. */
  const COST_UNITS = (125_000n + 10_000n) * (2n * MARKET.baseFeeUnits + MARKET.priorityFeeUnits)

  /** Adds two payouts with a due payment each; the first has been due longer, and both can be paid. */
  async function addDue(): Promise<void> {
    const { address } = getNetwork('devnet').tokens[0] ?? { address: '' }
    const change = { token_address: address, permit_signature: `0x${'11'.repeat(65)}` }
    const now = context.now().toISOString()
    const next = await seedRecurringPayout(outbox.context, {
      request_id: nextRequest.id,
      status: 'active',
      next_due_at: isoIn(-1_000),
    })
    await context.db.kysely.updateTable('recurring_payments').set(change).execute()
    await context.db.kysely.updateTable('tenants').set({ is_relay_allowed: 1 }).execute()
    const due = { payment_index: 1, network: 'devnet', status: 'due' as const, due_at: now }
    for (const [recurring_payment_id, request_id] of [
      [scheduleId, request.id],
      [next, nextRequest.id],
    ] as const) {
      const row = { ...due, recurring_payment_id, request_id, created_at: now, updated_at: now }
      await context.db.kysely.insertInto('recurring_executions').values(row).execute()
    }
    const chain = { readFees: async () => MARKET, simulate: async () => ({ gas: 100_000n }) }
    Object.assign(context.chain, chain)
  }
  const send = (spendableUnits: bigint, places = 16) =>
    sendDue(context, { latestNonce: 3n, pendingNonce: 3n, spendableUnits, places })
  const stored = () =>
    context.db.kysely
      .selectFrom('relayer_transactions')
      .select(['nonce', 'recurring_payment_id'])
      .orderBy('nonce')
      .execute()

  test('due payments are sent with consecutive nonces, the longest due first', async () => {
    await addDue()
    expect(await send(COST_UNITS * 200n)).toEqual({ sent: 2 })
    const rows = await stored()
    expect(rows.map(({ nonce }) => nonce)).toEqual([3n, 4n])
    expect(rows.at(-1)?.recurring_payment_id).toBe(scheduleId)
    expect(notices).not.toContain('low_balance begins')
    expect(await send(COST_UNITS * 200n)).toEqual({ sent: 0 })
  })

  test('due payments are sent for as long as the coins last, each payment at its own cost', async () => {
    await addDue()
    expect(await send(COST_UNITS * 2n - 1n)).toEqual({ sent: 1 })
    expect(notices).toContain('low_balance begins')
    expect(notices).toContain('out_of_coins begins')
    expect(await send(COST_UNITS)).toEqual({ sent: 1 })
  })

  test('due payments that the merchant pauses after their simulation leave their nonces to the others', async () => {
    await addDue()
    const simulate = async () => {
      await context.db.kysely
        .updateTable('recurring_payments')
        .set({ status: 'paused' })
        .where('id', '!=', scheduleId)
        .execute()
      return { gas: 100_000n }
    }
    Object.assign(context.chain, { simulate })
    expect(await send(COST_UNITS * 200n)).toEqual({ sent: 1 })
    expect(await stored()).toEqual([{ nonce: 3n, recurring_payment_id: scheduleId }])
    expect(sent).toBe(1)
  })

  test('due payments wait while the coins are insufficient for one payment', async () => {
    await addDue()
    expect(await send(COST_UNITS - 1n)).toEqual({ sent: 0 })
    expect(await stored()).toEqual([])
  })

  test('due payments are sent until the maximum number of transactions is in flight', async () => {
    await addDue()
    expect(await send(COST_UNITS * 200n, 0)).toEqual({ sent: 0 })
    expect(await send(COST_UNITS * 200n, 1)).toEqual({ sent: 1 })
  })

  test('due payments that cannot be encoded do not delay other payments', async () => {
    await addDue()
    await context.db.kysely
      .updateTable('recurring_payments')
      .set({ permit_signature: null })
      .where('id', '=', scheduleId)
      .execute()
    expect(await send(COST_UNITS * 200n)).toEqual({ sent: 1 })
    expect(notices).toContain(`unusable ${scheduleId} begins`)
  })
})

describe('Payments that wait for gas', () => {
  test('payments that wait for gas are reported once per minute until the operator allows them', async () => {
    const notify = createHeldNotice(context, 'devnet')
    const allow = (isAllowed: boolean) =>
      context.db.kysely
        .updateTable('tenants')
        .set({ is_relay_allowed: isAllowed ? 1 : 0 })
        .where('id', '=', TENANT_ID)
        .execute()
    await notify()
    await notify()
    expect(notices).toEqual(['no_allowance begins'])
    await allow(true)
    outbox.clock.nowMs += 60_000
    await notify()
    expect(notices).toEqual(['no_allowance begins', 'no_allowance ends'])
  })

  test('payments that wait for gas are not reported while no payment is due on the network, or the payout is not active', async () => {
    const change = (set: Partial<Row<'recurring_payments'>>) =>
      context.db.kysely.updateTable('recurring_payments').set(set).execute()
    for (const set of [
      { next_due_at: isoIn(1) },
      { next_due_at: isoIn(0), status: 'paused' as const },
      { status: 'active' as const, network: 'base' },
    ]) {
      await change(set)
      await createHeldNotice(context, 'devnet')()
    }
    expect(notices).toEqual(['no_allowance ends', 'no_allowance ends', 'no_allowance ends'])
  })
})
