import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../log.ts'
import type { Caller } from './caller.ts'
import { CallerRefusedError } from './errors.ts'
import { createCredentialWatch } from './watchCredentials.ts'

/** The watch detects a change by another host within this time. */
const INTERVAL_MS = 15_000
const SERVER: Caller = { credential: 'apiKey', tenantId: 't1', keyId: 'k1', scopes: [] }
const OTHER: Caller = { ...SERVER, keyId: 'k2' }
const accept = async () => undefined
const refuse = async () => {
  throw new CallerRefusedError('invalid_api_key')
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

function openWatch() {
  const listeners = new Set<() => void>()
  const { watch } = createCredentialWatch({
    log: createLogger('silent'),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  const change = () => {
    for (const listener of listeners) listener()
  }
  return { watch, change, listeners }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

describe('A watched credential', () => {
  it('a watched credential aborts only its own calls when it is rejected, even without a notification', async () => {
    const { watch } = openWatch()
    const check = vi.fn(accept)
    const first = watch(SERVER, check)
    const second = watch(SERVER, accept)
    const other = watch(OTHER, accept)
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    expect([first, second, other].map(({ signal }) => signal.aborted)).toEqual([
      false,
      false,
      false,
    ])
    check.mockImplementation(refuse)
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    expect([first, second, other].map(({ signal }) => signal.aborted)).toEqual([true, true, false])
    other.release()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a watched credential is checked once for all its calls', async () => {
    const { watch } = openWatch()
    const check = vi.fn(accept)
    const calls = Array.from({ length: 50 }, () => watch(SERVER, check))
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    expect(check).toHaveBeenCalledOnce()
    for (const { release } of calls) release()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a watched credential is checked again when it changes during a check', async () => {
    const { watch, change, listeners } = openWatch()
    const checks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let count = 0
    const { signal } = watch(SERVER, async () => {
      count += 1
      await checks[count - 1]?.promise
      if (count === 2) await refuse()
    })
    change()
    change()
    change()
    expect(count).toBe(1)
    const ended = aborted(signal)
    checks[0]?.resolve()
    checks[1]?.resolve()
    await ended
    expect([count, listeners.size]).toEqual([2, 0])
  })

  it('a watched credential stays valid while the database does not respond', async () => {
    const { watch } = openWatch()
    const check = vi.fn(async () => {
      throw new Error('The database is gone.')
    })
    const { signal, release } = watch(SERVER, check)
    await vi.advanceTimersByTimeAsync(2 * INTERVAL_MS)
    expect([check.mock.calls.length, signal.aborted]).toEqual([2, false])
    release()
  })

  it('a watched credential is tracked separately per session of one person', async () => {
    const { watch } = openWatch()
    const person: Caller = {
      credential: 'session',
      role: 'owner',
      tenantId: 't1',
      sessionId: 's1',
      wallet: null,
      accountId: 'a1',
    }
    const left = watch(person, refuse)
    const stays = watch({ ...person, sessionId: 's2' }, accept)
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    expect([left.signal.aborted, stays.signal.aborted]).toEqual([true, false])
    stays.release()
  })

  it('a watched credential is tracked separately per origin', async () => {
    const { watch } = openWatch()
    const page: Caller = {
      credential: 'clientId',
      tenantId: 't1',
      clientRecordId: 'c1',
      clientId: 'cli_1',
      origin: 'https://shop.example.test',
      isFirstParty: false,
      feePercentage: null,
      feeAddress: null,
      feeBearer: null,
      allowsAnyPayee: true,
      payeeDestination: null,
    }
    const moved = watch(page, refuse)
    const stays = watch({ ...page, origin: 'https://blog.example.test' }, accept)
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    expect([moved.signal.aborted, stays.signal.aborted]).toEqual([true, false])
    stays.release()
  })
})
