import { formatDestinationId } from '@secure-payment/core/destinations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakePrices } from '../support/fakePrices.ts'
import { PAYEE, PAYER, SECOND_PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'

const TRON_PAYEE = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const UNREACHABLE = 'http://127.0.0.1:1'
const NETWORKS = {
  PAY_NETWORKS: 'devnet,devnet-b,tron',
  PAY_RPC_URL_DEVNET: UNREACHABLE,
  PAY_RPC_URL_DEVNET_B: UNREACHABLE,
  PAY_RPC_URL_TRON: UNREACHABLE,
}

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NETWORKS)
})
afterAll(() => test[Symbol.asyncDispose]())

const dollars = {
  payee: PAYEE,
  invoiceCurrency: 'USD',
  paymentCurrency: 'USDC-devnet',
  amount: '25',
}
const accepting = (accepts: readonly unknown[], more: object = {}) => ({
  requests: [{ ...dollars, accepts, ...more }],
})
const create = (body: object) => test.call('POST', '/v2/secure-payments', { body })
const read = (token: string, query = '') => test.call('GET', `/v2/secure-payments/${token}${query}`)

describe('A secure payment that accepts several currencies', () => {
  it('a secure payment lists its options with one payment reference each, its own currency first', async () => {
    const { token } = await test.createPayment(accepting(['DAI-devnet', 'USDC-devnet-b']))
    const { json } = await read(token)
    expect(json.options).toMatchObject([
      { option: 'USDC-devnet', chain: { id: 'devnet' }, payee: PAYEE, symbol: 'USDC', decimals: 6 },
      { option: 'DAI-devnet', chain: { id: 'devnet' }, payee: PAYEE, symbol: 'DAI', decimals: 18 },
      { option: 'USDC-devnet-b', chain: { id: 'devnet-b' }, payee: PAYEE, symbol: 'USDC' },
    ])
    const references = json.options.map((one: { paymentReference: string }) => one.paymentReference)
    expect(new Set(references).size).toBe(3)
    expect(references[0]).toBe(json.items[0].paymentReference)
  })

  it('a payment for a destination accepts the conversion routes of its token', async () => {
    const tokenAddress = '0x5ecc000000000000000000000000000000000101'
    const { destinationId } = formatDestinationId({
      walletAddress: PAYEE,
      chainId: 31_337,
      tokenAddress,
    })
    const path = '/v2/currencies/USDC-devnet/conversion-routes?networks=devnet,devnet-b'
    const { json: routes } = await test.call('GET', path)
    const ids = routes.conversionRoutes.map(({ id }: { id: string }) => id)
    const accepts = ids.filter((id: string) => id !== 'USDC-devnet').slice(0, 3)
    expect(accepts).not.toEqual([])
    const { token } = await test.createPayment({
      requests: [{ destinationId, amount: '25', accepts }],
    })
    const { json } = await read(token)
    expect(json.options.map(({ option }: { option: string }) => option)).toEqual([
      'USDC-devnet',
      ...accepts,
    ])
  })

  it('a secure payment without accepts has no options member', async () => {
    const { token } = await test.createPayment({ requests: [dollars] })
    expect((await read(token)).json).not.toHaveProperty('options')
  })

  it('a rule accepts each asset on each network, without the payment’s own currency', async () => {
    const rule = { assets: ['USDC', 'ETH'], networks: ['devnet', 'devnet-b'] }
    const { token } = await test.createPayment(accepting([rule, 'DAI-devnet']))
    const { json } = await read(token)
    expect(json.options.map(({ option }: { option: string }) => option)).toEqual([
      'USDC-devnet',
      'ETH-devnet',
      'USDC-devnet-b',
      'ETH-devnet-b',
      'DAI-devnet',
    ])
  })

  it('a call with an option describes the payment in that currency', async () => {
    const { token } = await test.createPayment(
      accepting(['ETH-devnet-b'], { payees: { evm: SECOND_PAYEE } }),
    )
    const { json } = await read(token, '?option=ETH-devnet-b')
    expect(json).toMatchObject({
      network: 'devnet-b',
      chain: { id: 'devnet-b' },
      payee: SECOND_PAYEE,
      paymentCurrency: 'ETH-devnet-b',
      isNativeCurrency: true,
      items: [
        {
          amount: '25',
          invoiceCurrency: 'USD',
          paymentCurrency: 'ETH-devnet-b',
          paymentReference: json.options[1].paymentReference,
          payee: SECOND_PAYEE,
        },
      ],
    })
    expect((await read(token, '?option=USDC-devnet')).json).toMatchObject({
      network: 'devnet',
      payee: PAYEE,
    })
  })

  it('a call with a currency that the payment does not accept is rejected', async () => {
    const { token } = await test.createPayment(accepting(['DAI-devnet']))
    for (const path of ['', '/pay']) {
      const { status, json } = await read(token, `${path}?option=ETH-devnet`)
      expect([status, json.errors]).toEqual([
        400,
        [
          {
            field: 'option',
            code: 'unknown_option',
            message: 'must be one of the accepted currencies: USDC-devnet, DAI-devnet',
          },
        ],
      ])
    }
  })

  it('an attempt at one option locks all options', async () => {
    const { token } = await test.createPayment(accepting(['DAI-devnet', 'ETH-devnet-b']))
    const attempt = (attemptId: string, more: object) =>
      test.call('POST', `/v2/secure-payments/${token}/attempts`, {
        body: { attemptId, wallet: PAYER, calldataHash: `0x${'5b'.repeat(32)}`, ...more },
      })
    const first = await attempt('6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11', {
      chain: 'devnet-b',
      token: 'ETH',
      option: 'ETH-devnet-b',
    })
    expect(first.status).toBe(201)
    const second = await attempt('6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c12', {
      chain: 'devnet',
      token: 'DAI',
      option: 'DAI-devnet',
    })
    expect([second.status, second.json.code]).toEqual([409, 'attempt_in_progress'])
  })

  it('an attempt with an option must name the chain and the token of that option', async () => {
    const { token } = await test.createPayment(accepting(['ETH-devnet-b']))
    const { status, json } = await test.call('POST', `/v2/secure-payments/${token}/attempts`, {
      body: {
        attemptId: '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c13',
        wallet: PAYER,
        calldataHash: `0x${'5b'.repeat(32)}`,
        chain: 'devnet',
        token: 'USDC',
        option: 'ETH-devnet-b',
      },
    })
    expect([status, json.code]).toEqual([400, 'unsupported_crosschain'])
  })

  it('a payer’s copy of a reusable link accepts the link’s currencies, with separate references', async () => {
    const link = await test.createPayment({ ...accepting(['DAI-devnet']), isReusable: true })
    const opened = await test.call('POST', `/v2/secure-payments/${link.token}/open`)
    const { json } = await read(opened.json.token)
    const terms = await read(link.token)
    expect(json.options.map(({ option }: { option: string }) => option)).toEqual([
      'USDC-devnet',
      'DAI-devnet',
    ])
    expect(json.options[1].paymentReference).not.toBe(terms.json.options[1].paymentReference)
  })

  it('a hidden payee is shortened in every option', async () => {
    const { token } = await test.createPayment({
      ...accepting(['DAI-devnet']),
      accessPolicy: { allowedPayerAddresses: [PAYER], hidePayeeAddress: true },
    })
    const { clientId } = await test.createClientId()
    const headers = { 'x-client-id': clientId, origin: 'https://shop.example.test' }
    const { json } = await test.call('GET', `/v2/secure-payments/${token}`, {
      anonymous: true,
      headers,
    })
    for (const { payee } of json.options) expect(payee).toMatch(/^0x.{4}….{4}$/)
    expect(JSON.stringify(json)).not.toContain(PAYEE)
  })
})

describe('A request that accepts several currencies', () => {
  it('a request lists its further options', async () => {
    const { json } = await test.call('POST', '/v2/request', {
      body: { ...dollars, accepts: ['ETH-devnet-b'] },
    })
    const found = await test.call('GET', `/v2/request/${json.requestId}`)
    expect(found.json.options).toEqual([
      {
        paymentCurrencyId: 'ETH-devnet-b',
        network: 'devnet-b',
        payee: PAYEE,
        paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
      },
    ])
    const [{ paymentReference }] = found.json.options
    const listed = await test.call('GET', `/v2/request?paymentReference=${paymentReference}`)
    expect(listed.json.requests).toMatchObject([{ requestId: json.requestId }])
  })

  it.each([
    ['recurrence', { startDate: '2026-11-02', frequency: 'MONTHLY' }],
    ['isCryptoToFiatAllowed', true],
  ])('a request with %s accepts one currency only', async (name, value) => {
    const { status, json } = await test.call('POST', '/v2/request', {
      body: { ...dollars, accepts: ['DAI-devnet'], [name]: value },
    })
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ field: 'accepts', code: 'accepts_unsupported' }])
  })
})

describe('Invalid accepted currencies', () => {
  it.each([
    ['an unknown currency', ['XYZ-devnet'], 'accepts[0]', 'unknown_currency'],
    ['a fiat currency', ['EUR'], 'accepts[0]', 'fiat_payment'],
    ['a network that the host does not serve', ['USDC-base'], 'accepts[0]', 'unsupported_network'],
    ['the payment’s own currency', ['USDC-devnet'], 'accepts[0]', 'duplicate'],
    ['a currency twice', ['DAI-devnet', 'DAI-devnet'], 'accepts[1]', 'duplicate'],
    [
      'a rule that adds nothing',
      ['DAI-devnet', { assets: ['DAI'], networks: ['devnet'] }],
      'accepts[1]',
      'duplicate',
    ],
    [
      'a rule with an unserved network',
      [{ assets: ['USDC'], networks: ['devnet-b', 'base'] }],
      'accepts[0].networks[1]',
      'unsupported_network',
    ],
    [
      'a rule with an asset on none of its networks',
      [{ assets: ['USDC', 'XYZ'], networks: ['devnet-b'] }],
      'accepts[0].assets[1]',
      'unknown_currency',
    ],
    ['a currency without a path of rates', ['FEE-devnet'], 'accepts[0]', 'no_conversion_path'],
    ['text that is no currency id', ['no id!'], 'accepts[0]', 'invalid_currency'],
    ['a number', [1], 'accepts[0]', 'invalid_value'],
    ['no currency at all', [], 'accepts', 'too_few_items'],
    ['a list that is too long', Array(21).fill('DAI-devnet'), 'accepts', 'too_many_items'],
  ])('a secure payment with %s is rejected, naming the field', async (_, accepts, field, code) => {
    const before = await test.countRows()
    const { status, json } = await create(accepting(accepts))
    expect(status).toBe(400)
    const [first] = json.errors ?? [{ field: json.field, code: json.code }]
    expect([first.field, first.code]).toEqual([`requests[0].${field}`, code])
    expect(await test.countRows()).toEqual(before)
  })

  it.each([
    [['USDC-devnet'], 'requests[0].paymentCurrency'],
    [['DAI-devnet', 'DAI-devnet'], 'requests[0].accepts[0]'],
    [
      ['DAI-devnet', { assets: ['USDC', 'DAI'], networks: ['devnet'] }],
      'requests[0].paymentCurrency, requests[0].accepts[0]',
    ],
  ])('the error of a double names the fields that cover it: %j', async (accepts, fields) => {
    const { json } = await create(accepting(accepts))
    expect(json.errors[0].message).toContain(
      `adds no currency, because ${fields} already covers it`,
    )
  })

  it('a rule with more currencies than a request may have is rejected', async () => {
    const assets = ['USDC', 'USDT', 'DAI', 'FAU', 'ETH']
    const rule = { assets, networks: ['devnet', 'devnet-b'] }
    const names = ['AAVE', 'LINK', 'UNI', 'CRV', 'COMP', 'SNX', 'YFI', 'MKR', 'BAT', 'ZRX', 'REP']
    const { json } = await create(accepting([rule, ...names.map((name) => `${name}-mainnet`)]))
    expect(json.errors).toMatchObject([{ field: 'requests[0].accepts', code: 'too_many_items' }])
  })

  it('a currency on another family of networks needs a payee there', async () => {
    const euros = { ...dollars, invoiceCurrency: 'USD' }
    const { status, json } = await create({ requests: [{ ...euros, accepts: ['USDT-tron'] }] })
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ field: 'requests[0].payees.tron', code: 'required' }])
  })

  it('a payee must be an address in the format of its family of networks', async () => {
    const { json } = await create(accepting(['DAI-devnet'], { payees: { evm: TRON_PAYEE } }))
    expect(json.errors).toMatchObject([
      { field: 'requests[0].payees.evm', code: 'invalid_address' },
    ])
  })

  it('payees without accepts are rejected', async () => {
    const { json } = await create({ requests: [{ ...dollars, payees: { evm: SECOND_PAYEE } }] })
    expect(json.errors).toMatchObject([{ field: 'requests[0].payees', code: 'conflicting_fields' }])
  })

  it('a batch accepts only one currency per item', async () => {
    const { json } = await create({ requests: [dollars, { ...dollars, accepts: ['DAI-devnet'] }] })
    expect(json.errors).toMatchObject([
      { field: 'requests[1].accepts', code: 'accepts_unsupported' },
    ])
  })
})

describe('A secure payment with hidden payees on networks of both families', () => {
  let host: TestHost
  beforeAll(async () => {
    const prices = createFakePrices(() => new Date())
    prices.set('USDC', 'USD', '1')
    host = await startTestHost({ ...NETWORKS, PAY_PRICE_SOURCES: 'coinbase,kraken' }, { prices })
  })
  afterAll(() => host[Symbol.asyncDispose]())

  const create = () =>
    host.createPayment({
      requests: [
        {
          ...dollars,
          accepts: ['USDC-tron'],
          payees: { tron: TRON_PAYEE },
        },
      ],
      accessPolicy: { hidePayeeAddress: true },
    })

  it.each([
    ['an EVM wallet', PAYER, ''],
    ['a Tron wallet', TRON_PAYEE, ''],
    ['a Tron wallet on an EVM option', TRON_PAYEE, '&option=USDC-devnet'],
    ['an EVM wallet on an option on Tron', PAYER, '&option=USDC-tron'],
  ])('%s sees the payees of all options', async (_, wallet, option) => {
    const { token } = await create()
    const { status, json } = await host.call(
      'GET',
      `/v2/secure-payments/${token}?wallet=${wallet}${option}`,
    )
    expect(status).toBe(200)
    expect(json.isPayeeAddressMasked).toBe(false)
    expect(json.options.map(({ payee }: { payee: string }) => payee)).toEqual([PAYEE, TRON_PAYEE])
  })

  it('a text that is an address of neither family is rejected', async () => {
    const { token } = await create()
    const { status, json } = await host.call(
      'GET',
      `/v2/secure-payments/${token}?wallet=TNoAddress`,
    )
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ field: 'wallet' }])
  })
})
