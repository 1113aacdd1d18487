import { describe, expect, it } from 'vitest'
import { createDeliverySlots, type DeliverySlots, type DueEndpoint } from './createDeliverySlots.ts'

const SLOTS = 1_024
const QUICK = { isSuccess: true, durationMs: 10 }

const endpoint = (tenant: string, index = 0): DueEndpoint => ({
  tenantId: tenant,
  endpointId: `${tenant}/${index}`,
})

/** Returns several tenants' endpoints, `each` per tenant. */
const endpointsOf = (tenants: number, each: number, name = 'hostile') =>
  Array.from({ length: tenants }, (_, tenant) =>
    Array.from({ length: each }, (_, index) => endpoint(`${name}-${tenant}`, index)),
  ).flat()

/** Starts all shared slots, round by round, until no more are available; returns the number per tenant. */
function fill(slots: DeliverySlots, due: readonly DueEndpoint[]) {
  const tenantOf = new Map(due.map(({ endpointId, tenantId }) => [endpointId, tenantId]))
  const held = new Map<string, ReturnType<DeliverySlots['start']>[]>()
  for (;;) {
    const shares = [...slots.share(due, 'quick'), ...slots.share(due, 'slow')]
    if (shares.length === 0) return held
    for (const { endpointId, limit } of shares) {
      const tenantId = tenantOf.get(endpointId) ?? ''
      const started = Array.from({ length: limit }, () => slots.start({ endpointId, tenantId }))
      held.set(tenantId, [...(held.get(tenantId) ?? []), ...started])
    }
    slots.release(shares)
  }
}

function prove(slots: DeliverySlots, one: DueEndpoint): void {
  for (let index = 0; index < 3; index += 1) slots.start(one).end(QUICK)
}

describe('Slots of deliveries', () => {
  it('half of the slots are reserved for fast receivers, regardless of the number of slow or new receivers', () => {
    const slots = createDeliverySlots()
    const held = fill(slots, endpointsOf(3, 100))
    const all = [...held.values()].flat().length
    expect(all).toBeLessThanOrEqual(SLOTS / 2)
    expect(Math.max(...[...held.values()].map((one) => one.length))).toBeLessThanOrEqual(SLOTS / 4)
  })

  it('slots remain for a late merchant while thirty merchants use all that they may hold', () => {
    const slots = createDeliverySlots()
    fill(slots, endpointsOf(30, 100))
    const newcomer = fill(slots, endpointsOf(1, 10, 'newcomer'))
    expect(newcomer.get('newcomer-0')?.length).toBeGreaterThanOrEqual(4)
    const quick = endpoint('quick')
    prove(slots, quick)
    expect(fill(slots, [quick]).get('quick')?.length).toBeGreaterThanOrEqual(16)
  })

  it('thirty merchants with fast receivers leave slots for the next merchant', () => {
    const slots = createDeliverySlots()
    const greedy = endpointsOf(30, 100)
    for (const one of greedy) prove(slots, one)
    fill(slots, greedy)
    const last = endpoint('last')
    prove(slots, last)
    expect(fill(slots, [last]).get('last')?.length).toBeGreaterThanOrEqual(16)
  })

  it("slots remain for others when thirty merchants' formerly fast receivers hang one after another", () => {
    const slots = createDeliverySlots()
    let held = 0
    for (let index = 0; index < 30; index += 1) {
      const greedy = endpointsOf(1, 20, `quick-${index}`)
      for (const one of greedy) prove(slots, one)
      for (const started of fill(slots, greedy).values()) {
        held += started.length
        for (const slot of started) slot.age()
      }
    }
    expect(held).toBeLessThanOrEqual(384 + 29 * 16)
    const healthy = endpoint('healthy')
    prove(slots, healthy)
    expect(fill(slots, [healthy]).get('healthy')).toHaveLength(16)
    expect(fill(slots, endpointsOf(1, 10, 'new')).get('new-0')).toHaveLength(4)
  })

  it('slots remain for merchants that hold none while a hundred others hold all of theirs', () => {
    const slots = createDeliverySlots()
    const quick = Array.from({ length: 100 }, (_, index) => endpointsOf(1, 20, `quick-${index}`))
    for (const greedy of quick) {
      for (const one of greedy) prove(slots, one)
      for (const slot of [...fill(slots, greedy).values()].flat()) slot.age()
    }
    const healthy = endpoint('healthy')
    prove(slots, healthy)
    expect(fill(slots, [healthy]).get('healthy')).toHaveLength(1)
  })

  it('a fast receiver gets more than 16 slots while forty merchants have slow receivers', () => {
    const slots = createDeliverySlots()
    for (let index = 0; index < 40; index += 1) {
      fill(slots, endpointsOf(1, 100, `slow-${index}`))
    }
    const busy = endpoint('busy')
    for (let index = 0; index < 20; index += 1) slots.start(busy).end(QUICK)
    expect(fill(slots, [busy]).get('busy')?.length).toBeGreaterThan(16)
  })

  it('a slot counts as held from its allocation until the claim for it has ended', () => {
    const slots = createDeliverySlots()
    const due = endpointsOf(1, 100, 'slow')
    let shared = 0
    for (let shares = slots.share(due, 'slow'); shares.length > 0; ) {
      shared += shares.reduce((sum, { limit }) => sum + limit, 0)
      if (shared > SLOTS) break
      shares = slots.share(due, 'slow')
    }
    expect(shared).toBe(64)
  })

  it('a long attempt counts as slow before it ends', () => {
    const slots = createDeliverySlots()
    const one = endpoint('t')
    prove(slots, one)
    const held = fill(slots, [one]).get('t') ?? []
    expect(slots.full().slowTenants).toEqual([])
    for (const slot of held) slot.age()
    const others = fill(slots, endpointsOf(1, 100, 'new')).get('new-0') ?? []
    expect(others.length).toBeLessThanOrEqual((SLOTS / 2 - held.length) / 2 + 1)
    for (const slot of held) slot.end({ isSuccess: true, durationMs: 14_000 })
    // The endpoint is slow from now on, until it responds quickly again.
    fill(slots, endpointsOf(60, 20))
    expect(slots.share([one], 'slow')[0]?.limit ?? 0).toBeLessThanOrEqual(4)
    expect(slots.full().tenants.length + slots.full().slowTenants.length).toBeGreaterThan(0)
  })

  it("slots are granted to merchants in turn: one merchant's hundred endpoints do not all precede another merchant's endpoint", () => {
    const slots = createDeliverySlots()
    const shares = slots.share([...endpointsOf(1, 100), endpoint('zz')], 'slow')
    expect(shares.slice(0, 2).map(({ endpointId }) => endpointId)).toContain('zz/0')
    expect(shares.length).toBeLessThanOrEqual(8)
  })

  it("slots go first to the merchant's endpoint that has waited longest", () => {
    const slots = createDeliverySlots()
    const [first = endpoint('t'), second = endpoint('t', 1)] = endpointsOf(1, 2)
    slots.start(first).end(QUICK)
    expect(slots.share([first, second], 'slow')[0]?.endpointId).toBe(second.endpointId)
    slots.start(second).end(QUICK)
    expect(slots.share([first, second], 'slow')[0]?.endpointId).toBe(first.endpointId)
  })

  it('full() reports merchants whose slow slots are all in use, and exempts their quick endpoints', () => {
    const slots = createDeliverySlots()
    expect(slots.full()).toEqual({
      tenants: [],
      slowTenants: [],
      quickEndpoints: [],
      endpoints: [],
    })
    const quick = endpoint('hostile-0', 1_000)
    prove(slots, quick)
    fill(slots, endpointsOf(30, 100))
    const full = slots.full()
    expect(full.slowTenants).toHaveLength(30)
    expect(full.quickEndpoints).toEqual([quick.endpointId])
    expect(slots.share([quick], 'slow')).toEqual([])
    expect(slots.share([quick], 'quick')).toMatchObject([{ endpointId: quick.endpointId }])
  })

  it('full() lists the quick endpoints of a single merchant whose slow slots are all in use', () => {
    const slots = createDeliverySlots()
    const quick = endpoint('hostile-0', 1_000)
    prove(slots, quick)
    fill(slots, endpointsOf(1, 100))
    expect(slots.full().slowTenants).toEqual(['hostile-0'])
    expect(slots.full().quickEndpoints).toEqual([quick.endpointId])
  })

  it("an endpoint that became slow gets at most a quarter of its merchant's slow slots", () => {
    const slots = createDeliverySlots()
    const one = endpoint('t')
    // A hundred quick attempts raise the endpoint's own limit far above that quarter.
    for (let index = 0; index < 100; index += 1) slots.start(one).end(QUICK)
    for (let index = 0; index < 3; index += 1) slots.start(one).age()
    const [share] = slots.share([one], 'slow')
    expect((share?.limit ?? 0) + 3).toBe(64 / 4)
  })

  it('the end of any attempt is a reason to query for due deliveries while a merchant is at its limit', () => {
    const slots = createDeliverySlots()
    const one = endpoint('busy')
    for (let index = 0; index < 16; index += 1) slots.start(one)
    expect(slots.isWorthFilling(one.endpointId)).toBe(false)
    fill(slots, endpointsOf(1, 100))
    expect(slots.isWorthFilling(one.endpointId)).toBe(true)
  })

  it('all slots are free again after every attempt has ended', () => {
    const slots = createDeliverySlots()
    for (const started of fill(slots, endpointsOf(30, 100)).values()) {
      for (const slot of started) slot.end(QUICK)
    }
    expect(slots.full()).toEqual({
      tenants: [],
      slowTenants: [],
      quickEndpoints: [],
      endpoints: [],
    })
  })
})
