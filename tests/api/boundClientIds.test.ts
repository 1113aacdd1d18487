import { formatDestinationId } from '@secure-payment/core/destinations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NO_LIMITS, type SignedIn, signInWallet } from '../support/signIn.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  pageHeaders,
  SECOND_PAYEE,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'

const DEVNET = 31_337
const DEVNET_B = 31_338
const USDC = '0x5ecc000000000000000000000000000000000101'
const DAI = '0x5ECc000000000000000000000000000000000103'
const ZERO = '0x0000000000000000000000000000000000000000'
const TRON_WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const PAYMENTS = '/v2/secure-payments'
const ROUTE = '/v1/payee-destination'

let test: TestHost
/** A merchant's wallet, signed in, with USDC on devnet as its active destination. */
let merchant: SignedIn & { address: string }
let record: { id: string; destinationId: string }
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
})
afterAll(() => test[Symbol.asyncDispose]())
beforeEach(async () => {
  const { account, ...signedIn } = await signInWallet(test)
  merchant = { ...signedIn, address: account.address }
  record = await setRoute('POST', USDC)
})

const manage = (method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers: merchant.headers, ...(body && { body }) })

async function setRoute(method: 'POST' | 'PUT', tokenAddress: string, chainId = DEVNET) {
  const { status, json, text } = await manage(method, ROUTE, { tokenAddress, chainId })
  if (status > 201) throw new Error(text)
  return json as { id: string; destinationId: string }
}

async function bind(payeeDestinationId: string | null, more: object = {}) {
  const body = { label: 'Shop', allowedDomains: [SHOP_ORIGIN], payeeDestinationId, ...more }
  const { status, json, text } = await manage('POST', '/v1/client-ids', body)
  if (status !== 201) throw new Error(text)
  const headers = pageHeaders(json.clientId as string)
  return {
    id: json.id as string,
    /** Creates a payment with the client ID; the items have only an amount by default. */
    pay: (item: object = {}, rest: object = {}) =>
      test.call('POST', PAYMENTS, {
        anonymous: true,
        headers,
        body: { requests: [{ amount: '10', ...item }], ...rest },
      }),
    show: async (token: string) =>
      (await test.call('GET', `${PAYMENTS}/${token}`, { anonymous: true, headers })).json,
  }
}

const destination = (walletAddress: string, tokenAddress = USDC, chainId = DEVNET) =>
  formatDestinationId({ walletAddress, chainId, tokenAddress }).destinationId
const currencies = (id: string) => ({ invoiceCurrency: id, paymentCurrency: id })

describe('A client ID that is bound to a payee destination record', () => {
  it('a bound client ID needs no destination in a call: its payments go to the record’s destination', async () => {
    const shop = await bind(record.id)
    const { status, json } = await shop.pay()
    expect(status).toBe(201)
    expect(await shop.show(json.token)).toMatchObject({
      payee: merchant.address,
      paymentCurrency: 'USDC-devnet',
      destination: { destinationId: record.destinationId, walletAddress: merchant.address },
    })
  })

  it('a bound client ID follows a change to the record at once, and leaves earlier payments unchanged', async () => {
    const shop = await bind(record.id)
    const { json: earlier } = await shop.pay()
    await setRoute('PUT', DAI, DEVNET_B)
    const { json: later } = await shop.pay()
    expect(await shop.show(later.token)).toMatchObject({
      network: 'devnet-b',
      paymentCurrency: 'DAI-devnet-b',
      payee: merchant.address,
    })
    expect(await shop.show(earlier.token)).toMatchObject({
      network: 'devnet',
      paymentCurrency: 'USDC-devnet',
      status: 'pending',
    })
    const named = await shop.pay({ destinationId: record.destinationId })
    expect(named).toMatchObject({ status: 403, json: { code: 'destination_not_allowed' } })
  })

  it('a bound client ID accepts an item that names the same destination, in any form', async () => {
    const shop = await bind(record.id)
    const items = [
      { destinationId: record.destinationId },
      { destinationId: record.destinationId.toLowerCase() },
      { payee: merchant.address, ...currencies('USDC-devnet') },
      { payee: merchant.address.toLowerCase(), ...currencies('USDC-devnet') },
    ]
    for (const item of items) expect((await shop.pay(item)).status).toBe(201)
  })

  it('a bound client ID rejects every item with another destination with 403, and stores nothing', async () => {
    const shop = await bind(record.id)
    const before = await test.countRows()
    const items = [
      { destinationId: destination(PAYEE) },
      { destinationId: destination(merchant.address, DAI) },
      { destinationId: destination(merchant.address, ZERO) },
      { destinationId: destination(merchant.address, USDC, DEVNET_B) },
      { payee: PAYEE, ...currencies('USDC-devnet') },
      { payee: merchant.address, ...currencies('DAI-devnet') },
      { payee: merchant.address, ...currencies('ETH-devnet') },
      { payee: merchant.address, ...currencies('USDC-devnet-b') },
    ]
    for (const item of items) {
      const { status, json } = await shop.pay(item)
      expect({ item, status, code: json.code }).toEqual({
        item,
        status: 403,
        code: 'destination_not_allowed',
      })
    }
    const batch = {
      requests: [{ amount: '1' }, { amount: '1', destinationId: destination(PAYEE) }],
    }
    expect((await shop.pay({}, batch)).status).toBe(403)
    expect(await test.countRows()).toEqual(before)
  })

  it('a bound client ID creates nothing while the destination is inactive, and works again once it is active', async () => {
    const shop = await bind(record.id)
    const { json: earlier } = await shop.pay()
    await manage('PATCH', `${ROUTE}/deactivate`, { destinationId: record.destinationId })
    const { json: shown } = await manage('GET', `/v1/client-ids/${shop.id}`)
    expect(shown.payeeDestination).toMatchObject({ currency: 'USDC-devnet', active: false })
    const before = await test.countRows()
    for (const item of [
      {},
      { destinationId: record.destinationId },
      { destinationId: destination(PAYEE) },
      { payee: merchant.address, ...currencies('USDC-devnet') },
    ]) {
      const { status, json } = await shop.pay(item)
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'destination_inactive' })
    }
    expect(await test.countRows()).toEqual(before)
    expect((await shop.show(earlier.token)).status).toBe('pending')
    await setRoute('POST', USDC)
    expect((await shop.pay()).status).toBe(201)
  })

  it('a bound client ID creates nothing once another of the wallet’s destinations has replaced it', async () => {
    const shop = await bind(record.id)
    await setRoute('POST', DAI)
    expect(await shop.pay()).toMatchObject({ status: 403, json: { code: 'destination_inactive' } })
  })

  it('a bound client ID may be bound to an inactive record, which takes effect once it is active', async () => {
    await setRoute('POST', DAI)
    const shop = await bind(record.id)
    expect((await shop.pay()).status).toBe(403)
    await setRoute('POST', USDC)
    expect((await shop.pay()).status).toBe(201)
  })

  it('each member and key that may read sees the network and the currency of a bound client ID, without its wallet', async () => {
    const shop = await bind(record.id)
    const answers = await Promise.all([
      manage('GET', '/v1/client-ids').then(({ json }) =>
        json.find(({ id }: { id: string }) => id === shop.id),
      ),
      manage('GET', `/v1/client-ids/${shop.id}`).then(({ json }) => json),
    ])
    for (const answer of answers) {
      expect(answer).toMatchObject({
        payeeDestinationId: record.id,
        payeeDestination: { network: 'devnet', currency: 'USDC-devnet', active: true },
      })
      expect(JSON.stringify(answer)).not.toContain(merchant.address)
    }
    await setRoute('PUT', DAI)
    const path = `/v1/client-ids/${shop.id}`
    expect((await manage('GET', path)).json.payeeDestination.currency).toBe('DAI-devnet')
    const unbound = await manage('PUT', path, { payeeDestinationId: null })
    expect(unbound.json.payeeDestination).toBeNull()
  })

  it('a bound client ID is rebound and unbound at once', async () => {
    const shop = await bind(record.id)
    const path = `/v1/client-ids/${shop.id}`
    const other = destination(SECOND_PAYEE, DAI)
    expect((await manage('PUT', path, { payeeDestinationId: other })).json).toMatchObject({
      payeeDestinationId: other,
    })
    const { json } = await shop.pay()
    expect((await shop.show(json.token)).payee).toBe(SECOND_PAYEE)
    expect((await manage('PUT', path, { label: 'Same' })).json.payeeDestinationId).toBe(other)
    expect((await manage('PUT', path, { payeeDestinationId: null })).json).toMatchObject({
      payeeDestinationId: null,
    })
    const missing = await shop.pay()
    expect(missing.json.errors).toMatchObject([
      { field: 'requests[0].destinationId', code: 'required' },
    ])
    const free = await shop.pay({ payee: PAYEE, ...currencies('ETH-devnet') })
    expect(free.status).toBe(201)
  })

  it('a bound client ID cannot be bound to another tenant’s record', async () => {
    const theirs = record.id
    const shop = await bind(record.id)
    const { account, ...signedIn } = await signInWallet(test)
    merchant = { ...signedIn, address: account.address }
    const own = await bind(null)
    const create = await manage('POST', '/v1/client-ids', {
      label: 'Thief',
      allowedDomains: [SHOP_ORIGIN],
      payeeDestinationId: theirs,
    })
    const update = await manage('PUT', `/v1/client-ids/${own.id}`, { payeeDestinationId: theirs })
    for (const { status, json } of [create, update]) {
      expect({ status, issue: json.errors?.[0] }).toMatchObject({
        status: 400,
        issue: { field: 'payeeDestinationId', code: 'payee_destination_not_found' },
      })
    }
    expect((await shop.pay()).status).toBe(201)
  })

  it('a bound client ID never points to a record that a route change has removed', async () => {
    await setRoute('POST', DAI)
    const shops = await Promise.all(Array.from({ length: 20 }, () => bind(null)))
    const answers = await Promise.all([
      ...shops.map(({ id }) =>
        manage('PUT', `/v1/client-ids/${id}`, { payeeDestinationId: record.id }),
      ),
      manage('PUT', ROUTE, { tokenAddress: USDC, chainId: DEVNET }),
    ])
    const { json: active } = await manage('GET', ROUTE)
    expect(active).toMatchObject({ destinationId: record.destinationId, active: true })
    expect(active.id).not.toBe(record.id)
    for (const [index, { id }] of shops.entries()) {
      const { json } = await manage('GET', `/v1/client-ids/${id}`)
      // Either the client ID was bound before the route changed, and followed the change, or its call failed.
      expect(json.payeeDestinationId).toBe(answers[index]?.status === 200 ? active.id : null)
    }
  })
})

describe('A client ID that is bound to a composite id', () => {
  it('a client ID bound to a composite id keeps its destination through changes to that route’s record, until the record is inactive', async () => {
    const shop = await bind(record.destinationId)
    for (const change of [() => setRoute('PUT', DAI), () => setRoute('POST', USDC)]) {
      await change()
      const { status, json } = await shop.pay()
      expect(status).toBe(201)
      expect((await shop.show(json.token)).destination.destinationId).toBe(record.destinationId)
    }
    await manage('PATCH', `${ROUTE}/deactivate`, { destinationId: record.destinationId })
    expect(await shop.pay()).toMatchObject({ status: 403, json: { code: 'destination_inactive' } })
  })
})

describe('Other callers', () => {
  it('other callers, such as a server or a person, must name a destination in each call', async () => {
    await bind(record.id)
    const { json: key } = await manage('POST', '/v1/api-keys', { label: 'Server' })
    const body = { requests: [{ amount: '1', destinationId: destination(PAYEE) }] }
    for (const headers of [{ 'x-api-key': key.key }, merchant.headers]) {
      const { status } = await test.call('POST', PAYMENTS, { anonymous: true, headers, body })
      expect(status).toBe(201)
      const bare = await test.call('POST', PAYMENTS, {
        anonymous: true,
        headers,
        body: { requests: [{ amount: '1' }] },
      })
      expect(bare.json.errors).toMatchObject([{ field: 'requests[0].destinationId' }])
    }
  })
})

describe('A client ID’s fee', () => {
  const callFee = { feePercentage: '3', feeAddress: SECOND_PAYEE }
  const item = { payee: PAYEE, ...currencies('USDC-devnet') }

  async function feeOf(clientFee: object, bound: string | null, callFees: object = callFee) {
    const shop = await bind(bound, clientFee)
    const { status, json } = await shop.pay(bound === null ? item : {}, callFees)
    if (status !== 201) return json.code
    return (await shop.show(json.token)).items[0].fee
  }

  it.each(['0', '0.0', '0.00'])(
    'a fee of %s on the client ID keeps a call’s fee',
    async (feePercentage) => {
      const clientFee = { feePercentage, feeAddress: FEE_ADDRESS }
      const expected = { percentage: '3', amount: '0.3', address: SECOND_PAYEE }
      expect(await feeOf(clientFee, null)).toEqual(expected)
      expect(await feeOf(clientFee, record.id)).toEqual(expected)
      expect(await feeOf(clientFee, null, {})).toBeNull()
    },
  )

  it.each(['0.01', '0.5', '100'])(
    'a fee of %s on the client ID overrides a call’s fee',
    async (feePercentage) => {
      const clientFee = { feePercentage, feeAddress: FEE_ADDRESS }
      const expected = { percentage: feePercentage, address: FEE_ADDRESS }
      expect(await feeOf(clientFee, null)).toMatchObject(expected)
      expect(await feeOf(clientFee, record.id)).toMatchObject(expected)
      expect(await feeOf(clientFee, null, {})).toMatchObject(expected)
    },
  )

  it('a client ID without a fee keeps the call’s fee, unless a destination is bound', async () => {
    expect(await feeOf({}, null)).toMatchObject({ percentage: '3', address: SECOND_PAYEE })
    expect(await feeOf({}, record.id)).toBe('fee_not_allowed')
    expect(await feeOf({}, record.id, {})).toBeNull()
  })

  it('a client ID’s fee changes with immediate effect', async () => {
    const shop = await bind(null, { feePercentage: '1', feeAddress: FEE_ADDRESS })
    const percentage = async () => {
      const { json } = await shop.pay(item)
      return (await shop.show(json.token)).items[0].fee?.percentage
    }
    expect(await percentage()).toBe('1')
    await manage('PUT', `/v1/client-ids/${shop.id}`, { feePercentage: '2.5' })
    expect(await percentage()).toBe('2.5')
    const cleared = { feePercentage: null, feeAddress: null }
    await manage('PUT', `/v1/client-ids/${shop.id}`, cleared)
    expect(await percentage()).toBeUndefined()
  })

  it('a client ID’s fee is rejected with 400 for a Tron address on another chain', async () => {
    const shop = await bind(null, { feePercentage: '1', feeAddress: TRON_WALLET })
    const { status, json } = await shop.pay(item)
    expect({ status, issue: json.errors?.[0] }).toMatchObject({
      status: 400,
      issue: { field: 'feeAddress', code: 'invalid_address' },
    })
  })
})
