import { formatDestinationId } from '@secure-payment/core/destinations'
import { getCurrency, getNetwork } from '@secure-payment/core/networks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  FEE_ADDRESS,
  PAYEE,
  pageHeaders,
  SECOND_PAYEE,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const PATH = '/v2/secure-payments'
const USDC = getCurrency('USDC-devnet').currency.address
const ethItem = { ...usdcItem, invoiceCurrency: 'ETH-devnet', paymentCurrency: 'ETH-devnet' }

const parsePath = (text: string | null) => (text === null ? null : JSON.parse(text))

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

describe('POST /v2/secure-payments', () => {
  it('POST /v2/secure-payments returns a token, the link to the hosted page and a request id', async () => {
    const { status, json } = await test.call('POST', PATH, { body: { requests: [usdcItem] } })
    expect(status).toBe(201)
    expect(json.token).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    expect(json.securePaymentUrl).toBe(`${test.host.url}/?token=${json.token}`)
    expect(json.requestIds).toHaveLength(1)
    expect(json.requestIds[0]).toMatch(/^01[0-9a-f]{64}$/)
  })

  it('POST /v2/secure-payments creates one request per item, in the items’ order', async () => {
    const { token, requestIds } = await test.createPayment({
      requests: [
        { ...usdcItem, amount: '1' },
        { ...usdcItem, payee: SECOND_PAYEE, amount: '2' },
        { ...ethItem, amount: '0.5' },
      ],
      reference: 'PO-1',
    })
    const { json } = await test.call('GET', `${PATH}/${token}`)
    expect(requestIds).toHaveLength(3)
    expect(json).toMatchObject({
      paymentType: 'batch',
      requestIds,
      payees: [PAYEE, SECOND_PAYEE, PAYEE],
      amounts: ['1', '2', '0.5'],
      paymentCurrencies: ['USDC-devnet', 'USDC-devnet', 'ETH-devnet'],
      isNativeCurrency: [false, false, true],
      destinations: [null, null, null],
      reference: 'PO-1',
      status: 'pending',
    })
  })

  it('POST /v2/secure-payments sets a link to expire after seven days', async () => {
    const { token } = await test.createPayment()
    const { json } = await test.call('GET', `${PATH}/${token}`)
    expect(Date.parse(json.expiresAt) - Date.parse(json.createdAt)).toBe(7 * 24 * 3_600_000)
  })

  it('POST /v2/secure-payments accepts a destination id, and returns it with the payment', async () => {
    const { destinationId, humanReadableInteropAddress, tokenAddress } = formatDestinationId({
      walletAddress: PAYEE,
      chainId: getNetwork('devnet').chainId,
      tokenAddress: USDC,
    })
    const { token } = await test.createPayment({ requests: [{ destinationId, amount: '3' }] })
    const { json } = await test.call('GET', `${PATH}/${token}`)
    expect(json).toMatchObject({
      payee: PAYEE,
      network: 'devnet',
      paymentCurrency: 'USDC-devnet',
      destination: {
        destinationId,
        payeeAddress: humanReadableInteropAddress,
        tokenAddress,
        walletAddress: PAYEE,
        network: 'devnet',
      },
    })
  })

  it('POST /v2/secure-payments adds the fee to the payee’s amount, rounded up', async () => {
    const { token } = await test.createPayment({
      requests: [{ ...usdcItem, amount: '0.000001' }],
      feePercentage: '2.5',
      feeAddress: FEE_ADDRESS,
    })
    const { json } = await test.call('GET', `${PATH}/${token}`)
    expect(json.items[0]).toMatchObject({
      amount: '0.000001',
      fee: { percentage: '2.5', amount: '0.000001', address: FEE_ADDRESS },
    })
  })

  it('POST /v2/secure-payments accepts 200 items and rejects 201', async () => {
    const requests = Array.from({ length: 200 }, () => usdcItem)
    expect((await test.createPayment({ requests })).requestIds).toHaveLength(200)
    const answer = await test.call('POST', PATH, { body: { requests: [...requests, usdcItem] } })
    expect(answer.status).toBe(400)
    expect(answer.json.errors[0]).toMatchObject({ field: 'requests', code: 'too_many_items' })
  })

  it('POST /v2/secure-payments accepts converted items next to direct items, and stores fiat amounts with the contracts’ 8 decimals', async () => {
    const { requestIds } = await test.createPayment({
      requests: [
        { ...usdcItem, invoiceCurrency: 'USD', amount: '80.25' },
        { ...usdcItem, invoiceCurrency: 'JPY', amount: '9000' },
        usdcItem,
      ],
      feePercentage: '1',
      feeAddress: FEE_ADDRESS,
    })
    const rows = await test.host.context.db.kysely
      .selectFrom('requests')
      .select(['kind', 'expected_units', 'fee_units', 'conversion_path', 'max_rate_age_s'])
      .where('id', 'in', requestIds)
      .orderBy('item_index')
      .execute()
    const usdc = USDC.toLowerCase()
    const usd = getCurrency('USD').currency.hash
    const jpy = getCurrency('JPY').currency.hash
    expect(
      rows.map((row) => ({ ...row, conversion_path: parsePath(row.conversion_path) })),
    ).toEqual([
      {
        kind: 'conversion',
        expected_units: '8025000000',
        // 1 % of 80.25 dollars is 0.8025 dollars: 81 cents.
        fee_units: '81000000',
        conversion_path: [usd, usdc],
        max_rate_age_s: test.host.context.config.maxRateAgeS,
      },
      {
        kind: 'conversion',
        expected_units: '900000000000',
        fee_units: '9000000000',
        conversion_path: [jpy, usd, usdc],
        max_rate_age_s: test.host.context.config.maxRateAgeS,
      },
      {
        kind: 'direct',
        expected_units: '12500000',
        fee_units: '125000',
        conversion_path: null,
        max_rate_age_s: null,
      },
    ])
  })

  it('POST /v2/secure-payments ignores unknown members', async () => {
    const body = {
      requests: [{ ...usdcItem, status: 'paid', id: 'x' }],
      tenantId: 'another',
      createdAt: '2099-01-01T00:00:00Z',
      redirectUrl: 'https://shop.example.test',
    }
    const { token } = await test.createPayment(body)
    const { json } = await test.call('GET', `${PATH}/${token}`)
    expect(json.items[0].status).toBe('created')
    expect(json.createdAt < '2099').toBe(true)
  })
})

describe('A client ID with a fee', () => {
  const asShop = (clientId: string) => ({
    anonymous: true,
    headers: pageHeaders(clientId),
  })
  const body = { requests: [usdcItem], feePercentage: '1', feeAddress: SECOND_PAYEE }

  it('a client ID with a fee overrides the call’s fee', async () => {
    const { clientId } = await test.createClientId({
      label: 'Fees',
      allowedDomains: [SHOP_ORIGIN],
      feePercentage: '2',
      feeAddress: FEE_ADDRESS,
    })
    const created = await test.call('POST', PATH, { body, ...asShop(clientId) })
    const { json } = await test.call('GET', `${PATH}/${created.json.token}`)
    expect(json.items[0].fee).toEqual({ percentage: '2', amount: '0.25', address: FEE_ADDRESS })
  })

  it('a client ID with a fee keeps the call’s fee when its own is 0', async () => {
    const { clientId } = await test.createClientId({
      label: 'No fees',
      allowedDomains: [SHOP_ORIGIN],
      feePercentage: '0',
      feeAddress: FEE_ADDRESS,
    })
    const created = await test.call('POST', PATH, { body, ...asShop(clientId) })
    const { json } = await test.call('GET', `${PATH}/${created.json.token}`)
    expect(json.items[0].fee).toEqual({ percentage: '1', amount: '0.125', address: SECOND_PAYEE })
  })
})

describe('A client ID that is bound to a destination', () => {
  const destination = (walletAddress: string) =>
    formatDestinationId({ walletAddress, chainId: 31_337, tokenAddress: USDC }).destinationId
  let headers: Record<string, string>
  beforeAll(async () => {
    const { clientId } = await test.createClientId({
      label: 'Bound',
      allowedDomains: [SHOP_ORIGIN],
      payeeDestinationId: destination(PAYEE),
    })
    headers = pageHeaders(clientId)
  })
  const create = (item: object) =>
    test.call('POST', PATH, { anonymous: true, headers, body: { requests: [item] } })

  it('a client ID that is bound to a destination needs no destination in the call', async () => {
    const { status, json } = await create({ amount: '1' })
    expect(status).toBe(201)
    const read = await test.call('GET', `${PATH}/${json.token}`)
    expect(read.json.payee).toBe(PAYEE)
  })

  it('a client ID that is bound to a destination rejects any other destination', async () => {
    const before = await test.countRows()
    const answers = [
      await create({ amount: '1', destinationId: destination(SECOND_PAYEE) }),
      await create({ ...usdcItem, payee: SECOND_PAYEE }),
      await create({ ...ethItem }),
    ]
    for (const { status, json } of answers) {
      expect(status).toBe(403)
      expect(json.code).toBe('destination_not_allowed')
    }
    expect(await test.countRows()).toEqual(before)
  })

  it('a bound client ID rejects a call’s fee unless its own fee overrides it, because the id is public', async () => {
    const before = await test.countRows()
    for (const feePercentage of ['1', '100', '0']) {
      const body = { requests: [usdcItem], feePercentage, feeAddress: SECOND_PAYEE }
      const { status, json } = await test.call('POST', PATH, { anonymous: true, headers, body })
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'fee_not_allowed' })
    }
    expect(await test.countRows()).toEqual(before)
  })

  it('a bound client ID charges its own fee, regardless of the fee in the call', async () => {
    const { clientId } = await test.createClientId({
      label: 'Bound with a fee',
      allowedDomains: [SHOP_ORIGIN],
      payeeDestinationId: destination(PAYEE),
      feePercentage: '2',
      feeAddress: FEE_ADDRESS,
    })
    const created = await test.call('POST', PATH, {
      anonymous: true,
      headers: pageHeaders(clientId),
      body: { requests: [{ amount: '10' }], feePercentage: '50', feeAddress: SECOND_PAYEE },
    })
    const { json } = await test.call('GET', `${PATH}/${created.json.token}`)
    expect(json.items[0].fee).toEqual({ percentage: '2', amount: '0.2', address: FEE_ADDRESS })
  })

  it('a client ID that is bound to a destination accepts its own destination in either form', async () => {
    expect((await create({ amount: '1', destinationId: destination(PAYEE) })).status).toBe(201)
    expect((await create(usdcItem)).status).toBe(201)
  })
})

describe('Invalid input', () => {
  const wrongChecksum = PAYEE.replace('f39F', 'F39F')
  const badDestination = `${PAYEE}@eip155:31337#00000000:${USDC}`
  const item = (changes: object) => ({ requests: [{ ...usdcItem, ...changes }] })
  const cases: [name: string, body: unknown, field: string, code: string][] = [
    ['an exponent', item({ amount: '1e3' }), 'requests[0].amount', 'invalid_amount'],
    ['a negative amount', item({ amount: '-1' }), 'requests[0].amount', 'invalid_amount'],
    ['zero', item({ amount: '0' }), 'requests[0].amount', 'amount_not_positive'],
    ['zero with decimals', item({ amount: '0.00' }), 'requests[0].amount', 'amount_not_positive'],
    ['no digit before the point', item({ amount: '.5' }), 'requests[0].amount', 'invalid_amount'],
    ['no digit after the point', item({ amount: '5.' }), 'requests[0].amount', 'invalid_amount'],
    ['leading zeros', item({ amount: '00001' }), 'requests[0].amount', 'invalid_amount'],
    ['a plus sign', item({ amount: '+1' }), 'requests[0].amount', 'invalid_amount'],
    ['hexadecimal', item({ amount: '0x10' }), 'requests[0].amount', 'invalid_amount'],
    ['a space', item({ amount: ' 1' }), 'requests[0].amount', 'invalid_amount'],
    ['a thousands separator', item({ amount: '1,000' }), 'requests[0].amount', 'invalid_amount'],
    ['Arabic digits', item({ amount: '١٢' }), 'requests[0].amount', 'invalid_amount'],
    ['fullwidth digits', item({ amount: '１２' }), 'requests[0].amount', 'invalid_amount'],
    ['90 digits', item({ amount: '9'.repeat(90) }), 'requests[0].amount', 'invalid_amount'],
    ['7 decimals of 6', item({ amount: '1.0000005' }), 'requests[0].amount', 'too_many_decimals'],
    ['a number', item({ amount: 12.5 }), 'requests[0].amount', 'invalid_type'],
    ['no amount', item({ amount: undefined }), 'requests[0].amount', 'required'],
    ['a wrong checksum', item({ payee: wrongChecksum }), 'requests[0].payee', 'invalid_address'],
    ['no address', item({ payee: 'nobody' }), 'requests[0].payee', 'invalid_address'],
    [
      'the zero address',
      item({ payee: `0x${'0'.repeat(40)}` }),
      'requests[0].payee',
      'zero_address',
    ],
    ['a token as the payee', item({ payee: USDC }), 'requests[0].payee', 'payee_is_contract'],
    [
      'a payment contract as the payee',
      item({ payee: getNetwork('devnet').contracts.ERC20FeeProxy?.address }),
      'requests[0].payee',
      'payee_is_contract',
    ],
    [
      'an unknown currency',
      item({ invoiceCurrency: 'NOPE-devnet', paymentCurrency: 'NOPE-devnet' }),
      'requests[0].invoiceCurrency',
      'unknown_currency',
    ],
    [
      'an unknown payment currency',
      item({ paymentCurrency: 'USDC-nowhere' }),
      'requests[0].paymentCurrency',
      'unknown_currency',
    ],
    [
      'a payment in fiat money',
      item({ invoiceCurrency: 'USD', paymentCurrency: 'USD' }),
      'requests[0].paymentCurrency',
      'unsupported_conversion',
    ],
    [
      'an invoice token on another network',
      item({ invoiceCurrency: 'USDC-devnet-b' }),
      'requests[0].paymentCurrency',
      'unsupported_conversion',
    ],
    [
      'a token without a rate on the network',
      item({ invoiceCurrency: 'USD', paymentCurrency: 'FEE-devnet' }),
      'requests[0].paymentCurrency',
      'no_conversion_path',
    ],
    [
      'three decimals of dollars',
      item({ invoiceCurrency: 'USD', amount: '1.005' }),
      'requests[0].amount',
      'too_many_decimals',
    ],
    [
      'a fraction of a yen',
      item({ invoiceCurrency: 'JPY', amount: '100.5' }),
      'requests[0].amount',
      'too_many_decimals',
    ],
    [
      'a network that is not served',
      item({ invoiceCurrency: 'USDC-mainnet', paymentCurrency: 'USDC-mainnet' }),
      'requests[0].paymentCurrency',
      'unsupported_network',
    ],
    [
      'Tron, where it is not served',
      item({
        payee: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
        invoiceCurrency: 'USDT-tron',
        paymentCurrency: 'USDT-tron',
      }),
      'requests[0].paymentCurrency',
      'unsupported_network',
    ],
    [
      'two networks',
      {
        requests: [
          usdcItem,
          { ...usdcItem, invoiceCurrency: 'USDC-devnet-b', paymentCurrency: 'USDC-devnet-b' },
        ],
      },
      'requests[1]',
      'mixed_networks',
    ],
    [
      'a destination with a wrong checksum',
      { requests: [{ destinationId: badDestination, amount: '1' }] },
      'requests[0].destinationId',
      'checksum_mismatch',
    ],
    [
      'a malformed destination',
      { requests: [{ destinationId: 'nowhere', amount: '1' }] },
      'requests[0].destinationId',
      'invalid_destination',
    ],
    ['no destination', { requests: [{ amount: '1' }] }, 'requests[0].destinationId', 'required'],
    ['half a triple', item({ payee: undefined }), 'requests[0].payee', 'required'],
    ['a fee without an address', { ...item({}), feePercentage: '1' }, 'feeAddress', 'required'],
    [
      'an address without a fee',
      { ...item({}), feeAddress: FEE_ADDRESS },
      'feePercentage',
      'required',
    ],
    [
      'a fee above 100 %',
      { ...item({}), feePercentage: '100.1', feeAddress: FEE_ADDRESS },
      'feePercentage',
      'out_of_range',
    ],
    [
      'a fee to the zero address',
      { ...item({}), feePercentage: '1', feeAddress: `0x${'0'.repeat(40)}` },
      'feeAddress',
      'zero_address',
    ],
    [
      'a fee address with a wrong checksum',
      { ...item({}), feePercentage: '1', feeAddress: wrongChecksum },
      'feeAddress',
      'invalid_address',
    ],
    ['a long reference', { ...item({}), reference: 'x'.repeat(256) }, 'reference', 'too_long'],
    [
      'NUL in a reference',
      { ...item({}), reference: 'a\u0000b' },
      'reference',
      'control_characters',
    ],
    ['no items', { requests: [] }, 'requests', 'too_few_items'],
    ['requests that are not a list', { requests: 'all' }, 'requests', 'invalid_type'],
    ['a list as the body', [], '', 'invalid_type'],
    ['null as the body', null, '', 'invalid_type'],
  ]

  it.each(cases)(
    'POST /v2/secure-payments returns 400 with field and code for %s, and stores nothing',
    async (...row) => {
      const [, body, field, code] = row
      const before = await test.countRows()
      const { status, json } = await test.call('POST', PATH, { body })
      expect({ status, first: json.errors?.[0] }).toMatchObject({
        status: 400,
        first: { field, code },
      })
      expect(await test.countRows()).toEqual(before)
    },
  )
})

describe('A payee that is a contract', () => {
  const mainnet = getNetwork('mainnet')
  const contracts = Object.values(mainnet.contracts).flatMap((contract) => [
    contract,
    ...(contract.others ?? []),
  ])

  it('a payee that is a payment contract is rejected, regardless of the contract’s version', async () => {
    await using host = await startTestHost({
      PAY_NETWORKS: 'mainnet',
      PAY_RPC_URL_MAINNET: 'http://127.0.0.1:1',
    })
    expect(contracts.length).toBeGreaterThan(Object.keys(mainnet.contracts).length)
    for (const { address } of contracts) {
      const item = { invoiceCurrency: 'ETH-mainnet', paymentCurrency: 'ETH-mainnet', amount: '1' }
      const body = { requests: [{ ...item, payee: address }] }
      const { status, json } = await host.call('POST', PATH, { body })
      expect({ address, status, code: json.errors?.[0]?.code }).toEqual({
        address,
        status: 400,
        code: 'payee_is_contract',
      })
    }
  })
})

describe('Many large simultaneous create calls', () => {
  it('many large simultaneous create calls are all committed', async () => {
    const before = await test.countRows()
    const requests = Array.from({ length: 200 }, () => usdcItem)
    await Promise.all(Array.from({ length: 30 }, () => test.createPayment({ requests })))
    expect(await test.countRows()).toEqual({
      securePayments: before.securePayments + 30,
      requests: before.requests + 6_000,
    })
  })
})
