import { getNetwork } from '@secure-payment/core/networks'
import { verifyStandardWebhook, verifyWebhook } from '@secure-payment/core/webhooks'
import { type Delivery, type Sink, startSink } from '@secure-payment/devnet'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BOOTSTRAP_TENANT_ID } from '../../host/src/auth/bootstrap.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { createRequests } from './support/createRequests.ts'
import { emitPartials } from './support/emitPartials.ts'
import { waitFor } from './support/waitFor.ts'

/** The number of deliveries during one rotation, to three receivers. */
const DELIVERIES = Number(process.env['ROTATION_DELIVERIES'] ?? 2_000)
const RECEIVERS = 3
const PHASES = 5
const DAY_MS = 24 * 3_600_000
const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

let stack: AsyncDisposableStack
let host: TestHost

beforeEach(async () => {
  stack = new AsyncDisposableStack()
  host = await startTestHost({ PAY_ROLE: 'api,worker', PAY_ALLOW_PRIVATE_WEBHOOKS: 'true' })
  stack.use(host)
})

afterEach(() => stack.disposeAsync())

/** A webhook endpoint with its receiver, which returns 401 for an invalid signature. */
type Receiver = {
  sink: Sink
  id: string
  /** The receiver's configured secrets. */
  held: string[]
  rejected: Delivery[]
}

type Verify = (held: readonly string[], delivery: Delivery) => boolean

/** Compares `x-service-signature` with each secret's signature of the raw body. */
const plain: Verify = (held, { rawBody, headers }) =>
  held.some((secret) =>
    verifyWebhook({ secret, body: rawBody, signature: headers['x-service-signature'] }),
  )

/** Verifies Standard Webhooks signatures against the host's clock, which a test moves by days. */
const standard: Verify = (held, { rawBody, headers }) =>
  verifyStandardWebhook({
    secrets: held,
    body: rawBody,
    headers: {
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
    },
    nowMs: host.clock.now().getTime(),
  }).isValid

async function addReceiver(verify: Verify): Promise<Receiver> {
  const sink = stack.use(await startSink())
  const created = await host.call('POST', '/v1/webhook', { body: { url: sink.url } })
  const { id, secret } = created.json
  const receiver: Receiver = { sink, id, held: [secret], rejected: [] }
  sink.setStatus((delivery) => {
    if (verify(receiver.held, delivery)) return 200
    receiver.rejected.push(delivery)
    return 401
  })
  return receiver
}

const post = (receiver: Receiver, action: string, body?: object) =>
  host.call('POST', `/v1/webhook/${receiver.id}/${action}`, body === undefined ? {} : { body })

/** Emits events for new requests; returns after the commit, not after the delivery. */
async function emit(count: number): Promise<void> {
  const { context } = host.host
  const wanted = Array.from({ length: count }, () => ({ payee: PAYEE, token: null, units: 1n }))
  const rows = await createRequests(context, getNetwork('devnet'), wanted)
  await emitPartials(
    context,
    rows.map((row) => ({ ...row, tenant_id: BOOTSTRAP_TENANT_ID, event_sequence: 1 })),
  )
}

async function untilEmpty(): Promise<void> {
  await waitFor('all to be delivered', async () => {
    const waiting = await host.host.context.db.kysely
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('status', '=', 'pending')
      .limit(1)
      .execute()
    return waiting.length === 0 ? true : null
  })
}

/** Runs `change` while half of a phase's events are pending, and waits for the delivery of all events. */
async function duringLoad(count: number, change: () => Promise<void> | void): Promise<void> {
  await emit(Math.floor(count / 2))
  await change()
  await emit(Math.ceil(count / 2))
  await untilEmpty()
}

describe('A rotation in two phases', () => {
  test(`a rotation in two phases causes no rejection of ${DELIVERIES} deliveries at three kinds of receivers`, async () => {
    const [old, both, only] = [
      await addReceiver(plain),
      await addReceiver(standard),
      await addReceiver(standard),
    ]
    const receivers = [old, both, only]
    const events = Math.ceil(DELIVERIES / RECEIVERS / PHASES)
    const olds = receivers.map(({ held }) => held[0] ?? '')
    const news: string[] = []

    // The new secret is pending: every receiver has only the old secret.
    await duringLoad(events, async () => {
      for (const receiver of receivers) {
        const { json } = await post(receiver, 'rotate-secret')
        expect(json.phase).toBe('pending')
        news.push(json.secret)
      }
    })
    // The reader of x-service-signature and one other receiver get both secrets; the third receiver keeps the old secret.
    await duringLoad(events, () => {
      for (const receiver of [old, both])
        receiver.held.push(news[receivers.indexOf(receiver)] ?? '')
    })
    await duringLoad(events, async () => {
      for (const receiver of receivers) {
        const { status, json } = await post(receiver, 'promote-secret')
        expect(status).toBe(200)
        expect(json.rotation).toEqual({
          hasPendingSecret: false,
          previousSecretExpiresAt: new Date(host.clock.now().getTime() + DAY_MS).toISOString(),
        })
      }
    })
    // The new secret is promoted, and no earlier delivery is in progress: the first receiver drops the old secret.
    old.held = [news[0] ?? '']
    host.clock.advance(DAY_MS - 1_000)
    await duringLoad(events, () => {})
    // The third receiver changes its secret at the last moment.
    only.held = [news[2] ?? '']
    host.clock.advance(1_000)
    await duringLoad(events, () => {})

    const total = receivers.reduce((sum, { sink }) => sum + sink.deliveries().length, 0)
    expect(receivers.map(({ rejected }) => rejected)).toEqual([[], [], []])
    expect(total).toBe(events * PHASES * RECEIVERS)
    expect(total).toBeGreaterThanOrEqual(DELIVERIES)
    const { deliveries } = { deliveries: old.sink.deliveries() }
    const signedBy = (secret: string) => deliveries.filter((one) => plain([secret], one)).length
    const bySecret = [signedBy(olds[0] ?? ''), signedBy(news[0] ?? '')]
    expect(bySecret[0]).toBeGreaterThanOrEqual(2 * events)
    expect(bySecret[1]).toBeGreaterThanOrEqual(2 * events)
    expect(deliveries).toHaveLength((bySecret[0] ?? 0) + (bySecret[1] ?? 0))
    // The old secret has expired: each delivery has one signature, by the new secret.
    const last = deliveries.at(-1)
    expect(last?.headers['webhook-signature']).toMatch(/^v1,\S+$/)
  })
})

describe('A secret', () => {
  const last = (receiver: Receiver): Delivery => {
    const delivery = receiver.sink.deliveries().at(-1)
    if (delivery === undefined) throw new Error('nothing was delivered')
    return delivery
  }

  /** Returns, per signature format, which of the secrets sign a new delivery. */
  async function signers(receiver: Receiver, secrets: readonly string[]) {
    receiver.sink.setStatus(200)
    await emit(1)
    await untilEmpty()
    const delivery = last(receiver)
    return {
      plain: secrets.map((secret) => plain([secret], delivery)),
      standard: secrets.map((secret) => standard([secret], delivery)),
    }
  }

  test('a secret is replaced immediately after a leak: neither the leaked nor a pending secret signs any delivery', async () => {
    const receiver = await addReceiver(plain)
    const waiting = (await post(receiver, 'rotate-secret')).json.secret
    const { json } = await post(receiver, 'rotate-secret', { mode: 'immediate' })
    expect(json.phase).toBe('promoted')
    const secrets = [receiver.held[0] ?? '', waiting, json.secret]
    expect(await signers(receiver, secrets)).toEqual({
      plain: [false, false, true],
      standard: [false, false, true],
    })
    const promoted = await post(receiver, 'promote-secret')
    expect(promoted).toMatchObject({ status: 409, json: { code: 'no_pending_secret' } })
  })

  test('a secret that was replaced by promotion stops signing at once when an immediate rotation follows', async () => {
    const receiver = await addReceiver(plain)
    const second = (await post(receiver, 'rotate-secret')).json.secret
    await post(receiver, 'promote-secret')
    const third = (await post(receiver, 'rotate-secret', { mode: 'immediate' })).json.secret
    expect(await signers(receiver, [receiver.held[0] ?? '', second, third])).toEqual({
      plain: [false, false, true],
      standard: [false, false, true],
    })
  })

  test('a secret is replaced by a second rotation while it is pending', async () => {
    const receiver = await addReceiver(plain)
    const replaced = (await post(receiver, 'rotate-secret', { mode: 'two_phase' })).json.secret
    const waiting = (await post(receiver, 'rotate-secret')).json.secret
    const secrets = [receiver.held[0] ?? '', replaced, waiting]
    expect(await signers(receiver, secrets)).toEqual({
      plain: [true, false, false],
      standard: [true, false, true],
    })
    await post(receiver, 'promote-secret')
    expect(await signers(receiver, secrets)).toEqual({
      plain: [false, false, true],
      standard: [true, false, true],
    })
  })

  test('a secret is promoted by one of two concurrent calls', async () => {
    const receiver = await addReceiver(plain)
    const waiting = (await post(receiver, 'rotate-secret')).json.secret
    const answers = await Promise.all([1, 2].map(() => post(receiver, 'promote-secret')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await signers(receiver, [receiver.held[0] ?? '', waiting])).toEqual({
      plain: [false, true],
      standard: [true, true],
    })
  })
})
