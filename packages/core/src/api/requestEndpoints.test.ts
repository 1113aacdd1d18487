import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { toFieldIssues } from './fieldIssues.ts'
import { payments } from './payments.ts'
import { requestEndpoints } from './requestEndpoints.ts'
import { requestPaying } from './requestPaying.ts'

const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const PAYER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const BODY = {
  payee: PAYEE,
  amount: '80',
  invoiceCurrency: 'USD',
  paymentCurrency: 'USDC-mainnet',
}

/** A case's title and input, or only the input, then the rejected fields. */
type Refused = readonly [string, object, readonly string[]]
type RefusedQuery = readonly [object, readonly string[]]

describe('the body of a new request', () => {
  const { body } = requestEndpoints.create

  it.each([
    ['only the required members', {}, {}],
    ['no payee, for a bound client ID', { payee: undefined }, {}],
    ['the flag', { isCryptoToFiatAllowed: true }, { isCryptoToFiatAllowed: true }],
    [
      'the flag under its other name',
      { isCryptoToFiatAvailable: true },
      { isCryptoToFiatAllowed: true },
    ],
    [
      'the flag under both names',
      { isCryptoToFiatAllowed: true, isCryptoToFiatAvailable: true },
      { isCryptoToFiatAllowed: true },
    ],
    ['unknown members', { note: 'x', feePlan: {} }, { note: undefined, feePlan: undefined }],
    ['a reference of 255 characters', { reference: 'é'.repeat(255) }, {}],
    ['an empty customer', { customerInfo: { firstName: '', address: {} } }, { customerInfo: {} }],
    [
      'a customer with empty fields',
      { customerInfo: { firstName: 'Ana', email: '', address: { city: 'Porto', country: '' } } },
      { customerInfo: { firstName: 'Ana', address: { city: 'Porto' } } },
    ],
    ['a start day', { recurrence: { startDate: '2028-02-29', frequency: 'YEARLY' } }, {}],
    ['a start time', { recurrence: { startDate: '2028-02-29T23:59:00Z', frequency: 'DAILY' } }, {}],
  ])('the body of a new request accepts %s', (_, change, parsed) => {
    const input = { ...BODY, ...change }
    expect(body.parse(input)).toEqual({
      isCryptoToFiatAllowed: false,
      ...input,
      ...withoutAlias,
      ...parsed,
    })
  })

  it.each<Refused>([
    [
      'nothing',
      { amount: undefined, invoiceCurrency: undefined, paymentCurrency: undefined },
      ['amount required', 'invoiceCurrency required', 'paymentCurrency required'],
    ],
    ['a number as amount', { amount: 80 }, ['amount invalid_type']],
    ['an amount of 0', { amount: '0.00' }, ['amount amount_not_positive']],
    ['a negative amount', { amount: '-1' }, ['amount invalid_amount']],
    ['an exponent', { amount: '1e3' }, ['amount invalid_amount']],
    ['a currency with spaces', { invoiceCurrency: 'US D' }, ['invoiceCurrency invalid_currency']],
    ['the zero address as payee', { payee: `0x${'0'.repeat(40)}` }, ['payee zero_address']],
    ['a name as payee', { payee: 'ana.eth' }, ['payee invalid_address']],
    ['null as payee', { payee: null }, ['payee invalid_type']],
    ['a short payer', { payer: '0x12' }, ['payer invalid_address']],
    ['a flag as text', { isCryptoToFiatAllowed: 'true' }, ['isCryptoToFiatAllowed invalid_type']],
    [
      'a flag that contradicts its other name',
      { isCryptoToFiatAllowed: true, isCryptoToFiatAvailable: false },
      ['isCryptoToFiatAvailable conflicting_fields'],
    ],
    ['an empty reference', { reference: '' }, ['reference too_short']],
    ['a long reference', { reference: 'x'.repeat(256) }, ['reference too_long']],
    ['a line break in a reference', { reference: 'a\nb' }, ['reference control_characters']],
    ['half a surrogate pair', { reference: '\ud800' }, ['reference invalid_text']],
    ['an empty original', { originalRequestId: '' }, ['originalRequestId too_short']],
    [
      'an empty recurrence',
      { recurrence: {} },
      ['recurrence.startDate required', 'recurrence.frequency required'],
    ],
    ...[
      '2026-02-30',
      '2026-2-3',
      '01.12.2026',
      '2026-12-01T00:00:00',
      '2026-12-01T00:00:00+01:00',
      '',
    ].map(
      (startDate) =>
        [
          `the start ${JSON.stringify(startDate)}`,
          { recurrence: { startDate, frequency: 'DAILY' } },
          ['recurrence.startDate invalid_date'],
        ] as const,
    ),
    [
      'an unknown frequency',
      { recurrence: { startDate: '2030-01-01', frequency: 'daily' } },
      ['recurrence.frequency invalid_value'],
    ],
    ['a customer as text', { customerInfo: 'Ana' }, ['customerInfo invalid_type']],
    [
      'a long name',
      { customerInfo: { firstName: 'x'.repeat(101) } },
      ['customerInfo.firstName too_long'],
    ],
    [
      'a malformed e-mail address',
      { customerInfo: { email: 'ana' } },
      ['customerInfo.email invalid_email'],
    ],
    [
      'an e-mail address of 256 characters',
      { customerInfo: { email: `${'a'.repeat(244)}@example.test` } },
      ['customerInfo.email too_long'],
    ],
    [
      'a country of three letters',
      { customerInfo: { address: { country: 'PRT' } } },
      ['customerInfo.address.country invalid_country'],
    ],
    [
      'a long postal code',
      { customerInfo: { address: { postalCode: '1'.repeat(21) } } },
      ['customerInfo.address.postalCode too_long'],
    ],
  ])('the body of a new request rejects %s', (_, change, issues) => {
    expect(issuesOf(body, { ...BODY, ...change })).toEqual(issues)
  })
})

const withoutAlias = { isCryptoToFiatAvailable: undefined }

describe('the pay query', () => {
  const { query } = requestPaying.pay

  it('the pay query accepts the payer in either field, and in both when they agree', () => {
    expect(query.parse({ wallet: PAYER })).toEqual({ wallet: PAYER })
    expect(query.parse({ payerAddress: PAYER })).toEqual({ wallet: PAYER })
    const lower = PAYER.toLowerCase()
    expect(query.parse({ wallet: PAYER, payerAddress: lower })).toEqual({ wallet: PAYER })
    expect(query.parse({ other: '1' }).wallet).toBeUndefined()
  })

  it.each([
    [{ wallet: PAYER, payerAddress: PAYEE }, ['payerAddress conflicting_fields']],
    [{ wallet: '' }, ['wallet invalid_address']],
    [{ chain: 'BASE' }, ['token required']],
    [{ token: 'USDC' }, ['chain required']],
    [{ chain: 'BASE ', token: 'US DC' }, ['chain invalid_chain', 'token invalid_token']],
    [{ amount: '0' }, ['amount amount_not_positive']],
    [{ amount: '-1' }, ['amount invalid_amount']],
    [{ amount: ['1', '2'] }, ['amount invalid_type']],
    [{ feePercentage: '1' }, ['feeAddress required']],
    [{ feeAddress: PAYEE }, ['feePercentage required']],
    [{ feePercentage: '100.1', feeAddress: PAYEE }, ['feePercentage out_of_range']],
    [{ feePercentage: '-1', feeAddress: PAYEE }, ['feePercentage invalid_percentage']],
    [{ feePercentage: '1', feeAddress: `0x${'0'.repeat(40)}` }, ['feeAddress zero_address']],
    [
      { clientUserId: '', paymentDetailsId: '' },
      ['clientUserId too_short', 'paymentDetailsId too_short'],
    ],
  ])('the pay query rejects %j', (input, issues) => {
    expect(issuesOf(query, input)).toEqual(issues)
  })
})

describe('the routes query', () => {
  it.each([
    [{}, ['wallet required']],
    [{ wallet: '0x' }, ['wallet invalid_address']],
    [{ wallet: PAYER, amount: '0' }, ['amount amount_not_positive']],
    [{ wallet: PAYER, feePercentage: '1' }, ['feeAddress required']],
  ])('the routes query rejects %j', (input, issues) => {
    expect(issuesOf(requestPaying.routes.query, input)).toEqual(issues)
  })
})

describe('calldata', () => {
  const { schema } = requestPaying.pay.responses[200]
  const example = requestPaying.pay.responses[200].example

  it.each([0, '0x00', { type: 'BigNumber' }, { type: 'BigNumber', hex: '0x0' }, { hex: '0x00' }])(
    'the schema of calldata rejects the value %j',
    (value) => {
      const [transaction] = example.transactions
      expect(
        schema.safeParse({ ...example, transactions: [{ ...transaction, value }] }).success,
      ).toBe(false)
    },
  )
})

describe('the payments query', () => {
  const { query } = payments.search

  it('the payments query normalises dates to milliseconds so that text order equals time order', () => {
    expect(
      query.parse({ fromDate: '2026-01-02T03:04:05Z', toDate: '2026-01-02T03:04:05.1Z' }),
    ).toEqual({
      fromDate: '2026-01-02T03:04:05.000Z',
      toDate: '2026-01-02T03:04:05.100Z',
    })
  })

  it.each<RefusedQuery>([
    ...[
      '2026-01-02',
      '2026-01-02T03:04:05',
      '2026-01-02T03:04:05+01:00',
      '2026-02-30T00:00:00Z',
      'now',
      '',
    ].flatMap((date) => [
      [{ fromDate: date }, ['fromDate invalid_datetime']] as const,
      [{ toDate: date }, ['toDate invalid_datetime']] as const,
    ]),
    [
      { fromDate: '2026-01-02T00:00:00Z', toDate: '2026-01-02T00:00:00.000Z' },
      ['toDate out_of_range'],
    ],
    [{ fromDate: '2026-01-02T00:00:00Z', toDate: '2026-01-01T00:00:00Z' }, ['toDate out_of_range']],
    [{ limit: '0' }, ['limit out_of_range']],
    [{ limit: '101' }, ['limit out_of_range']],
    [{ type: 'batch' }, ['type invalid_value']],
    [{ format: 'xml' }, ['format invalid_value']],
    [{ txHash: `0x${'a'.repeat(63)}` }, ['txHash invalid_tx_hash']],
    [{ txHash: `0x${'a'.repeat(65)}` }, ['txHash invalid_tx_hash']],
    [{ walletAddress: '0x12' }, ['walletAddress invalid_address']],
    [{ paymentReference: '0x12' }, ['paymentReference invalid_payment_reference']],
    [{ requestId: '' }, ['requestId invalid_id']],
    [{ reference: '' }, ['reference too_short']],
    [{ invoiceCurrency: 'U SD' }, ['invoiceCurrency invalid_currency']],
    [{ paymentCurrency: '' }, ['paymentCurrency invalid_currency']],
    [{ cursor: 'abc', offset: '20' }, ['cursor conflicting_fields']],
  ])('the payments query rejects %j', (input, issues) => {
    expect(issuesOf(query, input)).toEqual(issues)
  })
})

function issuesOf(schema: z.ZodType, input: unknown): string[] {
  const { error } = schema.safeParse(input)
  return error === undefined
    ? []
    : toFieldIssues(error, input).map(({ field, code }) => `${field} ${code}`)
}
