import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { casesToTry } from '../../../tests/support/casesToTry.ts'
import { createLogger } from '../log.ts'
import type { Standing } from './allowance.ts'
import { type Allowances, createAllowances } from './createAllowances.ts'
import type { Draws } from './createDraws.ts'
import { type Policy, permitsAhead, WINDOW_MS } from './policy.ts'
import { takePermits, UNUSED, type Usage } from './takePermits.ts'

const START_MS = Date.parse('2026-01-01T00:00:00.000Z')
const KEY = 'one'
const log = createLogger('silent')

/** Several hosts that share one in-memory store, each with its own clock. */
type World = {
  allowances: readonly Allowances[]
  /** Real time; the hosts' clocks differ from it. */
  time: { ms: number }
  store: Map<string, Usage>
}

/** The behaviour of the store: normal, or a failure before or after its write. */
type Fault = 'none' | 'before' | 'after'

function createWorld(skewsMs: readonly number[], nextFault: () => Fault = () => 'none'): World {
  const time = { ms: START_MS }
  const store = new Map<string, Usage>()
  const allowances = skewsMs.map((skewMs) => {
    const now = () => new Date(time.ms + skewMs)
    const draws: Draws = async (key, policy, draw) => {
      const fault = nextFault()
      if (fault === 'before') throw new Error('down')
      const nowMs = now().getTime()
      const grant = takePermits(store.get(key) ?? UNUSED, policy, { ...draw, nowMs })
      store.set(key, grant.usage)
      if (fault === 'after') throw new Error('down')
      return grant
    }
    return createAllowances({ now, log }, draws)
  })
  return { allowances, time, store }
}

function policyOf(limit: number, isStrict = false): Policy {
  return { name: 'test', limit, isStrict }
}

/** Returns the maximum number of calls in any window of a minute. */
function mostInAnyWindow(times: readonly number[]): number {
  let first = 0
  let most = 0
  for (const [index, ms] of times.entries()) {
    while ((times[first] ?? ms) <= ms - WINDOW_MS) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}

const limits = fc.constantFrom(1, 10, 50, 100)
const gaps = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 2_000 }),
  // These gaps end around the expiry of held permits, and around the end of a window.
  fc.integer({ min: 27_000, max: 33_000 }),
  fc.integer({ min: 58_000, max: 62_000 }),
)
/** A few calls, which held permits serve, and floods, which use up the rest. */
const calls = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(110))
const arrivals = fc.array(fc.record({ host: fc.nat(2), gapMs: gaps, calls }), {
  minLength: 2,
  maxLength: 15,
})

/** Makes the calls, and returns the real times of the allowed ones. */
async function allowedTimes(
  { allowances, time }: World,
  policy: Policy,
  pattern: readonly { host: number; gapMs: number; calls: number }[],
): Promise<number[]> {
  const allowed: number[] = []
  for (const { host, gapMs, calls } of pattern) {
    time.ms += gapMs
    const taken = Array.from({ length: calls }, async () =>
      allowances[host % allowances.length]?.take(KEY, policy),
    )
    for (const outcome of await Promise.allSettled(taken)) {
      if (outcome.status === 'fulfilled' && outcome.value?.isAllowed) allowed.push(time.ms)
    }
  }
  return allowed
}

describe('over several hosts', () => {
  test('several hosts together accept at most the limit in any window, however calls arrive and with clocks up to a second apart', async () => {
    await fc.assert(
      fc.asyncProperty(
        limits,
        arrivals,
        fc.array(fc.constantFrom(0, 500, 1_000), { minLength: 1, maxLength: 3 }),
        async (limit, pattern, skewsMs) => {
          const times = await allowedTimes(createWorld(skewsMs), policyOf(limit), pattern)
          expect(mostInAnyWindow(times)).toBeLessThanOrEqual(limit)
        },
      ),
      { numRuns: casesToTry(300) },
    )
  })

  test('under a strict policy, the limit also holds while draws fail, before or after their write', async () => {
    const faults = fc.infiniteStream(fc.constantFrom<Fault>('none', 'none', 'before', 'after'))
    await fc.assert(
      fc.asyncProperty(limits, arrivals, faults, async (limit, pattern, stream) => {
        const world = createWorld([0, 0, 0], () => stream.next().value ?? 'none')
        const times = await allowedTimes(world, policyOf(limit, true), pattern)
        expect(mostInAnyWindow(times)).toBeLessThanOrEqual(limit)
      }),
      { numRuns: casesToTry(150) },
    )
  })

  test('each host allows at most the limit while the store is unavailable', async () => {
    const faults = fc.infiniteStream(fc.constantFrom<Fault>('none', 'before', 'before', 'after'))
    await fc.assert(
      fc.asyncProperty(limits, arrivals, faults, async (limit, pattern, stream) => {
        const hosts = 2
        const world = createWorld([0, 0], () => stream.next().value ?? 'none')
        const times = await allowedTimes(world, policyOf(limit), pattern)
        expect(mostInAnyWindow(times)).toBeLessThanOrEqual(hosts * limit)
      }),
      { numRuns: casesToTry(150) },
    )
  })

  test('calls allowed without the store count for all hosts once the store is back', async () => {
    let isDown = false
    const world = createWorld([0, 0], () => (isDown ? 'before' : 'none'))
    const policy = policyOf(50)
    await allowedTimes(world, policy, [{ host: 0, gapMs: 0, calls: 10 }])
    isDown = true
    const alone = await allowedTimes(world, policy, [{ host: 0, gapMs: 0, calls: 60 }])
    expect(alone).toHaveLength(40)
    isDown = false
    await allowedTimes(world, policy, [{ host: 0, gapMs: 1_000, calls: 1 }])
    expect(await allowedTimes(world, policy, [{ host: 1, gapMs: 0, calls: 10 }])).toEqual([])
  })

  test('permits that one host spends late still count when another host draws within a minute', async () => {
    const times = await allowedTimes(createWorld([0, 0]), policyOf(100), [
      { host: 0, gapMs: 0, calls: 1 },
      // These calls use the first call's permits.
      { host: 0, gapMs: 29_000, calls: permitsAhead(policyOf(100)) },
      { host: 1, gapMs: 33_500, calls: 110 },
    ])
    expect(mostInAnyWindow(times)).toBeLessThanOrEqual(100)
  })

  test.each([
    { hosts: 1, limit: 10 },
    { hosts: 1, limit: 600 },
    { hosts: 2, limit: 60 },
    { hosts: 2, limit: 300 },
    { hosts: 4, limit: 600 },
  ])(
    '$hosts hosts give a constant caller all of $limit except the reserved permits',
    async ({ hosts, limit }) => {
      const world = createWorld(Array.from({ length: hosts }, () => 0))
      const policy = policyOf(limit)
      const pattern = Array.from({ length: 5 * 60 * 20 }, (_, index) => ({
        host: index % hosts,
        gapMs: 50,
        calls: 1,
      }))
      const times = await allowedTimes(world, policy, pattern)
      // A count outlives its minute by up to two seconds: one for the second of the call, and one for the clock difference.
      const roundMs = WINDOW_MS + 2_000
      for (let from = START_MS; from + roundMs <= START_MS + 300_000; from += 1_000) {
        const passed = times.filter((ms) => ms > from && ms <= from + roundMs).length
        expect(passed).toBeGreaterThanOrEqual(limit - hosts * permitsAhead(policy))
      }
      expect(mostInAnyWindow(times)).toBeLessThanOrEqual(limit)
    },
  )

  test('a caller at nine tenths of the limit is never rejected, on any host', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1), { minLength: 7, maxLength: 31 }), async (hosts) => {
        const limit = 300
        const pattern = Array.from({ length: 3 * 270 }, (_, index) => ({
          host: hosts[index % hosts.length] ?? 0,
          gapMs: 223,
          calls: 1,
        }))
        const times = await allowedTimes(createWorld([0, 0]), policyOf(limit), pattern)
        expect(times).toHaveLength(pattern.length)
      }),
      { numRuns: casesToTry(30) },
    )
  })
})

describe('one host', () => {
  async function call(world: World, policy: Policy): Promise<Standing> {
    const [allowances] = world.allowances
    if (allowances === undefined) throw new Error('The world has no host.')
    return allowances.take(KEY, policy)
  }

  test('one host allows exactly the limit at once and counts down to zero', async () => {
    const world = createWorld([0])
    const policy = policyOf(600)
    for (let left = 599; left >= 0; left -= 1) {
      expect(await call(world, policy)).toMatchObject({ isAllowed: true, remaining: left })
    }
    expect(await call(world, policy)).toMatchObject({ isAllowed: false, remaining: 0 })
  })

  test('one host returns a Retry-After that is not too early and at most two seconds over a minute', async () => {
    await fc.assert(
      fc.asyncProperty(limits, fc.integer({ min: 0, max: 999 }), async (limit, offsetMs) => {
        const world = createWorld([0])
        const policy = policyOf(limit)
        world.time.ms += offsetMs
        for (let index = 0; index < limit; index += 1) await call(world, policy)
        const refused = await call(world, policy)
        expect(refused.isAllowed).toBe(false)
        expect(refused.resetS).toBeLessThanOrEqual(62)
        world.time.ms += refused.resetS * 1_000
        expect(await call(world, policy)).toMatchObject({ isAllowed: true })
      }),
      { numRuns: casesToTry(50) },
    )
  })

  test('one host queries the store once for many calls, and not at all while the limit is used up', async () => {
    let draws = 0
    const world = createWorld([0], () => {
      draws += 1
      return 'none'
    })
    const policy = policyOf(600)
    for (let index = 0; index < 600; index += 1) await call(world, policy)
    expect(draws).toBeLessThan(100)
    await call(world, policy)
    const drawsBefore = draws
    for (let index = 0; index < 1_000; index += 1) await call(world, policy)
    expect(draws).toBe(drawsBefore)
  })

  test('one host is not blocked for long by a row whose clock is an hour ahead', async () => {
    const world = createWorld([3_600_000, 0])
    const policy = policyOf(10)
    await allowedTimes(world, policy, [{ host: 0, gapMs: 0, calls: 10 }])
    const times = await allowedTimes(world, policy, [
      { host: 1, gapMs: 0, calls: 1 },
      { host: 1, gapMs: 62_000, calls: 20 },
    ])
    expect(times).toHaveLength(10)
  })

  test('one key’s row keeps at most two minutes of counts', async () => {
    const world = createWorld([0, 0])
    const pattern = Array.from({ length: 3_000 }, (_, index) => ({
      host: index % 2,
      gapMs: 200,
      calls: 1,
    }))
    await allowedTimes(world, policyOf(600), pattern)
    const usage = world.store.get(KEY)
    expect(usage?.spent.length).toBeLessThanOrEqual(63)
    expect(usage?.held.length).toBeLessThanOrEqual(93)
  })
})

describe('a host whose clock is set back by a day', () => {
  const DAY_MS = 24 * 3_600_000

  test('a host whose clock is set back by a day rejects no caller for longer than a window', async () => {
    const { allowances, time } = createWorld([0])
    const policy = policyOf(1)
    const take = async () => (await allowances[0]?.take(KEY, policy))?.isAllowed
    expect([await take(), await take()]).toEqual([true, false])
    time.ms -= DAY_MS
    // The earlier count moves back with the clock, and lapses like any other count.
    expect(await take()).toBe(false)
    time.ms += WINDOW_MS + 5_000
    expect(await take()).toBe(true)
  })

  test('a host whose clock is set back by a day queries the store again after the usual pause', async () => {
    let isFailing = true
    const { allowances, time, store } = createWorld([0], () => (isFailing ? 'before' : 'none'))
    await allowances[0]?.take(KEY, policyOf(10))
    isFailing = false
    time.ms -= DAY_MS
    await allowances[0]?.take(KEY, policyOf(10))
    expect(store.has(KEY)).toBe(true)
  })
})
