import { getCurrency } from '@secure-payment/core/catalogue'
import { formatDestinationId } from '@secure-payment/core/destinations'
import { decodePaymentCall } from '@secure-payment/core/evm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInWallet } from '../support/signIn.ts'
import {
  PAYEE,
  pageHeaders,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'

const BASE = 8453
/** Coinbase's wrapped bitcoin on Base, with 8 decimals: in the catalogue, not in the registry. */
const CBBTC = '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'
const FEE_PROXY_ON_BASE = '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814'
const REQUESTS = '/v2/request'
const PAYMENTS = '/v2/secure-payments'

let test: TestHost
/** The host also serves Ethereum, whose contracts can convert currencies. Nodes are unreachable. */
let converting: TestHost
beforeAll(async () => {
  const base = { PAY_NETWORKS: 'base', PAY_RPC_URL_BASE: 'http://127.0.0.1:9' }
  test = await startTestHost(base)
  converting = await startTestHost({
    ...base,
    PAY_NETWORKS: 'base,mainnet',
    PAY_RPC_URL_MAINNET: 'http://127.0.0.1:9',
  })
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await converting[Symbol.asyncDispose]()
})

const cbbtc = {
  payee: PAYEE,
  amount: '0.12345678',
  invoiceCurrency: 'cbBTC-base',
  paymentCurrency: 'cbBTC-base',
}
const post = (path: string, body: object) => test.call('POST', path, { body })
const pay = (item: object) => post(PAYMENTS, { requests: [item] })

describe('A catalogue token that is not in the registry', () => {
  it('a catalogue token that is not in the registry, such as cbBTC, is listed with its address and 8 decimals', () => {
    expect(getCurrency('cbBTC-base').currency).toMatchObject({ address: CBBTC, decimals: 8 })
  })

  it('a token outside the registry can be requested and paid through a request, to its last decimal', async () => {
    const created = await post(REQUESTS, cbbtc)
    expect(created.status).toBe(201)
    const { requestId, paymentReference } = created.json
    const read = await test.call('GET', `${REQUESTS}/${requestId}`)
    expect(read.json).toMatchObject({ requestId, hasBeenPaid: false })
    const { status, json } = await test.call('GET', `${REQUESTS}/${requestId}/pay`)
    expect(status).toBe(200)
    const [approve, payment] = json.transactions
    expect(json.transactions).toHaveLength(2)
    expect([approve.to, payment.to]).toEqual([CBBTC, FEE_PROXY_ON_BASE])
    expect(decodePaymentCall(approve.data)).toMatchObject({ amountUnits: 12_345_678n })
    expect(decodePaymentCall(payment.data)).toMatchObject({
      token: CBBTC.toLowerCase(),
      payee: PAYEE.toLowerCase(),
      amountUnits: 12_345_678n,
      paymentReference,
    })
  })

  it('a token outside the registry settles a fiat invoice only on networks whose contracts have a rate', async () => {
    const dollars = { payee: PAYEE, amount: '12.34', invoiceCurrency: 'USD' }
    const created = await converting.call('POST', REQUESTS, {
      body: { ...dollars, paymentCurrency: 'AAVE-mainnet' },
    })
    expect(created.status).toBe(201)
    const refused = await converting.call('POST', REQUESTS, {
      body: { ...dollars, paymentCurrency: 'cbBTC-base' },
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'no_conversion_path' } })
  })

  it('a catalogue token that is not in the registry cannot be requested with more decimals than the token has', async () => {
    const { status, json } = await post(REQUESTS, { ...cbbtc, amount: '0.123456789' })
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ field: 'amount', code: 'too_many_decimals' }])
  })

  it.each([
    ['a catalogue token', CBBTC],
    ['the same token in lower case', CBBTC.toLowerCase()],
    ['a token in the registry', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
  ])('a catalogue token that is not in the registry cannot be paid to %s', async (_, payee) => {
    const before = await test.countRows()
    const direct = await post(REQUESTS, { ...cbbtc, payee })
    expect(direct).toMatchObject({ status: 400 })
    expect(direct.json.errors).toMatchObject([{ field: 'payee', code: 'payee_is_contract' }])
    const usdc = { invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base' }
    const secure = await pay({ ...usdc, payee, amount: '1' })
    expect(secure.json.errors).toMatchObject([
      { field: 'requests[0].payee', code: 'payee_is_contract' },
    ])
    expect(await test.countRows()).toEqual(before)
  })

  it('a token outside the registry can be requested through a secure payment, by its currency id or a destination id', async () => {
    const { destinationId } = formatDestinationId({
      walletAddress: PAYEE,
      chainId: BASE,
      tokenAddress: CBBTC,
    })
    for (const item of [cbbtc, { destinationId, amount: '0.12345678' }]) {
      const created = await pay(item)
      expect(created.status).toBe(201)
      const read = await test.call('GET', `${PAYMENTS}/${created.json.token}`)
      expect(read.json.items).toMatchObject([
        { tokenAddress: CBBTC, decimals: 8, symbol: 'cbBTC', amount: '0.12345678' },
      ])
    }
    const moon = await pay({ ...cbbtc, paymentCurrency: 'MOON-base', invoiceCurrency: 'MOON-base' })
    expect(moon.status).toBe(400)
    expect(moon.json.errors).toMatchObject([{ code: 'unknown_currency' }])
  })

  const create = (path: string, body: object) => converting.call('POST', path, { body })

  it('a token outside the registry can be the payment currency for a dollar price, with a request and with a secure payment', async () => {
    const item = {
      payee: PAYEE,
      amount: '1',
      invoiceCurrency: 'USD',
      paymentCurrency: 'AAVE-mainnet',
    }
    expect((await create(REQUESTS, item)).status).toBe(201)
    expect((await create(PAYMENTS, { requests: [item] })).status).toBe(201)
    // The currency is listed, but no price feed on its network has a rate for it.
    const unpriced = { ...item, paymentCurrency: '1INCH-mainnet' }
    for (const [path, body] of [
      [REQUESTS, unpriced],
      [PAYMENTS, { requests: [unpriced] }],
    ] as const) {
      expect((await create(path, body)).json).toMatchObject({ code: 'no_conversion_path' })
    }
  })

  it('a token outside the registry cannot be the invoice currency of a secure payment that is paid in another token', async () => {
    const item = {
      payee: PAYEE,
      amount: '1',
      invoiceCurrency: 'AAVE-mainnet',
      paymentCurrency: 'USDC-mainnet',
    }
    expect((await create(REQUESTS, item)).status).toBe(201)
    const { status, json } = await create(PAYMENTS, { requests: [item] })
    expect({ status, code: json.code, field: json.errors[0].field }).toEqual({
      status: 400,
      code: 'unverifiable_currency',
      field: 'requests[0].invoiceCurrency',
    })
  })

  it('a token outside the registry can be a wallet’s destination token, for requests and for secure payments', async () => {
    const { headers } = await signInWallet(test)
    const manage = (path: string, body: object) =>
      test.call('POST', path, { anonymous: true, headers, body })
    const record = await manage('/v1/payee-destination', { tokenAddress: CBBTC, chainId: BASE })
    expect(record.status).toBe(201)
    const bound = await manage('/v1/client-ids', {
      label: 'Shop',
      allowedDomains: [SHOP_ORIGIN],
      payeeDestinationId: record.json.id,
    })
    expect(bound.status).toBe(201)
    const asPage = (path: string, body: object) =>
      test.call('POST', path, {
        anonymous: true,
        headers: pageHeaders(bound.json.clientId),
        body,
      })
    const currencies = { invoiceCurrency: 'cbBTC-base', paymentCurrency: 'cbBTC-base' }
    const request = await asPage(REQUESTS, { amount: '2', ...currencies })
    expect(request.status).toBe(201)
    const elsewhere = await asPage(REQUESTS, { amount: '2', ...currencies, payee: PAYEE })
    expect(elsewhere).toMatchObject({ status: 403, json: { code: 'destination_not_allowed' } })
    const secure = await asPage(PAYMENTS, { requests: [{ amount: '2' }] })
    expect(secure.status).toBe(201)
  })
})
