import { scriptOf } from '@secure-payment/devnet'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import { OFFRAMP_SECRET, openHttpOfframp } from './support/openHttpOfframp.ts'

const APPROVED = [
  'compliance.updated initiated/not_started',
  'compliance.updated pending/not_started',
  'compliance.updated approved/not_started',
  'compliance.updated approved/pending',
  'compliance.updated approved/completed',
]
const WAY = [
  'payment.processing initiated',
  'payment.processing ongoing_checks',
  'payment.processing sending_fiat',
  'payment.processing fiat_sent',
]

describe('A provider over HTTP', () => {
  it('a provider over HTTP pays money from the chain into a bank account, with every event in order', async () => {
    await using world = await openHttpOfframp()
    const payer = await world.approve()
    expect(await world.compliance(payer)).toMatchObject({
      kycStatus: 'approved',
      agreementStatus: 'completed',
      isCompliant: true,
    })
    const requestId = await world.pay(payer)
    await world.settle('it is paid', async () => (await world.request(requestId)).hasBeenPaid)

    const ofPayer = await world.told(payer.userId)
    expect(ofPayer.filter((event) => event.startsWith('compliance'))).toEqual(APPROVED)
    expect(ofPayer.filter((event) => !event.startsWith('compliance'))).toEqual([
      'payment_detail.updated approved',
    ])
    expect(await world.told(requestId)).toEqual([...WAY, 'payment.confirmed'])
    expect(await world.request(requestId)).toMatchObject({ status: 'paid', hasBeenPaid: true })
    const started = world.provider.requests().find(({ url }) => url === '/v1/offramps')
    expect(JSON.parse(started?.body ?? '')).toMatchObject({
      network: 'devnet',
      currency: 'USDC-devnet',
      amount: '12.5',
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
  })

  it('a provider over HTTP receives calls that the Standard Webhooks library verifies, each under a separate id', async () => {
    await using world = await openHttpOfframp()
    await world.approve()
    const requests = world.provider.requests()
    expect(requests.length).toBeGreaterThan(4)
    // The library compares times with this machine's clock. The host's clock differs only by the test's advances.
    const receiver = new Webhook(OFFRAMP_SECRET)
    for (const { headers, body } of requests) {
      const { 'webhook-id': id = '', 'webhook-timestamp': seconds = '' } = headers
      expect(headers['webhook-signature']).toBe(
        receiver.sign(id, new Date(Number(seconds) * 1_000), body),
      )
    }
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(requests.length)
    for (const { headers, body, method } of requests) {
      const key = method === 'POST' ? JSON.parse(body).id : undefined
      expect(headers['idempotency-key']).toBe(key)
    }
  })

  it('a provider over HTTP rejects a payer and an account, by statuses that the settings map and with a reason', async () => {
    const kyc = scriptOf('in_review', 'brand_new_word', 'declined')
    const account = [{ status: 'failed', reason: 'account_closed' }]
    const statuses = { kyc: { in_review: 'pending', declined: 'rejected' } }
    await using world = await openHttpOfframp({
      switches: { scripts: { kyc, account } },
      env: { PAY_OFFRAMP_HTTP_STATUSES: JSON.stringify(statuses) },
    })
    const payer = await world.submit()
    await world.settle('both are refused', async () => {
      const { kycStatus } = await world.compliance(payer)
      return kycStatus === 'rejected' && (await world.account(payer)).status === 'failed'
    })
    expect((await world.told(payer.userId)).toSorted()).toEqual([
      'compliance.updated pending/not_started',
      'compliance.updated rejected/not_started',
      'payment_detail.updated failed',
    ])
    const event = await world.test.host.context.db.kysely
      .selectFrom('events')
      .select('body')
      .where('type', '=', 'payment_detail.updated')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(event.body)).toMatchObject({ rejectionMessage: 'account closed' })
  })

  it.each([
    {
      story: 'bounces once and arrives then',
      statuses: ['sending_fiat', 'fiat_sent', 'bounced', 'sending_fiat', 'fiat_sent', 'delivered'],
      told: [
        'payment.processing sending_fiat',
        'payment.processing fiat_sent',
        'payment.processing bounced',
        'payment.processing sending_fiat',
        'payment.processing fiat_sent',
        'payment.confirmed',
      ],
      status: 'paid',
    },
    {
      story: 'needs a retry',
      statuses: ['initiated', 'retry_required', 'sending_fiat', 'delivered'],
      told: [
        'payment.processing initiated',
        'payment.processing retry_required',
        'payment.processing sending_fiat',
        'payment.processing fiat_sent',
        'payment.confirmed',
      ],
      status: 'paid',
    },
    {
      story: 'fails',
      statuses: ['initiated', 'failed'],
      told: ['payment.processing initiated', 'payment.failed failed'],
      status: 'failed',
    },
    {
      story: 'bounces for good',
      statuses: ['sending_fiat', 'fiat_sent', 'bounced', 'returned'],
      told: [
        'payment.processing sending_fiat',
        'payment.processing fiat_sent',
        'payment.processing bounced',
        'payment.failed bounced',
      ],
      status: 'failed',
    },
  ])('a provider over HTTP reports that an offramp $story', async ({ statuses, told, status }) => {
    await using world = await openHttpOfframp({
      switches: { scripts: { offramp: scriptOf(...statuses) } },
    })
    const requestId = await world.pay(await world.approve())
    await world.settle(status, async () => (await world.request(requestId)).status === status)
    expect(await world.told(requestId)).toEqual(told)
  })

  it('a provider over HTTP ends an offramp when it rejects the submission, with a reason without personal data', async () => {
    await using world = await openHttpOfframp()
    const payer = await world.approve()
    world.provider.setSwitches({ mode: 'refuses' })
    const requestId = await world.pay(payer)
    await world.settle('it has failed', async () => {
      const { status } = await world.request(requestId)
      return status === 'failed'
    })
    expect(await world.told(requestId)).toEqual(['payment.failed failed'])
    const dump = await dumpDatabase(world.test.host.context.db)
    expect(dump).toContain('not eligible')
    expect(dump).not.toContain('We do not serve')
  })
})

describe('Callbacks from a provider over HTTP', () => {
  it('callbacks from a provider over HTTP pay into a bank account without polling, once the offramp has started', async () => {
    await using world = await openHttpOfframp()
    const requestId = await world.pay(await world.approve())
    await world.poll()
    const before = world.provider.requests().length
    for (let step = 0; step < WAY.length + 1; step += 1) await world.provider.step()
    expect(await world.told(requestId)).toEqual([...WAY, 'payment.confirmed'])
    expect(world.provider.requests()).toHaveLength(before)
  })

  it.each(['lost', 'wrong_signature', 'twice', 'out_of_order'] as const)(
    'callbacks from a provider over HTTP apply exactly once if they are %s',
    async (callbacks) => {
      await using world = await openHttpOfframp({ switches: { callbacks } })
      const requestId = await world.pay(await world.approve())
      await world.settle('it is paid', async () => (await world.request(requestId)).hasBeenPaid)
      // The provider sends the withheld callbacks now, after the end.
      for (let step = 0; step < 4; step += 1) await world.provider.step()
      expect(await world.told(requestId)).toEqual([...WAY, 'payment.confirmed'])
      const answers = new Set(world.provider.callbacks().map(({ status }) => status))
      expect(answers.has(401)).toBe(callbacks === 'wrong_signature')
      expect(answers.has(500)).toBe(false)
    },
  )

  it('callbacks from a provider over HTTP are retried until the record is known, and then accepted', async () => {
    await using world = await openHttpOfframp()
    const payer = await world.submit()
    const { kysely } = world.test.host.context.db
    const row = await kysely
      .selectFrom('payers')
      .select('provider_id')
      .where('id', '=', payer.userId)
      .executeTakeFirstOrThrow()
    const setId = (provider_id: string | null) =>
      kysely.updateTable('payers').set({ provider_id }).where('id', '=', payer.userId).execute()
    await setId(null)
    await world.provider.step()
    expect(world.provider.callbacks().map(({ status }) => status)).toContain(404)
    await setId(row.provider_id)
    await world.provider.step()
    const told = await world.told(payer.userId)
    expect(told.filter((event) => event.startsWith('compliance'))).toEqual(APPROVED.slice(0, 2))
  })
})

describe('A provider that fails', () => {
  it.each(['down', 'garbled'] as const)(
    'a provider that fails delays all records and loses none if it is %s for a while',
    async (mode) => {
      await using world = await openHttpOfframp({ switches: { mode, callbacks: 'lost' } })
      const payer = await world.submit()
      for (let round = 0; round < 12; round += 1) {
        world.test.clock.advance(60_000)
        await world.poll()
      }
      expect(await world.compliance(payer)).toMatchObject({ kycStatus: 'not_started' })
      // The host pauses between two attempts, so it makes fewer calls than 12 rounds with two records would need.
      expect(world.provider.requests().length).toBeLessThan(26)
      world.provider.setSwitches({ mode: 'normal' })
      await world.settle('the account is approved', async () => {
        const { status } = await world.account(payer)
        return status === 'approved'
      })
      const created = world.provider.records().map(({ kind }) => kind)
      expect(created.toSorted()).toEqual(['account', 'payer'])
    },
  )

  it('a provider that fails during a payout is polled again until the money is delivered', async () => {
    await using world = await openHttpOfframp()
    const payer = await world.approve()
    world.provider.setSwitches({ mode: 'down', callbacks: 'lost' })
    const requestId = await world.pay(payer)
    for (let round = 0; round < 8; round += 1) {
      world.test.clock.advance(60_000)
      await world.poll()
    }
    expect(await world.request(requestId)).toMatchObject({ status: 'processing' })
    expect(await world.told(requestId)).toEqual([])
    world.provider.setSwitches({ mode: 'normal' })
    await world.settle('it is paid', async () => (await world.request(requestId)).hasBeenPaid)
    expect(await world.told(requestId)).toEqual([...WAY, 'payment.confirmed'])
    expect(world.provider.records().filter(({ kind }) => kind === 'offramp')).toHaveLength(1)
  })
})
