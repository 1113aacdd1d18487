import { formatDestinationId } from '@secure-payment/core/destinations'
import { getCurrency, getNetwork } from '@secure-payment/core/networks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  FEE_ADDRESS,
  PAYEE,
  PAYER,
  pageHeaders,
  SECOND_PAYEE,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'

const PATH = '/v2/request'
const USDC = getCurrency('USDC-devnet').currency.address
const NETWORKS = [
  'mainnet',
  'base',
  'sepolia',
  'mantle',
  'zksyncera',
  'fantom',
  'optimism',
  'matic',
]

const usdBody = {
  payee: PAYEE,
  amount: '80.25',
  invoiceCurrency: 'USD',
  paymentCurrency: 'USDC-devnet',
}
const usdcBody = { ...usdBody, invoiceCurrency: 'USDC-devnet' }

let test: TestHost
/** A host that serves unreachable public networks, because it finds the possible conversions without a chain. */
let abroad: TestHost
beforeAll(async () => {
  test = await startTestHost()
  abroad = await startTestHost({
    PAY_NETWORKS: NETWORKS.join(','),
    ...Object.fromEntries(
      NETWORKS.map((id) => [`PAY_RPC_URL_${id.toUpperCase()}`, 'http://127.0.0.1:1']),
    ),
  })
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await abroad[Symbol.asyncDispose]()
})

const asPage = (clientId: string) => ({
  anonymous: true,
  headers: pageHeaders(clientId),
})

async function read(requestId: string) {
  return (await test.call('GET', `${PATH}/${requestId}`)).json
}

describe('POST /v2/request', () => {
  it('POST /v2/request returns the payment reference and the id, by which GET finds the request', async () => {
    const { status, json } = await test.call('POST', PATH, { body: usdcBody })
    expect(status).toBe(201)
    expect(json).toEqual({
      requestId: expect.stringMatching(/^01[0-9a-f]{64}$/),
      paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
    })
    expect(await read(json.requestId)).toMatchObject({
      ...json,
      status: 'created',
      payee: PAYEE,
      requestAmount: '80.25',
      invoiceCurrency: 'USDC',
      paymentCurrency: 'USDC',
      isListening: true,
      conversionBreakdown: null,
    })
  })

  it.each([
    ['a token', 'DAI-devnet', 'DAI-devnet', '0.000000000000000001', '1', 'direct'],
    ['the native coin', 'ETH-devnet', 'ETH-devnet', '1.5', '1500000000000000000', 'direct'],
    ['dollars in a token', 'USD', 'USDC-devnet', '80.25', '8025000000', 'conversion'],
    ['dollars in the native coin', 'USD', 'ETH-devnet', '0.01', '1000000', 'conversion'],
    ['euros', 'EUR', 'DAI-devnet', '1', '100000000', 'conversion'],
    ['pounds', 'GBP', 'USDT-devnet', '1.99', '199000000', 'conversion'],
    ['yuan', 'CNY', 'FAU-devnet', '7.1', '710000000', 'conversion'],
    ['yen, which have no decimals', 'JPY', 'USDC-devnet', '100', '10000000000', 'conversion'],
    [
      'a token in another token',
      'DAI-devnet',
      'USDC-devnet',
      '2',
      '2000000000000000000',
      'conversion',
    ],
  ])('POST /v2/request stores the amount of %s in settlement units', async (...row) => {
    const [, invoiceCurrency, paymentCurrency, amount, units, kind] = row
    const body = { payee: PAYEE, amount, invoiceCurrency, paymentCurrency }
    const { json } = await test.call('POST', PATH, { body })
    const stored = await test.host.context.db.kysely
      .selectFrom('requests')
      .select(['expected_units', 'kind', 'expires_at', 'secure_payment_token'])
      .where('id', '=', json.requestId)
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({
      expected_units: units,
      kind,
      expires_at: null,
      secure_payment_token: null,
    })
    const status = await test.call('GET', `${PATH}/${json.requestId}/status`)
    expect(status.json).toMatchObject({ amountPaid: '0', expectedAmount: amount })
  })

  it('POST /v2/request stores the payer, the reference, the customer and the recurrence', async () => {
    const body = {
      ...usdBody,
      payer: PAYER.toLowerCase(),
      reference: 'PO-7781',
      customerInfo: {
        firstName: 'Ana',
        lastName: '',
        email: 'ana@example.test',
        address: { street: '', city: 'Porto', country: '' },
      },
      originalRequestId: 'their-own-id',
      originalRequestPaymentReference: '0x7d1e0a92c4b85f36',
    }
    const { json } = await test.call('POST', PATH, { body })
    expect(await read(json.requestId)).toMatchObject({
      payer: PAYER,
      reference: 'PO-7781',
      customerInfo: { firstName: 'Ana', email: 'ana@example.test', address: { city: 'Porto' } },
      originalRequestId: 'their-own-id',
      originalRequestPaymentReference: '0x7d1e0a92c4b85f36',
    })
  })

  it('POST /v2/request treats a customer without any data as no customer', async () => {
    const body = { ...usdBody, customerInfo: { email: '', address: { country: '' } } }
    const { json } = await test.call('POST', PATH, { body })
    expect((await read(json.requestId)).customerInfo).toBeNull()
  })

  it('POST /v2/request creates a request that never expires', async () => {
    const { json } = await test.call('POST', PATH, { body: usdcBody })
    test.clock.advance(400 * 24 * 3_600_000)
    expect(await read(json.requestId)).toMatchObject({ status: 'created', isListening: true })
  })

  it('POST /v2/request returns the first response to a repeated call with the same key', async () => {
    const headers = { 'idempotency-key': 'invoice-1' }
    const first = await test.call('POST', PATH, { body: usdBody, headers })
    const before = await test.countRows()
    const second = await test.call('POST', PATH, { body: usdBody, headers })
    const other = await test.call('POST', PATH, { body: { ...usdBody, amount: '1' }, headers })
    expect(second.json).toEqual(first.json)
    expect(other.status).toBe(422)
    expect(await test.countRows()).toEqual(before)
  })

  it.each(['USDC-optimism', 'USDC-matic', 'USDC-sepolia', 'USDT-sepolia', 'USDC-base-base'])(
    'POST /v2/request accepts the alias %s and returns its currency',
    async (id) => {
      const body = { payee: PAYEE, amount: '1', invoiceCurrency: id, paymentCurrency: id }
      const { status, json } = await abroad.call('POST', PATH, { body })
      expect(status).toBe(201)
      const read = await abroad.call('GET', `${PATH}/${json.requestId}`)
      expect(read.json.paymentCurrency).toBe(getCurrency(id).symbol)
    },
  )
})

describe('A client ID', () => {
  it('a client ID creates requests for any page, with its fee on top', async () => {
    const { clientId } = await test.createClientId({
      label: 'Fees',
      allowedDomains: [SHOP_ORIGIN],
      feePercentage: '2.5',
      feeAddress: FEE_ADDRESS,
    })
    const { status, json } = await test.call('POST', PATH, { body: usdBody, ...asPage(clientId) })
    expect(status).toBe(201)
    expect((await read(json.requestId)).fees).toEqual([
      {
        type: 'platform',
        provider: 'onchain',
        // 2.5 % of 80.25, with the contracts' 8 decimals.
        amount: '2.00625',
        currency: 'USD',
        receiverAddress: FEE_ADDRESS,
      },
    ])
  })

  it('the hosted page’s own client ID creates no requests', async () => {
    const { token } = await test.createPayment()
    const page = await test.call('GET', `/?token=${token}`, { unchecked: true })
    const [clientId = ''] = /cli_[A-Za-z0-9]+/.exec(page.text) ?? []
    const headers = pageHeaders(clientId, test.host.url)
    const { status, json } = await test.call('POST', PATH, {
      anonymous: true,
      headers,
      body: usdBody,
    })
    expect({ status, code: json.code }).toEqual({ status: 403, code: 'client_id_restricted' })
  })
})

describe('A client ID that is bound to a destination', () => {
  let bound: { anonymous: boolean; headers: Record<string, string> }
  const { destinationId } = formatDestinationId({
    walletAddress: PAYEE,
    chainId: getNetwork('devnet').chainId,
    tokenAddress: USDC,
  })
  beforeAll(async () => {
    const { clientId } = await test.createClientId({
      label: 'Bound',
      allowedDomains: [SHOP_ORIGIN],
      payeeDestinationId: destinationId,
    })
    bound = asPage(clientId)
  })

  it.each([
    ['direct', usdcBody],
    ['converted', usdBody],
  ])(
    'a client ID that is bound to a destination needs no payee for a %s request',
    async (_, { payee: _payee, ...body }) => {
      const { status, json } = await test.call('POST', PATH, { body, ...bound })
      expect(status).toBe(201)
      expect((await read(json.requestId)).payee).toBe(PAYEE)
    },
  )

  it.each([
    ['another payee', { ...usdcBody, payee: SECOND_PAYEE }, 'payee'],
    ['another token', { ...usdBody, paymentCurrency: 'DAI-devnet' }, 'paymentCurrency'],
    ['another network', { ...usdBody, paymentCurrency: 'USDC-devnet-b' }, 'paymentCurrency'],
  ])('a client ID that is bound to a destination rejects %s', async (_, body, field) => {
    const before = await test.countRows()
    const { status, json } = await test.call('POST', PATH, { body, ...bound })
    expect({ status, code: json.code }).toEqual({ status: 403, code: 'destination_not_allowed' })
    expect(json.detail).toContain(field)
    expect(await test.countRows()).toEqual(before)
  })
})

/** Tests which conversions the public networks' price feeds and contracts support. */
describe('On public networks', () => {
  it.each([
    ['USD', 'USDC-base'],
    ['USD', 'ETH-base-base'],
    ['EUR', 'FAU-sepolia'],
    ['USD', 'ETH-sepolia-sepolia'],
    ['EUR', 'FTM-fantom'],
    ['CNY', 'USDC-mainnet'],
  ])('an invoice in %s can be paid in %s', async (invoiceCurrency, paymentCurrency) => {
    const body = { payee: PAYEE, amount: '10', invoiceCurrency, paymentCurrency }
    expect((await abroad.call('POST', PATH, { body })).status).toBe(201)
  })

  it.each([
    ['EUR', 'USDC-base', 'no path of rates'],
    ['USD', 'DAI-base', 'no path of rates'],
    ['CNY', 'FAU-sepolia', 'no path of rates'],
    ['JPY', 'ETH-sepolia-sepolia', 'no path of rates'],
    ['USD', 'fUSDC-sepolia', 'no path of rates'],
    ['JPY', 'FTM-fantom', 'no path of rates'],
    ['USD', 'USDC-mantle', 'not deployed'],
    ['USD', 'MNT-mantle', 'not deployed'],
    ['USD', 'USDC-zksyncera', 'not deployed'],
  ])('an invoice in %s cannot be paid in %s, with the reason', async (...row) => {
    const [invoiceCurrency, paymentCurrency, reason] = row
    const body = { payee: PAYEE, amount: '10', invoiceCurrency, paymentCurrency }
    const before = await abroad.countRows()
    const { status, json } = await abroad.call('POST', PATH, { body })
    expect({ status, code: json.code, field: json.errors?.[0]?.field }).toEqual({
      status: 400,
      code: 'no_conversion_path',
      field: 'paymentCurrency',
    })
    expect(json.detail).toContain(reason)
    expect(await abroad.countRows()).toEqual(before)
  })
})

describe('Invalid input', () => {
  const change = (changes: object) => ({ ...usdBody, ...changes })
  const recurring = (recurrence: unknown) => change({ recurrence })
  const cases: [name: string, body: unknown, field: string, code: string][] = [
    ['no amount', change({ amount: undefined }), 'amount', 'required'],
    ['zero', change({ amount: '0' }), 'amount', 'amount_not_positive'],
    ['a number', change({ amount: 80 }), 'amount', 'invalid_type'],
    ['three decimals of dollars', change({ amount: '1.005' }), 'amount', 'too_many_decimals'],
    [
      'a fraction of a yen',
      change({ invoiceCurrency: 'JPY', amount: '1.5' }),
      'amount',
      'too_many_decimals',
    ],
    ['no payee', change({ payee: undefined }), 'payee', 'required'],
    ['no address', change({ payee: 'ana' }), 'payee', 'invalid_address'],
    [
      'a wrong checksum',
      change({ payee: PAYEE.replace('f39F', 'F39F') }),
      'payee',
      'invalid_address',
    ],
    ['the zero address', change({ payee: `0x${'0'.repeat(40)}` }), 'payee', 'zero_address'],
    ['a token as the payee', change({ payee: USDC }), 'payee', 'payee_is_contract'],
    [
      'a conversion proxy as the payee',
      change({ payee: getNetwork('devnet').contracts.Erc20ConversionProxy?.address }),
      'payee',
      'payee_is_contract',
    ],
    ['no invoice currency', change({ invoiceCurrency: undefined }), 'invoiceCurrency', 'required'],
    [
      'an unknown invoice currency',
      change({ invoiceCurrency: 'ARS' }),
      'invoiceCurrency',
      'unknown_currency',
    ],
    [
      'an unknown payment currency',
      change({ paymentCurrency: 'NOPE-devnet' }),
      'paymentCurrency',
      'unknown_currency',
    ],
    [
      'a payment in fiat money',
      change({ paymentCurrency: 'EUR' }),
      'paymentCurrency',
      'unsupported_conversion',
    ],
    [
      'currencies on two networks',
      change({ invoiceCurrency: 'USDC-devnet-b' }),
      'paymentCurrency',
      'unsupported_conversion',
    ],
    [
      'a network that is not served',
      change({ paymentCurrency: 'USDC-mainnet' }),
      'paymentCurrency',
      'unsupported_network',
    ],
    [
      'a token without a rate',
      change({ paymentCurrency: 'FEE-devnet' }),
      'paymentCurrency',
      'no_conversion_path',
    ],
    [
      'a payer with a wrong checksum',
      change({ payer: PAYER.replace('C44C', 'c44C') }),
      'payer',
      'invalid_address',
    ],
    ['an empty reference', change({ reference: '' }), 'reference', 'too_short'],
    ['a long reference', change({ reference: 'x'.repeat(256) }), 'reference', 'too_long'],
    [
      'a country of three letters',
      change({ customerInfo: { address: { country: 'PRT' } } }),
      'customerInfo.address.country',
      'invalid_country',
    ],
    [
      'an invalid e-mail address',
      change({ customerInfo: { email: 'ana' } }),
      'customerInfo.email',
      'invalid_email',
    ],
    [
      'crypto to fiat for an invoice in fiat money',
      change({ isCryptoToFiatAllowed: true }),
      'invoiceCurrency',
      'unsupported_crypto_to_fiat',
    ],
    [
      'different values under two names of the same member',
      change({ isCryptoToFiatAllowed: true, isCryptoToFiatAvailable: false }),
      'isCryptoToFiatAvailable',
      'conflicting_fields',
    ],
    [
      'a recurrence without a frequency',
      recurring({ startDate: '2099-01-01' }),
      'recurrence.frequency',
      'required',
    ],
    [
      'an unknown frequency',
      recurring({ startDate: '2099-01-01', frequency: 'HOURLY' }),
      'recurrence.frequency',
      'invalid_value',
    ],
    [
      'a day that no calendar has',
      recurring({ startDate: '2027-02-30', frequency: 'DAILY' }),
      'recurrence.startDate',
      'invalid_date',
    ],
    [
      'a start in the past',
      recurring({ startDate: '2020-01-01', frequency: 'DAILY' }),
      'recurrence.startDate',
      'date_in_past',
    ],
    [
      'a start in a distant century',
      recurring({ startDate: '9999-12-31', frequency: 'YEARLY' }),
      'recurrence.startDate',
      'out_of_range',
    ],
    ['a list as the body', [], '', 'invalid_type'],
  ]

  it.each(cases)(
    'POST /v2/request returns 400 with field and code for %s, and stores nothing',
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
