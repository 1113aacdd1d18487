import { describe, expect, test } from 'vitest'
import { ChainUnavailableError } from '../chains/errors.ts'
import { backoff, loop, rest } from './loop.ts'
import { createWakeup } from './wakeup.ts'

const LONG_MS = 60_000

function createContext() {
  const abort = new AbortController()
  const errors: object[] = []
  return {
    abort,
    errors,
    context: {
      signal: abort.signal,
      random: (bytes: number) => new Uint8Array(bytes),
      log: { error: (facts: object) => void errors.push(facts) },
    },
  }
}

describe('a loop', () => {
  test('a loop runs again immediately while work remains, and pauses otherwise', async () => {
    const { context, abort } = createContext()
    let runs = 0
    await loop(context, {
      name: 'count',
      intervalMs: 1,
      async run() {
        runs += 1
        if (runs === 5) abort.abort()
        return { more: runs < 3 }
      },
    })
    expect(runs).toBe(5)
  })

  test('a loop survives errors, logs each once and continues after a pause', async () => {
    const { context, abort, errors } = createContext()
    let runs = 0
    await loop(context, {
      name: 'stumble',
      intervalMs: 1,
      async run() {
        runs += 1
        if (runs === 1) throw new Error('stumbled')
        abort.abort()
        return { more: false }
      },
    })
    expect(runs).toBe(2)
    expect(errors).toMatchObject([{ job: 'stumble', failures: 1, backoffMs: 250 }])
  })

  test('a loop logs the message of an unreachable network without a stack', async () => {
    const { context, abort, errors } = createContext()
    await loop(context, {
      name: 'watch',
      intervalMs: 1,
      async run() {
        if (errors.length > 0) abort.abort()
        if (errors.length > 0) return { more: false }
        throw new ChainUnavailableError('devnet', 'no node', { cause: new Error('no node') })
      },
    })
    const reason = 'The network devnet cannot be read now: no node. Try again shortly.'
    expect(errors).toEqual([{ job: 'watch', reason, failures: 1, backoffMs: 250 }])
  })

  test('a loop logs a lasting failure once, and again when its reason changes or after a success', async () => {
    const { context, abort, errors } = createContext()
    const outcomes = ['busy', 'busy', 'full', null, 'full']
    await loop(context, {
      name: 'fail',
      intervalMs: 1,
      async run() {
        const outcome = outcomes.shift()
        if (outcome === undefined) abort.abort()
        if (typeof outcome === 'string') throw new Error(outcome)
        return { more: true }
      },
    })
    expect(errors).toMatchObject([
      { err: new Error('busy'), failures: 1 },
      { err: new Error('full'), failures: 3 },
      { err: new Error('full'), failures: 1 },
    ])
  })

  test('a loop ends its pause early when it is notified', async () => {
    const { context, abort } = createContext()
    const wakeup = createWakeup()
    let runs = 0
    const running = loop(context, {
      name: 'wake',
      intervalMs: LONG_MS,
      wakeup,
      async run() {
        runs += 1
        if (runs === 3) abort.abort()
        // A notification that arrives during the run is kept for the following pause.
        wakeup.notify()
        return { more: false }
      },
    })
    await running
    expect(runs).toBe(3)
  })

  test('a loop ends its pause when it is aborted', async () => {
    const { context, abort } = createContext()
    const running = loop(context, {
      name: 'stop',
      intervalMs: LONG_MS,
      async run() {
        setImmediate(() => abort.abort())
        return { more: false }
      },
    })
    await running
    await rest(LONG_MS, abort.signal)
  })
})

test('the pause after failures doubles from 250 ms to 5 s, with a jitter of up to half', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map((failures) => backoff(failures, 0))).toEqual([
    250, 500, 1_000, 2_000, 4_000, 5_000, 5_000,
  ])
  expect(backoff(1, 255)).toBeGreaterThanOrEqual(125)
})
