import { randomUUID } from 'node:crypto'
import { RELAYER_ACCOUNT, testTokenAbi } from '@secure-payment/devnet'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { markSeen } from '../support/markRequest.ts'
import { type PermitWire, signPermit } from './support/permitWire.ts'
import { type Payer, type Payouts, startPayouts } from './support/startPayouts.ts'
import { waitFor } from './support/waitFor.ts'

const USDC = 1_000_000n
const UNITS = 12_500_000n

let world: Payouts
beforeAll(async () => {
  world = await startPayouts({
    PAY_RELAY_PERMITS: 'true',
    PAY_RELAY_PERMITS_HOURLY: '12',
    PAY_RELAY_PERMITS_HOURLY_TOTAL: '40',
  })
})
afterAll(() => world?.[Symbol.asyncDispose]())

let payer: Payer
let token: string
let attemptId: string
beforeEach(async () => {
  payer = await world.createPayer({ units: 100n * USDC, allowanceUnits: 0n })
  token = (await world.test.createPayment()).token
  attemptId = randomUUID()
})

const path = (rest: string) => `/v2/secure-payments/${token}${rest}`
const plan = (wallet: string = payer.address) =>
  world.test.call('GET', path(`/pay?wallet=${wallet}`))
const begin = (wallet: string = payer.address) =>
  world.test.call('POST', path('/attempts'), {
    body: {
      attemptId,
      wallet,
      chain: 'devnet',
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
    },
  })
const hand = (signature: Hex, deadline: number) =>
  world.test.call('POST', path('/permit'), { body: { signature, deadline, attemptId } })

const readPermit = async (): Promise<PermitWire> => (await plan()).json.metadata.permit
const sign = (permit: PermitWire, changes: Partial<PermitWire['message']> = {}, key = payer) =>
  signPermit(key, permit, changes)
const allowanceOf = (permit: PermitWire, spender = permit.message.spender) =>
  world.chains.client('devnet').readContract({
    address: permit.domain.verifyingContract,
    abi: testTokenAbi,
    functionName: 'allowance',
    args: [payer.address, spender],
  })
/** Returns the only request of a payment. */
const requestIdOf = async (of: string) =>
  (await world.test.call('GET', `/v2/secure-payments/${of}`)).json.requestIds[0] as string
const kysely = () => world.test.host.context.db.kysely
const relayed = () =>
  world.test.host.context.db.kysely
    .selectFrom('relayer_transactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count))

describe('A payer whose approval can be replaced by a permit', () => {
  test('a payer whose approval can be replaced by a permit signs one message, pays once, and never pays for an approval', async () => {
    const { json } = await plan()
    expect(json.metadata).toMatchObject({ needsApproval: true, stepsRequired: 2 })
    const permit: PermitWire = json.metadata.permit
    expect(permit).toMatchObject({
      domain: { version: '2', chainId: 31_337 },
      primaryType: 'Permit',
      message: { owner: payer.address, value: String(UNITS), nonce: '0' },
    })
    // The permit names the approval's spender, and no other address.
    expect(json.transactions[0].data.toLowerCase()).toContain(
      permit.message.spender.slice(2).toLowerCase(),
    )
    await begin()
    const { status, json: sent } = await hand(await sign(permit), permit.message.deadline)
    expect(status).toBe(202)
    const receipt = await waitFor('the permit to be mined', () =>
      world.chains
        .client('devnet')
        .getTransactionReceipt({ hash: sent.txHash })
        .catch(() => null),
    )
    expect(receipt.status).toBe('success')
    expect(receipt.from).toBe(RELAYER_ACCOUNT.address.toLowerCase())
    expect(await allowanceOf(permit)).toBe(UNITS)
    const then = await plan()
    expect(then.json.metadata).toMatchObject({ needsApproval: false, stepsRequired: 1 })
    expect(then.json.metadata).not.toHaveProperty('permit')
  })

  test('a payer whose approval can be replaced by a permit spends gas from the share of the payment’s client ID', async () => {
    const client_id = `cli_${randomUUID()}`
    await kysely()
      .updateTable('secure_payments')
      .set({ client_id })
      .where('token', '=', token)
      .execute()
    const permit = await readPermit()
    await begin()
    expect((await hand(await sign(permit), permit.message.deadline)).status).toBe(202)
    const [spent] = await kysely()
      .selectFrom('relay_spending')
      .select('gas')
      .where('bucket', '=', client_id)
      .execute()
    expect(Number(spent?.gas)).toBeGreaterThan(0)
  })

  test('a payer whose approval can be replaced by a permit submits the permit repeatedly, and the host sends it once', async () => {
    const permit = await readPermit()
    await begin()
    const signature = await sign(permit)
    const before = await relayed()
    const answers = await Promise.all([1, 2, 3].map(() => hand(signature, permit.message.deadline)))
    const [first, ...others] = answers.map(({ status, json }) => `${status} ${json.txHash}`)
    expect(others).toEqual([first, first])
    expect(first).toMatch(/^202 0x/)
    expect(await relayed()).toBe(before + 1)
    const other = await hand(await sign(permit, { value: '1' }), permit.message.deadline)
    expect([other.status, other.json.code]).toEqual([409, 'permit_exists'])
  })
})

describe('The host sends no permit', () => {
  const refusals: readonly [string, (permit: PermitWire) => Promise<[Hex, number]>, RegExp][] = [
    [
      'for more than the payment needs',
      async (p) => [await sign(p, { value: String(UNITS + 1n) }), p.message.deadline],
      /did not sign exactly/,
    ],
    [
      'for another spender',
      async (p) => [await sign(p, { spender: RELAYER_ACCOUNT.address }), p.message.deadline],
      /did not sign exactly/,
    ],
    [
      'with a later nonce',
      async (p) => [await sign(p, { nonce: '1' }), p.message.deadline],
      /did not sign exactly/,
    ],
    [
      'for a deadline other than the signed deadline',
      async (p) => [await sign(p), p.message.deadline + 1],
      /did not sign exactly/,
    ],
    [
      'that would be valid for longer than half an hour',
      async (p) => {
        const deadline = p.message.deadline + 15 * 60
        return [await sign(p, { deadline }), deadline]
      },
      /deadline of the permit/,
    ],
    [
      'that could not be mined in time',
      async (p) => {
        const deadline = p.message.deadline - 19 * 60 - 30
        return [await sign(p, { deadline }), deadline]
      },
      /deadline of the permit/,
    ],
    [
      'that another wallet has signed',
      async (p) => [
        await sign(p, {}, privateKeyToAccount(generatePrivateKey())),
        p.message.deadline,
      ],
      /did not sign exactly/,
    ],
    [
      'with an invalid signature',
      async (p) => [`0x${'ff'.repeat(65)}`, p.message.deadline],
      /did not sign exactly/,
    ],
  ]
  test.each(refusals)('the host sends no permit %s', async (_, make, sentence) => {
    const permit = await readPermit()
    await begin()
    const before = await relayed()
    const [signature, deadline] = await make(permit)
    const answer = await hand(signature, deadline)
    expect([answer.status, answer.json.code]).toEqual([400, 'permit_not_relayed'])
    expect(answer.json.message).toMatch(sentence)
    expect(await relayed()).toBe(before)
    expect(await allowanceOf(permit)).toBe(0n)
  })

  test('the host sends no permit without an attempt, or for an attempt that has ended', async () => {
    const permit = await readPermit()
    const signature = await sign(permit)
    expect((await hand(signature, permit.message.deadline)).status).toBe(404)
    await begin()
    await world.test.call('DELETE', path(`/attempts/${attemptId}`))
    const over = await hand(signature, permit.message.deadline)
    expect([over.status, over.json.code]).toEqual([409, 'attempt_ended'])
  })

  const closings: readonly [string, () => Promise<unknown>, number, string][] = [
    [
      'has been sent',
      () =>
        world.test.call('PATCH', path(`/attempts/${attemptId}`), {
          body: { phase: 'broadcast', txHash: `0x${'7c'.repeat(32)}` },
        }),
      409,
      'attempt_ended',
    ],
    [
      'is seen on chain',
      async () =>
        markSeen(world.test.host, { requestId: await requestIdOf(token), units: UNITS, depth: 0n }),
      409,
      'payment_processing',
    ],
    [
      'has expired',
      () => update({ expires_at: '2026-01-01T00:00:00.000Z' }),
      403,
      'payment_expired',
    ],
    ['is complete', () => update({ status: 'completed' }), 409, 'payment_completed'],
    [
      'waits for a Safe',
      () =>
        world.test.call('POST', path('/intent'), {
          body: { safeTxHash: `0x${'3f'.repeat(32)}`, chain: 'devnet', token: 'USDC', attemptId },
        }),
      423,
      'payment_in_progress',
    ],
  ]
  const update = (changes: Partial<Row<'secure_payments'>>) =>
    kysely().updateTable('secure_payments').set(changes).where('token', '=', token).execute()
  test.each(closings)(
    'the host sends no permit for a payment that %s',
    async (_, close, status, code) => {
      const permit = await readPermit()
      await begin()
      await close()
      const before = await relayed()
      const answer = await hand(await sign(permit), permit.message.deadline)
      expect([answer.status, answer.json.code]).toEqual([status, code])
      expect(await relayed()).toBe(before)
    },
  )

  test('the host neither offers, accepts nor sends a permit for a wallet that could not pay', async () => {
    const offered = await readPermit()
    payer = await world.createPayer({ units: USDC, allowanceUnits: 0n })
    expect((await plan()).json.metadata).not.toHaveProperty('permit')
    await begin()
    const signature = await sign(offered, { owner: payer.address })
    const answer = await hand(signature, offered.message.deadline)
    expect(answer.status).toBe(400)
    expect(answer.json.message).toContain('does not have enough')
  })

  test('the host sends no permit if its settings disable sending, or no node responds', async () => {
    const permit = await readPermit()
    await begin()
    const body = { signature: await sign(permit), deadline: permit.message.deadline, attemptId }
    const role = { PAY_ROLE: 'api' }
    await using off = await world.test.startNeighbour({ ...role, PAY_RELAY_PERMITS: 'false' })
    const { json } = await off.call('GET', path(`/pay?wallet=${payer.address}`))
    expect(json.metadata).not.toHaveProperty('permit')
    const refused = await off.call('POST', path('/permit'), { body })
    expect([refused.status, refused.json.code]).toEqual([400, 'permit_not_relayed'])
    const blindTo = { PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1' }
    await using blind = await world.test.startNeighbour({ ...role, ...blindTo })
    const unknown = await blind.call('POST', path('/permit'), { body })
    expect([unknown.status, unknown.json.code]).toEqual([503, 'relay_unavailable'])
    // After both rejections, another host still accepts the permit.
    expect((await hand(body.signature, body.deadline)).status).toBe(202)
  })

  /**
   * The limit on permits for one payment is permanent. The hourly limits end, because the oldest of these permits was sent ten minutes ago.
   */
  const ofPayment = { status: 400, code: 'permit_not_relayed', retryAfter: undefined }
  const ofHour = { status: 429, code: 'too_many_permits', retryAfter: String(50 * 60) }
  const bounds: readonly [string, number, object, object][] = [
    ['for a payment, at any time', 5, { created_at: '2026-01-01T00:00:00.000Z' }, ofPayment],
    ['for a merchant in an hour', 12, { status: 'dropped' }, ofHour],
    ['for all merchants in an hour', 40, { status: 'sent', tenant_id: 'another merchant' }, ofHour],
  ]
  test.each(bounds)(
    'the host sends no permit above the limit %s',
    async (_, count, changes, expected) => {
      const permit = await readPermit()
      await begin()
      const before = await relayed()
      const { tenant_id } = await kysely()
        .selectFrom('secure_payments')
        .select('tenant_id')
        .where('token', '=', token)
        .executeTakeFirstOrThrow()
      const row = {
        tenant_id,
        token: count === 5 ? token : 'of another payment',
        network: 'devnet',
        token_address: permit.domain.verifyingContract,
        owner: payer.address,
        spender: permit.message.spender,
        value_units: '1',
        deadline_s: 1n,
        signature: '0x',
        status: 'dropped' as const,
        tx_hash: null,
        created_at: new Date(world.test.clock.now().getTime() - 10 * 60_000).toISOString(),
        updated_at: world.test.clock.now().toISOString(),
        ...changes,
      }
      const rows = Array.from({ length: count }, () => ({
        ...row,
        id: randomUUID(),
        attempt_id: randomUUID(),
      }))
      await kysely().insertInto('permits').values(rows).execute()
      const { status, json, headers } = await hand(await sign(permit), permit.message.deadline)
      expect({ status, code: json.code, retryAfter: headers['retry-after'] }).toEqual(expected)
      expect(json.message).toContain('maximum number of permits')
      expect(await relayed()).toBe(before)
      await kysely().deleteFrom('permits').where('token', '=', row.token).execute()
    },
  )
})
