import { RELAYER_ACCOUNT } from '@secure-payment/devnet'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { addPayment } from '../support/addPayment.ts'
import type { Caller } from '../support/callApi.ts'
import { createRefusalCheck, invalid } from '../support/createRefusalCheck.ts'
import { permitOfRow, signPermit } from '../support/permits.ts'
import { createRequest } from '../support/requestCalls.ts'
import { seedRecurringPayout } from '../support/seedRecurringPayout.ts'
import { FEE_ADDRESS, PAYEE, PAYER, SECOND_PAYEE, startTestHost } from '../support/testHost.ts'

/**
 * Rejections of payouts: the documented status, the field with its code, and no changed row, so no
 * job sends anything. No chain responds here, because the host rejects all of these payouts without a chain.
 */
const test = await startTestHost({ PAY_RELAYER_PRIVATE_KEY: RELAYER_ACCOUNT.privateKey })
afterAll(() => test[Symbol.asyncDispose]())
const { rememberRows, expectRefusal } = createRefusalCheck(test)

/** The ids of this merchant's requests by their state, and of another merchant's request. */
const ids = { open: '', paid: '', scheduled: '', foreign: '' }
/** The payer who signs, and a stranger. */
const subscriber = privateKeyToAccount(`0x${'51'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'52'.repeat(32)}`)
/** The ids of this merchant's recurring payouts by their status, and of another merchant's payout. */
const schedules = {
  pending: '',
  active: '',
  cancelled: '',
  completed: '',
  expired: '',
  foreign: '',
}

beforeAll(async () => {
  ids.open = await createRequest(test)
  ids.paid = await createRequest(test)
  const all = { requestUnits: 12_500_000n, creditedUnits: 12_500_000n }
  await addPayment(test.host, { requestId: ids.paid, ...all })
  const { apiKey } = await test.createTenant()
  const foreign: Caller = (method, path, options) =>
    test.call(method, path, { ...options, anonymous: true, headers: { 'x-api-key': apiKey } })
  ids.foreign = await createRequest({ call: foreign })
  await seedSchedules({ call: foreign })
  await rememberRows()
})

async function seedSchedules(other: { call: Caller }): Promise<void> {
  const seed = async (caller: { call: Caller }, columns: object = {}) => {
    const request_id = await createRequest(caller, { payer: subscriber.address })
    const id = await seedRecurringPayout(test.host.context, { request_id, ...columns })
    return { id, request_id }
  }
  const pending = await seed(test)
  schedules.pending = pending.id
  ids.scheduled = pending.request_id
  const permit_signature = `0x${'5b'.repeat(65)}`
  for (const status of ['active', 'cancelled', 'completed'] as const) {
    schedules[status] = (await seed(test, { status, permit_signature })).id
  }
  schedules.expired = (await seed(test, { deadline_s: 1_700_000_000n })).id
  schedules.foreign = (await seed(other)).id
}

const UNKNOWN = `01${'0'.repeat(64)}`
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
/** A date without a time is the first moment of that day in UTC, so yesterday is always in the past. */
const yesterday = daysFromNow(-1).slice(0, 10)

describe('POST /v2/payouts rejects', () => {
  it.each<[object, string[]]>([
    [{ payee: undefined }, ['payee required']],
    [{ payee: undefined, amount: undefined }, ['payee required', 'amount required']],
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
  ])('POST /v2/payouts rejects %j', async (changes, errors) => {
    await expectRefusal(['POST', '/v2/payouts', { ...PAYOUT, ...changes }], invalid(...errors))
  })

  it('POST /v2/payouts rejects an empty body, and returns every missing field at once', async () => {
    const names = ['payee', 'amount', 'invoiceCurrency', 'paymentCurrency']
    const errors = names.map((name) => `${name} required`)
    await expectRefusal(['POST', '/v2/payouts', {}], invalid(...errors))
  })

  it.each(['USDC-devnet-b', 'USD'])(
    'POST /v2/payouts rejects a payment in %s, which no contract converts',
    async (currency) => {
      const body = { ...PAYOUT, paymentCurrency: currency }
      await expectRefusal(['POST', '/v2/payouts', body], {
        status: 400,
        code: 'unsupported_conversion',
        errors: ['paymentCurrency unsupported_conversion'],
      })
    },
  )

  it('POST /v2/payouts rejects a payee on Tron, where no payout is possible', async () => {
    await expectRefusal(['POST', '/v2/payouts', ON_TRON], {
      status: 400,
      code: 'unsupported_network',
      errors: ['paymentCurrency unsupported_network'],
    })
  })

  it.each<[string, object, string[]]>([
    ['1 payment', { totalPayments: 1 }, ['recurrence.totalPayments out_of_range']],
    ['256 payments', { totalPayments: 256 }, ['recurrence.totalPayments out_of_range']],
    [
      'a missing number of payments',
      { totalPayments: null },
      ['recurrence.totalPayments invalid_type'],
    ],
    ['a start yesterday', { startDate: yesterday }, ['recurrence.startDate date_in_past']],
    [
      'a time yesterday',
      { startDate: `${yesterday}T23:59:59.999Z` },
      ['recurrence.startDate date_in_past'],
    ],
    [
      'a start on a day that no calendar has',
      { startDate: '2090-02-30' },
      ['recurrence.startDate invalid_date'],
    ],
    ['a frequency in lower case', { frequency: 'daily' }, ['recurrence.frequency invalid_value']],
    ['no payer', { payer: undefined }, ['recurrence.payer required']],
    ['a payer who is the payee', { payer: PAYEE }, ['payee payer_is_payee']],
    [
      'a payer with a wrong checksum',
      { payer: PAYER.replace('3C44', '3c44') },
      ['recurrence.payer invalid_address'],
    ],
    ['a payer on Tron', { payer: TRON_WALLET }, ['recurrence.payer invalid_address']],
  ])('POST /v2/payouts rejects a recurrence with %s', async (_, changes, errors) => {
    const body = { ...PAYOUT, recurrence: { ...RECURRENCE, ...changes } }
    await expectRefusal(['POST', '/v2/payouts', body], invalid(...errors))
  })

  it.each<[string, object, string[]]>([
    [
      'a different payer elsewhere in the body',
      { payer: SECOND_PAYEE },
      ['recurrence.payer conflicting_fields'],
    ],
    ['a native coin', both('ETH-devnet'), ['paymentCurrency native_not_recurring']],
    ['a conversion', { invoiceCurrency: 'USD' }, ['paymentCurrency conversion_not_recurring']],
  ])('POST /v2/payouts rejects a recurrence with %s', async (_, changes, errors) => {
    const body = { ...PAYOUT, recurrence: RECURRENCE, ...changes }
    await expectRefusal(['POST', '/v2/payouts', body], invalid(...errors))
  })
})

describe('POST /v2/payouts/batch rejects', () => {
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
      'an item with an empty reference',
      { requests: [PAYOUT, { ...PAYOUT, reference: '' }] },
      ['requests[1].reference too_short'],
    ],
    [
      'an item with a reference of 256 letters',
      { requests: [{ ...PAYOUT, reference: 'x'.repeat(256) }] },
      ['requests[0].reference too_long'],
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
    ['a malformed id', { requestIds: [UNKNOWN, 'x'] }, ['requestIds[1] invalid_request_id']],
    ['an id twice', { requestIds: [UNKNOWN, UNKNOWN] }, ['requestIds[1] duplicate_item']],
  ])('POST /v2/payouts/batch rejects %s', async (_, body, errors) => {
    await expectRefusal(['POST', '/v2/payouts/batch', body], invalid(...errors))
  })

  it('POST /v2/payouts/batch rejects a body with both lists, regardless of their content', async () => {
    const body = { requests: [PAYOUT], requestIds: [ids.open] }
    const expected = invalid('requestIds conflicting_fields')
    await expectRefusal(['POST', '/v2/payouts/batch', body], expected)
  })

  it.each<[string, object[], string, string]>([
    [
      'items on two networks',
      [PAYOUT, SECOND, { ...PAYOUT, ...both('USDC-devnet-b') }],
      'mixed_networks',
      'requests[2].paymentCurrency',
    ],
    ['an item on Tron', [ON_TRON, PAYOUT], 'unsupported_network', 'requests[0].paymentCurrency'],
    [
      'a Tron item after other items',
      [PAYOUT, ON_TRON],
      'unsupported_network',
      'requests[1].paymentCurrency',
    ],
  ])('POST /v2/payouts/batch rejects %s', async (_, requests, code, field) => {
    const errors = [`${field} ${code}`]
    await expectRefusal(['POST', '/v2/payouts/batch', { requests }], { status: 400, code, errors })
  })

  it.each([
    ['paid', () => ids.paid, 400, 'already_paid'],
    ['a request that only its schedule may pay', () => ids.scheduled, 400, 'paid_by_schedule'],
    ['unknown', () => UNKNOWN, 404, 'request_not_found'],
    ['another merchant’s', () => ids.foreign, 404, 'request_not_found'],
  ] as const)(
    'POST /v2/payouts/batch rejects a request that is %s',
    async (_, idOf, status, code) => {
      const requestIds = [ids.open, idOf()]
      await expectRefusal(['POST', '/v2/payouts/batch', { requestIds }], {
        status,
        code,
        errors: [`requestIds[1] ${code}`],
      })
    },
  )

  it('POST /v2/payouts/batch rejects existing requests whose payee is the payer', async () => {
    const body = { requestIds: [ids.open], payer: PAYEE }
    const expected = invalid('requestIds[0] payer_is_payee')
    await expectRefusal(['POST', '/v2/payouts/batch', body], expected)
  })
})

describe('POST /v2/secure-payments/payouts rejects', () => {
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
    ['a list next to a payout', { amount: '1', payouts: [LINK] }, ['amount conflicting_fields']],
    [
      'an error in the list',
      { payouts: [LINK, { ...LINK, recipient: 'x' }] },
      ['payouts[1].recipient invalid_address'],
    ],
    [
      'a payout on another network in the list',
      { payouts: [LINK, { ...LINK, network: 'devnet-b' }] },
      ['payouts[1].network network_mismatch'],
    ],
  ])('POST /v2/secure-payments/payouts rejects %s', async (_, body, errors) => {
    await expectRefusal(['POST', '/v2/secure-payments/payouts', body], invalid(...errors))
  })

  it('POST /v2/secure-payments/payouts rejects payouts on two networks', async () => {
    const onOther = { ...LINK, network: 'devnet-b', currency: 'USDC-devnet-b' }
    const body = { payouts: [LINK, onOther] }
    await expectRefusal(['POST', '/v2/secure-payments/payouts', body], {
      status: 400,
      code: 'mixed_networks',
      errors: ['payouts[1] mixed_networks'],
    })
  })
})

describe('POST /v2/payouts/recurring/{id} rejects', () => {
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
  ])('POST /v2/payouts/recurring/{id} rejects %j', async (body, code) => {
    const expected = invalid(`permitSignature ${code}`)
    await expectRefusal(['POST', pathOf(schedules.pending), body], expected)
  })

  it('POST /v2/payouts/recurring/{id} rejects a signature with another key', async () => {
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
    ['an additional payment', { totalPayments: 13 }],
    ['another nonce', { nonce: 1n }],
    ['a later deadline', { deadline: 4_000_000_000n }],
    ['any order', { strictOrder: false }],
  ])('POST /v2/payouts/recurring/{id} rejects a signature for %s', async (_, changes) => {
    const permit = await permitOfRow(test.host, schedules.pending)
    const message = { ...permit.message, ...changes }
    await expectSignatureRefused(await signPermit(subscriber, { ...permit, message }))
  })

  it.each([
    ['chain', { chainId: 1 }],
    ['contract', { verifyingContract: stranger.address }],
    ['version of the contract', { version: '2' }],
  ])('POST /v2/payouts/recurring/{id} rejects a signature for another %s', async (_, changes) => {
    const permit = await permitOfRow(test.host, schedules.pending)
    const domain = { ...permit.domain, ...changes }
    await expectSignatureRefused(await signPermit(subscriber, { ...permit, domain }))
  })

  it.each([
    ['active', 'already_active'],
    ['cancelled', 'already_cancelled'],
    ['completed', 'already_completed'],
    ['expired', 'permit_expired'],
  ] as const)(
    'POST /v2/payouts/recurring/{id} rejects the payer’s own signature for a schedule that is %s',
    async (name, code) => {
      const permit = await permitOfRow(test.host, schedules[name])
      const body = { permitSignature: await signPermit(subscriber, permit) }
      await expectRefusal(['POST', pathOf(schedules[name]), body], { status: 400, code })
    },
  )

  it('POST /v2/payouts/recurring/{id} rejects only invalid signatures: a valid one reaches the unavailable chain', async () => {
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

describe('PATCH /v2/payouts/recurring/{id} rejects', () => {
  it.each<[object, string]>([
    [{}, 'action required'],
    [{ action: 'pause' }, 'action invalid_value'],
    [{ action: 'Cancel' }, 'action invalid_value'],
    [{ action: null }, 'action invalid_value'],
  ])('PATCH /v2/payouts/recurring/{id} rejects %j', async (body, error) => {
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
  ] as const)(
    'PATCH /v2/payouts/recurring/{id} rejects %s for a schedule that is %s',
    async (action, name, code) => {
      const path = `/v2/payouts/recurring/${schedules[name]}`
      await expectRefusal(['PATCH', path, { action }], { status: 400, code })
    },
  )
})

describe.each([
  ['unknown', () => '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'],
  ['foreign', () => schedules.foreign],
  ['malformed', () => 'x'],
  ['in lower case', () => schedules.pending.toLowerCase()],
])('A recurring payout that is %s', (_, idOf) => {
  it.each([
    ['GET', undefined],
    ['POST', { permitSignature: `0x${'5b'.repeat(65)}` }],
    ['PATCH', { action: 'cancel' }],
  ])('%s /v2/payouts/recurring/{id} returns 404', async (method, body) => {
    const expected = { status: 404, code: 'recurring_payment_not_found' }
    await expectRefusal([method, `/v2/payouts/recurring/${idOf()}`, body], expected)
  })
})

describe('GET /v2/payouts/recurring rejects', () => {
  it.each([
    ['limit=0', 'limit out_of_range'],
    ['limit=101', 'limit out_of_range'],
    ['offset=-1', 'offset invalid_integer'],
    ['status=ACTIVE', 'status invalid_value'],
    ['status=', 'status invalid_value'],
    ['status=active&status=paused', 'status invalid_value'],
  ])('GET /v2/payouts/recurring rejects %s', async (query, error) => {
    await expectRefusal(['GET', `/v2/payouts/recurring?${query}`], invalid(error))
  })
})
