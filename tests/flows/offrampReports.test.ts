import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyReport } from '../../host/src/offramps/applyReport.ts'
import type { Report } from '../../host/src/offramps/offramp.ts'
import { createFakeOfframp } from '../support/fakeOfframp.ts'
import { type OfframpWorld, openOfframpWorld } from './support/openOfframpWorld.ts'

let world: OfframpWorld
beforeAll(async () => {
  world = await openOfframpWorld(createFakeOfframp)
})
afterAll(() => world[Symbol.asyncDispose]())

const START_MS = Date.parse('2026-11-02T08:00:00.000Z')

/** Adds an offramp that the provider has started, to an approved account. */
async function addRunning() {
  const payer = await world.addPayer({ isCompliant: true })
  const account = await world.addAccount(payer.id, { isApproved: true })
  const offramp = await world.addOfframp({ payerId: payer.id, paymentDetailsId: account.id })
  const providerId = `at-provider-${offramp.id}`
  await world.context.db.kysely
    .updateTable('offramps')
    .set({ provider_id: providerId })
    .where('id', '=', offramp.id)
    .execute()
  return { payer, account, offramp, providerId }
}

type OfframpReport = Report & { kind: 'offramp' }

function report(
  providerId: string,
  status: OfframpReport['status'],
  facts: { id?: string; atMs?: number; reason?: string } = {},
): OfframpReport {
  const { id = `${providerId}:${status}`, atMs = START_MS, reason = null } = facts
  const occurredAt = new Date(atMs)
  return { kind: 'offramp', id, providerId, status, reason, occurredAt }
}

async function readSteps(offrampId: string) {
  const rows = await world.context.db.kysely
    .selectFrom('offramp_steps')
    .select(['number', 'status', 'reason'])
    .where('offramp_id', '=', offrampId)
    .orderBy('number')
    .execute()
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  return rows.map(({ status }) => status)
}

function subStatuses(events: readonly { event: string; [name: string]: unknown }[]) {
  return events.map(({ event, subStatus }) => `${event} ${String(subStatus)}`)
}

describe('Offramp reports', () => {
  it('offramp reports advance the money to the bank account, with an event per step, and the last report sets the request to paid', async () => {
    const { offramp, providerId } = await addRunning()
    const way = ['initiated', 'ongoing_checks', 'sending_fiat', 'fiat_sent', 'delivered'] as const
    for (const [index, status] of way.entries()) {
      const told = report(providerId, status, { atMs: START_MS + index })
      expect(await applyReport(world.context, told)).toBe('changed')
    }

    expect(await readSteps(offramp.id)).toEqual([...way])
    const events = await world.told(offramp.request_id)
    expect(subStatuses(events)).toEqual([
      'payment.processing initiated',
      'payment.processing ongoing_checks',
      'payment.processing sending_fiat',
      'payment.processing fiat_sent',
      'payment.confirmed ',
    ])
    expect(events[2]).toMatchObject({
      offrampId: offramp.id,
      paymentProcessor: 'fake-offramp',
      rawPayload: { status: 'sending_fiat', provider: 'fake-offramp' },
    })
    expect(events.at(-1)).toMatchObject({
      isCryptoToFiat: true,
      paymentProcessor: 'fake-offramp',
      amount: '12.5',
      totalAmountPaid: '12.5',
      expectedAmount: '12.5',
      txHash: offramp.tx_hash,
      payerAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    })
    expect(await world.request(offramp.request_id)).toMatchObject({
      status: 'paid',
      has_been_paid: 1,
      event_sequence: 5,
    })
    expect(await world.offramp(offramp.id)).toMatchObject({
      status: 'delivered',
      failure_reason: null,
      next_check_at: null,
    })
  })

  it('offramp reports imply that money was sent, or bounced, when a provider omits that step', async () => {
    const delivered = await addRunning()
    await applyReport(world.context, report(delivered.providerId, 'delivered'))
    expect(await readSteps(delivered.offramp.id)).toEqual(['fiat_sent', 'delivered'])

    const returned = await addRunning()
    const { providerId, offramp } = returned
    await applyReport(world.context, report(providerId, 'fiat_sent'))
    const last = report(providerId, 'returned', { reason: 'account closed' })
    await applyReport(world.context, last)
    expect(subStatuses(await world.told(offramp.request_id))).toEqual([
      'payment.processing fiat_sent',
      'payment.processing bounced',
      'payment.failed bounced',
    ])
    expect((await world.told(offramp.request_id)).at(-1)).toMatchObject({
      failureReason: 'account closed',
      isCryptoToFiat: true,
      paymentProcessor: 'fake-offramp',
      recurringPayment: null,
    })
  })

  it('offramp reports fail a request with the reason, which is never omitted', async () => {
    const { offramp, providerId } = await addRunning()
    await applyReport(world.context, report(providerId, 'failed'))
    expect(await world.request(offramp.request_id)).toMatchObject({
      status: 'failed',
      has_been_paid: 0,
    })
    const [event] = await world.told(offramp.request_id)
    expect(event).toMatchObject({ event: 'payment.failed', subStatus: 'failed' })
    expect(event?.['failureReason']).toBe('The provider could not pay out, and gave no reason.')
  })

  it('offramp reports from the future count as current, so that no later report is late', async () => {
    const { offramp, providerId } = await addRunning()
    const far = world.context.now().getTime() + 365 * 86_400_000
    await applyReport(world.context, report(providerId, 'initiated', { atMs: far }))
    world.advance(1_000)
    const atMs = world.context.now().getTime()
    expect(await applyReport(world.context, report(providerId, 'fiat_sent', { atMs }))).toBe(
      'changed',
    )
    expect((await world.offramp(offramp.id)).status).toBe('fiat_sent')
  })

  it('offramp reports are unknown for records of another provider, and may be repeated', async () => {
    const { offramp, providerId } = await addRunning()
    const early = report('at-provider-nobody', 'initiated')
    expect(await applyReport(world.context, early)).toBe('unknown')
    const elsewhere = { ...world.context, offramp: { id: 'another-provider' } }
    expect(await applyReport(elsewhere, report(providerId, 'initiated'))).toBe('unknown')
    expect((await world.offramp(offramp.id)).status).toBe('created')
    const kept = await world.context.db.kysely
      .selectFrom('provider_reports')
      .selectAll()
      .where('id', '=', early.id)
      .execute()
    expect(kept).toEqual([])
  })

  it('offramp reports that arrive before their predecessors apply when they are repeated', async () => {
    const { offramp, providerId } = await addRunning()
    const told = (['sending_fiat', 'fiat_sent', 'bounced', 'returned'] as const).map(
      (status, index) => report(providerId, status, { atMs: START_MS + index }),
    )
    for (const early of told.toReversed()) await applyReport(world.context, early)
    expect((await world.offramp(offramp.id)).status).toBe('fiat_sent')
    for (const again of told) await applyReport(world.context, again)
    expect(await readSteps(offramp.id)).toEqual(['fiat_sent', 'bounced', 'returned'])
    expect(await world.request(offramp.request_id)).toMatchObject({ status: 'failed' })
  })

  it('offramp reports still apply after the offramp’s payment has left the chain', async () => {
    const { offramp, providerId } = await addRunning()
    const { kysely } = world.context.db
    await kysely.deleteFrom('payments').where('request_id', '=', offramp.request_id).execute()
    await applyReport(world.context, report(providerId, 'delivered'))
    expect((await world.told(offramp.request_id)).at(-1)).toMatchObject({
      event: 'payment.confirmed',
      amount: '12.5',
      txHash: offramp.tx_hash,
      payerAddress: null,
    })
  })
})

/** The statuses that may follow each status, according to the documentation. */
const MAY_FOLLOW: Readonly<Record<string, string>> = {
  created:
    'initiated pending_internal_assessment ongoing_checks sending_fiat fiat_sent retry_required failed',
  initiated:
    'pending_internal_assessment ongoing_checks sending_fiat fiat_sent retry_required failed',
  pending_internal_assessment: 'ongoing_checks sending_fiat fiat_sent retry_required failed',
  ongoing_checks: 'sending_fiat fiat_sent retry_required failed',
  sending_fiat: 'fiat_sent bounced retry_required failed',
  fiat_sent: 'delivered bounced failed',
  bounced: 'sending_fiat fiat_sent retry_required failed returned',
  retry_required: 'ongoing_checks sending_fiat fiat_sent failed returned',
  delivered: '',
  failed: '',
  returned: '',
}

function mayFollow(from: string, to: string): boolean {
  return (MAY_FOLLOW[from] ?? '').split(' ').includes(to)
}

/** Computes the expected steps for a history of reports, independently of the service's code. */
function expectSteps(history: readonly OfframpReport[]): string[] {
  const seen = new Set<string>()
  const steps: string[] = []
  let status = 'created'
  let lastMs = Number.NEGATIVE_INFINITY
  for (const { id, status: next, occurredAt } of history) {
    const isRepeated = seen.has(id)
    seen.add(id)
    if (isRepeated || occurredAt.getTime() < lastMs) continue
    if (next === status) {
      lastMs = occurredAt.getTime()
      continue
    }
    const before = next === 'delivered' ? 'fiat_sent' : next === 'returned' ? 'bounced' : null
    if (!mayFollow(status, next)) {
      if (before === null || !mayFollow(status, before)) {
        // The report arrived too early, and applies when it is repeated.
        if (occurredAt.getTime() > lastMs) seen.delete(id)
        continue
      }
      steps.push(before)
    }
    steps.push(next)
    status = next
    lastMs = occurredAt.getTime()
  }
  return steps
}

const STATUSES = [
  'initiated',
  'pending_internal_assessment',
  'ongoing_checks',
  'sending_fiat',
  'fiat_sent',
  'bounced',
  'retry_required',
  'delivered',
  'failed',
  'returned',
] as const

/** An arbitrary sequence of reports, which arrive late, more than once and in any order. */
const history = fc
  .array(
    fc.record({ status: fc.constantFrom(...STATUSES), minute: fc.integer({ min: 0, max: 12 }) }),
    { minLength: 1, maxLength: 10 },
  )
  .chain((told) =>
    fc.record({
      told: fc.constant(told),
      order: fc.array(fc.nat({ max: told.length - 1 }), { minLength: told.length, maxLength: 24 }),
    }),
  )

const FINAL = ['payment.confirmed', 'payment.failed']

describe('Any history of reports', () => {
  it('any history of reports applies each valid step of an offramp once, but never changes the offramp after its end', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ told, order }) => {
        const { offramp, providerId } = await addRunning()
        const reports = told.map(({ status, minute }, index) =>
          report(providerId, status, {
            id: `${providerId}:${index}`,
            atMs: START_MS + minute * 60_000,
          }),
        )
        const delivered = order.flatMap((index) => reports[index] ?? [])
        for (const one of delivered) await applyReport(world.context, one)

        const steps = await readSteps(offramp.id)
        expect(steps).toEqual(expectSteps(delivered))
        const events = await world.told(offramp.request_id)
        expect(events).toHaveLength(steps.length)
        const ends = events.filter(({ event }) => FINAL.includes(event))
        expect(ends.length).toBeLessThanOrEqual(1)
        if (ends.length === 1) expect(events.at(-1)).toEqual(ends[0])

        const request = await world.request(offramp.request_id)
        const last = steps.at(-1) ?? 'created'
        expect(request.status).toBe(
          last === 'delivered'
            ? 'paid'
            : ['failed', 'returned'].includes(last)
              ? 'failed'
              : 'processing',
        )
        const before = await dump(offramp.id, offramp.request_id)
        for (const one of delivered) await applyReport(world.context, one)
        const after = await dump(offramp.id, offramp.request_id)
        expect(after.steps).toEqual(expectSteps([...delivered, ...delivered]))
        expect(after.events).toHaveLength(after.steps.length)
        if (after.steps.length === steps.length) expect(after.events).toEqual(before.events)
      }),
      { numRuns: 40 },
    )
  })

  async function dump(offrampId: string, requestId: string) {
    return {
      offramp: await world.offramp(offrampId),
      request: await world.request(requestId),
      steps: await readSteps(offrampId),
      events: await world.told(requestId),
    }
  }
})

describe('Concurrent reports', () => {
  it('concurrent reports count once each, even across several hosts', async () => {
    const { offramp, providerId } = await addRunning()
    const same = report(providerId, 'initiated')
    const results = await Promise.all(
      Array.from({ length: 8 }, () => applyReport(world.context, same)),
    )
    expect(results.filter((result) => result === 'changed')).toHaveLength(1)
    expect(subStatuses(await world.told(offramp.request_id))).toEqual([
      'payment.processing initiated',
    ])
  })

  it('concurrent reports end an offramp once, regardless of their order', async () => {
    const { offramp, providerId } = await addRunning()
    await applyReport(world.context, report(providerId, 'sending_fiat'))
    const ends = ['delivered', 'failed', 'fiat_sent', 'bounced', 'returned'] as const
    await Promise.all(
      ends.flatMap((status) => [
        applyReport(world.context, report(providerId, status)),
        applyReport(world.context, report(providerId, status, { id: `${providerId}:2:${status}` })),
      ]),
    )
    const steps = await readSteps(offramp.id)
    for (const [index, step] of steps.entries()) {
      expect(mayFollow(steps[index - 1] ?? 'created', step)).toBe(true)
    }
    const events = await world.told(offramp.request_id)
    expect(events).toHaveLength(steps.length)
    expect(events.filter(({ event }) => FINAL.includes(event)).length).toBeLessThanOrEqual(1)
  })

  it('concurrent reports number a payer’s events without a gap', async () => {
    const payer = await world.addPayer()
    const providerId = `at-provider-${payer.id}`
    const { kysely } = world.context.db
    await kysely
      .updateTable('payers')
      .set({ provider_id: providerId })
      .where('id', '=', payer.id)
      .execute()
    const account = await world.addAccount(payer.id)
    const accountId = `at-provider-${account.id}`
    await kysely
      .updateTable('payment_details')
      .set({ provider_id: accountId })
      .where('id', '=', account.id)
      .execute()
    const facts = { reason: null, occurredAt: new Date(START_MS) }
    const reports: Report[] = [
      { ...facts, kind: 'kyc', id: `${payer.id}:1`, providerId, status: 'approved' },
      { ...facts, kind: 'agreement', id: `${payer.id}:2`, providerId, status: 'completed' },
      { ...facts, kind: 'account', id: `${payer.id}:3`, providerId: accountId, status: 'approved' },
    ]
    await Promise.all([...reports, ...reports].map((one) => applyReport(world.context, one)))
    const events = await world.told(payer.id)
    expect(events.map(({ event }) => event).toSorted()).toEqual([
      'compliance.updated',
      'compliance.updated',
      'payment_detail.updated',
    ])
    expect(events.findLast(({ event }) => event === 'compliance.updated')).toMatchObject({
      kycStatus: 'approved',
      agreementStatus: 'completed',
      isCompliant: true,
      requestId: null,
    })
  })
})

describe('Reports about a payer', () => {
  it('reports about a payer change nothing when they are late, or not allowed in this state', async () => {
    const payer = await world.addPayer()
    const providerId = `at-provider-${payer.id}`
    await world.context.db.kysely
      .updateTable('payers')
      .set({ provider_id: providerId })
      .where('id', '=', payer.id)
      .execute()
    const kyc = (
      status: 'pending' | 'approved' | 'rejected' | 'failed',
      minute: number,
    ): Report => ({
      kind: 'kyc',
      id: `${payer.id}:${status}`,
      providerId,
      status,
      reason: null,
      occurredAt: new Date(START_MS + minute * 60_000),
    })
    expect(await applyReport(world.context, kyc('failed', 5))).toBe('changed')
    expect(await applyReport(world.context, kyc('pending', 3))).toBe('unchanged')
    expect(await applyReport(world.context, kyc('approved', 6))).toBe('changed')
    expect(await applyReport(world.context, kyc('rejected', 7))).toBe('unchanged')
    expect((await world.payer(payer.id)).kyc_status).toBe('approved')
    const statuses = (await world.told(payer.id)).map(({ kycStatus }) => kycStatus)
    expect(statuses).toEqual(['failed', 'approved'])
  })

  it('reports about a payer are discarded once the payer is erased', async () => {
    const payer = await world.addPayer()
    const account = await world.addAccount(payer.id)
    const { kysely } = world.context.db
    const told = { reason: null, occurredAt: new Date(START_MS), status: 'approved' } as const
    const providerId = `at-provider-${payer.id}`
    const erased = { provider_id: providerId, erased_at: world.context.now().toISOString() }
    await kysely.updateTable('payers').set(erased).where('id', '=', payer.id).execute()
    const known = kysely.updateTable('payment_details').set({ provider_id: account.id })
    await known.where('id', '=', account.id).execute()
    const kyc = { ...told, kind: 'kyc', id: `${payer.id}:kyc`, providerId } as const
    const bank = {
      ...told,
      kind: 'account',
      id: `${account.id}:1`,
      providerId: account.id,
    } as const
    expect(await applyReport(world.context, kyc)).toBe('changed')
    expect(await applyReport(world.context, bank)).toBe('changed')
    expect((await world.account(account.id)).status).toBe('approved')
    expect(await world.told(payer.id)).toEqual([])
  })

  it('reports about a payer do not override the merchant’s report about the agreement before the provider has it', async () => {
    const payer = await world.addPayer()
    const providerId = `at-provider-${payer.id}`
    await world.context.db.kysely
      .updateTable('payers')
      .set({ provider_id: providerId, agreement_status: 'rejected', agreement_reported_at: null })
      .where('id', '=', payer.id)
      .execute()
    const agreement = (status: 'pending' | 'completed'): Report => ({
      kind: 'agreement',
      id: `${payer.id}:${status}`,
      providerId,
      status,
      reason: null,
      occurredAt: new Date(START_MS),
    })
    expect(await applyReport(world.context, agreement('pending'))).toBe('unchanged')
    expect((await world.payer(payer.id)).agreement_status).toBe('rejected')
    expect(await applyReport(world.context, agreement('completed'))).toBe('changed')
  })
})
