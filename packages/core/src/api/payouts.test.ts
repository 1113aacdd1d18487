import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { checksumAddress } from '../evm/address.ts'
import { api } from './api.ts'
import { toFieldIssues } from './fieldIssues.ts'
import * as examples from './payoutExamples.ts'
import {
  payoutLinkBatchBodyExample,
  payoutLinkBodyExample,
  recurringPayoutBodyExample,
  recurringPayoutExample,
  singlePayoutBodyExample,
  singlePayoutExample,
} from './payoutExamples.ts'
import { allowanceTransactionSchema } from './recurringPayoutSchemas.ts'

const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const PAYER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const TRON = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
const REQUEST_ID = '01019f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a'
const PAYOUT = {
  payee: PAYEE,
  amount: '10',
  invoiceCurrency: 'USDC-base',
  paymentCurrency: 'USDC-base',
}
const RECURRENCE = { startDate: '2026-12-01', frequency: 'MONTHLY', totalPayments: 12 }
const RECURRING = { ...PAYOUT, recurrence: { ...RECURRENCE, payer: PAYER } }

describe('The examples', () => {
  it('the examples use EIP-55 checksums in every address', () => {
    const addresses = JSON.stringify(examples).match(/(?<=")0x[0-9a-fA-F]{40}(?=")/g) ?? []
    expect(addresses.length).toBeGreaterThan(10)
    for (const address of addresses) expect(checksumAddress(address.toLowerCase())).toBe(address)
  })
})

describe('payouts.get', () => {
  const { schema, example, otherExamples } = api.payouts.get.responses[200]

  it('payouts.get has a schema that keeps every member of each example', () => {
    for (const told of [example, ...Object.values(otherExamples)]) {
      expect(schema.parse(told)).toEqual(told)
    }
    expect(otherExamples.pending.recurringPaymentPermit).toEqual(
      recurringPayoutExample.recurringPaymentPermit,
    )
  })
})

describe('payouts.create', () => {
  const { body } = api.payouts.create

  it('payouts.create lists every accepted field name if a recurring payout has no payer', () => {
    const input = { ...PAYOUT, recurrence: RECURRENCE }
    const { error } = body.safeParse(input)
    const [issue] = error === undefined ? [] : toFieldIssues(error, input)
    for (const name of ['payerWallet', 'payerAddress', 'payer']) {
      expect(issue?.message).toMatch(new RegExp(`\\b${name}\\b`))
    }
  })

  it.each(['payerWallet', 'payerAddress', 'payer'])(
    'payouts.create reads the payer from the field %s',
    (name) => {
      expect(body.parse({ ...PAYOUT, [name]: PAYER })).toEqual({
        ...PAYOUT,
        payer: PAYER,
        payerField: name,
      })
    },
  )

  it('payouts.create reads a recurring payout’s payer from its recurrence or from the top level', () => {
    const parsed = { ...PAYOUT, payer: PAYER, recurrence: RECURRENCE }
    expect(body.parse(RECURRING)).toEqual({ ...parsed, payerField: 'recurrence.payer' })
    expect(body.parse({ ...PAYOUT, recurrence: RECURRENCE, payerWallet: PAYER })).toEqual({
      ...parsed,
      payerField: 'payerWallet',
    })
  })

  it('payouts.create accepts all payer fields together if they contain the same address, regardless of letter case', () => {
    const names = { payerWallet: PAYER.toLowerCase(), payerAddress: PAYER, payer: PAYER }
    expect(issuesOf(body, { ...RECURRING, ...names })).toEqual([])
  })

  it('payouts.create keeps every member of the documented examples', () => {
    const { payerWallet, ...single } = singlePayoutBodyExample
    expect(body.parse(singlePayoutBodyExample)).toEqual({
      ...single,
      payer: payerWallet,
      payerField: 'payerWallet',
    })
    const { recurrence, ...recurring } = recurringPayoutBodyExample
    const { payer, ...schedule } = recurrence
    expect(body.parse(recurringPayoutBodyExample)).toEqual({
      ...recurring,
      payer,
      payerField: 'recurrence.payer',
      recurrence: schedule,
    })
  })

  it.each([
    ['no payee, for a bound client ID', { payee: undefined }],
    ['a payee on Tron', { payee: TRON, ...both('USDT-tron') }],
    ['a fiat invoice', { invoiceCurrency: 'USD' }],
    ['a fee with its address', { feePercentage: '2.5', feeAddress: PAYEE }],
    ['a reference of 255 characters', { reference: 'x'.repeat(255) }],
    ['a start as a moment', withRecurrence({ startDate: '2026-12-01T10:00:00.000Z' })],
    ['2 payments', withRecurrence({ totalPayments: 2 })],
    ['255 payments', withRecurrence({ totalPayments: 255 })],
    ['members of later versions', { payerType: 'eoa' }],
  ])('payouts.create accepts %s', (_, changes) => {
    expect(issuesOf(body, { ...PAYOUT, ...changes })).toEqual([])
  })

  it.each([
    ['an ENS name as payee', { payee: 'ana.eth' }, ['payee invalid_address']],
    ['the zero address as payee', { payee: `0x${'0'.repeat(40)}` }, ['payee zero_address']],
    ['no amount', { amount: undefined }, ['amount required']],
    ['a number as amount', { amount: 10 }, ['amount invalid_type']],
    ['an amount of zero', { amount: '0.0' }, ['amount amount_not_positive']],
    ['a negative amount', { amount: '-1' }, ['amount invalid_amount']],
    ['an exponent', { amount: '1e3' }, ['amount invalid_amount']],
    ['a currency with a space', both('USDC base'), bothIssues('invalid_currency')],
    ['a fee without its address', { feePercentage: '1' }, ['feeAddress required']],
    ['a fee address without a fee', { feeAddress: PAYEE }, ['feePercentage required']],
    [
      'a fee above 100',
      { feePercentage: '100.1', feeAddress: PAYEE },
      ['feePercentage out_of_range'],
    ],
    ['an empty reference', { reference: '' }, ['reference too_short']],
    ['a long reference', { reference: 'x'.repeat(256) }, ['reference too_long']],
    ['a malformed payer', { payerWallet: '0x12' }, ['payerWallet invalid_address']],
    [
      'two payers',
      { payerWallet: PAYER, payerAddress: PAYEE },
      ['payerAddress conflicting_fields'],
    ],
    [
      'three payers',
      { payerWallet: PAYER, payerAddress: PAYEE, payer: TRON },
      ['payerAddress conflicting_fields', 'payer conflicting_fields'],
    ],
    [
      'another payer in the recurrence',
      { ...withRecurrence({ payer: PAYEE }), payer: PAYER },
      ['recurrence.payer conflicting_fields'],
    ],
    [
      'a Tron payer in another case',
      { payerWallet: TRON, payer: TRON.replace('Cn', 'cn') },
      ['payer conflicting_fields'],
    ],
    ['a recurrence without a payer', { recurrence: RECURRENCE }, ['recurrence.payer required']],
    ['1 payment', withRecurrence({ totalPayments: 1 }), ['recurrence.totalPayments out_of_range']],
    [
      '256 payments',
      withRecurrence({ totalPayments: 256 }),
      ['recurrence.totalPayments out_of_range'],
    ],
    [
      'half a payment',
      withRecurrence({ totalPayments: 2.5 }),
      ['recurrence.totalPayments invalid_type'],
    ],
    [
      'payments as text',
      withRecurrence({ totalPayments: '12' }),
      ['recurrence.totalPayments invalid_type'],
    ],
    [
      'an unknown frequency',
      withRecurrence({ frequency: 'HOURLY' }),
      ['recurrence.frequency invalid_value'],
    ],
    [
      'a start in another time zone',
      withRecurrence({ startDate: '2026-12-01T00:00:00+01:00' }),
      ['recurrence.startDate invalid_date'],
    ],
    [
      'a start on a nonexistent day',
      withRecurrence({ startDate: '2026-02-30' }),
      ['recurrence.startDate invalid_date'],
    ],
    [
      'an empty recurrence',
      { recurrence: {}, payer: PAYER },
      [
        'recurrence.startDate required',
        'recurrence.frequency required',
        'recurrence.totalPayments required',
      ],
    ],
  ])('payouts.create rejects %s', (_, changes, issues) => {
    expect(issuesOf(body, { ...PAYOUT, ...changes })).toEqual(issues)
  })

  it('payouts.create explains why 256 payments are too many, and how to make a single payment', () => {
    const messageOf = (totalPayments: number) =>
      messagesOf(body, { ...PAYOUT, ...withRecurrence({ totalPayments }) })
    expect(messageOf(256)).toEqual([
      'must be at most 255: the contract counts a permit’s payments in one byte',
    ])
    expect(messageOf(1)).toEqual(['must be at least 2: omit recurrence for a single payment'])
  })

  it('payouts.create has a response schema that keeps every member of a single and a recurring payout', () => {
    const { schema } = api.payouts.create.responses[201]
    expect(schema.parse(singlePayoutExample)).toEqual(singlePayoutExample)
    expect(schema.parse(recurringPayoutExample)).toEqual(recurringPayoutExample)
    expect(schema.safeParse({ requestId: REQUEST_ID }).success).toBe(false)
  })

  it('payouts.create allows only the string 0x0 as an allowance transaction’s value', () => {
    const transaction = { to: PAYEE, data: '0x' }
    const takes = (value: unknown) =>
      allowanceTransactionSchema.safeParse({ ...transaction, value }).success
    expect(takes('0x0')).toBe(true)
    expect([0, '0x00', '0x1', { type: 'BigNumber', hex: '0x00' }].filter(takes)).toEqual([])
  })
})

describe('payouts.batch', () => {
  const { body } = api.payouts.batch
  const idAt = (index: number) => `01${String(index).padStart(64, '0')}`

  it.each([
    ['200 items', { requests: Array.from({ length: 200 }, () => PAYOUT) }],
    ['200 requests', { requestIds: Array.from({ length: 200 }, (_, index) => idAt(index)) }],
    ['a payer and a fee', { requests: [PAYOUT], payer: PAYER, ...fee('1', PAYEE) }],
  ])('payouts.batch accepts %s', (_, input) => {
    expect(body.parse(input)).toEqual(input)
  })

  it.each([
    ['neither requests nor requestIds', {}, ['requests required']],
    [
      'both requests and requestIds',
      { requests: [PAYOUT], requestIds: [REQUEST_ID] },
      ['requestIds conflicting_fields'],
    ],
    ['0 items', { requests: [] }, ['requests too_few_items']],
    ['0 requests', { requestIds: [] }, ['requestIds too_few_items']],
    [
      '201 items',
      { requests: Array.from({ length: 201 }, () => PAYOUT) },
      ['requests too_many_items'],
    ],
    [
      '201 requests',
      { requestIds: Array.from({ length: 201 }, (_, index) => idAt(index)) },
      ['requestIds too_many_items'],
    ],
    ['one item alone', { requests: PAYOUT }, ['requests invalid_type']],
    ['a malformed id', { requestIds: [REQUEST_ID, 'x'] }, ['requestIds[1] invalid_request_id']],
    [
      'the same request twice',
      { requestIds: [REQUEST_ID, idAt(1), REQUEST_ID] },
      ['requestIds[2] duplicate_item'],
    ],
    [
      'an item without a payee',
      { requests: [PAYOUT, { ...PAYOUT, payee: undefined }] },
      ['requests[1].payee required'],
    ],
    [
      'items with faults',
      {
        requests: [
          { ...PAYOUT, amount: '0' },
          { ...PAYOUT, payee: 'x' },
        ],
      },
      ['requests[0].amount amount_not_positive', 'requests[1].payee invalid_address'],
    ],
    ['a malformed payer', { requests: [PAYOUT], payer: 'x' }, ['payer invalid_address']],
    [
      'a fee without its address',
      { requests: [PAYOUT], feePercentage: '1' },
      ['feeAddress required'],
    ],
    [
      'the zero address for the fee',
      { requests: [PAYOUT], ...fee('1', `0x${'0'.repeat(40)}`) },
      ['feeAddress zero_address'],
    ],
  ])('payouts.batch rejects %s', (_, input, issues) => {
    expect(issuesOf(body, input)).toEqual(issues)
  })
})

describe('payouts.activate', () => {
  const { body } = api.payouts.activate

  it('payouts.activate has a response schema in which the missing allowance and its transactions are optional', () => {
    const { schema, example } = api.payouts.activate.responses[201]
    expect(schema.parse(example)).toEqual(example)
    const { metadata: _, transactions: __, ...rest } = example
    expect(schema.parse(rest)).toEqual(rest)
  })
  const bytes = (count: number) => `0x${'ab'.repeat(count)}`

  it('payouts.activate accepts a 65-byte signature in any letter case', () => {
    expect(issuesOf(body, { permitSignature: bytes(65) })).toEqual([])
    expect(issuesOf(body, { permitSignature: `0x${'AB'.repeat(65)}` })).toEqual([])
  })

  it.each([
    ['none', {}, ['permitSignature required']],
    ['one of 64 bytes', { permitSignature: bytes(64) }, ['permitSignature invalid_signature']],
    ['one of 66 bytes', { permitSignature: bytes(66) }, ['permitSignature invalid_signature']],
    ['one without 0x', { permitSignature: 'ab'.repeat(65) }, ['permitSignature invalid_signature']],
    [
      'one that is not hex',
      { permitSignature: `0x${'zz'.repeat(65)}` },
      ['permitSignature invalid_signature'],
    ],
    ['bytes', { permitSignature: [1, 2] }, ['permitSignature invalid_type']],
  ])('payouts.activate rejects %s', (_, input, issues) => {
    expect(issuesOf(body, input)).toEqual(issues)
  })
})

describe('payouts.update', () => {
  const { body } = api.payouts.update

  it.each([
    [{ action: 'cancel' }, []],
    [{ action: 'unpause' }, []],
    [{ action: 'pause' }, ['action invalid_value']],
    [{ action: 'CANCEL' }, ['action invalid_value']],
    [{}, ['action required']],
  ])('payouts.update reports the issues of %j', (input, issues) => {
    expect(issuesOf(body, input)).toEqual(issues)
  })
})

describe('payouts.list', () => {
  const { query } = api.payouts.list

  it.each([
    [{}, []],
    [{ limit: '100', offset: '20', status: 'paused' }, []],
    [{ limit: '0' }, ['limit out_of_range']],
    [{ limit: '101' }, ['limit out_of_range']],
    [{ offset: '-1' }, ['offset invalid_integer']],
    [{ status: 'ACTIVE' }, ['status invalid_value']],
  ])('payouts.list reports the issues of %j', (input, issues) => {
    expect(issuesOf(query, input)).toEqual(issues)
  })
})

describe('securePayments.createPayout', () => {
  const { body } = api.securePayments.createPayout

  it('securePayments.createPayout accepts a single payout and a list, and returns both unchanged', () => {
    expect(body.parse(payoutLinkBodyExample)).toEqual(payoutLinkBodyExample)
    expect(body.parse(payoutLinkBatchBodyExample)).toEqual(payoutLinkBatchBodyExample)
  })

  it('securePayments.createPayout ignores a fee in the body, even a malformed one', () => {
    const input = { ...payoutLinkBodyExample, feePercentage: 'x', feeAddress: 'x' }
    expect(body.parse(input)).toEqual(payoutLinkBodyExample)
  })

  it.each([
    [
      'nothing',
      {},
      ['recipient required', 'network required', 'currency required', 'amount required'],
    ],
    ['a payout without its network', without('network'), ['network required']],
    [
      'a list and a payout',
      { ...payoutLinkBodyExample, payouts: [payoutLinkBodyExample] },
      ['recipient', 'network', 'currency', 'amount', 'recipientIdentifier'].map(
        (field) => `${field} conflicting_fields`,
      ),
    ],
    ['an empty list', { payouts: [] }, ['payouts too_few_items']],
    [
      '201 payouts',
      { payouts: Array.from({ length: 201 }, () => payoutLinkBodyExample) },
      ['payouts too_many_items'],
    ],
    [
      'a payout of a list without its amount',
      { payouts: [payoutLinkBodyExample, without('amount')] },
      ['payouts[1].amount required'],
    ],
    [
      'malformed members',
      {
        ...payoutLinkBodyExample,
        recipient: 'x',
        network: 'BASE',
        amount: '0',
        creatorWalletAddress: 'x',
      },
      [
        'recipient invalid_address',
        'network invalid_network',
        'amount amount_not_positive',
        'creatorWalletAddress invalid_address',
      ],
    ],
    ['an empty reference', { ...payoutLinkBodyExample, reference: '' }, ['reference too_short']],
  ])('securePayments.createPayout rejects %s', (_, input, issues) => {
    expect(issuesOf(body, input)).toEqual(issues)
  })
})

function withRecurrence(changes: object) {
  return { recurrence: { ...RECURRENCE, payer: PAYER, ...changes } }
}

function both(currency: string) {
  return { invoiceCurrency: currency, paymentCurrency: currency }
}

function bothIssues(code: string) {
  return [`invoiceCurrency ${code}`, `paymentCurrency ${code}`]
}

function fee(feePercentage: string, feeAddress: string) {
  return { feePercentage, feeAddress }
}

function without(field: keyof typeof payoutLinkBodyExample): object {
  const { [field]: _, ...rest } = payoutLinkBodyExample
  return rest
}

function issuesOf(schema: z.ZodType, input: unknown): string[] {
  return faultsOf(schema, input).map(({ field, code }) => `${field} ${code}`)
}

function messagesOf(schema: z.ZodType, input: unknown): string[] {
  return faultsOf(schema, input).map(({ message }) => message)
}

function faultsOf(schema: z.ZodType, input: unknown) {
  const result = schema.safeParse(input)
  return result.success ? [] : toFieldIssues(result.error, input)
}
