import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS, signInWallet } from '../support/signIn.ts'
import {
  PAYEE,
  PAYER,
  pageHeaders,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const PATH = '/v1/payee-destination'
const DEVNET = 31_337
const USDC = '0x5ecc000000000000000000000000000000000101'
const DAI = '0x5ECc000000000000000000000000000000000103'
const STRANGER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
})
afterAll(() => test[Symbol.asyncDispose]())

type Wallet = { headers: Record<string, string> }

const send = (method: string, { headers }: Wallet, body?: object) =>
  test.call(method, PATH, { anonymous: true, headers, ...(body !== undefined && { body }) })

async function openDestination(accessPolicy: object | null | undefined, tokenAddress = USDC) {
  const wallet = await signInWallet(test)
  const body = { tokenAddress, chainId: DEVNET, accessPolicy }
  const { status, json } = await send('POST', wallet, body)
  expect(status).toBe(201)
  return { wallet, record: json }
}
const create = (body: object) => test.call('POST', '/v2/secure-payments', { body })
const read = async (token: string) => (await test.call('GET', `/v2/secure-payments/${token}`)).json
const pay = (token: string, wallet: string) =>
  test.call('GET', `/v2/secure-payments/${token}/pay?wallet=${wallet}`)

const ONLY_PAYER = { allowedPayerAddresses: [PAYER.toLowerCase()] }

describe('The access policy of a payee destination', () => {
  it('a destination returns its policy in canonical form, keeps it if the member is omitted, and loses it if the member is null', async () => {
    const { wallet, record } = await openDestination({ ...ONLY_PAYER, hidePayeeAddress: true })
    const policy = {
      mode: 'inherit',
      screeningProvider: null,
      hideUntilApproved: true,
      hidePayeeAddress: true,
      allowedPayerAddresses: [PAYER],
    }
    expect(record.accessPolicy).toEqual(policy)
    const route = { tokenAddress: DAI, chainId: DEVNET }
    expect((await send('PUT', wallet, route)).json.accessPolicy).toEqual(policy)
    expect((await send('POST', wallet, route)).json.accessPolicy).toEqual(policy)
    expect((await send('GET', wallet)).json.accessPolicy).toEqual(policy)
    const changed = await send('PUT', wallet, {
      ...route,
      accessPolicy: { allowedPayerAddresses: [STRANGER] },
    })
    expect(changed.json.accessPolicy).toMatchObject({
      hidePayeeAddress: false,
      allowedPayerAddresses: [STRANGER],
    })
    expect((await send('PUT', wallet, { ...route, accessPolicy: null })).json.accessPolicy).toBe(
      null,
    )
  })

  it.each([
    ['no wallet', { allowedPayerAddresses: [] }, 'accessPolicy.allowedPayerAddresses'],
    [
      'another chain’s address',
      { allowedPayerAddresses: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'] },
      'accessPolicy.allowedPayerAddresses[0]',
    ],
  ])('a destination rejects a policy with %s', async (_, accessPolicy, field) => {
    const wallet = await signInWallet(test)
    for (const method of ['POST', 'PUT']) {
      const body = { tokenAddress: USDC, chainId: DEVNET, accessPolicy }
      const { status, json } = await send(method, wallet, body)
      expect({ status, field: json.errors[0].field }).toEqual({ status: 400, field })
    }
  })

  it('a payment page inherits the policy, and its calldata and lock reject other wallets', async () => {
    const { record } = await openDestination(ONLY_PAYER)
    const { destinationId } = record
    const { json } = await create({ requests: [{ destinationId, amount: '2' }] })
    expect((await read(json.token)).access).toMatchObject({ isRestricted: true })
    const refused = await pay(json.token, STRANGER)
    expect(refused).toMatchObject({ status: 403, json: { code: 'payer_not_allowed' } })
    const allowed = await pay(json.token, PAYER)
    expect(allowed.json.transactions).toBeDefined()
    // The same request, paid by its id and in a batch.
    const [requestId] = json.requestIds
    const byId = await test.call('GET', `/v2/request/${requestId}/pay?wallet=${STRANGER}`)
    expect(byId).toMatchObject({ status: 403, json: { code: 'payer_not_allowed' } })
    const batch = await test.call('POST', '/v2/payouts/batch', {
      body: { requestIds: [requestId], payer: STRANGER },
    })
    expect(batch).toMatchObject({ status: 403, json: { code: 'payer_not_allowed' } })
  })

  it('a batch allows only the wallets that all of its destinations allow, and is rejected if there are none', async () => {
    const one = await openDestination({ allowedPayerAddresses: [PAYER, STRANGER] })
    const two = await openDestination({ allowedPayerAddresses: [STRANGER, SECOND_PAYEE] })
    const other = await openDestination({ allowedPayerAddresses: [PAYER] })
    const requests = [one, two].map(({ record: { destinationId } }) => ({
      destinationId,
      amount: '1',
    }))
    const { json } = await create({ requests: [...requests, usdcItem] })
    expect((await pay(json.token, PAYER)).status).toBe(403)
    expect((await pay(json.token, STRANGER)).status).not.toBe(403)
    const none = await create({
      requests: [...requests, { destinationId: other.record.destinationId, amount: '1' }],
    })
    expect(none.status).toBe(400)
    expect(none.json.errors[0]).toMatchObject({
      field: 'requests[2].destinationId',
      code: 'no_allowed_payer',
    })
  })

  it('a payment’s own policy can restrict the destination’s policy further, but not loosen it', async () => {
    const { record } = await openDestination({
      allowedPayerAddresses: [PAYER, STRANGER],
      hidePayeeAddress: true,
    })
    const requests = [{ destinationId: record.destinationId, amount: '2' }]
    const { json } = await create({
      requests,
      accessPolicy: {
        mode: 'off',
        hidePayeeAddress: false,
        allowedPayerAddresses: [STRANGER, SECOND_PAYEE],
      },
    })
    expect((await read(json.token)).access).toMatchObject({ isPayeeHidden: true })
    expect((await pay(json.token, PAYER)).status).toBe(403)
    expect((await pay(json.token, SECOND_PAYEE)).status).toBe(403)
    expect((await pay(json.token, STRANGER)).status).not.toBe(403)
    const none = await create({
      requests,
      accessPolicy: { allowedPayerAddresses: [SECOND_PAYEE] },
    })
    expect(none.json.errors[0]).toMatchObject({
      field: 'accessPolicy.allowedPayerAddresses',
      code: 'no_allowed_payer',
    })
  })

  it('a bound client ID’s payments have the policy even if the page names the payee, and requests without a page are rejected', async () => {
    const { wallet, record } = await openDestination(ONLY_PAYER)
    const bound = await test.call('POST', '/v1/client-ids', {
      anonymous: true,
      headers: wallet.headers,
      body: {
        label: 'Shop',
        allowedDomains: ['https://shop.example'],
        payeeDestinationId: record.id,
      },
    })
    expect(bound.status).toBe(201)
    const headers = pageHeaders(bound.json.clientId, 'https://shop.example')
    const call = (path: string, body: object) =>
      test.call('POST', path, { anonymous: true, headers, body })
    const currencies = {
      invoiceCurrency: usdcItem.invoiceCurrency,
      paymentCurrency: usdcItem.paymentCurrency,
    }
    for (const item of [
      { amount: '1' },
      { amount: '1', payee: record.walletAddress, ...currencies },
    ]) {
      const { json } = await call('/v2/secure-payments', { requests: [item] })
      const { json: refused } = await test.call(
        'GET',
        `/v2/secure-payments/${json.token}/pay?wallet=${STRANGER}`,
        { anonymous: true, headers },
      )
      expect(refused.code).toBe('payer_not_allowed')
    }
    const request = await call('/v2/request', { amount: '1', ...currencies })
    expect(request.status).toBe(400)
    expect(request.json.errors[0]).toMatchObject({ field: 'payee', code: 'destination_reserved' })
    const payout = await call('/v2/payouts', { amount: '1', ...currencies })
    expect(payout.json.errors[0]).toMatchObject({ field: 'payee', code: 'destination_reserved' })
  })

  it.each([
    ['the first', ['kyt_all_wallets', 'off']],
    ['the last', ['off', 'kyt_all_wallets']],
  ])(
    'a batch with one destination that requires screened payers and one that declines them is screened if %s requires it',
    async (_, modes) => {
      await using screening = await startTestHost({
        ...NO_LIMITS,
        PAY_SCREENING: 'list',
        PAY_SCREENING_LIST: STRANGER,
        PAY_SCREENING_SCOPE: 'policy',
      })
      const requests: object[] = []
      for (const mode of modes) {
        const { headers } = await signInWallet(screening)
        const body = { tokenAddress: USDC, chainId: DEVNET, accessPolicy: { mode } }
        const { json } = await screening.call('POST', PATH, { anonymous: true, headers, body })
        requests.push({ destinationId: json.destinationId, amount: '1' })
      }
      const made = await screening.call('POST', '/v2/secure-payments', { body: { requests } })
      expect(made.status).toBe(201)
      const path = `/v2/secure-payments/${made.json.token}/pay?wallet=${STRANGER}`
      expect((await screening.call('GET', path)).json.code).toBe('wallet_not_accepted')
    },
  )

  it('a payment that names the wallet and the token of an active destination has its policy, with every credential', async () => {
    const { wallet, record } = await openDestination(ONLY_PAYER)
    const { walletAddress: payee } = record
    const named = { ...usdcItem, payee }
    const { json } = await create({ requests: [named] })
    expect((await read(json.token)).access).toMatchObject({ isRestricted: true })
    expect((await pay(json.token, STRANGER)).json.code).toBe('payer_not_allowed')
    expect((await pay(json.token, PAYER)).json.transactions).toBeDefined()
    const conflict = await create({
      requests: [named],
      accessPolicy: { allowedPayerAddresses: [STRANGER] },
    })
    expect(conflict.json.code).toBe('validation_failed')
    const request = await test.call('POST', '/v2/request', { body: named })
    expect(request.json.errors[0]).toMatchObject({ field: 'payee', code: 'destination_reserved' })
    // The policy is about payers, so a payout to the wallet has none. A payment in another token, or for the wallet's inactive destination,
    // has none either.
    const payout = { network: 'devnet', currency: 'USDC-devnet', recipient: payee, amount: '1' }
    const link = await test.call('POST', '/v2/secure-payments/payouts', { body: payout })
    expect((await read(link.json.token)).access.isRestricted).toBe(false)
    const currencies = { invoiceCurrency: 'DAI-devnet', paymentCurrency: 'DAI-devnet' }
    const other = await create({ requests: [{ ...named, ...currencies }] })
    expect((await read(other.json.token)).access.isRestricted).toBe(false)
    await send('POST', wallet, { tokenAddress: DAI, chainId: DEVNET })
    const later = await create({ requests: [named] })
    expect((await read(later.json.token)).access.isRestricted).toBe(false)
  })

  it('mode "off" on a payment that names the wallet is rejected if its destination requires screened payers', async () => {
    await using screening = await startTestHost({
      ...NO_LIMITS,
      PAY_SCREENING: 'list',
      PAY_SCREENING_LIST: STRANGER,
      PAY_SCREENING_SCOPE: 'policy',
    })
    const { account, headers } = await signInWallet(screening)
    const accessPolicy = { mode: 'kyt_all_wallets' }
    const body = { tokenAddress: USDC, chainId: DEVNET, accessPolicy }
    await screening.call('POST', PATH, { anonymous: true, headers, body })
    const requests = [{ ...usdcItem, payee: account.address }]
    const off = await screening.call('POST', '/v2/secure-payments', {
      body: { requests, accessPolicy: { mode: 'off' } },
    })
    expect(off.json.errors[0]).toMatchObject({
      field: 'accessPolicy.mode',
      code: 'screening_required',
    })
    const made = await screening.call('POST', '/v2/secure-payments', { body: { requests } })
    const path = `/v2/secure-payments/${made.json.token}/pay?wallet=${STRANGER}`
    expect((await screening.call('GET', path)).json.code).toBe('wallet_not_accepted')
  })

  it('a payment page keeps its policy when the destination’s policy changes', async () => {
    const { wallet, record } = await openDestination(ONLY_PAYER)
    const { destinationId } = record
    const { json } = await create({ requests: [{ destinationId, amount: '2' }] })
    await send('PUT', wallet, { tokenAddress: USDC, chainId: DEVNET, accessPolicy: null })
    expect((await pay(json.token, STRANGER)).status).toBe(403)
    const later = await create({ requests: [{ destinationId, amount: '2' }] })
    expect((await pay(later.json.token, STRANGER)).status).not.toBe(403)
  })
})

describe('A body that cannot have an access policy', () => {
  const policy = { hidePayeeAddress: true }
  const request = { ...usdcItem, payee: PAYEE }
  it.each([
    ['POST', '/v2/request', { ...request, accessPolicy: policy }, 'accessPolicy'],
    ['POST', '/v1/request', { ...request, accessPolicy: policy }, 'accessPolicy'],
    ['POST', '/v2/payouts', { ...request, accessPolicy: policy }, 'accessPolicy'],
    ['POST', '/v2/payouts/batch', { requests: [request], accessPolicy: policy }, 'accessPolicy'],
    [
      'POST',
      '/v2/payouts/batch',
      { requests: [{ ...request, accessPolicy: policy }] },
      'requests[0].accessPolicy',
    ],
    [
      'POST',
      '/v2/secure-payments',
      { requests: [{ ...usdcItem, accessPolicy: policy }] },
      'requests[0].accessPolicy',
    ],
    [
      'POST',
      '/v2/secure-payments/refunds',
      { refundIds: ['01KB4T3F6V3M2N5P7R9T0W1X2Y'], accessPolicy: policy },
      'accessPolicy',
    ],
    [
      'POST',
      '/v2/secure-payments/batch-payouts',
      {
        tokens: ['01KB4T3F6V3M2N5P7R9T0W1X2Y', '01KB4T3F6V3M2N5P7R9T0W1X2Z'],
        accessPolicy: policy,
      },
      'accessPolicy',
    ],
  ])('%s %s rejects accessPolicy at its field', async (method, path, body, field) => {
    const { status, json } = await test.call(method, path, { body })
    expect(status).toBe(400)
    expect(json.errors).toEqual([
      expect.objectContaining({ field, code: 'access_policy_unsupported' }),
    ])
  })
})
