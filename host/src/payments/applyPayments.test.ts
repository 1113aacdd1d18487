import { describe, expect, test } from 'vitest'
import type { WholeRequest } from '../requests/requestPlan.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'
import { type ApplyInput, applyPayments, type Earlier } from './applyPayments.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NOW = '2026-11-03T09:41:07.000Z'
const EXPECTED = 100_000n

const request: WholeRequest = {
  id: 'one',
  tenant_id: 't',
  client_id: null,
  secure_payment_token: null,
  item_index: 0,
  plan: { way: 'direct' },
  network: 'base',
  payee: ADDRESS,
  token_address: null,
  destination_id: null,
  invoice_currency: 'ETH-base',
  payment_currency: 'ETH-base',
  amount: '1',
  expected_units: EXPECTED.toString(),
  paid_units: '0',
  fee_percentage: null,
  fee_units: '0',
  fee_address: null,
  fee_bearer: 'payer',
  fee_is_rounded: 0,
  salt: '',
  payment_reference: '0x7d1e0a92c4b85f36',
  reference_key: 0n,
  reference: null,
  customer_info: null,
  order_details: null,
  cancelled_at: null,
  payer: null,
  status: 'created',
  has_been_paid: 0,
  paid_late: 0,
  tx_hash: null,
  event_sequence: 4,
  origin: null,
  created_at: NOW,
  updated_at: NOW,
  expires_at: null,
  address_digest: null,
  is_terms: 0,
  is_unpaid_copy: 0,
  link_token: null,
  is_crypto_to_fiat_allowed: 0,
  recurrence: null,
  next_recurrence_at: null,
  is_recurrence_stopped: 0,
  original_request_id: null,
  original_payment_reference: null,
  recipient_identifier: null,
  revocations: 0,
  is_payout: 0,
  option_count: 0,
  approval_id: null,
}

function payment(units: bigint, change: Partial<DetectedPayment> = {}): DetectedPayment {
  return {
    requestId: 'one',
    tenantId: 't',
    network: 'base',
    txHash: `tx-${units}`,
    logIndex: 0,
    blockNumber: 10n,
    blockHash: 'block-10',
    blockTime: NOW,
    payer: ADDRESS,
    payee: ADDRESS,
    tokenAddress: null,
    amountUnits: units,
    creditedUnits: units,
    requestUnits: units,
    type: 'direct',
    conversionRate: null,
    rateSource: null,
    priced: null,
    amountInUsd: null,
    fiatWorths: {},
    clientId: null,
    invoiceCurrency: 'ETH-base',
    paymentCurrency: 'ETH-base',
    reference: null,
    recurringPaymentId: null,
    crosschain: null,
    feeUnits: 0n,
    feeAddress: null,
    isLate: false,
    gasUnits: null,
    ...change,
  }
}

const none: Earlier = { paidUnits: 0n, isAnyLate: false, payments: [] }

function apply(
  payments: readonly DetectedPayment[],
  { before = none, change = {} }: { before?: Earlier; change?: Partial<WholeRequest> } = {},
) {
  const input: ApplyInput = {
    requests: new Map([['one', { ...request, ...change }]]),
    before: before === none ? new Map() : new Map([['one', before]]),
    payments,
    refunds: new Map(),
  }
  return applyPayments(input)
}

const kinds = ({ events }: ReturnType<typeof apply>) =>
  events.map((event) => [
    event.type,
    'totalPaidUnits' in event ? event.totalPaidUnits : null,
    event.completedIn,
  ])

describe('applyPayments', () => {
  test('applyPayments confirms a request with the payment that reaches its amount', () => {
    const applied = apply([payment(EXPECTED)])
    expect(kinds(applied)).toEqual([['payment.confirmed', EXPECTED, 'block-10']])
    expect(applied.requests).toMatchObject([
      {
        paid_units: '100000',
        status: 'paid',
        has_been_paid: 1,
        paid_late: 0,
        tx_hash: 'tx-100000',
        event_sequence: 5,
      },
    ])
    expect(applied.deposits).toEqual([])
  })

  test('applyPayments reports an earlier payment as partial, and does not report a later one', () => {
    const last = payment(1n, { txHash: 'later' })
    const applied = apply([payment(EXPECTED - 1n), payment(1n), last])
    expect(kinds(applied)).toEqual([
      ['payment.partial', EXPECTED - 1n, null],
      ['payment.confirmed', EXPECTED, 'block-10'],
    ])
    // The third payment only increases the total.
    expect(applied.requests).toMatchObject([
      { paid_units: '100001', tx_hash: 'later', event_sequence: 6 },
    ])
    expect(applied.events.map(({ request: { event_sequence } }) => event_sequence)).toEqual([5, 6])
  })

  test('applyPayments sends no event for a payment under a ten-thousandth of the amount', () => {
    const dust = EXPECTED / 10_000n
    expect(kinds(apply([payment(dust - 1n)]))).toEqual([])
    expect(kinds(apply([payment(dust)]))).toEqual([['payment.partial', dust, null]])
  })

  test('applyPayments adds to the earlier paid amount, and keeps a request late after a late payment', () => {
    const block = { network: 'base', blockNumber: 9n, blockHash: 'block-9' }
    const placed = { ...block, logIndex: 0, requestUnits: 60_000n }
    const before = { paidUnits: 60_000n, isAnyLate: true, payments: [placed] }
    const applied = apply([payment(40_000n)], { before })
    expect(kinds(applied)).toEqual([['payment.confirmed', EXPECTED, 'block-10']])
    expect(applied.requests).toMatchObject([{ paid_units: '100000', paid_late: 1 }])
  })

  test('applyPayments marks a request as late when a late payment completes it', () => {
    const [paid] = apply([payment(EXPECTED, { isLate: true })]).requests
    expect(paid?.paid_late).toBe(1)
  })

  test('applyPayments finds the completing block in the order of the chain, not of discovery', () => {
    const block = { network: 'base', blockNumber: 12n, blockHash: 'block-12' }
    const placed = { ...block, logIndex: 0, requestUnits: 50_000n }
    const before = { paidUnits: 50_000n, isAnyLate: false, payments: [placed] }
    const earlier = payment(50_000n, { blockNumber: 9n, blockHash: 'block-9' })
    // The payment that was found earlier follows the new one on chain, so its block completes the amount.
    expect(kinds(apply([earlier], { before }))).toEqual([
      ['payment.confirmed', EXPECTED, 'block-12'],
    ])
  })

  test('applyPayments names the last block of each network on which the payments reach the amount', () => {
    const parts = [
      payment(50_000n, { network: 'matic', blockNumber: 70n, blockHash: 'matic-70' }),
      payment(30_000n, { network: 'base', blockNumber: 9n, blockHash: 'base-9' }),
      payment(20_000n, { network: 'base', blockNumber: 8n, blockHash: 'base-8' }),
    ]
    const completed = ['payment.confirmed', EXPECTED, 'base-9 matic-70']
    for (const found of [parts, parts.toReversed()]) {
      expect(kinds(apply(found)).at(-1)).toEqual(completed)
    }
    // After a reorganisation of one network, the confirmation has another key.
    const [matic, ...base] = parts
    if (matic === undefined) throw new Error('no part')
    const again = { ...matic, blockNumber: 71n, blockHash: 'matic-71' }
    expect(kinds(apply([again, ...base])).at(-1)).not.toEqual(completed)
  })

  test('applyPayments orders payments of one block by their logs', () => {
    const found = [
      payment(40_000n, { logIndex: 7, blockHash: 'second' }),
      payment(60_000n, { logIndex: 3, blockHash: 'first' }),
    ]
    expect(kinds(apply(found)).at(-1)).toEqual(['payment.confirmed', EXPECTED, 'second'])
  })

  test('applyPayments finds the block in which the last missing unit arrives', () => {
    const found = [payment(EXPECTED - 1n), payment(1n, { blockNumber: 11n, blockHash: 'last' })]
    expect(kinds(apply(found)).at(-1)).toEqual(['payment.confirmed', EXPECTED, 'last'])
  })

  test('applyPayments completes the deposit of a bank payout, and leaves its events to the provider', () => {
    const change: Partial<WholeRequest> = { plan: { way: 'bank_payout', provider: 'sandbox' } }
    const applied = apply([payment(EXPECTED), payment(1n)], { change })
    expect(applied.deposits).toEqual([{ requestId: 'one', txHash: `tx-${EXPECTED}` }])
    expect(applied.events).toEqual([])
    expect(applied.requests).toMatchObject([{ event_sequence: 4, paid_units: '100001' }])
  })

  test('applyPayments reports a partial deposit as a partial payment', () => {
    const applied = apply([payment(50_000n)], {
      change: { plan: { way: 'bank_payout', provider: 'sandbox' } },
    })
    expect(kinds(applied)).toEqual([['payment.partial', 50_000n, null]])
    expect(applied.deposits).toEqual([])
  })

  test('applyPayments rejects a payment of a request that is not locked', () => {
    expect(() => apply([payment(1n, { requestId: 'two' })])).toThrow('Request two is not locked')
  })
})
