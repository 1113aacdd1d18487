import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createController } from './controller.ts'
import { defineSecurePayment } from './define.ts'
import type { StateName } from './model.ts'
import { SecurePayment } from './secure-payment.ts'
import { aPayment, PAYER, USDC } from './testing/examples.ts'
import { fakeProvider, honestCalldata } from './testing/fakes.ts'
import {
  collectGarbage,
  settled,
  stopWatching,
  watchListeners,
  watchTimers,
} from './testing/watchLeaks.ts'

/** The number of event-loop turns until an element has reached the point at which it is removed. */
const MAX_TURNS = 2_000
const WAIT = { interval: 20 }
const MANY = 50

const open = aPayment({ expiresAt: '2999-01-01T00:00:00.000Z' })
/** Without an approval: the wallet receives the payment's request at once. */
const calldata = honestCalldata(open, { [USDC]: 10n ** 30n })

beforeEach(() => {
  defineSecurePayment()
  SecurePayment.controllerFactory = createController
})

afterEach(() => {
  document.body.replaceChildren()
  stopWatching()
  questions.length = 0
})

/** The point at which an element is removed. */
type Life = {
  readonly until: StateName
  readonly answer: unknown
  /** The action at that point. */
  readonly act?: (element: SecurePayment) => unknown
  /** The wallet's response to a request; a promise that never settles by default. */
  readonly request?: (call: { readonly method: string }) => Promise<unknown>
}

/** The pending requests that wallets keep, for longer than any element lives. */
const questions: ((answer: unknown) => void)[] = []
const keep = () => new Promise<unknown>((resolve) => questions.push(resolve))
/** Returns a promise that never settles and that no wallet holds, unlike the promises of `keep`. */
const drop = () => new Promise<unknown>(() => {})

/** A connected wallet that keeps the payment's request pending. */
const payingWallet = fakeProvider({
  eth_chainId: '0x7a69',
  eth_accounts: [PAYER],
  eth_requestAccounts: [PAYER],
  eth_getTransactionCount: '0x0',
  eth_blockNumber: '0x1',
  eth_sendTransaction: keep,
})

const LIVES: readonly (readonly [name: string, life: Life])[] = [
  ['before a wallet is chosen', { until: 'connect', answer: open }],
  ['after success', { until: 'succeeded', answer: { ...open, status: 'completed' } }],
  [
    'moved in the page, again and again',
    {
      until: 'connect',
      answer: open,
      act(element) {
        for (let move = 0; move < 10; move += 1) {
          const place = document.createElement('div')
          document.body.append(place)
          place.append(element)
        }
      },
    },
  ],
  [
    'while a wallet does not respond to a request',
    { until: 'connect', answer: open, act: (element) => element.connect('page') },
  ],
  [
    'while a wallet keeps a request to which it does not respond',
    {
      until: 'connect',
      answer: open,
      request: keep,
      act: (element) => element.connect('page'),
    },
  ],
  [
    'while a wallet keeps the request for the payment',
    {
      until: 'review',
      answer: open,
      request: payingWallet.request,
      async act(element) {
        const before = questions.length
        element.pay()
        for (let turn = 0; questions.length === before && turn < MAX_TURNS; turn += 1)
          await settled()
        expect([element.state, questions.length]).toEqual(['signing', before + 1])
      },
    },
  ],
]

/** Returns a service without leases. */
function answerTo(url: string, payment: unknown): Response {
  if (url.includes('/attempts')) return Response.json({ code: 'not_found' }, { status: 404 })
  return Response.json(url.includes('/pay?') ? calldata : payment)
}

/** Creates an element, runs it, and removes it; only a weak reference remains. */
async function live({ until, answer, act, request = drop }: Life): Promise<WeakRef<SecurePayment>> {
  const element = document.createElement('secure-payment')
  Object.assign(element, {
    token: 'T',
    apiBase: 'https://api.example',
    persist: 'off',
    fetch: async (url: string) => answerTo(url, answer),
    wallet: { request, on: () => {}, removeListener: () => {} },
  })
  document.body.append(element)
  // A loop waits for the state, because a poll of the test library would keep a reference to the element.
  for (let turn = 0; element.state !== until && turn < MAX_TURNS; turn += 1) await settled()
  expect(element.state).toBe(until)
  await SecurePayment.preload()
  element.dispatchEvent(new PointerEvent('pointerdown'))
  await act?.(element)
  await settled()
  element.remove()
  document.body.append(element)
  element.remove()
  return new WeakRef(element)
}

describe('a removed element leaves no listener, no timer and no reference', () => {
  test.each(LIVES)(
    'a removed element leaves no listener, no timer and no reference after: %s',
    async (_, life) => {
      const listeners = watchListeners()
      const timers = watchTimers()
      // The first element loads the chunks, whose own module-wide state may stay.
      await live(life)
      await settled()
      const kept = listeners.list()
      const gone: WeakRef<SecurePayment>[] = []
      for (let round = 0; round < 5; round += 1) gone.push(await live(life))
      await expect.poll(() => beyond(kept, listeners.list()), WAIT).toEqual([])
      await expect.poll(() => timers.count(), WAIT).toBe(0)
      await expectGone(gone)
      expect(questions.length > 0).toBe(life.request !== undefined)
    },
  )

  test(`${MANY} removed elements that existed at the same time leave no listener, no timer and no reference`, async () => {
    await live({ until: 'connect', answer: open })
    const listeners = watchListeners()
    const timers = watchTimers()
    const before = listeners.list()
    const gone = await Promise.all(
      Array.from({ length: MANY }, () => live({ until: 'connect', answer: open })),
    )
    await expect.poll(() => beyond(before, listeners.list()), WAIT).toEqual([])
    await expect.poll(() => timers.count(), WAIT).toBe(0)
    await expectGone(gone)
  })
})

/**
 * Returns the entries that were added since the start: earlier entries, such as the request to a Safe around the page, may be gone.
 */
function beyond(before: readonly string[], now: readonly string[]): string[] {
  const known = [...before]
  return now.filter((type) => {
    const index = known.indexOf(type)
    if (index >= 0) known.splice(index, 1)
    return index < 0
  })
}

/** The garbage collector reports each freed element, as it would to a FinalizationRegistry. */
async function expectGone(gone: readonly WeakRef<SecurePayment>[]): Promise<void> {
  await expect
    .poll(async () => {
      await collectGarbage()
      return gone.filter((one) => one.deref()).length
    }, WAIT)
    .toBe(0)
}
