import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordNoted } from '../../host/src/paying/noteRejection.ts'
import { RICH } from '../support/startTronNode.ts'
import { startTronRelay, usdtItem } from '../support/startTronRelay.ts'
import {
  PAYEE,
  PAYER,
  type PageHeaders,
  pageHeaders,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'
import {
  abiAddressOf,
  buildTron,
  signTron,
  tronPayer,
  tronStranger,
} from '../support/tronWallets.ts'
import { waitUntil } from '../support/waitUntil.ts'

let test: TestHost
let page: PageHeaders
beforeAll(async () => {
  test = await startTestHost()
  const { clientId } = await test.createClientId()
  page = pageHeaders(clientId)
})
afterAll(() => test[Symbol.asyncDispose]())

const STRANGER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const OWN_DESTINATION = `${PAYEE}@eip155:31337`

async function create(accessPolicy: object, requests: object[] = [usdcItem]): Promise<string> {
  return (await test.createPayment({ requests, accessPolicy })).token
}
const asPage = (path: string) => test.call('GET', path, { anonymous: true, headers: page })
const read = (token: string, query = '') => asPage(`/v2/secure-payments/${token}${query}`)
const pay = (token: string, query = '') => asPage(`/v2/secure-payments/${token}/pay${query}`)
const attempt = (token: string, wallet: string, attemptId: string = randomUUID()) =>
  test.call('POST', `/v2/secure-payments/${token}/attempts`, {
    anonymous: true,
    headers: page,
    body: {
      attemptId,
      wallet,
      chain: 'devnet',
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
    },
  })

const intend = (token: string, body: object) =>
  test.call('POST', `/v2/secure-payments/${token}/intent`, {
    anonymous: true,
    headers: page,
    body: { chain: 'devnet', token: 'USDC', ...body },
  })
const TX_HASH = `0x${'7c'.repeat(32)}`
const SAFE_TX = `0x${'3f'.repeat(32)}`

/** Counts the rejections that the host has stored so far. */
async function countRejections(token: string): Promise<number> {
  const rows = await test.host.context.db.kysely
    .selectFrom('access_rejections')
    .select('wallet')
    .where('token', '=', token)
    .execute()
  return rows.length
}

async function rejectionsOf(token: string, { host }: TestHost = test) {
  await recordNoted(host.context)
  const rows = await host.context.db.kysely
    .selectFrom('events')
    .select(['body', 'sequence'])
    .where('request_id', '=', token)
    .where('type', '=', 'secure_payment.access_rejected')
    .orderBy('sequence')
    .execute()
  return rows.map(({ body }) => JSON.parse(body))
}

describe('allowedPayerAddresses', () => {
  it('allowedPayerAddresses admits only the listed wallets, in any letter case', async () => {
    const token = await create({ allowedPayerAddresses: [PAYER.toLowerCase(), SECOND_PAYEE] })
    expect((await read(token)).json.access).toEqual({
      isRestricted: true,
      isAllowed: null,
      isPayeeHidden: false,
    })
    for (const wallet of [PAYER, PAYER.toLowerCase(), `0x${PAYER.slice(2).toUpperCase()}`]) {
      const { json } = await read(token, `?wallet=${wallet}`)
      expect(json.access).toMatchObject({ isRestricted: true, isAllowed: true })
    }
    const stranger = await read(token, `?wallet=${STRANGER}`)
    expect(stranger.status).toBe(200)
    expect(stranger.json.access).toMatchObject({ isRestricted: true, isAllowed: false })
    // Reading a payment is not an attempt to pay it.
    expect(await rejectionsOf(token)).toEqual([])

    const refused = await pay(token, `?wallet=${STRANGER.toLowerCase()}`)
    expect(refused.status).toBe(403)
    expect(refused.json).toMatchObject({
      code: 'payer_not_allowed',
      status: 403,
      paymentStatus: 'pending',
    })
    expect(refused.json.payment.token).toBe(token)
    expect(refused.json.transactions).toBeUndefined()
    expect((await attempt(token, STRANGER)).json.code).toBe('payer_not_allowed')
    const nobody = await pay(token)
    expect(nobody.status).toBe(400)
    expect(nobody.json.errors[0]).toMatchObject({ field: 'wallet', code: 'required' })

    expect((await attempt(token, PAYER.toLowerCase())).status).toBe(201)
    expect((await pay(token, `?wallet=${PAYER}`)).status).not.toBe(403)
    // The merchant's own server receives the payee.
    expect((await test.call('GET', `/v2/secure-payments/${token}/pay`)).status).toBe(200)
    expect(
      (await test.call('GET', `/v2/secure-payments/${token}/pay?wallet=${STRANGER}`)).status,
    ).toBe(403)
  })

  it('GET /pay checks allowedPayerAddresses without a write, and the host stores the rejection later, even if it is stopping', async () => {
    const neighbour = await test.startNeighbour()
    const token = await create({ allowedPayerAddresses: [PAYER] })
    let commits = 0
    neighbour.host.context.db.onCommit(() => {
      commits += 1
    })
    const path = `/v2/secure-payments/${token}/pay?wallet=${STRANGER}`
    const refused = await neighbour.call('GET', path)
    const written = commits
    expect(refused.json.code).toBe('payer_not_allowed')
    await neighbour[Symbol.asyncDispose]()
    expect(written).toBe(0)
    expect(await rejectionsOf(token)).toHaveLength(1)
  })

  it('allowedPayerAddresses notifies the merchant at most once per wallet in ten minutes, and limits notifications about many wallets', async () => {
    const { token, requestIds } = await test.createPayment({
      requests: [usdcItem],
      accessPolicy: { allowedPayerAddresses: [PAYER] },
    })
    for (let round = 0; round < 3; round += 1) await pay(token, `?wallet=${STRANGER}`)
    await waitUntil(async () => (await countRejections(token)) === 1)
    expect(await rejectionsOf(token)).toEqual([
      {
        event: 'secure_payment.access_rejected',
        eventId: expect.stringMatching(/^[0-9A-Z]{26}$/),
        requestId: requestIds[0],
        requestIds,
        securePaymentToken: token,
        attemptedPayerWalletAddress: STRANGER,
        timestamp: test.clock.now().toISOString(),
      },
    ])
    test.clock.advance(10 * 60_000 - 1)
    await pay(token, `?wallet=${STRANGER}`)
    expect(await rejectionsOf(token)).toHaveLength(1)
    test.clock.advance(1)
    await pay(token, `?wallet=${STRANGER}`)
    expect(await rejectionsOf(token)).toHaveLength(2)
    for (let number = 1; number <= 30; number += 1) {
      await pay(token, `?wallet=0x${number.toString(16).padStart(40, '0')}`)
    }
    expect(await rejectionsOf(token)).toHaveLength(21)
    await pay(token, `?wallet=${SECOND_PAYEE}`)
    expect(await rejectionsOf(token)).toHaveLength(21)
    test.clock.advance(10 * 60_000)
    await pay(token, `?wallet=${SECOND_PAYEE}`)
    expect(await rejectionsOf(token)).toHaveLength(22)
  })

  it('allowedPayerAddresses writes nothing for a wallet that retries within ten minutes of its report', async () => {
    const { token } = await test.createPayment({
      requests: [usdcItem],
      accessPolicy: { allowedPayerAddresses: [PAYER] },
    })
    await pay(token, `?wallet=${STRANGER}`)
    expect(await rejectionsOf(token)).toHaveLength(1)
    await test.host.context.db.kysely
      .deleteFrom('access_rejections')
      .where('token', '=', token)
      .execute()
    await pay(token, `?wallet=${STRANGER}`)
    expect(await rejectionsOf(token)).toHaveLength(1)
    expect(await countRejections(token)).toBe(0)
  })

  it('allowedPayerAddresses writes nothing for a wallet that retries beyond the limit', async () => {
    const token = await create({ allowedPayerAddresses: [PAYER] })
    for (let number = 1; number <= 20; number += 1) {
      await pay(token, `?wallet=0x${number.toString(16).padStart(40, '0')}`)
    }
    expect(await rejectionsOf(token)).toHaveLength(20)
    await pay(token, `?wallet=${STRANGER}`)
    await recordNoted(test.host.context)
    await test.host.context.db.kysely
      .deleteFrom('access_rejections')
      .where('token', '=', token)
      .execute()
    await pay(token, `?wallet=${STRANGER}`)
    expect(await rejectionsOf(token)).toHaveLength(20)
    expect(await countRejections(token)).toBe(0)
  })

  it('allowedPayerAddresses sends one notification for simultaneous calls by a wallet, and names all requests in a batch', async () => {
    const second = { ...usdcItem, payee: SECOND_PAYEE }
    const { token, requestIds } = await test.createPayment({
      requests: [usdcItem, second],
      accessPolicy: { allowedPayerAddresses: [PAYER] },
    })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => pay(token, `?wallet=${STRANGER}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(await rejectionsOf(token)).toMatchObject([{ requestId: null, requestIds }])
  })

  it.each([
    ['a transaction', { txHash: TX_HASH }],
    ['a proposal to a Safe’s signers', { safeTxHash: SAFE_TX }],
  ])(
    'the service rejects %s from a wallet that is not allowed, without a lock or an intent',
    async (_, body) => {
      const token = await create({ allowedPayerAddresses: [PAYER] })
      const refused = await intend(token, { ...body, walletAddress: STRANGER.toLowerCase() })
      expect(refused.status).toBe(403)
      expect(refused.json).toMatchObject({ code: 'payer_not_allowed', payment: { token } })
      expect(await rejectionsOf(token)).toMatchObject([{ attemptedPayerWalletAddress: STRANGER }])
      expect((await read(token)).status).toBe(200)
      const { count } = await test.host.context.db.kysely
        .selectFrom('intents')
        .select(({ fn }) => fn.countAll<number | bigint>().as('count'))
        .where('token', '=', token)
        .executeTakeFirstOrThrow()
      expect(Number(count)).toBe(0)

      const taken = await intend(token, { ...body, walletAddress: PAYER.toLowerCase() })
      expect(taken.status).toBe(200)
      expect(taken.json).toMatchObject({ ...body, isListening: true })
    },
  )

  it('allowedPayerAddresses rejects locks for Safes that are not listed, unless an attempt by an allowed wallet names them', async () => {
    const token = await create({ allowedPayerAddresses: [PAYER] })
    const unnamed = await intend(token, { safeTxHash: SAFE_TX })
    expect(unnamed.status).toBe(400)
    expect(unnamed.json.errors[0]).toMatchObject({ field: 'walletAddress', code: 'required' })
    expect((await intend(token, { safeTxHash: SAFE_TX, attemptId: randomUUID() })).status).toBe(404)
    expect((await read(token)).status).toBe(200)
    const attemptId = randomUUID()
    await attempt(token, PAYER, attemptId)
    expect((await intend(token, { safeTxHash: SAFE_TX, attemptId })).status).toBe(200)
    expect((await read(token)).status).toBe(423)
    // A page may report a transaction without its sender.
    expect((await intend(token, { txHash: TX_HASH })).status).toBe(200)
  })

  it('allowedPayerAddresses rejects an expired link before it checks the wallet', async () => {
    const token = await create({ allowedPayerAddresses: [PAYER] })
    await test.host.context.db.kysely
      .updateTable('secure_payments')
      .set({ expires_at: test.clock.now().toISOString() })
      .where('token', '=', token)
      .execute()
    expect((await pay(token, `?wallet=${STRANGER}`)).json.code).toBe('payment_expired')
    expect(await rejectionsOf(token)).toEqual([])
  })

  it('allowedPayerAddresses limits payments on Tron to the listed Tron wallets', async () => {
    await using relay = await startTronRelay()
    Object.assign(relay.node.state, RICH)
    const accessPolicy = { allowedPayerAddresses: [tronPayer.address], hidePayeeAddress: true }
    const { token } = await relay.test.createPayment({ requests: [usdtItem], accessPolicy })
    const readAs = async (wallet: string) =>
      (await relay.test.call('GET', `/v2/secure-payments/${token}?wallet=${wallet}`)).json.access
    expect(await readAs(tronPayer.address)).toMatchObject({ isRestricted: true, isAllowed: true })
    expect(await readAs(usdtItem.payee)).toMatchObject({ isRestricted: true, isAllowed: false })
    const refused = await relay.test.call(
      'GET',
      `/v2/secure-payments/${token}/pay?wallet=${usdtItem.payee}`,
    )
    expect(refused.json.code).toBe('payer_not_allowed')
    const { json } = await relay.test.call(
      'GET',
      `/v2/secure-payments/${token}/pay?wallet=${tronPayer.address}`,
    )
    const nowMs = relay.test.clock.now().getTime()
    const call = json.transactions.at(-1)
    const foreignBuilt = await buildTron({ ...call, owner: tronStranger.address, nowMs })
    const unsent = await relay.broadcast(token, signTron(foreignBuilt, tronStranger))
    expect([unsent.status, unsent.json.code]).toEqual([403, 'payer_not_allowed'])
    // A mismatch error contains the expected values, which would disclose the payee.
    const altered = await buildTron({
      ...call,
      data: call.data.replace(/.{8}$/, 'deadbeef'),
      owner: tronStranger.address,
      nowMs,
    })
    const probe = await relay.broadcast(token, signTron(altered, tronStranger))
    expect([probe.status, probe.json.code]).toEqual([403, 'payer_not_allowed'])
    expect(probe.text.toLowerCase()).not.toContain(
      abiAddressOf(usdtItem.payee).slice(2).toLowerCase(),
    )
    expect(relay.node.sent).toEqual([])
    expect(await relay.readStored(token)).toEqual([])
    const told = (await rejectionsOf(token, relay.test)).map(
      (one) => one.attemptedPayerWalletAddress,
    )
    expect(told).toEqual([usdtItem.payee, tronStranger.address])
    const sent = await relay.broadcast(token, await relay.sign(call))
    expect(sent.json.result).toBe(true)
    const foreign = await relay.test.call('POST', '/v2/secure-payments', {
      body: { requests: [usdtItem], accessPolicy: { allowedPayerAddresses: [PAYER] } },
    })
    expect(foreign.status).toBe(400)
    expect(foreign.json.errors[0].field).toBe('accessPolicy.allowedPayerAddresses[0]')
  })

  it.each<[string, object, string]>([
    ['an empty list', { allowedPayerAddresses: [] }, 'accessPolicy.allowedPayerAddresses'],
    [
      'no address',
      { allowedPayerAddresses: ['<script>'] },
      'accessPolicy.allowedPayerAddresses[0]',
    ],
    [
      'a wrong checksum',
      { allowedPayerAddresses: [PAYER.replace('44C', '44c')] },
      'accessPolicy.allowedPayerAddresses[0]',
    ],
    [
      'another chain’s address',
      { allowedPayerAddresses: [tronPayer.address] },
      'accessPolicy.allowedPayerAddresses[0]',
    ],
    [
      'more than 100 wallets',
      { allowedPayerAddresses: Array(101).fill(PAYER) },
      'accessPolicy.allowedPayerAddresses',
    ],
    ['screening of wallets', { mode: 'kyt_all_wallets' }, 'accessPolicy.mode'],
    [
      'a provider that screens',
      { screeningProvider: 'hypernative' },
      'accessPolicy.screeningProvider',
    ],
  ])('POST /v2/secure-payments rejects %s', async (_, accessPolicy, field) => {
    const body = { requests: [usdcItem], accessPolicy }
    const { status, json } = await test.call('POST', '/v2/secure-payments', { body })
    expect(status).toBe(400)
    expect(json.errors[0].field).toBe(field)
  })

  it('allowedPayerAddresses accepts values that restrict nothing', async () => {
    const token = await create({
      mode: 'inherit',
      screeningProvider: null,
      hidePayeeAddress: false,
    })
    const { json } = await read(token)
    expect(json).toMatchObject({
      isPayeeAddressMasked: false,
      access: { isRestricted: false, isAllowed: null, isPayeeHidden: false },
    })
    expect((await pay(token)).status).toBe(200)
  })
})

describe.each(['hidePayeeAddress', 'hideUntilApproved'])('%s', (member) => {
  it('the payee is masked everywhere until the caller names an allowed wallet', async () => {
    const policy = { [member]: true, allowedPayerAddresses: [PAYER] }
    const { destinationId } = await destinationItem()
    const token = await create(policy, [{ destinationId, amount: '3' }])
    for (const query of ['', `?wallet=${STRANGER}`]) {
      const { text, json } = await read(token, query)
      expect(json).toMatchObject({
        isPayeeAddressMasked: true,
        payee: '0xf39F…2266',
        destination: { walletAddress: '0xf39F…2266', payeeAddress: '0xf39F…2266', isMasked: true },
        items: [{ payee: '0xf39F…2266' }],
      })
      expect(json.destination).not.toHaveProperty('destinationId')
      expect(text.toLowerCase()).not.toContain(PAYEE.slice(2).toLowerCase())
    }
    const refused = await pay(token, `?wallet=${STRANGER}`)
    expect(refused.json.payment.isPayeeAddressMasked).toBe(true)
    expect(refused.text.toLowerCase()).not.toContain(PAYEE.slice(2).toLowerCase())

    const whole = await read(token, `?wallet=${PAYER.toLowerCase()}`)
    expect(whole.json).toMatchObject({
      isPayeeAddressMasked: false,
      payee: PAYEE,
      destination: { destinationId, walletAddress: PAYEE },
    })
    const server = await test.call('GET', `/v2/secure-payments/${token}`)
    expect(server.json).toMatchObject({ isPayeeAddressMasked: false, payee: PAYEE })
    // The host must not return the response that it cached for the server.
    expect((await read(token)).json.payee).toBe('0xf39F…2266')
  })

  it('without a list of wallets, the payee is shown to every caller that names a wallet, even for a batch', async () => {
    const second = { ...usdcItem, payee: SECOND_PAYEE }
    const token = await create({ [member]: true }, [usdcItem, second])
    expect((await read(token)).json).toMatchObject({
      payees: ['0xf39F…2266', '0x7099…79C8'],
      isPayeeAddressMasked: true,
      access: { isRestricted: false },
    })
    const { destinationId } = await destinationItem()
    const toDestinations = await create({ [member]: true }, [
      { destinationId, amount: '1' },
      { destinationId, amount: '2' },
    ])
    const masked = await read(toDestinations)
    expect(masked.json.destinations).toHaveLength(2)
    expect(masked.text.toLowerCase()).not.toContain(PAYEE.slice(2).toLowerCase())
    expect((await pay(token)).status).toBe(400)
    expect((await read(token, `?wallet=${STRANGER}`)).json.payees).toEqual([PAYEE, SECOND_PAYEE])
    expect((await attempt(token, STRANGER)).status).toBe(201)
  })
})

/** Returns the composite id of one of the payee's destinations. */
async function destinationItem(): Promise<{ destinationId: string }> {
  const { formatDestinationId } = await import('@secure-payment/core/destinations')
  const { destinationId } = formatDestinationId({
    walletAddress: PAYEE,
    chainId: 31_337,
    tokenAddress: '0x5ecc000000000000000000000000000000000101',
  })
  expect(destinationId).toContain(OWN_DESTINATION)
  return { destinationId }
}
