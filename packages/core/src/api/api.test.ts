import { describe, expect, it } from 'vitest'
import { api } from './api.ts'
import type { EndpointDefinition, ResponseDefinition } from './endpoint.ts'
import { toFieldIssues } from './fieldIssues.ts'
import { problemSchema } from './problem.ts'
import { singleExample } from './securePaymentExamples.ts'
import { singlePaySchema } from './securePaymentSchemas.ts'

const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const DESTINATION = `${PAYEE}@eip155:8453#B4FD67BB:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`
const ITEM = {
  payee: PAYEE,
  invoiceCurrency: 'USDC-base',
  paymentCurrency: 'USDC-base',
  amount: '1',
}

const endpoints = Object.values(api).flatMap((group) => Object.values<EndpointDefinition>(group))

describe('the contract', () => {
  /** API contract, section 4 and the additions of this project. K = API key, C = client ID, S = session. */
  it('has the operations, credentials and errors of the endpoint index', () => {
    expect(endpoints.map(describeEndpoint)).toEqual([
      'api POST /v2/secure-payments KCS 201: 400 401 403 429',
      'api GET /v2/secure-payments/{token} KC 200: 400 401 403 404 409 429',
      'api GET /v2/secure-payments/{token}/pay KC 200: 400 401 403 404 409 429',
      'api POST /v2/secure-payments/{token}/intent KC 200: 400 401 403 404 409 429',
      'api POST /v2/secure-payments/{token}/attempts KC 201: 400 401 403 404 409 429',
      'api PATCH /v2/secure-payments/{token}/attempts/{attemptId} KC 200: 400 401 404 409 429',
      'api DELETE /v2/secure-payments/{token}/attempts/{attemptId} KC 200: 401 404 409 429',
      'api GET /v2/request/{requestId} KCS 200: 401 404 429',
      'api GET /v2/request/{requestId}/status KCS 200: 401 404 429',
      'api GET /v2/currencies KCS 200: 400 401 404 429',
      'api POST /v2/client-ids K 201: 400 401 429',
      'api GET /v2/client-ids K 200: 401 429',
      'api GET /v2/client-ids/{id} K 200: 401 404 429',
      'auth POST /v1/webhook KS 201: 400 401 404 429',
      'auth GET /v1/webhook KS 200: 401 429',
      'auth DELETE /v1/webhook/{webhookId} KS 200: 401 404 429',
      'auth GET /v1/webhook/{webhookId}/deliveries KS 200: 400 401 404 429',
      'api GET /livez  200: ',
      'api GET /readyz  200: 503',
    ])
  })

  it('names every operation once', () => {
    expect(new Set(endpoints.map((definition) => definition.id)).size).toBe(endpoints.length)
  })

  it.each(endpoints.map((definition) => [definition.id, definition] as const))(
    '%s declares each parameter of its path',
    (_, definition) => {
      const inPath = [...definition.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(Object.keys(definition.params?.shape ?? {})).toEqual(inPath)
    },
  )

  it.each(endpoints.map((definition) => [definition.id, definition] as const))(
    '%s has examples that its schemas keep whole',
    (_, definition) => {
      expect(definition.body?.parse(definition.bodyExample)).toEqual(definition.bodyExample)
      for (const response of Object.values<ResponseDefinition>(definition.responses)) {
        for (const example of [response.example, ...Object.values(response.otherExamples ?? {})]) {
          expect(response.schema.parse(example)).toEqual(example)
        }
      }
    },
  )
})

describe('securePayments.create', () => {
  const { body } = api.securePayments.create

  it.each([
    ['payee and currencies', { requests: [ITEM] }],
    ['a destination', { requests: [{ destinationId: DESTINATION, amount: '1' }] }],
    ['an amount alone, for a bound client ID', { requests: [{ amount: '1' }] }],
    ['200 items', { requests: Array.from({ length: 200 }, () => ITEM) }],
    ['a fee with its address', { requests: [ITEM], feePercentage: '2.5', feeAddress: PAYEE }],
    [
      'texts of 255 characters',
      { requests: [ITEM], reference: 'x'.repeat(255), payerIdentifier: 'x'.repeat(255) },
    ],
  ])('takes %s', (_, input) => {
    expect(body.parse(input)).toEqual(input)
  })

  it('ignores members that it does not know', () => {
    const input = {
      requests: [{ ...ITEM, note: 1 }],
      redirectUrl: 'https://shop.example.test',
      accessPolicy: {},
    }
    expect(body.parse(input)).toEqual({ requests: [ITEM] })
  })

  it.each([
    ['no requests', {}, ['requests required']],
    ['no item', { requests: [] }, ['requests too_few_items']],
    [
      '201 items',
      { requests: Array.from({ length: 201 }, () => ITEM) },
      ['requests too_many_items'],
    ],
    [
      'a number as amount',
      { requests: [{ ...ITEM, amount: 1 }] },
      ['requests[0].amount invalid_type'],
    ],
    [
      'an amount of zero',
      { requests: [ITEM, { ...ITEM, amount: '0' }] },
      ['requests[1].amount amount_not_positive'],
    ],
    [
      'a payee without currencies',
      { requests: [{ amount: '1', payee: PAYEE }] },
      ['requests[0].invoiceCurrency required', 'requests[0].paymentCurrency required'],
    ],
    [
      'currencies without a payee',
      { requests: [{ ...ITEM, payee: undefined }] },
      ['requests[0].payee required'],
    ],
    [
      'a destination and a payee',
      { requests: [{ ...ITEM, destinationId: DESTINATION }] },
      ['requests[0].destinationId conflicting_fields'],
    ],
    [
      'a malformed destination',
      { requests: [{ amount: '1', destinationId: PAYEE }] },
      ['requests[0].destinationId invalid_destination'],
    ],
    [
      'a malformed payee',
      { requests: [{ ...ITEM, payee: 'ana.eth' }] },
      ['requests[0].payee invalid_address'],
    ],
    [
      'a fee without its address',
      { requests: [ITEM], feePercentage: '0' },
      ['feeAddress required'],
    ],
    [
      'a fee address without a fee',
      { requests: [ITEM], feeAddress: PAYEE },
      ['feePercentage required'],
    ],
    [
      'a fee above 100',
      { requests: [ITEM], feePercentage: '100.1', feeAddress: PAYEE },
      ['feePercentage out_of_range'],
    ],
    ['a long reference', { requests: [ITEM], reference: 'x'.repeat(256) }, ['reference too_long']],
    [
      'a NUL in the reference',
      { requests: [ITEM], reference: 'a\u0000' },
      ['reference control_characters'],
    ],
    [
      'several faults at once',
      { requests: [{ ...ITEM, amount: '-1', payee: '0x' }], reference: 1 },
      [
        'requests[0].payee invalid_address',
        'requests[0].amount invalid_amount',
        'reference invalid_type',
      ],
    ],
  ])('refuses %s', (_, input, issues) => {
    expect(issuesOf(body, input)).toEqual(issues)
  })
})

describe('securePayments.pay', () => {
  const { query } = api.securePayments.pay

  it('takes chain and token together or not at all', () => {
    expect(issuesOf(query, {})).toEqual([])
    expect(issuesOf(query, { chain: 'BASE', token: 'USDC' })).toEqual([])
    expect(issuesOf(query, { chain: 'devnet-b', token: 'ETH' })).toEqual([])
    expect(issuesOf(query, { chain: 'BASE' })).toEqual(['token required'])
    expect(issuesOf(query, { token: 'USDC' })).toEqual(['chain required'])
  })

  it('refuses a repeated key and a malformed wallet', () => {
    expect(issuesOf(query, { wallet: [PAYEE, PAYEE] })).toEqual(['wallet invalid_type'])
    expect(issuesOf(query, { wallet: '0x12' })).toEqual(['wallet invalid_address'])
  })

  it.each([
    ['the number 0', 0, true],
    ['a hex string', '0xde0b6b3a7640000', true],
    ['a BigNumber object', { type: 'BigNumber', hex: '0x00' }, true],
    ['a decimal string', '1000000000000000000', false],
    ['a negative number', -1, false],
    ['an object without hex', { type: 'BigNumber' }, false],
  ])('answers transactions whose value is %s: %#', (_, value, isValid) => {
    const transactions = [{ to: PAYEE, data: '0x', value }]
    const metadata = {
      stepsRequired: 1,
      needsApproval: false,
      approvalTransactionIndex: null,
      paymentTransactionIndex: 0,
      hasEnoughBalance: true,
    }
    expect(singlePaySchema.safeParse({ transactions, metadata }).success).toBe(isValid)
  })

  it('always has paymentTransactionIndex', () => {
    const metadata = {
      stepsRequired: 1,
      needsApproval: false,
      approvalTransactionIndex: null,
      hasEnoughBalance: true,
    }
    expect(issuesOf(singlePaySchema, { transactions: [], metadata })).toEqual([
      'metadata.paymentTransactionIndex required',
    ])
  })
})

describe('securePayments.intent and attempts', () => {
  it('need every member', () => {
    expect(issuesOf(api.securePayments.intent.body, {})).toEqual([
      'txHash required',
      'chain required',
      'token required',
    ])
    expect(issuesOf(api.securePayments.createAttempt.body, {})).toEqual([
      'attemptId required',
      'wallet required',
      'chain required',
      'token required',
      'calldataHash required',
    ])
    expect(issuesOf(api.securePayments.updateAttempt.body, {})).toEqual(['phase required'])
  })

  it.each([65, 67])('refuse a hash of %i characters', (length) => {
    const txHash = `0x${'a'.repeat(length - 2)}`
    expect(
      issuesOf(api.securePayments.intent.body, { txHash, chain: 'BASE', token: 'USDC' }),
    ).toEqual(['txHash invalid_tx_hash'])
  })

  it.each([-1, 1.5, '7', 2 ** 53])('refuse the nonce %j', (nonce) => {
    const input = { ...api.securePayments.createAttempt.bodyExample, nonce }
    expect(issuesOf(api.securePayments.createAttempt.body, input)).toHaveLength(1)
  })
})

describe('currencies.list', () => {
  const { query } = api.currencies.list

  it('takes firstOnly with network and symbol only', () => {
    expect(issuesOf(query, { firstOnly: 'true', network: 'base', symbol: 'USDC' })).toEqual([])
    expect(issuesOf(query, { firstOnly: 'false' })).toEqual([])
    expect(issuesOf(query, { firstOnly: 'true', symbol: 'USDC' })).toEqual(['network required'])
    expect(issuesOf(query, { firstOnly: 'yes' })).toEqual(['firstOnly invalid_value'])
  })
})

describe('clientIds.create', () => {
  const { body } = api.clientIds.create
  const MINIMAL = { label: 'Shop', allowedDomains: ['https://shop.example.test'] }

  it('brings origins to the form that browsers send', () => {
    const input = { ...MINIMAL, allowedDomains: ['HTTPS://Shop.example.test:443/'] }
    expect(body.parse(input)).toEqual(MINIMAL)
  })

  it.each([
    ['nothing', {}, ['label required', 'allowedDomains required']],
    ['an empty label', { ...MINIMAL, label: '' }, ['label too_short']],
    ['a label of 101 characters', { ...MINIMAL, label: 'x'.repeat(101) }, ['label too_long']],
    ['no domain', { ...MINIMAL, allowedDomains: [] }, ['allowedDomains too_few_items']],
    [
      '11 domains',
      {
        ...MINIMAL,
        allowedDomains: Array.from({ length: 11 }, (_, i) => `https://s${i}.example.test`),
      },
      ['allowedDomains too_many_items'],
    ],
    [
      'a path',
      { ...MINIMAL, allowedDomains: ['https://a.example.test', 'https://shop.example.test/x'] },
      ['allowedDomains[1] invalid_origin'],
    ],
    [
      'a fee of three decimals',
      { ...MINIMAL, feePercentage: '0.125', feeAddress: PAYEE },
      ['feePercentage too_many_decimals'],
    ],
    [
      'a fee without an address',
      { ...MINIMAL, feePercentage: '1', feeAddress: null },
      ['feeAddress required'],
    ],
    [
      'an expiry of 0',
      { ...MINIMAL, defaultPreApprovalExpiry: 0 },
      ['defaultPreApprovalExpiry out_of_range'],
    ],
    [
      'an expiry as text',
      { ...MINIMAL, defaultAuthorizationExpiry: '60' },
      ['defaultAuthorizationExpiry invalid_type'],
    ],
  ])('refuses %s', (_, input, issues) => {
    expect(issuesOf(body, input)).toEqual(issues)
  })

  it('takes a fee of 0 with its address, and nulls', () => {
    expect(issuesOf(body, { ...MINIMAL, feePercentage: '0', feeAddress: PAYEE })).toEqual([])
    expect(
      issuesOf(body, {
        ...MINIMAL,
        feePercentage: null,
        feeAddress: null,
        operatorWalletAddress: null,
      }),
    ).toEqual([])
  })
})

describe('webhooks.create', () => {
  it.each([
    ['https://shop.example.test/hooks?x=1', []],
    ['http://127.0.0.1:9000/', []],
    ['ftp://shop.example.test', ['url invalid_url']],
    ['https://user:pass@shop.example.test', ['url invalid_url']],
    ['https://shop.example.test/#x', ['url invalid_url']],
    ['https://shop.example.test\\@evil.test', ['url invalid_url']],
    ['javascript:alert(1)', ['url invalid_url']],
    ['https://', ['url invalid_url']],
    ['https://shop.example.test/\u0000', ['url invalid_url']],
    ['https://shop.example.test/\u0001', ['url invalid_url']],
    ['https://shop.example.test/\u007f', ['url invalid_url']],
    ['https://shop.example.test/\ud800', ['url invalid_url']],
    ['https://shop.example.test/caf\u00e9', []],
    [`https://shop.example.test/${'x'.repeat(2_048)}`, ['url too_long']],
    [undefined, ['url required']],
  ])('answers the URL %j with %j', (url, issues) => {
    expect(issuesOf(api.webhooks.create.body, { url })).toEqual(issues)
  })
})

describe('problemSchema', () => {
  const BASE = {
    type: 'https://api.example.test/errors/payment_expired',
    title: 'Payment expired',
    detail: 'The payment has expired.',
    statusCode: 403,
    error: 'Forbidden',
    message: 'The payment has expired.',
    code: 'payment_expired',
  }

  it('carries the status of a payment, and the payment', () => {
    const problem = { ...BASE, status: 'expired', payment: { ...singleExample, status: 'expired' } }
    expect(problemSchema.parse(problem)).toEqual(problem)
  })

  it('carries the HTTP status otherwise', () => {
    expect(problemSchema.safeParse({ ...BASE, status: 403 }).success).toBe(true)
    expect(problemSchema.safeParse({ ...BASE, status: '403' }).success).toBe(false)
  })
})

function describeEndpoint(definition: EndpointDefinition): string {
  const letters = { apiKey: 'K', clientId: 'C', session: 'S', walletSession: 'W' }
  const auth = definition.auth.map((credential) => letters[credential]).join('')
  const statuses = Object.keys(definition.responses).join(' ')
  return `${definition.host} ${definition.method} ${definition.path} ${auth} ${statuses}: ${definition.errors.join(' ')}`
}

function issuesOf(schema: Parameters<typeof parseWith>[0], input: unknown): string[] {
  const result = parseWith(schema, input)
  if (result.success) return []
  return toFieldIssues(result.error, input).map((issue) => `${issue.field} ${issue.code}`)
}

function parseWith(schema: NonNullable<EndpointDefinition['body']>, input: unknown) {
  return schema.safeParse(input)
}
