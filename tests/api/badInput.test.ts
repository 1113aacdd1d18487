import { RELAYER_ACCOUNT } from '@secure-payment/devnet'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPayment } from '../support/addPayment.ts'
import type { Caller } from '../support/callApi.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import { permitOfRow, signPermit } from '../support/permits.ts'
import { createRequest } from '../support/requestCalls.ts'
import { seedRecurringPayout } from '../support/seedRecurringPayout.ts'
import { FEE_ADDRESS, PAYEE, PAYER, SECOND_PAYEE, startTestHost } from '../support/testHost.ts'

/**
 * What requests, payments, currencies and payouts refuse: the documented status, the field with its code, and no row of the database changed.
 * Bodies of new requests are in their own suite.
 */
const test = await startTestHost({ PAY_RELAYER_PRIVATE_KEY: RELAYER_ACCOUNT.privateKey })
afterAll(() => test[Symbol.asyncDispose]())

const UNKNOWN = `01${'0'.repeat(64)}`
const HASH = `0x${'ab'.repeat(32)}`

/** Requests of this merchant by what they are, and one of another. */
const ids: Record<'open' | 'partial' | 'paid' | 'recurring' | 'foreign', string> = {
  open: '',
  partial: '',
  paid: '',
  recurring: '',
  foreign: '',
}
const references: { open: string } = { open: '' }

/** Who signs, and who only tries to. */
const subscriber = privateKeyToAccount(`0x${'51'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'52'.repeat(32)}`)
/** Recurring payouts of this merchant by their status, and one of another. */
const schedules = {
  pending: '',
  active: '',
  cancelled: '',
  completed: '',
  expired: '',
  foreign: '',
}
/** The request that only its schedule pays. */
const scheduled: { requestId: string } = { requestId: '' }

beforeAll(async () => {
  ids.open = await createRequest(test)
  ids.partial = await createRequest(test)
  ids.paid = await createRequest(test)
  ids.recurring = await createRequest(test, {
    recurrence: { startDate: '2030-01-01', frequency: 'DAILY' },
  })
  const units = { requestUnits: 10_000_000n, creditedUnits: 10_000_000n }
  await addPayment(test.host, { requestId: ids.partial, ...units })
  const all = { requestUnits: 12_500_000n, creditedUnits: 12_500_000n }
  await addPayment(test.host, { requestId: ids.paid, ...all })
  const { apiKey } = await test.createTenant()
  const foreign: Caller = (method, path, options) =>
    test.call(method, path, { ...options, anonymous: true, headers: { 'x-api-key': apiKey } })
  ids.foreign = await createRequest({ call: foreign })
  await seedSchedules({ call: foreign })
  references.open = (await test.call('GET', `/v2/request/${ids.open}`)).json.paymentReference
  rows = await readRows()
})

async function seedSchedules(other: { call: Caller }): Promise<void> {
  const seed = async (caller: { call: Caller }, columns: object = {}) => {
    const request_id = await createRequest(caller, { payer: subscriber.address })
    const id = await seedRecurringPayout(test.host.context, { request_id, ...columns })
    return { id, request_id }
  }
  const pending = await seed(test)
  schedules.pending = pending.id
  scheduled.requestId = pending.request_id
  const permit_signature = `0x${'5b'.repeat(65)}`
  for (const status of ['active', 'cancelled', 'completed'] as const) {
    schedules[status] = (await seed(test, { status, permit_signature })).id
  }
  schedules.expired = (await seed(test, { deadline_s: 1_700_000_000n })).id
  schedules.foreign = (await seed(other)).id
}

/** All but when the key was used last. */
const readRows = () => dumpDatabase(test.host.context.db, { without: ['api_keys', 'rate_limits'] })
/** What the rows were before the first refusal, and must be after each. */
let rows = ''

/** Expects a refusal that names the field, if there is one, and leaves every row as it was. */
async function expectRefusal(
  [method, path, body]: readonly [string, string, (object | undefined)?],
  expected: { status: number; code: string; errors?: readonly string[] },
) {
  const { status, json } = await test.call(method, path, body === undefined ? {} : { body })
  const errors = json.errors?.map(
    (issue: { field: string; code: string }) => `${issue.field} ${issue.code}`,
  )
  expect({ status, code: json.code, errors }).toEqual({ errors: undefined, ...expected })
  expect(await readRows()).toBe(rows)
}

const invalid = (...errors: string[]) => ({ status: 400, code: 'validation_failed', errors })
const notFound = { status: 404, code: 'request_not_found' }

describe('GET /v2/payments refuses', () => {
  it.each([
    ['fromDate=2026-01-02T00:00:00', ['fromDate invalid_datetime']],
    ['fromDate=2026-01-02', ['fromDate invalid_datetime']],
    ['toDate=2026-01-02T00:00:00%2B00:00', ['toDate invalid_datetime']],
    ['toDate=2026-13-02T00:00:00Z', ['toDate invalid_datetime']],
    ['fromDate=2026-01-02T00:00:00Z&toDate=2026-01-02T00:00:00Z', ['toDate out_of_range']],
    ['fromDate=2026-01-02T00:00:00Z&toDate=2026-01-01T23:59:59.999Z', ['toDate out_of_range']],
    ['limit=0', ['limit out_of_range']],
    ['limit=101', ['limit out_of_range']],
    ['limit=ten', ['limit invalid_integer']],
    ['offset=-1', ['offset invalid_integer']],
    ['offset=1000000001', ['offset out_of_range']],
    ['cursor=%00', ['cursor invalid_cursor']],
    ['cursor=abc', ['cursor invalid_cursor']],
    ['cursor=abc&offset=1', ['cursor conflicting_fields']],
    ['type=batch', ['type invalid_value']],
    ['type=DIRECT', ['type invalid_value']],
    ['type=', ['type invalid_value']],
    ['format=xml', ['format invalid_value']],
    [`txHash=${HASH}0`, ['txHash invalid_tx_hash']],
    [`txHash=${HASH.slice(2)}`, ['txHash invalid_tx_hash']],
    ['walletAddress=ana.eth', ['walletAddress invalid_address']],
    ['paymentReference=0x12', ['paymentReference invalid_payment_reference']],
    ['requestId=%00', ['requestId invalid_id']],
    ['reference=a%00', ['reference control_characters']],
    ['invoiceCurrency=U%20SD', ['invoiceCurrency invalid_currency']],
    ['paymentCurrency=', ['paymentCurrency invalid_currency']],
    [
      'limit=0&type=x&fromDate=x',
      ['type invalid_value', 'fromDate invalid_datetime', 'limit out_of_range'],
    ],
    ['limit=1&limit=2', ['limit invalid_type']],
  ])('%s', async (query, errors) => {
    await expectRefusal(['GET', `/v2/payments?${query}`], invalid(...errors))
  })
})

describe.each([
  ['version 2', (id: 'open' | 'partial' | 'paid') => `/v2/request/${ids[id]}`],
  ['version 1', () => `/v1/request/${references.open}`],
] as const)('paying refuses in %s', (version, pathOf) => {
  it.each([
    ['amount=0', ['amount amount_not_positive']],
    ['amount=-1', ['amount invalid_amount']],
    ['amount=1e1', ['amount invalid_amount']],
    ['amount=', ['amount invalid_amount']],
    ['amount=0.0000001', ['amount too_many_decimals']],
    ['wallet=0x12', ['wallet invalid_address']],
    [`wallet=${PAYER.replace('3C44', '3c44')}`, ['wallet invalid_address']],
    [`wallet=${PAYER}&payerAddress=${PAYEE}`, ['payerAddress conflicting_fields']],
    ['chain=BASE', ['token required']],
    ['token=USDC', ['chain required']],
    ['feePercentage=1', ['feeAddress required']],
    [`feeAddress=${FEE_ADDRESS}`, ['feePercentage required']],
    [`feePercentage=101&feeAddress=${FEE_ADDRESS}`, ['feePercentage out_of_range']],
    [`feePercentage=-1&feeAddress=${FEE_ADDRESS}`, ['feePercentage invalid_percentage']],
    ['feePercentage=1&feeAddress=0x12', ['feeAddress invalid_address']],
    [`feePercentage=1&feeAddress=0x${'0'.repeat(40)}`, ['feeAddress zero_address']],
  ])('%s', async (query, errors) => {
    await expectRefusal(['GET', `${pathOf('open')}/pay?${query}`], invalid(...errors))
  })

  it('a part that is more than what is left', async () => {
    const [amount, id] =
      version === 'version 2' ? ['2.500001', 'partial' as const] : ['12.500001', 'open' as const]
    await expectRefusal(['GET', `${pathOf(id)}/pay?amount=${amount}`], {
      status: 400,
      code: 'amount_exceeds_remaining',
      errors: ['amount amount_exceeds_remaining'],
    })
  })

  it.each([
    ['', ['wallet required']],
    ['wallet=x', ['wallet invalid_address']],
    [`wallet=${PAYER}&amount=0`, ['amount amount_not_positive']],
    [`wallet=${PAYER}&feePercentage=1`, ['feeAddress required']],
  ])('routes?%s', async (query, errors) => {
    await expectRefusal(['GET', `${pathOf('open')}/routes?${query}`], invalid(...errors))
  })
})

describe('a request that is paid', () => {
  it('is not paid again', async () => {
    for (const query of ['', '?amount=1', `?wallet=${PAYER}`]) {
      const path = `/v2/request/${ids.paid}/pay${query}`
      await expectRefusal(['GET', path], { status: 400, code: 'already_paid' })
    }
  })
})

describe.each([
  ['unknown', () => UNKNOWN],
  ['foreign', () => ids.foreign],
  ['malformed', () => 'x'],
  ['in capitals', () => ids.open.toUpperCase()],
])('a request that is %s', (_, idOf) => {
  it.each([
    ['GET', ''],
    ['GET', '/status'],
    ['GET', '/pay'],
    ['GET', `/routes?wallet=${PAYER}`],
  ])('is not found by %s %s', async (method, path) => {
    await expectRefusal([method, `/v2/request/${idOf()}${path}`], notFound)
  })

  it('is not found by PATCH', async () => {
    const body = { isRecurrenceStopped: true }
    await expectRefusal(['PATCH', `/v2/request/${idOf()}`, body], notFound)
  })
})

describe('PATCH /v2/request/{requestId} refuses', () => {
  it.each([
    [{}, ['isRecurrenceStopped required']],
    [{ isRecurrenceStopped: 'true' }, ['isRecurrenceStopped invalid_type']],
    [{ isRecurrenceStopped: null }, ['isRecurrenceStopped invalid_type']],
  ])('%j', async (body, errors) => {
    await expectRefusal(['PATCH', `/v2/request/${ids.recurring}`, body], invalid(...errors))
  })

  it('a request that is not recurring', async () => {
    const body = { isRecurrenceStopped: true }
    const expected = { status: 400, code: 'not_recurring' }
    await expectRefusal(['PATCH', `/v2/request/${ids.open}`, body], expected)
  })
})

describe('currencies refuse', () => {
  it.each([
    ['/currencies?firstOnly=yes', invalid('firstOnly invalid_value')],
    ['/currencies?firstOnly=true', invalid('network required', 'symbol required')],
    ['/currencies?id=NONE', { status: 404, code: 'currency_not_found' }],
    ['/currencies?id=%00', { status: 404, code: 'currency_not_found' }],
    ['/currencies/NONE/conversion-routes', { status: 404, code: 'currency_not_found' }],
    ['/currencies/USD/conversion-routes?network=BASE', invalid('network invalid_network')],
    ['/currencies/USD/conversion-routes?networks=base,,matic', invalid('networks invalid_network')],
  ])('%s, in both versions', async (path, expected) => {
    await expectRefusal(['GET', `/v1${path}`], expected)
    await expectRefusal(['GET', `/v2${path}`], expected)
  })
})

const TRON_WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`
const both = (currency: string) => ({ invoiceCurrency: currency, paymentCurrency: currency })
const PAYOUT = { payee: PAYEE, amount: '12.5', ...both('USDC-devnet') }
const ON_TRON = { payee: TRON_WALLET, amount: '1', ...both('USDT-tron') }
const SECOND = { ...PAYOUT, payee: SECOND_PAYEE }
const today = test.clock.now().toISOString().slice(0, 10)
const RECURRENCE = { startDate: today, frequency: 'MONTHLY', totalPayments: 3, payer: PAYER }
const daysFromNow = (days: number) =>
  new Date(test.clock.now().getTime() + days * 86_400_000).toISOString()
/** Ends each day at its first moment in UTC, so that "yesterday" is past whatever the time is. */
const yesterday = daysFromNow(-1).slice(0, 10)

describe('POST /v2/payouts refuses', () => {
  it.each<[object, string[]]>([
    [{ payee: undefined }, ['payee required']],
    [{ payee: 'ana.eth' }, ['payee invalid_address']],
    [{ payee: ZERO_ADDRESS }, ['payee zero_address']],
    [{ payee: PAYEE.replace('f39F', 'F39f') }, ['payee invalid_address']],
    [{ payee: TRON_WALLET }, ['payee invalid_address']],
    [{ amount: undefined }, ['amount required']],
    [{ amount: 12.5 }, ['amount invalid_type']],
    [{ amount: '0' }, ['amount amount_not_positive']],
    [{ amount: '-1' }, ['amount invalid_amount']],
    [{ amount: '1e2' }, ['amount invalid_amount']],
    [{ amount: '0.0000001' }, ['amount too_many_decimals']],
    [{ paymentCurrency: undefined }, ['paymentCurrency required']],
    [{ invoiceCurrency: 'NONE-devnet' }, ['invoiceCurrency unknown_currency']],
    [{ paymentCurrency: 'NONE-devnet' }, ['paymentCurrency unknown_currency']],
    [{ paymentCurrency: 'USDC-devnet-b' }, ['paymentCurrency unsupported_conversion']],
    [{ paymentCurrency: 'USD' }, ['paymentCurrency unsupported_conversion']],
    [{ feePercentage: '1' }, ['feeAddress required']],
    [{ feeAddress: FEE_ADDRESS }, ['feePercentage required']],
    [{ feePercentage: '101', feeAddress: FEE_ADDRESS }, ['feePercentage out_of_range']],
    [{ feePercentage: '1', feeAddress: ZERO_ADDRESS }, ['feeAddress zero_address']],
    [{ reference: '' }, ['reference too_short']],
    [{ reference: 'x'.repeat(256) }, ['reference too_long']],
    [{ customerInfo: { email: 'x' } }, ['customerInfo.email invalid_email']],
    [{ payerWallet: 'x' }, ['payerWallet invalid_address']],
    [{ payerAddress: TRON_WALLET }, ['payerAddress invalid_address']],
    [{ payerWallet: PAYER.replace('3C44', '3c44') }, ['payerWallet invalid_address']],
    [{ payer: PAYEE }, ['payee payer_is_payee']],
    [{ payerWallet: PAYEE.toLowerCase() }, ['payee payer_is_payee']],
    [{ payerWallet: PAYER, payerAddress: SECOND_PAYEE }, ['payerAddress conflicting_fields']],
    [{ payerAddress: PAYER, payer: SECOND_PAYEE }, ['payer conflicting_fields']],
  ])('%j', async (changes, errors) => {
    await expectPayoutRefusal({ ...PAYOUT, ...changes }, errors)
  })

  it('a payee on Tron, where nobody is paid', async () => {
    await expectRefusal(['POST', '/v2/payouts', ON_TRON], {
      status: 400,
      code: 'unsupported_network',
      errors: ['paymentCurrency unsupported_network'],
    })
  })

  it.each<[string, object, string[]]>([
    ['1 payment', { totalPayments: 1 }, ['recurrence.totalPayments out_of_range']],
    ['256 payments', { totalPayments: 256 }, ['recurrence.totalPayments out_of_range']],
    ['no number of payments', { totalPayments: null }, ['recurrence.totalPayments invalid_type']],
    ['a start that was yesterday', { startDate: yesterday }, ['recurrence.startDate date_in_past']],
    [
      'a moment of yesterday',
      { startDate: `${yesterday}T23:59:59.999Z` },
      ['recurrence.startDate date_in_past'],
    ],
    ['a start that is no day', { startDate: '2090-02-30' }, ['recurrence.startDate invalid_date']],
    [
      'a frequency in small letters',
      { frequency: 'daily' },
      ['recurrence.frequency invalid_value'],
    ],
    ['no payer', { payer: undefined }, ['recurrence.payer required']],
    ['a payer who is the payee', { payer: PAYEE }, ['payee payer_is_payee']],
    [
      'a payer whose checksum is wrong',
      { payer: PAYER.replace('3C44', '3c44') },
      ['recurrence.payer invalid_address'],
    ],
    ['a payer on Tron', { payer: TRON_WALLET }, ['recurrence.payer invalid_address']],
  ])('a recurrence with %s', async (_, changes, errors) => {
    await expectPayoutRefusal({ ...PAYOUT, recurrence: { ...RECURRENCE, ...changes } }, errors)
  })

  it.each<[string, object, string[]]>([
    [
      'a payer elsewhere that differs',
      { payer: SECOND_PAYEE },
      ['recurrence.payer conflicting_fields'],
    ],
    ['a native coin', both('ETH-devnet'), ['paymentCurrency native_not_recurring']],
    ['a conversion', { invoiceCurrency: 'USD' }, ['paymentCurrency conversion_not_recurring']],
  ])('a recurrence with %s', async (_, changes, errors) => {
    await expectPayoutRefusal({ ...PAYOUT, recurrence: RECURRENCE, ...changes }, errors)
  })
})

describe('POST /v2/payouts/batch refuses', () => {
  it.each<[string, object, string[]]>([
    ['neither list', {}, ['requests required']],
    ['0 items', { requests: [] }, ['requests too_few_items']],
    ['201 items', { requests: Array(201).fill(PAYOUT) }, ['requests too_many_items']],
    ['0 requests', { requestIds: [] }, ['requestIds too_few_items']],
    [
      '201 requests',
      { requestIds: Array.from({ length: 201 }, (_, n) => `01${String(n).padStart(64, '0')}`) },
      ['requestIds too_many_items'],
    ],
    [
      'an item that names its payer',
      { requests: [PAYOUT, SECOND], payer: SECOND_PAYEE },
      ['requests[1].payee payer_is_payee'],
    ],
    [
      'an item without a payee',
      { requests: [PAYOUT, { ...PAYOUT, payee: undefined }] },
      ['requests[1].payee required'],
    ],
    [
      'an item of zero',
      { requests: [PAYOUT, { ...PAYOUT, amount: '0.00' }] },
      ['requests[1].amount amount_not_positive'],
    ],
    [
      'an item with too many decimals',
      { requests: [PAYOUT, { ...PAYOUT, amount: '0.0000001' }] },
      ['requests[1].amount too_many_decimals'],
    ],
    [
      'a fee without its address',
      { requests: [PAYOUT], feePercentage: '1' },
      ['feeAddress required'],
    ],
    ['a payer on Tron', { requests: [PAYOUT], payer: TRON_WALLET }, ['payer invalid_address']],
    ['one malformed id', { requestIds: [UNKNOWN, 'x'] }, ['requestIds[1] invalid_request_id']],
    ['an id twice', { requestIds: [UNKNOWN, UNKNOWN] }, ['requestIds[1] duplicate_item']],
  ])('%s', async (_, body, errors) => {
    await expectRefusal(['POST', '/v2/payouts/batch', body], invalid(...errors))
  })

  it('both lists, whatever is in them', async () => {
    const body = { requests: [PAYOUT], requestIds: [ids.open] }
    const expected = invalid('requestIds conflicting_fields')
    await expectRefusal(['POST', '/v2/payouts/batch', body], expected)
  })

  it.each<[string, object[], string, string]>([
    [
      'items of two networks',
      [PAYOUT, SECOND, { ...PAYOUT, ...both('USDC-devnet-b') }],
      'mixed_networks',
      'requests[2].paymentCurrency',
    ],
    ['an item on Tron', [ON_TRON, PAYOUT], 'unsupported_network', 'requests[0].paymentCurrency'],
    [
      'a Tron item after others',
      [PAYOUT, ON_TRON],
      'unsupported_network',
      'requests[1].paymentCurrency',
    ],
  ])('%s', async (_, requests, code, field) => {
    const errors = [`${field} ${code}`]
    await expectRefusal(['POST', '/v2/payouts/batch', { requests }], { status: 400, code, errors })
  })

  it.each([
    ['paid', () => ids.paid, 400, 'already_paid'],
    ['its schedule’s to pay', () => scheduled.requestId, 400, 'paid_by_schedule'],
    ['unknown', () => UNKNOWN, 404, 'request_not_found'],
    ['another merchant’s', () => ids.foreign, 404, 'request_not_found'],
  ] as const)('a request that is %s', async (_, idOf, status, code) => {
    const requestIds = [ids.open, idOf()]
    await expectRefusal(['POST', '/v2/payouts/batch', { requestIds }], {
      status,
      code,
      ...(status === 400 && { errors: [`requestIds[1] ${code}`] }),
    })
  })

  it('existing requests whose payee is the payer', async () => {
    const body = { requestIds: [ids.open], payer: PAYEE }
    const expected = invalid('requestIds[0] payer_is_payee')
    await expectRefusal(['POST', '/v2/payouts/batch', body], expected)
  })
})

describe('POST /v2/secure-payments/payouts refuses', () => {
  const LINK = { recipient: PAYEE, network: 'devnet', currency: 'USDC-devnet', amount: '1' }

  it.each<[string, object, string[]]>([
    [
      'nothing',
      {},
      ['recipient', 'network', 'currency', 'amount'].map((name) => `${name} required`),
    ],
    ['the zero address', { ...LINK, recipient: ZERO_ADDRESS }, ['recipient zero_address']],
    ['another network', { ...LINK, network: 'devnet-b' }, ['network network_mismatch']],
    ['an unknown currency', { ...LINK, currency: 'NONE-devnet' }, ['currency unknown_currency']],
    ['fiat money', { ...LINK, currency: 'USD' }, ['currency fiat_payout']],
    ['too many decimals', { ...LINK, amount: '0.0000001' }, ['amount too_many_decimals']],
    ['an empty list', { payouts: [] }, ['payouts too_few_items']],
    ['201 payouts', { payouts: Array(201).fill(LINK) }, ['payouts too_many_items']],
    ['a list beside a payout', { amount: '1', payouts: [LINK] }, ['amount conflicting_fields']],
    [
      'a fault in the list',
      { payouts: [LINK, { ...LINK, recipient: 'x' }] },
      ['payouts[1].recipient invalid_address'],
    ],
    [
      'a payout of another network in the list',
      { payouts: [LINK, { ...LINK, network: 'devnet-b' }] },
      ['payouts[1].network network_mismatch'],
    ],
  ])('%s', async (_, body, errors) => {
    await expectRefusal(['POST', '/v2/secure-payments/payouts', body], invalid(...errors))
  })

  it('payouts on two networks', async () => {
    const onOther = { ...LINK, network: 'devnet-b', currency: 'USDC-devnet-b' }
    const body = { payouts: [LINK, onOther] }
    const { status, json } = await test.call('POST', '/v2/secure-payments/payouts', { body })
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'mixed_networks' })
    expect(json.errors[0].field).toMatch(/^payouts\[1\]/)
    expect(await readRows()).toBe(rows)
  })
})

describe('POST /v2/payouts/recurring/{id} refuses', () => {
  const pathOf = (id: string) => `/v2/payouts/recurring/${id}`
  const bytes = (count: number) => `0x${'5b'.repeat(count)}`

  it.each<[object, string]>([
    [{}, 'required'],
    [{ permitSignature: null }, 'invalid_type'],
    [{ permitSignature: '' }, 'invalid_signature'],
    [{ permitSignature: bytes(64) }, 'invalid_signature'],
    [{ permitSignature: bytes(66) }, 'invalid_signature'],
    [{ permitSignature: bytes(65).slice(2) }, 'invalid_signature'],
    [{ permitSignature: bytes(65) }, 'invalid_signature'],
    [{ permitSignature: `0x${'0'.repeat(130)}` }, 'invalid_signature'],
  ])('%j', async (body, code) => {
    const expected = invalid(`permitSignature ${code}`)
    await expectRefusal(['POST', pathOf(schedules.pending), body], expected)
  })

  it('a signature by another key', async () => {
    const permit = await permitOfRow(test.host, schedules.pending)
    await expectSignatureRefused(await signPermit(stranger, permit))
  })

  it.each([
    ['another amount', { amount: 12_500_001n }],
    ['another fee', { feeAmount: 1n }],
    ['a fee for the relayer', { relayerFee: 1n }],
    ['another payee', { recipient: stranger.address }],
    ['another fee address', { feeAddress: stranger.address }],
    ['another payer', { subscriber: stranger.address }],
    ['another token', { token: stranger.address }],
    ['another period', { periodSeconds: 86_400 }],
    ['another start', { firstPayment: 1 }],
    ['one payment more', { totalPayments: 13 }],
    ['another nonce', { nonce: 1n }],
    ['a later deadline', { deadline: 4_000_000_000n }],
    ['any order', { strictOrder: false }],
  ])('a signature for %s', async (_, changes) => {
    const permit = await permitOfRow(test.host, schedules.pending)
    const message = { ...permit.message, ...changes }
    await expectSignatureRefused(await signPermit(subscriber, { ...permit, message }))
  })

  it.each([
    ['chain', { chainId: 1 }],
    ['contract', { verifyingContract: stranger.address }],
    ['version of the contract', { version: '2' }],
  ])('a signature for another %s', async (_, changes) => {
    const permit = await permitOfRow(test.host, schedules.pending)
    const domain = { ...permit.domain, ...changes }
    await expectSignatureRefused(await signPermit(subscriber, { ...permit, domain }))
  })

  it.each([
    ['active', 'already_active'],
    ['cancelled', 'already_cancelled'],
    ['completed', 'already_completed'],
    ['expired', 'permit_expired'],
  ] as const)('the payer’s own signature of one that is %s', async (name, code) => {
    const permit = await permitOfRow(test.host, schedules[name])
    const body = { permitSignature: await signPermit(subscriber, permit) }
    await expectRefusal(['POST', pathOf(schedules[name]), body], { status: 400, code })
  })

  it('not the payer’s own signature: that gets as far as the chain, which does not answer here', async () => {
    const permit = await permitOfRow(test.host, schedules.pending)
    const body = { permitSignature: await signPermit(subscriber, permit) }
    const expected = { status: 503, code: 'chain_unavailable' }
    await expectRefusal(['POST', pathOf(schedules.pending), body], expected)
  })

  async function expectSignatureRefused(permitSignature: string): Promise<void> {
    const expected = invalid('permitSignature invalid_signature')
    await expectRefusal(['POST', pathOf(schedules.pending), { permitSignature }], expected)
  }
})

describe('PATCH /v2/payouts/recurring/{id} refuses', () => {
  it.each<[object, string]>([
    [{}, 'action required'],
    [{ action: 'pause' }, 'action invalid_value'],
    [{ action: 'Cancel' }, 'action invalid_value'],
    [{ action: null }, 'action invalid_value'],
  ])('%j', async (body, error) => {
    const path = `/v2/payouts/recurring/${schedules.pending}`
    await expectRefusal(['PATCH', path, body], invalid(error))
  })

  it.each([
    ['cancel', 'cancelled', 'already_cancelled'],
    ['cancel', 'completed', 'already_completed'],
    ['unpause', 'pending', 'not_paused'],
    ['unpause', 'active', 'not_paused'],
    ['unpause', 'cancelled', 'already_cancelled'],
    ['unpause', 'completed', 'already_completed'],
  ] as const)('%s of one that is %s', async (action, name, code) => {
    const path = `/v2/payouts/recurring/${schedules[name]}`
    await expectRefusal(['PATCH', path, { action }], { status: 400, code })
  })
})

describe.each([
  ['unknown', () => '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'],
  ['foreign', () => schedules.foreign],
  ['malformed', () => 'x'],
  ['in small letters', () => schedules.pending.toLowerCase()],
])('a recurring payout that is %s', (_, idOf) => {
  it.each([
    ['GET', undefined],
    ['POST', { permitSignature: `0x${'5b'.repeat(65)}` }],
    ['PATCH', { action: 'cancel' }],
  ])('is not found by %s', async (method, body) => {
    const expected = { status: 404, code: 'recurring_payment_not_found' }
    await expectRefusal([method, `/v2/payouts/recurring/${idOf()}`, body], expected)
  })
})

describe('GET /v2/payouts/recurring refuses', () => {
  it.each([
    ['limit=0', 'limit out_of_range'],
    ['limit=101', 'limit out_of_range'],
    ['offset=-1', 'offset invalid_integer'],
    ['status=ACTIVE', 'status invalid_value'],
    ['status=', 'status invalid_value'],
    ['status=active&status=paused', 'status invalid_value'],
  ])('%s', async (query, error) => {
    await expectRefusal(['GET', `/v2/payouts/recurring?${query}`], invalid(error))
  })
})

/** What is wrong is told under `validation_failed`, or a code of its own where an error of the domain says more. */
async function expectPayoutRefusal(body: object, errors: readonly string[]): Promise<void> {
  const { status, json } = await test.call('POST', '/v2/payouts', { body })
  const told = json.errors?.map(
    (issue: { field: string; code: string }) => `${issue.field} ${issue.code}`,
  )
  expect({ status, errors: told }).toEqual({ status: 400, errors })
  expect(await readRows()).toBe(rows)
}
