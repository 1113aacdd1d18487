import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyStandardWebhook } from '@secure-payment/core/webhooks'
import { describe, expect, it } from 'vitest'
import { FAILURES_TO_OPEN } from '../../host/src/outgoing/createCircuit.ts'
import { MAX_SCREENED_WALLETS } from '../../host/src/paying/recordScreening.ts'
import { createFakePrices } from '../support/fakePrices.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { SCREENING_SECRET, startScreeningProvider } from '../support/startScreeningProvider.ts'
import { RICH } from '../support/startTronNode.ts'
import { startTronRelay, usdtItem } from '../support/startTronRelay.ts'
import {
  PAYEE,
  PAYER,
  pageHeaders,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'
import { buildTron, signTron, tronPayer, tronStranger } from '../support/tronWallets.ts'

const DENIED = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const LIST = { ...NO_LIMITS, PAY_SCREENING: 'list', PAY_SCREENING_LIST: DENIED.toLowerCase() }

const wallets = (count: number) =>
  Array.from({ length: count }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`)

async function openPage(test: TestHost, body?: object) {
  const { token, requestIds } = await test.createPayment(body as never)
  const { clientId } = await test.createClientId()
  const asPage = (path: string) =>
    test.call('GET', path, { anonymous: true, headers: pageHeaders(clientId) })
  return {
    token,
    requestIds,
    pay: (wallet: string) => asPage(`/v2/secure-payments/${token}/pay?wallet=${wallet}`),
    asPage,
  }
}

async function eventsOf({ host }: Pick<TestHost, 'host'>, token: string) {
  const rows = await host.context.db.kysely
    .selectFrom('events')
    .select('body')
    .where('request_id', '=', token)
    .where('type', '=', 'kyt.screening.completed')
    .orderBy('sequence')
    .execute()
  return rows.map(({ body }) => JSON.parse(body))
}

describe('The local deny list', () => {
  it('a denied wallet gets no transaction, in any letter case, and another wallet gets one', async () => {
    await using test = await startTestHost(LIST)
    const { token, requestIds, pay } = await openPage(test)
    for (const wallet of [DENIED, DENIED.toLowerCase(), `0x${DENIED.slice(2).toUpperCase()}`]) {
      const { status, json } = await pay(wallet)
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'wallet_not_accepted' })
      expect(json.payment.token).toBe(token)
      expect(json).not.toHaveProperty('screening')
      expect(json.detail).not.toMatch(/screen|sanction|denied|deny|risk/i)
    }
    expect((await pay(PAYER)).json.transactions).toBeDefined()
    expect((await pay(PAYER)).status).toBe(200)
    const events = await eventsOf(test, token)
    expect(events).toEqual([
      expect.objectContaining({
        event: 'kyt.screening.completed',
        requestId: requestIds[0],
        requestIds,
        securePaymentToken: token,
        walletAddress: DENIED,
        status: 'rejected',
        reasonCode: 'deny_list',
        provider: 'list',
        providerReference: null,
        evaluatedAt: test.clock.now().toISOString(),
      }),
      expect.objectContaining({ walletAddress: PAYER, status: 'approved', reasonCode: null }),
    ])
  })

  it('the merchant’s server gets the reason, and every call that returns calldata needs the payer', async () => {
    await using test = await startTestHost(LIST)
    const { token, requestIds, asPage } = await openPage(test)
    const [requestId] = requestIds
    const refused = await test.call('GET', `/v2/secure-payments/${token}/pay?wallet=${DENIED}`)
    expect(refused.json.screening).toMatchObject({ status: 'rejected', reasonCode: 'deny_list' })
    const body = { ...usdcItem, payee: PAYEE }
    const recurrence = { startDate: '2027-01-01', frequency: 'MONTHLY', totalPayments: 3 }
    const created = await test.call('POST', '/v2/request', { body })
    const { requestId: pageless } = created.json
    const calls = {
      pageless: test.call('GET', `/v2/request/${pageless}/pay`),
      page: asPage(`/v2/secure-payments/${token}/pay`),
      server: test.call('GET', `/v2/secure-payments/${token}/pay`),
      byId: test.call('GET', `/v2/request/${requestId}/pay`),
      payout: test.call('POST', '/v2/payouts', { body }),
      v1: test.call('POST', '/v1/pay', { body }),
      batch: test.call('POST', '/v2/payouts/batch', { body: { requests: [body] } }),
    }
    for (const [name, call] of Object.entries(calls)) {
      const { status, json } = await call
      expect({ name, status }).toEqual({ name, status: 400 })
      expect(json.errors[0]).toMatchObject({ code: 'required' })
    }
    const denied = {
      pageless: test.call('GET', `/v2/request/${pageless}/pay?wallet=${DENIED}`),
      existingPageless: test.call('POST', '/v2/payouts/batch', {
        body: { requestIds: [pageless], payer: DENIED },
      }),
      byId: test.call('GET', `/v2/request/${requestId}/pay?wallet=${DENIED}`),
      payout: test.call('POST', '/v2/payouts', { body: { ...body, payer: DENIED } }),
      v1: test.call('POST', '/v1/pay', { body: { ...body, payer: DENIED } }),
      batch: test.call('POST', '/v2/payouts/batch', {
        body: { requests: [body], payer: DENIED },
      }),
      recurring: test.call('POST', '/v2/payouts', {
        body: { ...body, payer: DENIED, recurrence },
      }),
      existing: test.call('POST', '/v2/payouts/batch', {
        body: { requestIds: [requestId], payer: DENIED },
      }),
    }
    const ofPage = await asPage(`/v2/request/${pageless}/pay?wallet=${DENIED}`)
    expect(ofPage.json.code).toBe('wallet_not_accepted')
    expect(ofPage.json).not.toHaveProperty('screening')
    for (const [name, call] of Object.entries(denied)) {
      const { json } = await call
      expect({ name, code: json.code }).toEqual({ name, code: 'wallet_not_accepted' })
      expect(json.screening).toMatchObject({ reasonCode: 'deny_list', provider: 'list' })
    }
  })

  it('the list’s file is read again after a change, and a version that cannot be used changes nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deny-list-'))
    const file = join(folder, 'denied.txt')
    await writeFile(file, '# none yet\n')
    try {
      await using test = await startTestHost({
        ...NO_LIMITS,
        PAY_SCREENING: 'list',
        PAY_SCREENING_LIST_FILE: file,
      })
      const { pay } = await openPage(test)
      expect((await pay(PAYER)).status).toBe(200)
      await writeFile(
        file,
        `# denied\n${PAYER.toUpperCase().replace('0X', '0x')} case-17 # by hand\n`,
      )
      expect((await pay(PAYER)).status).toBe(403)
      await writeFile(file, 'not an address\n')
      expect((await pay(PAYER)).status).toBe(403)
      await rm(file)
      expect((await pay(PAYER)).status).toBe(403)
      await writeFile(file, `${SECOND_PAYEE}\n`)
      expect((await pay(PAYER)).status).toBe(200)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('a denied wallet gets no transaction from another chain, and no relayed permit for its earlier attempt', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deny-list-'))
    const file = join(folder, 'denied.txt')
    await writeFile(file, '')
    try {
      await using test = await startTestHost({
        ...NO_LIMITS,
        PAY_SCREENING: 'list',
        PAY_SCREENING_LIST_FILE: file,
      })
      const { token } = await openPage(test)
      const attemptId = randomUUID()
      const path = `/v2/secure-payments/${token}`
      const attempt = await test.call('POST', `${path}/attempts`, {
        body: {
          ...{ attemptId, wallet: DENIED, chain: 'devnet', token: 'USDC' },
          calldataHash: `0x${'5b'.repeat(32)}`,
        },
      })
      expect(attempt.status).toBe(201)
      await writeFile(file, DENIED)
      const bridged = await test.call(
        'GET',
        `${path}/pay?wallet=${DENIED}&chain=ARBITRUM&token=USDC`,
      )
      expect(bridged.json.code).toBe('wallet_not_accepted')
      const deadline = Math.floor(test.clock.now().getTime() / 1_000) + 600
      const signature = `0x${'11'.repeat(65)}`
      const permit = await test.call('POST', `${path}/permit`, {
        body: { attemptId, deadline, signature },
      })
      expect(permit.json.code).toBe('wallet_not_accepted')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('a paid payment returns its usual response, and a payment by a denied wallet on chain still counts', async () => {
    await using test = await startTestHost(LIST)
    const { token, pay } = await openPage(test)
    await test.host.context.db.kysely
      .updateTable('secure_payments')
      .set({ status: 'completed' })
      .where('token', '=', token)
      .execute()
    expect((await pay(DENIED)).json.code).toBe('payment_completed')
    expect(await eventsOf(test, token)).toEqual([])
    const other = await openPage(test)
    const intent = await test.call('POST', `/v2/secure-payments/${other.token}/intent`, {
      body: {
        txHash: `0x${'7c'.repeat(32)}`,
        chain: 'devnet',
        token: 'USDC',
        walletAddress: DENIED,
      },
    })
    expect(intent.status).toBeLessThan(300)
  })

  it('a denied Tron wallet gets no transaction, and its signed one is not relayed', async () => {
    await using relay = await startTronRelay(
      {},
      {
        PAY_SCREENING: 'list',
        PAY_SCREENING_LIST: `${tronStranger.address} case-9`,
      },
    )
    Object.assign(relay.node.state, RICH)
    const { token } = await relay.test.createPayment({ requests: [usdtItem] })
    const pay = (wallet: string) =>
      relay.test.call('GET', `/v2/secure-payments/${token}/pay?wallet=${wallet}`)
    expect((await pay(tronStranger.address)).json).toMatchObject({
      code: 'wallet_not_accepted',
      screening: { reasonCode: 'case-9' },
    })
    const { json } = await pay(tronPayer.address)
    const call = json.transactions.at(-1)
    const nowMs = relay.test.clock.now().getTime()
    const built = await buildTron({ ...call, owner: tronStranger.address, nowMs })
    const unsent = await relay.broadcast(token, signTron(built, tronStranger))
    expect([unsent.status, unsent.json.code]).toEqual([403, 'wallet_not_accepted'])
    expect(relay.node.sent).toEqual([])
    expect((await relay.broadcast(token, await relay.sign(call))).json.result).toBe(true)
  })

  it('with the scope policy, only payments whose access policy requires it are screened', async () => {
    await using test = await startTestHost({ ...LIST, PAY_SCREENING_SCOPE: 'policy' })
    expect((await (await openPage(test)).pay(DENIED)).status).toBe(200)
    const accessPolicy = { mode: 'kyt_all_wallets', screeningProvider: 'list' }
    const asking = await openPage(test, { requests: [usdcItem], accessPolicy })
    expect((await asking.pay(DENIED)).json.code).toBe('wallet_not_accepted')
  })

  it.each([
    ['off', {}, { mode: 'kyt_all_wallets' }, 'mode', 'screening_unsupported'],
    ['off', {}, { screeningProvider: 'list' }, 'screeningProvider', 'screening_unsupported'],
    [
      'list',
      LIST,
      { screeningProvider: 'hypernative' },
      'screeningProvider',
      'screening_unsupported',
    ],
    ['list', LIST, { mode: 'off' }, 'mode', 'screening_required'],
  ])(
    'with PAY_SCREENING=%s, a policy that cannot apply is rejected',
    async (_, env, accessPolicy, member, code) => {
      await using test = await startTestHost(env)
      const body = { requests: [usdcItem], accessPolicy }
      const { status, json } = await test.call('POST', '/v2/secure-payments', { body })
      expect(status).toBe(400)
      expect(json.errors[0]).toMatchObject({ field: `accessPolicy.${member}`, code })
    },
  )
})

describe('A screening provider', () => {
  it('the host signs its calls, stores each decision until its expiry, and shares it between payments', async () => {
    await using provider = await startScreeningProvider()
    await using test = await startTestHost({ ...NO_LIMITS, ...provider.env })
    const expiresAt = new Date(test.clock.now().getTime() + 600_000).toISOString()
    provider.decide = (address) =>
      address === DENIED
        ? { decision: 'deny', reason: 'mixer', reference: 'case 41', expiresAt }
        : { decision: 'allow' }
    const first = await openPage(test)
    expect((await first.pay(DENIED)).json.code).toBe('wallet_not_accepted')
    expect((await first.pay(DENIED)).json.code).toBe('wallet_not_accepted')
    const second = await openPage(test)
    expect((await second.pay(DENIED)).json.code).toBe('wallet_not_accepted')
    expect(provider.calls).toHaveLength(1)
    const [call] = provider.calls
    expect(JSON.parse(call?.body ?? '')).toEqual({ address: DENIED, family: 'evm' })
    const header = (name: string) => String(call?.headers[`webhook-${name}`])
    const verdict = verifyStandardWebhook({
      secrets: [SCREENING_SECRET],
      headers: { id: header('id'), timestamp: header('timestamp'), signature: header('signature') },
      body: call?.body ?? '',
      nowMs: test.clock.now().getTime(),
    })
    expect(verdict).toEqual({ isValid: true })
    expect(await eventsOf(test, first.token)).toEqual([
      expect.objectContaining({
        walletAddress: DENIED,
        status: 'rejected',
        reasonCode: 'mixer',
        provider: 'stand-in',
        providerReference: 'case 41',
        expiresAt,
      }),
    ])
    expect(await eventsOf(test, second.token)).toHaveLength(1)
    provider.decide = () => ({ decision: 'allow' })
    test.clock.advance(600_001)
    expect((await first.pay(DENIED)).status).toBe(200)
    expect((await eventsOf(test, first.token)).map(({ status }) => status)).toEqual([
      'rejected',
      'approved',
    ])
  })

  it.each([
    ['closed', 503],
    ['open', 200],
  ])(
    'with PAY_SCREENING_WHEN_DOWN=%s, a provider that fails gives a new wallet %i, and a rejected wallet stays rejected',
    async (whenDown, status) => {
      await using provider = await startScreeningProvider()
      await using test = await startTestHost({
        ...NO_LIMITS,
        ...provider.env,
        PAY_SCREENING_WHEN_DOWN: whenDown,
      })
      provider.decide = (address) => ({ decision: address === DENIED ? 'deny' : 'allow' })
      const { token, pay } = await openPage(test)
      expect((await pay(DENIED)).status).toBe(403)
      test.clock.advance(86_400_001)
      const faults: [number | null, unknown][] = [
        [500, {}],
        [200, { decision: 'maybe' }],
        [200, 'text'],
        [null, {}],
        [302, { decision: 'allow' }],
      ]
      for (const [index, [code, answer]] of faults.entries()) {
        Object.assign(provider, { status: code, decide: () => answer })
        const { status: got, json } = await pay(wallets(9)[index] ?? '')
        expect({ index, got }).toEqual({ index, got: status })
        if (status === 503) expect(json.code).toBe('screening_unavailable')
      }
      expect(faults).toHaveLength(FAILURES_TO_OPEN)
      const before = provider.calls.length
      expect((await pay(DENIED)).status).toBe(403)
      // The circuit is open, so the provider gets no call.
      expect(provider.calls).toHaveLength(before)
      expect(await eventsOf(test, token)).toHaveLength(1)
    },
  )

  it('an approval that has expired, or that names another wallet, is no decision; a rejection is', async () => {
    await using provider = await startScreeningProvider()
    await using test = await startTestHost({ ...NO_LIMITS, ...provider.env })
    const { token, pay } = await openPage(test)
    const at = test.clock.now().toISOString()
    const [first = '', second = '', third = ''] = wallets(3)
    provider.decide = () => ({ decision: 'allow', expiresAt: at })
    expect((await pay(first)).json.code).toBe('screening_unavailable')
    provider.decide = () => ({ decision: 'allow', address: first })
    expect((await pay(second)).json.code).toBe('screening_unavailable')
    provider.decide = (address) => ({ decision: 'allow', address: address.toLowerCase() })
    expect((await pay(second)).status).toBe(200)
    provider.decide = () => ({ decision: 'deny', expiresAt: at })
    expect((await pay(third)).json.code).toBe('wallet_not_accepted')
    const statuses = (await eventsOf(test, token)).map(({ status }) => status)
    expect(statuses).toEqual(['approved', 'rejected'])
  })

  it('one merchant, and one page, cannot use up the screenings of another', async () => {
    await using provider = await startScreeningProvider()
    await using test = await startTestHost({
      ...NO_LIMITS,
      ...provider.env,
      PAY_SCREENING_LIMIT: '6',
    })
    const first = await openPage(test)
    const [one = '', two = ''] = wallets(2)
    expect((await first.pay(one)).status).toBe(200)
    const limited = await first.pay(two)
    expect({ status: limited.status, code: limited.json.code }).toEqual({
      status: 429,
      code: 'screening_limited',
    })
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    // A known wallet costs no call.
    expect((await first.pay(one)).status).toBe(200)
    for (const wallet of wallets(7).slice(2)) {
      expect((await (await openPage(test)).pay(wallet)).status).toBe(200)
    }
    expect((await (await openPage(test)).pay(wallets(9)[8] ?? '')).status).toBe(429)
    const { apiKey } = await test.createTenant()
    const ofOther = { anonymous: true, headers: { 'x-api-key': apiKey } }
    const body = { requests: [usdcItem] }
    const { json } = await test.call('POST', '/v2/secure-payments', { ...ofOther, body })
    const path = `/v2/secure-payments/${json.token}/pay?wallet=${wallets(9)[8]}`
    expect((await test.call('GET', path, ofOther)).status).toBe(200)
  })

  it('all copies of one reusable link cannot use up the screenings of other payments', async () => {
    await using provider = await startScreeningProvider()
    await using test = await startTestHost({
      ...NO_LIMITS,
      ...provider.env,
      PAY_SCREENING_LIMIT: '6',
    })
    const link = await test.createPayment({ requests: [usdcItem], isReusable: true })
    const [last = '', ...others] = wallets(5)
    const pay = async (wallet: string) => {
      const copy = await test.call('POST', `/v2/secure-payments/${link.token}/open`)
      const path = `/v2/secure-payments/${copy.json.token}/pay?wallet=${wallet}`
      return (await test.call('GET', path)).status
    }
    const statuses: number[] = []
    for (const wallet of others) statuses.push(await pay(wallet))
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await (await openPage(test)).pay(last)).status).toBe(200)
  })

  it('the provider receives a wallet’s own family if the payment accepts currencies on Tron', async () => {
    await using provider = await startScreeningProvider()
    let now = () => new Date()
    const prices = createFakePrices(() => now())
    prices.set('USDT', 'USD', '1')
    await using relay = await startTronRelay({ prices }, { ...NO_LIMITS, ...provider.env })
    const { test } = relay
    now = test.clock.now
    const accepts = { accepts: ['USDT-tron'], payees: { tron: usdtItem.payee } }
    const item = { ...usdcItem, invoiceCurrency: 'USD', ...accepts }
    const { token, requestIds } = await test.createPayment({ requests: [item] })
    provider.decide = () => ({ decision: 'deny' })
    const query = `wallet=${tronPayer.address}&option=USDT-tron`
    for (const path of [`secure-payments/${token}`, `request/${requestIds[0]}`]) {
      const { json } = await test.call('GET', `/v2/${path}/pay?${query}`)
      expect(json.code).toBe('wallet_not_accepted')
    }
    expect(provider.calls.map(({ body }) => JSON.parse(body))).toEqual([
      { address: tronPayer.address, family: 'tron' },
    ])
    const { address } = tronStranger
    const body = { wallet: address, option: 'USDT-tron' }
    const quoted = await test.call('POST', `/v2/request/${requestIds[0]}/quotes`, { body })
    expect(quoted.json.code).toBe('wallet_not_accepted')
    expect(JSON.parse(provider.calls[1]?.body ?? '')).toEqual({ address, family: 'tron' })
  })

  it('one page sends events about a limited number of wallets', async () => {
    await using test = await startTestHost(LIST)
    const { token, pay } = await openPage(test)
    for (const wallet of wallets(MAX_SCREENED_WALLETS + 2)) {
      expect((await pay(wallet)).status).toBe(200)
    }
    expect(await eventsOf(test, token)).toHaveLength(MAX_SCREENED_WALLETS)
    expect((await pay(DENIED)).status).toBe(403)
  })
})
