import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkOfframp } from '../../host/src/offramps/checkOfframp.ts'
import { OfframpRefusedError } from '../../host/src/offramps/errors.ts'
import type { Report, StartedOfframp } from '../../host/src/offramps/offramp.ts'
import { openSandbox } from '../../host/src/offramps/sandbox/openSandbox.ts'
import { away, createFakeOfframp, FAKE_OFFRAMP, type FakeOfframp } from '../support/fakeOfframp.ts'
import { startTestHost } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'
import { type OfframpWorld, openOfframpWorld, type TestEvent } from './support/openOfframpWorld.ts'

const PAYER = {
  email: 'ana@example.test',
  firstName: 'Ana',
  lastName: 'Silva',
  beneficiaryType: 'individual',
  dateOfBirth: '1985-12-12',
  addressLine1: '1 Rua Augusta',
  city: 'Lisboa',
  state: 'Lisboa',
  postcode: '1100-048',
  country: 'PT',
  nationality: 'PT',
  phone: '+351912345678',
  ssn: '',
}

const SECOND_MS = 1_000
const DAY_MS = 86_400_000

function subStatuses(events: readonly TestEvent[]): string[] {
  return events.map(({ event, subStatus }) => `${event} ${String(subStatus)}`)
}

describe('The job with the sandbox', () => {
  let world: OfframpWorld
  beforeEach(async () => {
    world = await openOfframpWorld((context) =>
      openSandbox(context, { kind: 'sandbox', depositAddress: null, delayMs: 2 * SECOND_MS }),
    )
  })
  afterEach(() => world[Symbol.asyncDispose]())

  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      world.advance(SECOND_MS)
      await world.poll()
    }
  }

  it('the job with the sandbox moves a payer from the submission to a signed agreement', async () => {
    const { id } = await world.addPayer()
    await world.poll()
    expect(await world.payer(id)).toMatchObject({ provider_id: `sandbox-payer-${id}` })
    await pass(8)
    const statuses = (await world.told(id)).map(
      ({ kycStatus, agreementStatus, isCompliant }) =>
        `${String(kycStatus)} ${String(agreementStatus)} ${String(isCompliant)}`,
    )
    expect(statuses).toEqual([
      'initiated not_started false',
      'pending not_started false',
      'approved not_started false',
      'approved pending false',
    ])

    await world.context.offramp.completeAgreement({
      providerId: `sandbox-payer-${id}`,
      isCompleted: true,
    })
    await pass(3)
    expect((await world.told(id)).at(-1)).toMatchObject({
      kycStatus: 'approved',
      agreementStatus: 'completed',
      isCompliant: true,
      rawPayload: { provider: 'sandbox-offramp' },
    })
    expect((await world.payer(id)).next_check_at).toBeNull()
  })

  it.each([
    ['Rejected', 'rejected'],
    ['Failed', 'failed'],
    ['Pending', 'pending'],
  ])(
    'the job with the sandbox leaves a payer with the last name %s at %s',
    async (lastName, kycStatus) => {
      const { id } = await world.addPayer({ lastName })
      await pass(20)
      expect((await world.told(id)).at(-1)).toMatchObject({ kycStatus, isCompliant: false })
      expect((await world.payer(id)).kyc_status).toBe(kycStatus)
    },
  )

  it('the job with the sandbox completes a bank account’s check within a minute, once its payer is approved', async () => {
    const payer = await world.addPayer()
    const good = await world.addAccount(payer.id)
    const bad = await world.addAccount(payer.id, { bankName: 'Reject Bank' })
    const slow = await world.addAccount(payer.id, { bankName: 'Pending Bank' })
    await pass(60)
    expect((await world.account(good.id)).status).toBe('approved')
    expect((await world.account(slow.id)).status).toBe('pending')
    const events = await world.told(payer.id)
    const checked = events.filter(({ event }) => event === 'payment_detail.updated')
    const byId = new Map(checked.map((event) => [event['paymentDetailsId'], event]))
    expect([...byId.keys()].toSorted()).toEqual([good.id, bad.id].toSorted())
    expect(byId.get(bad.id)).toMatchObject({
      status: 'failed',
      rejectionMessage: 'The sandbox’s bank has no such account.',
    })
    expect(byId.get(good.id)).not.toHaveProperty('rejectionMessage')
  })

  const begun = ['initiated', 'pending_internal_assessment', 'ongoing_checks']
  const sent = ['sending_fiat', 'fiat_sent']
  it.each([
    ['Joana Costa', [...begun, ...sent], 'payment.confirmed ', 'paid'],
    ['Joana Bounce', [...begun, ...sent, 'bounced', ...sent], 'payment.confirmed ', 'paid'],
    ['Joana Return', [...begun, ...sent, 'bounced'], 'payment.failed bounced', 'failed'],
    ['Joana Retry', [...begun, 'retry_required', ...sent], 'payment.confirmed ', 'paid'],
    ['Joana Fail', begun, 'payment.failed failed', 'failed'],
  ])(
    'the job with the sandbox brings money to %s with the expected steps',
    async (accountName, way, end, status) => {
      const payer = await world.addPayer({ isCompliant: true })
      const account = await world.addAccount(payer.id, { accountName, isApproved: true })
      const { id, request_id } = await world.addOfframp({
        payerId: payer.id,
        paymentDetailsId: account.id,
      })
      await pass(40)
      const processing = way.map((subStatus) => `payment.processing ${subStatus}`)
      expect(subStatuses(await world.told(request_id))).toEqual([...processing, end])
      expect((await world.request(request_id)).status).toBe(status)
      expect((await world.offramp(id)).next_check_at).toBeNull()
    },
  )

  it('the job with the sandbox reports every step once, even with several concurrent hosts', async () => {
    const payer = await world.addPayer({ isCompliant: true })
    const account = await world.addAccount(payer.id, { isApproved: true })
    const { id, request_id } = await world.addOfframp({
      payerId: payer.id,
      paymentDetailsId: account.id,
    })
    for (let round = 0; round < 6; round += 1) {
      world.advance(3 * SECOND_MS)
      await Promise.all(Array.from({ length: 4 }, () => checkOfframp(world.context, id)))
    }
    expect(subStatuses(await world.told(request_id))).toEqual([
      ...[...begun, ...sent].map((subStatus) => `payment.processing ${subStatus}`),
      'payment.confirmed ',
    ])
  })

  it('the job with the sandbox starts no offramp without a bank account', async () => {
    const { id, request_id } = await world.addOfframp(null)
    await world.context.db.kysely
      .updateTable('offramps')
      .set({ next_check_at: world.context.now().toISOString() })
      .execute()
    await pass(5)
    expect(await world.offramp(id)).toMatchObject({ status: 'created', next_check_at: null })
    expect(await world.told(request_id)).toEqual([])
  })
})

describe('The job with a faulty provider', () => {
  let world: OfframpWorld
  let provider: FakeOfframp
  const started: StartedOfframp[] = []
  beforeEach(async () => {
    provider = createFakeOfframp()
    started.length = 0
    const { start } = provider
    provider.start = async (offramp) => {
      const answer = await start(offramp)
      started.push(offramp)
      return answer
    }
    world = await openOfframpWorld(() => provider)
  })
  afterEach(() => world[Symbol.asyncDispose]())

  async function addTarget() {
    const payer = await world.addPayer({ isCompliant: true })
    const account = await world.addAccount(payer.id, { isApproved: true })
    return { payerId: payer.id, paymentDetailsId: account.id }
  }

  /** Moves the clock to the record's due time and runs the job; returns the wait in milliseconds. */
  async function pollWhenDue(id: string): Promise<number> {
    const { next_check_at } = await world.offramp(id)
    const waitMs = Date.parse(next_check_at ?? '') - world.context.now().getTime()
    world.advance(Math.max(waitMs, 0))
    await world.poll()
    return waitMs
  }

  it('the job with a faulty provider repeats each call at growing intervals until the provider is back', async () => {
    const target = await addTarget()
    const { id } = await world.addOfframp(target)
    provider.failure = away()
    const waits: number[] = []
    await world.poll()
    for (let round = 0; round < 40; round += 1) waits.push(await pollWhenDue(id))
    expect(waits[0]).toBe(SECOND_MS)
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
    expect(waits.at(-1)).toBeLessThanOrEqual(5 * 60_000)
    expect(waits.at(-1)).toBeGreaterThan(30 * SECOND_MS)
    expect(await world.offramp(id)).toMatchObject({
      status: 'created',
      failure_reason: expect.stringContaining('cannot be reached now'),
    })

    provider.failure = null
    await pollWhenDue(id)
    expect(started).toHaveLength(1)
    expect(started[0]).toMatchObject({
      id,
      payerProviderId: `at-provider-${target.payerId}`,
      accountProviderId: `at-provider-${target.paymentDetailsId}`,
      network: 'devnet',
      units: 12_500_000n,
      decimals: 6,
    })
    expect(await world.offramp(id)).toMatchObject({
      provider_id: `at-provider-${id}`,
      failure_reason: null,
    })
  })

  it('the job with a faulty provider repeats a call that a crash interrupted, under the same id', async () => {
    const { id } = await world.addOfframp(await addTarget())
    await world.poll()
    // A host that is killed before it stores the response leaves this state.
    await world.context.db.kysely
      .updateTable('offramps')
      .set({ provider_id: null, next_check_at: world.context.now().toISOString() })
      .where('id', '=', id)
      .execute()
    await world.poll()
    expect(started).toHaveLength(2)
    expect(started[1]).toEqual(started[0])
  })

  it('the job with a faulty provider does not poll the provider while the payment is no longer on the chain', async () => {
    const { id } = await world.addOfframp(await addTarget())
    const { start } = provider
    provider.start = async (offramp) => {
      const held = world.context.db.kysely
        .updateTable('offramps')
        .set({ payer_id: null, payment_details_id: null, next_check_at: null })
      await held.where('id', '=', id).execute()
      return start(offramp)
    }
    await world.poll()
    expect(await world.offramp(id)).toMatchObject({ provider_id: null, next_check_at: null })
  })

  it.each(['payers', 'payment_details'] as const)(
    'the job with a faulty provider sends no money to a provider that is not the one for the %s',
    async (table) => {
      const { id } = await world.addOfframp(await addTarget())
      await world.context.db.kysely.updateTable(table).set({ provider: 'another' }).execute()
      await world.poll()
      expect(started).toEqual([])
      expect(await world.offramp(id)).toMatchObject({ status: 'created', provider_id: null })
    },
  )

  it('the job with a faulty provider ends the request with the provider’s reason when the provider rejects the money', async () => {
    const { id, request_id } = await world.addOfframp(await addTarget())
    const reason = 'The corridor is closed.'
    provider.failure = new OfframpRefusedError({ provider: FAKE_OFFRAMP, reason })
    await world.poll()
    expect(await world.offramp(id)).toMatchObject({
      status: 'failed',
      failure_reason: reason,
      next_check_at: null,
    })
    expect(await world.told(request_id)).toEqual([
      expect.objectContaining({
        event: 'payment.failed',
        subStatus: 'failed',
        failureReason: reason,
        isCryptoToFiat: true,
        paymentProcessor: FAKE_OFFRAMP,
      }),
    ])
    expect((await world.request(request_id)).status).toBe('failed')
  })

  it('the job with a faulty provider does not end the running offramp when the provider rejects a poll', async () => {
    const { id } = await world.addOfframp(await addTarget())
    await world.poll()
    provider.read = async () => {
      throw new OfframpRefusedError({ provider: FAKE_OFFRAMP, reason: 'wrong signature' })
    }
    world.advance(DAY_MS)
    await world.poll()
    expect(await world.offramp(id)).toMatchObject({
      status: 'created',
      failure_reason: expect.stringContaining('wrong signature'),
    })
  })

  it('the job with a faulty provider does not delay other records when the provider fails for one record', async () => {
    const broken = await world.addOfframp(await addTarget())
    const sound = await world.addOfframp(await addTarget())
    await world.context.db.kysely
      .updateTable('offramps')
      .set({ currency: 'NOTHING-devnet' })
      .where('id', '=', broken.id)
      .execute()
    await world.poll()
    expect((await world.offramp(sound.id)).provider_id).not.toBeNull()
    expect(await world.offramp(broken.id)).toMatchObject({
      provider_id: null,
      failure_reason: 'This host could not follow the transfer: see the log of the host.',
    })
  })

  it('the job with a faulty provider still polls the payer when the provider fails to record an agreement', async () => {
    const payer = await world.addPayer()
    const providerId = `at-provider-${payer.id}`
    await world.context.db.kysely
      .updateTable('payers')
      .set({ provider_id: providerId, agreement_status: 'completed', agreement_reported_at: null })
      .where('id', '=', payer.id)
      .execute()
    provider.completeAgreement = async () => {
      throw away()
    }
    const facts = { kind: 'kyc', status: 'approved', reason: null } as const
    const occurredAt = world.context.now()
    provider.read = async () => [{ ...facts, id: `${providerId}:1`, providerId, occurredAt }]
    await world.poll()
    expect(await world.payer(payer.id)).toMatchObject({
      kyc_status: 'approved',
      agreement_reported_at: null,
      next_check_at: expect.any(String),
    })
  })

  it('the job with a faulty provider marks a payer or an account as failed after a week without acceptance, with the reason', async () => {
    const payer = await world.addPayer()
    const account = await world.addAccount(payer.id)
    provider.failure = away()
    await world.poll()
    world.advance(7 * DAY_MS)
    await world.poll()
    expect(await world.payer(payer.id)).toMatchObject({
      kyc_status: 'failed',
      next_check_at: null,
      // The same data can be submitted again.
      profile_digest: null,
    })
    expect(await world.account(account.id)).toMatchObject({
      status: 'failed',
      rejection_message: 'The provider has not accepted it within seven days.',
      next_check_at: null,
    })
    expect((await world.told(payer.id)).map(({ event }) => event).toSorted()).toEqual([
      'compliance.updated',
      'payment_detail.updated',
    ])
  })

  it('the job with a faulty provider applies shuffled reports that arrive together in the order of the provider’s clock', async () => {
    const { id, request_id } = await world.addOfframp(await addTarget())
    await world.poll()
    const providerId = `at-provider-${id}`
    const at = world.context.now().getTime()
    const way = ['initiated', 'ongoing_checks', 'sending_fiat', 'fiat_sent', 'delivered'] as const
    const reports = way.map((status, index): Report => {
      const occurredAt = new Date(at + index)
      return {
        kind: 'offramp',
        id: `${id}:${status}`,
        providerId,
        status,
        reason: null,
        occurredAt,
      }
    })
    provider.read = async () => [...reports.toReversed(), ...reports]
    world.advance(SECOND_MS)
    await world.poll()
    expect(subStatuses(await world.told(request_id))).toEqual([
      ...way.slice(0, -1).map((status) => `payment.processing ${status}`),
      'payment.confirmed ',
    ])
  })
})

describe('A host with the worker role', () => {
  it('a host with the worker role runs the job automatically', async () => {
    await using test = await startTestHost({ PAY_ROLE: 'api,worker' })
    const body = { ...PAYER, clientUserId: 'ana@example.test' }
    await test.call('POST', '/v2/payer', { body })
    const read = async () => (await test.call('GET', '/v2/payer/ana@example.test')).json
    await waitUntil(async () => (await read()).kycStatus === 'initiated')
    test.clock.advance(60 * SECOND_MS)
    await waitUntil(async () => (await read()).agreementStatus === 'pending')
    expect(await read()).toMatchObject({ kycStatus: 'approved', isCompliant: false })
  })
})
