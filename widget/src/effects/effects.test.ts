import { describe, expect, it } from 'vitest'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import { initialState, toModel } from '../machine.ts'
import type { Model } from '../model.ts'
import { createEvm } from '../rails/evm.ts'
import { tron } from '../rails/tron.ts'
import { pay } from '../steps/pay.ts'
import { loadReview } from '../steps/readPayment.ts'
import type { Page } from '../steps/session.ts'
import { anAccount, aPayment, aRecord, PAYER } from '../testing/examples.ts'
import { fakeApi, fakeProvider, fakeSession, walletError } from '../testing/fakes.ts'
import { acquire } from './acquire.ts'
import { createUuid } from './createUuid.ts'
import { finishAttempt, recordBroadcast } from './finish.ts'
import { loadPayment } from './loadPayment.ts'
import { openingSignals } from './openingSignals.ts'
import { drainOutbox, isSettled } from './outbox.ts'
import { findOwnAttempt } from './ownAttempt.ts'
import { pollDelay } from './poll.ts'
import { signalsBetween } from './signalsBetween.ts'
import { createTabLock, type TabLock, type TabLockOptions } from './tabLock.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'
const OTHER_ATTEMPT = '00000000-0000-4000-8000-000000000002'
const HASH: `0x${string}` = `0x${'a1'.repeat(32)}`

/** Creates a lock that is free, or that another tab holds. */
function aLock(isFree = true): TabLock & { readonly log: string[] } {
  const log: string[] = []
  return {
    log,
    acquire: async () => {
      log.push('acquire')
      return isFree
    },
    release: () => log.push('release'),
    isHeld: () => log.at(-1) === 'acquire',
    isHeldElsewhere: async () => !isFree,
    askFor: async () => 'silent',
    announce: () => undefined,
    dispose: () => undefined,
  }
}

async function reviewed() {
  const api = fakeApi(aPayment())
  const session = fakeSession({ api, provider: fakeProvider() })
  await loadReview(session.task)
  session.facts.length = 0
  return { api, session }
}

describe('acquire', () => {
  it('acquire stores the attempt after it has acquired the tab lock and the lease', async () => {
    const { session } = await reviewed()
    await acquire(session.task, aLock(), ATTEMPT)
    session.abort()
    expect(session.facts).toEqual([{ type: 'acquired' }])
    expect(await session.stored.get(ATTEMPT)).toMatchObject({
      phase: 'created',
      leaseUntil: '2026-01-01T00:10:00.000Z',
      option: { chain: 'devnet', token: 'USDC', needed: '10.02' },
    })
    expect(session.hints).toEqual([ATTEMPT])
  })

  it('acquire stores the attempt before it requests the lease, so that a reload can release it', async () => {
    const { api, session } = await reviewed()
    const phases: unknown[] = []
    api.lease = async () => {
      phases.push((await session.stored.get(ATTEMPT))?.phase, session.hints.at(-1))
      return { kind: 'absent' }
    }
    await acquire(session.task, aLock(), ATTEMPT)
    expect(phases).toEqual(['created', ATTEMPT])
  })

  it('acquire sends the hash of a renewed price’s transactions after the payer declined them', async () => {
    const { api, session } = await reviewed()
    const reviewedHash = session.verified?.calldataHash
    session.provider = fakeProvider({
      eth_chainId: '0x7a69',
      eth_accounts: [PAYER],
      eth_getTransactionCount: '0x7',
      eth_blockNumber: '0x64',
      eth_sendTransaction: walletError(4001),
    })
    session.setState({ name: 'signing', attemptId: ATTEMPT, account: anAccount() })
    await session.stored.put(aRecord({ id: ATTEMPT }))
    await pay(session.task, ATTEMPT, {
      renew: async (_, verified) => ({ ...verified, calldataHash: HASH }),
    })
    expect(session.facts.at(-1)).toMatchObject({ type: 'not_sent', note: { code: 'rejected' } })
    const leased: unknown[] = []
    api.lease = async ({ calldataHash }) => {
      leased.push(calldataHash)
      return { kind: 'absent' }
    }
    await acquire(session.task, aLock(), OTHER_ATTEMPT)
    expect(leased).toEqual([HASH])
    expect(leased).not.toContain(reviewedHash)
  })

  it('acquire continues without a lease when the service has no leases', async () => {
    const { api, session } = await reviewed()
    api.lease = async () => ({ kind: 'absent' })
    await acquire(session.task, aLock(), ATTEMPT)
    expect(session.facts).toEqual([{ type: 'acquired' }])
  })

  it.each<[string, readonly AttemptRecord[], string, boolean]>([
    ['before signing', [aRecord({ phase: 'approving' })], 'locked_tab', true],
    ['signing', [aRecord({ phase: 'signing' })], 'locked_tab_signing', false],
    ['without a record yet', [], 'locked_tab', true],
  ])('acquire yields to another tab: %s', async (_, records, code, canTakeOver) => {
    const { session } = await reviewed()
    for (const record of records) await session.stored.put(record)
    await acquire(session.task, aLock(false), ATTEMPT)
    expect(session.facts).toMatchObject([{ type: 'locked', note: { code }, canTakeOver }])
  })

  it('acquire yields to another device, and releases the tab lock', async () => {
    const { api, session } = await reviewed()
    const lock = aLock()
    api.lease = async () => ({
      kind: 'taken',
      ageSeconds: 180,
      wallet: '0x12ab…89cd',
      phase: 'signing',
    })
    await acquire(session.task, lock, ATTEMPT)
    expect(session.facts).toMatchObject([
      {
        type: 'locked',
        note: { code: 'locked_device' },
        attempt: { walletMasked: '0x12ab…89cd', startedAt: session.now() - 180_000 },
        canTakeOver: false,
      },
    ])
    expect(lock.log).toEqual(['acquire', 'release'])
    expect(await session.stored.get(ATTEMPT)).toMatchObject({ phase: 'abandoned', lastError: null })
    expect(session.hints).toEqual([ATTEMPT, null])
  })

  it('acquire sends no wallet request when the service does not respond', async () => {
    const { api, session } = await reviewed()
    api.lease = async () => ({ kind: 'failed', note: { code: 'service_unavailable' } })
    await acquire(session.task, aLock(), ATTEMPT)
    expect(session.facts).toEqual([{ type: 'step_failed', note: { code: 'service_unavailable' } }])
  })
})

/** The members of the engine that loading uses. */
const engineOf =
  (page: Page, isHeldElsewhere = false): Parameters<typeof loadPayment>[2] =>
  async () => ({
    lock: { isHeldElsewhere: async () => isHeldElsewhere },
    findOwnAttempt: (answer) => findOwnAttempt(page, answer),
  })

const nobodyOnTron = () => Promise.reject(new Error('The payment is not on Tron.'))

describe('loadPayment', () => {
  it('loadPayment reads the record only when the hint names a record', async () => {
    const { session } = await reviewed()
    await session.stored.put(aRecord())
    await loadPayment(
      { ...session, hasProgress: () => false },
      session.task,
      engineOf(session, true),
      nobodyOnTron,
    )
    await loadPayment(session, session.task, engineOf(session, true), nobodyOnTron)
    expect(session.facts).toMatchObject([
      { type: 'loaded', record: null, isLockedElsewhere: false },
      { type: 'loaded', record: { phase: 'signing' }, isLockedElsewhere: true },
    ])
  })
})

describe('the service’s last attempt', () => {
  const lastAttempt = {
    attemptPrefix: ATTEMPT.slice(0, 8),
    phase: 'created',
    wallet: '0x12ab…89cd',
    txHash: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    leaseUntil: '2026-01-01T00:10:00.000Z',
  }

  it.each([
    ['given up on this device', [aRecord({ id: ATTEMPT, phase: 'abandoned' })], null, 1],
    ['of another device', [], lastAttempt, 0],
    ['sent from this device', [aRecord({ id: ATTEMPT, phase: 'done' })], lastAttempt, 0],
  ] as const)(
    'the service’s last attempt counts unless this device gave it up: an attempt %s',
    async (_, records, expected, calls) => {
      const session = fakeSession({ api: fakeApi(aPayment({ lastAttempt })) })
      for (const record of records) await session.stored.put(record)
      await loadPayment(session, session.task, engineOf(session), nobodyOnTron)
      expect(session.facts).toMatchObject([{ answer: { payment: { lastAttempt: expected } } }])
      expect(await session.stored.queued(session.token)).toHaveLength(calls)
    },
  )

  it('an attempt is recognised as this device’s own, and continues, after a crash lost its record', async () => {
    const session = fakeSession({ api: fakeApi(aPayment({ lastAttempt })) })
    await session.stored.put(aRecord({ id: ATTEMPT, phase: 'signing' }))
    const page = { ...session, hasProgress: () => false }
    await loadPayment(page, session.task, engineOf(session), nobodyOnTron)
    expect(session.facts).toMatchObject([{ record: { id: ATTEMPT, phase: 'signing' } }])
  })

  it('an attempt belongs to no device when the service does not return its id', async () => {
    const unnamed = { ...lastAttempt, attemptPrefix: null }
    const session = fakeSession({ api: fakeApi(aPayment({ lastAttempt: unnamed })) })
    await session.stored.put(aRecord({ id: ATTEMPT, phase: 'abandoned' }))
    await loadPayment(session, session.task, engineOf(session), nobodyOnTron)
    expect(session.facts).toMatchObject([{ answer: { payment: { lastAttempt: unnamed } } }])
  })
})

const evm = createEvm({})

describe('the end of an attempt', () => {
  const session = () => fakeSession({ api: fakeApi(aPayment()) })
  const queued = async (one: ReturnType<typeof session>) =>
    (await one.stored.queued(one.token)).map(({ call }) => call)

  it('the end of an attempt on Tron reports only the attempt, because the relay already has the transaction', async () => {
    const session = fakeSession({ api: fakeApi(aPayment()) })
    await session.stored.put(aRecord({ id: ATTEMPT, kind: 'tron', network: 'tron' }))
    await recordBroadcast(session, ATTEMPT, 'a1'.repeat(32), tron)
    const queued = await session.stored.queued(session.token)
    expect(queued.map(({ call }) => call)).toEqual([
      { kind: 'attempt', attemptId: ATTEMPT, phase: 'broadcast', txHash: 'a1'.repeat(32) },
    ])
  })

  it('the end of an attempt keeps the hash and queues the report to the service', async () => {
    const one = session()
    await one.stored.put(aRecord({ id: ATTEMPT }))
    await recordBroadcast(one, ATTEMPT, HASH, evm)
    expect(await one.stored.get(ATTEMPT)).toMatchObject({ phase: 'broadcast', txHash: HASH })
    expect(await queued(one)).toEqual([
      { kind: 'intent', txHash: HASH, chain: 'devnet', symbol: 'USDC' },
      { kind: 'attempt', attemptId: ATTEMPT, phase: 'broadcast', txHash: HASH },
    ])
  })

  it.each([
    ['signing', 'abandoned', 'no_answer'],
    ['abandoned', 'abandoned', null],
    ['created', 'abandoned', null],
    ['broadcast', 'done', null],
    ['signing', 'done', 'no_answer'],
  ] as const)(
    'the end of an attempt in phase %s stores the phase %s and the error %s',
    async (phase, outcome, lastError) => {
      const one = session()
      await one.stored.put(aRecord({ id: ATTEMPT, phase }))
      await finishAttempt(one, ATTEMPT, outcome)
      expect(await one.stored.get(ATTEMPT)).toMatchObject({ phase: outcome, lastError })
      const kind = outcome === 'abandoned' ? 'attempt_end' : 'attempt'
      expect(await queued(one)).toMatchObject([{ kind }])
      expect(one.hints).toEqual([null])
    },
  )

  it('the end of an attempt never turns a paid attempt into an abandoned attempt', async () => {
    const one = session()
    await one.stored.put(aRecord({ id: ATTEMPT, phase: 'done' }))
    await finishAttempt(one, ATTEMPT, 'abandoned')
    expect(await one.stored.get(ATTEMPT)).toMatchObject({ phase: 'done' })
  })
})

describe('the outbox', () => {
  it('the outbox delivers in order, and stops at the first failure', async () => {
    const api = fakeApi(aPayment())
    const session = fakeSession({ api })
    await session.stored.put(aRecord({ id: ATTEMPT }))
    await recordBroadcast(session, ATTEMPT, HASH, evm)
    const drain = () => drainOutbox(session.stored, api, session.token, session.now)
    api.deliverStatus = 503
    expect(await drain()).toBe(session.now() + 1_000)
    expect(await drain()).toBe(session.now() + 1_000)
    expect(api.delivered).toHaveLength(1)
    await session.wait(1_000, new AbortController().signal)
    expect(await drain()).toBe(session.now() + 2_000)
    await session.wait(2_000, new AbortController().signal)
    api.deliverStatus = 200
    expect(await drain()).toBeNull()
    expect(api.delivered.map(({ kind }) => kind)).toEqual(['intent', 'intent', 'intent', 'attempt'])
    expect(await session.stored.queued(session.token)).toEqual([])
  })

  it.each([
    [200, true],
    [400, true],
    [404, true],
    [409, true],
    [0, false],
    [408, false],
    [429, false],
    [500, false],
    [503, false],
  ])('the outbox treats status %i as final: %s', (status, expected) =>
    expect(isSettled(status)).toBe(expected),
  )
})

describe('createUuid', () => {
  it('createUuid returns a UUID that the API accepts, and never the same UUID twice', () => {
    const ids = new Set(Array.from({ length: 1_000 }, createUuid))
    expect(ids.size).toBe(1_000)
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
  })
})

describe('pollDelay', () => {
  it.each([
    ['confirming', false, 0, 1_500],
    ['confirming', true, 0, 5_000],
    ['signing', false, 0, 5_000],
    ['review', false, 0, 15_000],
    ['review', true, 0, 45_000],
    ['review', false, 5, 60_000],
    ['succeeded', false, 0, 60_000],
    ['loading', false, 0, null],
  ] as const)(
    'pollDelay in %s, hidden %s, after %i failures, is %s ms',
    (name, isHidden, failures, expected) => {
      expect(pollDelay(name, isHidden, failures)).toBe(expected)
    },
  )
})

describe('the page’s signals for a change', () => {
  const model = (patch: Partial<Model>): Model => ({ ...toModel(initialState), ...patch })

  const heard = (before: Model, after: Model, reason: string) => [
    ...openingSignals(before, after, reason),
    ...signalsBetween(before, after),
  ]

  it('there are no signals when nothing changed', () => {
    expect(heard(model({}), model({}), 'online')).toEqual([])
  })

  it('signals list two steps of the same kind separately, and an unchanged step not at all', () => {
    const steps = (...statuses: readonly ('waiting' | 'active' | 'done')[]) =>
      model({ steps: statuses.map((status) => ({ kind: 'approve', status })) })
    expect(heard(steps('active', 'waiting'), steps('done', 'active'), 'x')).toEqual([
      { type: 'step', index: 0, count: 2, kind: 'approve', status: 'done' },
      { type: 'step', index: 1, count: 2, kind: 'approve', status: 'active' },
    ])
    expect(heard(steps('done', 'active'), steps('done', 'active'), 'x')).toEqual([])
  })

  it('signals contain the state, the steps and the transactions', () => {
    const transaction = { hash: HASH, chainId: 31337, kind: 'pay', explorerUrl: null } as const
    const before = model({ state: 'signing', steps: [{ kind: 'pay', status: 'active' }] })
    const after = model({
      state: 'broadcasting',
      steps: [{ kind: 'pay', status: 'done' }],
      transactions: [transaction],
    })
    expect(heard(before, after, 'sent')).toEqual([
      { type: 'statechange', from: 'signing', to: 'broadcasting', reason: 'sent' },
      { type: 'step', index: 0, count: 1, kind: 'pay', status: 'done' },
      { type: 'transaction', transaction },
    ])
    expect(heard(after, after, 'sent')).toEqual([])
  })
})

describe('the tab lock without Web Locks', () => {
  const HEARTBEAT_MS = 2_000
  function tabs() {
    const lines = new Map<string, string>()
    const storage = {
      getItem: (key: string) => lines.get(key) ?? null,
      setItem: (key: string, value: string) => void lines.set(key, value),
      removeItem: (key: string) => void lines.delete(key),
    }
    let now = 0
    const tab = (tabId: string, patch: Partial<TabLockOptions> = {}) =>
      createTabLock({
        token: 't',
        tabId,
        now: () => now,
        locks: null,
        storage: () => storage,
        channel: null,
        onAsked: async () => null,
        onChanged: () => undefined,
        ...patch,
      })
    return { tab, lines, pass: (ms: number) => (now += ms) }
  }

  it('the tab lock admits one tab, and the next tab after its release', async () => {
    const { tab } = tabs()
    const [a, b] = [tab('a'), tab('b')]
    expect([await a.acquire(), await b.acquire(), await a.acquire()]).toEqual([true, false, true])
    expect([await a.isHeldElsewhere(), await b.isHeldElsewhere()]).toEqual([false, true])
    a.release()
    expect(await b.acquire()).toBe(true)
    b.dispose()
  })

  it.each([
    ['a line in the storage', null],
    ['a Web Lock', navigator.locks],
  ])(
    'the tab lock is released, as %s, when the element is removed while acquiring it',
    async (_, locks) => {
      const { tab } = tabs()
      const [a, b] = [tab('a', { locks }), tab('b', { locks })]
      const taken = a.acquire()
      a.dispose()
      expect([await taken, await a.isHeldElsewhere(), await b.acquire()]).toEqual([
        false,
        false,
        true,
      ])
      b.dispose()
    },
  )

  it('the tab lock expires when a tab stops its heartbeat', async () => {
    const { tab, lines, pass } = tabs()
    lines.set('secure-payment:lock:t', `gone ${3 * HEARTBEAT_MS}`)
    const b = tab('b')
    expect(await b.acquire()).toBe(false)
    pass(3 * HEARTBEAT_MS)
    expect(await b.acquire()).toBe(true)
    b.dispose()
  })

  it('a request for the lock reaches the other tab through a channel', async () => {
    const { tab } = tabs()
    const name = `test-${Math.random()}`
    let isAsked = false
    const a = tab('a', {
      channel: new BroadcastChannel(name),
      onAsked: async () => {
        isAsked = true
        return 'released'
      },
    })
    const b = tab('b', { channel: new BroadcastChannel(name) })
    expect(await b.askFor(new AbortController().signal)).toBe('released')
    expect(isAsked).toBe(true)
    a.dispose()
    b.dispose()
  })
})

describe('the tab lock with Web Locks', () => {
  it('the tab lock with Web Locks is held by one tab and visible to the other', async () => {
    const make = (tabId: string) =>
      createTabLock({
        token: `t-${process.pid}`,
        tabId,
        now: () => 0,
        locks: navigator.locks,
        storage: () => {
          throw new Error('not needed')
        },
        channel: null,
        onAsked: async () => null,
        onChanged: () => undefined,
      })
    const [a, b] = [make('a'), make('b')]
    expect([await a.acquire(), await b.acquire()]).toEqual([true, false])
    expect([await a.isHeldElsewhere(), await b.isHeldElsewhere()]).toEqual([false, true])
    a.release()
    // The lock is released in a later turn.
    let isFree = false
    for (let turn = 0; turn < 50 && !isFree; turn++) isFree = await b.acquire()
    expect(isFree).toBe(true)
    b.dispose()
  })
})
